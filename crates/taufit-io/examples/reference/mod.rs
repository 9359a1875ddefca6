//! A reference file of `bench/pinocchio_reference.py`, and how far a robot is from it.
//!
//! Joints and links are matched by name: the reference has its own order.

use serde::Deserialize;
use std::error::Error;
use taufit::dynamics::{
    Regressor, RegressorBlock, Samples, Scratch, forward_kinematics, joint_torque_regressor,
    mass_matrix, regressor_block, rnea, rnea_block,
};
use taufit::model::Robot;
use taufit::params::{Layout, LayoutSettings, LinkParam};
use taufit::spatial::Transform;

/// Values that another library computed.
#[derive(Debug, Deserialize)]
pub(crate) struct Reference {
    /// Names of the coordinates: the order of `q qd qdd tau` and of the rows.
    joints: Vec<String>,
    /// Names of the moving joints: the order of placements and of the regressor's blocks of ten.
    links_of_joints: Vec<String>,
    /// Symbols of the ten.
    param_order: Vec<String>,
    /// Gravity \[m/s²\].
    gravity_in_world: [f64; 3],
    states: Vec<State>,
}

#[derive(Debug, Deserialize)]
struct State {
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    /// Nine entries of the rotation by rows, then the translation.
    world_from_link: Vec<Vec<f64>>,
    tau: Vec<f64>,
    mass_matrix: Vec<Vec<f64>>,
    regressor: Vec<Vec<f64>>,
}

/// The largest difference of each quantity over all states, relative to the quantity's largest
/// entry in that state.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Differences {
    /// Poses of all moving links.
    pub(crate) placement: f64,
    /// Inverse dynamics, sample by sample and as a block.
    pub(crate) rnea: f64,
    /// Mass matrix.
    pub(crate) crba: f64,
    /// Joint-torque regressor, sample by sample and as a block.
    pub(crate) regressor: f64,
}

impl Differences {
    /// The largest of all.
    pub(crate) fn largest(&self) -> f64 {
        let Self { placement, rnea, crba, regressor } = *self;
        // `f64::max` would hide a NaN.
        [placement, rnea, crba, regressor].into_iter().fold(0.0, larger)
    }
}

/// Samples of a block, all of the same state: whole SIMD registers (4 or 8 wide) and a rest.
const COPIES: usize = 11;

/// Every entry [`COPIES`] times: channels of a block.
fn repeated(x: &[f64]) -> Vec<f64> {
    x.iter().flat_map(|&x| [x; COPIES]).collect()
}

/// The larger one; NaN wins.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b { a } else { b }
}

/// Largest difference of two lists, relative to the largest entry of `theirs`.
fn relative(ours: &[f64], theirs: &[f64]) -> f64 {
    assert_eq!(ours.len(), theirs.len());
    let scale = theirs.iter().fold(0.0, |m, x| larger(m, x.abs()));
    let gap = ours.iter().zip(theirs).fold(0.0, |m, (a, b)| larger(m, (a - b).abs()));
    if gap == 0.0 { 0.0 } else { gap / scale }
}

impl Reference {
    /// Largest differences of `robot` from the reference.
    pub(crate) fn differences(&self, robot: &Robot) -> Result<Differences, Box<dyn Error>> {
        self.check(robot)?;
        let mut worst = Differences::default();
        for state in &self.states {
            let one = self.state_differences(robot, state)?;
            worst.placement = larger(worst.placement, one.placement);
            worst.rnea = larger(worst.rnea, one.rnea);
            worst.crba = larger(worst.crba, one.crba);
            worst.regressor = larger(worst.regressor, one.regressor);
        }
        Ok(worst)
    }

    fn check(&self, robot: &Robot) -> Result<(), Box<dyn Error>> {
        if self.param_order != LinkParam::ALL.map(LinkParam::symbol) {
            return Err(format!("parameters in the order {:?}", self.param_order).into());
        }
        let g = robot.gravity_in_world();
        if self.gravity_in_world != [g.x, g.y, g.z] {
            return Err(format!("gravity {:?}, the robot has {g:?}", self.gravity_in_world).into());
        }
        let counts = (self.joints.len(), self.links_of_joints.len());
        if counts != (robot.n_dof(), robot.n_links()) || self.states.is_empty() {
            return Err(format!("{counts:?} coordinates and links in the reference").into());
        }
        Ok(())
    }

