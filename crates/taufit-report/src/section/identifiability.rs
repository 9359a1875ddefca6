//! Conditioning of the parameters by the motion.

use crate::figure::draw_singular_values;
use crate::numbers::{bar_length, percent, rounded, whole};
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
        Self {
            n_standard: whole(found.n_standard),
            n_base: whole(found.n_base),
            rank: whole(found.rank),
            full_rank: found.rank == found.n_base,
            condition_number: rounded(found.condition_number, 3),
            figure: draw_singular_values(found),
            directions: found.worst_directions.iter().map(DirectionView::new).collect(),
        }
    }
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
