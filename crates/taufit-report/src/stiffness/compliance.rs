//! Effect of the stiffnesses at the tool.

use crate::figure::{MICRONS_PER_KN, draw_compliance};
use crate::numbers::{number, rounded};
use serde::Serialize;
use taufit::study::ComplianceRecord;

/// Compliance of a frame.
#[derive(Debug, Serialize)]
pub(super) struct ComplianceView {
    frame: String,
    pose: String,
    /// Displacement along x, y, z per force along x, y, z \[µm/kN\].
    rows: Vec<ComplianceRow>,
    softest: String,
    stiffest: String,
    rigid_axes: String,
    figure: String,
}

/// Displacement along one direction.
#[derive(Debug, Serialize)]
struct ComplianceRow {
    name: &'static str,
    entries: Vec<String>,
    sigma: String,
}

impl ComplianceView {
    pub(super) fn new(compliance: &ComplianceRecord) -> Self {
        let shown = |x: f64| rounded(MICRONS_PER_KN * x, 3);
        let row = |(i, name): (usize, &'static str)| ComplianceRow {
            name,
            entries: compliance.matrix[i].iter().take(3).map(|c| shown(*c)).collect(),
            sigma: shown(compliance.sigma_m_n[i]),
        };
        let pose: Vec<String> = compliance.pose.iter().map(|q| number(*q)).collect();
        Self {
            frame: compliance.frame.clone(),
            pose: pose.join(", "),
            rows: ["x", "y", "z"].into_iter().enumerate().map(row).collect(),
            softest: shown(compliance.principal_m_n[2]),
            stiffest: shown(compliance.principal_m_n[0]),
            rigid_axes: compliance.rigid_axes.join(", "),
            figure: draw_compliance(compliance),
        }
    }
}
