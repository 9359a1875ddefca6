//! Many samples at once, several in every SIMD register.
//!
//! The recursions have no branch on a value, so four samples (AVX2) cost little more than one. Data
//! is stored with the sample index fastest: a channel of a log, or a column of the observation
//! matrix, is one contiguous run, ready for filtering and for a QR factorisation.

use super::outward::{JointMotion, LinkMotion};
use super::regressor::{Sink, regressor_kernel};
use super::rnea::rnea_kernel;
use super::scratch::Chain;
use crate::diagnostics::{InputError, Result};
use crate::model::{Angle, Robot};
use crate::params::{Layout, LinkParam};
use crate::spatial::{Force, Lanes, Real, Transform, Vec3, WIDEST};
use pulp::{Arch, Simd, WithSimd};

/// States of a robot over time: channel `dof` of `q` is `q[dof · stride ..][.. n_samples]`.
#[derive(Clone, Copy, Debug)]
pub struct Samples<'a> {
    n_samples: usize,
    /// Distance between the channels.
    stride: usize,
    q: &'a [f64],
    qd: &'a [f64],
    qdd: &'a [f64],
}

impl<'a> Samples<'a> {
    /// Positions, velocities and accelerations, each `n_dof × n_samples`, sample index fastest.
    pub fn new(n_samples: usize, q: &'a [f64], qd: &'a [f64], qdd: &'a [f64]) -> Self {
        Self { n_samples, stride: n_samples, q, qd, qdd }
    }

    /// Number of samples.
    pub fn n_samples(&self) -> usize {
        self.n_samples
    }

    /// Positions of one coordinate.
    pub fn q(&self, dof: usize) -> &'a [f64] {
        &self.q[dof * self.stride..][..self.n_samples]
    }

    /// Velocities of one coordinate.
    pub fn qd(&self, dof: usize) -> &'a [f64] {
        &self.qd[dof * self.stride..][..self.n_samples]
    }

    /// Accelerations of one coordinate.
    pub fn qdd(&self, dof: usize) -> &'a [f64] {
        &self.qdd[dof * self.stride..][..self.n_samples]
    }

    /// At most `n` samples from `start` on; empty beyond the end.
    #[must_use]
    pub fn range(&self, start: usize, n: usize) -> Self {
        let start = start.min(self.n_samples);
        let n_samples = n.min(self.n_samples - start);
        let from = |x: &'a [f64]| x.get(start..).unwrap_or_default();
        Self {
            n_samples,
            stride: self.stride,
            q: from(self.q),
            qd: from(self.qd),
            qdd: from(self.qdd),
        }
    }

    fn check(&self, robot: &Robot) -> Result<()> {
        let expected = (robot.n_dof() - 1) * self.stride + self.n_samples;
        for (what, x) in [("q", self.q), ("qd", self.qd), ("qdd", self.qdd)] {
            if x.len() < expected {
                return Err(InputError::LengthMismatch { what, expected, found: x.len() }.into());
            }
        }
        Ok(())
    }
}

/// Selected columns of the regressor over many samples.
#[derive(Clone, Debug)]
pub struct RegressorBlock {
    n_dof: usize,
    n_samples: usize,
    /// `n_samples` rounded up to whole registers.
    stride: usize,
    /// Where each column of the layout begins in a row of columns; `None` is left out.
    places: Vec<Option<usize>>,
    n_columns: usize,
    data: Vec<f64>,
}

impl RegressorBlock {
    /// Room for up to `capacity` samples of these columns of the layout, in this order.
    pub fn new(robot: &Robot, layout: &Layout, columns: &[usize], capacity: usize) -> Self {
        let mut places = vec![None; layout.n_params()];
        for (place, &column) in columns.iter().enumerate() {
            places[column] = Some(place);
        }
        // An odd number of registers: columns an even number of cache lines apart would crowd into the
        // same few sets of the cache.
        let stride = (capacity.div_ceil(WIDEST) | 1) * WIDEST;
        let n_columns = columns.len();
        let data = vec![0.0; robot.n_dof() * n_columns * stride];
        Self { n_dof: robot.n_dof(), n_samples: 0, stride, places, n_columns, data }
    }

