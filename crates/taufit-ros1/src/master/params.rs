//! Parameter server.

use super::names::{is_within, parts, resolved};
use crate::xmlrpc::XmlRpcValue;
use std::collections::BTreeMap;

/// Tree of parameters: name spaces are structs.
#[derive(Clone, Debug, Default)]
pub(super) struct Params {
    root: BTreeMap<String, XmlRpcValue>,
    /// Subscribed names with the addresses of nodes.
    subscribers: Vec<(String, String)>,
}

/// Notification of a node: its address, the name of the parameter, the value.
pub(super) type ParamUpdate = (String, String, XmlRpcValue);

impl Params {
    /// Parameter, or a name space as a struct.
    pub(super) fn get(&self, name: &str) -> Option<XmlRpcValue> {
        let mut fields = &self.root;
        let mut parts = parts(name).peekable();
        while let Some(part) = parts.next() {
            match (fields.get(part)?, parts.peek()) {
                (value, None) => return Some(value.clone()),
                (XmlRpcValue::Struct(inner), Some(_)) => fields = inner,
                _ => return None,
            }
        }
        Some(XmlRpcValue::Struct(fields.clone()))
    }

    /// Sets a parameter or a whole name space; returns the notifications.
    pub(super) fn set(&mut self, name: &str, value: XmlRpcValue) -> Vec<ParamUpdate> {
        match (name_space(&mut self.root, name), value) {
            (Some((fields, last)), value) => drop(fields.insert(last, value)),
            (None, XmlRpcValue::Struct(fields)) => self.root = fields,
            // The root is a name space.
            (None, _) => return Vec::new(),
        }
        self.updates_of(name)
    }

    /// Removes a parameter; returns the notifications, none if it was not set.
    pub(super) fn delete(&mut self, name: &str) -> Option<Vec<ParamUpdate>> {
        self.get(name)?;
        let (fields, last) = name_space(&mut self.root, name)?;
        fields.remove(&last)?;
        Some(self.updates_of(name))
    }

    /// Absolute name of the nearest parameter: in the name space of the caller, then in those above.
    pub(super) fn search(&self, name: &str, caller: &str) -> Option<String> {
        let first = parts(name).next()?;
        let mut space: Vec<&str> = parts(caller).collect();
        if name.starts_with(['/', '~']) {
            let absolute = resolved(name, caller);
            return self.get(&absolute).map(|_| absolute);
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

    /// Subscribes a node to a parameter.
    pub(super) fn subscribe(&mut self, name: &str, api: &str) {
        let subscriber = (name.to_owned(), api.to_owned());
        if !self.subscribers.contains(&subscriber) {
            self.subscribers.push(subscriber);
        }
    }

    /// Ends a subscription; whether there was one.
    pub(super) fn unsubscribe(&mut self, name: &str, api: &str) -> bool {
        let n = self.subscribers.len();
        self.subscribers.retain(|(known, node)| !(known == name && node == api));
        self.subscribers.len() < n
    }

    /// Notifications of all nodes subscribed to names above or below a changed one.
    fn updates_of(&self, name: &str) -> Vec<ParamUpdate> {
        let is_affected =
            |subscribed: &str| is_within(name, subscribed) || is_within(subscribed, name);
        let affected = self.subscribers.iter().filter(|(subscribed, _)| is_affected(subscribed));
        let updates = affected.map(|(subscribed, api)| {
            let empty = || XmlRpcValue::Struct(BTreeMap::new());
            (api.clone(), subscribed.clone(), self.get(subscribed).unwrap_or_else(empty))
        });
        updates.collect()
    }
}

/// Name space of a parameter, created if absent, and its last component; none for the root.
fn name_space<'a>(
    root: &'a mut BTreeMap<String, XmlRpcValue>,
    name: &str,
) -> Option<(&'a mut BTreeMap<String, XmlRpcValue>, String)> {
    let mut parts: Vec<&str> = parts(name).collect();
    let last = parts.pop()?;
    let mut fields = root;
    for part in parts {
        let inner =
            fields.entry(part.to_owned()).or_insert_with(|| XmlRpcValue::Struct(BTreeMap::new()));
        if !matches!(inner, XmlRpcValue::Struct(_)) {
            *inner = XmlRpcValue::Struct(BTreeMap::new());
        }
        let XmlRpcValue::Struct(found) = inner else { return None };
        fields = found;
    }
    Some((fields, last.to_owned()))
}

fn collect(fields: &BTreeMap<String, XmlRpcValue>, above: &str, names: &mut Vec<String>) {
    for (part, value) in fields {
        let name = format!("{above}/{part}");
        match value {
            XmlRpcValue::Struct(inner) => collect(inner, &name, names),
            _ => names.push(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Params {
        let mut params = Params::default();
        params.set("/arm/rate", XmlRpcValue::Int(500));
        params.set("/arm/driver/name", XmlRpcValue::from("ur"));
        params.set("/use_sim_time", XmlRpcValue::Bool(false));
        params
    }

    #[test]
    fn parameters_are_found_alone_and_in_their_name_space() {
        let mut params = example();
        assert_eq!(params.get("/arm/rate"), Some(XmlRpcValue::Int(500)));
        let Some(XmlRpcValue::Struct(arm)) = params.get("/arm") else { panic!("no name space") };
        assert_eq!(arm.keys().collect::<Vec<_>>(), ["driver", "rate"]);
        assert_eq!(params.names(), ["/arm/driver/name", "/arm/rate", "/use_sim_time"]);
        assert!(params.get("/arm/rate/deeper").is_none() && params.get("/leg").is_none());
        assert!(params.delete("/arm/driver").is_some() && params.delete("/arm/driver").is_none());
        assert!(params.delete("/").is_none() && params.delete("/leg/foot").is_none());
        assert_eq!(params.names(), ["/arm/rate", "/use_sim_time"]);
        params.set("/arm/rate/unit", XmlRpcValue::from("Hz"));
        assert_eq!(params.get("/arm/rate/unit"), Some(XmlRpcValue::from("Hz")));
    }

    #[test]
    fn search_returns_the_nearest_parameter() {
        let params = example();
        assert_eq!(params.search("rate", "/arm/driver").as_deref(), Some("/arm/rate"));
        assert_eq!(params.search("driver/other", "/arm/x").as_deref(), Some("/arm/driver/other"));
        assert_eq!(params.search("~name", "/arm/driver").as_deref(), Some("/arm/driver/name"));
        assert_eq!(params.search("leg", "/arm/driver"), None);
    }

    #[test]
    fn subscribers_are_notified_of_changes_above_and_below() {
        let mut params = example();
        params.subscribe("/arm", "/a");
        params.subscribe("/arm", "/a");
        params.subscribe("/arm/rate", "/b");
        params.subscribe("/use_sim_time", "/c");
        let updates = params.set("/arm/rate", XmlRpcValue::Int(125));
        assert_eq!(updates.len(), 2, "{updates:?}");
        assert_eq!(updates[1], ("/b".to_owned(), "/arm/rate".to_owned(), XmlRpcValue::Int(125)));
        let updates = params.delete("/arm").unwrap();
        assert_eq!(updates[1].2, XmlRpcValue::Struct(BTreeMap::new()));
        assert!(params.unsubscribe("/arm/rate", "/b") && !params.unsubscribe("/arm/rate", "/b"));
    }
}
