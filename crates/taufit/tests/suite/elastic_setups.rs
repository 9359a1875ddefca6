//! The set-ups of Zollo et al. 2014: planar 2R and PUMA 560 with K = 2000 N m/rad, PD control with on-line gravity
//! compensation, quintic B-splines, 1 kHz, 1 250 000 counts per turn.

#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    reason = "every program uses its own part"
)]

use super::common::Dice;
use taufit::command::Command;
use taufit::excite::QuinticSpline;
use taufit::friction::{Friction, FrictionShape, FrictionTerm};
use taufit::methods::{ElasticMotion, ElasticResult, normalised_mean_error};
use taufit::model::RotorCoupling;
use taufit::model::{Motor, Robot, catalog};
use taufit::params::Param;
use taufit::signal::{ConditionSettings, TorqueFilter};
use taufit::sim::{
    ArmSettings, ControlSettings, EncoderSettings, Flexibility, PlantSettings, PositionLaw,
    SensorSettings, SimulatedArm, SimulatedRun, simulate,
};

/// Stiffness of every joint \[N·m/rad\].
pub const STIFFNESS: f64 = 2000.0;
/// Encoder steps per turn.
pub const COUNTS: f64 = 1_250_000.0;
/// Control points of the references per second \[1/s\].
const POINTS_PER_S: f64 = 3.0;
/// Samples per second \[Hz\].
pub const RATE_HZ: f64 = 1000.0;

/// A robot of the paper, how far its joints swing, and for how long.
pub struct Setup {
    pub robot: Robot,
    pub swing_rad: Vec<f64>,
    pub centre_rad: Vec<f64>,
    pub duration_s: f64,
    pub coupling: RotorCoupling,
    /// Damping of every spring \[N·m·s/rad\].
    pub damping: f64,
}

/// Friction of the motors: Coulomb, viscous and a break-away torque that decays with speed.
pub fn stribeck(coulomb: f64, viscous: f64) -> Friction {
    Friction {
        shape: FrictionShape::COULOMB_VISCOUS.with_stribeck(0.05, 2.0),
        viscous,
        coulomb,
        stribeck: 0.5 * coulomb,
        ..Friction::NONE
    }
}

/// Planar 2R. The paper's rotor inertias and friction are lost; these are of a size that fits the arm.
pub fn planar2r() -> Setup {
    let mut robot = catalog::robot("planar2r").unwrap();
    for (dof, (inertia, coulomb, viscous)) in
        [(0.5, 4.0, 3.0), (0.3, 2.0, 1.5)].into_iter().enumerate()
    {
        let motor =
            Motor { rotor_inertia_kg_m2: inertia, gear_ratio: Some(100.0), ..Motor::default() };
        robot = robot.with_motor(dof, motor).with_friction(dof, stribeck(coulomb, viscous));
    }
    Setup {
        robot,
        swing_rad: vec![1.2, 1.4],
        centre_rad: vec![-0.8, 0.2],
        duration_s: 8.9,
        coupling: RotorCoupling::Reduced,
        damping: 0.0,
    }
}

/// PUMA 560 with its published rotors; friction of the published size, symmetric and with a break-away.
pub fn puma560() -> Setup {
    let mut robot = catalog::robot("puma560").unwrap();
    for dof in 0..6 {
        let own = robot.dof_joint(dof).friction;
        let coulomb = 0.5 * (own.coulomb + own.coulomb_backward);
        robot = robot.with_friction(dof, stribeck(coulomb, own.viscous));
    }
    Setup {
        robot,
        swing_rad: vec![1.2, 0.9, 1.0, 1.5, 1.2, 1.8],
        centre_rad: vec![0.0, 0.6, -0.5, 0.0, 0.3, 0.0],
        duration_s: 20.0,
        coupling: RotorCoupling::Reduced,
        damping: 0.0,
    }
}

impl Setup {
    /// The reference of every joint: a quintic B-spline through random control points.
    pub fn reference(&self, seed: u64) -> Vec<QuinticSpline> {
        let mut dice = Dice::new(seed);
        let n_points = (POINTS_PER_S * self.duration_s) as usize;
        let joint = |(centre, swing): (&f64, &f64)| {
            let inner = |_: usize| centre + swing * dice.uniform(-1.0, 1.0);
            let mut points: Vec<f64> = (0..n_points).map(inner).collect();
            // At rest at both ends.
            let n = points.len();
            for k in 0..3 {
                points[k] = *centre;
                points[n - 1 - k] = *centre;
            }
            QuinticSpline { period_s: self.duration_s, points }
        };
        self.centre_rad.iter().zip(&self.swing_rad).map(joint).collect()
    }

