//! Random robots and states for the identity tests: nothing is left at zero that could hide a mistake.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::expect_used,
    reason = "every test program uses its own part"
)]

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use taufit::friction::{CoulombShape, Friction, FrictionShape, Stribeck};
use taufit::model::{
    JointDescription, JointKind, Limits, LinkDescription, Mimic, Motor, Robot, RobotDescription,
};
use taufit::spatial::{Inertial, Mat3, Transform, Vec3};

pub struct Dice(Pcg64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.0.random_range(low..high)
    }

    /// Standard normal (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let (u, v) = (self.uniform(f64::MIN_POSITIVE, 1.0), self.uniform(0.0, 1.0));
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    pub fn vector(&mut self, n: usize, scale: f64) -> Vec<f64> {
        (0..n).map(|_| self.uniform(-scale, scale)).collect()
    }

    pub fn vec3(&mut self, scale: f64) -> Vec3 {
        Vec3::new(
            self.uniform(-scale, scale),
            self.uniform(-scale, scale),
            self.uniform(-scale, scale),
        )
    }

    pub fn unit(&mut self) -> Vec3 {
        let v = self.vec3(1.0);
        if v.norm() > 0.1 { v * (1.0 / v.norm()) } else { self.unit() }
    }

    pub fn transform(&mut self, reach_m: f64) -> Transform {
        let angle = self.uniform(-3.0, 3.0);
        let rotation = Mat3::rotation(self.unit(), angle);
        Transform { rotation, translation: self.vec3(reach_m) }
    }

    /// A body that exists: a few point masses.
    pub fn body(&mut self) -> Inertial {
        let points: Vec<(f64, Vec3)> =
            (0..6).map(|_| (self.uniform(0.2, 1.5), self.vec3(0.3))).collect();
        let mass_kg: f64 = points.iter().map(|(m, _)| m).sum();
        let com = points.iter().fold(Vec3::ZERO, |sum, (m, x)| sum + *x * *m) * (1.0 / mass_kg);
        let tensor = points.iter().fold(Mat3::ZERO, |sum, (m, x)| {
            let r = *x - com;
            sum + (Mat3::IDENTITY * r.dot(r) - Mat3::outer(r, r)) * *m
        });
        Inertial {
            mass_kg,
            com_in_link_m: com,
            inertia_about_com_in_link: tensor.symmetric_entries(),
        }
    }

    pub fn friction(&mut self) -> Friction {
        let sign = if self.below(2) == 0 {
            CoulombShape::Sign
        } else {
            CoulombShape::Tanh {
                width_rad_s: self.uniform(0.02, 0.5),
                shift_rad_s: self.uniform(-0.1, 0.1),
            }
        };
        let stribeck = (self.below(2) == 0).then(|| Stribeck {
            velocity_rad_s: self.uniform(0.05, 0.5),
            exponent: self.uniform(1.0, 2.0),
        });
        Friction {
            shape: FrictionShape {
                viscous: true,
                viscous_asymmetry: self.below(2) == 0,
                coulomb: true,
                per_direction: self.below(2) == 0,
                offset: true,
                sign,
                stribeck,
            },
            viscous: self.uniform(0.1, 3.0),
            viscous_asymmetry: self.uniform(-0.1, 0.1),
            coulomb: self.uniform(0.1, 3.0),
            coulomb_backward: self.uniform(0.1, 3.0),
            stribeck: self.uniform(0.1, 1.0),
            offset: self.uniform(-1.0, 1.0),
        }
    }

    /// A tree of turning and sliding joints, with fixed links in between, tilted gravity, rotors,
    /// friction and, on request, joints that follow others.
    pub fn robot(&mut self, n_joints: usize, with_mimic: bool) -> Robot {
        let mut links = vec![LinkDescription::new("base", Some(self.body()))];
        let mut joints: Vec<JointDescription> = Vec::new();
        for i in 0..n_joints {
            // Mostly a chain, sometimes a branch.
            let back = if self.below(4) == 0 { self.below(links.len()) } else { 0 };
            let parent = links[links.len() - 1 - back].name.clone();
            let kind = match self.below(5) {
                0 => JointKind::Prismatic,
                1 => JointKind::Continuous,
                2 if i > 0 && self.below(2) == 0 => JointKind::Fixed,
                _ => JointKind::Revolute,
            };
            let followed = joints.iter().find(|j| j.kind != JointKind::Fixed && j.mimic.is_none());
            let mimic = match followed {
                Some(source) if with_mimic && self.below(3) == 0 => Some(Mimic {
                    joint: source.name.clone(),
                    ratio: self.uniform(0.3, 2.0),
                    offset: self.uniform(-1.0, 1.0),
                }),
                _ => None,
            };
            let child = format!("link{i}");
            links.push(LinkDescription::new(child.clone(), Some(self.body())));
            joints.push(JointDescription {
                parent_from_joint: self.transform(0.5),
                axis: self.unit(),
                joint_from_link: if self.below(2) == 0 {
                    Transform::IDENTITY
                } else {
                    self.transform(0.3)
                },
                limits: Limits::default(),
                motor: Motor { rotor_inertia_kg_m2: self.uniform(0.05, 1.0), ..Motor::default() },
                friction: self.friction(),
                mimic,
                ..JointDescription::new(format!("joint{i}"), kind, parent, child)
            });
        }
        let gravity_in_world = self.unit() * 9.81;
        let robot = RobotDescription { name: "random".into(), gravity_in_world, links, joints };
        robot.build().expect("a random robot is a valid one")
    }
}

/// Largest difference relative to the largest magnitude, with the index of the worst entry.
pub fn relative_difference(a: &[f64], b: &[f64]) -> (f64, usize) {
    assert_eq!(a.len(), b.len());
    let scale = a.iter().chain(b).fold(1e-300, |s: f64, x| s.max(x.abs()));
    let differences = a.iter().zip(b).map(|(x, y)| (x - y).abs() / scale).enumerate();
    differences.fold((0.0, 0), |worst, (i, d)| if d > worst.0 { (d, i) } else { worst })
}

#[track_caller]
pub fn assert_close(a: &[f64], b: &[f64], tolerance: f64, what: &str) {
    let (difference, i) = relative_difference(a, b);
    assert!(
        difference <= tolerance,
        "{what}: entry {i}: {} against {}, relative difference {difference:.2e} > {tolerance:.0e}",
        a[i],
        b[i]
    );
}
