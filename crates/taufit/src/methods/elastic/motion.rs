//! From logs with two encoders per joint to the motion of links and motors.

use super::bandwidth::within_noise;
use super::encoders::{check_encoders, coarse_joints};
use super::settings::ElasticSettings;
use super::solve::Spring;
use crate::diagnostics::{
    DataError, InputError, Result, SignalWarning, Warning, name_list, suggest,
};
use crate::dynamics::{Samples, rnea_block};
use crate::evidence::{RowSettings, sliding_rows};
use crate::friction::Friction;
use crate::methods::ReversalMask;
use crate::methods::common::{DespikedLog, SampleBound, despiked, read_motions, unwatched};
use crate::model::{Motor, Robot};
use crate::recording::{Log, Recording};
use crate::signal::{ConditionSettings, Motion, ParallelFilter, Segment, acceleration, velocity};
use crate::survey::{Accepted, LogUse, gate};

/// The motion of links and motors.
///
/// In its segments the first `n` channels of `q`, `qd`, `qdd` are those of the links and the next `n`
/// those of the motors, seen from the joint side; a joint with one encoder has the same in both. So has
/// `tau`, whose second half are the motor torques.
#[derive(Clone, Debug)]
pub struct ElasticMotion {
    /// Stretches without gap.
    pub segments: Vec<Segment>,
    /// The log that each stretch comes from, counted from 0.
    pub log_of: Vec<usize>,
    /// The low pass that is still to be applied to torques and model alike.
    pub filter: Option<ParallelFilter>,
    /// Samples per second \[Hz\].
    pub rate_hz: f64,
    /// Cut-off of the low pass of the positions \[Hz\].
    pub cutoff_hz: f64,
    /// Speed of every motor below which it does not slide for certain \[rad/s or m/s\]; rows that touch
    /// slower moments are left out of fits. Empty: all rows count.
    pub slow_speeds: Vec<f64>,
    /// Warnings about the logs.
    pub warnings: Vec<Warning>,
    /// Findings about the logs that were accepted by their code.
    pub accepted: Accepted,
}

/// Joints whose spring can be identified.
pub(super) fn elastic_joints(robot: &Robot, settings: &ElasticSettings) -> Result<Vec<bool>> {
    let names: Vec<&str> = robot.dof_joint_iter().map(|j| j.name.as_str()).collect();
    let assumed = settings.assumed_stiffness.iter().map(|(name, _)| name);
    for name in settings.joints.iter().chain(assumed) {
        if !names.contains(&name.as_str()) {
            return Err(InputError::UnknownName {
                what: "joint",
                name: name.clone(),
                suggestion: suggest(name, names.iter().copied()),
                available: name_list(names.iter()),
            }
            .into());
        }
    }
    let is_assumed = |name: &str| settings.assumed_stiffness.iter().any(|(n, _)| n == name);
    let is_named =
        |name: &str| settings.joints.is_empty() || settings.joints.iter().any(|n| n == name);
    Ok(names.iter().map(|name| is_named(name) && !is_assumed(name)).collect())
}

impl ElasticMotion {
    /// Reads and conditions all logs, on one grid and with the cut-offs of the fastest. Of logs of more than
    /// 65 536 samples together, evenly spread windows of 32 768 are kept, about as many samples in all.
    pub fn read<L: Log>(robot: &Robot, logs: &[L], settings: &ElasticSettings) -> Result<Self> {
        settings.validate()?;
        if logs.is_empty() {
            return Err(DataError::TooFewSamples { what: "the logs", needed: 1, found: 0 }.into());
        }
        let is_elastic = elastic_joints(robot, settings)?;
        let (mut samples, mut findings) = (Vec::new(), Vec::new());
        for log in logs {
            let head = log.head(BOUND.most_samples)?;
            head.check_joints(robot)?;
            check_encoders(robot, &head, &is_elastic)?;
            findings.extend(coarse_joints(robot, &head, &is_elastic));
            samples.push(both_sides(robot, &head, &is_elastic));
        }
        let accepted = gate(robot, logs, &[], LogUse::ElasticMotion, &settings.gate)?;
        let despiked = despiked(logs, settings.spike_factor, &unwatched)?;
        let both = |log| BothSides { log, robot, is_elastic: &is_elastic };
        let both: Vec<BothSides<'_, _>> = despiked.iter().map(both).collect();
        let mut motion = Self::conditioned(robot, &both, &samples, &settings.condition)?;
        findings.extend(despiked.iter().flat_map(DespikedLog::warnings));
        motion.accepted = accepted;
        motion.warnings.extend(findings);
        motion.estimate_links(robot, settings)?;
        Ok(motion)
    }

