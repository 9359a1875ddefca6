//! `loaddata` of RAPID: millimetres, a quaternion, principal moments.

use super::principal::{principal, quaternion, tensor};
use super::text::{after, digits, list, numbers};
use taufit::spatial::{Inertial, Mat3, Vec3};

const MM: f64 = 1e3;

pub(super) fn write(body: &Inertial) -> String {
    let (moments, rotation) = principal(body);
    let com_mm = <[f64; 3]>::from(body.com_in_link_m).map(|c| MM * c);
    format!(
        "PERS loaddata load1 := [{}, [{}], [{}], {}];\n",
        digits(body.mass_kg),
        list(&com_mm),
        list(&quaternion(&rotation)),
        list(&moments)
    )
}

pub(super) fn read(text: &str) -> Result<Inertial, String> {
    let values = numbers(after(text, ":=")?)?;
    let [m, x, y, z, q1, q2, q3, q4, ix, iy, iz] = values[..] else {
        return Err(format!("{} numbers, expected 11", values.len()));
    };
    let length = [q1, q2, q3, q4].iter().map(|q| q * q).sum::<f64>().sqrt();
    if (length - 1.0).abs() > 1e-3 {
        return Err(format!("the quaternion has length {length}, expected 1"));
    }
    let rotation = Mat3::from_quaternion([q1, q2, q3, q4].map(|q| q / length));
    Ok(Inertial {
        mass_kg: m,
        com_in_link_m: Vec3::new(x / MM, y / MM, z / MM),
        inertia_about_com_in_link: tensor([ix, iy, iz], &rotation),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_manual() {
        let text = "PERS loaddata load1 := [5, [50, 0, 50], [1, 0, 0, 0], 0.1, 0.2, 0.3];\n";
        let body = read(text).unwrap();
        assert_eq!(body.inertia_about_com_in_link, [0.1, 0.0, 0.0, 0.2, 0.0, 0.3]);
        assert_eq!(body.com_in_link_m, Vec3::new(0.05, 0.0, 0.05));
        assert_eq!(write(&body), text);
    }
}
