//! Surroundings of the robot, in the frame of its base.

use crate::diagnostics::CollisionError;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::{Shape, Solid};
use taufit_dynamics::spatial::{Transform, Vec3};

/// Floor, walls and boxes, in the frame of the robot's base.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// Everything below this height is solid \[m\]; no floor if it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor_m: Option<f64>,
    /// Everything behind a wall is solid.
    #[serde(rename = "wall", skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Wall>,
    /// Tables, fixtures, other machines.
    #[serde(rename = "box", skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<BoxObstacle>,
}

/// A flat wall without end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// Its name; `wall1`, ... where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A point on it \[m\].
    pub position_m: Vec3,
    /// Out of the wall, into the free space; any length.
    pub normal: Vec3,
}

/// A box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxObstacle {
    /// Its name; `box1`, ... where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its edges along its own x, y, z \[m\].
    pub size_m: [f64; 3],
    /// Its centre \[m\].
    pub position_m: [f64; 3],
    /// Its orientation: roll, pitch, yaw as in URDF \[rad\].
    #[serde(default)]
    pub rpy_rad: [f64; 3],
}

/// Everything on the side of a plane where `normal · x < offset_m`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HalfSpace {
    /// Unit vector out of the solid.
    pub(super) normal: Vec3,
    pub(super) offset_m: f64,
}

/// An obstacle with its name.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Obstacle {
    HalfSpace(HalfSpace),
    Box(Solid),
}

impl Scene {
    /// A floor and nothing else.
    pub fn with_floor(floor_m: f64) -> Self {
        Self { floor_m: Some(floor_m), ..Self::default() }
    }

    /// Every obstacle with its name, checked.
    pub(super) fn obstacles(&self) -> Result<Vec<(String, Obstacle)>> {
        let floor = self.floor_m.map(|offset_m| {
            let floor = HalfSpace { normal: Vec3::Z, offset_m };
            ("floor".to_owned(), floor, offset_m.is_finite())
        });
        let walls = self.walls.iter().enumerate().map(|(k, wall)| {
            let (plane, fine) = wall.half_space();
            (or_numbered(&wall.name, "wall", k), plane, fine)
        });
        let mut obstacles = Vec::new();
        for (name, plane, fine) in floor.into_iter().chain(walls) {
            if !fine {
                let reason = "its numbers must be finite, and its normal must have a length";
                return Err(CollisionError::BadObstacle { obstacle: name, reason }.into());
            }
            obstacles.push((name, Obstacle::HalfSpace(plane)));
        }
        for (k, obstacle) in self.boxes.iter().enumerate() {
            let name = or_numbered(&obstacle.name, "box", k);
            let solid = obstacle.solid();
            if let Some(reason) = solid.problem() {
                return Err(CollisionError::BadObstacle { obstacle: name, reason }.into());
            }
            obstacles.push((name, Obstacle::Box(solid)));
        }
        Ok(obstacles)
    }
}

fn or_numbered(name: &Option<String>, kind: &str, k: usize) -> String {
    name.clone().unwrap_or_else(|| format!("{kind}{}", k + 1))
}

impl Wall {
    /// The plane, and whether its numbers make one.
    fn half_space(&self) -> (HalfSpace, bool) {
        let length = self.normal.norm();
        let normal = self.normal * (1.0 / length);
        let offset_m = normal.dot(self.position_m);
        (HalfSpace { normal, offset_m }, normal.is_finite() && offset_m.is_finite() && length > 0.0)
    }
}

impl BoxObstacle {
    fn solid(&self) -> Solid {
        let link_from_shape = Transform::from_xyz_rpy(self.position_m, self.rpy_rad);
        Solid { shape: Shape::Box { size_m: self.size_m }, link_from_shape }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obstacles_that_cannot_be_are_refused_by_name() {
        let refused = |scene: Scene| match scene.obstacles().unwrap_err().kind() {
            Some(CollisionError::BadObstacle { obstacle, .. }) => obstacle.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(Scene::with_floor(f64::NAN)), "floor");
        let wall = Wall { name: None, position_m: Vec3::ZERO, normal: Vec3::ZERO };
        assert_eq!(refused(Scene { walls: vec![wall], ..Scene::default() }), "wall1");
        let name = Some("table".to_owned());
        let flat =
            BoxObstacle { name, size_m: [1.0, 1.0, 0.0], position_m: [0.0; 3], rpy_rad: [0.0; 3] };
        assert_eq!(refused(Scene { boxes: vec![flat], ..Scene::default() }), "table");
    }
}
