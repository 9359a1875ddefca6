//! Guard: checks of every packet, and of missing packets, that end a run.

mod consistency;
mod speed_scaling;
mod timing;

pub(crate) use speed_scaling::SpeedScalingEstimator;
pub(crate) use timing::ClockReading;

use crate::connection::{ConnectionInfo, RobotFeedback};
use crate::error::{Error, Result};
use consistency::Consistency;
use taufit::diagnostics::InputError;
use taufit::experiment::GuardSettings;
use taufit::model::Robot;
use taufit::recording::EffortKind;
use timing::FeedbackTiming;

/// Multiple of a joint's speed limit beyond which a position has jumped.
const JUMP_SPEED_FACTOR: f64 = 3.0;

/// Speed beyond which the position of a joint without speed limit has jumped \[rad/s or m/s\].
const MAX_SPEED: f64 = 50.0;

/// Bounds of one joint.
#[derive(Clone, Debug)]
struct Bounds {
    joint: String,
    lower: f64,
    upper: f64,
    speed: f64,
    torque: f64,
    /// Torque per unit of effort.
    torque_per_effort: f64,
}

/// Guard of a run.
#[derive(Clone, Debug)]
pub(crate) struct RunGuard {
    settings: GuardSettings,
    bounds: Vec<Bounds>,
    period_s: f64,
    timing: FeedbackTiming,
    consistency: Consistency,
    last: Option<RobotFeedback>,
    /// Positions and reference at the beginning of the motion.
    phase_start: Option<(Vec<f64>, Vec<f64>)>,
    /// Largest distance from the reference so far \[rad or m\], and its joint.
    worst: (f64, usize),
}

impl RunGuard {
    pub(crate) fn new(
        robot: &Robot,
        info: &ConnectionInfo,
        settings: GuardSettings,
        at: ClockReading,
    ) -> Self {
        let bounds = robot.dof_joint_iter().map(|joint| {
            let constant = joint.motor.torque_constant_nm_a.unwrap_or(0.0);
            let margin = settings.position_margin_rad;
            Bounds {
                joint: joint.name.clone(),
                lower: joint.limits.lower.map_or(f64::NEG_INFINITY, |x| x + margin),
                upper: joint.limits.upper.map_or(f64::INFINITY, |x| x - margin),
                speed: joint.limits.velocity.map_or(f64::INFINITY, |v| settings.velocity_share * v),
                torque: joint.limits.effort.map_or(f64::INFINITY, |t| settings.effort_share * t),
                torque_per_effort: match info.effort_kind {
                    EffortKind::Torque => 1.0,
                    EffortKind::Current => constant,
                },
            }
        });
        Self {
            settings,
            bounds: bounds.collect(),
            period_s: 1.0 / info.rate_hz,
            timing: FeedbackTiming::new(settings.stale_s, at.local_s),
            consistency: Consistency::default(),
            last: None,
            phase_start: None,
            worst: (0.0, 0),
        }
    }

    /// Largest distance from the reference so far \[rad or m\], and its joint.
    pub(crate) fn worst_tracking(&self) -> (f64, &str) {
        let (distance, dof) = self.worst;
        (distance, self.bounds.get(dof).map_or("", |bounds| &bounds.joint))
    }

    /// Whether a packet is new; refuses a clock that was set back.
    pub(crate) fn is_new(&mut self, packet: &RobotFeedback, at: ClockReading) -> Result<bool> {
        self.timing.is_new(packet.t_s, at)
    }

    /// Checks a packet, or the silence if there is none. `q_ref` is the reference.
    pub(crate) fn check_packet(
        &mut self,
        at: ClockReading,
        packet: Option<&RobotFeedback>,
        q_ref: Option<&[f64]>,
    ) -> Result<()> {
        let Some(packet) = packet else { return self.timing.check_silence(at) };
        let since_s = self.timing.since_last_s(packet.t_s, at);
        let checked =
            (self.timing.accept(packet.t_s, at)).and_then(|()| self.check(packet, since_s, q_ref));
        self.last = Some(packet.clone());
        checked
    }

    /// Refuses a motion that does not begin at the last position.
    pub(crate) fn check_start(&mut self, q_ref: &[f64]) -> Result<()> {
        let Some(RobotFeedback { t_s, q, .. }) = self.last.clone() else { return Ok(()) };
        self.phase_start = Some((q.clone(), q_ref.to_vec()));
        (0..q.len().min(q_ref.len())).try_for_each(|dof| self.check_tracking(dof, &q, q_ref, t_s))
    }

