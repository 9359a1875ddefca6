//! Times the algorithms on the robots and samples of `bench/make_robots.py`.
//!
//! `cargo run --release -p taufit-io --example speed -- NAME BASE [repeats]` reads `BASE.urdf` and
//! `BASE.samples` and prints lines `taufit NAME what microseconds-per-sample`, minimum over repeats.

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;
use taufit::Result;
use taufit::dynamics::{
    Regressor, RegressorBlock, Samples, Scratch, forward_dynamics, joint_torque_regressor,
    mass_matrix, regressor_block, rnea, rnea_block,
};
use taufit::model::Robot;
use taufit::params::{Layout, LayoutSettings};

/// Samples per block: the regressors of one block stay in the second-level cache.
const BLOCK: usize = 64;

/// One sample: `q`, `qd`, `qdd`.
type Sample = [Vec<f64>; 3];

fn main() -> std::result::Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (name, base, repeats) = match args.as_slice() {
        [name, base] => (name, base, 100),
        [name, base, repeats] => (name, base, repeats.parse()?),
        _ => return Err("usage: speed NAME BASE [repeats]".into()),
    };
    let robot = taufit_io::read_robot(&format!("{base}.urdf"))?.robot;
    let samples = read_samples(&format!("{base}.samples"), robot.n_dof())?;

    println!("taufit {name} regressor_abs_sum {:.9}", regressor_abs_sum(&robot, &samples)?);
    let report = |what: &str, us: f64| println!("taufit {name} {what} {us:.4}");
    report("regressor", time_regressor(&robot, &samples, repeats)?);
    report("regressor_block", time_regressor_block(&robot, &samples, repeats)?);
    let mut scratch = Scratch::new(&robot);
    let one = |[q, qd, qdd]: &Sample| {
        black_box(rnea(&robot, &mut scratch, q, qd, qdd)?);
        Ok(())
    };
    report("rnea", time_single(&samples, repeats, one)?);
    report("rnea_block", time_rnea_block(&robot, &samples, repeats)?);
    let one = |[q, ..]: &Sample| {
        black_box(mass_matrix(&robot, &mut scratch, q)?);
        Ok(())
    };
    report("crba", time_single(&samples, repeats, one)?);
    let one = |[q, qd, tau]: &Sample| {
        black_box(forward_dynamics(&robot, &mut scratch, q, qd, tau)?);
        Ok(())
    };
    report("aba", time_single(&samples, repeats, one)?);
    Ok(())
}

/// Rows of `q qd qdd`, little-endian.
fn read_samples(path: &str, n_dof: usize) -> std::io::Result<Vec<Sample>> {
    let bytes = std::fs::read(path)?;
    let numbers: Vec<f64> = bytes
        .chunks_exact(size_of::<f64>())
        .map(|b| f64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]))
        .collect();
    let sample = |row: &[f64]| [0, 1, 2].map(|k| row[k * n_dof..(k + 1) * n_dof].to_vec());
    Ok(numbers.chunks_exact(3 * n_dof).map(sample).collect())
}

/// Microseconds per sample of the fastest repeat.
fn best_us(repeats: usize, n_samples: usize, mut work: impl FnMut() -> Result<()>) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..repeats {
        let start = Instant::now();
        work()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best * 1e6 / n_samples as f64)
}

/// One sample after the other.
fn time_single(
    samples: &[Sample],
    repeats: usize,
    mut work: impl FnMut(&Sample) -> Result<()>,
) -> Result<f64> {
    best_us(repeats, samples.len(), || samples.iter().try_for_each(&mut work))
}

/// Sum of the absolute values of all entries: the same for every library that is right.
fn regressor_abs_sum(robot: &Robot, samples: &[Sample]) -> Result<f64> {
    let layout = Layout::new(robot, &LayoutSettings::INERTIAL);
    let (mut scratch, mut y) = (Scratch::new(robot), Regressor::new(robot, &layout));
    let mut sum = 0.0;
    for [q, qd, qdd] in samples {
        joint_torque_regressor(robot, &layout, &mut scratch, (q, qd, qdd), &mut y)?;
        sum += y.as_slice().iter().map(|x| x.abs()).sum::<f64>();
    }
    Ok(sum)
}

fn time_regressor(robot: &Robot, samples: &[Sample], repeats: usize) -> Result<f64> {
    let layout = Layout::new(robot, &LayoutSettings::INERTIAL);
    let (mut scratch, mut y) = (Scratch::new(robot), Regressor::new(robot, &layout));
    time_single(samples, repeats, |[q, qd, qdd]| {
        joint_torque_regressor(robot, &layout, &mut scratch, (q, qd, qdd), &mut y)?;
        black_box(&y);
        Ok(())
    })
}

/// The samples in blocks, channel by channel, as a log holds them.
fn channels(samples: &[Sample], n_dof: usize) -> Vec<Sample> {
    let channel = |block: &[Sample], k: usize| {
        (0..n_dof).flat_map(|dof| block.iter().map(move |s| s[k][dof])).collect()
    };
    samples.chunks(BLOCK).map(|block| [0, 1, 2].map(|k| channel(block, k))).collect()
}

fn view([q, qd, qdd]: &Sample, n_dof: usize) -> Samples<'_> {
    Samples::new(q.len() / n_dof, q, qd, qdd)
}

fn time_regressor_block(robot: &Robot, samples: &[Sample], repeats: usize) -> Result<f64> {
    let layout = Layout::new(robot, &LayoutSettings::INERTIAL);
    let columns: Vec<usize> = (0..layout.n_params()).collect();
    let mut block = RegressorBlock::new(robot, &layout, &columns, BLOCK);
    let logs = channels(samples, robot.n_dof());
    best_us(repeats, samples.len(), || {
        for log in &logs {
            regressor_block(robot, &layout, &view(log, robot.n_dof()), &mut block)?;
            black_box(&block);
        }
        Ok(())
    })
}

fn time_rnea_block(robot: &Robot, samples: &[Sample], repeats: usize) -> Result<f64> {
    let logs = channels(samples, robot.n_dof());
    let mut tau = vec![0.0; robot.n_dof() * BLOCK];
    best_us(repeats, samples.len(), || {
        for log in &logs {
            let view = view(log, robot.n_dof());
            let tau = &mut tau[..robot.n_dof() * view.n_samples()];
            rnea_block(robot, &view, tau)?;
            black_box(tau);
        }
        Ok(())
    })
}
