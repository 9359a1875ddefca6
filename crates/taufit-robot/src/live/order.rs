//! Joints by name: a robot names them in every message, in an order of its own.

use super::LiveError;

/// Where each joint of the model stands in the robot's messages.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointOrder {
    /// The robot's names, in the order of the model's joints.
    wanted: Vec<String>,
    /// The names of the last message, and where the wanted ones stood.
    seen: Vec<String>,
    places: Vec<usize>,
}

impl JointOrder {
    /// For joints that the robot calls `wanted`.
    pub(crate) fn new(wanted: Vec<String>) -> Self {
        Self { wanted, seen: Vec::new(), places: Vec::new() }
    }

    /// Where the joints stand in a message with these names. The search is repeated only if the
    /// names change.
    pub(crate) fn places(&mut self, names: &[String]) -> Result<&[usize], LiveError> {
        if self.places.is_empty() || self.seen != names {
            self.places = self.find(names)?;
            self.seen = names.to_vec();
        }
        Ok(&self.places)
    }

    /// Whether a message with these names says something about any of the joints.
    pub(crate) fn knows_any(&self, names: &[String]) -> bool {
        self.wanted.iter().any(|wanted| names.contains(wanted))
    }

    fn find(&self, names: &[String]) -> Result<Vec<usize>, LiveError> {
        let place = |wanted: &String| names.iter().position(|name| name == wanted);
        let missing: Vec<&str> = (self.wanted.iter())
            .filter(|wanted| place(wanted).is_none())
            .map(String::as_str)
            .collect();
        if missing.is_empty() {
            return Ok(self.wanted.iter().filter_map(place).collect());
        }
        Err(LiveError::OtherJoints { missing: missing.join(", "), found: names.join(", ") })
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
        let mut order = JointOrder::new(names("pan lift elbow"));
        assert_eq!(order.places(&names("elbow gripper lift pan")).unwrap(), [3, 2, 0]);
        assert_eq!(order.places(&names("pan lift elbow")).unwrap(), [0, 1, 2]);
        let error = order.places(&names("elbow shoulder")).unwrap_err();
        assert!(
            error.to_string().contains("no joint pan, lift; it has elbow, shoulder"),
            "{error}"
        );
    }
}