    /// Number of samples that fit.
    pub fn capacity(&self) -> usize {
        self.stride
    }

    /// Number of samples now held.
    pub fn n_samples(&self) -> usize {
        self.n_samples
    }

    /// Number of columns.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// One column of the rows of one coordinate, sample by sample.
    pub fn column(&self, dof: usize, column: usize) -> &[f64] {
        let at = (dof * self.n_columns + column) * self.stride;
        &self.data[at..at + self.n_samples]
    }

    fn column_mut(&mut self, dof: usize, column: usize) -> &mut [f64] {
        let at = (dof * self.n_columns + column) * self.stride;
        &mut self.data[at..at + self.n_samples]
    }
}

/// [`joint_torque_regressor`](super::joint_torque_regressor) of many samples.
///
/// Entries that are zero by structure are never written: a block stays valid for its robot and layout.
pub fn regressor_block(
    robot: &Robot,
    layout: &Layout,
    samples: &Samples<'_>,
    block: &mut RegressorBlock,
) -> Result<()> {
    samples.check(robot)?;
    if samples.n_samples > block.capacity() || block.places.len() != layout.n_params() {
        return Err(InputError::LengthMismatch {
            what: "samples of a regressor block",
            expected: block.capacity(),
            found: samples.n_samples,
        }
        .into());
    }
    block.n_samples = samples.n_samples;
    Arch::new().dispatch(RegressorJob { robot, layout, samples, block: &mut *block });
    diagonal_columns(layout, samples, block);
    Ok(())
}

/// Rotor inertia and friction: columns with one non-zero row.
fn diagonal_columns(layout: &Layout, samples: &Samples<'_>, block: &mut RegressorBlock) {
    let channel = |dof: usize| dof * samples.stride..dof * samples.stride + samples.n_samples;
    for dof in 0..block.n_dof {
        let place = layout.rotor_column(dof).and_then(|column| block.places[column]);
        if let Some(place) = place {
            block.column_mut(dof, place).copy_from_slice(&samples.qdd[channel(dof)]);
        }
    }
    for (column, dof, term, shape) in layout.friction_columns() {
        let Some(place) = block.places[column] else { continue };
        let velocities = &samples.qd[channel(dof)];
        for (y, qd) in block.column_mut(dof, place).iter_mut().zip(velocities) {
            *y = shape.column(term, *qd);
        }
    }
}

/// [`rnea`](super::rnea) of many samples; `tau` is `n_dof × n_samples`, sample index fastest.
pub fn rnea_block(robot: &Robot, samples: &Samples<'_>, tau: &mut [f64]) -> Result<()> {
    samples.check(robot)?;
    let expected = robot.n_dof() * samples.n_samples;
    if tau.len() != expected {
        let found = tau.len();
        return Err(InputError::LengthMismatch { what: "tau", expected, found }.into());
    }
    Arch::new().dispatch(RneaJob { robot, samples, tau });
    Ok(())
}

/// One register of every channel, starting at a sample.
struct LaneStates<S: Simd> {
    angles: Vec<Angle<Lanes<S>>>,
    qd: Vec<Lanes<S>>,
    qdd: Vec<Lanes<S>>,
}

impl<S: Simd> LaneStates<S> {
    fn new(robot: &Robot, simd: S) -> Self {
        let zero = Lanes::splat(simd, 0.0);
        let zeros = vec![zero; robot.n_dof()];
        let angle = Angle { theta: zero, sin: zero, cos: zero };
        Self { angles: vec![angle; robot.n_links()], qd: zeros.clone(), qdd: zeros }
    }