    fn state_differences(
        &self,
        robot: &Robot,
        state: &State,
    ) -> Result<Differences, Box<dyn Error>> {
        let coordinates = places(robot.dof_joint_iter().map(|j| &j.name), &self.joints)?;
        let links = places(robot.joints().iter().map(|j| &j.name), &self.links_of_joints)?;
        let ordered = |x: &[f64]| coordinates.iter().map(|&at| x[at]).collect::<Vec<f64>>();
        let (q, qd, qdd) = (ordered(&state.q), ordered(&state.qd), ordered(&state.qdd));

        let mut scratch = Scratch::new(robot);
        let poses = forward_kinematics(robot, &mut scratch, &q)?;
        let poses: Vec<f64> = poses.iter().flat_map(entries).collect();
        let poses_ref: Vec<f64> =
            links.iter().flat_map(|&at| &state.world_from_link[at]).copied().collect();

        let tau = rnea(robot, &mut scratch, &q, &qd, &qdd)?.to_vec();
        let channels = [&q, &qd, &qdd].map(|x| repeated(x));
        let [q_block, qd_block, qdd_block] = &channels;
        let samples = Samples::new(COPIES, q_block, qd_block, qdd_block);
        let mut tau_block = vec![0.0; robot.n_dof() * COPIES];
        rnea_block(robot, &samples, &mut tau_block)?;
        let tau_ref = ordered(&state.tau);

        let m = mass_matrix(robot, &mut scratch, &q)?.to_vec();
        let m_ref: Vec<f64> =
            coordinates.iter().flat_map(|&at| ordered(&state.mass_matrix[at])).collect();

        let y_ref: Vec<f64> = coordinates
            .iter()
            .flat_map(|&row| {
                let row = &state.regressor[row];
                links.iter().flat_map(move |&at| &row[at * LinkParam::COUNT..][..LinkParam::COUNT])
            })
            .copied()
            .collect();
        let (y, y_block) = regressors(robot, &mut scratch, (&q, &qd, &qdd), &samples)?;
        Ok(Differences {
            placement: relative(&poses, &poses_ref),
            rnea: larger(relative(&tau, &tau_ref), relative(&tau_block, &repeated(&tau_ref))),
            crba: relative(&m, &m_ref),
            regressor: larger(relative(&y, &y_ref), relative(&y_block, &repeated(&y_ref))),
        })
    }
}

/// The inertial columns by rows, of one sample alone and of a block.
fn regressors(
    robot: &Robot,
    scratch: &mut Scratch,
    state: (&[f64], &[f64], &[f64]),
    samples: &Samples<'_>,
) -> Result<(Vec<f64>, Vec<f64>), Box<dyn Error>> {
    let layout = Layout::new(robot, &LayoutSettings::INERTIAL);
    let mut one = Regressor::new(robot, &layout);
    joint_torque_regressor(robot, &layout, scratch, state, &mut one)?;

    let columns: Vec<usize> = (0..layout.n_params()).collect();
    let mut block = RegressorBlock::new(robot, &layout, &columns, COPIES);
    regressor_block(robot, &layout, samples, &mut block)?;
    let mut in_block = Vec::with_capacity(robot.n_dof() * columns.len() * COPIES);
    for dof in 0..robot.n_dof() {
        in_block.extend(columns.iter().flat_map(|&column| block.column(dof, column)));
    }
    Ok((one.as_slice().to_vec(), in_block))
}

/// Rotation by rows, then translation.
fn entries(pose: &Transform) -> [f64; 12] {
    let [x, y, z] = pose.rotation.cols;
    let p = pose.translation;
    [x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z, p.x, p.y, p.z]
}

/// For each of our names its place in the reference.
fn places<'a>(
    ours: impl Iterator<Item = &'a String>,
    theirs: &[String],
) -> Result<Vec<usize>, String> {
    let place = |name: &String| {
        let found = theirs.iter().position(|n| n == name);
        found.ok_or_else(|| format!("the reference has no joint {name:?}, only {theirs:?}"))
    };
    ours.map(place).collect()
}
