//! Writes the preview of a made-up motion.
//!
//! `cargo run --release -p taufit-report --example sample_preview -- PREVIEW.html [ROBOT]`

mod sample_motion;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (path, robot) = match args.as_slice() {
        [path] => (path, "ur5"),
        [path, robot] => (path, robot.as_str()),
        _ => return Err("usage: sample_preview PREVIEW.html [ROBOT]".into()),
    };
    let (design, robot, scenery) = sample_motion::sample(robot)?;
    std::fs::write(path, taufit_report::render_preview(&design, &robot, &scenery)?)?;
    Ok(())
}
