//! Times the fit alone: from rows of `q, qd, qdd, tau` to base parameters with standard deviations,
//! and the physically consistent fit on top.
//!
//! `cargo run --release -p taufit-io --example fit_speed -- ROBOT TABLE.csv [RUNS]`, the table with a
//! header and the columns t, q.., dq.., ddq.., tau..

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

use std::error::Error;
use std::time::Instant;
use taufit::base::{Base, BaseSettings};
use taufit::dynamics::Samples;
use taufit::estimate::feasible::{FeasibleSettings, feasible_fit};
use taufit::estimate::{Weighting, least_squares, stacked};
use taufit::evidence::{RowSettings, Stretch, observe};
use taufit::params::{Layout, LayoutSettings};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (robot, table, runs) = match args.as_slice() {
        [robot, table] => (robot, table, 5),
        [robot, table, runs] => (robot, table, runs.parse()?),
        _ => return Err("usage: fit_speed ROBOT TABLE.csv [RUNS]".into()),
    };
    let robot = taufit_io::read_robot(robot)?.robot;
    let n_dof = robot.n_dof();
    let [q, qd, qdd, tau] = channels(&std::fs::read_to_string(table)?, n_dof)?;
    let n_samples = q.len() / n_dof;
    let (mut fastest, mut feasible_fastest) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..runs {
        let start = Instant::now();
        let layout = Layout::new(&robot, &LayoutSettings::default());
        let base = Base::new(&robot, &layout, &BaseSettings::default())?;
        let stretch = Stretch { samples: Samples::new(n_samples, &q, &qd, &qdd), tau: &tau };
        let evidence = observe(&robot, &layout, &base, &[stretch], &RowSettings::default())?;
        let estimate = least_squares(&evidence, Weighting::PerJoint)?;
        fastest = fastest.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let weights: Vec<f64> = estimate.residual_sigma.iter().map(|s| 1.0 / s).collect();
        let rows = stacked(&evidence, &weights);
        let settings = FeasibleSettings { prior_weight: Some(0.1), ..FeasibleSettings::default() };
        let nominal = layout.nominal(&robot);
        let fit = feasible_fit(&robot, &layout, &base, &rows.compressed(), &nominal, &settings)?;
        feasible_fastest = feasible_fastest.min(start.elapsed().as_secs_f64());
        assert!(fit.smallest_eigenvalues.iter().all(|e| *e > 0.0) && estimate.sigma[0] > 0.0);
    }
    println!(
        "{n_samples} samples, {runs} runs: fit {fastest:.4} s, physical fit {feasible_fastest:.4} s"
    );
    Ok(())
}

/// Positions, velocities, accelerations and torques, each joint by joint.
fn channels(text: &str, n_dof: usize) -> Result<[Vec<f64>; 4], Box<dyn Error>> {
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); 4 * n_dof];
    for line in text.lines().skip(1) {
        for (column, field) in columns.iter_mut().zip(line.split(',').skip(1)) {
            column.push(field.trim().parse()?);
        }
    }
    let part = |k: usize| columns[k * n_dof..(k + 1) * n_dof].concat();
    Ok([part(0), part(1), part(2), part(3)])
}
