//! Base parameters of robots of many joints, joint by joint.
//!
//! If the torque of joint `i` does not depend on some parameters of the links that it carries, the energy of these
//! depends neither on `q_i` nor on `q̇_i`: they act on the parent's link like one body that is fixed to it. The dependencies
//! of all columns therefore follow from those of the row of every joint between the parameters of its own link and
//! drive, passed on from link to link (Wensing, Niemeyer, Slotine 2024). Work grows with the square of the number of joints,
//! that of a search over all rows with the cube.

use super::BaseSettings;
use super::random_states::{RandomStates, Scales};
use super::scan::{Scan, scan, to_parameter_units};
use super::visible::{RandomRegressor, Visible, enough_samples};
use crate::diagnostics::{ModelError, Result};
use crate::dynamics::{Regressor, Scratch, joint_torque_regressor};
use crate::model::Robot;
use crate::params::{Layout, LinkParam, Param};
use crate::spatial::LinkInertia;
use faer::Mat;

/// Dependencies of the columns of one joint and its link in the row of the joint.
struct JointScan {
    /// Columns of the link, then of the drive.
    columns: Vec<usize>,
    found: Scan,
    weak: Vec<(usize, f64)>,
}

/// The dependencies of all columns, coefficients between parameters, and barely visible columns. For robots without
/// mimic joints and all columns of the layout.
pub(super) fn recursive_scan(
    robot: &Robot,
    layout: &Layout,
    units: &[f64],
    settings: &BaseSettings,
) -> Result<(Scan, Vec<(usize, f64)>)> {
    let joints = joint_scans(robot, layout, units, settings)?;
    let of_joint = |joint: &JointScan| -> Vec<usize> {
        joint.found.independent.iter().map(|&c| joint.columns[c]).collect()
    };
    let mut independent: Vec<usize> = joints.iter().flat_map(of_joint).collect();
    independent.sort_unstable();
    if independent.is_empty() {
        return Err(ModelError::NothingIdentifiable { robot: robot.name().to_owned() }.into());
    }
    let mut places = vec![None; layout.n_params()];
    independent.iter().enumerate().for_each(|(k, &c)| places[c] = Some(k));
    let mut dependent = Vec::new();
    for (i, joint) in joints.iter().enumerate() {
        for (c, _) in &joint.found.dependent {
            let mut row = vec![0.0; independent.len()];
            pass_on(robot, &joints, &places, i, unit_vector(*c, joint.columns.len()), &mut row);
            dependent.push((joint.columns[*c], row));
        }
    }
    dependent.sort_by_key(|(column, _)| *column);
    let weak = joints.iter().flat_map(|joint| joint.weak.iter().copied()).collect();
    let mut found = Scan { independent, dependent };
    // Coefficients are those between parameters already; what rounding leaves of zeros on the way becomes zero.
    let natural: Vec<f64> = units.iter().map(|unit| 1.0 / unit).collect();
    to_parameter_units(&mut found, &vec![1.0; layout.n_params()], &natural, settings.tolerance);
    Ok((found, weak))
}

fn unit_vector(c: usize, length: usize) -> Vec<f64> {
    (0..length).map(|k| if k == c { 1.0 } else { 0.0 }).collect()
}

/// Adds to `row` the coefficients of parameters of joint `i` on the independent ones: what its own torque shows goes
/// to independent parameters of its own, the rest is a body fixed to the parent's link.
fn pass_on(
    robot: &Robot,
    joints: &[JointScan],
    places: &[Option<usize>],
    mut i: usize,
    mut pi: Vec<f64>,
    row: &mut [f64],
) {
    loop {
        let JointScan { columns, found, .. } = &joints[i];
        let mut shown = vec![0.0; pi.len()];
        found.independent.iter().for_each(|&c| shown[c] = std::mem::take(&mut pi[c]));
        for (c, coefficients) in &found.dependent {
            for (&kept, coefficient) in found.independent.iter().zip(coefficients) {
                shown[kept] += coefficient * pi[*c];
                pi[kept] -= coefficient * pi[*c];
            }
        }
        let places = columns.iter().map(|&column| places[column]);
        places.zip(&shown).filter_map(|(k, x)| Some((k?, x))).for_each(|(k, x)| row[k] += x);
        let joint = &robot.joints()[i];
        let (Some(parent), Ok(ten)) =
            (joint.parent, <[f64; LinkParam::COUNT]>::try_from(&pi[..LinkParam::COUNT]))
        else {
            return;
        };
        if ten.iter().all(|x| *x == 0.0) {
            return;
        }
        let parent_from_link = joint.parent_from_joint * joint.joint_from_link;
        let on_parent = LinkInertia::from_params(ten).expressed_in(&parent_from_link).to_params();
        pi = on_parent.to_vec();
        pi.resize(joints[parent].columns.len(), 0.0);
        i = parent;
    }
}

