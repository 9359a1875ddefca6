//! Graph resource names.

/// Absolute name: `/a` is absolute, `~a` is private to the caller, `a` is in its name space.
pub(super) fn resolved(name: &str, caller: &str) -> String {
    let space = caller.rsplit_once('/').map_or("", |(space, _)| space);
    let whole = match name.strip_prefix('~') {
        Some(own) => format!("{caller}/{own}"),
        None if name.starts_with('/') => name.to_owned(),
        None => format!("{space}/{name}"),
    };
    format!("/{}", parts(&whole).collect::<Vec<_>>().join("/"))
}

/// Components of a name.
pub(super) fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split('/').filter(|part| !part.is_empty())
}

/// Whether a name equals `above` or is in that name space.
pub(super) fn is_within(name: &str, above: &str) -> bool {
    let mut name = parts(name);
    parts(above).all(|part| name.next() == Some(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_resolved_for_the_caller() {
        let of = |name| resolved(name, "/arm/driver");
        assert_eq!(of("/a//b/"), "/a/b");
        assert_eq!(
            (of("a"), of("~a"), of("/")),
            ("/arm/a".into(), "/arm/driver/a".into(), "/".into())
        );
        assert_eq!(resolved("a", "driver"), "/a");
    }

    #[test]
    fn name_spaces_are_compared_by_components() {
        assert!(is_within("/a/b", "/a") && is_within("/a", "/a/") && is_within("/a", "/"));
        assert!(!is_within("/ab", "/a") && !is_within("/a", "/a/b"));
    }
}
