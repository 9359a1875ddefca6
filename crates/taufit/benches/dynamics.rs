//! Microseconds per sample of the rigid-body algorithms, for six and seven axes.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::type_complexity,
    reason = "a measurement, not an interface"
)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::hint::black_box;
use taufit::dynamics::*;
use taufit::model::{Robot, catalog};
use taufit::params::{Layout, LayoutSettings};

const SAMPLES: usize = 1024;

/// Random states, sample index fastest, and the same states sample by sample.
struct States {
    channels: [Vec<f64>; 3],
    rows: Vec<[Vec<f64>; 3]>,
}

fn states(robot: &Robot) -> States {
    let mut dice = Pcg64::seed_from_u64(1);
    let n = robot.n_dof();
    let channels = [3.0, 2.0, 5.0].map(|scale| {
        (0..n * SAMPLES).map(|_| dice.random_range(-scale..scale)).collect::<Vec<f64>>()
    });
    let at = |x: &Vec<f64>, k: usize| (0..n).map(|j| x[j * SAMPLES + k]).collect();
    let rows = (0..SAMPLES).map(|k| [0, 1, 2].map(|c| at(&channels[c], k))).collect();
    States { channels, rows }
}

fn bench(criterion: &mut Criterion) {
    for name in ["ur5-kovincic", "ur5", "panda"] {
        let robot = catalog::robot(name).unwrap();
        let layout = Layout::new(&robot, &LayoutSettings::INERTIAL);
        let States { channels: [q, qd, qdd], rows } = states(&robot);
        let samples = Samples::new(SAMPLES, &q, &qd, &qdd);
        let mut scratch = Scratch::new(&robot);
        let mut regressor = Regressor::new(&robot, &layout);
        let columns: Vec<usize> = (0..layout.n_params()).collect();
        let mut block = RegressorBlock::new(&robot, &layout, &columns, SAMPLES);
        let mut tau = vec![0.0; q.len()];
        let mut gradient = RegressorGradient::new(&robot);
        let weights = vec![1.0; robot.n_dof() * layout.n_params()];

        let mut group = criterion.benchmark_group("per_sample");
        group.throughput(Throughput::Elements(SAMPLES as u64));
        let mut per_sample = |what: &str, run: &mut dyn FnMut(&[f64], &[f64], &[f64])| {
            group.bench_function(BenchmarkId::new(what, name), |b| {
                b.iter(|| rows.iter().for_each(|[q, qd, qdd]| run(q, qd, qdd)));
            });
        };
        per_sample("regressor", &mut |q, qd, qdd| {
            joint_torque_regressor(&robot, &layout, &mut scratch, (q, qd, qdd), &mut regressor)
                .unwrap();
            black_box(&regressor);
        });
        per_sample("regressor_gradient", &mut |q, qd, qdd| {
            let state = (q, qd, qdd);
            regressor_gradient(&robot, &layout, &mut scratch, state, &weights, &mut gradient)
                .unwrap();
            black_box(&gradient);
        });
        per_sample("rnea", &mut |q, qd, qdd| {
            black_box(rnea(&robot, &mut scratch, q, qd, qdd).unwrap());
        });
        per_sample("crba", &mut |q, _, _| {
            black_box(mass_matrix(&robot, &mut scratch, q).unwrap());
        });
        per_sample("aba", &mut |q, qd, qdd| {
            black_box(forward_dynamics(&robot, &mut scratch, q, qd, qdd).unwrap());
        });
        group.bench_function(BenchmarkId::new("regressor_block", name), |b| {
            b.iter(|| {
                regressor_block(&robot, &layout, &samples, &mut block).unwrap();
                black_box(&block);
            });
        });
        group.bench_function(BenchmarkId::new("rnea_block", name), |b| {
            b.iter(|| {
                rnea_block(&robot, &samples, &mut tau).unwrap();
                black_box(&tau);
            });
        });
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
