//! Drives a simulated robot and writes down torques and motion, for `bench/compare_mujoco_sim.py`.
//!
//! ```sh
//! cargo run --release -p taufit-io --example simulate_torques -- OUT_DIR UR5.xml
//! ```
//!
//! The robot gets rotors and Coulomb and viscous friction, and goes to `OUT_DIR/robot.xml`. A controller
//! drives it along sines for five seconds; `OUT_DIR/run.json` has the torque of every millisecond, which
//! is constant until the next, and the positions and velocities at that time.

use serde_json::json;
use std::error::Error;
use std::path::Path;
use taufit::command::Command;
use taufit::friction::Friction;
use taufit::model::{Motor, Robot};
use taufit::sim::{ArmSettings, SimulatedArm};
use taufit_io::{export_mjcf, read_robot};

const TICK_S: f64 = 1e-3;
const N_TICKS: u32 = 5000;
/// A UR5 hangs there: standing upright, an arm without feedback would magnify every difference.
const START: [f64; 6] = [-0.8, 1.2, 0.2, -0.8, -0.8, -0.8];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: simulate_torques OUT_DIR UR5.xml";
    let folder = arguments.next().ok_or(usage)?;
    let source = arguments.next().ok_or(usage)?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let robot = with_drives(read_robot(&source)?.robot);
    let exported = export_mjcf(&std::fs::read_to_string(&source)?, &robot, &[])?;
    std::fs::write(folder.join("robot.xml"), exported.text)?;
    Ok(std::fs::write(folder.join("run.json"), run(&robot)?.to_string())?)
}

fn with_drives(robot: Robot) -> Robot {
    (0..robot.n_dof()).fold(robot, |robot, dof| {
        let motor = robot.dof_joint(dof).motor.clone();
        let size = if dof < 3 { 1.0 } else { 0.3 };
        robot
            .with_motor(dof, Motor { rotor_inertia_kg_m2: 0.8 * size, ..motor })
            .with_friction(dof, Friction::coulomb_viscous(5.0 * size, 6.0 * size))
    })
}

fn run(robot: &Robot) -> Result<serde_json::Value, Box<dyn Error>> {
    let n = robot.n_dof();
    let wave = |t_s: f64| {
        let joint = |dof: usize| {
            let (w, a) = (1.3 + 0.4 * dof as f64, 0.4);
            let (s, c) = (w * t_s).sin_cos();
            (START[dof] + a * (1.0 - c), a * w * s, a * w * w * c)
        };
        let of = |part: fn((f64, f64, f64)) -> f64| (0..n).map(|dof| part(joint(dof))).collect();
        Command::follow(of(|p| p.0), of(|p| p.1), of(|p| p.2))
    };
    let mut arm = SimulatedArm::new(robot, &ArmSettings::default(), &START)?;
    let mut rows = vec![arm.truth()?];
    for k in 1..=N_TICKS {
        let t_s = f64::from(k) * TICK_S;
        arm.command(wave(t_s))?;
        arm.advance_to(t_s)?;
        rows.push(arm.truth()?);
    }
    let stuck: usize =
        rows.iter().map(|r| r.signals.qd.iter().filter(|v| **v == 0.0).count()).sum();
    Ok(json!({
        "joints": robot.dof_joint_iter().map(|j| j.name.clone()).collect::<Vec<_>>(),
        "tick_s": TICK_S,
        "stuck_share": stuck as f64 / (rows.len() * n) as f64,
        "tau": rows.iter().map(|r| r.signals.tau.clone()).collect::<Vec<_>>(),
        "q": rows.iter().map(|r| r.signals.q.clone()).collect::<Vec<_>>(),
        "qd": rows.iter().map(|r| r.signals.qd.clone()).collect::<Vec<_>>(),
    }))
}
