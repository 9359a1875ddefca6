//! Intervals over many seeds.

use super::*;

const SEEDS: u32 = 40;

/// How many 95 % intervals of each parameter hold, for a kilogram on a UR5.
fn inside(run: Run) -> [u32; 10] {
    let robot = arm("ur5");
    let mut inside = [0; 10];
    for seed in 0..SEEDS {
        let run = Run { seed: 50 + u64::from(seed), ..run };
        let found = weigh_tool(&robot, 1.0, run).found;
        for ((count, parameter), truth) in inside.iter_mut().zip(&found.parameters).zip(truth(1.0))
        {
            *count += u32::from(is_inside(parameter, truth));
        }
    }
    inside
}

#[test]
fn intervals_hold_as_often_as_they_claim() {
    let inside = inside(Run { duration_s: 20.0, ..Run::USUAL });
    // Of 40 intervals of 95 %, fewer than 34 inside has a chance of 1.4 in a hundred; of all 400, which are
    // correlated, 95 % are 380.
    assert!(inside.iter().all(|n| *n >= 34), "{inside:?}");
    let all: u32 = inside.iter().sum();
    assert!((366..=400).contains(&all), "{all} of 400 inside");
}

#[test]
fn noise_with_a_memory_of_a_third_of_a_second_widens_the_intervals_enough() {
    // Standard deviation of 2 N·m at the first joint, far more than a filter takes out: what the residuals
    // of real arms look like.
    let inside = inside(Run { duration_s: 20.0, noise_nm: 2.0, memory: 0.97, ..Run::USUAL });
    assert!(inside.iter().all(|n| *n >= 34), "{inside:?}");
}
