//! JSON of a Franka end effector or load.

use super::text::{digits, list};
use serde::Deserialize;
use taufit::spatial::{Inertial, Mat3, Vec3};

/// As Desk and the `set_load` interfaces name it. The centre is seen from the flange, the inertia is about the
/// centre; matrices go column by column.
#[derive(Deserialize)]
struct FrankaLoad {
    mass: f64,
    #[serde(rename = "centerOfMass")]
    center_of_mass: [f64; 3],
    inertia: [f64; 9],
}

/// Flange to end effector: none.
const TRANSFORMATION: &str = "1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1";

pub(super) fn write(body: &Inertial) -> String {
    let tensor = Mat3::symmetric(body.inertia_about_com_in_link);
    let columns = tensor.cols.map(<[f64; 3]>::from).concat();
    format!(
        "{{\n  \"mass\": {},\n  \"centerOfMass\": [{}],\n  \"transformation\": [{TRANSFORMATION}],\n  \
         \"inertia\": [{}]\n}}\n",
        digits(body.mass_kg),
        list(&<[f64; 3]>::from(body.com_in_link_m)),
        list(&columns)
    )
}

pub(super) fn read(text: &str) -> Result<Inertial, String> {
    let load: FrankaLoad = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let [xx, xy, xz, yx, yy, yz, zx, zy, zz] = load.inertia;
    if [(xy, yx), (xz, zx), (yz, zy)].iter().any(|(a, b)| (a - b).abs() > 1e-9) {
        return Err("the inertia is not symmetric".to_owned());
    }
    Ok(Inertial {
        mass_kg: load.mass,
        com_in_link_m: Vec3::from(load.center_of_mass),
        inertia_about_com_in_link: [xx, xy, xz, yy, yz, zz],
    })
}
