//! Distribution of the residual without contact.

use super::observer_feed::{ObserverFeed, Pace};
use super::settings::DetectionSettings;
use crate::diagnostics::{ContactError, ContactWarning, Result, Warning};
use crate::model::Robot;
use crate::recording::Log;
use crate::study::{
    ContactStudy, JointThreshold, LogContacts, Provenance, RobotRecord, StudyHeader, StudyKind,
    Thresholds,
};
use crate::survey::{LogUse, gate};
use crate::validate::{Concern, Grade, Verdict};

/// Length of a block whose largest residual counts \[s\].
const BLOCK_S: f64 = 1.0;

/// Fewest blocks that determine the scatter of residuals.
const FEWEST_BLOCKS: usize = 10;

/// A residual so many times the others is not of their kind.
const OUTLIER: f64 = 2.5;

/// Times between false alarms that are so many times what was watched are far beyond it.
const FARTHEST: f64 = 300.0;

/// Euler's constant: the mean of the standard Gumbel distribution.
const EULER_GAMMA: f64 = 0.577_215_664_901_532_9;

/// Thresholds learned from logs without contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The thresholds.
    pub thresholds: Thresholds,
    /// The grade, with its rule.
    pub verdict: Verdict,
    /// Warnings about the thresholds.
    pub warnings: Vec<Warning>,
}

/// Learns thresholds from logs without contact.
///
/// Filtered noise is nearly normal, so the squares of residuals have exponential tails, and the largest
/// of every second follows a Gumbel distribution. Its two parameters come from mean and spread (method
/// of moments). The threshold `x` of each of `n` joints is what is passed in the share `λ T/n` of all
/// blocks of length `T`, for `λ` false alarms per second:
///
/// ```text
/// x² = μ − b ln(λ T / n),   b = s √6/π,   μ = mean − γ b
/// ```
pub fn learn_thresholds<L: Log>(
    robot: &Robot,
    logs: &[L],
    gains: &[Option<f64>],
    settings: &DetectionSettings,
) -> Result<Learned> {
    let accepted = gate(robot, logs, gains, LogUse::FreeMotion, &settings.gate)?;
    let mut maxima: Vec<Maxima> = vec![Maxima::default(); robot.n_dof()];
    let mut learned_s = 0.0;
    for log in logs {
        let mut feed = ObserverFeed::new(robot, settings)?;
        let mut blocks = Blocks::new(log.source(), &mut maxima);
        log.read(&mut |piece| {
            feed.read(piece, gains, &mut |t_s, _, residual, paces| {
                blocks.take(t_s, residual, paces);
                Ok(())
            })?;
            Ok(())
        })?;
        learned_s += blocks.finish();
    }
    let share = settings.false_alarms_per_hour / 3600.0 * BLOCK_S / robot.n_dof() as f64;
    let joints = robot.dof_joint_iter().zip(&maxima).map(|(joint, maxima)| {
        let friction = |qd: f64| joint.friction.torque(qd);
        let stick = 0.5 * (friction(settings.slow_speed) - friction(-settings.slow_speed));
        threshold(&joint.name, maxima, stick, share)
    });
    let thresholds = Thresholds {
        joints: joints.collect::<Result<_>>()?,
        false_alarms_per_hour: settings.false_alarms_per_hour,
        learned_s,
        gain_per_s: settings.gain_per_s,
    };
    let warnings: Vec<Warning> =
        accepted.into_iter().chain(findings(&thresholds, &maxima)).collect();
    Ok(Learned { verdict: verdict(&thresholds, &warnings), thresholds, warnings })
}

const RULE: &str = "good if the thresholds of every joint are learned from 10 s of motion and 10 s of slow motion or \
                    standstill without contact, and no concern is named; usable otherwise";

fn verdict(thresholds: &Thresholds, warnings: &[Warning]) -> Verdict {
    let Thresholds { joints, learned_s, .. } = thresholds;
    let is_learned = |joint: &&JointThreshold| joint.n_blocks.iter().all(|n| *n >= FEWEST_BLOCKS);
    let n_learned = joints.iter().filter(is_learned).count();
    let grade = if n_learned == joints.len() { Grade::Good } else { Grade::Usable };
    let reason = format!(
        "thresholds of {n_learned} of {} joints learned in motion and in slow motion, from {learned_s:.0} s without \
         contact",
        joints.len()
    );
    let concerns = warnings.iter().cloned().map(Concern::Warned);
    Verdict::new(grade, reason, RULE).with_concerns(concerns)
}

