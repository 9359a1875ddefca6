//! A conditioned log.

use super::parallel::ParallelFilter;
use super::settings::ConditionSettings;
use super::stamps::Timing;
use crate::diagnostics::DataError;
use crate::recording::{check_joint_names, keep_samples};
use serde::Serialize;
use taufit_dynamics::diagnostics::{InputError, Result, Warning};
use taufit_dynamics::model::Robot;

/// Filtered motion on uniform grids, with every choice that was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Motion {
    /// Where the log comes from.
    pub source: String,
    /// Names of the joints, in the order of the channels.
    pub joints: Vec<String>,
    /// Samples per second in the segments, after decimation \[Hz\].
    pub rate_hz: f64,
    /// Rate of the grid on which was filtered \[Hz\].
    pub filter_rate_hz: f64,
    /// Cut-off of the low pass of the positions \[Hz\].
    pub cutoff_hz: f64,
    /// Up to where torques and model are to be compared, both filtered alike \[Hz\]; `None` where the
    /// torques are filtered already.
    pub torque_cutoff_hz: Option<f64>,
    /// Reason for these cut-offs.
    pub cutoff_reason: String,
    /// Time that was cut off at either end of every segment \[s\].
    pub edge_trim_s: f64,
    /// The settings as given.
    pub settings: ConditionSettings,
    /// Regularity of the sampling.
    pub timing: Timing,
    /// Stretches without gap, in the order of time.
    pub segments: Vec<Segment>,
    /// Warnings about the log.
    pub warnings: Vec<Warning>,
}

/// A stretch without gap. Channels are stored one after the other with the sample index fastest:
/// channel `j` of `q` is `q[j · n_samples ..][.. n_samples]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Segment {
    /// Time \[s\], uniform, in the time of the log.
    pub t_s: Vec<f64>,
    /// Number of samples.
    pub n_samples: usize,
    /// Positions, filtered \[rad or m\].
    pub q: Vec<f64>,
    /// Velocities \[rad/s or m/s\].
    pub qd: Vec<f64>,
    /// Accelerations \[rad/s² or m/s²\].
    pub qdd: Vec<f64>,
    /// Joint torques or forces, filtered like the positions or not at all, see
    /// [`Motion::torque_cutoff_hz`] \[N·m or N\].
    pub tau: Vec<f64>,
}

impl Motion {
    /// Samples in all segments.
    pub fn n_samples(&self) -> usize {
        self.segments.iter().map(|segment| segment.n_samples).sum()
    }

    /// Refuses a motion without samples, of other joints than the robot's, with channels of unequal length, with
    /// NaN or infinity.
    pub fn check(&self, robot: &Robot) -> Result<()> {
        self.settings.validate()?;
        check_joint_names(&self.joints, robot)?;
        let n_samples = self.n_samples();
        if n_samples < 2 {
            let found = n_samples;
            return Err(DataError::TooFewSamples { what: "a motion", needed: 2, found }.into());
        }
        self.segments.iter().try_for_each(|segment| segment.check(&self.joints))
    }

    /// The low pass that is still to be applied to torques and model alike.
    pub fn parallel_filter(&self) -> Result<Option<ParallelFilter>> {
        let filter = |cutoff_hz| ParallelFilter::new(cutoff_hz, self.rate_hz);
        self.torque_cutoff_hz.map(filter).transpose()
    }
}

impl Segment {
    fn check(&self, joints: &[String]) -> Result<()> {
        let n = self.n_samples;
        if self.t_s.len() != n {
            let (what, found) = ("t_s of a segment", self.t_s.len());
            return Err(InputError::LengthMismatch { what, expected: n, found }.into());
        }
        if let Some(index) = self.t_s.iter().position(|t| !t.is_finite()) {
            return Err(DataError::StampNotFinite { index }.into());
        }
        let channels = [
            ("position", &self.q),
            ("velocity", &self.qd),
            ("acceleration", &self.qdd),
            ("effort", &self.tau),
        ];
        for (quantity, channel) in channels {
            let (expected, found) = (joints.len() * n, channel.len());
            if expected != found {
                return Err(InputError::LengthMismatch { what: quantity, expected, found }.into());
            }
            if let Some(place) = channel.iter().position(|x| !x.is_finite()) {
                let (joint, index) = (joints[place / n].clone(), place % n);
                let t_s = self.t_s[index];
                return Err(DataError::SampleNotFinite { quantity, joint, index, t_s }.into());
            }
        }
        Ok(())
    }

    /// Cuts off the samples from `n` on and hands them over; what stays is not copied.
    pub fn split_off(&mut self, n: usize) -> Self {
        let (n, n_samples) = (n.min(self.n_samples), self.n_samples);
        let rest = self.range(n, n_samples);
        for channels in [&mut self.q, &mut self.qd, &mut self.qdd, &mut self.tau] {
            keep_samples(channels, n_samples, 0..n, 1);
        }
        self.t_s.truncate(n);
        self.n_samples = n;
        rest
    }

    /// Samples `from .. to`.
    #[must_use]
    pub fn range(&self, from: usize, to: usize) -> Self {
        let cut = |channels: &[f64]| -> Vec<f64> {
            let length = self.n_samples.max(1);
            channels.chunks(length).map(|c| &c[from..to]).collect::<Vec<&[f64]>>().concat()
        };
        Self {
            t_s: self.t_s[from..to].to_vec(),
            n_samples: to - from,
            q: cut(&self.q),
            qd: cut(&self.qd),
            qdd: cut(&self.qdd),
            tau: cut(&self.tau),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_cut_in_two_without_loss() {
        let channels = |shift: f64| (0..20).map(|k| shift + f64::from(k)).collect::<Vec<f64>>();
        let whole = Segment {
            t_s: (0..10).map(f64::from).collect(),
            n_samples: 10,
            q: channels(0.0),
            qd: channels(100.0),
            qdd: channels(200.0),
            tau: channels(300.0),
        };
        for n in [0, 1, 7, 10, 99] {
            let mut first = whole.clone();
            let rest = first.split_off(n);
            let at = n.min(10);
            assert_eq!((first, rest), (whole.range(0, at), whole.range(at, 10)), "{n}");
        }
    }
}
