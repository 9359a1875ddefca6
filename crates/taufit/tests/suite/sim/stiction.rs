//! Friction that truly sticks.

use crate::common::Dice;
use crate::sim::{slider, with_drives};
use taufit::command::Command;
use taufit::dynamics::{Scratch, gravity_torque};
use taufit::friction::{Friction, FrictionShape};
use taufit::sim::{
    ArmSettings, ControlSettings, ExternalWrench, Flexibility, Gains, PlantSettings, SimulatedArm,
};
use taufit::spatial::Vec3;

fn torque_free(n: usize) -> Command {
    Command::Torque(vec![0.0; n])
}

#[test]
fn a_joint_below_stiction_does_not_creep() {
    let mut robot = with_drives("ur5");
    for dof in 0..6 {
        robot = robot.with_friction(dof, Friction::coulomb_viscous(80.0, 1.0));
    }
    let q0 = [0.1, -0.9, 0.7, 0.3, -0.4, 0.2];
    let weight = gravity_torque(&robot, &mut Scratch::new(&robot), &q0).unwrap().to_vec();
    assert!(weight.iter().any(|w| w.abs() > 10.0));
    let mut arm = SimulatedArm::new(&robot, &ArmSettings::default(), &q0).unwrap();
    arm.command(torque_free(6)).unwrap();
    arm.advance_to(10.0).unwrap();
    let truth = arm.truth().unwrap();
    for dof in 0..6 {
        assert!((truth.signals.q[dof] - q0[dof]).abs() < 1e-9, "joint {dof} creeps");
        assert_eq!(truth.signals.qd[dof], 0.0);
        assert!(
            (truth.signals.friction[dof] + weight[dof]).abs() < 1e-9,
            "friction carries the weight"
        );
    }
}

#[test]
fn a_push_above_stiction_moves_a_joint_and_one_below_does_not() {
    let friction = Friction {
        shape: FrictionShape::COULOMB_VISCOUS.with_stribeck(0.01, 2.0),
        coulomb: 4.0,
        stribeck: 1.0,
        ..Friction::NONE
    };
    for (force_n, moves) in [(4.999, false), (5.001, true), (-4.999, false), (-5.001, true)] {
        let wrench = ExternalWrench {
            frame: "mass".into(),
            force_n: Vec3::X * force_n,
            moment_nm: Vec3::ZERO,
            from_s: 0.1234,
            to_s: 1.0,
        };
        let plant = PlantSettings { wrenches: vec![wrench], ..PlantSettings::default() };
        let settings = ArmSettings { plant, ..ArmSettings::default() };
        let mut arm = SimulatedArm::new(&slider(2.0, friction), &settings, &[0.0]).unwrap();
        arm.command(torque_free(1)).unwrap();
        arm.advance_to(0.9).unwrap();
        let truth = arm.truth().unwrap();
        assert_eq!(truth.signals.q[0] != 0.0, moves, "{force_n} N");
        assert!(!moves || truth.signals.q[0] * force_n > 0.0);
        // Without the push, Coulomb friction brings it to rest and keeps it there.
        arm.advance_to(3.0).unwrap();
        let stopped = arm.truth().unwrap();
        arm.advance_to(4.0).unwrap();
        assert_eq!(
            (stopped.signals.qd[0], arm.truth().unwrap().signals.q),
            (0.0, stopped.signals.q)
        );
    }
}

#[test]
fn a_sliding_mass_stops_where_coulomb_says() {
    // Pushed by F for T, then braked by fc alone: closed form.
    let (mass_kg, fc, force_n, push_s) = (2.0, 3.0, 9.0, 0.3217);
    let wrench = ExternalWrench {
        frame: "mass".into(),
        force_n: Vec3::X * force_n,
        moment_nm: Vec3::ZERO,
        from_s: 0.0,
        to_s: push_s,
    };
    let plant = PlantSettings { wrenches: vec![wrench], ..PlantSettings::default() };
    let settings = ArmSettings { plant, ..ArmSettings::default() };
    let robot = slider(mass_kg, Friction::coulomb_viscous(fc, 0.0));
    let mut arm = SimulatedArm::new(&robot, &settings, &[0.0]).unwrap();
    arm.command(torque_free(1)).unwrap();
    arm.advance_to(2.0).unwrap();
    let speed = (force_n - fc) / mass_kg * push_s;
    let expected = 0.5 * speed * push_s + 0.5 * speed * speed * mass_kg / fc;
    let found = arm.truth().unwrap().signals.q[0];
    // The controller holds the mass up to the tick at 1 ms, before it moves.
    assert!((found - expected).abs() < 1e-6, "{found} against {expected}");
}

#[test]
fn load_makes_friction_grow() {
    // Friction as large as the load, beside its constant part, holds any weight; a little less does not
    // hold a heavy one.
    let mut robot = with_drives("planar2r");
    for dof in 0..2 {
        robot = robot.with_friction(dof, Friction::coulomb_viscous(1.0, 0.5));
    }
    let sinks = |share: f64| {
        let plant = PlantSettings { load_friction: vec![share], ..PlantSettings::default() };
        let settings = ArmSettings { plant, ..ArmSettings::default() };
        let mut arm = SimulatedArm::new(&robot, &settings, &[0.2, 0.1]).unwrap();
        arm.command(torque_free(2)).unwrap();
        arm.advance_to(0.5).unwrap();
        arm.truth().unwrap().signals.q != [0.2, 0.1]
    };
    assert!(sinks(0.0) && sinks(0.9));
    assert!(!sinks(1.0));
}

