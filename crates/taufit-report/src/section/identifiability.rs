//! Conditioning of the parameters by the motion.

use crate::figure::{draw_correlations, draw_singular_values};
use crate::numbers::{bar_length, fixed, percent, rounded, whole};
use serde::Serialize;
use taufit::study::{Direction, Study};

/// Singular values and the directions that the data determine worst.
#[derive(Debug, Serialize)]
pub(crate) struct IdentifiabilityView {
    n_standard: String,
    n_base: String,
    rank: String,
    full_rank: bool,
    condition_number: String,
    figure: String,
    directions: Vec<DirectionView>,
    /// Map of the correlations; missing where there are fewer than two.
    correlations: Option<String>,
    strongest: Vec<PairView>,
}

/// Two base parameters whose errors are alike.
#[derive(Debug, Serialize)]
struct PairView {
    first: String,
    second: String,
    correlation: String,
}

/// A direction in words.
#[derive(Debug, Serialize)]
struct DirectionView {
    share: String,
    words: String,
    components: Vec<ComponentView>,
}

/// A base parameter that moves along a direction.
#[derive(Debug, Serialize)]
struct ComponentView {
    name: String,
    share: String,
    /// Length of its bar \[%\].
    bar: String,
}

impl IdentifiabilityView {
    pub(crate) fn new(study: &Study) -> Self {
        let found = &study.conditioning;
        let names: Vec<&str> = study.base_parameters.iter().map(|p| p.name.as_str()).collect();
        Self {
            n_standard: whole(found.n_standard),
            n_base: whole(found.n_base),
            rank: whole(found.rank),
            full_rank: found.rank == found.n_base,
            condition_number: rounded(found.condition_number, 3),
            figure: draw_singular_values(found),
            directions: found.worst_directions.iter().map(DirectionView::new).collect(),
            correlations: (names.len() > 1 && found.correlations.len() == names.len())
                .then(|| draw_correlations(&names, &found.correlations)),
            strongest: strongest(&names, &found.correlations),
        }
    }
}

/// Most pairs that are listed, and the correlation from which they are.
const MOST_PAIRS: usize = 8;
const STRONG: f64 = 0.8;

/// The strongest correlations, the strongest first.
fn strongest(names: &[&str], correlations: &[Vec<f64>]) -> Vec<PairView> {
    let rows = names.iter().zip(correlations);
    let mut pairs: Vec<(&str, &str, f64)> =
        rows.flat_map(|(a, row)| names.iter().zip(row).map(|(b, r)| (*a, *b, *r))).collect();
    pairs.retain(|(.., r)| r.abs() >= STRONG);
    pairs.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
    let view = |(first, second, r): &(&str, &str, f64)| PairView {
        first: (*first).to_owned(),
        second: (*second).to_owned(),
        correlation: fixed(*r, 3),
    };
    pairs.iter().take(MOST_PAIRS).map(view).collect()
}

impl DirectionView {
    fn new(direction: &Direction) -> Self {
        let component = |(name, share): &(String, f64)| ComponentView {
            name: name.clone(),
            share: rounded(*share, 2),
            bar: bar_length(*share, 1.0),
        };
        Self {
            share: percent(100.0 * direction.relative_singular_value),
            words: direction.words.clone(),
            components: direction.components.iter().map(component).collect(),
        }
    }
}
