//! Friction and rotor inertia.

use crate::figure::draw_friction;
use crate::numbers::{bar_length, rounded};
use serde::Serialize;
use taufit::friction::{Friction, FrictionTerm};
use taufit::study::{FrictionCandidate, JointRecord, Study};

/// Friction of all joints, and the models that were tried.
#[derive(Debug, Serialize)]
pub(crate) struct FrictionView {
    joints: Vec<JointFriction>,
    candidates: Vec<FrictionCandidateRow>,
}

/// One joint.
#[derive(Debug, Serialize)]
struct JointFriction {
    number: usize,
    name: String,
    figure: String,
    coefficients: Vec<Coefficient>,
}

/// A coefficient before and after.
#[derive(Debug, Serialize)]
struct Coefficient {
    symbol: &'static str,
    unit: String,
    before: String,
    after: String,
}

/// A friction model that was tried.
#[derive(Debug, Serialize)]
struct FrictionCandidateRow {
    name: String,
    error: String,
    chosen: bool,
    /// Length of its bar \[% of the longest\].
    bar: String,
}

impl FrictionView {
    pub(crate) fn new(study: &Study) -> Self {
        let errors = study.friction_candidates.iter().map(|s| s.held_out_error);
        let longest = errors.filter(|e| e.is_finite()).fold(0.0, f64::max);
        Self {
            joints: study.joints.iter().map(JointFriction::new).collect(),
            candidates: study
                .friction_candidates
                .iter()
                .map(|step| FrictionCandidateRow::new(step, longest))
                .collect(),
        }
    }
}

impl JointFriction {
    fn new(joint: &JointRecord) -> Self {
        let (before, after) = (&joint.nominal_friction, &joint.friction);
        let in_use = |term: &FrictionTerm| after.shape.has(*term) || before.shape.has(*term);
        let terms = FrictionTerm::ALL.into_iter().filter(in_use);
        let coefficients = terms.map(|term| coefficient(joint, term, before, after));
        Self {
            number: joint.number,
            name: joint.name.clone(),
            figure: draw_friction(joint),
            coefficients: coefficients.chain([rotor_inertia(joint)]).collect(),
        }
    }
}

fn coefficient(
    joint: &JointRecord,
    term: FrictionTerm,
    before: &Friction,
    after: &Friction,
) -> Coefficient {
    let (effort, position) = (&joint.effort_unit, &joint.position_unit);
    Coefficient {
        symbol: term.symbol(),
        unit: match term {
            term if term.is_viscous() => format!("{effort} s/{position}"),
            _ => effort.clone(),
        },
        before: rounded(before.coefficient(term), 3),
        after: rounded(after.coefficient(term), 3),
    }
}

fn rotor_inertia(joint: &JointRecord) -> Coefficient {
    Coefficient {
        symbol: "Ia",
        unit: if joint.position_unit == "m" { "kg".to_owned() } else { "kg m²".to_owned() },
        before: rounded(joint.nominal_rotor_inertia, 3),
        after: rounded(joint.rotor_inertia, 3),
    }
}

impl FrictionCandidateRow {
    fn new(step: &FrictionCandidate, longest: f64) -> Self {
        Self {
            name: step.name.clone(),
            error: rounded(step.held_out_error, 4),
            chosen: step.chosen,
            bar: bar_length(step.held_out_error, longest),
        }
    }
}
