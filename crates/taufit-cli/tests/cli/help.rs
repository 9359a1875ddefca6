//! Every verb explains itself.

use crate::stdout;

#[test]
fn every_verb_has_help() {
    for verb in [
        "demo",
        "inspect",
        "base",
        "excite",
        "run",
        "serve",
        "identify",
        "validate",
        "compare",
        "export",
        "report",
        #[cfg(feature = "studio")]
        "studio",
        "motors",
        "gains",
        "payload",
        "gravity",
        "collisions",
        "elastic",
        "stiffness",
        "reverse",
        "schema",
        "robots",
        "explain",
        "completions",
    ] {
        let help = stdout(&[verb, "--help"]);
        assert!(help.contains(&format!("Usage: taufit {verb}")), "{verb}: {help}");
    }
}

#[test]
fn verbs_with_arguments_show_examples() {
    for verb in [
        "inspect",
        "base",
        "excite",
        "identify",
        "gains",
        "motors",
        "payload",
        "gravity",
        "collisions",
        "elastic",
        "stiffness",
        "reverse",
        "export",
        "explain",
        "completions",
    ] {
        assert!(stdout(&[verb, "--help"]).contains("Examples:\n"), "{verb}");
    }
}

#[test]
fn help() {
    insta::assert_snapshot!(stdout(&["--help"]));
}

#[test]
fn help_of_base() {
    insta::assert_snapshot!(stdout(&["base", "--help"]));
}

#[test]
fn completions_exist_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&["completions", shell]).contains("inspect"), "{shell}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(stdout(&["--version"]), format!("taufit {}\n", env!("CARGO_PKG_VERSION")));
}
