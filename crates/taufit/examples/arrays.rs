//! Identifies an arm from arrays in memory: time stamps, positions and torques, one row per sample.
//!
//! ```sh
//! cargo run --release -p taufit --example arrays
//! ```

use std::error::Error;
use std::f64::consts::TAU;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::methods::{RigidInputs, RigidResult, RigidSettings, identify_rigid};
use taufit::model::{Robot, catalog};
use taufit::recording::Recording;

fn main() -> Result<(), Box<dyn Error>> {
    let robot = catalog::robot("planar2r")?;
    let result = identified(&robot)?;
    let mut text = result.summary();
    if let Some((value, [low, high])) = result.parameter("mx2") {
        text += &format!("\nmx2 = {value:.3} kg m, 95 %: {low:.3} to {high:.3}");
    }
    let identified_robot = result.identified_robot(&robot)?;
    let link = &identified_robot.joints()[1].link;
    text += &format!("\n{} weighs {:.2} kg", link.name, link.inertia.mass_kg);
    eprintln!("{text}");
    Ok(())
}

pub(crate) fn identified(robot: &Robot) -> Result<RigidResult, Box<dyn Error>> {
    let (t_s, q, tau) = swinging_arm(robot)?;
    let log = Recording::from_rows(robot, t_s, &q, &tau)?;
    Ok(identify_rigid(robot, &RigidInputs::new(&[log]), &RigidSettings::default())?)
}

/// Time stamps, positions and torques, one row per sample.
type Rows = (Vec<f64>, Vec<f64>, Vec<f64>);

/// Sixty seconds of a planar arm at 200 Hz, with torques of its own model.
fn swinging_arm(robot: &Robot) -> Result<Rows, Box<dyn Error>> {
    let mut scratch = Scratch::new(robot);
    let (mut times, mut positions, mut torques) = (Vec::new(), Vec::new(), Vec::new());
    for k in 0..12_000 {
        let t_s = f64::from(k) / 200.0;
        let swing = |rates_hz: [f64; 2]| {
            let mut state = [0.0; 3];
            for w in rates_hz.map(|rate_hz| TAU * rate_hz) {
                let (sin, cos) = (w * t_s).sin_cos();
                state = [state[0] + sin, state[1] + w * cos, state[2] - w * w * sin];
            }
            state
        };
        let [a, b] = [swing([0.21, 0.53]), swing([0.37, 0.71])];
        let [q, qd, qdd] = [0, 1, 2].map(|i| [a[i], b[i]]);
        times.push(t_s);
        positions.extend(q);
        torques.extend(inverse_dynamics(robot, &mut scratch, &q, &qd, &qdd)?);
    }
    Ok((times, positions, torques))
}
