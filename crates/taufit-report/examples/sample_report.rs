//! Writes the report of a simulated UR5.
//!
//! `cargo run --release -p taufit-report --example sample_report -- REPORT.html [SAMPLES]`

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

mod sample;

use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (path, n_samples) = match args.as_slice() {
        [path] => (path, 5000),
        [path, n_samples] => (path, n_samples.parse()?),
        _ => return Err("usage: sample_report REPORT.html [SAMPLES]".into()),
    };
    let (study, series) = sample::sample(n_samples)?;
    let start = Instant::now();
    let html = taufit_report::render_report(&study, &series)?;
    println!("{} bytes in {:.1} ms", html.len(), start.elapsed().as_secs_f64() * 1e3);
    std::fs::write(path, html)?;
    Ok(())
}