    fn check(&mut self, packet: &RobotFeedback, since_s: f64, q_ref: Option<&[f64]>) -> Result<()> {
        let RobotFeedback { t_s, q, qd, effort, .. } = packet;
        for (what, values) in [("positions", q), ("velocities", qd), ("efforts", effort)] {
            let (expected, found) = (self.bounds.len(), values.len());
            if found != expected {
                let mismatch = InputError::LengthMismatch { what, expected, found };
                return Err(taufit::Error::from(mismatch).into());
            }
        }
        for dof in 0..self.bounds.len() {
            let values = [("position", q[dof]), ("velocity", qd[dof]), ("effort", effort[dof])];
            self.check_finite(dof, values, *t_s)?;
            // A jump first: it explains further errors.
            self.check_jump(dof, packet, since_s)?;
            self.bounds[dof].check_position(q[dof], *t_s)?;
            self.bounds[dof].check_speed(qd[dof], *t_s)?;
            self.bounds[dof].check_torque(effort[dof], *t_s)?;
            if let Some(q_ref) = q_ref {
                self.check_tracking(dof, q, q_ref, *t_s)?;
            }
        }
        self.check_consistency(packet, since_s, q_ref)
    }

    fn check_consistency(
        &mut self,
        packet: &RobotFeedback,
        since_s: f64,
        q_ref: Option<&[f64]>,
    ) -> Result<()> {
        let Self { consistency, bounds, last, settings, .. } = self;
        let Some(last) = last else { return Ok(()) };
        let expected = (q_ref, settings.stale_s);
        let name = |dof: usize| bounds[dof].joint.clone();
        consistency.check((last, packet), since_s, expected, name)
    }

    fn check_finite(&self, dof: usize, values: [(&'static str, f64); 3], t_s: f64) -> Result<()> {
        match values.into_iter().find(|(_, value)| !value.is_finite()) {
            None => Ok(()),
            Some((quantity, _)) => {
                Err(Error::NotFinite { joint: self.bounds[dof].joint.clone(), quantity, t_s })
            }
        }
    }

    fn check_jump(&self, dof: usize, packet: &RobotFeedback, since_s: f64) -> Result<()> {
        let Some(last) = &self.last else { return Ok(()) };
        let (before, after, t_s) = (last.q[dof], packet.q[dof], packet.t_s);
        // Stamps may jitter: a step is at least one period.
        let step_s = since_s.max(self.period_s);
        let reach: Vec<f64> = self
            .bounds
            .iter()
            .map(|joint| step_s * (JUMP_SPEED_FACTOR * joint.speed).min(MAX_SPEED))
            .collect();
        if (after - before).abs() <= reach[dof] {
            return Ok(());
        }
        if let Some(other) = consistency::exchanged_by_jump(dof, &last.q, &packet.q, &reach) {
            return Err(self.swapped(dof, other, t_s));
        }
        let joint = self.bounds[dof].joint.clone();
        Err(Error::Jump { joint, before, after, step_s, t_s })
    }

    fn check_tracking(&mut self, dof: usize, q: &[f64], q_ref: &[f64], t_s: f64) -> Result<()> {
        let (distance, allowed) = ((q[dof] - q_ref[dof]).abs(), self.settings.tracking_error_rad);
        if distance > self.worst.0 {
            self.worst = (distance, dof);
        }
        if distance <= allowed {
            return Ok(());
        }
        if let Some((q_0, q_ref_0)) = &self.phase_start {
            let since = |now: &[f64], then: &[f64]| -> Vec<f64> {
                now.iter().zip(then).map(|(now, then)| now - then).collect()
            };
            if let Some(other) =
                consistency::exchanged_by_motion(dof, &since(q, q_0), &since(q_ref, q_ref_0))
            {
                return Err(self.swapped(dof, other, t_s));
            }
        }
        let joint = self.bounds[dof].joint.clone();
        Err(Error::Tracking { joint, q: q[dof], q_ref: q_ref[dof], allowed, t_s })
    }

    fn swapped(&self, dof: usize, other: usize, t_s: f64) -> Error {
        let name = |dof: usize| self.bounds[dof].joint.clone();
        Error::SwappedJoints { joint: name(dof), other: name(other), t_s }
    }
}

impl Bounds {
    fn check_position(&self, q: f64, t_s: f64) -> Result<()> {
        let Self { lower, upper, .. } = *self;
        if (lower..=upper).contains(&q) {
            return Ok(());
        }
        Err(Error::PositionLimit { joint: self.joint.clone(), q, lower, upper, t_s })
    }

    fn check_speed(&self, qd: f64, t_s: f64) -> Result<()> {
        if qd.abs() <= self.speed {
            return Ok(());
        }
        Err(Error::TooFast { joint: self.joint.clone(), qd, allowed: self.speed, t_s })
    }

    fn check_torque(&self, effort: f64, t_s: f64) -> Result<()> {
        let tau = effort * self.torque_per_effort;
        if tau.abs() <= self.torque {
            return Ok(());
        }
        Err(Error::TooStrong { joint: self.joint.clone(), tau, allowed: self.torque, t_s })
    }
}
