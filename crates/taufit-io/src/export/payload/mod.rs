//! Loads in the formats of robot controllers, written and read.
//!
//! Every vendor has units, axes and an order of its own; all give the centre of mass in the frame of
//! the load, which must be the flange (or for ABB the tool), and the inertia about the centre of mass.
//!
//! | format | length | inertia | axes |
//! |---|---|---|---|
//! | Universal Robots | m | `Ixx Iyy Izz Ixy Ixz Iyz` | those of the frame |
//! | Franka | m | nine entries, column by column | those of the frame |
//! | KUKA | mm | principal moments | turned by A, B, C about z, y, x, in degrees |
//! | ABB | mm | principal moments | turned by a quaternion, w first |
//! | URDF | m | `ixx ixy ixz iyy iyz izz` | those of the frame |

mod abb;
mod franka;
mod kuka;
mod principal;
mod text;
mod universal_robots;
mod urdf;

use crate::error::{Error, Result};
use serde::Serialize;
use taufit::spatial::Inertial;

/// Format of a load for a robot controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadFormat {
    /// URScript: `set_target_payload(m, cog, inertia)`.
    UniversalRobots,
    /// JSON of an end effector or a load.
    Franka,
    /// KRL: `LOAD_DATA`.
    Kuka,
    /// RAPID: `loaddata`.
    Abb,
    /// A link with a fixed joint.
    Urdf,
}

impl LoadFormat {
    /// All formats.
    pub const ALL: [Self; 5] =
        [Self::UniversalRobots, Self::Franka, Self::Kuka, Self::Abb, Self::Urdf];

    /// Name of a file with it.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::UniversalRobots => "payload_ur.script",
            Self::Franka => "payload_franka.json",
            Self::Kuka => "payload_kuka.src",
            Self::Abb => "payload_abb.mod",
            Self::Urdf => "payload.urdf",
        }
    }

    /// Vendor, units and order.
    const fn units(self) -> &'static str {
        match self {
            Self::UniversalRobots => {
                "Universal Robots: m, kg m² about the centre of mass, Ixx Iyy Izz Ixy Ixz Iyz"
            }
            Self::Franka => "Franka: m, kg m² about the centre of mass, column by column",
            Self::Kuka => {
                "KUKA: mm and degrees, principal moments in kg m², turned by A B C about z, y, x"
            }
            Self::Abb => "ABB: mm, principal moments in kg m², turned by the quaternion (w first)",
            Self::Urdf => "URDF: m, kg m² about the centre of mass",
        }
    }

    /// Vendor, units, order and `axes`, those of the frame of the load.
    pub fn description(self, axes: &str) -> String {
        format!("{}; {axes}", self.units())
    }
}

/// Load as text with five digits, in the frame that it was identified in.
pub fn write_load(format: LoadFormat, body: &Inertial, frame: &str) -> Result<String> {
    body.check("the load")?;
    Ok(match format {
        LoadFormat::UniversalRobots => universal_robots::write(body),
        LoadFormat::Franka => franka::write(body),
        LoadFormat::Kuka => kuka::write(body),
        LoadFormat::Abb => abb::write(body),
        LoadFormat::Urdf => urdf::write(body, frame),
    })
}

/// The load in a text.
pub fn read_load(format: LoadFormat, text: &str) -> Result<Inertial> {
    let body = match format {
        LoadFormat::UniversalRobots => universal_robots::read(text),
        LoadFormat::Franka => franka::read(text),
        LoadFormat::Kuka => kuka::read(text),
        LoadFormat::Abb => abb::read(text),
        LoadFormat::Urdf => urdf::read(text),
    };
    let body = body.map_err(|reason| Error::NoLoad { format: format.units(), reason })?;
    body.check("the load")?;
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::spatial::{LinkInertia, Mat3, Vec3};

    /// A unit of the fifth digit: rounding moves a number by half of it at most, and a tensor from turned
    /// principal axes holds several.
    const FIVE_DIGITS: f64 = 1e-4;

    /// Whether two loads are the same body: mass, first moment and inertia to a share of the larger.
    fn assert_same(a: &Inertial, b: &Inertial, share: f64) {
        let (a, b) = (LinkInertia::from(*a).to_params(), LinkInertia::from(*b).to_params());
        for group in [0..1, 1..4, 4..10] {
            let scale = a[group.clone()].iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            for k in group {
                assert!((a[k] - b[k]).abs() <= share * scale, "{k}: {} against {}", a[k], b[k]);
            }
        }
    }

    /// A brick with edges of 10, 20 and 30 cm, turned.
    fn brick(rpy: [f64; 3]) -> Inertial {
        let r = Mat3::from_rpy(rpy);
        let tensor = r * Mat3::symmetric([0.0325, 0.0, 0.0, 0.025, 0.0, 0.0125]) * r.transpose();
        Inertial {
            mass_kg: 3.0,
            com_in_link_m: Vec3::new(0.0123, -0.0456, 0.0789),
            inertia_about_com_in_link: tensor.symmetric_entries(),
        }
    }

    #[test]
    fn every_format_gives_the_same_body_back() {
        for format in LoadFormat::ALL {
            for rpy in [[0.0; 3], [0.3, -0.7, 2.1], [0.0, std::f64::consts::FRAC_PI_2, 0.4]] {
                let body = brick(rpy);
                let text = write_load(format, &body, "tool0").unwrap();
                // Five digits; angles of principal axes turn differences of moments.
                assert_same(&body, &read_load(format, &text).unwrap(), FIVE_DIGITS);
            }
        }
    }

    #[test]
    fn a_ball_has_axes_too_and_a_point_has_no_inertia() {
        for tensor in [[0.01, 0.0, 0.0, 0.01, 0.0, 0.01], [0.0; 6]] {
            let body = Inertial { inertia_about_com_in_link: tensor, ..brick([0.0; 3]) };
            for format in LoadFormat::ALL {
                let text = write_load(format, &body, "tool0").unwrap();
                assert_same(&body, &read_load(format, &text).unwrap(), FIVE_DIGITS);
            }
        }
    }

    #[test]
    fn texts_without_a_load_and_loads_that_are_none_are_refused() {
        for format in LoadFormat::ALL {
            for text in ["", "hello", "{}", "[1,2", "set_target_payload(1)"] {
                assert_eq!(
                    read_load(format, text).unwrap_err().code(),
                    "E212",
                    "{format:?} {text}"
                );
            }
            let nothing = Inertial { mass_kg: f64::NAN, ..brick([0.0; 3]) };
            assert_eq!(write_load(format, &nothing, "tool0").unwrap_err().code(), "E007");
        }
        let negative = "set_target_payload(-1, [0, 0, 0])";
        assert!(read_load(LoadFormat::UniversalRobots, negative).is_err());
    }
}
