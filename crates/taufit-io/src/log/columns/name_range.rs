//! Ranges of columns by name: `tau_motor1..tau_motor7`.

/// The names that a range stands for: those between two that differ in one number only. `None` where the text is
/// no such range.
pub(in crate::log) fn name_range(text: &str) -> Option<Vec<String>> {
    let (first, last) = text.split_once("..").map(|(a, b)| (a.trim(), b.trim()))?;
    let before = first.bytes().zip(last.bytes()).take_while(|(a, b)| a == b).count();
    // The number begins before the first digit that differs: 8..12, but also 10..12.
    let head = first.get(..before)?.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = |name: &str| -> Option<(usize, String)> {
        let rest = name.get(head.len()..)?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        Some((rest.get(..digits)?.parse().ok()?, rest.get(digits..)?.to_owned()))
    };
    let ((from, tail), (to, other_tail)) = (number(first)?, number(last)?);
    // Nobody has so many joints: a slip of the pen must not fill the memory.
    const MOST: usize = 1000;
    let fits = tail == other_tail
        && from <= to
        && to - from < MOST
        && !(head.is_empty() && tail.is_empty());
    fits.then(|| (from..=to).map(|k| format!("{head}{k}{tail}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_in_one_number() {
        assert_eq!(
            name_range("tau_motor1..tau_motor3").unwrap(),
            ["tau_motor1", "tau_motor2", "tau_motor3"]
        );
        assert_eq!(name_range("j9_pos .. j11_pos").unwrap(), ["j9_pos", "j10_pos", "j11_pos"]);
        assert_eq!(name_range("tau[10]..tau[12]").unwrap().len(), 3);
        assert_eq!(name_range("q2_1..q2_2").unwrap(), ["q2_1", "q2_2"]);
    }

    #[test]
    fn anything_else_is_no_range_of_names() {
        for text in ["2..7", "tau_J", "a1..b2", "q3..q1", "q1..q9999999", "..", "q..", "q1_a..q2_b"]
        {
            assert_eq!(name_range(text), None, "{text}");
        }
    }
}
