//! Controllers do what they are told.

use crate::sim::with_drives;
use taufit::command::Command;
use taufit::sim::{
    ArmSettings, ControlSettings, Flexibility, Gains, PlantSettings, PositionLaw, SimulatedArm,
    simulate,
};

/// A slow wave of every joint, from standstill.
fn wave(n: usize) -> impl Fn(f64) -> Command {
    move |t_s| {
        let (w, a) = (1.5, 0.3);
        let each = |x: f64| vec![x; n];
        let (s, c) = (w * t_s).sin_cos();
        Command::follow(each(a * (1.0 - c)), each(a * w * s), each(a * w * w * c))
    }
}

/// Largest distance of the links from the reference.
fn largest_error(name: &str, law: PositionLaw, stiffness: Option<f64>) -> f64 {
    let robot = with_drives(name);
    let n = robot.n_dof();
    let q0 = vec![0.0; n];
    let gains = Some(Gains::from_bandwidth(&robot, &q0, 6.0).unwrap());
    let spring = |k| Flexibility { damping: vec![5.0], ..Flexibility::uniform(k) };
    let settings = ArmSettings {
        plant: PlantSettings { flexibility: stiffness.map(spring), ..PlantSettings::default() },
        control: ControlSettings { law, gains, ..ControlSettings::default() },
        ..ArmSettings::default()
    };
    let mut arm = SimulatedArm::new(&robot, &settings, &q0).unwrap();
    let reference = wave(n);
    let truth = simulate(&mut arm, &reference, 4.0, 100.0).unwrap().truth;
    let mut worst = 0.0_f64;
    for (k, t_s) in truth.t_s.iter().enumerate() {
        let Command::Position(point) = reference(*t_s) else { unreachable!() };
        for dof in 0..n {
            worst = worst.max((truth.signals.q[dof * truth.t_s.len() + k] - point.q[dof]).abs());
        }
    }
    worst
}

#[test]
fn the_more_a_controller_knows_the_better_it_follows() {
    let errors = [
        largest_error("ur5", PositionLaw::Pd, None),
        largest_error("ur5", PositionLaw::PdGravity, None),
        largest_error("ur5", PositionLaw::ComputedTorque { bandwidth_hz: 15.0 }, None),
    ];
    assert!(errors[0] > 2.0 * errors[1] && errors[2] < errors[1], "{errors:?}");
    assert!(errors[1] < 0.02 && errors[2] < 0.005, "{errors:?}");
}

#[test]
fn on_line_gravity_compensation_lifts_links_that_sag() {
    let plain = largest_error("planar2r", PositionLaw::PdGravity, Some(3000.0));
    let on_line = largest_error("planar2r", PositionLaw::OnlineGravity, Some(3000.0));
    // The weight of 150 N m bends the first spring by 0.05 rad.
    assert!(plain > 0.04 && on_line < 0.25 * plain, "{plain} and {on_line}");
}

#[test]
fn velocity_control_keeps_speed_in_both_directions() {
    let robot = with_drives("ur5");
    let mut arm = SimulatedArm::new(&robot, &ArmSettings::default(), &[0.0; 6]).unwrap();
    for speed in [0.4, -0.7] {
        let mut qd = vec![0.0; 6];
        qd[1] = speed;
        arm.command(Command::Velocity(qd)).unwrap();
        let from_s = arm.t_s();
        arm.advance_to(from_s + 1.0).unwrap();
        let before = arm.truth().unwrap();
        arm.advance_to(from_s + 1.5).unwrap();
        let after = arm.truth().unwrap();
        assert!(
            ((after.signals.q[1] - before.signals.q[1]) / 0.5 - speed).abs() < 0.005 * speed.abs()
        );
        assert!((after.signals.q[2] - before.signals.q[2]).abs() < 1e-3);
        arm.command(Command::Hold).unwrap();
        arm.advance_to(from_s + 3.0).unwrap();
        assert!(arm.truth().unwrap().signals.qd.iter().all(|v| v.abs() < 1e-3), "it stops");
    }
}

#[test]
fn torques_stop_at_their_limits_and_that_is_said() {
    let robot = with_drives("ur5");
    let mut arm = SimulatedArm::new(&robot, &ArmSettings::default(), &[0.0; 6]).unwrap();
    arm.advance_to(0.1).unwrap();
    assert!(arm.warnings().is_empty());
    arm.command(Command::Torque(vec![0.0, -400.0, 0.0, 0.0, 0.0, 0.0])).unwrap();
    arm.advance_to(0.2).unwrap();
    assert_eq!(arm.truth().unwrap().signals.tau[1], -150.0);
    assert_eq!(arm.warnings()[0].code(), "W150");
}
