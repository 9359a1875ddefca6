//! From a simulated UR5 under control to its parameters: intervals that contain the truth as often as
//! they claim.

use crate::common::Dice;
use taufit::command::Command;
use taufit::friction::{Friction, FrictionShape};
use taufit::methods::{FrictionChoice, RigidInputs, RigidSettings, identify_rigid};
use taufit::model::{Motor, Robot, catalog};
use taufit::params::Param;
use taufit::signal::{ConditionSettings, TorqueFilter};
use taufit::sim::{
    ArmSettings, EffortSettings, EncoderSettings, SensorSettings, SimulatedArm, simulate,
};

const SHAPE: FrictionShape = FrictionShape::COULOMB_VISCOUS.with_offset();

fn ur5() -> Robot {
    let mut robot = catalog::robot("ur5").unwrap();
    for dof in 0..6 {
        let motor = robot.dof_joint(dof).motor.clone();
        let rotor_inertia_kg_m2 = if dof < 3 { 1.2 } else { 0.4 };
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2, ..motor });
        let friction = robot.dof_joint(dof).friction;
        robot = robot.with_friction(dof, Friction { shape: SHAPE, offset: 0.3, ..friction });
    }
    robot
}

/// Time of the start \[s\].
const START_S: f64 = 1.5;

/// From 0 to 1 without a jump of velocity or acceleration, with both derivatives.
fn fade_in(t_s: f64) -> (f64, f64, f64) {
    let x = (t_s / START_S).min(1.0);
    (
        x * x * x * (10.0 + x * (6.0 * x - 15.0)),
        x * x * 30.0 * (x - 1.0).powi(2) / START_S,
        x * 60.0 * (x - 1.0) * (2.0 * x - 1.0) / (START_S * START_S),
    )
}

/// Sums of five sines per joint, from standstill.
fn reference() -> impl Fn(f64) -> Command {
    let mut dice = Dice::new(23);
    let waves: Vec<Vec<(f64, f64, f64)>> = (0..6)
        .map(|_| {
            let wave =
                |l: u32| (0.7 * f64::from(l), dice.uniform(0.15, 0.5), dice.uniform(0.0, 6.3));
            (1..=5).map(wave).collect()
        })
        .collect();
    move |t_s| {
        let (s, sd, sdd) = fade_in(t_s);
        let sum = |of: &dyn Fn(f64, f64, f64) -> f64| -> Vec<f64> {
            let joint = |joint: &Vec<(f64, f64, f64)>| {
                joint.iter().map(|(w, a, p)| of(*w, *a, w * t_s + p)).sum()
            };
            waves.iter().map(joint).collect()
        };
        Command::follow(
            sum(&|_, a, x| s * a * x.sin()),
            sum(&|w, a, x| sd * a * x.sin() + s * a * w * x.cos()),
            sum(&|w, a, x| {
                sdd * a * x.sin() + 2.0 * sd * a * w * x.cos() - s * a * w * w * x.sin()
            }),
        )
    }
}

#[test]
fn intervals_of_a_controlled_arm_contain_the_truth() {
    let robot = ur5();
    let reference = reference();
    let Command::Position(start) = reference(0.0) else { unreachable!() };
    // At reversals joints stick for some hundredths of a second, and friction is anything between its two
    // values. A high cut-off keeps that to the slow rows, which are left out; a cut-off of a few hertz
    // would smear it over rows that move.
    let identification = RigidSettings {
        friction: FrictionChoice::Given(SHAPE),
        reversals: taufit::methods::ReversalMask::Below(0.1),
        condition: ConditionSettings {
            cutoff_hz: Some(60.0),
            torque: TorqueFilter::Parallel { cutoff_hz: Some(30.0) },
            ..ConditionSettings::default()
        },
        ..RigidSettings::default()
    };
    let (mut inside, mut all) = (0_u32, 0_u32);
    let mut worst = 0.0_f64;
    for seed in 100..140 {
        let noise = vec![2.0, 2.0, 1.5, 0.4, 0.4, 0.4];
        let settings = ArmSettings {
            sensors: SensorSettings {
                encoder: EncoderSettings::counts_per_turn(1_250_000.0),
                effort: EffortSettings { noise, ..EffortSettings::default() },
                ..SensorSettings::default()
            },
            seed,
            ..ArmSettings::default()
        };
        let mut arm = SimulatedArm::new(&robot, &settings, &start.q).unwrap();
        let log = simulate(&mut arm, &reference, 20.0, 500.0).unwrap().recording;
        let result = identify_rigid(&robot, &RigidInputs::new(&[log]), &identification).unwrap();
        let truth = result.base.combine(&result.layout.nominal(&robot));
        for (k, (interval, truth)) in result.intervals().iter().zip(&truth).enumerate() {
            inside += u32::from(interval[0] <= *truth && *truth <= interval[1]);
            all += 1;
            let column = result.base.independent()[k];
            if matches!(result.layout.params()[column], Param::Friction { .. }) && truth.abs() > 0.5
            {
                worst = worst.max((result.estimate.beta[k] / truth - 1.0).abs());
            }
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!(worst < 0.05, "a friction coefficient is off by {:.1} %", 100.0 * worst);
    assert!((0.92..=0.98).contains(&share), "{:.1} % of 95 % intervals cover", 100.0 * share);
}
