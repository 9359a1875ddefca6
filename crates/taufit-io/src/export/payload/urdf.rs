//! A link with a body, fixed to a frame.

use super::super::new_urdf::escaped;
use super::super::urdf::new_inertial;
use super::text::digits;
use crate::parse_urdf;
use taufit::spatial::{Inertial, Vec3};

/// Name of the link.
const LINK: &str = "payload";

pub(super) fn write(body: &Inertial, frame: &str) -> String {
    let short = |x: f64| digits(x).parse().unwrap_or(x);
    let rounded = Inertial {
        mass_kg: short(body.mass_kg),
        com_in_link_m: Vec3::from(<[f64; 3]>::from(body.com_in_link_m).map(short)),
        inertia_about_com_in_link: body.inertia_about_com_in_link.map(short),
    };
    let inertial = new_inertial(&rounded).lines("  ", "  ").join("\n");
    let parent = escaped(frame);
    format!(
        "<link name=\"{LINK}\">\n{inertial}\n</link>\n\
         <joint name=\"{LINK}_fixed\" type=\"fixed\">\n  <parent link=\"{parent}\"/>\n  \
         <child link=\"{LINK}\"/>\n</joint>\n"
    )
}

pub(super) fn read(text: &str) -> Result<Inertial, String> {
    let robot = format!("<robot name=\"load\">{text}</robot>");
    let parsed = parse_urdf(&robot).map_err(|error| error.to_string())?;
    let link = parsed.description.links.into_iter().find(|link| link.name == LINK);
    link.and_then(|link| link.inertial).ok_or_else(|| format!("no link {LINK:?} with an inertial"))
}
