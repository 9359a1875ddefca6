//! The README shows the main verbs; that it shows what they print is a test of `tests/book`.

const README: &str = include_str!("../../../../README.md");

#[test]
fn the_readme_shows_the_main_verbs() {
    let blocks = README.split("```console\n").skip(1);
    let commands = blocks.filter_map(|block| block.split("\n```").next()).flat_map(str::lines);
    let verbs: Vec<&str> = commands
        .filter_map(|line| line.strip_prefix("$ taufit "))
        .filter_map(|line| line.split(' ').next())
        .collect();
    for verb in ["demo", "inspect", "identify", "base"] {
        assert!(verbs.contains(&verb), "{verb}");
    }
}
