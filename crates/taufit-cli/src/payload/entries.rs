//! The load as controllers take it.

use crate::failure::Outcome;
use taufit::methods::PayloadFrame;
use taufit::spatial::{Inertial, Vec3};
use taufit::study::{PayloadFound, VendorEntry};
use taufit_io::{LoadFormat, write_load};

/// All formats; `frame` is that of the load.
pub(super) fn vendor_entries(
    found: &PayloadFound,
    frame: &PayloadFrame,
) -> Outcome<Vec<VendorEntry>> {
    let entry = |format: LoadFormat| -> Outcome<VendorEntry> {
        let text = write_load(format, &body(found), &found.frame)?;
        Ok(VendorEntry { words: format.description(&frame.axes()), text })
    };
    LoadFormat::ALL.into_iter().map(entry).collect()
}

fn body(found: &PayloadFound) -> Inertial {
    Inertial {
        mass_kg: found.body.mass_kg,
        com_in_link_m: Vec3::from(found.body.com_m),
        inertia_about_com_in_link: found.body.inertia_kg_m2,
    }
}
