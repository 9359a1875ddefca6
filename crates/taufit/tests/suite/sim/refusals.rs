//! Settings and commands that make no sense.

use crate::sim::with_drives;
use taufit::Error;
use taufit::command::Command;
use taufit::diagnostics::SimError;
use taufit::model::RotorCoupling;
use taufit::model::catalog;
use taufit::recording::EffortKind;
use taufit::sim::{
    ArmSettings, EffortSettings, ExternalWrench, Fault, Flexibility, IntegratorSettings,
    PlantSettings, SensorSettings, SimulatedArm, TransportSettings,
};
use taufit::spatial::Vec3;

fn refusal(settings: ArmSettings) -> Error {
    SimulatedArm::new(&with_drives("planar2r"), &settings, &[0.0; 2]).unwrap_err()
}

fn with_plant(plant: PlantSettings) -> ArmSettings {
    ArmSettings { plant, ..ArmSettings::default() }
}

#[test]
fn springs_need_rotors_and_full_rotors_need_gears() {
    let elastic = |rotors| {
        let flexibility = Some(Flexibility { rotors, ..Flexibility::uniform(1e3) });
        with_plant(PlantSettings { flexibility, ..PlantSettings::default() })
    };
    let bare = catalog::robot("planar2r").unwrap();
    let error = SimulatedArm::new(&bare, &elastic(RotorCoupling::Reduced), &[0.0; 2]).unwrap_err();
    assert_eq!(error.code(), "E140");
    let puma = catalog::robot("planar2r").unwrap();
    let motor = taufit::model::Motor { rotor_inertia_kg_m2: 0.1, ..Default::default() };
    let geared = puma.with_motor(0, motor.clone()).with_motor(1, motor);
    let error = SimulatedArm::new(&geared, &elastic(RotorCoupling::Full), &[0.0; 2]).unwrap_err();
    assert_eq!(error.code(), "E141");
}

#[test]
fn accuracy_beyond_rounding_ends_the_simulation_with_a_reason() {
    let integrator =
        IntegratorSettings { position_error_rad: 1e-30, ..IntegratorSettings::default() };
    let settings = ArmSettings { integrator, ..ArmSettings::default() };
    let mut arm = SimulatedArm::new(&with_drives("planar2r"), &settings, &[0.0; 2]).unwrap();
    arm.command(Command::Torque(vec![0.0; 2])).unwrap();
    let error = arm.advance_to(1.0).unwrap_err();
    assert_eq!(error.code(), "E142");
}

#[test]
fn time_does_not_run_backwards() {
    let mut arm =
        SimulatedArm::new(&with_drives("planar2r"), &ArmSettings::default(), &[0.0; 2]).unwrap();
    arm.advance_to(0.5).unwrap();
    assert_eq!(arm.advance_to(0.4), Err(SimError::PastTime { now_s: 0.5, asked_s: 0.4 }.into()));
    assert_eq!(arm.advance_to(f64::NAN).unwrap_err().code(), "E143");
}

#[test]
fn numbers_out_of_range_are_refused() {
    let link = TransportSettings { drop_share: 1.0, ..TransportSettings::default() };
    let lossy = SensorSettings { link, ..SensorSettings::default() };
    let effort = EffortSettings { kind: EffortKind::Current, ..EffortSettings::default() };
    let unknown = SensorSettings { effort, ..SensorSettings::default() };
    let wrench = ExternalWrench {
        frame: "nowhere".into(),
        force_n: Vec3::X,
        moment_nm: Vec3::ZERO,
        from_s: 0.0,
        to_s: 1.0,
    };
    let flexibility = Some(Flexibility::uniform(0.0));
    let jump = Fault::EncoderJump { from_s: 0.0, dof: 2, by_rad: 0.1 };
    for (settings, code) in [
        (ArmSettings { sensors: lossy, ..ArmSettings::default() }, "E100"),
        (ArmSettings { sensors: unknown, ..ArmSettings::default() }, "E104"),
        (with_plant(PlantSettings { wrenches: vec![wrench], ..PlantSettings::default() }), "E021"),
        (with_plant(PlantSettings { flexibility, ..PlantSettings::default() }), "E100"),
        (
            with_plant(PlantSettings { load_friction: vec![0.1; 3], ..PlantSettings::default() }),
            "E020",
        ),
        (ArmSettings { faults: vec![jump], ..ArmSettings::default() }, "E100"),
    ] {
        assert_eq!(refusal(settings).code(), code);
    }
}

#[test]
fn commands_must_fit_the_arm() {
    let mut arm =
        SimulatedArm::new(&with_drives("planar2r"), &ArmSettings::default(), &[0.0; 2]).unwrap();
    assert_eq!(arm.command(Command::Torque(vec![0.0; 3])).unwrap_err().code(), "E020");
    assert_eq!(arm.command(Command::Velocity(vec![0.0, f64::NAN])).unwrap_err().code(), "E007");
    let nowhere = "nowhere".to_owned();
    let press = Command::Press { frame: nowhere, force_n: Vec3::X, moment_nm: Vec3::ZERO };
    assert_eq!(arm.command(press).unwrap_err().code(), "E021");
}
