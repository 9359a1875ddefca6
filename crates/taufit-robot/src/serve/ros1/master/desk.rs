//! Questions to the master, and its answers.

use super::courier::Couriers;
use super::names::{is_within, resolved};
use super::params::{Params, Told};
use super::registry::{Registry, Role};
use crate::ros::ros1::{Call, Fault, Over, Value, packed, refused};
use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the master calls itself.
const MASTER: &str = "/master";

/// Everything that the master knows.
#[derive(Debug)]
pub(super) struct Desk {
    uri: String,
    registry: Mutex<Registry>,
    params: Mutex<Params>,
    couriers: Couriers,
}

/// What was said in a call.
struct Said<'a>(&'a [Value]);

impl<'a> Said<'a> {
    fn value(&self, k: usize) -> io::Result<&'a Value> {
        let missing = || io::Error::other(format!("{} values, too few", self.0.len()));
        self.0.get(k).ok_or_else(missing)
    }

    fn text(&self, k: usize) -> io::Result<&'a str> {
        self.value(k)?.text()
    }

    /// Who asks.
    fn caller(&self) -> io::Result<&'a str> {
        self.text(0)
    }

    /// A name, as the caller means it.
    fn name(&self, k: usize) -> io::Result<String> {
        Ok(resolved(self.text(k)?, self.caller()?))
    }
}

impl Desk {
    pub(super) fn new(uri: String, over: &Over) -> Self {
        let (registry, params) = Default::default();
        Self { uri, registry, params, couriers: Couriers::new(over) }
    }

    /// Answers a question of a node.
    pub(super) fn answer(&self, call: &Call) -> Result<Value, Fault> {
        if call.method == "system.multicall" {
            return self.answer_many(&call.params);
        }
        let said = Said(&call.params);
        let answer = self.about_graph(&call.method, &said).transpose();
        let answer = answer.or_else(|| self.about_params(&call.method, &said).transpose());
        match answer {
            Some(Ok(answer)) => Ok(answer),
            Some(Err(error)) => Ok(refused(&format!("{}: {error}", call.method))),
            None => {
                let words = format!("a master has no method {:?}", call.method);
                Err(Fault { code: -1, words })
            }
        }
    }

    /// Several questions in one, as launch files ask them.
    fn answer_many(&self, params: &[Value]) -> Result<Value, Fault> {
        let wrong = || Fault { code: -1, words: "a list of calls was expected".to_owned() };
        let calls = params.first().and_then(|calls| calls.array().ok()).ok_or_else(wrong)?;
        let answers = calls.iter().map(|call| {
            let Value::Struct(fields) = call else { return Err(wrong()) };
            let method = fields.get("methodName").and_then(|method| method.text().ok());
            let params = fields.get("params").and_then(|params| params.array().ok());
            let (Some(method), Some(params)) = (method, params) else { return Err(wrong()) };
            let call = Call { method: method.to_owned(), params: params.to_vec() };
            if call.method == "system.multicall" {
                return Err(wrong());
            }
            self.answer(&call).map(|answer| Value::Array(vec![answer]))
        });
        Ok(Value::Array(answers.collect::<Result<_, _>>()?))
    }

    fn about_graph(&self, method: &str, said: &Said<'_>) -> io::Result<Option<Value>> {
        let registry = || self.registry();
        Ok(Some(match method {
            "registerPublisher" => self.register(Role::Publisher, said)?,
            "registerSubscriber" => self.register(Role::Subscriber, said)?,
            "unregisterPublisher" => self.unregister(Role::Publisher, said)?,
            "unregisterSubscriber" => self.unregister(Role::Subscriber, said)?,
            "registerService" => {
                let caller = said.caller()?;
                self.enrol(caller, said.text(3)?);
                registry().offer(&said.name(1)?, caller, said.text(2)?);
                packed(1)
            }
            "unregisterService" => {
                let (service, uri) = (said.name(1)?, said.text(2)?);
                packed(i32::from(registry().withdraw(&service, said.caller()?, uri)))
            }
            "lookupService" => match registry().service(&said.name(1)?) {
                Some(uri) => packed(uri),
                None => refused(&format!("nobody offers {}", said.text(1)?)),
            },
            "lookupNode" => match registry().node(&said.name(1)?) {
                Some(api) => packed(api),
                None => refused(&format!("no node {}", said.text(1)?)),
            },
            "getSystemState" => packed(registry().state()),
            "getTopicTypes" => packed(registry().types(|_| true)),
            "getPublishedTopics" => {
                let (registry, space) = (registry(), said.text(1)?.to_owned());
                let is_wanted =
                    |topic: &str| registry.is_published(topic) && is_within(topic, &space);
                packed(registry.types(is_wanted))
            }
            "getUri" => packed(self.uri.as_str()),
            "getPid" => packed(i32::try_from(std::process::id()).unwrap_or_default()),
            "shutdown" => refused("it ends with the robot that it was started for"),
            _ => return Ok(None),
        }))
    }

