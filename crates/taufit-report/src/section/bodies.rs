//! The links as bodies, before and after.

use crate::figure::draw_bodies;
use crate::numbers::{fixed, rounded};
use serde::Serialize;
use taufit::study::{LinkRecord, LinkValues, Study};

/// All links.
#[derive(Debug, Serialize)]
pub(crate) struct BodiesView {
    links: Vec<LinkBodyView>,
}

/// One link.
#[derive(Debug, Serialize)]
struct LinkBodyView {
    name: String,
    joint: String,
    merged: String,
    figure: String,
    nominal: BodyView,
    identified: BodyView,
    can_exist: bool,
}

/// A body in numbers.
#[derive(Debug, Serialize)]
struct BodyView {
    mass_kg: String,
    com_mm: [String; 3],
    moments_g_m2: [String; 3],
}

impl BodiesView {
    pub(crate) fn new(study: &Study) -> Self {
        Self { links: study.links.iter().map(LinkBodyView::new).collect() }
    }
}

impl LinkBodyView {
    fn new(link: &LinkRecord) -> Self {
        Self {
            name: link.name.clone(),
            joint: link.joint.clone(),
            merged: link.merged.join(", "),
            figure: draw_bodies(link),
            nominal: BodyView::new(&link.nominal),
            identified: BodyView::new(&link.identified),
            can_exist: link.smallest_eigenvalue > 0.0,
        }
    }
}

impl BodyView {
    fn new(body: &LinkValues) -> Self {
        Self {
            mass_kg: rounded(body.mass_kg, 3),
            com_mm: body.com_m.map(|x| fixed(1e3 * x, 0)),
            moments_g_m2: body.principal_moments_kg_m2.map(|x| rounded(1e3 * x, 3)),
        }
    }
}