/// The scan of every joint: rows of its torque at random states, columns of its own link and drive.
fn joint_scans(
    robot: &Robot,
    layout: &Layout,
    units: &[f64],
    settings: &BaseSettings,
) -> Result<Vec<JointScan>> {
    let columns = columns_of_joints(robot, layout);
    let rows = own_rows(robot, layout, &columns, settings)?;
    let scanned = columns.into_iter().zip(rows).map(|(columns, rows)| {
        let tolerance = settings.tolerance;
        let observed = RandomRegressor::new(&rows, &columns, units, tolerance);
        if observed.lengths.iter().all(|length| *length == 0.0) {
            let dependent = (0..columns.len()).map(|c| (c, Vec::new())).collect();
            let found = Scan { independent: Vec::new(), dependent };
            return Ok(JointScan { columns, found, weak: Vec::new() });
        }
        let visible = Visible::new(robot, &observed, tolerance)?;
        let mut found = scan(&visible.columns);
        let weak = visible.weak(&observed, &found.independent);
        let weak = weak.into_iter().map(|(c, ratio)| (columns[c], ratio)).collect();
        let natural: Vec<f64> = columns.iter().map(|&c| 1.0 / units[c]).collect();
        to_parameter_units(&mut found, &observed.lengths, &natural, tolerance);
        Ok(JointScan { columns, found, weak })
    });
    scanned.collect()
}

/// Columns of the link and the drive of every joint, ascending.
fn columns_of_joints(robot: &Robot, layout: &Layout) -> Vec<Vec<usize>> {
    let mut columns = vec![Vec::new(); robot.n_links()];
    for (column, param) in layout.params().iter().enumerate() {
        let joint = match *param {
            Param::Link { link, .. } => link,
            Param::RotorInertia { dof }
            | Param::Damping { dof }
            | Param::Stiffness { dof }
            | Param::Friction { dof, .. } => robot.dof_joint_index(dof),
        };
        columns[joint].push(column);
    }
    columns
}

/// Per joint its row of the regressor at random states, over its own columns.
fn own_rows(
    robot: &Robot,
    layout: &Layout,
    columns: &[Vec<usize>],
    settings: &BaseSettings,
) -> Result<Vec<Mat<f64>>> {
    let (n_dof, widest) = (robot.n_dof(), columns.iter().map(Vec::len).max().unwrap_or(0));
    let (scales, n_samples) = (Scales::of(robot), enough_samples(widest, 1));
    let states = RandomStates::draw(robot, &scales, n_samples, settings.seed);
    let states = if settings.quasi_static { states.creeping() } else { states };
    let (mut scratch, mut regressor) = (Scratch::new(robot), Regressor::new(robot, layout));
    let mut rows: Vec<Mat<f64>> =
        columns.iter().map(|columns| Mat::zeros(n_samples, columns.len())).collect();
    for k in 0..n_samples {
        let [q, qd, qdd] = states.sample(k);
        joint_torque_regressor(robot, layout, &mut scratch, (&q, &qd, &qdd), &mut regressor)?;
        for dof in 0..n_dof {
            let (joint, row) = (robot.dof_joint_index(dof), regressor.row(dof));
            for (c, &column) in columns[joint].iter().enumerate() {
                rows[joint][(k, c)] = row[column] * scales.row(robot, dof);
            }
        }
    }
    Ok(rows)
}
