//! Elisions in shown output: `...` alone stands for any number of lines, `[..]` for any part of one.

/// Whether the real lines are those shown.
pub(crate) fn lines_match(shown: &[&str], real: &[&str]) -> bool {
    match shown.split_first() {
        None => real.is_empty(),
        Some((&"...", rest)) => (0..=real.len()).any(|skipped| lines_match(rest, &real[skipped..])),
        Some((line, rest)) => real
            .split_first()
            .is_some_and(|(first, others)| line_matches(line, first) && lines_match(rest, others)),
    }
}

fn line_matches(shown: &str, real: &str) -> bool {
    let mut parts = shown.split("[..]");
    let Some(mut left) = parts.next().and_then(|start| real.strip_prefix(start)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((end, middle)) = parts.split_last() else {
        return left.is_empty();
    };
    for part in middle {
        match left.split_once(part) {
            Some((_, after)) => left = after,
            None => return false,
        }
    }
    left.ends_with(end)
}

#[test]
fn elisions_stand_for_lines_and_parts_of_lines() {
    let real = ["one", "two 12 ms", "three"];
    for shown in [
        &["one", "two 12 ms", "three"][..],
        &["...", "three"],
        &["one", "..."],
        &["one", "two [..] ms", "..."],
        &["...", "two [..]", "...", "three", "..."],
    ] {
        assert!(lines_match(shown, &real), "{shown:?}");
    }
    for shown in [&["one"][..], &["two 12 ms", "..."], &["one", "two [..] s", "three"], &[]] {
        assert!(!lines_match(shown, &real), "{shown:?}");
    }
}
