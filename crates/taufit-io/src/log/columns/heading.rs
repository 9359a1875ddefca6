//! Column headings, split into words and a joint or its number.

use super::column_names::meaning;

/// Joint that a column belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::log) enum JointReference {
    /// Not in the name.
    None,
    /// A number; whether counting begins at 0 or 1 is not known here.
    Number(usize),
    /// A joint of the robot, by name: its index.
    Joint(usize),
}

/// Column heading split into words and a joint: `tau_J[0]` is the words `tau`, `J` and the number 0.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::log) struct Heading {
    /// As it stands in the file.
    pub(in crate::log) text: String,
    /// Its words, without joint and number.
    pub(in crate::log) words: Vec<String>,
    /// Joint in the name.
    pub(in crate::log) which: JointReference,
}

impl Heading {
    /// Takes a name apart. The name of a joint wins over a number: `joint_1_pos` is joint `joint_1`.
    pub(in crate::log) fn new(text: &str, joints: &[String]) -> Self {
        let numbered = Self::numbered(text);
        match Self::named(text, joints) {
            Some(named) if named.has_meaning() || !numbered.has_meaning() => named,
            _ => numbered,
        }
    }

    /// The words in a row, for messages and options: `tau_J`.
    pub(in crate::log) fn stem(&self) -> String {
        self.words.join("_")
    }

    /// Whether two names differ in the joint only.
    pub(in crate::log) fn is_sibling(&self, other: &Self) -> bool {
        self.stem().eq_ignore_ascii_case(&other.stem())
    }

    fn has_meaning(&self) -> bool {
        meaning(&self.words).is_some()
    }

    fn named(text: &str, joints: &[String]) -> Option<Self> {
        let places =
            joints.iter().enumerate().filter_map(|(i, name)| Some((i, place(text, name)?)));
        let (joint, (before, after)) =
            places.max_by_key(|(i, _)| joints.get(*i).map(String::len))?;
        let words = tokens(before).into_iter().chain(tokens(after)).collect();
        Some(Self { text: text.to_owned(), words, which: JointReference::Joint(joint) })
    }

    fn numbered(text: &str) -> Self {
        let all = tokens(text);
        let (numbers, words): (Vec<_>, Vec<_>) =
            all.iter().cloned().partition(|token| token.starts_with(|c: char| c.is_ascii_digit()));
        let text = text.to_owned();
        match numbers.as_slice() {
            [number] => match number.parse() {
                Ok(number) => Self { text, words, which: JointReference::Number(number) },
                Err(_) => Self { text, words: all, which: JointReference::None },
            },
            _ => Self { text, words: all, which: JointReference::None },
        }
    }
}

/// Text before and after a joint's name, if the text has it as a separate word.
fn place<'a>(text: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let (lower, wanted) = (text.to_ascii_lowercase(), name.to_ascii_lowercase());
    if wanted.is_empty() {
        return None;
    }
    let sides = |(at, _): (usize, &str)| Some((text.get(..at)?, text.get(at + wanted.len()..)?));
    let is_apart = |(before, after): &(&str, &str)| {
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    };
    lower.match_indices(&wanted).filter_map(sides).find(is_apart)
}

/// Runs of letters and runs of digits; `measuredTorque` is two words.
pub(in crate::log) fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut last = ' ';
    for c in text.chars() {
        match tokens.last_mut() {
            Some(token) if is_word_char(c) && continues(last, c) => token.push(c),
            _ if is_word_char(c) => tokens.push(c.to_string()),
            _ => {}
        }
        last = c;
    }
    tokens
}

/// Whether a character is part of a word; signs of units are, and so is the replacement character.
fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || ['°', '%', '‰', char::REPLACEMENT_CHARACTER].contains(&c)
}

/// Whether a character belongs to the same run as the one before it.
fn continues(last: char, c: char) -> bool {
    let same_kind = last.is_ascii_digit() == c.is_ascii_digit();
    is_word_char(last) && same_kind && !(last.is_lowercase() && c.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joints() -> Vec<String> {
        ["shoulder", "elbow", "joint_1", "joint_12"].map(str::to_owned).to_vec()
    }

    fn read(text: &str) -> (String, JointReference) {
        let heading = Heading::new(text, &joints());
        (heading.stem(), heading.which)
    }

    #[test]
    fn numbers_stand_anywhere() {
        for text in ["q3", "q_3", "q[3]", "q.3", "q (3)", "q 3", "3.q"] {
            assert_eq!(read(text), ("q".to_owned(), JointReference::Number(3)), "{text}");
        }
        assert_eq!(read("tau_J[0]"), ("tau_J".to_owned(), JointReference::Number(0)));
        assert_eq!(read("actual_qd_0"), ("actual_qd".to_owned(), JointReference::Number(0)));
        assert_eq!(read("ur10_q_1"), ("ur_10_q_1".to_owned(), JointReference::None));
    }

    #[test]
    fn joint_names_win_over_numbers() {
        assert_eq!(read("q.elbow"), ("q".to_owned(), JointReference::Joint(1)));
        assert_eq!(read("Elbow_pos"), ("pos".to_owned(), JointReference::Joint(1)));
        assert_eq!(read("position.joint_1"), ("position".to_owned(), JointReference::Joint(2)));
        assert_eq!(read("joint_12_vel"), ("vel".to_owned(), JointReference::Joint(3)));
        assert_eq!(read("joint_2_vel"), ("joint_vel".to_owned(), JointReference::Number(2)));
    }

    #[test]
    fn a_joint_that_is_called_like_a_column_does_not_confuse() {
        let joints = ["q1", "q2"].map(str::to_owned);
        assert_eq!(Heading::new("q2", &joints).which, JointReference::Number(2));
        assert_eq!(Heading::new("tau.q2", &joints).which, JointReference::Joint(1));
    }

    #[test]
    fn a_joint_that_is_part_of_a_word_is_found_beside_it() {
        let joints = ["a", "t"].map(str::to_owned);
        assert_eq!(Heading::new("tau.a", &joints).which, JointReference::Joint(0));
        assert_eq!(Heading::new("effort.t", &joints).which, JointReference::Joint(1));
    }

    #[test]
    fn words_end_at_capitals() {
        assert_eq!(tokens("msrJntPos1"), ["msr", "Jnt", "Pos", "1"]);
        assert_eq!(tokens("tau [Nm]"), ["tau", "Nm"]);
    }
}
