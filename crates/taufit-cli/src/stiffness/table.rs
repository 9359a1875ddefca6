//! The line fits of all axes, as the rows of one table.

use taufit::study::{AxisRecord, LineFit, StiffnessStudy};

/// One fit of one axis.
pub(super) struct FitRow<'a> {
    pub(super) axis: &'a AxisRecord,
    pub(super) method: &'static str,
    pub(super) fit: &'a LineFit,
}

/// Every fit of the axes that have a stiffness.
pub(super) fn fit_rows(study: &StiffnessStudy) -> Vec<FitRow<'_>> {
    study.axes.iter().filter(|axis| axis.stiffness.is_some()).flat_map(fits_of).collect()
}

fn fits_of(axis: &AxisRecord) -> impl Iterator<Item = FitRow<'_>> {
    axis.fits().map(move |(method, fit)| FitRow { axis, method, fit })
}
