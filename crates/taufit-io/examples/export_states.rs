//! Exports perturbed robots and the torques that they need, for `bench/check_export.py`.
//!
//! ```sh
//! cargo run --release -p taufit-io --example export_states -- OUT_DIR ROBOT...
//! ```
//!
//! Every link gets a random box on top of its inertia, every joint new friction and a rotor. A file is
//! patched, a built-in robot gets a new URDF; the text goes to `OUT_DIR/NAME.urdf` or `.xml`, a new MJCF of every
//! robot to `NAME_new.xml`. Beside it
//! `NAME.json` has states, the torques of the rigid links alone, and what the drives add to them;
//! `NAME.pinocchio.json` has the parameters for Pinocchio. `NAME.bare.urdf` or `.xml` is the file without meshes, and `refused` in
//! `NAME.json` says why MuJoCo should not open it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "what it shares with the tests fails by panicking"
)]

#[path = "../tests/suite/common/mod.rs"]
mod common;

use common::Random;
use common::perturb::perturbed;
use serde_json::{Value, json};
use std::error::Error;
use std::path::Path;
use taufit::dynamics::{Scratch, rnea};
use taufit::friction::FrictionTerm;
use taufit::model::{Joint, Motor, Robot};
use taufit_io::{
    Exported, Origin, RobotFormat, export_mjcf, export_urdf, mjcf_without_meshes,
    pinocchio_parameters, read_robot, urdf_without_meshes, write_mjcf, write_urdf,
};

const N_STATES: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: export_states OUT_DIR ROBOT...")?;
    std::fs::create_dir_all(&folder)?;
    arguments.try_for_each(|robot| export(Path::new(&folder), &robot))
}

fn export(folder: &Path, source: &str) -> Result<(), Box<dyn Error>> {
    let loaded = read_robot(source)?;
    let mut random = Random(2026);
    let robot = perturbed(&loaded.robot, &mut random);
    let (Exported { text, .. }, extension) = match &loaded.origin {
        Origin::File { path, format: RobotFormat::Mjcf } => {
            (export_mjcf(&std::fs::read_to_string(path)?, &robot, &[])?, "xml")
        }
        Origin::File { path, .. } => {
            (export_urdf(&std::fs::read_to_string(path)?, &robot, &[])?, "urdf")
        }
        _ => (write_urdf(&robot, &[])?, "urdf"),
    };
    let name = Path::new(source).file_stem().map_or(source.into(), |stem| stem.to_string_lossy());
    let document = document(&robot, &mut random)?;
    let patched = Path::new(source).exists().then_some(source);
    let new_mjcf = write_mjcf(&robot, &[])?.text;
    Case { folder, robot: &robot, name: format!("{name}_new"), source: None, document: &document }
        .write("xml", &new_mjcf)?;
    Case { folder, robot: &robot, name: name.into_owned(), source: patched, document: &document }
        .write(extension, &text)
}

/// Files of one exported robot.
struct Case<'a> {
    folder: &'a Path,
    robot: &'a Robot,
    name: String,
    source: Option<&'a str>,
    document: &'a Value,
}

impl Case<'_> {
    fn write(&self, extension: &str, text: &str) -> Result<(), Box<dyn Error>> {
        let file = |extension: &str| self.folder.join(format!("{}.{extension}", self.name));
        std::fs::write(file(extension), text)?;
        std::fs::write(file("pinocchio.json"), pinocchio_parameters(self.robot).text)?;
        let without = match extension {
            "urdf" => urdf_without_meshes(text)?,
            _ => mjcf_without_meshes(text)?,
        };
        std::fs::write(file(&format!("bare.{extension}")), without.text)?;
        let mut document = self.document.clone();
        document["refused"] = without.warnings.iter().map(ToString::to_string).collect();
        document["file"] = format!("{}.{extension}", self.name).into();
        document["source"] = self.source.into();
        Ok(std::fs::write(file("json"), document.to_string())?)
    }
}

fn document(robot: &Robot, random: &mut Random) -> Result<Value, Box<dyn Error>> {
    let coordinates =
        |value: fn(&Joint) -> f64| robot.dof_joint_iter().map(value).collect::<Vec<_>>();
    let moving = robot.joints().iter().map(|joint| {
        let drive = joint.drive;
        json!({ "name": joint.name, "dof": drive.dof, "ratio": drive.ratio, "offset": drive.offset })
    });
    let rigid = (0..robot.n_dof())
        .fold(robot.clone(), |robot, dof| robot.with_motor(dof, Motor::default()));
    let states = (0..N_STATES).map(|_| state(&rigid, random)).collect::<Result<Vec<_>, _>>()?;
    Ok(json!({
        "gravity_in_world": <[f64; 3]>::from(robot.gravity_in_world()),
        "moving_joints": moving.collect::<Vec<_>>(),
        "armature": coordinates(|j| j.motor.rotor_inertia_kg_m2),
        "damping": coordinates(|j| j.friction.coefficient(FrictionTerm::Viscous)),
        "friction_loss": coordinates(|j| j.friction.coefficient(FrictionTerm::Coulomb)),
        "states": states,
    }))
}

fn state(rigid: &Robot, random: &mut Random) -> Result<Value, Box<dyn Error>> {
    let [q, qd, qdd] = [3.0, 2.0, 5.0]
        .map(|most| random.vector(rigid.n_dof()).iter().map(|x| most * x).collect::<Vec<f64>>());
    let tau = rnea(rigid, &mut Scratch::new(rigid), &q, &qd, &qdd)?.to_vec();
    Ok(json!({ "q": q, "qd": qd, "qdd": qdd, "tau_rigid": tau }))
}