impl Learned {
    /// Contacts in logs as plain data. `record` is the robot as it was read, `model` the identification of it.
    pub fn to_study(
        self,
        record: RobotRecord,
        model: String,
        logs: Vec<LogContacts>,
        provenance: Provenance,
    ) -> ContactStudy {
        let kind = StudyKind::Collisions;
        ContactStudy {
            header: StudyHeader::new(kind, record, provenance, self.verdict, &self.warnings),
            model,
            thresholds: self.thresholds,
            logs,
        }
    }
}

fn findings(thresholds: &Thresholds, maxima: &[Maxima]) -> Vec<Warning> {
    let (learned_s, asked_h) = (thresholds.learned_s, 1.0 / thresholds.false_alarms_per_hour);
    let far = asked_h * 3600.0 > FARTHEST * learned_s;
    let extrapolation = far.then_some(ContactWarning::FarExtrapolation { learned_s, asked_h });
    let joints = thresholds.joints.iter().zip(maxima);
    let outliers = joints.flat_map(|(joint, maxima)| {
        maxima.of_pace.iter().filter_map(|peaks| lone_outlier(&joint.joint, peaks))
    });
    extrapolation.into_iter().chain(outliers).map(Warning::from).collect()
}

/// The largest of residuals, if it is not of their kind. What touches the robot at the end of a second
/// is felt in the next one too, so the third largest is what it is compared with.
fn lone_outlier(joint: &str, peaks: &[Peak]) -> Option<ContactWarning> {
    let mut sorted: Vec<&Peak> = peaks.iter().collect();
    sorted.sort_by(|a, b| b.residual.total_cmp(&a.residual));
    let (largest, next) = (sorted.first()?, sorted.get(2)?);
    (largest.residual > OUTLIER * next.residual).then(|| ContactWarning::LoneOutlier {
        joint: joint.to_owned(),
        source: largest.source.clone(),
        t_s: largest.t_s,
        residual: largest.residual,
        next: next.residual,
    })
}

/// The threshold of one joint. While it sticks, friction is off by the Coulomb level at most: more is
/// never added to what counts while it moves, and no less where the joint was hardly ever slow.
fn threshold(joint: &str, maxima: &Maxima, stick: f64, share: f64) -> Result<JointThreshold> {
    let joint = joint.to_owned();
    let [moving, slow] = maxima
        .of_pace
        .each_ref()
        .map(|peaks| peaks.iter().map(|peak| peak.residual).collect::<Vec<f64>>());
    if moving.len() + slow.len() < FEWEST_BLOCKS {
        let (found, needed) = (moving.len() + slow.len(), FEWEST_BLOCKS);
        return Err(ContactError::TooShort { joint, found, needed }.into());
    }
    let largest = |peaks: &[f64]| peaks.iter().copied().fold(0.0, f64::max);
    let n_blocks = [moving.len(), slow.len()];
    let largest_seen = [largest(&moving), largest(&slow)];
    let all = [moving.as_slice(), &slow].concat();
    let when_moving = rare(if moving.len() < FEWEST_BLOCKS { &all } else { &moving }, share);
    let worst = when_moving + stick.abs();
    let when_slow = if slow.len() < FEWEST_BLOCKS { worst } else { rare(&slow, share) };
    let slow = when_slow.clamp(when_moving, worst);
    Ok(JointThreshold { joint, moving: when_moving, slow, largest_seen, n_blocks })
}

