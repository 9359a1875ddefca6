//! A designed motion without a designer: every number that the page shows, made up where it must be.

use taufit::diagnostics::ExciteWarning;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::excite::{
    Clearance, Curve, Design, ExciteSettings, Forecast, FourierSeries, JointLimits, JointPeaks,
    Lead, MotionCheck, Start, Trajectory,
};
use taufit::model::{Robot, catalog};
use taufit::spatial::Vec3;
use taufit_report::{DrawnSolid, Scenery};

/// A motion of a built-in robot.
pub(crate) fn sample(robot: &str) -> Result<(Design, Robot, Scenery), taufit::Error> {
    let robot = catalog::robot(robot)?;
    let trajectory = trajectory(&robot);
    let limits = JointLimits {
        lower: -3.0,
        upper: 3.0,
        velocity: 1.9,
        acceleration: 4.0,
        jerk: None,
        torque: Some(120.0),
    };
    let joints = peaks(&robot, &trajectory)?;
    let check = MotionCheck {
        joints,
        tool_speed_m_s: 1.234,
        tool_box_m: [[-0.6, -0.7, 0.1], [0.7, 0.8, 1.0]],
        clearance: Some(Clearance {
            distance_m: 0.034,
            first: "wrist_3_link".to_owned(),
            second: "floor".to_owned(),
            t_s: 7.3,
        }),
    };
    let mut settings = ExciteSettings::default();
    settings.limits.tool_box_m = Some([Vec3::new(-0.9, -0.9, 0.05), Vec3::new(0.9, 0.9, 1.2)]);
    let design = Design {
        robot: robot.name().to_owned(),
        limits: vec![limits; robot.n_dof()],
        torque_noise: vec![0.8; robot.n_dof()],
        settings,
        trajectory,
        check,
        criterion: -2.1,
        condition_number: 27.13,
        scaled_condition_number: 9.4,
        forecast: forecast(),
        starts: vec![
            Start {
                initial_condition_number: 210.0,
                condition_number: 27.13,
                criterion: -2.1
            };
            4
        ],
        warnings: vec![
            ExciteWarning::AssumedLimits { assumed: "acceleration of elbow 4".to_owned() }.into(),
        ],
    };
    Ok((design, robot, scenery()))
}

fn trajectory(robot: &Robot) -> Trajectory {
    let curve = |dof: usize| {
        let x = 1.0 + dof as f64;
        let a = vec![0.5 * x.sin(), -0.4 * x.cos(), 0.4 * x.cos() - 0.5 * x.sin()];
        let b = vec![-0.9, 0.3 * x.cos(), 0.3 - 0.2 * x.cos()];
        let offset = if dof == 1 { -1.2 } else { 0.2 * x.cos() };
        Curve::Fourier(FourierSeries { period_s: 10.0, offset, a, b })
    };
    let home = (0..robot.n_dof()).map(|dof| if dof == 1 { -1.57 } else { 0.0 }).collect();
    Trajectory {
        joints: robot.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
        repetitions: 1,
        lead: Some(Lead { home, duration_s: 2.0 }),
        curves: (0..robot.n_dof()).map(curve).collect(),
    }
}

fn peaks(robot: &Robot, trajectory: &Trajectory) -> Result<Vec<JointPeaks>, taufit::Error> {
    let mut scratch = Scratch::new(robot);
    let mut peaks: Vec<JointPeaks> = Vec::new();
    for t_s in trajectory.stamps_s(100.0) {
        let state = trajectory.at(t_s);
        let tau = inverse_dynamics(robot, &mut scratch, &state.q, &state.qd, &state.qdd)?;
        for dof in 0..robot.n_dof() {
            if peaks.len() == dof {
                let name = trajectory.joints[dof].clone();
                let (lowest, highest) = (f64::INFINITY, f64::NEG_INFINITY);
                let [velocity, acceleration, jerk, torque] = [0.0; 4];
                peaks.push(JointPeaks {
                    name,
                    lowest,
                    highest,
                    velocity,
                    acceleration,
                    jerk,
                    torque,
                });
            }
            let peak = &mut peaks[dof];
            peak.lowest = peak.lowest.min(state.q[dof]);
            peak.highest = peak.highest.max(state.q[dof]);
            peak.velocity = peak.velocity.max(state.qd[dof].abs());
            peak.acceleration = peak.acceleration.max(state.qdd[dof].abs());
            peak.jerk = peak.jerk.max(state.qddd[dof].abs());
            peak.torque = peak.torque.max(tau[dof].abs());
        }
    }
    Ok(peaks)
}

fn forecast() -> Vec<Forecast> {
    let of = |expression: &str, nominal: f64, sigma: f64| Forecast {
        expression: expression.to_owned(),
        unit: "kg m²".to_owned(),
        nominal,
        sigma,
        percent_sigma: (nominal != 0.0).then(|| 100.0 * sigma / nominal.abs()),
    };
    vec![
        of("Izz1 + 0.1806 m2 + my2 + 0.25 m3", 3.2, 0.02),
        of("mx2 + 0.4 m3 + 0.4 m4", 5.1, 0.004),
        of("Ixy4", 0.0, 0.003),
        of("Ixz5 - 0.1 mx6", 0.02, 0.004),
        of("fv6", 0.01, 0.02),
        of("Izz6", 2e-4, f64::INFINITY),
    ]
}

/// A table beside the robot, and a distance that comes and goes.
fn scenery() -> Scenery {
    let corner = |k: usize| {
        let pick = |bit: usize, low: f64, high: f64| if k >> bit & 1 == 1 { high } else { low };
        Vec3::new(pick(0, 0.55, 1.0), pick(1, -0.4, 0.4), pick(2, 0.0, 0.25))
    };
    let table = DrawnSolid { link: None, points_m: (0..8).map(corner).collect(), radius_m: 0.0 };
    let clearance = (0..140).map(|k| 0.1 * f64::from(k)).map(|t_s| (t_s, 0.2 + 0.16 * t_s.sin()));
    Scenery {
        obstacles: vec![table],
        floor_m: Some(0.0),
        clearance: clearance.collect(),
        ..Scenery::default()
    }
}
