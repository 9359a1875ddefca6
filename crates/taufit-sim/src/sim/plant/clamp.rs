//! An end-effector that is clamped to its environment (Jubien et al. 2014): a stiff spring in six directions.

use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::dynamics::{Scratch, frame_jacobian, frame_pose};
use taufit_dynamics::model::{Frame, Robot};
use taufit_dynamics::spatial::{Force, Mat3, MotionVector, Transform, Vec3};

/// A frame of the robot that is clamped where it is at the start. All directions are those of the
/// frame at that moment; a direction without stiffness is free.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clamp {
    /// The clamped frame.
    pub frame: String,
    /// Stiffness against displacement \[N/m\].
    pub stiffness_n_m: Vec3,
    /// Stiffness against rotation \[N·m/rad\].
    pub stiffness_nm_rad: Vec3,
    /// Damping of displacement \[N·s/m\].
    #[serde(default)]
    pub damping_n_s_m: Vec3,
    /// Damping of rotation \[N·m·s/rad\].
    #[serde(default)]
    pub damping_nm_s_rad: Vec3,
}

impl Clamp {
    pub(super) fn check(&self) -> Result<()> {
        let all = [
            ("stiffness_n_m", self.stiffness_n_m),
            ("stiffness_nm_rad", self.stiffness_nm_rad),
            ("damping_n_s_m", self.damping_n_s_m),
            ("damping_nm_s_rad", self.damping_nm_s_rad),
        ];
        all.into_iter().try_for_each(|(what, v)| {
            [v.x, v.y, v.z].into_iter().try_for_each(|x| InputError::check_not_negative(what, x))
        })
    }
}

/// A clamp at its place.
#[derive(Clone, Debug)]
pub(super) struct PlacedClamp {
    clamp: Clamp,
    frame: Frame,
    world_from_anchor: Transform,
}

impl PlacedClamp {
    pub(super) fn new(clamp: &Clamp, robot: &Robot, q: &[f64]) -> Result<Self> {
        clamp.check()?;
        let frame = robot.frame(&clamp.frame)?.clone();
        let world_from_anchor = frame_pose(robot, &mut Scratch::new(robot), q, &frame)?;
        Ok(Self { clamp: clamp.clone(), frame, world_from_anchor })
    }

    /// Wrench of the environment on the robot, world axes, about the frame's origin.
    pub(super) fn wrench(
        &self,
        robot: &Robot,
        scratch: &mut Scratch,
        q: &[f64],
        qd: &[f64],
    ) -> Result<Force> {
        let pose = frame_pose(robot, scratch, q, &self.frame)?;
        let jacobian = frame_jacobian(robot, scratch, q, &self.frame)?;
        let twist =
            jacobian.iter().zip(qd).fold(MotionVector::ZERO, |sum, (j, v)| sum.add_scaled(*j, *v));
        let (spring, damper) = (self.spring(&pose), self.damper(twist));
        Ok(spring + damper)
    }

    /// Joint torques of a wrench on the clamped frame.
    pub(super) fn add_torques(
        &self,
        robot: &Robot,
        scratch: &mut Scratch,
        (q, qd): (&[f64], &[f64]),
        tau: &mut [f64],
    ) -> Result<()> {
        let wrench = self.wrench(robot, scratch, q, qd)?;
        let jacobian = frame_jacobian(robot, scratch, q, &self.frame)?;
        for (tau, column) in tau.iter_mut().zip(jacobian) {
            *tau += column.dot(wrench);
        }
        Ok(())
    }

    /// Adds `Jᵀ K J` and `Jᵀ D J` to matrices by rows.
    pub(super) fn add_linearised(
        &self,
        robot: &Robot,
        scratch: &mut Scratch,
        q: &[f64],
        (stiffness, damping): (&mut [f64], &mut [f64]),
    ) -> Result<()> {
        let jacobian = frame_jacobian(robot, scratch, q, &self.frame)?;
        let n = jacobian.len();
        for (i, row) in jacobian.iter().enumerate() {
            let elastic =
                self.resistance(*row, self.clamp.stiffness_nm_rad, self.clamp.stiffness_n_m);
            let viscous =
                self.resistance(*row, self.clamp.damping_nm_s_rad, self.clamp.damping_n_s_m);
            for (j, column) in jacobian.iter().enumerate() {
                stiffness[i * n + j] += column.dot(elastic);
                damping[i * n + j] += column.dot(viscous);
            }
        }
        Ok(())
    }

    /// Energy in the spring \[J\].
    pub(super) fn energy(&self, robot: &Robot, scratch: &mut Scratch, q: &[f64]) -> Result<f64> {
        let pose = frame_pose(robot, scratch, q, &self.frame)?;
        let anchor_from_frame = self.world_from_anchor.inverse() * pose;
        let (p, k) = (anchor_from_frame.translation, self.clamp.stiffness_n_m);
        let turned = weights(self.clamp.stiffness_nm_rad);
        let [x, y, z] = anchor_from_frame.rotation.cols;
        let rotation = turned.x * (1.0 - x.x) + turned.y * (1.0 - y.y) + turned.z * (1.0 - z.z);
        Ok(0.5 * times(k, p).dot(p) + rotation)
    }

    /// With `R, p` the frame seen from its place: energy `½ pᵀ K p + tr(W (1 − R))`, so that the
    /// spring is conservative however far it turns. Force `−K p`, moment
    /// `(A₂₃ − A₃₂, A₃₁ − A₁₃, A₁₂ − A₂₁)` with `A = R W`.
    fn spring(&self, pose: &Transform) -> Force {
        let anchor_from_frame = self.world_from_anchor.inverse() * *pose;
        let w = weights(self.clamp.stiffness_nm_rad);
        let [x, y, z] = anchor_from_frame.rotation.cols;
        // The columns of A.
        let (x, y, z) = (x * w.x, y * w.y, z * w.z);
        let moment = Vec3::new(z.y - y.z, x.z - z.x, y.x - x.y);
        let force = -times(self.clamp.stiffness_n_m, anchor_from_frame.translation);
        let turn: Mat3 = self.world_from_anchor.rotation;
        Force { moment: turn * moment, force: turn * force }
    }

    fn damper(&self, twist: MotionVector) -> Force {
        let (turning, sliding) = (self.clamp.damping_nm_s_rad, self.clamp.damping_n_s_m);
        self.resistance(twist, turning, sliding).scale(-1.0)
    }

    /// `diag(turning, sliding)` in the directions of the clamp, times a twist in world axes.
    fn resistance(&self, twist: MotionVector, turning: Vec3, sliding: Vec3) -> Force {
        let turn = self.world_from_anchor.rotation;
        Force {
            moment: turn * times(turning, turn.transpose_mul(twist.angular)),
            force: turn * times(sliding, turn.transpose_mul(twist.linear)),
        }
    }
}

/// `W` of `tr(W (1 − R))` for stiffnesses about three axes: `k_x = w_y + w_z` and so on.
fn weights(k: Vec3) -> Vec3 {
    Vec3::new(k.y + k.z - k.x, k.z + k.x - k.y, k.x + k.y - k.z) * 0.5
}

fn times(a: Vec3, b: Vec3) -> Vec3 {
    Vec3::new(a.x * b.x, a.y * b.y, a.z * b.z)
}
