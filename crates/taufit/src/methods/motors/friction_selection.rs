//! The friction friction_selection: models from plain to rich, judged on velocities that they were not
//! fitted to.

use super::super::FrictionChoice;
use super::drive::DriveData;
use crate::diagnostics::Result;
use crate::friction::FrictionShape;
use crate::study::FrictionCandidate;

/// Parts that the velocities (records, strokes) are dealt to; each is predicted from all others.
const FOLDS: usize = 5;
/// A richer model must be better by this share, or the plainer one is kept: ripple and noise win a few
/// percent now and then, friction that is really of another kind wins much more.
const WORTH: f64 = 0.2;
/// Stribeck velocities that are tried, over the top speed.
const STRIBECK_SHARES: [f64; 4] = [0.03, 0.06, 0.12, 0.25];
const STRIBECK_EXPONENT: f64 = 2.0;
/// Speeds that a Stribeck term needs.
const STRIBECK_SPEEDS: usize = 4;

const USUAL: FrictionShape = FrictionShape::COULOMB_VISCOUS;

/// The friction model of a joint, and how the models compare.
pub(super) fn choose(
    data: &DriveData<'_>,
    known_slope: Option<f64>,
    choice: FrictionChoice,
) -> Result<(FrictionShape, Vec<FrictionCandidate>)> {
    if data.n_speeds < 2 {
        // One speed cannot be split: all friction counts as one torque against the motion.
        return Ok((FrictionShape { coulomb: true, ..FrictionShape::NONE }, Vec::new()));
    }
    if let FrictionChoice::Given(shape) = choice {
        return Ok((shape, Vec::new()));
    }
    let mut candidates = vec![("Coulomb + viscous", held_out(data, USUAL, known_slope)?)];
    if data.both_directions {
        let shape = USUAL.with_direction();
        candidates.push(("the same, per direction", held_out(data, shape, known_slope)?));
    }
    if data.n_speeds >= STRIBECK_SPEEDS {
        candidates.push(("the same with Stribeck friction", best_stribeck(data, known_slope)?));
    }
    // Some models are not determined without some of the velocities.
    candidates.retain(|(_, (_, error))| error.is_finite());
    let best = candidates.iter().map(|(_, (_, error))| *error).fold(f64::INFINITY, f64::min);
    if candidates.is_empty() {
        return Ok((USUAL, Vec::new()));
    }
    let chosen = candidates.iter().position(|(_, (_, e))| *e <= (1.0 + WORTH) * best).unwrap_or(0);
    let step =
        |(k, (name, (shape, error))): (usize, &(&str, (FrictionShape, f64)))| FrictionCandidate {
            name: (*name).to_owned(),
            shape: *shape,
            held_out_error: if best > 0.0 { error / best } else { 1.0 },
            chosen: k == chosen,
        };
    let steps = candidates.iter().enumerate().map(step).collect();
    Ok((candidates[chosen].1.0, steps))
}

fn best_stribeck(data: &DriveData<'_>, known_slope: Option<f64>) -> Result<(FrictionShape, f64)> {
    let candidate = |share: &f64| {
        held_out(data, USUAL.with_stribeck(share * data.top_speed, STRIBECK_EXPONENT), known_slope)
    };
    let candidates = STRIBECK_SHARES.iter().map(candidate).collect::<Result<Vec<_>>>()?;
    let best = candidates.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    Ok(best.unwrap_or((USUAL, f64::INFINITY)))
}

/// Root mean square of the rows of every fold, predicted from the others; infinite where these do not
/// determine the model.
fn held_out(
    data: &DriveData<'_>,
    shape: FrictionShape,
    known_slope: Option<f64>,
) -> Result<(FrictionShape, f64)> {
    let problem = data.regression(&shape, known_slope);
    let (mut squares, mut n_rows) = (0.0, 0);
    for fold in 0..FOLDS.min(problem.clusters.len()) {
        let Some(theta) = problem.solve(|k| k % FOLDS != fold)? else {
            return Ok((shape, f64::INFINITY));
        };
        for cluster in problem.clusters.iter().skip(fold).step_by(FOLDS) {
            squares += cluster.squared_error(&theta);
            n_rows += cluster.z.len();
        }
    }
    Ok((shape, (squares / n_rows.max(1) as f64).sqrt()))
}
