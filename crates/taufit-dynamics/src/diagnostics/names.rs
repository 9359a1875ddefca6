//! Names in messages: lists that stay short, and the nearest name to a mistyped one.

/// A list of names for a message: the first few, and how many more there are.
pub fn name_list<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    const SHOWN: usize = 8;
    let names: Vec<S> = names.into_iter().collect();
    let quoted = names.iter().take(SHOWN).map(|n| format!("{:?}", n.as_ref()));
    let mut text = quoted.collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text += &format!(" and {} more", names.len() - SHOWN);
    }
    text
}

/// The name nearest to `wanted`, if one is near enough to be a slip of the finger.
pub fn suggest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const NEAR: f64 = 0.75;
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&wanted.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(similarity, _)| *similarity >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name.to_owned())
}

/// `, did you mean "x"?` for messages; empty without a suggestion.
pub(super) fn did_you_mean(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|s| format!(", did you mean {s:?}?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let names: Vec<String> = (0..20).map(|i| format!("j{i}")).collect();
        assert!(name_list(&names).ends_with("\"j7\" and 12 more"));
        assert_eq!(name_list(["a"]), "\"a\"");
    }

    #[test]
    fn a_slip_is_recognised_and_nonsense_is_not() {
        let names = ["shoulder_pan_joint", "elbow_joint"];
        assert_eq!(suggest("elbow_jont", names).as_deref(), Some("elbow_joint"));
        assert_eq!(suggest("ELBOW_JOINT", names).as_deref(), Some("elbow_joint"));
        assert_eq!(suggest("qqq", names), None);
    }
}
