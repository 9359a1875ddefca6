//! Mass and centre of mass of a load, from a run without it and a run with it.
//!
//! ```sh
//! cargo run --release -p taufit --example payload
//! ```

use std::error::Error;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::methods::{PayloadInputs, PayloadResult, PayloadSettings, identify_payload};
use taufit::model::{Robot, catalog};
use taufit::recording::Recording;
use taufit::spatial::{Inertial, Vec3};

/// Link that carries the load, in whose frame its parameters are.
const FRAME: &str = "link6";

fn main() -> Result<(), Box<dyn Error>> {
    let result = weighed(&gripper())?;
    let mut text = result.verdict.reason.clone();
    for parameter in result.found.parameters.iter().map(|found| &found.parameter) {
        let [low, high] = parameter.interval.unwrap_or([f64::NAN; 2]);
        let (name, unit) = (&parameter.name, &parameter.unit);
        text += &format!("\n{name} = {:.4} {unit}, 95 %: {low:.4} to {high:.4}", parameter.value);
    }
    eprintln!("{text}");
    Ok(())
}

pub(crate) fn weighed(load: &Inertial) -> Result<PayloadResult, Box<dyn Error>> {
    let robot = catalog::robot("ur5")?;
    let free = moving(&robot, &robot, 1.0)?;
    let loaded = moving(&robot, &robot.clone().with_payload(FRAME, *load)?, 1.1)?;
    let settings = PayloadSettings::default();
    Ok(identify_payload(&robot, &PayloadInputs::new(&[free], &[loaded], FRAME), &settings)?)
}

/// A gripper of 1.5 kg.
pub(crate) fn gripper() -> Inertial {
    Inertial {
        mass_kg: 1.5,
        com_in_link_m: Vec3::new(0.02, -0.01, 0.08),
        inertia_about_com_in_link: [0.004, 0.0, 0.0, 0.003, 0.0, 0.002],
    }
}

/// Half a minute of sines at 100 Hz; torques are those of `real`, stamps and joints as a log has them.
fn moving(robot: &Robot, real: &Robot, speed: f64) -> Result<Recording, Box<dyn Error>> {
    let mut scratch = Scratch::new(real);
    let (mut times, mut positions, mut torques) = (Vec::new(), Vec::new(), Vec::new());
    for k in 0..3000 {
        let t_s = f64::from(k) / 100.0;
        let states: Vec<[f64; 3]> =
            (0..6).map(|joint| swing(t_s, speed, f64::from(joint))).collect();
        let [q, qd, qdd] =
            [0, 1, 2].map(|i| states.iter().map(|state| state[i]).collect::<Vec<f64>>());
        times.push(t_s);
        torques.extend(inverse_dynamics(real, &mut scratch, &q, &qd, &qdd)?);
        positions.extend(q);
    }
    Ok(Recording::from_rows(robot, times, &positions, &torques)?)
}

/// Position, velocity and acceleration of a joint: two sines.
fn swing(t_s: f64, speed: f64, joint: f64) -> [f64; 3] {
    let rates = [0.6 + 0.11 * joint, 1.7 + 0.23 * joint].map(|rate| speed * rate);
    rates.iter().fold([0.0; 3], |[q, qd, qdd], w| {
        let (sin, cos) = (w * t_s + joint).sin_cos();
        [q + 0.5 * sin, qd + 0.5 * w * cos, qdd - 0.5 * w * w * sin]
    })
}
