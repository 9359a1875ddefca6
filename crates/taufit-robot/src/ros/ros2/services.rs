//! The controller manager's services, as each distribution and each middleware has them.

use super::wait::within;
use super::{Raw, Ros2Node, Wire, reliable};
use crate::live::LiveError;
use ros2_client::{Client, Message, ServiceMapping};
use std::time::Duration;
use taufit::experiment::Rmw;
use taufit_io::ros::{
    Distribution, Empty2, RosDuration, Strictness, SwitchHumble, SwitchIron, SwitchOld, Switched,
    SwitchedWithWords,
};

/// The distribution of a name.
pub(crate) fn distribution(name: &str) -> Result<Distribution, LiveError> {
    Distribution::of(name).ok_or_else(|| LiveError::UnknownDistribution {
        name: name.to_owned(),
        available: Distribution::ALL.map(|(_, name)| name).join(", "),
    })
}

/// The ways in which a middleware may wrap services, likeliest first.
pub(super) fn mappings(rmw: Rmw) -> &'static [ServiceMapping] {
    match rmw {
        Rmw::Auto => &[ServiceMapping::Enhanced, ServiceMapping::Cyclone],
        Rmw::FastRtps => &[ServiceMapping::Enhanced],
        Rmw::CycloneDds => &[ServiceMapping::Cyclone],
    }
}

/// A service that answers, or does not.
pub(super) struct Service<Q: Message, A: Message> {
    client: Client<Q, A>,
    name: String,
}

impl<Q: Message + Clone + 'static, A: Message + 'static> Service<Q, A> {
    pub(super) fn new(
        node: &mut Ros2Node,
        mapping: ServiceMapping,
        manager: &str,
        (service, type_name): (&str, &str),
    ) -> Result<Self, LiveError> {
        let (name, type_name) = node.manager_service(manager, service, type_name)?;
        let quality = reliable(10);
        let client = (node.node)
            .create_client(mapping, &name, &type_name, quality.clone(), quality)
            .map_err(|error| node.trouble(error))?;
        Ok(Self { client, name: format!("{manager}/{service}") })
    }

    /// Asks, once somebody is there to be asked.
    pub(super) fn call(
        &self,
        node: &Ros2Node,
        request: Q,
        timeout: Duration,
    ) -> Result<A, LiveError> {
        let unreachable = |problem: String| LiveError::Unreachable {
            what: "the service",
            address: self.name.clone(),
            problem,
        };
        within(timeout, self.client.wait_for_service(&node.node))
            .ok_or_else(|| unreachable("nobody offers it".to_owned()))?;
        within(timeout, self.client.async_call_service(request))
            .ok_or_else(|| unreachable("it does not answer".to_owned()))?
            .map_err(|error| unreachable(error.to_string()))
    }
}

pub(super) type ListService = Service<Wire<Empty2>, Raw>;
pub(super) type SwitchService = Service<Raw, Raw>;

/// How a distribution says what to switch, and how it went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwitchWire(pub(crate) Distribution);

impl SwitchWire {
    /// All of `start` and `stop`, or nothing.
    pub(super) fn request(
        self,
        [start, stop]: [&[String]; 2],
        timeout: Duration,
    ) -> Result<Raw, String> {
        let [start, stop] = [start.to_vec(), stop.to_vec()];
        let strictness = Strictness::Strict as i32;
        let timeout = RosDuration::from_s(timeout.as_secs_f64());
        match self.0 {
            Distribution::Foxy | Distribution::Galactic => Raw::of(&SwitchOld {
                start_controllers: start,
                stop_controllers: stop,
                strictness,
                start_asap: false,
                timeout,
            }),
            Distribution::Humble => Raw::of(&SwitchHumble {
                activate_controllers: start,
                deactivate_controllers: stop,
                strictness,
                timeout,
                ..SwitchHumble::default()
            }),
            _ => Raw::of(&SwitchIron {
                activate_controllers: start,
                deactivate_controllers: stop,
                strictness,
                activate_asap: false,
                timeout,
            }),
        }
    }

    /// What to start and what to stop.
    pub(crate) fn wish(self, request: &Raw) -> Result<[Vec<String>; 2], String> {
        match self.0 {
            Distribution::Foxy | Distribution::Galactic => {
                let it: SwitchOld = request.read()?;
                Ok([it.start_controllers, it.stop_controllers])
            }
            Distribution::Humble => {
                let it: SwitchHumble = request.read()?;
                let both = |new: Vec<String>, old: Vec<String>| [new, old].concat();
                let start = both(it.activate_controllers, it.start_controllers);
                Ok([start, both(it.deactivate_controllers, it.stop_controllers)])
            }
            _ => {
                let it: SwitchIron = request.read()?;
                Ok([it.activate_controllers, it.deactivate_controllers])
            }
        }
    }

    /// Whether it was done, or why not.
    pub(super) fn outcome(self, answer: &Raw) -> Result<Result<(), String>, String> {
        let (ok, message) = if self.0 >= Distribution::Jazzy {
            let it: SwitchedWithWords = answer.read()?;
            (it.ok, it.message)
        } else {
            (answer.read::<Switched>()?.ok, String::new())
        };
        let words = if message.is_empty() { "the manager says no".to_owned() } else { message };
        Ok(if ok { Ok(()) } else { Err(words) })
    }

    /// The answer to a switch.
    pub(crate) fn answer(self, outcome: Result<(), String>) -> Result<Raw, String> {
        let ok = outcome.is_ok();
        if self.0 < Distribution::Jazzy {
            return Raw::of(&Switched { ok });
        }
        Raw::of(&SwitchedWithWords { ok, message: outcome.err().unwrap_or_default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_switched_survives_the_wire_of_every_distribution() {
        let names = |text: &str| vec![text.to_owned()];
        for (distribution, name) in Distribution::ALL {
            let wire = SwitchWire(distribution);
            let wish = [names("velocity"), names("trajectory")];
            let request = wire.request([&wish[0], &wish[1]], Duration::from_secs(2)).unwrap();
            assert_eq!(wire.wish(&request).unwrap(), wish, "{name}");
            let refused = wire.answer(Err("no".to_owned())).unwrap();
            assert!(wire.outcome(&refused).unwrap().is_err(), "{name}");
            assert_eq!(wire.outcome(&wire.answer(Ok(())).unwrap()).unwrap(), Ok(()), "{name}");
        }
        assert_eq!(super::distribution("noetic").unwrap_err().code(), "E248");
    }
}
