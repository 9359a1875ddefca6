//! Who publishes, subscribes to and offers what.

use crate::ros::ros1::Value;
use std::collections::BTreeMap;

/// A node by its name, and where it answers.
type Nodes = Vec<(String, String)>;

/// All nodes, and what they do.
#[derive(Clone, Debug, Default)]
pub(super) struct Registry {
    publishers: BTreeMap<String, Nodes>,
    subscribers: BTreeMap<String, Nodes>,
    /// Who offers a service, and where.
    services: BTreeMap<String, (String, String)>,
    /// Where nodes answer, by name.
    nodes: BTreeMap<String, String>,
    /// Types of topics.
    types: BTreeMap<String, String>,
}

/// Publishing or subscribing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Publisher,
    Subscriber,
}

impl Registry {
    /// A node answers at an address. Returns the one of an older node of the same name, which is
    /// forgotten with all that it did, and topics whose publishers are others now.
    pub(super) fn enrol(&mut self, caller: &str, api: &str) -> Option<(String, Vec<String>)> {
        let before = self.nodes.insert(caller.to_owned(), api.to_owned());
        let older = before.filter(|before| before != api)?;
        let is_other =
            |nodes: &Nodes| nodes.iter().any(|(name, at)| name == caller && *at == older);
        let changed = self.publishers.iter().filter(|(_, nodes)| is_other(nodes));
        let changed = changed.map(|(topic, _)| topic.clone()).collect();
        for topics in [&mut self.publishers, &mut self.subscribers] {
            for nodes in topics.values_mut() {
                nodes.retain(|(name, at)| name != caller || *at != older);
            }
        }
        self.services.retain(|_, (name, _)| name != caller);
        Some((older, changed))
    }

    fn of(&mut self, role: Role) -> &mut BTreeMap<String, Nodes> {
        match role {
            Role::Publisher => &mut self.publishers,
            Role::Subscriber => &mut self.subscribers,
        }
    }

    /// A node publishes or subscribes to a topic.
    pub(super) fn add(&mut self, role: Role, (topic, kind): (&str, &str), node: (&str, &str)) {
        let node = (node.0.to_owned(), node.1.to_owned());
        let nodes = self.of(role).entry(topic.to_owned()).or_default();
        if !nodes.contains(&node) {
            nodes.push(node);
        }
        // Recorders subscribe to whatever it is.
        let is_known = self.types.contains_key(topic);
        if kind != "*" && (role == Role::Publisher || !is_known) {
            self.types.insert(topic.to_owned(), kind.to_owned());
        }
    }

    /// It does not any more. Whether it did.
    pub(super) fn remove(&mut self, role: Role, topic: &str, node: (&str, &str)) -> bool {
        let Some(nodes) = self.of(role).get_mut(topic) else { return false };
        let n = nodes.len();
        nodes.retain(|(name, api)| (name.as_str(), api.as_str()) != node);
        let was_there = nodes.len() < n;
        self.forget_idle(node.0);
        was_there
    }

    /// A node offers a service.
    pub(super) fn offer(&mut self, service: &str, caller: &str, uri: &str) {
        self.services.insert(service.to_owned(), (caller.to_owned(), uri.to_owned()));
    }

    /// It does not any more. Whether it did.
    pub(super) fn withdraw(&mut self, service: &str, caller: &str, uri: &str) -> bool {
        let is_its = self.services.get(service).is_some_and(|(_, known)| known == uri);
        if is_its {
            self.services.remove(service);
        }
        self.forget_idle(caller);
        is_its
    }

    /// A node that does nothing any more is none.
    fn forget_idle(&mut self, caller: &str) {
        let has = |nodes: &Nodes| nodes.iter().any(|(name, _)| name == caller);
        let is_busy = self.publishers.values().any(has)
            || self.subscribers.values().any(has)
            || self.services.values().any(|(name, _)| name == caller);
        if !is_busy {
            self.nodes.remove(caller);
        }
    }

    /// Addresses of all who publish a topic, or subscribe to it.
    pub(super) fn addresses(&self, role: Role, topic: &str) -> Vec<String> {
        let topics = match role {
            Role::Publisher => &self.publishers,
            Role::Subscriber => &self.subscribers,
        };
        topics.get(topic).into_iter().flatten().map(|(_, api)| api.clone()).collect()
    }

