//! `ROBOT` and what may be said about its mounting and its load.

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use taufit::model::{JointDescription, JointKind, LinkDescription, RobotDescription};
use taufit::spatial::{Inertial, Vec3};
use taufit_io::LoadedRobot;

/// Robot, its mounting and payload.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct RobotArgs {
    /// A built-in name (`taufit robots` lists them), a URDF, an MJCF, or a robot.toml
    #[arg(value_name = "ROBOT")]
    #[serde(skip)]
    pub(crate) robot: String,
    #[command(flatten)]
    #[serde(flatten)]
    mounting: MountingArgs,
}

/// Mounting and payload of a robot.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct MountingArgs {
    /// Gravity in the frame of the base, in m/s²; 0,0,9.81 for a ceiling mount
    #[arg(long, value_name = "X,Y,Z", value_parser = gravity, allow_hyphen_values = true)]
    gravity: Option<Vec3>,
    /// A body fixed to a frame, in that frame: mass in kg, centre of mass in m, and if known the
    /// tensor about the centre of mass Ixx,Ixy,Ixz,Iyy,Iyz,Izz in kg m²
    #[arg(long, value_name = "FRAME:M,CX,CY,CZ[,IXX,..]", value_parser = payload)]
    payload: Vec<Payload>,
    /// Fix a joint that the logs do not have at a position, in rad or m
    #[arg(long, value_name = "JOINT=POSITION", value_parser = locked, allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lock: Vec<(String, f64)>,
}

/// A body and where it is fixed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Payload {
    pub(crate) frame: String,
    pub(crate) body: Inertial,
}

impl RobotArgs {
    /// Reads the robot and mounts it.
    pub(crate) fn read(&self, ctx: &Context) -> Outcome<LoadedRobot> {
        self.mounting.read(ctx, &self.robot)
    }
}

impl MountingArgs {
    /// Reads a robot, by name or from a file, and mounts it.
    pub(crate) fn read(&self, ctx: &Context, source: &str) -> Outcome<LoadedRobot> {
        let mut loaded = ctx.robot(source)?;
        for (joint, position) in &self.lock {
            loaded.lock(joint, *position)?;
        }
        if let Some(gravity) = self.gravity {
            loaded.robot = loaded.robot.with_gravity(gravity);
            loaded.description.gravity_in_world = gravity;
        }
        for (k, Payload { frame, body }) in self.payload.iter().enumerate() {
            loaded.robot = loaded.robot.with_payload(frame, *body).map_err(Failure::usage)?;
            load(&mut loaded.description, frame, *body, k + 1);
        }
        Ok(loaded)
    }
}

/// Fixes a body to a link of a description, as another link.
fn load(description: &mut RobotDescription, frame: &str, body: Inertial, number: usize) {
    let name = format!("payload{number}");
    description.links.push(LinkDescription::new(name.clone(), Some(body)));
    description.joints.push(JointDescription::new(name.clone(), JointKind::Fixed, frame, name));
}

/// Finite numbers between commas.
pub(crate) fn number_list(text: &str) -> Result<Vec<f64>, String> {
    let number = |part: &str| match part.trim().parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        _ => Err(format!("{part:?} is not a finite number")),
    };
    text.split(',').map(number).collect()
}

fn gravity(text: &str) -> Result<Vec3, String> {
    match number_list(text)?[..] {
        [x, y, z] => Ok(Vec3::new(x, y, z)),
        ref other => Err(format!("expected X,Y,Z, found {} numbers", other.len())),
    }
}

fn locked(text: &str) -> Result<(String, f64), String> {
    let (joint, position) =
        text.rsplit_once('=').ok_or("expected JOINT=POSITION, such as finger_joint1=0.02")?;
    match number_list(position)?[..] {
        [position] => Ok((joint.trim().to_owned(), position)),
        _ => Err("expected one position".to_owned()),
    }
}

/// `FRAME:mass,cx,cy,cz`, with a tensor or without.
pub(crate) fn payload(text: &str) -> Result<Payload, String> {
    let (frame, list) =
        text.rsplit_once(':').ok_or("expected FRAME:mass,cx,cy,cz, found no colon")?;
    let numbers = number_list(list)?;
    let (&[mass_kg, x, y, z], tensor) = numbers
        .split_first_chunk()
        .ok_or_else(|| format!("expected 4 or 10 numbers, found {}", numbers.len()))?;
    if mass_kg < 0.0 {
        return Err(format!("the mass is {mass_kg} kg, which must not be negative"));
    }
    let inertia_about_com_in_link = match tensor.len() {
        0 => [0.0; 6],
        _ => tensor
            .try_into()
            .map_err(|_| format!("expected 4 or 10 numbers, found {}", numbers.len()))?,
    };
    let body = Inertial { mass_kg, com_in_link_m: Vec3::new(x, y, z), inertia_about_com_in_link };
    Ok(Payload { frame: frame.to_owned(), body })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_is_three_numbers() {
        assert_eq!(gravity("0, 0,-1.62"), Ok(Vec3::new(0.0, 0.0, -1.62)));
        assert!(gravity("0,0").is_err());
        assert!(gravity("0,0,down").is_err());
        assert!(gravity("0,0,NaN").is_err());
    }

    #[test]
    fn a_payload_is_a_point_mass_or_a_body() {
        let point = payload("tool0:2.5,0,0,0.05").unwrap();
        assert_eq!((point.frame.as_str(), point.body.mass_kg), ("tool0", 2.5));
        let body = payload("ns:tool0:2.5,0,0,0.05,1,0,0,1,0,1").unwrap();
        assert_eq!(body.frame, "ns:tool0");
        assert_eq!(body.body.inertia_about_com_in_link, [1.0, 0.0, 0.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn a_payload_that_makes_no_sense_is_refused() {
        for text in ["tool0", "tool0:1,0,0", "tool0:1,0,0,0,1", "tool0:-1,0,0,0"] {
            assert!(payload(text).is_err(), "{text}");
        }
    }
}
