//! Master API and parameter server API.

use super::names::{is_within, resolved};
use super::notifier::Notifier;
use super::params::{ParamUpdate, Params};
use super::registry::{Registry, TopicRole};
use crate::StopFlag;
use crate::master_client::{failure, success};
use crate::xmlrpc::{XmlRpcCall, XmlRpcFault, XmlRpcValue};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Name of the master as a caller.
const MASTER_NAME: &str = "/master";

/// State of the master and its answers to calls.
#[derive(Debug)]
pub(super) struct MasterApi {
    uri: String,
    registry: Mutex<Registry>,
    params: Mutex<Params>,
    notifier: Notifier,
}

/// Arguments of a call; the first is the name of the caller.
struct CallArguments<'a>(&'a [XmlRpcValue]);

impl<'a> CallArguments<'a> {
    fn value(&self, k: usize) -> io::Result<&'a XmlRpcValue> {
        let missing = || io::Error::other(format!("{} arguments are too few", self.0.len()));
        self.0.get(k).ok_or_else(missing)
    }

    fn text(&self, k: usize) -> io::Result<&'a str> {
        self.value(k)?.text()
    }

    /// Name of the calling node.
    fn caller(&self) -> io::Result<&'a str> {
        self.text(0)
    }

    /// Name resolved in the name space of the caller.
    fn name(&self, k: usize) -> io::Result<String> {
        Ok(resolved(self.text(k)?, self.caller()?))
    }
}

impl MasterApi {
    pub(super) fn new(uri: String, stop: &StopFlag) -> Self {
        let (registry, params) = Default::default();
        Self { uri, registry, params, notifier: Notifier::new(stop) }
    }

    /// Answer to a call of a node.
    pub(super) fn answer(&self, call: &XmlRpcCall) -> Result<XmlRpcValue, XmlRpcFault> {
        if call.method == "system.multicall" {
            return self.multicall(&call.params);
        }
        let args = CallArguments(&call.params);
        let answer = self.graph_call(&call.method, &args).transpose();
        let answer = answer.or_else(|| self.parameter_call(&call.method, &args).transpose());
        match answer {
            Some(Ok(answer)) => Ok(answer),
            Some(Err(error)) => Ok(failure(&format!("{}: {error}", call.method))),
            None => {
                let message = format!("a master has no method {:?}", call.method);
                Err(XmlRpcFault { code: -1, message })
            }
        }
    }

    /// Answers to several calls in one, as roslaunch makes them.
    fn multicall(&self, params: &[XmlRpcValue]) -> Result<XmlRpcValue, XmlRpcFault> {
        let malformed =
            || XmlRpcFault { code: -1, message: "a list of calls was expected".to_owned() };
        let calls = params.first().and_then(|calls| calls.array().ok()).ok_or_else(malformed)?;
        let answers = calls.iter().map(|call| {
            let XmlRpcValue::Struct(fields) = call else { return Err(malformed()) };
            let method = fields.get("methodName").and_then(|method| method.text().ok());
            let params = fields.get("params").and_then(|params| params.array().ok());
            let (Some(method), Some(params)) = (method, params) else { return Err(malformed()) };
            let call = XmlRpcCall { method: method.to_owned(), params: params.to_vec() };
            if call.method == "system.multicall" {
                return Err(malformed());
            }
            self.answer(&call).map(|answer| XmlRpcValue::Array(vec![answer]))
        });
        Ok(XmlRpcValue::Array(answers.collect::<Result<_, _>>()?))
    }

    fn graph_call(
        &self,
        method: &str,
        args: &CallArguments<'_>,
    ) -> io::Result<Option<XmlRpcValue>> {
        let registry = || self.registry();
        Ok(Some(match method {
            "registerPublisher" => self.register(TopicRole::Publisher, args)?,
            "registerSubscriber" => self.register(TopicRole::Subscriber, args)?,
            "unregisterPublisher" => self.unregister(TopicRole::Publisher, args)?,
            "unregisterSubscriber" => self.unregister(TopicRole::Subscriber, args)?,
            "registerService" => {
                let caller = args.caller()?;
                self.register_node(caller, args.text(3)?);
                registry().add_service(&args.name(1)?, caller, args.text(2)?);
                success(1)
            }
            "unregisterService" => {
                let (service, uri) = (args.name(1)?, args.text(2)?);
                success(i32::from(registry().remove_service(&service, args.caller()?, uri)))
            }
            "lookupService" => match registry().service(&args.name(1)?) {
                Some(uri) => success(uri),
                None => failure(&format!("no node offers {}", args.text(1)?)),
            },
            "lookupNode" => match registry().node(&args.name(1)?) {
                Some(api) => success(api),
                None => failure(&format!("no node {}", args.text(1)?)),
            },
            "getSystemState" => success(registry().system_state()),
            "getTopicTypes" => success(registry().topic_types(|_| true)),
            "getPublishedTopics" => {
                let (registry, space) = (registry(), args.text(1)?.to_owned());
                let is_wanted =
                    |topic: &str| registry.is_published(topic) && is_within(topic, &space);
                success(registry.topic_types(is_wanted))
            }
            "getUri" => success(self.uri.as_str()),
            "getPid" => success(i32::try_from(std::process::id()).unwrap_or_default()),
            "shutdown" => failure("it ends with the robot that it was started for"),
            _ => return Ok(None),
        }))
    }