    /// Where a service is.
    pub(super) fn service(&self, service: &str) -> Option<&str> {
        self.services.get(service).map(|(_, uri)| uri.as_str())
    }

    /// Where a node answers.
    pub(super) fn node(&self, name: &str) -> Option<&str> {
        self.nodes.get(name).map(String::as_str)
    }

    /// Topics with their types; only those that are published, if asked so.
    pub(super) fn types(&self, is_wanted: impl Fn(&str) -> bool) -> Value {
        let wanted = self.types.iter().filter(|(topic, _)| is_wanted(topic));
        Value::Array(wanted.map(|(topic, kind)| Value::texts([topic, kind])).collect())
    }

    /// Whether somebody publishes it.
    pub(super) fn is_published(&self, topic: &str) -> bool {
        self.publishers.get(topic).is_some_and(|nodes| !nodes.is_empty())
    }

    /// Publishers, subscribers and services, with the names of the nodes.
    pub(super) fn state(&self) -> Value {
        let row = |name: &str, nodes: Value| Value::Array(vec![Value::from(name), nodes]);
        let topics = |topics: &BTreeMap<String, Nodes>| {
            let busy = topics.iter().filter(|(_, nodes)| !nodes.is_empty());
            let names = |nodes: &Nodes| Value::texts(nodes.iter().map(|(name, _)| name.as_str()));
            Value::Array(busy.map(|(topic, nodes)| row(topic, names(nodes))).collect())
        };
        let services = self.services.iter();
        let services = services.map(|(name, (node, _))| row(name, Value::texts([node.as_str()])));
        let services = Value::Array(services.collect());
        Value::Array(vec![topics(&self.publishers), topics(&self.subscribers), services])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROBOT: (&str, &str) = ("/robot", "http://robot:1");
    const RUN: (&str, &str) = ("/run", "http://run:2");

    fn registry() -> Registry {
        let mut registry = Registry::default();
        for (name, api) in [ROBOT, RUN] {
            assert_eq!(registry.enrol(name, api), None);
        }
        registry.add(Role::Subscriber, ("/states", "*"), RUN);
        registry.add(Role::Publisher, ("/states", "a/B"), ROBOT);
        registry.add(Role::Publisher, ("/states", "a/B"), ROBOT);
        registry.offer("/switch", ROBOT.0, "rosrpc://robot:3");
        registry
    }

    #[test]
    fn those_who_come_are_known_until_they_go() {
        let mut registry = registry();
        assert_eq!(registry.addresses(Role::Publisher, "/states"), [ROBOT.1]);
        assert_eq!(registry.types(|_| true), Value::Array(vec![Value::texts(["/states", "a/B"])]));
        assert!(!registry.withdraw("/switch", ROBOT.0, "rosrpc://other:3"), "another's service");
        assert!(registry.withdraw("/switch", ROBOT.0, "rosrpc://robot:3"));
        assert_eq!(registry.node(ROBOT.0), Some(ROBOT.1), "it still publishes");
        assert!(registry.remove(Role::Publisher, "/states", ROBOT));
        assert!(!registry.remove(Role::Publisher, "/states", ROBOT));
        assert_eq!((registry.node(ROBOT.0), registry.node(RUN.0)), (None, Some(RUN.1)));
        assert!(!registry.is_published("/states"));
    }

    #[test]
    fn a_node_that_comes_again_takes_the_place_of_the_first() {
        let mut registry = registry();
        let (older, changed) = registry.enrol(ROBOT.0, "http://robot:9").unwrap();
        assert_eq!((older.as_str(), &changed[..]), (ROBOT.1, &["/states".to_owned()][..]));
        assert!(!registry.is_published("/states") && registry.service("/switch").is_none());
        assert_eq!(registry.enrol(ROBOT.0, "http://robot:9"), None);
    }

    #[test]
    fn the_state_names_nodes() {
        let rows = |name: &str, node| Value::Array(vec![Value::from(name), Value::texts([node])]);
        let expected = [
            vec![rows("/states", ROBOT.0)],
            vec![rows("/states", RUN.0)],
            vec![rows("/switch", ROBOT.0)],
        ];
        assert_eq!(registry().state(), Value::Array(expected.map(Value::Array).to_vec()));
    }
}