    /// A run of the simulated arm; `exact` encoders have no steps.
    pub fn run(&self, seed: u64, exact: bool) -> SimulatedRun {
        let splines = self.reference(seed);
        let flexibility = Flexibility {
            rotors: self.coupling,
            damping: vec![self.damping],
            ..Flexibility::uniform(STIFFNESS)
        };
        let encoder = if exact {
            EncoderSettings::default()
        } else {
            EncoderSettings::counts_per_turn(COUNTS)
        };
        let settings = ArmSettings {
            plant: PlantSettings { flexibility: Some(flexibility), ..PlantSettings::default() },
            control: ControlSettings {
                law: PositionLaw::OnlineGravity,
                ..ControlSettings::default()
            },
            sensors: SensorSettings { encoder, ..SensorSettings::default() },
            ..ArmSettings::default()
        };
        let mut arm = SimulatedArm::new(&self.robot, &settings, &self.centre_rad).unwrap();
        let follow = |t_s: f64| {
            let states: Vec<[f64; 4]> = splines.iter().map(|s| s.at(t_s)).collect();
            let order = |k: usize| states.iter().map(|s| s[k]).collect::<Vec<f64>>();
            Command::follow(order(0), order(1), order(2))
        };
        simulate(&mut arm, follow, self.duration_s, RATE_HZ).unwrap()
    }
}

/// The true states of a run, without the moments at which a motor sticks.
pub fn true_motion(run: &SimulatedRun) -> ElasticMotion {
    let truth = &run.truth;
    let n = truth.t_s.len();
    let moves = |k: &usize| truth.signals.qd_motor.chunks(n).all(|v| v[*k].abs() > 1e-6);
    let kept: Vec<usize> = (0..n).filter(moves).collect();
    let pick = |x: &[f64]| -> Vec<f64> {
        x.chunks(n).flat_map(|x| kept.iter().map(|&k| x[k]).collect::<Vec<f64>>()).collect()
    };
    ElasticMotion::of_states(
        pick(&truth.t_s),
        [&pick(&truth.signals.q), &pick(&truth.signals.qd), &pick(&truth.signals.qdd)],
        [
            &pick(&truth.signals.q_motor),
            &pick(&truth.signals.qd_motor),
            &pick(&truth.signals.qdd_motor),
        ],
        &pick(&truth.signals.tau),
    )
    .unwrap()
}

/// Conditioning of the paper: Butterworth of fifth order at 20 Hz.
pub fn seed_filter() -> ConditionSettings {
    ConditionSettings {
        cutoff_hz: Some(20.0),
        order: 5,
        torque: TorqueFilter::Parallel { cutoff_hz: Some(20.0) },
        ..ConditionSettings::default()
    }
}

/// Which base parameters count in a mean error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Counted {
    /// The fourteen per joint of the paper: links, rotor, viscous and Coulomb friction, stiffness.
    Seed,
    /// The same without static friction.
    WithoutStatic,
}

/// Normalised mean error of a result against the truth.
pub fn mean_error(setup: &Setup, found: &ElasticResult, counted: Counted) -> f64 {
    let truth = found.truth(&setup.robot, &vec![STIFFNESS; setup.robot.n_dof()], &[]);
    let counts = |k: &usize| match found.layout.params()[found.base.independent()[*k]] {
        Param::Friction { term: FrictionTerm::Offset | FrictionTerm::Stribeck, .. } => false,
        Param::Friction { term: FrictionTerm::Coulomb, .. } => counted == Counted::Seed,
        _ => true,
    };
    let kept: Vec<usize> = (0..found.base.rank()).filter(counts).collect();
    let pick = |x: &[f64]| kept.iter().map(|&k| x[k]).collect::<Vec<f64>>();
    normalised_mean_error(&pick(&found.beta), &pick(&truth))
}

/// White noise on positions, velocities and accelerations of both sides, each channel with its own root
/// mean square over `ratio` as standard deviation: the signal-to-noise ratio of amplitudes.
pub fn noisy(motion: &ElasticMotion, ratio: f64, seed: u64) -> ElasticMotion {
    let mut dice = Dice::new(seed);
    let mut motion = motion.clone();
    for segment in &mut motion.segments {
        let n = segment.n_samples;
        for channels in [&mut segment.q, &mut segment.qd, &mut segment.qdd] {
            for channel in channels.chunks_mut(n) {
                let mean = channel.iter().sum::<f64>() / n as f64;
                let power: f64 = channel.iter().map(|x| (x - mean).powi(2)).sum();
                let sigma = (power / n as f64).sqrt() / ratio;
                channel.iter_mut().for_each(|x| *x += sigma * dice.normal());
            }
        }
    }
    motion
}
