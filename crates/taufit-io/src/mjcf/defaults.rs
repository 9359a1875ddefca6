//! `<default>` classes: default values of attributes.

use crate::error::{Error, Result};
use crate::limits::check_count;
use crate::xml::Element;
use std::collections::HashMap;
use taufit::diagnostics::suggest;

/// Index of a class; 0 is the one that holds for everything.
pub(super) type ClassId = usize;

/// The tree of classes.
#[derive(Debug)]
pub(super) struct Defaults<'a, 'input> {
    classes: Vec<Class<'a, 'input>>,
    by_name: HashMap<&'a str, ClassId>,
}

#[derive(Debug)]
struct Class<'a, 'input> {
    parent: Option<ClassId>,
    elements: Vec<Element<'a, 'input>>,
}

impl<'a, 'input> Defaults<'a, 'input> {
    pub(super) fn read(root: Element<'a, 'input>) -> Result<Self> {
        let main = Class { parent: None, elements: Vec::new() };
        let mut defaults = Self { classes: vec![main], by_name: HashMap::from([("main", 0)]) };
        let mut n_elements = 0;
        for top in root.children("default") {
            if let Some(name) = top.attribute("class") {
                defaults.by_name.insert(name, 0);
            }
            defaults.read_tree(top, &mut n_elements)?;
        }
        Ok(defaults)
    }

    /// Reads a top class and all inside it; with a list of open elements, not by recursion.
    fn read_tree(&mut self, top: Element<'a, 'input>, n_elements: &mut usize) -> Result<()> {
        let mut open = vec![(top, 0)];
        while let Some((element, id)) = open.pop() {
            for inner in element.elements() {
                *n_elements += 1;
                check_count("elements in <default>", *n_elements)?;
                if inner.tag() == "default" {
                    open.push((inner, self.add_class(inner, id)?));
                } else if let Some(class) = self.classes.get_mut(id) {
                    class.elements.push(inner);
                }
            }
        }
        Ok(())
    }

    fn add_class(&mut self, element: Element<'a, 'input>, parent: ClassId) -> Result<ClassId> {
        let id = self.classes.len();
        self.classes.push(Class { parent: Some(parent), elements: Vec::new() });
        self.by_name.insert(element.required("class")?, id);
        Ok(id)
    }

    /// The class that an attribute of an element names; `inherited` where it names none.
    pub(super) fn class_of(
        &self,
        element: Element<'_, '_>,
        attribute: &str,
        inherited: ClassId,
    ) -> Result<ClassId> {
        let Some(name) = element.attribute(attribute) else { return Ok(inherited) };
        self.by_name.get(name).copied().ok_or_else(|| Error::UnknownReference {
            element: element.label(),
            what: "default class",
            name: name.to_owned(),
            suggestion: suggest(name, self.by_name.keys().copied()),
            position: element.attribute_position(attribute),
        })
    }

    /// Element that sets an attribute: itself, or the nearest default with one of these tags.
    pub(super) fn holder(
        &self,
        element: Element<'a, 'input>,
        tags: &[&str],
        class: ClassId,
        attribute: &str,
    ) -> Option<Element<'a, 'input>> {
        if element.attribute(attribute).is_some() {
            return Some(element);
        }
        let mut at = self.classes.get(class);
        while let Some(class) = at {
            // Only the outermost class can hold two: a model may have several <default> sections.
            let mut newest_first = class.elements.iter().rev();
            let holds = |e: &&Element<'a, 'input>| {
                tags.contains(&e.tag()) && e.attribute(attribute).is_some()
            };
            if let Some(found) = newest_first.find(holds) {
                return Some(*found);
            }
            at = class.parent.and_then(|parent| self.classes.get(parent));
        }
        None
    }
}
