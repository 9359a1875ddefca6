//! Errors of the identified models of the public data sets, joint by joint, beside the totals of their
//! reference protocol.
//!
//! `cargo run --release -p taufit-io --example public_scores -- DATA`

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

#[path = "../tests/suite/common/scoring.rs"]
mod scoring;

use std::error::Error;
use std::path::PathBuf;
use taufit::validate::Metrics;

fn main() -> Result<(), Box<dyn Error>> {
    let data = std::env::args().nth(1).ok_or("usage: public_scores DATA")?;
    println!("{:18} {:>9} {:>10} {:>9}   joints [%]", "set", "reference", "identified", "physical");
    for (name, reference, case) in scoring::cases(&PathBuf::from(data)) {
        let [identified, physical] = case.scores();
        let joints = |m: &Metrics| {
            m.joints.iter().map(|j| format!("{:6.2}", j.relative_percent)).collect::<String>()
        };
        let (a, b) = (identified.relative_percent, physical.relative_percent);
        println!("{name:18} {reference:9.2} {a:10.2} {b:9.2}   {}", joints(&identified));
    }
    Ok(())
}
