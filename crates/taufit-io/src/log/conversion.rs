//! Units, signs and rate given by the user, applied to a log that was opened.

use super::joint_names::JointNames;
use super::options::{LogOptions, Negate};
use super::stream::OpenedLog;
use super::table::time::StampConverter;
use crate::error::{Error, Result};
use crate::log::columns::Column;
use taufit::diagnostics::name_list;

impl OpenedLog<'_> {
    /// Scales columns and replaces the clock by the options. Units of angles concern revolute joints only; without
    /// a robot every joint is taken for one.
    pub(super) fn convert(
        mut self,
        robot: Option<&JointNames>,
        options: &LogOptions,
    ) -> Result<Self> {
        let turns = |joint: usize| robot.is_none_or(|r| r.is_prismatic.get(joint) != Some(&true));
        let rescale = |columns: &mut [Column], scale: Option<f64>| {
            let Some(scale) = scale else { return };
            let of_angles = columns.iter_mut().enumerate().filter(|(joint, _)| turns(*joint));
            of_angles.for_each(|(_, column)| column.scale = scale);
        };
        let angle = options.angle_unit.map(|unit| unit.size_rad());
        let velocity = options.velocity_unit.map(|unit| unit.size_rad_s());
        rescale(&mut self.columns.q, angle);
        rescale(self.columns.q_motor.as_deref_mut().unwrap_or_default(), angle);
        rescale(self.columns.qd.as_deref_mut().unwrap_or_default(), velocity);
        for joint in negated(&options.negate, &self.joints)? {
            self.columns.effort.iter_mut().skip(joint).take(1).for_each(|c| c.scale = -c.scale);
        }
        self.effort_delay_s = checked_delay(options.effort_delay_s)?;
        self.interrupt = options.interrupt.clone();
        if let Some(rate_hz) = options.rate_hz {
            self.clock = StampConverter::counting(checked_rate(rate_hz)?);
        }
        Ok(self)
    }
}

/// Indices of the joints whose efforts are reversed.
fn negated(negate: &Negate, joints: &[String]) -> Result<Vec<usize>> {
    let index = |name: &String| {
        let by_number = || name.parse::<usize>().ok()?.checked_sub(1).filter(|k| *k < joints.len());
        joints.iter().position(|joint| joint == name).or_else(by_number).ok_or_else(|| {
            let reason = format!("there is no joint {name:?}; joints are {}", name_list(joints));
            Error::LogSetting { setting: "negate", reason }
        })
    };
    match negate {
        Negate::None => Ok(Vec::new()),
        Negate::All => Ok((0..joints.len()).collect()),
        Negate::Joints(names) => names.iter().map(index).collect(),
    }
}

/// Longest delay that is taken out \[s\]; the samples of so long a time are held in memory.
const LONGEST_DELAY_S: f64 = 10.0;

fn checked_delay(delay_s: f64) -> Result<f64> {
    match delay_s.abs() <= LONGEST_DELAY_S {
        true => Ok(delay_s),
        false => Err(Error::LogSetting {
            setting: "effort_delay_s",
            reason: format!("{delay_s} s; at most {LONGEST_DELAY_S} s either way are taken out"),
        }),
    }
}

fn checked_rate(rate_hz: f64) -> Result<f64> {
    match rate_hz.is_finite() && rate_hz > 0.0 {
        true => Ok(rate_hz),
        false => Err(Error::LogSetting {
            setting: "rate_hz",
            reason: format!("{rate_hz} Hz; a rate is positive"),
        }),
    }
}
