//! Base parameters that share one value, such as the friction of joints with one type of motor.

use super::least_squares::{Estimate, Weighting, least_squares};
use super::reduction::Reduction;
use super::stacked::stacked;
use crate::diagnostics::EstimateError;
use taufit_data::evidence::Evidence;
use taufit_dynamics::diagnostics::Result;

/// Least squares with one value for all base parameters of each group; those in no group have their
/// own. Joints are weighted by what they leave unexplained without ties.
pub fn tied(evidence: &Evidence, weighting: Weighting, groups: &[Vec<usize>]) -> Result<Estimate> {
    let places = places(evidence.n_base(), groups)?;
    let weights = least_squares(evidence, weighting)?.weights;
    let reduction = Reduction { places, offset: vec![0.0; evidence.n_base()] };
    let solution = reduction.solve(&stacked(evidence, &weights))?;
    let variance = solution.variance(evidence, &weights);
    Ok(solution.into_estimate(evidence, &weights, variance))
}

/// The unknown of each base parameter, numbered by first appearance.
fn places(n_base: usize, groups: &[Vec<usize>]) -> Result<Vec<Option<usize>>> {
    let refuse =
        |reason: String| Err(EstimateError::EstimatorSettings { estimator: "ties", reason }.into());
    let mut group_of = vec![None; n_base];
    for (g, group) in groups.iter().enumerate() {
        for &column in group {
            match group_of.get_mut(column) {
                None => return refuse(format!("there is no base parameter {column} of {n_base}")),
                Some(Some(_)) => {
                    return refuse(format!("base parameter {column} is tied twice; give it once"));
                }
                Some(free) => *free = Some(g),
            }
        }
    }
    let (mut next, mut of_group) = (0.., vec![None; groups.len()]);
    let place = |group: Option<usize>| match group {
        Some(g) => {
            of_group[g] = of_group[g].or_else(|| next.next());
            of_group[g]
        }
        None => next.next(),
    };
    Ok(group_of.into_iter().map(place).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_share_a_place_and_contradictions_are_refused() {
        let found = places(5, &[vec![1, 3]]).unwrap();
        assert_eq!(found, [Some(0), Some(1), Some(2), Some(1), Some(3)]);
        assert_eq!(places(2, &[vec![2]]).unwrap_err().code(), "E123");
        assert_eq!(places(2, &[vec![1], vec![0, 1]]).unwrap_err().code(), "E123");
    }
}
