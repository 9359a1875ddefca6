//! Joint names in a log that differ from the robot's: by a prefix, or by the convention of a driver.

use taufit::model::Robot;

/// Joints of Universal Robots' drivers, from the base to the tool.
pub const UNIVERSAL_ROBOTS: [&str; 6] = [
    "shoulder_pan_joint",
    "shoulder_lift_joint",
    "elbow_joint",
    "wrist_1_joint",
    "wrist_2_joint",
    "wrist_3_joint",
];

/// Joint names of a robot, and those of its vendor's driver.
#[derive(Clone, Debug)]
pub(in crate::log) struct JointNames {
    /// As in the robot's file, in the order of the coordinates.
    pub(in crate::log) names: Vec<String>,
    /// In the same order; empty where the vendor is not known.
    driver: Vec<String>,
    /// Whether a joint slides.
    pub(in crate::log) is_prismatic: Vec<bool>,
}

impl JointNames {
    pub(in crate::log) fn of(robot: &Robot) -> Self {
        let model = robot.name().strip_prefix("ur").unwrap_or_default();
        let is_ur = model.starts_with(|c: char| c.is_ascii_digit())
            && robot.n_dof() == UNIVERSAL_ROBOTS.len();
        let driver = if is_ur { &UNIVERSAL_ROBOTS[..] } else { &[] };
        Self {
            names: robot.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
            driver: driver.iter().map(|&name| name.to_owned()).collect(),
            is_prismatic: robot.dof_joint_iter().map(|joint| joint.is_prismatic()).collect(),
        }
    }

    /// Names of the joints in the log, where it has none of the robot's names but all of them with one prefix more
    /// or less, or all of the driver's. `None` where nothing fits, or more than one way does.
    pub(in crate::log) fn in_log(&self, log: &[String]) -> Option<Vec<String>> {
        if self.names.is_empty() || self.names.iter().any(|name| log.contains(name)) {
            return None;
        }
        let mut fitting: Vec<Vec<String>> = Vec::new();
        let candidates = [&self.names, &self.driver].into_iter().filter(|names| !names.is_empty());
        for found in candidates.flat_map(|names| with_prefix(names, log)) {
            if !fitting.contains(&found) {
                fitting.push(found);
            }
        }
        if fitting.len() == 1 { fitting.pop() } else { None }
    }
}

/// Every way to find all names in a log with the same prefix added, or the same one taken away.
fn with_prefix(names: &[String], log: &[String]) -> Vec<Vec<String>> {
    let Some(first) = names.first() else { return Vec::new() };
    let mut ways = Vec::new();
    let mut keep = |way: Option<Vec<String>>| ways.extend(way);
    for other in log {
        if let Some(prefix) = other.strip_suffix(first.as_str()).filter(|p| is_prefix(p)) {
            let renamed = names.iter().map(|name| format!("{prefix}{name}"));
            keep(all_in(renamed, log));
        }
        if let Some(prefix) =
            first.strip_suffix(other.as_str()).filter(|p| !p.is_empty() && is_prefix(p))
        {
            let renamed = names.iter().map(|name| name.strip_prefix(prefix).map(str::to_owned));
            keep(
                renamed
                    .collect::<Option<Vec<_>>>()
                    .and_then(|names| all_in(names.into_iter(), log)),
            );
        }
    }
    ways
}

fn all_in(names: impl Iterator<Item = String>, log: &[String]) -> Option<Vec<String>> {
    names.map(|name| log.contains(&name).then_some(name)).collect()
}

/// Whether a prefix ends where a word does: `left_`, `fer.`, `robot/`; none at all is one as well.
fn is_prefix(text: &str) -> bool {
    text.chars().next_back().is_none_or(|last| !last.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::model::catalog;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn joints(own: &[&str], driver: &[&str]) -> JointNames {
        JointNames {
            names: names(own),
            driver: names(driver),
            is_prismatic: vec![false; own.len()],
        }
    }

    #[test]
    fn a_prefix_more_or_less_is_found() {
        let log = names(&["fer_joint2", "fer_joint1", "gripper"]);
        assert_eq!(
            joints(&["joint1", "joint2"], &[]).in_log(&log),
            Some(names(&["fer_joint1", "fer_joint2"]))
        );
        let log = names(&["joint1", "joint2"]);
        assert_eq!(joints(&["fr3_joint1", "fr3_joint2"], &[]).in_log(&log), Some(log.clone()));
    }

    #[test]
    fn two_arms_in_one_log_are_not_guessed() {
        let log = names(&["left_j1", "left_j2", "right_j1", "right_j2"]);
        assert_eq!(joints(&["j1", "j2"], &[]).in_log(&log), None);
    }

    #[test]
    fn part_of_a_word_is_no_prefix_and_all_joints_are_needed() {
        assert_eq!(joints(&["joint1"], &[]).in_log(&names(&["subjoint1"])), None);
        assert_eq!(joints(&["j1", "j2"], &[]).in_log(&names(&["a_j1", "b_j2"])), None);
        assert_eq!(joints(&["j1", "j2"], &[]).in_log(&names(&["j1", "x_j2"])), None);
    }

    #[test]
    fn a_built_in_robot_knows_the_names_of_its_driver() {
        let ur5 = JointNames::of(&catalog::robot("ur5").unwrap());
        let mut log: Vec<String> = UNIVERSAL_ROBOTS.map(|name| format!("left_{name}")).to_vec();
        let expected = log.clone();
        log.swap(0, 2);
        assert_eq!(ur5.in_log(&log), Some(expected));
        assert_eq!(JointNames::of(&catalog::robot("panda").unwrap()).in_log(&log), None);
    }
}
