//! Where bodies and joints stand in the text, for those who change it.

use crate::xml::Element;
use std::collections::HashMap;

/// A body in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyPlace<'a, 'input> {
    pub(crate) element: Element<'a, 'input>,
    /// It has shapes, from which MuJoCo infers an inertia unless one is stated.
    pub(crate) has_geom: bool,
}

/// Bodies and joints by the names that the description gives them: some have none in the text.
#[derive(Debug, Default)]
pub(crate) struct Places<'a, 'input> {
    pub(crate) bodies: HashMap<String, BodyPlace<'a, 'input>>,
    pub(crate) joints: HashMap<String, Element<'a, 'input>>,
}