    /// Conditions all logs; `samples` are the beginnings of them.
    fn conditioned<L: Log>(
        robot: &Robot,
        logs: &[BothSides<'_, L>],
        samples: &[Recording],
        settings: &ConditionSettings,
    ) -> Result<Self> {
        let constants: Vec<Option<f64>> =
            robot.dof_joint_iter().map(|j| j.motor.torque_constant_nm_a).collect();
        let constants = [constants.clone(), constants].concat();
        let conditioned = |settings: &ConditionSettings| -> Result<Vec<Motion>> {
            read_motions(logs.iter().map(|log| (log, &constants[..])), settings, BOUND)
        };
        let first = conditioned(settings)?;
        let shared = settings.shared_by(&first);
        let motions = conditioned(&within_noise(settings, shared, samples, &first))?;
        let first = motions.first();
        let log_of = motions.iter().enumerate().flat_map(|(k, m)| vec![k; m.segments.len()]);
        Ok(Self {
            filter: first.map(Motion::parallel_filter).transpose()?.flatten(),
            rate_hz: first.map_or(0.0, |m| m.rate_hz),
            cutoff_hz: first.map_or(0.0, |m| m.cutoff_hz),
            slow_speeds: Vec::new(),
            accepted: Accepted::new(),
            warnings: motions.iter().flat_map(|m| m.warnings.clone()).filter(is_news).collect(),
            log_of: log_of.collect(),
            segments: motions.iter().flat_map(|m| m.segments.clone()).collect(),
        })
    }

    /// States that are known already, sample index fastest, channels one after the other: those of the
    /// links, those of the motors and the motor torques.
    pub fn of_states(
        t_s: Vec<f64>,
        links: [&[f64]; 3],
        motors: [&[f64]; 3],
        tau: &[f64],
    ) -> Result<Self> {
        let n_samples = t_s.len();
        let expected = tau.len();
        for found in links.iter().chain(&motors).map(|x| x.len()) {
            if found != expected || n_samples == 0 || !expected.is_multiple_of(n_samples) {
                return Err(InputError::LengthMismatch {
                    what: "states of the arm",
                    expected,
                    found,
                }
                .into());
            }
        }
        let both = |order: usize| [links[order], motors[order]].concat();
        let rate_hz = match t_s.as_slice() {
            [first, .., last] => (n_samples - 1) as f64 / (last - first),
            _ => 0.0,
        };
        let segment = Segment {
            t_s,
            n_samples,
            q: both(0),
            qd: both(1),
            qdd: both(2),
            tau: [vec![0.0; expected].as_slice(), tau].concat(),
        };
        let (segments, log_of) = (vec![segment], vec![0]);
        let (filter, warnings, slow_speeds) = (None, Vec::new(), Vec::new());
        let cutoff_hz = 0.5 * rate_hz;
        let accepted = Accepted::new();
        Ok(Self { segments, log_of, filter, rate_hz, cutoff_hz, slow_speeds, warnings, accepted })
    }

    /// With the rows near velocity reversals of every motor named, by the motion itself.
    #[must_use]
    pub(super) fn masked(mut self, mask: ReversalMask, n_dof: usize) -> Self {
        let rows =
            || RowSettings { filter: self.filter.clone(), slow_speeds: vec![0.0; 2 * n_dof] };
        let sample: Vec<(Segment, RowSettings)> =
            self.segments.iter().map(|segment| (segment.clone(), rows())).collect();
        self.slow_speeds = mask.slow_speeds(&sample, &vec![true; 2 * n_dof]).split_off(n_dof);
        self
    }

    /// Per stretch, whether the motor of a coordinate slides throughout each row.
    pub(super) fn sliding_rows(&self, dof: usize) -> Vec<Vec<bool>> {
        let slow = self.slow_speeds.get(dof).copied().unwrap_or(0.0);
        let rows = |segment: &Segment| {
            let n = segment.n_samples;
            let motor = segment.qd.len() / (2 * n.max(1)) + dof;
            sliding_rows(self.filter.as_ref(), &segment.qd[motor * n..][..n], slow)
        };
        self.segments.iter().map(rows).collect()
    }

    /// The beginning of every log, and the `share` at its end that is not fitted.
    pub(super) fn split(&self, share: f64) -> (Self, Self) {
        let mut parts = (self.clone(), self.clone());
        for part in [&mut parts.0, &mut parts.1] {
            part.segments.clear();
            part.log_of.clear();
        }
        for log in 0..self.n_logs() {
            let of_log = || self.segments.iter().zip(&self.log_of).filter(|(_, l)| **l == log);
            let total: usize = of_log().map(|(segment, _)| segment.n_samples).sum();
            let mut left = total - (share * total as f64).round() as usize;
            for (segment, _) in of_log() {
                let cut = left.min(segment.n_samples);
                left -= cut;
                for (part, range) in
                    [(&mut parts.0, 0..cut), (&mut parts.1, cut..segment.n_samples)]
                {
                    if !range.is_empty() {
                        part.segments.push(segment.range(range.start, range.end));
                        part.log_of.push(log);
                    }
                }
            }
        }
        parts
    }

    /// Number of logs.
    pub(super) fn n_logs(&self) -> usize {
        self.log_of.iter().max().map_or(0, |last| last + 1)
    }

    /// Without the torques that the robot's own rotors take: `τ − Ia θ̈`.
    #[must_use]
    pub(super) fn without_rotors(&self, robot: &Robot) -> Self {
        let mut motion = self.clone();
        let n_dof = robot.n_dof();
        for segment in &mut motion.segments {
            let n = segment.n_samples;
            for (dof, joint) in robot.dof_joint_iter().enumerate() {
                let channel = (n_dof + dof) * n..(n_dof + dof + 1) * n;
                let inertia = joint.motor.rotor_inertia_kg_m2;
                let accelerations = &segment.qdd[channel.clone()];
                for (tau, thdd) in segment.tau[channel].iter_mut().zip(accelerations) {
                    *tau -= inertia * thdd;
                }
            }
        }
        motion
    }

    /// Takes lag and shift off the links: `q(t) = q_meas(t + lag) + shift`, by Taylor's series up to the
    /// jerk, as the load of a ringing link follows its acceleration.
    pub(super) fn aligned(&self, springs: &[Option<Spring>]) -> Result<Self> {
        let mut motion = self.clone();
        for (segment, &log) in motion.segments.iter_mut().zip(&self.log_of) {
            let n = segment.n_samples;
            for (dof, spring) in springs.iter().enumerate() {
                let Some(spring) = spring else { continue };
                let (lag_s, shift) = (spring.lag_s, spring.shift[log]);
                let channel = dof * n..(dof + 1) * n;
                if lag_s == 0.0 {
                    segment.q[channel].iter_mut().for_each(|q| *q += shift);
                    continue;
                }
                let jerk = velocity(&segment.qdd[channel.clone()], self.rate_hz)?;
                for (k, jerk) in channel.zip(jerk) {
                    let (qd, qdd) = (segment.qd[k], segment.qdd[k]);
                    segment.q[k] += lag_s * (qd + 0.5 * lag_s * (qdd + lag_s / 3.0 * jerk)) + shift;
                    segment.qd[k] += lag_s * (qdd + 0.5 * lag_s * jerk);
                    segment.qdd[k] += lag_s * jerk;
                }
            }
        }
        Ok(motion)
    }

    /// Where the stiffness is assumed, `q = θ − τ_nominal(θ)/K`.
    fn estimate_links(&mut self, robot: &Robot, settings: &ElasticSettings) -> Result<()> {
        if settings.assumed_stiffness.is_empty() {
            return Ok(());
        }
        let n_dof = robot.n_dof();
        let links_only = (0..n_dof).fold(robot.clone(), |robot, dof| {
            robot.with_motor(dof, Motor::default()).with_friction(dof, Friction::NONE)
        });
        for segment in &mut self.segments {
            let n = segment.n_samples;
            let motors = |x: &[f64]| x[n_dof * n..].to_vec();
            let (q, qd, qdd) = (motors(&segment.q), motors(&segment.qd), motors(&segment.qdd));
            let mut load = vec![0.0; n_dof * n];
            rnea_block(&links_only, &Samples::new(n, &q, &qd, &qdd), &mut load)?;
            for (name, stiffness) in &settings.assumed_stiffness {
                let Some(dof) = robot.dof_joint_iter().position(|j| j.name == *name) else {
                    continue;
                };
                let sag: Vec<f64> =
                    load[dof * n..(dof + 1) * n].iter().map(|t| t / stiffness).collect();
                let (rate, bend) =
                    (velocity(&sag, self.rate_hz)?, acceleration(&sag, self.rate_hz)?);
                for k in 0..n {
                    let at = dof * n + k;
                    segment.q[at] = q[at] - sag[k];
                    segment.qd[at] = qd[at] - rate[k];
                    segment.qdd[at] = qdd[at] - bend[k];
                }
            }
        }
        Ok(())
    }
}

/// Samples that are kept of all logs together, at their full rate: springs ring far above the motion.
const BOUND: SampleBound = SampleBound { most_samples: 1 << 16, thins: false };

/// A log with links and motors as one set of channels.
struct BothSides<'a, L> {
    log: &'a L,
    robot: &'a Robot,
    is_elastic: &'a [bool],
}

