//! Options for the limits of a motion.

use super::motion_args::{Numbers, numbers};
use crate::failure::{Failure, Outcome};
use clap::Args;
use taufit::excite::LimitSettings;
use taufit::spatial::Vec3;

/// Limits given by the user. Lists have one number for all joints, or one each.
#[derive(Clone, Debug, Args)]
#[command(
    next_help_heading = "Limits: one number for all joints, or one each; the robot's own if not given"
)]
pub(super) struct LimitArgs {
    /// Lowest positions, in rad or m
    #[arg(long, value_name = "Q", value_parser = numbers, allow_hyphen_values = true)]
    lower: Option<Numbers>,
    /// Highest positions, in rad or m
    #[arg(long, value_name = "Q", value_parser = numbers, allow_hyphen_values = true)]
    upper: Option<Numbers>,
    /// Highest speeds, in rad/s or m/s
    #[arg(long, value_name = "QD", value_parser = numbers)]
    velocity: Option<Numbers>,
    /// Highest accelerations, in rad/s² or m/s²
    #[arg(long, value_name = "QDD", value_parser = numbers)]
    acceleration: Option<Numbers>,
    /// Highest jerks, in rad/s³ or m/s³
    #[arg(long, value_name = "QDDD", value_parser = numbers)]
    jerk: Option<Numbers>,
    /// Highest torques of the nominal model, in N m or N
    #[arg(long, value_name = "TAU", value_parser = numbers)]
    torque: Option<Numbers>,
    /// Share of the limits of speed, acceleration, jerk and torque that may be used
    #[arg(long, default_value_t = LimitSettings::default().share)]
    share: f64,
    /// Distance kept from the ends of the travel, in rad or m
    #[arg(long, value_name = "Q", default_value_t = LimitSettings::default().position_margin)]
    margin: f64,
    /// Highest speed of the tool frame's origin, in m/s
    #[arg(long, value_name = "M_S")]
    tool_speed: Option<f64>,
    /// Box that the tool frame's origin must not leave: two corners in the base frame, in m
    #[arg(long, value_name = "X,Y,Z,X,Y,Z", value_parser = corners, allow_hyphen_values = true)]
    tool_box: Option<[Vec3; 2]>,
    /// Tool frame; the last one of the last link if not given
    #[arg(long, value_name = "FRAME")]
    tool: Option<String>,
}

impl LimitArgs {
    /// For a robot with so many joints, and the distance that bodies keep.
    pub(super) fn settings(&self, n_dof: usize, clearance_m: f64) -> Outcome<LimitSettings> {
        let each = |flag: &str, list: &Option<Numbers>| match list.as_ref().map(|n| &n.0[..]) {
            None => Ok(None),
            Some([one]) => Ok(Some(vec![*one; n_dof])),
            Some(list) if list.len() == n_dof => Ok(Some(list.to_vec())),
            Some(list) => Err(Failure::misuse(format!(
                "{flag} has {} values; give one, or {n_dof} for the joints of the robot",
                list.len()
            ))),
        };
        Ok(LimitSettings {
            share: self.share,
            position_margin: self.margin,
            lower: each("--lower", &self.lower)?,
            upper: each("--upper", &self.upper)?,
            velocity: each("--velocity", &self.velocity)?,
            acceleration: each("--acceleration", &self.acceleration)?,
            jerk: each("--jerk", &self.jerk)?,
            torque: each("--torque", &self.torque)?,
            tool_speed_m_s: self.tool_speed,
            tool_box_m: self.tool_box,
            clearance_m,
            tool: self.tool.clone(),
        })
    }
}

/// Two corners, sorted into the lowest and the highest.
fn corners(text: &str) -> Result<[Vec3; 2], String> {
    let Numbers(list) = numbers(text)?;
    let [a, b, c, d, e, f] = list[..] else {
        return Err(format!("expected two corners X,Y,Z,X,Y,Z, found {} numbers", list.len()));
    };
    let low = Vec3::new(a.min(d), b.min(e), c.min(f));
    let high = Vec3::new(a.max(d), b.max(e), c.max(f));
    Ok([low, high])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_may_come_in_any_order() {
        let sorted = [Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 2.0, 3.0)];
        assert_eq!(corners("1,0,3,-1,2,0"), Ok(sorted));
        assert!(corners("1,2,3").is_err());
    }
}
