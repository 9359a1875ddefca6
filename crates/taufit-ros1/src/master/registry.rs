//! Registered publishers, subscribers and services.

use crate::xmlrpc::XmlRpcValue;
use std::collections::BTreeMap;

/// Names of nodes with the addresses of their APIs.
type NodeAddresses = Vec<(String, String)>;

/// Nodes with their topics and services.
#[derive(Clone, Debug, Default)]
pub(super) struct Registry {
    publishers: BTreeMap<String, NodeAddresses>,
    subscribers: BTreeMap<String, NodeAddresses>,
    /// Node and address of each service.
    services: BTreeMap<String, (String, String)>,
    /// Addresses of nodes by name.
    nodes: BTreeMap<String, String>,
    /// Types by topic.
    topic_types: BTreeMap<String, String>,
}

/// Relation of a node to a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TopicRole {
    Publisher,
    Subscriber,
}

impl Registry {
    /// Registers a node. An older node of the same name is removed with all its registrations; returns its
    /// address and the topics whose publishers have changed.
    pub(super) fn register_node(
        &mut self,
        caller: &str,
        api: &str,
    ) -> Option<(String, Vec<String>)> {
        let before = self.nodes.insert(caller.to_owned(), api.to_owned());
        let older = before.filter(|before| before != api)?;
        let is_replaced =
            |nodes: &NodeAddresses| nodes.iter().any(|(name, at)| name == caller && *at == older);
        let changed = self.publishers.iter().filter(|(_, nodes)| is_replaced(nodes));
        let changed = changed.map(|(topic, _)| topic.clone()).collect();
        for topics in [&mut self.publishers, &mut self.subscribers] {
            for nodes in topics.values_mut() {
                nodes.retain(|(name, at)| name != caller || *at != older);
            }
        }
        self.services.retain(|_, (name, _)| name != caller);
        Some((older, changed))
    }

    fn of(&mut self, role: TopicRole) -> &mut BTreeMap<String, NodeAddresses> {
        match role {
            TopicRole::Publisher => &mut self.publishers,
            TopicRole::Subscriber => &mut self.subscribers,
        }
    }

    /// Registers a node as publisher or subscriber of a topic.
    pub(super) fn add(
        &mut self,
        role: TopicRole,
        (topic, type_name): (&str, &str),
        node: (&str, &str),
    ) {
        let node = (node.0.to_owned(), node.1.to_owned());
        let nodes = self.of(role).entry(topic.to_owned()).or_default();
        if !nodes.contains(&node) {
            nodes.push(node);
        }
        // Recorders subscribe with the type `*`.
        let is_known = self.topic_types.contains_key(topic);
        if type_name != "*" && (role == TopicRole::Publisher || !is_known) {
            self.topic_types.insert(topic.to_owned(), type_name.to_owned());
        }
    }

    /// Removes a registration; whether there was one.
    pub(super) fn remove(&mut self, role: TopicRole, topic: &str, node: (&str, &str)) -> bool {
        let Some(nodes) = self.of(role).get_mut(topic) else { return false };
        let n = nodes.len();
        nodes.retain(|(name, api)| (name.as_str(), api.as_str()) != node);
        let was_registered = nodes.len() < n;
        self.remove_idle_node(node.0);
        was_registered
    }

    /// Registers a service.
    pub(super) fn add_service(&mut self, service: &str, caller: &str, uri: &str) {
        self.services.insert(service.to_owned(), (caller.to_owned(), uri.to_owned()));
    }

    /// Removes a service; whether it was registered at this address.
    pub(super) fn remove_service(&mut self, service: &str, caller: &str, uri: &str) -> bool {
        let is_own = self.services.get(service).is_some_and(|(_, known)| known == uri);
        if is_own {
            self.services.remove(service);
        }
        self.remove_idle_node(caller);
        is_own
    }

    /// Removes a node without registrations.
    fn remove_idle_node(&mut self, caller: &str) {
        let has = |nodes: &NodeAddresses| nodes.iter().any(|(name, _)| name == caller);
        let is_registered = self.publishers.values().any(has)
            || self.subscribers.values().any(has)
            || self.services.values().any(|(name, _)| name == caller);
        if !is_registered {
            self.nodes.remove(caller);
        }
    }

    /// Addresses of the publishers or subscribers of a topic.
    pub(super) fn addresses(&self, role: TopicRole, topic: &str) -> Vec<String> {
        let topics = match role {
            TopicRole::Publisher => &self.publishers,
            TopicRole::Subscriber => &self.subscribers,
        };
        topics.get(topic).into_iter().flatten().map(|(_, api)| api.clone()).collect()
    }

