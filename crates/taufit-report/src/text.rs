//! Lists and sentences.

/// `a, b and c`.
pub fn listing<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// The text with a capital first letter.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_with_a_last_and() {
        assert_eq!(listing(&["m1", "mx1", "my1"]), "m1, mx1 and my1");
        assert_eq!(listing(&["m1"]), "m1");
    }
}
