//! `<compiler>`: units and conventions of the model.

use crate::error::Result;
use crate::ignored;
use crate::xml::Element;
use taufit::Warning;
use taufit::spatial::Vec3;

/// One turn of an Euler sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct EulerTurn {
    pub(super) axis: Vec3,
    /// About the axis that earlier turns have moved (lower case), or the fixed one (upper case).
    pub(super) moves_along: bool,
}

/// The settings that matter here, with MuJoCo's defaults.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    /// Radians per unit of angle in the file.
    pub(super) angle_rad: f64,
    /// A range makes a joint limited.
    pub(super) auto_limits: bool,
    pub(super) euler: [EulerTurn; 3],
    /// Folder of mesh files, relative to that of the model.
    pub(super) mesh_folder: String,
}

impl Default for Compiler {
    fn default() -> Self {
        let turn = |axis| EulerTurn { axis, moves_along: true };
        Self {
            angle_rad: 1_f64.to_radians(),
            auto_limits: true,
            euler: [turn(Vec3::X), turn(Vec3::Y), turn(Vec3::Z)],
            mesh_folder: String::new(),
        }
    }
}

impl Compiler {
    pub(super) fn read(root: Element<'_, '_>, warnings: &mut Vec<Warning>) -> Result<Self> {
        let mut compiler = Self::default();
        for element in root.children("compiler") {
            compiler.update(element)?;
            warnings.extend(findings(element));
        }
        Ok(compiler)
    }

    fn update(&mut self, element: Element<'_, '_>) -> Result<()> {
        if element.attribute("coordinate") == Some("global") {
            return Err(element.unsupported(
                "global coordinates were removed from MuJoCo; save the model with MuJoCo 2.3.3, \
                 which writes local ones",
            ));
        }
        match element.attribute("angle") {
            Some("radian") => self.angle_rad = 1.0,
            Some("degree") => self.angle_rad = 1_f64.to_radians(),
            Some(other) => return Err(element.bad_value("angle", other, "radian or degree")),
            None => {}
        }
        if let Some(auto) = truth(element, "autolimits")? {
            self.auto_limits = auto;
        }
        if let Some(sequence) = element.attribute("eulerseq") {
            self.euler = euler(sequence)
                .ok_or_else(|| element.bad_value("eulerseq", sequence, "three of x y z X Y Z"))?;
        }
        if let Some(folder) = element.attribute("meshdir").or(element.attribute("assetdir")) {
            self.mesh_folder = folder.to_owned();
        }
        Ok(())
    }
}

/// `true` or `false`.
pub(super) fn truth(element: Element<'_, '_>, attribute: &str) -> Result<Option<bool>> {
    match element.attribute(attribute) {
        Some("true") => Ok(Some(true)),
        Some("false") => Ok(Some(false)),
        Some(other) => Err(element.bad_value(attribute, other, "true or false")),
        None => Ok(None),
    }
}

fn euler(sequence: &str) -> Option<[EulerTurn; 3]> {
    let turns = sequence.chars().map(|letter| {
        let axis = match letter.to_ascii_lowercase() {
            'x' => Vec3::X,
            'y' => Vec3::Y,
            'z' => Vec3::Z,
            _ => return None,
        };
        Some(EulerTurn { axis, moves_along: letter.is_ascii_lowercase() })
    });
    turns.collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// Settings that override the masses of inertials, and the values with which they do not.
pub(crate) const OVERRIDES: [(&str, &[&str]); 5] = [
    ("inertiafromgeom", &["auto", "false"]),
    ("settotalmass", &["-1"]),
    ("boundmass", &["0"]),
    ("boundinertia", &["0"]),
    ("balanceinertia", &["false"]),
];

fn findings(element: Element<'_, '_>) -> Vec<Warning> {
    let changed = OVERRIDES.into_iter().filter_map(|(name, neutral)| {
        let value = element.attribute(name).filter(|value| !neutral.contains(value))?;
        Some(ignored(element.label(), format!("{name} = {value:?}; masses are read as they stand")))
    });
    changed.collect()
}
