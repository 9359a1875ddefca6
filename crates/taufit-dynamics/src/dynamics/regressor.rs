//! The joint-torque regressor `Y(q, q̇, q̈)`.

use super::outward::{JointMotion, LinkMotion, link_motion};
use super::scratch::{Chain, Scratch, check_state};
use crate::diagnostics::{InputError, Result};
use crate::model::Robot;
use crate::params::{Layout, LinkParam};
use crate::spatial::{MotionVector, Real, Vec3};

/// The regressor of one sample: `n_dof` rows, one column per parameter of a [`Layout`].
#[derive(Clone, Debug, PartialEq)]
pub struct Regressor {
    n_dof: usize,
    n_params: usize,
    data: Vec<f64>,
}

impl Regressor {
    /// All zeros; what the structure leaves zero stays so.
    pub fn new(robot: &Robot, layout: &Layout) -> Self {
        let (n_dof, n_params) = (robot.n_dof(), layout.n_params());
        Self { n_dof, n_params, data: vec![0.0; n_dof * n_params] }
    }

    /// Number of rows.
    pub fn n_dof(&self) -> usize {
        self.n_dof
    }

    /// Number of columns.
    pub fn n_params(&self) -> usize {
        self.n_params
    }

    /// Row of a coordinate.
    pub fn row(&self, dof: usize) -> &[f64] {
        &self.data[dof * self.n_params..(dof + 1) * self.n_params]
    }

    /// All entries, row by row.
    pub fn as_slice(&self) -> &[f64] {
        &self.data
    }

    /// `Y · pi`.
    pub fn torque(&self, pi: &[f64]) -> Vec<f64> {
        let product = |row: &[f64]| row.iter().zip(pi).map(|(y, p)| y * p).sum();
        self.data.chunks_exact(self.n_params).map(product).collect()
    }
}

/// Joint-torque regressor `Y`, with `τ = Y(q, q̇, q̈) · pi`.
///
/// `pi` stacks the parameters of `layout`; its values for the robot itself are
/// [`Layout::nominal`], and then `Y · pi` is [`inverse_dynamics`](super::inverse_dynamics).
/// Gravity and rotor inertia included. Row `j` depends only on the links that joint `j` carries.
/// Cost O(n²). Rank-deficient by nature: see [`Base`](crate::base::Base).
pub fn joint_torque_regressor(
    robot: &Robot,
    layout: &Layout,
    scratch: &mut Scratch,
    (q, qd, qdd): (&[f64], &[f64], &[f64]),
    regressor: &mut Regressor,
) -> Result<()> {
    check_state(robot, q, qd, qdd)?;
    let Regressor { n_dof, n_params, data } = regressor;
    if (*n_dof, *n_params) != (robot.n_dof(), layout.n_params()) {
        return Err(InputError::LengthMismatch {
            what: "regressor entries",
            expected: robot.n_dof() * layout.n_params(),
            found: data.len(),
        }
        .into());
    }
    scratch.set_angles(robot, q);
    let Scratch { angles, motions, chain, .. } = scratch;
    let mut rows = SampleRows { layout, data: &mut data[..] };
    regressor_kernel(robot, (), (angles, qd, qdd), motions, chain, &mut rows);
    for dof in 0..*n_dof {
        if let Some(column) = layout.rotor_column(dof) {
            data[dof * *n_params + column] = qdd[dof];
        }
    }
    for (column, dof, term, shape) in layout.friction_columns() {
        data[dof * *n_params + column] = shape.column(term, qd[dof]);
    }
    Ok(())
}

/// Where the kernel puts the ten entries of a row and link.
///
/// A trait and not a closure: SIMD code is only as fast as its weakest inlining, and a closure cannot
/// be marked `inline(always)`.
pub(super) trait Sink<R> {
    /// `add`: the row already holds entries of this link (a mimic joint on the same path).
    fn put(&mut self, row: usize, link: usize, ten: &[R; LinkParam::COUNT], add: bool);
}

/// The rows of one sample.
struct SampleRows<'a> {
    layout: &'a Layout,
    data: &'a mut [f64],
}

impl Sink<f64> for SampleRows<'_> {
    #[inline(always)]
    fn put(&mut self, row: usize, link: usize, ten: &[f64; LinkParam::COUNT], add: bool) {
        let at = row * self.layout.n_params() + self.layout.link_block(link);
        let block = &mut self.data[at..at + LinkParam::COUNT];
        if add {
            block.iter_mut().zip(ten).for_each(|(y, x)| *y += x);
        } else {
            block.copy_from_slice(ten);
        }
    }
}

