//! An arm that presses against its clamp (Jubien et al. 2014), joint by joint: `tau_m = k q_m + off`.

use crate::sim::with_drives;
use taufit::command::{Command, ForceRamp};
use taufit::dynamics::{Scratch, frame_jacobian, gravity_torque};
use taufit::friction::{Friction, FrictionShape};
use taufit::sim::{
    ArmSettings, Clamp, Flexibility, ForceSettings, PlantSettings, SensorSettings, SimulatedArm,
};
use taufit::spatial::{Force, Vec3};

const STIFFNESS: [f64; 2] = [8.0e3, 5.0e3];
const OFFSET_NM: f64 = 0.7;
const Q0: [f64; 2] = [0.6, -0.9];
/// So stiff that the links give way by less than the tolerance of the test.
const ROCK: f64 = 1e11;

/// Slope and intercept of a line.
fn line(x: &[f64], y: &[f64]) -> (f64, f64) {
    let n = x.len() as f64;
    let (mean_x, mean_y) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let covariance: f64 = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let slope = covariance / x.iter().map(|x| (x - mean_x).powi(2)).sum::<f64>();
    (slope, mean_y - slope * mean_x)
}

#[test]
fn clamped_joints_show_their_stiffness_to_motors_and_to_the_force_sensor() {
    let mut robot = with_drives("planar2r");
    for dof in 0..2 {
        let shape = FrictionShape::NONE.with_offset();
        robot = robot.with_friction(dof, Friction { shape, offset: OFFSET_NM, ..Friction::NONE });
    }
    let frame = robot.joints()[1].link.name.clone();
    let all = |k: f64| Vec3::new(k, k, k);
    let settings = ArmSettings {
        plant: PlantSettings {
            flexibility: Some(Flexibility {
                stiffness: STIFFNESS.to_vec(),
                damping: vec![30.0],
                ..Flexibility::uniform(1.0)
            }),
            clamp: Some(Clamp {
                frame: frame.clone(),
                stiffness_n_m: all(ROCK),
                stiffness_nm_rad: all(ROCK),
                damping_n_s_m: all(1e6),
                damping_nm_s_rad: all(1e6),
            }),
            ..PlantSettings::default()
        },
        sensors: SensorSettings {
            force: Some(ForceSettings {
                rate_hz: 83.3,
                force_noise_n: 0.0,
                moment_noise_nm: 0.0,
                gap_share: 0.0,
                gap_s: 0.0,
            }),
            ..SensorSettings::default()
        },
        ..ArmSettings::default()
    };
    let ramp = ForceRamp {
        frame: frame.clone(),
        direction: Vec3::Y,
        levels_n: vec![40.0, 80.0, 120.0, 60.0],
        ramp_s: 0.5,
        hold_s: 1.5,
    };
    let mut arm = SimulatedArm::new(&robot, &settings, &Q0).unwrap();
    let mut scratch = Scratch::new(&robot);
    let (mut q_motor, mut tau_motor, mut tau_link) =
        ([vec![], vec![]], [vec![], vec![]], [vec![], vec![]]);
    for k in 1..=8000 {
        let t_s = f64::from(k) * 1e-3;
        let force_n = ramp.force_n(t_s);
        let moment_nm = Vec3::Z * (0.3 * force_n);
        let press = Command::Press { frame: frame.clone(), force_n: Vec3::Y * force_n, moment_nm };
        arm.command(press).unwrap();
        arm.advance_to(t_s).unwrap();
        let wrench = arm.sense().unwrap().wrench;
        let settled = k % 2000 > 1900;
        let Some(wrench) = wrench.filter(|_| settled) else { continue };
        let truth = arm.truth().unwrap();
        let column =
            frame_jacobian(&robot, &mut scratch, &Q0, robot.frame(&frame).unwrap()).unwrap();
        let on_environment = Force { moment: wrench.moment_nm, force: wrench.force_n };
        for dof in 0..2 {
            q_motor[dof].push(truth.signals.q_motor[dof]);
            tau_motor[dof].push(truth.signals.tau[dof]);
            tau_link[dof].push(column[dof].dot(on_environment));
        }
    }
    let weight = gravity_torque(&robot, &mut scratch, &Q0).unwrap();
    for dof in 0..2 {
        assert!(q_motor[dof].len() > 20);
        let k = STIFFNESS[dof];
        let (slope, off) = line(&q_motor[dof], &tau_motor[dof]);
        assert!((slope / k - 1.0).abs() < 1e-5, "motor {dof}: {slope}");
        assert!((off - (OFFSET_NM - k * Q0[dof])).abs() < 1e-5 * k, "motor {dof}: {off}");
        let (slope, off) = line(&q_motor[dof], &tau_link[dof]);
        assert!((slope / k - 1.0).abs() < 1e-5, "link {dof}: {slope}");
        assert!((off - (-k * Q0[dof] - weight[dof])).abs() < 1e-5 * k, "link {dof}: {off}");
    }
}
