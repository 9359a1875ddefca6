//! `LOAD_DATA` of KRL: millimetres, degrees, principal moments.

use super::super::number::rpy;
use super::principal::{principal, tensor};
use super::text::{after, digits, numbers};
use taufit::spatial::{Inertial, Mat3, Vec3};

const MM: f64 = 1e3;

pub(super) fn write(body: &Inertial) -> String {
    let (moments, rotation) = principal(body);
    let [roll, pitch, yaw] = rpy(&rotation).map(f64::to_degrees);
    let [x, y, z] = <[f64; 3]>::from(body.com_in_link_m).map(|c| digits(MM * c));
    let [a, b, c] = [yaw, pitch, roll].map(digits);
    let [jx, jy, jz] = moments.map(digits);
    format!(
        "LOAD_DATA[1]={{M {},CM {{X {x},Y {y},Z {z},A {a},B {b},C {c}}},J {{X {jx},Y {jy},Z {jz}}}}}\n",
        digits(body.mass_kg)
    )
}

pub(super) fn read(text: &str) -> Result<Inertial, String> {
    let value = |part: &str, key: &str| -> Result<f64, String> {
        let rest = after(part, key)?;
        let end = rest.find([',', '}']).unwrap_or(rest.len());
        let found = numbers(&rest[..end])?;
        found.first().copied().ok_or_else(|| format!("{key:?} has no value"))
    };
    let group = |key: &str| -> Result<String, String> {
        let inside = after(after(text, key)?, "{")?;
        Ok(format!(",{}", inside.split_once('}').map_or(inside, |(inside, _)| inside)))
    };
    let all = |part: &str, keys: [&str; 3]| -> Result<[f64; 3], String> {
        let [x, y, z] = keys.map(|key| value(part, key));
        Ok([x?, y?, z?])
    };
    let (centre, moments) = (group("CM")?, group("J")?);
    let [a, b, c] = all(&centre, [",A ", ",B ", ",C "])?.map(f64::to_radians);
    let rotation = Mat3::from_rpy([c, b, a]);
    Ok(Inertial {
        mass_kg: value(text, "{M ")?,
        com_in_link_m: Vec3::from(all(&centre, [",X ", ",Y ", ",Z "])?.map(|x| x / MM)),
        inertia_about_com_in_link: tensor(all(&moments, [",X ", ",Y ", ",Z "])?, &rotation),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_millimetres_and_a_turns_about_z() {
        let text = "LOAD_DATA[1]={M 2,CM {X 10,Y 20,Z 30,A 90,B 0,C 0},J {X 1,Y 2,Z 3}}\n";
        let body = read(text).unwrap();
        assert!((body.com_in_link_m - Vec3::new(0.01, 0.02, 0.03)).norm() < 1e-15);
        // A quarter turn about z swaps x and y.
        let expected = [2.0, 0.0, 0.0, 1.0, 0.0, 3.0];
        for (found, expected) in body.inertia_about_com_in_link.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{body:?}");
        }
    }
}