    fn register(&self, role: Role, said: &Said<'_>) -> io::Result<Value> {
        let (caller, topic) = (said.caller()?, said.name(1)?);
        let (kind, api) = (said.text(2)?, said.text(3)?);
        self.enrol(caller, api);
        // Under one lock with the news, so that no node hears of the present before the past.
        let mut registry = self.registry();
        registry.add(role, (&topic, kind), (caller, api));
        Ok(match role {
            Role::Publisher => {
                self.tell_subscribers(&registry, &topic);
                packed(Value::texts(registry.addresses(Role::Subscriber, &topic)))
            }
            Role::Subscriber => packed(Value::texts(registry.addresses(Role::Publisher, &topic))),
        })
    }

    fn unregister(&self, role: Role, said: &Said<'_>) -> io::Result<Value> {
        let (topic, node) = (said.name(1)?, (said.caller()?, said.text(2)?));
        let mut registry = self.registry();
        let was_there = registry.remove(role, &topic, node);
        if was_there && role == Role::Publisher {
            self.tell_subscribers(&registry, &topic);
        }
        Ok(packed(i32::from(was_there)))
    }

    /// A node that comes again under the name of another pushes that one out.
    fn enrol(&self, caller: &str, api: &str) {
        let mut registry = self.registry();
        if let Some((older, changed)) = registry.enrol(caller, api) {
            let why = format!("another node is called {caller} now");
            self.couriers.tell(&older, "shutdown", vec![MASTER.into(), why.into()]);
            changed.iter().for_each(|topic| self.tell_subscribers(&registry, topic));
        }
    }

    fn tell_subscribers(&self, registry: &Registry, topic: &str) {
        let publishers = Value::texts(registry.addresses(Role::Publisher, topic));
        for api in registry.addresses(Role::Subscriber, topic) {
            let news = vec![MASTER.into(), topic.into(), publishers.clone()];
            self.couriers.tell(&api, "publisherUpdate", news);
        }
    }

    fn about_params(&self, method: &str, said: &Said<'_>) -> io::Result<Option<Value>> {
        let params = || self.params();
        Ok(Some(match method {
            "getParam" => match params().get(&said.name(1)?) {
                Some(value) => packed(value),
                None => refused(&format!("parameter {} is not set", said.text(1)?)),
            },
            "setParam" => {
                let told = params().set(&said.name(1)?, said.value(2)?.clone());
                self.tell_watchers(told);
                packed(0)
            }
            "deleteParam" => match params().delete(&said.name(1)?) {
                Some(told) => {
                    self.tell_watchers(told);
                    packed(0)
                }
                None => refused(&format!("parameter {} is not set", said.text(1)?)),
            },
            "hasParam" => packed(Value::Bool(params().get(&said.name(1)?).is_some())),
            "getParamNames" => packed(Value::texts(params().names())),
            "searchParam" => match params().search(said.text(1)?, said.caller()?) {
                Some(name) => packed(name),
                None => refused(&format!("parameter {} is nowhere set", said.text(1)?)),
            },
            "subscribeParam" => {
                let name = said.name(2)?;
                let mut params = params();
                params.watch(&name, said.text(1)?);
                let nothing = || Value::Struct(BTreeMap::new());
                packed(params.get(&name).unwrap_or_else(nothing))
            }
            "unsubscribeParam" => packed(i32::from(params().forget(&said.name(2)?, said.text(1)?))),
            _ => return Ok(None),
        }))
    }

    fn tell_watchers(&self, told: Vec<Told>) {
        for (api, name, value) in told {
            self.couriers.tell(&api, "paramUpdate", vec![MASTER.into(), name.into(), value]);
        }
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn params(&self) -> MutexGuard<'_, Params> {
        self.params.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
