//! Smallest detected push against the rate of false alarms: a simulated UR5 at work, whose model and
//! friction are known to some percent. `cargo run --release -p taufit --example contact_roc`

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "printing is what this program is for"
)]

#[path = "../tests/suite/common/mod.rs"]
mod common;
#[path = "../tests/suite/pushed_ur5.rs"]
mod pushed_ur5;

use common::Dice;
use pushed_ur5::{contacts, known, learned, push, ur5, work};
use taufit::methods::DetectionSettings;
use taufit::recording::Recording;
use taufit::sim::ExternalWrench;
use taufit::study::DetectedContact;

/// Forces of the pushes \[N\].
const FORCES_N: [f64; 5] = [4.0, 7.0, 10.0, 15.0, 25.0];
/// False alarms that the thresholds are learned for \[1/h\].
const RATES_PER_HOUR: [f64; 5] = [1000.0, 100.0, 10.0, 1.0, 0.1];
/// Work without pushes: runs, and how long each is \[s\].
const FREE: (u64, f64) = (15, 120.0);
const RUNS_PER_FORCE: u64 = 3;
const PUSHES_PER_RUN: usize = 20;
/// A push that is found later was missed, or found too late to matter \[s\].
const IN_TIME_S: f64 = 0.1;

fn main() {
    let free: Vec<Recording> =
        (0..FREE.0).map(|k| work(&ur5(), 400 + k, FREE.1, Vec::new())).collect();
    let pushed: Vec<Vec<Pushed>> =
        FORCES_N.iter().enumerate().map(|(k, force_n)| runs(*force_n, 1000 * k as u64)).collect();
    let minutes = FREE.0 as f64 * FREE.1 / 60.0;
    print!("| learned for [1/h] | false alarms in {minutes:.0} min |");
    FORCES_N.iter().for_each(|force_n| print!(" {force_n:.0} N |"));
    println!("\n|---|---|{}", "---|".repeat(FORCES_N.len()));
    for false_alarms_per_hour in RATES_PER_HOUR {
        let settings = DetectionSettings { false_alarms_per_hour, ..DetectionSettings::default() };
        let (robot, thresholds) = (known(&ur5()), learned(&settings));
        let look = |log: &Recording| contacts(&robot, &thresholds, log, &settings);
        let n_false: usize = free.iter().map(|log| look(log).len()).sum();
        print!("| {false_alarms_per_hour} | {n_false} |");
        for runs in &pushed {
            let outcomes: Vec<Option<f64>> =
                runs.iter().flat_map(|run| run.delays_s(&look(&run.log))).collect();
            print!(" {} |", in_words(&outcomes));
        }
        println!();
    }
}

/// A run, and when it was pushed.
struct Pushed {
    log: Recording,
    from_s: Vec<f64>,
}

impl Pushed {
    /// Delay of the detection of each push; none where none was in time.
    fn delays_s(&self, found: &[DetectedContact]) -> Vec<Option<f64>> {
        let delay = |from_s: &f64| {
            let mut delays = found.iter().map(|contact| contact.from_s - from_s);
            delays.find(|delay_s| (0.0..=IN_TIME_S).contains(delay_s))
        };
        self.from_s.iter().map(delay).collect()
    }
}

/// Pushes of one strength in all directions, 0.3 s each.
fn runs(force_n: f64, seed: u64) -> Vec<Pushed> {
    let mut dice = Dice::new(seed + 9);
    (0..RUNS_PER_FORCE)
        .map(|run| {
            let pushes: Vec<ExternalWrench> = (0..PUSHES_PER_RUN)
                .map(|k| {
                    let from_s = 2.0 + 2.0 * k as f64 + dice.uniform(0.0, 0.5);
                    push(dice.unit() * force_n, from_s, 0.3)
                })
                .collect();
            let from_s = pushes.iter().map(|push| push.from_s).collect();
            Pushed { log: work(&ur5(), seed + 200 + run, 43.0, pushes), from_s }
        })
        .collect()
}

/// Share that was found, and the median delay.
fn in_words(outcomes: &[Option<f64>]) -> String {
    let mut delays: Vec<f64> = outcomes.iter().flatten().copied().collect();
    delays.sort_by(f64::total_cmp);
    let share = 100.0 * delays.len() as f64 / outcomes.len() as f64;
    match delays.get(delays.len() / 2) {
        Some(median_s) => format!("{share:.0} %, {:.0} ms", 1e3 * median_s),
        None => "0 %".to_owned(),
    }
}
