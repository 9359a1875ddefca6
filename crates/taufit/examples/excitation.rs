//! Designs a motion that shows the parameters of an arm well, within its limits, and samples it.
//!
//! ```sh
//! cargo run --release -p taufit --example excitation > motion.csv
//! ```

use std::error::Error;
use taufit::excite::{Design, ExciteSettings, LimitSettings, Surroundings, design_motion};
use taufit::model::{Robot, catalog};

/// Largest velocity \[rad/s\], acceleration \[rad/s²\] and torque \[N·m\] of both joints.
pub(crate) const LARGEST: [f64; 3] = [2.0, 8.0, 500.0];

#[allow(clippy::print_stdout, reason = "the motion is the result of the program")]
fn main() -> Result<(), Box<dyn Error>> {
    let design = designed(&catalog::robot("planar2r")?)?;
    eprintln!("condition number {:.1}", design.condition_number);
    for forecast in &design.forecast {
        let Some(percent) = forecast.percent_sigma else { continue };
        eprintln!("{}: standard deviation {percent:.2} %", forecast.expression);
    }
    for t_s in design.trajectory.stamps_s(100.0) {
        let state = design.trajectory.at(t_s);
        println!("{t_s},{},{}", state.q[0], state.q[1]);
    }
    Ok(())
}

pub(crate) fn designed(robot: &Robot) -> Result<Design, Box<dyn Error>> {
    let [velocity, acceleration, torque] = LARGEST.map(|largest| Some(vec![largest; 2]));
    let settings = ExciteSettings {
        period_s: 8.0,
        limits: LimitSettings { velocity, acceleration, torque, ..LimitSettings::default() },
        n_starts: 2,
        n_iterations: 20,
        ..ExciteSettings::default()
    };
    let free_space = Surroundings { collisions: None, known: None };
    Ok(design_motion(robot, &settings, &free_space, &|_| true)?)
}