    /// Address of a service.
    pub(super) fn service(&self, service: &str) -> Option<&str> {
        self.services.get(service).map(|(_, uri)| uri.as_str())
    }

    /// Address of a node.
    pub(super) fn node(&self, name: &str) -> Option<&str> {
        self.nodes.get(name).map(String::as_str)
    }

    /// Pairs of topic and type, for topics that pass the filter.
    pub(super) fn topic_types(&self, is_wanted: impl Fn(&str) -> bool) -> XmlRpcValue {
        let wanted = self.topic_types.iter().filter(|(topic, _)| is_wanted(topic));
        XmlRpcValue::Array(
            wanted.map(|(topic, type_name)| XmlRpcValue::texts([topic, type_name])).collect(),
        )
    }

    /// Whether a topic has publishers.
    pub(super) fn is_published(&self, topic: &str) -> bool {
        self.publishers.get(topic).is_some_and(|nodes| !nodes.is_empty())
    }

    /// Publishers, subscribers and services with the names of their nodes.
    pub(super) fn system_state(&self) -> XmlRpcValue {
        let row = |name: &str, nodes: XmlRpcValue| {
            XmlRpcValue::Array(vec![XmlRpcValue::from(name), nodes])
        };
        let topics = |topics: &BTreeMap<String, NodeAddresses>| {
            let used = topics.iter().filter(|(_, nodes)| !nodes.is_empty());
            let names = |nodes: &NodeAddresses| {
                XmlRpcValue::texts(nodes.iter().map(|(name, _)| name.as_str()))
            };
            XmlRpcValue::Array(used.map(|(topic, nodes)| row(topic, names(nodes))).collect())
        };
        let services = self.services.iter();
        let services =
            services.map(|(name, (node, _))| row(name, XmlRpcValue::texts([node.as_str()])));
        let services = XmlRpcValue::Array(services.collect());
        XmlRpcValue::Array(vec![topics(&self.publishers), topics(&self.subscribers), services])
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
            assert_eq!(registry.register_node(name, api), None);
        }
        registry.add(TopicRole::Subscriber, ("/states", "*"), RUN);
        registry.add(TopicRole::Publisher, ("/states", "a/B"), ROBOT);
        registry.add(TopicRole::Publisher, ("/states", "a/B"), ROBOT);
        registry.add_service("/switch", ROBOT.0, "rosrpc://robot:3");
        registry
    }

    #[test]
    fn registrations_last_until_they_are_removed() {
        let mut registry = registry();
        assert_eq!(registry.addresses(TopicRole::Publisher, "/states"), [ROBOT.1]);
        assert_eq!(
            registry.topic_types(|_| true),
            XmlRpcValue::Array(vec![XmlRpcValue::texts(["/states", "a/B"])])
        );
        assert!(
            !registry.remove_service("/switch", ROBOT.0, "rosrpc://other:3"),
            "another's service"
        );
        assert!(registry.remove_service("/switch", ROBOT.0, "rosrpc://robot:3"));
        assert_eq!(registry.node(ROBOT.0), Some(ROBOT.1), "it still publishes");
        assert!(registry.remove(TopicRole::Publisher, "/states", ROBOT));
        assert!(!registry.remove(TopicRole::Publisher, "/states", ROBOT));
        assert_eq!((registry.node(ROBOT.0), registry.node(RUN.0)), (None, Some(RUN.1)));
        assert!(!registry.is_published("/states"));
    }

    #[test]
    fn a_second_node_of_one_name_replaces_the_first() {
        let mut registry = registry();
        let (older, changed) = registry.register_node(ROBOT.0, "http://robot:9").unwrap();
        assert_eq!((older.as_str(), &changed[..]), (ROBOT.1, &["/states".to_owned()][..]));
        assert!(!registry.is_published("/states") && registry.service("/switch").is_none());
        assert_eq!(registry.register_node(ROBOT.0, "http://robot:9"), None);
    }

    #[test]
    fn the_system_state_names_nodes() {
        let rows = |name: &str, node| {
            XmlRpcValue::Array(vec![XmlRpcValue::from(name), XmlRpcValue::texts([node])])
        };
        let expected = [
            vec![rows("/states", ROBOT.0)],
            vec![rows("/states", RUN.0)],
            vec![rows("/switch", ROBOT.0)],
        ];
        assert_eq!(
            registry().system_state(),
            XmlRpcValue::Array(expected.map(XmlRpcValue::Array).to_vec())
        );
    }
}
