//! Parameters, in memory.

use super::names::{is_within, parts, resolved};
use crate::ros::ros1::Value;
use std::collections::BTreeMap;

/// All parameters: name spaces are structs.
#[derive(Clone, Debug, Default)]
pub(super) struct Params {
    root: BTreeMap<String, Value>,
    /// Who wants to know what: a name, and the address of a node.
    watchers: Vec<(String, String)>,
}

/// What a node wants to be told: its address, the name of the parameter, and the value.
pub(super) type Told = (String, String, Value);

impl Params {
    /// A parameter or a whole name space.
    pub(super) fn get(&self, name: &str) -> Option<Value> {
        let mut fields = &self.root;
        let mut parts = parts(name).peekable();
        while let Some(part) = parts.next() {
            match (fields.get(part)?, parts.peek()) {
                (value, None) => return Some(value.clone()),
                (Value::Struct(inner), Some(_)) => fields = inner,
                _ => return None,
            }
        }
        Some(Value::Struct(fields.clone()))
    }

    /// Sets a parameter, or all of a name space. Returns who has to be told what.
    pub(super) fn set(&mut self, name: &str, value: Value) -> Vec<Told> {
        match (space_of(&mut self.root, name), value) {
            (Some((fields, last)), value) => drop(fields.insert(last, value)),
            (None, Value::Struct(fields)) => self.root = fields,
            // The root is a name space.
            (None, _) => return Vec::new(),
        }
        self.news_of(name)
    }

    /// Removes one. None if it was not there.
    pub(super) fn delete(&mut self, name: &str) -> Option<Vec<Told>> {
        self.get(name)?;
        let (fields, last) = space_of(&mut self.root, name)?;
        fields.remove(&last)?;
        Some(self.news_of(name))
    }

    /// The name of the nearest parameter of this name: in the caller's own space, then in those above.
    pub(super) fn search(&self, name: &str, caller: &str) -> Option<String> {
        let first = parts(name).next()?;
        let mut space: Vec<&str> = parts(caller).collect();
        if name.starts_with(['/', '~']) {
            let whole = resolved(name, caller);
            return self.get(&whole).map(|_| whole);
        }
        loop {
            let path = |last: &str| format!("/{}", [&space[..], &[last]].concat().join("/"));
            if self.get(&path(first)).is_some() {
                return Some(path(name));
            }
            space.pop()?;
        }
    }

    /// Names of all parameters.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        collect(&self.root, "", &mut names);
        names
    }

    /// A node wants to know about a parameter from now on.
    pub(super) fn watch(&mut self, name: &str, api: &str) {
        let watcher = (name.to_owned(), api.to_owned());
        if !self.watchers.contains(&watcher) {
            self.watchers.push(watcher);
        }
    }

    /// A node does not want to know any more. Whether it wanted to.
    pub(super) fn forget(&mut self, name: &str, api: &str) -> bool {
        let n = self.watchers.len();
        self.watchers.retain(|(known, who)| !(known == name && who == api));
        self.watchers.len() < n
    }

    /// Everybody who watches what is above or below a name that was changed.
    fn news_of(&self, name: &str) -> Vec<Told> {
        let is_touched = |watched: &str| is_within(name, watched) || is_within(watched, name);
        let touched = self.watchers.iter().filter(|(watched, _)| is_touched(watched));
        let told = touched.map(|(watched, api)| {
            let nothing = || Value::Struct(BTreeMap::new());
            (api.clone(), watched.clone(), self.get(watched).unwrap_or_else(nothing))
        });
        told.collect()
    }
}

/// The name space that a parameter is in, made if it is not there, and its last part; none for the root.
fn space_of<'a>(
    root: &'a mut BTreeMap<String, Value>,
    name: &str,
) -> Option<(&'a mut BTreeMap<String, Value>, String)> {
    let mut parts: Vec<&str> = parts(name).collect();
    let last = parts.pop()?;
    let mut fields = root;
    for part in parts {
        let inner = fields.entry(part.to_owned()).or_insert_with(|| Value::Struct(BTreeMap::new()));
        if !matches!(inner, Value::Struct(_)) {
            *inner = Value::Struct(BTreeMap::new());
        }
        let Value::Struct(found) = inner else { return None };
        fields = found;
    }
    Some((fields, last.to_owned()))
}

fn collect(fields: &BTreeMap<String, Value>, above: &str, names: &mut Vec<String>) {
    for (part, value) in fields {
        let name = format!("{above}/{part}");
        match value {
            Value::Struct(inner) => collect(inner, &name, names),
            _ => names.push(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Params {
        let mut params = Params::default();
        params.set("/arm/rate", Value::Int(500));
        params.set("/arm/driver/name", Value::from("ur"));
        params.set("/use_sim_time", Value::Bool(false));
        params
    }

    #[test]
    fn what_is_set_is_there_alone_and_in_its_name_space() {
        let mut params = some();
        assert_eq!(params.get("/arm/rate"), Some(Value::Int(500)));
        let Some(Value::Struct(arm)) = params.get("/arm") else { panic!("no name space") };
        assert_eq!(arm.keys().collect::<Vec<_>>(), ["driver", "rate"]);
        assert_eq!(params.names(), ["/arm/driver/name", "/arm/rate", "/use_sim_time"]);
        assert!(params.get("/arm/rate/deeper").is_none() && params.get("/leg").is_none());
        assert!(params.delete("/arm/driver").is_some() && params.delete("/arm/driver").is_none());
        assert!(params.delete("/").is_none() && params.delete("/leg/foot").is_none());
        assert_eq!(params.names(), ["/arm/rate", "/use_sim_time"]);
        params.set("/arm/rate/unit", Value::from("Hz"));
        assert_eq!(params.get("/arm/rate/unit"), Some(Value::from("Hz")));
    }

    #[test]
    fn the_nearest_of_a_name_is_found() {
        let params = some();
        assert_eq!(params.search("rate", "/arm/driver").as_deref(), Some("/arm/rate"));
        assert_eq!(params.search("driver/other", "/arm/x").as_deref(), Some("/arm/driver/other"));
        assert_eq!(params.search("~name", "/arm/driver").as_deref(), Some("/arm/driver/name"));
        assert_eq!(params.search("leg", "/arm/driver"), None);
    }

    #[test]
    fn watchers_are_told_about_everything_above_and_below() {
        let mut params = some();
        params.watch("/arm", "/a");
        params.watch("/arm", "/a");
        params.watch("/arm/rate", "/b");
        params.watch("/use_sim_time", "/c");
        let told = params.set("/arm/rate", Value::Int(125));
        assert_eq!(told.len(), 2, "{told:?}");
        assert_eq!(told[1], ("/b".to_owned(), "/arm/rate".to_owned(), Value::Int(125)));
        let told = params.delete("/arm").unwrap();
        assert_eq!(told[1].2, Value::Struct(BTreeMap::new()));
        assert!(params.forget("/arm/rate", "/b") && !params.forget("/arm/rate", "/b"));
    }
}