/// Level that only this share of block maxima passes; never less than the largest one.
fn rare(maxima: &[f64], share: f64) -> f64 {
    let n = maxima.len() as f64;
    let mean = maxima.iter().map(|x| x * x).sum::<f64>() / n;
    let variance = maxima.iter().map(|x| (x * x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let scale = variance.sqrt() * 6.0_f64.sqrt() / std::f64::consts::PI;
    let rare = mean - EULER_GAMMA * scale - scale * share.min(1.0).ln();
    maxima.iter().copied().fold(rare.max(0.0).sqrt(), f64::max)
}

/// The largest residual of a block.
#[derive(Clone, Debug)]
struct Peak {
    residual: f64,
    t_s: f64,
    source: String,
}

/// The largest residuals of a joint, block by block: moving and slow.
#[derive(Clone, Debug, Default)]
struct Maxima {
    of_pace: [Vec<Peak>; 2],
}

/// Cuts a log into blocks.
struct Blocks<'a> {
    source: &'a str,
    maxima: &'a mut [Maxima],
    /// When the block began that is being filled \[s\].
    first_s: Option<f64>,
    last_s: f64,
    watched_s: f64,
    /// Its largest residuals.
    open: Vec<[Option<Peak>; 2]>,
}

impl<'a> Blocks<'a> {
    fn new(source: &'a str, maxima: &'a mut [Maxima]) -> Self {
        let open = vec![[None, None]; maxima.len()];
        Self { source, maxima, first_s: None, last_s: 0.0, watched_s: 0.0, open }
    }

    fn take(&mut self, t_s: f64, residual: &[f64], paces: &[Pace]) {
        if self.first_s.is_some_and(|first_s| t_s - first_s >= BLOCK_S) {
            self.close();
        }
        self.first_s.get_or_insert(t_s);
        self.last_s = t_s;
        for (joint, (r, pace)) in self.open.iter_mut().zip(residual.iter().zip(paces)) {
            let largest = &mut joint[*pace as usize];
            if largest.as_ref().is_none_or(|peak| peak.residual < r.abs()) {
                let source = self.source.to_owned();
                *largest = Some(Peak { residual: r.abs(), t_s, source });
            }
        }
    }

    fn close(&mut self) {
        self.watched_s += self.first_s.take().map_or(0.0, |first_s| self.last_s - first_s);
        for (maxima, largest) in self.maxima.iter_mut().zip(&mut self.open) {
            for (peaks, largest) in maxima.of_pace.iter_mut().zip(largest) {
                peaks.extend(largest.take());
            }
        }
    }

    /// The time that was watched \[s\].
    fn finish(mut self) -> f64 {
        self.close();
        self.watched_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// Blocks of 40 normal numbers: one of them passes `x` in the share `40 erfc(x/√2)` of the blocks,
    /// which is one in ten thousand for `x` = 4.708 (tables of the normal distribution). Squares of
    /// normal numbers fall off a little faster than exponentially, so the threshold is on the safe side.
    #[test]
    fn thresholds_are_passed_as_rarely_as_asked() {
        let mut dice = Pcg64::seed_from_u64(3);
        let mut normal = || {
            let radius = (-2.0 * dice.random_range(f64::MIN_POSITIVE..1.0).ln()).sqrt();
            radius * (std::f64::consts::TAU * dice.random_range(0.0..1.0)).cos()
        };
        let mut block = || (0..40).map(|_| normal().abs()).fold(0.0, f64::max);
        let maxima: Vec<f64> = (0..3000).map(|_| block()).collect();
        let found = rare(&maxima, 1e-4);
        assert!((4.708..1.08 * 4.708).contains(&found), "{found}");
        assert!(rare(&maxima, 0.5) >= maxima.iter().copied().fold(0.0, f64::max));
    }

    fn peaks(residuals: impl IntoIterator<Item = f64>) -> Vec<Peak> {
        let peak = |(k, residual)| Peak { residual, t_s: k as f64, source: "run".to_owned() };
        residuals.into_iter().enumerate().map(peak).collect()
    }

    #[test]
    fn joints_that_never_stuck_get_room_for_it() {
        let moving = |n: u32| {
            let residuals = (0..n).map(|k| 1.0 + 0.01 * f64::from(k % 3));
            Maxima { of_pace: [peaks(residuals), Vec::new()] }
        };
        let found = threshold("elbow", &moving(20), 5.0, 1e-6).unwrap();
        assert!((found.slow - found.moving - 5.0).abs() < 1e-12 && found.moving < 1.3, "{found:?}");
        let short = threshold("elbow", &moving(4), 5.0, 1e-6).unwrap_err();
        assert_eq!(short.code(), "E225");
    }

    #[test]
    fn a_touch_among_quiet_seconds_is_noticed() {
        let quiet = (0..30).map(|k| 1.0 + 0.1 * f64::from(k % 5));
        assert_eq!(lone_outlier("elbow", &peaks(quiet.clone())), None);
        let finding = lone_outlier("elbow", &peaks(quiet.chain([9.0, 5.0]))).unwrap();
        assert!(matches!(finding, ContactWarning::LoneOutlier { t_s: 30.0, .. }), "{finding:?}");
    }
}
