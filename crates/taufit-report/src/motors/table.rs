//! Table 3 of Ulici et al., with intervals.

use crate::numbers::{rounded, with_sigma};
use serde::Serialize;
use taufit::study::{ConstantOrigin, MotorJoint, MotorStudy, ParameterRecord, Spread};

/// One joint.
#[derive(Debug, Serialize)]
pub(super) struct TableRow {
    number: usize,
    name: String,
    motor_type: String,
    n_records: usize,
    origin: String,
    kct: Cell,
    viscous: Cell,
    coulomb: Cell,
    /// Torque constant, viscous and Coulomb friction of the three stages.
    stages: [String; 3],
    /// Notes below the table.
    notes: Vec<String>,
}

/// A value with its interval, and the robot's description beside it.
#[derive(Debug, Serialize)]
struct Cell {
    value: String,
    interval: String,
    nominal: String,
}

pub(super) fn table_rows(study: &MotorStudy) -> Vec<TableRow> {
    study.joints.iter().map(TableRow::new).collect()
}

impl TableRow {
    fn new(joint: &MotorJoint) -> Self {
        let stages = joint.stages.map_or([None; 3], |s| [Some(s.kct), Some(s.kfv), Some(s.kfc)]);
        Self {
            number: joint.number,
            name: joint.name.clone(),
            motor_type: joint.motor_type.clone().unwrap_or_default(),
            n_records: joint.n_records,
            origin: origin(&joint.kct_origin),
            kct: Cell::new(joint.kct.as_ref()),
            viscous: Cell::new(joint.viscous.as_ref()),
            coulomb: Cell::new(joint.coulomb.as_ref()),
            stages: stages.map(spread),
            notes: notes(joint),
        }
    }
}

impl Cell {
    fn new(found: Option<&ParameterRecord>) -> Self {
        let ends = found.and_then(|x| x.interval);
        let nominal = found.and_then(|x| x.nominal);
        Self {
            value: found.map_or_else(|| "–".to_owned(), |x| rounded(x.value, 4)),
            interval: ends.map_or_else(String::new, |[low, high]| {
                format!("{} … {}", rounded(low, 4), rounded(high, 4))
            }),
            nominal: nominal.map_or_else(String::new, |x| rounded(x, 4)),
        }
    }
}

fn origin(origin: &ConstantOrigin) -> String {
    match origin {
        ConstantOrigin::Data => "data".to_owned(),
        ConstantOrigin::Given => "given".to_owned(),
        ConstantOrigin::SameMotor { joints } => format!("mean of {}", joints.join(", ")),
        ConstantOrigin::Description => "description".to_owned(),
        ConstantOrigin::Unknown => "–".to_owned(),
    }
}

/// Mean and deviation of single results.
fn spread(spread: Option<Spread>) -> String {
    match spread {
        Some(Spread { count: 0, .. }) => "–".to_owned(),
        Some(spread) => {
            let (mean, deviation) = with_sigma(spread.mean, spread.deviation);
            format!("{mean} ± {deviation}")
        }
        None => String::new(),
    }
}

fn notes(joint: &MotorJoint) -> Vec<String> {
    let value = |x: &ParameterRecord| {
        let ends = x.interval.map(|[a, b]| format!(" ({} … {})", rounded(a, 3), rounded(b, 3)));
        format!("{}{}", rounded(x.value, 4), ends.unwrap_or_default())
    };
    let mut notes = Vec::new();
    if let Some(total) = &joint.total_friction {
        let unit = &joint.effort_unit;
        notes.push(format!("friction {} {unit}, which one speed cannot split", value(total)));
    }
    if let Some(rotor) = &joint.rotor_inertia {
        notes.push(format!("rotor inertia {} kg m² besides the model's", value(rotor)));
    }
    if let Some(step) = joint.friction_candidates.iter().find(|step| step.chosen) {
        let terms = joint.terms.iter();
        let terms: Vec<String> =
            terms.map(|t| format!("{} {} {}", t.name, value(t), t.unit)).collect();
        notes.push(format!("friction model: {} – {}", step.name, terms.join("; ")));
    }
    if let Some(advice) = &joint.advice {
        notes.push(format!(
            "{} kg at {} m from its axis would show its torque constant to {} %",
            rounded(advice.mass_kg, 2),
            rounded(advice.offset_m, 2),
            rounded(100.0 * advice.accuracy, 2)
        ));
    }
    notes
}