/// Computes the ten entries of every (row, link) that is not zero by structure.
#[inline(always)]
pub(super) fn regressor_kernel<R: Real>(
    robot: &Robot,
    token: R::Token,
    (angles, qd, qdd): JointMotion<'_, R>,
    motions: &mut [LinkMotion<R>],
    chain: &mut Chain<R>,
    sink: &mut impl Sink<R>,
) {
    for (i, joint) in robot.joints.iter().enumerate() {
        let dof = joint.map.dof;
        let motion = link_motion(robot, token, i, motions, (angles[i], qd[dof], qdd[dof]));
        motions[i] = motion;
        let body = BodyRegressor::new(&motion);
        let path = &robot.paths[i];
        let (own, ancestors) = (chain.first[i], &path[..path.len() - 1]);
        let parents = joint.parent.map_or(0, |p| chain.first[p]);
        for (k, &ancestor) in ancestors.iter().enumerate() {
            let screw = motion.parent_from_link.inverse_motion(chain.screws[parents + k]);
            chain.screws[own + k] = screw;
            let row = robot.joints[ancestor].map.dof;
            sink.put(row, i, &body.row(screw), repeats(robot, &path[..k], row));
        }
        let screw = joint.map.screw.splat(token);
        chain.screws[own + ancestors.len()] = screw;
        let ten = if joint.map.moves_origin() {
            body.row(screw)
        } else {
            body.turning_row(token, joint.map.screw.angular)
        };
        sink.put(dof, i, &ten, repeats(robot, ancestors, dof));
    }
}

/// Whether an earlier joint of the path is moved by the same coordinate.
#[inline(always)]
fn repeats(robot: &Robot, earlier: &[usize], dof: usize) -> bool {
    robot.has_mimic() && earlier.iter().any(|&k| robot.joints[k].map.dof == dof)
}

/// The map from a link's ten parameters to the wrench that moves it, `[n; f] = A(ω, α, a) · pi`
/// (Atkeson, An, Hollerbach 1986):
///
/// ```text
/// f = m a + B h                 B = S(α) + S(ω)S(ω)
/// n = −S(a) h + D vec(I)        D = L(α) + S(ω)L(ω),   L(x) vec(I) = I x
/// ```
pub(super) struct BodyRegressor<R> {
    acc: Vec3<R>,
    /// Columns of B.
    b: [Vec3<R>; 3],
    /// Columns of D, for `Ixx Ixy Ixz Iyy Iyz Izz`.
    d: [Vec3<R>; 6],
}

impl<R: Real> BodyRegressor<R> {
    #[inline(always)]
    pub(super) fn new(motion: &LinkMotion<R>) -> Self {
        let LinkMotion { omega: w, alpha: a, acc, .. } = *motion;
        let (xx, yy, zz) = (w.x * w.x, w.y * w.y, w.z * w.z);
        let (xy, xz, yz) = (w.x * w.y, w.x * w.z, w.y * w.z);
        Self {
            acc,
            b: [
                Vec3::new(-(yy + zz), xy + a.z, xz - a.y),
                Vec3::new(xy - a.z, -(xx + zz), yz + a.x),
                Vec3::new(xz + a.y, yz - a.x, -(xx + yy)),
            ],
            d: [
                Vec3::new(a.x, xz, -xy),
                Vec3::new(a.y - xz, a.x + yz, xx - yy),
                Vec3::new(a.z + xy, zz - xx, a.x - yz),
                Vec3::new(-yz, a.y, xy),
                Vec3::new(yy - zz, a.z - xy, a.y + xz),
                Vec3::new(yz, -xz, a.z),
            ],
        }
    }

    /// `screwᵀ · A`: the row of the joint with this screw. `w·(−S(a) h) = h·(a × w)`.
    #[inline(always)]
    pub(super) fn row(&self, screw: MotionVector<R>) -> [R; LinkParam::COUNT] {
        let MotionVector { angular: w, linear: v } = screw;
        let lever = self.acc.cross(w);
        let [b0, b1, b2] = self.b;
        let d = self.d;
        [
            v.dot(self.acc),
            lever.x + v.dot(b0),
            lever.y + v.dot(b1),
            lever.z + v.dot(b2),
            w.dot(d[0]),
            w.dot(d[1]),
            w.dot(d[2]),
            w.dot(d[3]),
            w.dot(d[4]),
            w.dot(d[5]),
        ]
    }

    /// The row of a turning joint whose axis passes through the link's origin: `v = 0`.
    #[inline(always)]
    fn turning_row(&self, token: R::Token, axis: Vec3) -> [R; LinkParam::COUNT] {
        let lever = self.acc.cross_const(axis);
        let [d0, d1, d2, d3, d4, d5] = self.d;
        [
            R::splat(token, 0.0),
            lever.x,
            lever.y,
            lever.z,
            d0.dot_const(axis),
            d1.dot_const(axis),
            d2.dot_const(axis),
            d3.dot_const(axis),
            d4.dot_const(axis),
            d5.dot_const(axis),
        ]
    }
}
