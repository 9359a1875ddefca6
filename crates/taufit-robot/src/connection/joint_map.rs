//! Joints by name, in any order of a message.

use super::ConnectionError;

/// Positions of the model's joints in the messages of a robot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointIndexMap {
    /// The robot's names, in the order of the model's joints.
    joints: Vec<String>,
    /// Names of the last message, and the indices of the joints in it.
    names: Vec<String>,
    indices: Vec<usize>,
}

impl JointIndexMap {
    /// Map of joints with the robot's names `joints`.
    pub(crate) fn new(joints: Vec<String>) -> Self {
        Self { joints, names: Vec::new(), indices: Vec::new() }
    }

    /// Indices of the joints in a message with these names, searched again only if the names change.
    pub(crate) fn indices(&mut self, names: &[String]) -> Result<&[usize], ConnectionError> {
        if self.indices.is_empty() || self.names != names {
            self.indices = self.find(names)?;
            self.names = names.to_vec();
        }
        Ok(&self.indices)
    }

    /// Whether a message with these names has any of the joints.
    pub(crate) fn has_any(&self, names: &[String]) -> bool {
        self.joints.iter().any(|joints| names.contains(joints))
    }

    fn find(&self, names: &[String]) -> Result<Vec<usize>, ConnectionError> {
        let index = |joints: &String| names.iter().position(|name| name == joints);
        let missing: Vec<&str> = (self.joints.iter())
            .filter(|joints| index(joints).is_none())
            .map(String::as_str)
            .collect();
        if missing.is_empty() {
            return Ok(self.joints.iter().filter_map(index).collect());
        }
        Err(ConnectionError::OtherJoints { missing: missing.join(", "), found: names.join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn joints_are_found_in_any_order_and_the_missing_are_named() {
        let mut order = JointIndexMap::new(names("pan lift elbow"));
        assert_eq!(order.indices(&names("elbow gripper lift pan")).unwrap(), [3, 2, 0]);
        assert_eq!(order.indices(&names("pan lift elbow")).unwrap(), [0, 1, 2]);
        let error = order.indices(&names("elbow shoulder")).unwrap_err();
        assert!(
            error.to_string().contains("no joint pan, lift; it has elbow, shoulder"),
            "{error}"
        );
    }
}