/// A mass that a spring of stiffness `k` pulls at constant speed `V` sticks, breaks loose at
/// `fc + fs`, overshoots, and sticks again.
#[test]
fn stick_slip_has_the_period_and_the_stroke_of_its_events() {
    let (mass_kg, k, speed) = (1.5, 600.0, 0.05);
    let friction = Friction {
        shape: FrictionShape::COULOMB_VISCOUS.with_stribeck(0.01, 2.0),
        coulomb: 4.0,
        stribeck: 3.0,
        viscous: 2.0,
        ..Friction::NONE
    };
    let (period_s, longest_stick_s) = stick_slip_events(mass_kg, k, speed, friction);
    assert!(longest_stick_s > 0.3 * period_s, "it does stick");
    let settings = ArmSettings {
        control: ControlSettings {
            // The spring is a controller: fast enough to be one.
            rate_hz: 50_000.0,
            gains: Some(Gains { kp: vec![k], kd: vec![0.0] }),
            ..ControlSettings::default()
        },
        ..ArmSettings::default()
    };
    let mut arm = SimulatedArm::new(&slider(mass_kg, friction), &settings, &[0.0]).unwrap();
    arm.command(Command::Velocity(vec![speed])).unwrap();
    let (mut starts_s, mut stuck) = (Vec::new(), true);
    let mut places = Vec::new();
    for step in 1..=60_000 {
        arm.advance_to(f64::from(step) * 1e-4).unwrap();
        let truth = arm.truth().unwrap();
        let moves = truth.signals.qd[0] != 0.0;
        if moves && stuck {
            starts_s.push(truth.t_s);
            places.push(truth.signals.q[0]);
        }
        stuck = !moves;
    }
    let n = starts_s.len();
    assert!(n > 10, "{starts_s:?}");
    let found_s = (starts_s[n - 1] - starts_s[2]) / (n - 3) as f64;
    let stroke = (places[n - 1] - places[2]) / (n - 3) as f64;
    assert!((found_s / period_s - 1.0).abs() < 2e-3, "{found_s} s against {period_s} s");
    assert!((stroke / (speed * period_s) - 1.0).abs() < 2e-3, "{stroke} m");
}

/// Period of the limit cycle and its sticking part, by events: the slip from break-away to standstill
/// with fine steps of the classical Runge-Kutta method, the stick in closed form. `y = V t − x`.
fn stick_slip_events(mass_kg: f64, k: f64, speed: f64, friction: Friction) -> (f64, f64) {
    let upper = friction.holding_range().1;
    let slope = |(y, v): (f64, f64)| {
        (speed - v, (k * y - friction.torque(v.max(f64::MIN_POSITIVE))) / mass_kg)
    };
    let h = 1e-6;
    let moved = |(y, v): (f64, f64), (dy, dv): (f64, f64), by: f64| (y + by * dy, v + by * dv);
    let (mut state, mut slip_s) = ((upper / k, 0.0), 0.0);
    loop {
        let a = slope(state);
        let b = slope(moved(state, a, 0.5 * h));
        let c = slope(moved(state, b, 0.5 * h));
        let d = slope(moved(state, c, h));
        let mean =
            ((a.0 + 2.0 * b.0 + 2.0 * c.0 + d.0) / 6.0, (a.1 + 2.0 * b.1 + 2.0 * c.1 + d.1) / 6.0);
        state = moved(state, mean, h);
        slip_s += h;
        if state.1 <= 0.0 && slip_s > 1e-3 {
            break;
        }
    }
    let stick_s = (upper / k - state.0) / speed;
    (slip_s + stick_s, stick_s)
}

#[test]
fn arms_that_stop_and_start_all_the_time_do_not_break_the_simulation() {
    let mut dice = Dice::new(11);
    for (name, elastic) in [("ur5", false), ("planar2r", true)] {
        let robot = with_drives(name);
        let n = robot.n_dof();
        let flexibility = elastic.then(|| Flexibility::uniform(5000.0));
        let plant =
            PlantSettings { flexibility, load_friction: vec![0.1], ..PlantSettings::default() };
        let settings = ArmSettings { plant, ..ArmSettings::default() };
        let q0 = vec![-1.5; n];
        let mut arm = SimulatedArm::new(&robot, &settings, &q0).unwrap();
        let mut stuck = 0;
        for k in 1..=4000 {
            let tau = dice.vector(n, 20.0);
            arm.command(Command::Torque(tau)).unwrap();
            arm.advance_to(f64::from(k) * 1e-3).unwrap();
            let truth = arm.truth().unwrap();
            for dof in 0..n {
                stuck += u32::from(truth.signals.qd_motor[dof] == 0.0);
                assert!(truth.signals.q[dof].is_finite());
            }
        }
        assert!(stuck > 50, "{stuck}");
    }
}