    #[inline(always)]
    fn load(&mut self, simd: S, robot: &Robot, samples: &Samples<'_>, at: usize) {
        let (n, stride) = (samples.n_samples, samples.stride);
        let width = Lanes::<S>::N.min(n - at);
        for dof in 0..self.qd.len() {
            let range = dof * stride + at..dof * stride + at + width;
            self.qd[dof] = Lanes::load(simd, &samples.qd[range.clone()]);
            self.qdd[dof] = Lanes::load(simd, &samples.qdd[range]);
        }
        for (i, joint) in robot.joints.iter().enumerate() {
            let from = joint.map.dof * stride + at;
            let q = Lanes::load(simd, &samples.q[from..from + width]);
            self.angles[i] = joint.map.angle(simd, q);
        }
    }

    #[inline(always)]
    fn as_state(&self) -> JointMotion<'_, Lanes<S>> {
        (&self.angles, &self.qd, &self.qdd)
    }
}

fn at_rest<S: Simd>(robot: &Robot, simd: S) -> Vec<LinkMotion<Lanes<S>>> {
    let origin = Vec3::ZERO.splat(simd);
    let still = LinkMotion {
        parent_from_link: Transform::IDENTITY.splat(simd),
        omega: origin,
        alpha: origin,
        acc: origin,
    };
    vec![still; robot.n_links()]
}

struct RegressorJob<'a> {
    robot: &'a Robot,
    layout: &'a Layout,
    samples: &'a Samples<'a>,
    block: &'a mut RegressorBlock,
}

impl WithSimd for RegressorJob<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { robot, layout, samples, block } = self;
        let mut states = LaneStates::new(robot, simd);
        let mut motions = at_rest(robot, simd);
        let mut chain = Chain::new(robot, simd);
        for at in (0..samples.n_samples).step_by(Lanes::<S>::N) {
            states.load(simd, robot, samples, at);
            let state = states.as_state();
            let mut columns = Columns { simd, layout, block: &mut *block, at };
            regressor_kernel(robot, simd, state, &mut motions, &mut chain, &mut columns);
        }
    }
}

/// The wanted columns, from sample `at` on.
struct Columns<'a, S: Simd> {
    simd: S,
    layout: &'a Layout,
    block: &'a mut RegressorBlock,
    at: usize,
}

impl<S: Simd> Sink<Lanes<S>> for Columns<'_, S> {
    #[inline(always)]
    fn put(&mut self, row: usize, link: usize, ten: &[Lanes<S>; LinkParam::COUNT], add: bool) {
        let RegressorBlock { stride, places, n_columns, data, .. } = &mut *self.block;
        let first = self.layout.link_block(link);
        for (param, x) in ten.iter().enumerate() {
            let Some(place) = places[first + param] else { continue };
            let to = (row * *n_columns + place) * *stride + self.at;
            let to = &mut data[to..to + Lanes::<S>::N];
            if add {
                (Lanes::load(self.simd, to) + *x).store(to);
            } else {
                x.store(to);
            }
        }
    }
}

struct RneaJob<'a> {
    robot: &'a Robot,
    samples: &'a Samples<'a>,
    tau: &'a mut [f64],
}

impl WithSimd for RneaJob<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { robot, samples, tau } = self;
        let mut states = LaneStates::new(robot, simd);
        let mut motions = at_rest(robot, simd);
        let zero = Lanes::splat(simd, 0.0);
        let mut forces = vec![Force::ZERO.splat(simd); robot.n_links()];
        let mut out = vec![zero; robot.n_dof()];
        let n = samples.n_samples;
        for at in (0..n).step_by(Lanes::<S>::N) {
            states.load(simd, robot, samples, at);
            let state = states.as_state();
            rnea_kernel(robot, simd, state, &mut motions, &mut forces, &mut out);
            let width = Lanes::<S>::N.min(n - at);
            for (dof, x) in out.iter().enumerate() {
                x.store(&mut tau[dof * n + at..dof * n + at + width]);
            }
        }
    }
}
