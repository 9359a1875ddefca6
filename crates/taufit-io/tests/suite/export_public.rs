//! Models that others wrote: identified numbers go in, nothing else changes, and they read back.

use crate::common::perturb::perturbed;
use crate::common::{Random, assert_close, public_models};
use std::path::PathBuf;
use taufit::model::Robot;
use taufit::params::{Layout, LayoutSettings};
use taufit_io::{Exported, Parsed, Result, export_mjcf, export_urdf, parse_mjcf, parse_urdf};

type Export = fn(&str, &Robot, &[Vec<f64>]) -> Result<Exported>;
type Parse = fn(&str) -> Result<Parsed>;
const FORMATS: [(&str, Export, Parse); 2] =
    [("urdf", export_urdf, parse_urdf), ("mjcf", export_mjcf, parse_mjcf)];

/// Every model of a folder: name and text.
fn models(folder: &str) -> Vec<(String, String)> {
    let folder = public_models(folder);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    paths.into_iter().map(read).collect()
}

fn built(parse: Parse, text: &str) -> Robot {
    parse(text).unwrap().description.build().unwrap()
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn a_robot_as_its_file_describes_it_leaves_the_file_alone() {
    for (folder, export, parse) in FORMATS {
        for (name, text) in models(folder) {
            let exported = export(&text, &built(parse, &text), &[]).unwrap();
            assert!(exported.text == text, "{name}");
            assert!(exported.notes.is_empty() && exported.warnings.is_empty(), "{name}");
        }
    }
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn an_identified_robot_reads_back() {
    for (folder, export, parse) in FORMATS {
        for (name, text) in models(folder) {
            let robot = perturbed(&built(parse, &text), &mut Random(7));
            let exported = export(&text, &robot, &[]).unwrap();
            let back = built(parse, &exported.text);
            // URDF has no place for rotor inertias.
            let rotor_inertia = folder == "mjcf";
            let settings = LayoutSettings { rotor_inertia, ..LayoutSettings::default() };
            let layout = Layout::new(&back, &settings);
            assert_close(&name, &layout.nominal(&back), &layout.nominal(&robot), 1e-12);
        }
    }
}
