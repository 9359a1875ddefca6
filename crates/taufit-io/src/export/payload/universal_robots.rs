//! `set_target_payload(m, cog, inertia)` of URScript.

use super::text::{after, digits, list, numbers};
use taufit::spatial::{Inertial, Vec3};

pub(super) fn write(body: &Inertial) -> String {
    let [xx, xy, xz, yy, yz, zz] = body.inertia_about_com_in_link;
    let (mass, com) = (digits(body.mass_kg), list(&<[f64; 3]>::from(body.com_in_link_m)));
    format!("set_target_payload({mass}, [{com}], [{}])\n", list(&[xx, yy, zz, xy, xz, yz]))
}

/// Without inertia it is a point; a time of transition at the end is left alone.
pub(super) fn read(text: &str) -> Result<Inertial, String> {
    let call = after(text, "set_target_payload(")?;
    let (inside, _) = call.split_once(')').ok_or("the call does not end")?;
    let values = numbers(inside)?;
    let (mass_kg, com, inertia) = match values[..] {
        [m, x, y, z] | [m, x, y, z, _] => (m, [x, y, z], [0.0; 6]),
        [m, x, y, z, xx, yy, zz, xy, xz, yz] | [m, x, y, z, xx, yy, zz, xy, xz, yz, _] => {
            (m, [x, y, z], [xx, xy, xz, yy, yz, zz])
        }
        _ => return Err(format!("{} numbers, expected 4 or 10", values.len())),
    };
    let com_in_link_m = Vec3::from(com);
    Ok(Inertial { mass_kg, com_in_link_m, inertia_about_com_in_link: inertia })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_come_before_products() {
        let body = Inertial {
            mass_kg: 2.5,
            com_in_link_m: Vec3::new(0.01, 0.02, 0.03),
            inertia_about_com_in_link: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        };
        let text = "set_target_payload(2.5, [0.01, 0.02, 0.03], [1, 4, 6, 2, 3, 5])\n";
        assert_eq!(write(&body), text);
        assert_eq!(read(text), Ok(body));
        assert_eq!(read("set_target_payload(2.5, [0.01, 0.02, 0.03], 0.5)").unwrap().mass_kg, 2.5);
    }
}
