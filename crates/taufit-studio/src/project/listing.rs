//! Contents of the project folder: robots, logs, motions, experiments, surroundings, results, pages.

use super::result_summary::{RESULT, ResultSummary};
use super::{Project, UPLOADS};
use serde::Serialize;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::Read;
use std::path::Path;

/// Most entries that are looked at.
const MAX_ENTRIES: usize = 5000;
/// Deepest folder that is looked at.
const MAX_DEPTH: usize = 4;
/// Beginning of a file by which its kind is told \[bytes\].
const HEAD_BYTES: u64 = 64 << 10;

/// Files by kind, from the project folder on.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Listing {
    robots: Vec<String>,
    logs: Vec<ListedFile>,
    motions: Vec<String>,
    experiments: Vec<String>,
    scenes: Vec<String>,
    pages: Vec<String>,
    other: Vec<String>,
    results: Vec<ResultSummary>,
    /// Whether there are more entries than are listed.
    truncated: bool,
}

/// A file and its length.
#[derive(Debug, Serialize)]
struct ListedFile {
    path: String,
    bytes: u64,
}

/// Kind of a file by its name and its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileKind {
    Robot,
    Log,
    Motion,
    Experiment,
    Scene,
    Page,
    Other,
}

/// An entry that was found.
struct Found<'a> {
    path: &'a Path,
    shown: String,
    bytes: u64,
}

impl Project {
    /// Everything in the folder, by kind.
    pub(crate) fn listing(&self) -> Listing {
        let mut listing = Listing::default();
        listing.truncated = !self.walk(&mut |found| self.list(&found, &mut listing));
        listing
    }

    /// A number that another state of the folder does not have: names, lengths and times of all entries.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.walk(&mut |found| {
            found.shown.hash(&mut hasher);
            let document = found.path.join(RESULT);
            let path = if document.is_file() { &document } else { found.path };
            let stamp = std::fs::metadata(path).map(|now| (now.len(), now.modified().ok()));
            stamp.unwrap_or_default().hash(&mut hasher);
        });
        hasher.finish()
    }

    /// Shows every file and every folder that is one thing; `false` where there are too many.
    fn walk(&self, show: &mut dyn FnMut(Found<'_>)) -> bool {
        let mut folders = vec![(self.folder().to_owned(), 0)];
        let mut n_entries = 0;
        while let Some((folder, depth)) = folders.pop() {
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
            paths.sort();
            for path in paths {
                n_entries += 1;
                if n_entries > MAX_ENTRIES {
                    return false;
                }
                let is_hidden =
                    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
                // Links are not followed: the user names what is elsewhere.
                let Ok(found) = path.symlink_metadata() else { continue };
                if is_hidden || found.is_symlink() {
                    continue;
                }
                let is_whole = path.join(RESULT).is_file() || path.join("metadata.yaml").is_file();
                if found.is_dir() && !is_whole {
                    if depth < MAX_DEPTH {
                        folders.push((path, depth + 1));
                    }
                    continue;
                }
                show(Found { shown: self.shown(&path), path: &path, bytes: found.len() });
            }
        }
        true
    }

    fn list(&self, found: &Found<'_>, listing: &mut Listing) {
        let shown = found.shown.clone();
        if found.path.is_dir() {
            match self.summaries.get(found.path, &shown) {
                Some(summary) => listing.results.push(summary),
                None => listing.logs.push(ListedFile { path: shown, bytes: 0 }),
            }
            return;
        }
        match kind(found.path) {
            FileKind::Robot => listing.robots.push(shown),
            FileKind::Log => listing.logs.push(ListedFile { path: shown, bytes: found.bytes }),
            FileKind::Motion => listing.motions.push(shown),
            FileKind::Experiment => listing.experiments.push(shown),
            FileKind::Scene => listing.scenes.push(shown),
            FileKind::Page => listing.pages.push(shown),
            FileKind::Other => listing.other.push(shown),
        }
    }
}

fn kind(path: &Path) -> FileKind {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase());
    let name = name.unwrap_or_default();
    if name == "studio.toml" {
        return FileKind::Other;
    }
    let ending = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.').map_or("", |(_, e)| e);
    match ending {
        "urdf" | "mjcf" => FileKind::Robot,
        "xml" => kind_of_xml(&head(path)),
        "toml" => kind_of_toml(&head(path)),
        "csv" | "tsv" | "txt" | "dat" | "parquet" | "mcap" | "bag" | "db3" | "npz" | "mat" => {
            FileKind::Log
        }
        "html" => FileKind::Page,
        "json" | "yaml" | "script" => FileKind::Motion,
        _ => FileKind::Other,
    }
}

fn kind_of_xml(head: &str) -> FileKind {
    let is_robot = head.contains("<robot") || head.contains("<mujoco");
    if is_robot { FileKind::Robot } else { FileKind::Other }
}

/// By its first key, since every kind of file has another.
fn kind_of_toml(head: &str) -> FileKind {
    let keys =
        head.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let has =
        |prefixes: &[&str]| keys.clone().any(|line| prefixes.iter().any(|p| line.starts_with(p)));
    if has(&["[[joint", "convention"]) {
        FileKind::Robot
    } else if has(&["[simulation", "[sweep", "[excitation", "[poses", "[ramps", "[log]", "robot ="])
    {
        FileKind::Experiment
    } else if has(&["floor_m", "[[wall", "[[box"]) {
        FileKind::Scene
    } else {
        FileKind::Motion
    }
}

fn head(path: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(file) = std::fs::File::open(path) {
        // A file that cannot be read to its end has a beginning all the same.
        let _ = file.take(HEAD_BYTES).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The folder of uploads, and the name in it that a file gets.
pub(super) fn upload_name(name: &str) -> String {
    format!("{UPLOADS}/{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_files_are_told_apart_by_their_keys() {
        assert_eq!(kind_of_toml("# x\nrobot = \"ur5\"\n[sweep]\n"), FileKind::Experiment);
        assert_eq!(kind_of_toml("name = \"a\"\nconvention = \"modified\"\n"), FileKind::Robot);
        assert_eq!(kind_of_toml("floor_m = 0.0\n"), FileKind::Scene);
        assert_eq!(kind_of_toml("period_s = 20.0\n"), FileKind::Motion);
    }
}
