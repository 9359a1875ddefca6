//! From samples to evidence.

use super::digits::{n_distinct, rounding_sigma};
use super::sample::ModelSample;
use crate::base::Base;
use crate::diagnostics::Result;
use crate::dynamics::Samples;
use crate::evidence::{Evidence, JointEvidence, RowSettings, Stretch, observe};
use crate::model::Robot;
use crate::params::Layout;
use crate::spatial::Vec3;

/// Evidence in groups, and how the numbers of each group were rounded.
pub(super) struct Gathered {
    pub(super) evidence: Evidence,
    /// Standard deviation of the rounding of each group.
    pub(super) rounding: Vec<f64>,
    /// How often the numbers of each group repeat on average.
    pub(super) repeats: Vec<f64>,
}

/// Rows of the mass matrix, then entries of the gravity vector: each of them a group with a noise of its own.
///
/// `M_ij = Y_i(q, 0, e_j) π` without gravity and `g_i = Y_i(q, 0, 0) π`: the regressor at unit accelerations
/// and at rest. Only one half of the matrix counts: the other says nothing new.
pub(super) fn gather(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    samples: &[ModelSample],
) -> Result<Gathered> {
    let n = robot.n_dof();
    let weightless = robot.clone().with_gravity(Vec3::ZERO);
    let with_matrix: Vec<(&ModelSample, &Vec<f64>)> =
        samples.iter().filter_map(|s| s.mass_matrix.as_ref().map(|m| (s, m))).collect();
    let with_gravity: Vec<(&ModelSample, &Vec<f64>)> =
        samples.iter().filter_map(|s| s.gravity.as_ref().map(|g| (s, g))).collect();
    let (mut rows, mut distinct): (Vec<Option<JointEvidence>>, _) = (vec![None; n], vec![0; n]);
    for column in 0..n {
        let entry = |matrix: &[f64], dof: usize| {
            0.5 * (matrix[dof * n + column] + matrix[column * n + dof])
        };
        let tau = channels(n, &with_matrix, &|(_, m), dof| entry(m, dof));
        let qdd = channels(n, &with_matrix, &|_, dof| f64::from(u8::from(dof == column)));
        let seen = seen(&weightless, layout, base, &with_matrix, &qdd, &tau)?;
        for (dof, joint) in seen.joints().iter().enumerate().take(column + 1) {
            distinct[dof] += n_distinct(with_matrix.iter().map(|(_, m)| entry(m, dof)));
            match &mut rows[dof] {
                Some(row) => row.merge(joint),
                None => rows[dof] = Some(joint.clone()),
            }
        }
    }
    let rest = vec![0.0; n * with_gravity.len()];
    let tau = channels(n, &with_gravity, &|(_, g), dof| g[dof]);
    let weight = seen(robot, layout, base, &with_gravity, &rest, &tau)?;
    distinct.extend((0..n).map(|dof| n_distinct(with_gravity.iter().map(|(_, g)| g[dof]))));
    let rounded = |known: &[Known<'_>]| {
        rounding_sigma(&known.iter().flat_map(|(_, x)| x.iter().copied()).collect::<Vec<f64>>())
    };
    let rounding = [rounded(&with_matrix), rounded(&with_gravity)].map(|sigma| vec![sigma; n]);
    let groups = rows.into_iter().flatten().chain(weight.joints().iter().cloned());
    let noise = rounding.concat().into_iter().zip(distinct);
    let groups = groups.zip(noise).filter(|(group, _)| group.n_rows() > 0);
    let (groups, noise): (Vec<JointEvidence>, Vec<(f64, usize)>) = groups.unzip();
    let repeat = |(group, noise): (&JointEvidence, &(f64, usize))| {
        group.n_rows() as f64 / noise.1.max(1) as f64
    };
    Ok(Gathered {
        repeats: groups.iter().zip(&noise).map(repeat).collect(),
        rounding: noise.iter().map(|(sigma, _)| *sigma).collect(),
        evidence: Evidence::of_groups(base.rank(), groups),
    })
}

type Known<'a> = (&'a ModelSample, &'a Vec<f64>);

fn seen(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    samples: &[Known<'_>],
    qdd: &[f64],
    tau: &[f64],
) -> Result<Evidence> {
    let q = channels(robot.n_dof(), samples, &|(sample, _), dof| sample.q[dof]);
    let qd = vec![0.0; q.len()];
    let samples = Samples::new(samples.len(), &q, &qd, qdd);
    observe(robot, layout, base, &[Stretch { samples, tau }], &RowSettings::default())
}

/// Values with the sample index fastest.
fn channels(n: usize, samples: &[Known<'_>], of: &dyn Fn(&Known<'_>, usize) -> f64) -> Vec<f64> {
    (0..n).flat_map(|dof| samples.iter().map(move |sample| of(sample, dof))).collect()
}
