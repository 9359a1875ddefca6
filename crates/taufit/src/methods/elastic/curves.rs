//! Curves of every elastic joint for figures.

use super::arm::Arm;
use super::observe::series;
use super::solve::ElasticSolution;
use crate::base::Base;
use crate::diagnostics::Result;
use crate::study::SpringCurve;

/// Points per curve.
const POINTS: usize = 800;

/// Positions, deflections and loads of the longest stretch, encoders aligned.
pub(super) fn curves(
    arm: &Arm<'_>,
    base: &Base,
    solved: &ElasticSolution,
) -> Result<Vec<SpringCurve>> {
    let stretches = solved.aligned.segments.iter().enumerate();
    let longest = stretches.max_by_key(|(_, segment)| segment.n_samples);
    let Some((stretch, segment)) = longest else { return Ok(Vec::new()) };
    let n_dof = arm.robot.n_dof();
    let filter = solved.aligned.filter.as_ref();
    let found = series(arm, base, &solved.aligned, stretch, |rows| match rows.is_elastic {
        true => {
            let mut deflection = vec![0.0; rows.torque() + 1];
            deflection[rows.deflection()] = 1.0;
            vec![deflection, rows.link_load(&solved.beta)]
        }
        false => Vec::new(),
    })?;
    let (every, delay) = filter.map_or((1, 0), |f| (f.every(), f.delay()));
    let curve = |dof: usize| {
        let [deflection, load] = found[dof].as_slice() else { return None };
        let step = deflection.len().div_ceil(POINTS).max(1);
        let rows = || (0..deflection.len()).step_by(step);
        let sample = |row: usize| delay + row * every;
        let channel = |channel: usize| -> Vec<f64> {
            rows().map(|row| segment.q[channel * segment.n_samples + sample(row)]).collect()
        };
        Some(SpringCurve {
            joint: arm.robot.dof_joint(dof).name.clone(),
            t_s: rows().map(|row| segment.t_s[sample(row)]).collect(),
            q: channel(dof),
            q_motor: channel(n_dof + dof),
            deflection: rows().map(|row| deflection[row]).collect(),
            load: rows().map(|row| load[row]).collect(),
        })
    };
    Ok((0..n_dof).filter_map(curve).collect())
}
