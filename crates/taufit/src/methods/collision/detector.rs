//! Contacts, as they happen.

use super::contact::contact_force;
use super::observer::Moment;
use super::observer_feed::{ObserverFeed, Pace};
use super::settings::DetectionSettings;
use crate::diagnostics::{ContactError, InputError, Result};
use crate::dynamics::Scratch;
use crate::model::{Frame, Robot};
use crate::recording::Recording;
use crate::study::{DetectedContact, JointThreshold, Thresholds};

/// Takes stamp, residuals and thresholds in force of a sample.
pub type TakeResidual<'t> = &'t mut dyn FnMut(f64, &[f64], &[f64]);

/// Finds contacts sample by sample: feed it from a log or from a robot.
#[derive(Debug)]
pub struct ContactDetector<'r> {
    robot: &'r Robot,
    feed: ObserverFeed<'r>,
    monitor: ThresholdMonitor<'r>,
}

impl<'r> ContactDetector<'r> {
    /// A detector that has seen nothing. `frame` is where contacts are expected, such as the tool.
    pub fn new(
        robot: &'r Robot,
        thresholds: &'r Thresholds,
        frame: Option<&'r Frame>,
        settings: &DetectionSettings,
    ) -> Result<Self> {
        check(robot, thresholds, settings)?;
        let monitor = ThresholdMonitor {
            thresholds,
            frame,
            quiet_s: settings.quiet_s,
            scratch: Scratch::new(robot),
            open: None,
            contacts: Vec::new(),
        };
        Ok(Self { robot, feed: ObserverFeed::new(robot, settings)?, monitor })
    }

    /// Processes a sample; whether a contact begins.
    pub fn push(&mut self, moment: Moment<'_>) -> Result<bool> {
        let (residual, paces) = self.feed.push(moment)?;
        self.monitor.see(self.robot, (moment.t_s, moment.q), residual, paces)
    }

    /// Processes a piece of a log. `also` is called with every sample.
    pub fn read(
        &mut self,
        piece: &Recording,
        gains: &[Option<f64>],
        also: TakeResidual<'_>,
    ) -> Result<()> {
        let Self { robot, feed, monitor } = self;
        feed.read(piece, gains, &mut |t_s, q, residual, paces| {
            monitor.see(robot, (t_s, q), residual, paces)?;
            also(t_s, residual, &monitor.limits(paces));
            Ok(())
        })
    }

    /// Contacts that are over, so far.
    pub fn contacts(&self) -> &[DetectedContact] {
        &self.monitor.contacts
    }

    /// All contacts; one that still lasts ends here.
    pub fn finish(mut self) -> Result<Vec<DetectedContact>> {
        if let Some(open) = self.monitor.open.take() {
            self.monitor.close(self.robot, open)?;
        }
        Ok(self.monitor.contacts)
    }
}

/// Refuses thresholds of another robot, or of another residual.
fn check(robot: &Robot, thresholds: &Thresholds, settings: &DetectionSettings) -> Result<()> {
    let learned: Vec<&str> = thresholds.joints.iter().map(|joint| joint.joint.as_str()).collect();
    let names: Vec<&str> = robot.dof_joint_iter().map(|joint| joint.name.as_str()).collect();
    if learned != names {
        let (expected, found) = (names.join(", "), learned.join(", "));
        return Err(ContactError::OtherJoints { expected, found }.into());
    }
    if thresholds.gain_per_s != settings.gain_per_s {
        return Err(InputError::OutOfRange {
            setting: "gain_per_s",
            value: settings.gain_per_s,
            expected: "the one that the thresholds were learned with",
        }
        .into());
    }
    Ok(())
}

/// The residual against its thresholds.
#[derive(Debug)]
struct ThresholdMonitor<'r> {
    thresholds: &'r Thresholds,
    frame: Option<&'r Frame>,
    quiet_s: f64,
    scratch: Scratch,
    open: Option<Open>,
    contacts: Vec<DetectedContact>,
}

/// A contact that still lasts.
#[derive(Clone, Debug)]
struct Open {
    contact: DetectedContact,
    /// Last time at which a residual was above its threshold \[s\].
    loud_s: f64,
    /// Largest residual so far, in thresholds.
    peak: f64,
    q_peak: Vec<f64>,
    thresholds_peak: Vec<f64>,
}

impl ThresholdMonitor<'_> {
    fn see(
        &mut self,
        robot: &Robot,
        (t_s, q): (f64, &[f64]),
        residual: &[f64],
        paces: &[Pace],
    ) -> Result<bool> {
        let limits = self.limits(paces);
        let loudness: Vec<f64> =
            residual.iter().zip(&limits).map(|(r, limit)| r.abs() / limit).collect();
        let loudest = loudness.iter().copied().fold(0.0, f64::max);
        let begins = self.open.is_none() && loudest > 1.0;
        if begins {
            self.open = Some(Open::new(t_s));
        }
        let Some(open) = &mut self.open else { return Ok(false) };
        for (joint, loudness) in self.thresholds.joints.iter().zip(&loudness) {
            if *loudness > 1.0 && !open.contact.joints.contains(&joint.joint) {
                open.contact.joints.push(joint.joint.clone());
            }
        }
        if loudest > open.peak {
            open.peak = loudest;
            (open.contact.peak_s, open.contact.torque) = (t_s, residual.to_vec());
            (open.q_peak, open.thresholds_peak) = (q.to_vec(), limits);
        }
        if loudest > 1.0 {
            open.loud_s = t_s;
        }
        open.contact.until_s = open.loud_s;
        if t_s - open.loud_s > self.quiet_s
            && let Some(open) = self.open.take()
        {
            self.close(robot, open)?;
        }
        Ok(begins)
    }

    /// Thresholds in force now, joint by joint.
    fn limits(&self, paces: &[Pace]) -> Vec<f64> {
        let limit = |(joint, pace): (&JointThreshold, &Pace)| match pace {
            Pace::Moving => joint.moving,
            Pace::Slow => joint.slow,
        };
        self.thresholds.joints.iter().zip(paces).map(limit).collect()
    }

    fn close(&mut self, robot: &Robot, open: Open) -> Result<()> {
        let Open { mut contact, q_peak, thresholds_peak, .. } = open;
        if let Some(frame) = self.frame {
            let torque = &contact.torque;
            contact.force =
                contact_force(robot, &mut self.scratch, &q_peak, frame, torque, &thresholds_peak)?;
        }
        self.contacts.push(contact);
        Ok(())
    }
}

impl Open {
    fn new(t_s: f64) -> Self {
        let contact = DetectedContact {
            from_s: t_s,
            until_s: t_s,
            joints: Vec::new(),
            peak_s: t_s,
            torque: Vec::new(),
            force: None,
        };
        Self { contact, loud_s: t_s, peak: 0.0, q_peak: Vec::new(), thresholds_peak: Vec::new() }
    }
}