impl<L: Log> Log for BothSides<'_, L> {
    fn source(&self) -> &str {
        self.log.source()
    }

    fn read(&self, take: &mut dyn FnMut(&Recording) -> Result<()>) -> Result<()> {
        self.log.read(&mut |piece| take(&both_sides(self.robot, piece, self.is_elastic)))
    }
}

/// Links and motors as one set of channels.
fn both_sides(robot: &Robot, recording: &Recording, is_elastic: &[bool]) -> Recording {
    let q_motor = recording.q_motor.as_ref().unwrap_or(&recording.q);
    let n = recording.n_samples();
    // A rigid joint moves as its motor does.
    let link =
        |dof: usize| if is_elastic[dof] { recording.q(dof) } else { &q_motor[dof * n..][..n] };
    let q: Vec<f64> = (0..robot.n_dof()).flat_map(|dof| link(dof).to_vec()).collect();
    let named = recording.joints.iter().map(|joint| format!("{joint}{LINK}"));
    Recording {
        joints: named.chain(recording.joints.clone()).collect(),
        q: [q.as_slice(), q_motor].concat(),
        q_motor: None,
        effort: [recording.effort.as_slice(), &recording.effort].concat(),
        qd: None,
        source: recording.source.clone(),
        t_s: recording.t_s.clone(),
        effort_kind: recording.effort_kind,
    }
}

/// Suffix of the channel of a link beside that of its motor, in messages too.
const LINK: &str = ".link";

/// Efforts are those of motors: what is said of a link's effort was said before.
fn is_news(warning: &Warning) -> bool {
    !matches!(warning.kind(), Some(SignalWarning::ConstantChannel { quantity: "effort", joint, .. }
        | SignalWarning::HeldChannel { quantity: "effort", joint, .. }) if joint.ends_with(LINK)
    )
}