    fn register(&self, role: TopicRole, args: &CallArguments<'_>) -> io::Result<XmlRpcValue> {
        let (caller, topic) = (args.caller()?, args.name(1)?);
        let (type_name, api) = (args.text(2)?, args.text(3)?);
        self.register_node(caller, api);
        // Notified under the same lock, so that nodes receive changes in their order.
        let mut registry = self.registry();
        registry.add(role, (&topic, type_name), (caller, api));
        Ok(match role {
            TopicRole::Publisher => {
                self.notify_subscribers(&registry, &topic);
                success(XmlRpcValue::texts(registry.addresses(TopicRole::Subscriber, &topic)))
            }
            TopicRole::Subscriber => {
                success(XmlRpcValue::texts(registry.addresses(TopicRole::Publisher, &topic)))
            }
        })
    }

    fn unregister(&self, role: TopicRole, args: &CallArguments<'_>) -> io::Result<XmlRpcValue> {
        let (topic, node) = (args.name(1)?, (args.caller()?, args.text(2)?));
        let mut registry = self.registry();
        let was_registered = registry.remove(role, &topic, node);
        if was_registered && role == TopicRole::Publisher {
            self.notify_subscribers(&registry, &topic);
        }
        Ok(success(i32::from(was_registered)))
    }

    /// Registers a node; an older one of the same name is shut down.
    fn register_node(&self, caller: &str, api: &str) {
        let mut registry = self.registry();
        if let Some((older, changed)) = registry.register_node(caller, api) {
            let reason = format!("another node is called {caller} now");
            self.notifier.notify(&older, "shutdown", vec![MASTER_NAME.into(), reason.into()]);
            changed.iter().for_each(|topic| self.notify_subscribers(&registry, topic));
        }
    }

    fn notify_subscribers(&self, registry: &Registry, topic: &str) {
        let publishers = XmlRpcValue::texts(registry.addresses(TopicRole::Publisher, topic));
        for api in registry.addresses(TopicRole::Subscriber, topic) {
            let params = vec![MASTER_NAME.into(), topic.into(), publishers.clone()];
            self.notifier.notify(&api, "publisherUpdate", params);
        }
    }

    fn parameter_call(
        &self,
        method: &str,
        args: &CallArguments<'_>,
    ) -> io::Result<Option<XmlRpcValue>> {
        let params = || self.params();
        Ok(Some(match method {
            "getParam" => match params().get(&args.name(1)?) {
                Some(value) => success(value),
                None => failure(&format!("parameter {} is not set", args.text(1)?)),
            },
            "setParam" => {
                let updates = params().set(&args.name(1)?, args.value(2)?.clone());
                self.notify_subscribed(updates);
                success(0)
            }
            "deleteParam" => match params().delete(&args.name(1)?) {
                Some(updates) => {
                    self.notify_subscribed(updates);
                    success(0)
                }
                None => failure(&format!("parameter {} is not set", args.text(1)?)),
            },
            "hasParam" => success(XmlRpcValue::Bool(params().get(&args.name(1)?).is_some())),
            "getParamNames" => success(XmlRpcValue::texts(params().names())),
            "searchParam" => match params().search(args.text(1)?, args.caller()?) {
                Some(name) => success(name),
                None => {
                    failure(&format!("parameter {} is not set in any name space", args.text(1)?))
                }
            },
            "subscribeParam" => {
                let name = args.name(2)?;
                let mut params = params();
                params.subscribe(&name, args.text(1)?);
                let empty = || XmlRpcValue::Struct(BTreeMap::new());
                success(params.get(&name).unwrap_or_else(empty))
            }
            "unsubscribeParam" => {
                success(i32::from(params().unsubscribe(&args.name(2)?, args.text(1)?)))
            }
            _ => return Ok(None),
        }))
    }

    fn notify_subscribed(&self, updates: Vec<ParamUpdate>) {
        for (api, name, value) in updates {
            self.notifier.notify(&api, "paramUpdate", vec![MASTER_NAME.into(), name.into(), value]);
        }
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn params(&self) -> MutexGuard<'_, Params> {
        self.params.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
