//! Coverage of the 95 % intervals of elastic joints on simulated arms with encoder steps and noisy torques.

use crate::common::Dice;
use crate::elastic_setups::{STIFFNESS, Setup, planar2r, puma560};
use std::collections::BTreeMap;
use std::ops::Range;
use taufit::friction::{Friction, FrictionTerm};
use taufit::methods::{ElasticResult, ElasticSettings, identify_elastic};
use taufit::params::Param;
use taufit::recording::Recording;

/// Noise of motor torques, over their standard deviation, joint by joint.
const NOISE: f64 = 0.02;

/// Noise and arm of a run.
#[derive(Clone, Copy, Debug)]
struct Condition {
    /// Correlation of the noise from sample to sample.
    memory: f64,
    /// Whether friction falls from rest by half of itself within 0.05 rad/s.
    stribeck: bool,
    /// Damping of the springs \[N·m·s/rad\].
    damping: f64,
}

const PLAIN: Condition = Condition { memory: 0.0, stribeck: false, damping: 0.0 };
const CONDITIONS: [Condition; 4] = [
    PLAIN,
    Condition { memory: 0.95, ..PLAIN },
    Condition { stribeck: true, ..PLAIN },
    Condition { damping: 3.0, ..PLAIN },
];

/// Intervals that hold the truth, and all of them, by kind of parameter.
type Counts = BTreeMap<&'static str, [usize; 2]>;

/// Identifies an arm with the defaults, one run per seed.
fn count(arm: fn() -> Setup, condition: Condition, seeds: Range<u64>, counts: &mut Counts) {
    for seed in seeds {
        let setup = setup(arm(), condition);
        let log = noisy(setup.run(seed, false).with_both_encoders(), condition.memory, seed);
        let found = identify_elastic(&setup.robot, &[log], &ElasticSettings::default()).unwrap();
        let n_dof = setup.robot.n_dof();
        let damping = vec![condition.damping; n_dof];
        let truth = found.truth(&setup.robot, &vec![STIFFNESS; n_dof], &damping);
        score(&found, &truth, counts);
    }
}

fn setup(mut setup: Setup, condition: Condition) -> Setup {
    for dof in (0..setup.robot.n_dof()).filter(|_| !condition.stribeck) {
        let own = setup.robot.dof_joint(dof).friction;
        let plain = Friction::coulomb_viscous(own.coulomb, own.viscous);
        setup.robot = setup.robot.with_friction(dof, plain);
    }
    Setup { damping: condition.damping, ..setup }
}

fn noisy(mut recording: Recording, memory: f64, seed: u64) -> Recording {
    let mut dice = Dice::new(seed ^ 0x5eed);
    let n = recording.n_samples();
    for channel in recording.effort.chunks_mut(n) {
        let mean = channel.iter().sum::<f64>() / n as f64;
        let power = channel.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n as f64;
        let mut noise = dice.normal();
        for x in channel {
            *x += NOISE * power.sqrt() * noise;
            noise = memory * noise + (1.0 - memory * memory).sqrt() * dice.normal();
        }
    }
    recording
}

fn score(found: &ElasticResult, truth: &[f64], counts: &mut Counts) {
    for (k, &column) in found.base.independent().iter().enumerate() {
        let (beta, sigma) = (found.beta[k], found.sigma[k]);
        let (kind, interval) = match found.layout.params()[column] {
            Param::Stiffness { dof } => {
                let spring = found.springs.iter().find(|spring| spring.dof == dof);
                let Some(interval) = spring.and_then(|s| s.interval) else { continue };
                ("stiffness", interval)
            }
            param => (kind(param), [beta - 1.96 * sigma, beta + 1.96 * sigma]),
        };
        let [inside, all] = counts.entry(kind).or_default();
        *inside += usize::from((interval[0]..=interval[1]).contains(&truth[k]));
        *all += 1;
    }
}

fn kind(param: Param) -> &'static str {
    match param {
        Param::Link { .. } => "links",
        Param::RotorInertia { .. } => "rotors",
        Param::Stiffness { .. } => "stiffness",
        Param::Damping { .. } => "damping",
        // With a Stribeck velocity that is not quite the true one there is no true coefficient.
        Param::Friction { term: FrictionTerm::Stribeck, .. } => "stribeck",
        Param::Friction { .. } => "friction",
    }
}

fn share(counts: &Counts, kinds: &[&str]) -> f64 {
    let of = counts.iter().filter(|(kind, _)| kinds.contains(kind));
    let sum = of.fold([0, 0], |sum, (_, c)| [sum[0] + c[0], sum[1] + c[1]]);
    sum[0] as f64 / sum[1].max(1) as f64
}

const ALL: [&str; 5] = ["links", "rotors", "stiffness", "damping", "friction"];

#[test]
fn intervals_cover_links_rotors_springs_and_friction() {
    let mut counts = Counts::new();
    for condition in CONDITIONS {
        count(planar2r, condition, 7000..7005, &mut counts);
    }
    println!("{counts:?}");
    // 40 rotors and 40 springs: 95 % of 40 less three standard deviations.
    for kind in ["rotors", "stiffness"] {
        assert!(share(&counts, &[kind]) >= 0.85, "{kind}: {counts:?}");
    }
    assert!((0.9..=0.99).contains(&share(&counts, &ALL)), "{counts:?}");
}

/// The study behind the test above: 100 runs of the planar arm, and some of a PUMA 560.
/// `cargo test --release -p taufit --test suite -- elastic::coverage --ignored --nocapture`
#[test]
#[ignore = "a minute of computation"]
fn a_hundred_runs() {
    let mut whole = Counts::new();
    for condition in CONDITIONS {
        let mut counts = Counts::new();
        count(planar2r, condition, 8000..8025, &mut counts);
        println!("planar, {condition:?}: {:.3} {counts:?}", share(&counts, &ALL));
        for (kind, [inside, all]) in counts {
            let sum = whole.entry(kind).or_default();
            *sum = [sum[0] + inside, sum[1] + all];
        }
    }
    println!("planar: {:.3} {whole:?}", share(&whole, &ALL));
    for condition in [PLAIN, Condition { damping: 3.0, stribeck: true, ..PLAIN }] {
        let mut counts = Counts::new();
        count(puma560, condition, 8000..8004, &mut counts);
        println!("PUMA 560, {condition:?}: {:.3} {counts:?}", share(&counts, &ALL));
    }
    assert!((0.9..=0.98).contains(&share(&whole, &ALL)), "{whole:?}");
}
