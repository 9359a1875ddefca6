//! Services of the controller manager, for each distribution and middleware.

use super::{DdsMessage, RawMessage, Ros2Node, reliable_qos};
use crate::connection::ConnectionError;
use ros2_client::{Client, Message, ServiceMapping};
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};
use taufit::experiment::Rmw;
use taufit_io::ros::{
    Distribution, Empty2, RosDuration, Strictness, SwitchHumble, SwitchIron, SwitchOld,
    SwitchResponse, SwitchResponseWithMessage,
};

/// Distribution of a name.
pub(crate) fn distribution(name: &str) -> Result<Distribution, ConnectionError> {
    Distribution::of(name).ok_or_else(|| ConnectionError::UnknownDistribution {
        name: name.to_owned(),
        available: Distribution::ALL.map(|(_, name)| name).join(", "),
    })
}

/// Possible service mappings of a middleware, likeliest first.
pub(super) fn mappings(rmw: Rmw) -> &'static [ServiceMapping] {
    match rmw {
        Rmw::Auto => &[ServiceMapping::Enhanced, ServiceMapping::Cyclone],
        Rmw::FastRtps => &[ServiceMapping::Enhanced],
        Rmw::CycloneDds => &[ServiceMapping::Cyclone],
    }
}

/// Client of a service.
pub(super) struct ServiceClient<Q: Message, A: Message> {
    client: Client<Q, A>,
    name: String,
}

impl<Q: Message + Clone + 'static, A: Message + 'static> ServiceClient<Q, A> {
    pub(super) fn new(
        node: &mut Ros2Node,
        mapping: ServiceMapping,
        manager: &str,
        (service, type_name): (&str, &str),
    ) -> Result<Self, ConnectionError> {
        let (name, type_name) = node.manager_service(manager, service, type_name)?;
        let qos = reliable_qos(10);
        let client = (node.node)
            .create_client(mapping, &name, &type_name, qos.clone(), qos)
            .map_err(|error| node.error(error))?;
        Ok(Self { client, name: format!("{manager}/{service}") })
    }

    /// Calls the service once it has been discovered.
    pub(super) fn call(
        &self,
        node: &Ros2Node,
        request: Q,
        timeout: Duration,
    ) -> Result<A, ConnectionError> {
        let unreachable = |problem: String| ConnectionError::Unreachable {
            what: "the service",
            address: self.name.clone(),
            problem,
        };
        wait_for(timeout, self.client.wait_for_service(&node.node))
            .ok_or_else(|| unreachable("it is not offered".to_owned()))?;
        wait_for(timeout, self.client.async_call_service(request))
            .ok_or_else(|| unreachable("it does not answer".to_owned()))?
            .map_err(|error| unreachable(error.to_string()))
    }
}

pub(super) type ListService = ServiceClient<DdsMessage<Empty2>, RawMessage>;
pub(super) type SwitchService = ServiceClient<RawMessage, RawMessage>;

/// Messages of `SwitchController` in a distribution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwitchEncoding(pub(crate) Distribution);

impl SwitchEncoding {
    /// Request to start and stop controllers, all or none.
    pub(super) fn request(
        self,
        [start, stop]: [&[String]; 2],
        timeout: Duration,
    ) -> Result<RawMessage, String> {
        let [start, stop] = [start.to_vec(), stop.to_vec()];
        let strictness = Strictness::Strict as i32;
        let timeout = RosDuration::from_s(timeout.as_secs_f64());
        match self.0 {
            Distribution::Foxy | Distribution::Galactic => RawMessage::of(&SwitchOld {
                start_controllers: start,
                stop_controllers: stop,
                strictness,
                start_asap: false,
                timeout,
            }),
            Distribution::Humble => RawMessage::of(&SwitchHumble {
                activate_controllers: start,
                deactivate_controllers: stop,
                strictness,
                timeout,
                ..SwitchHumble::default()
            }),
            _ => RawMessage::of(&SwitchIron {
                activate_controllers: start,
                deactivate_controllers: stop,
                strictness,
                activate_asap: false,
                timeout,
            }),
        }
    }

    /// Controllers to start and to stop in a request.
    pub(crate) fn controllers(self, request: &RawMessage) -> Result<[Vec<String>; 2], String> {
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

    /// Outcome of a response; the inner error is the reason of a refusal.
    pub(super) fn outcome(self, answer: &RawMessage) -> Result<Result<(), String>, String> {
        let (ok, message) = if self.0 >= Distribution::Jazzy {
            let it: SwitchResponseWithMessage = answer.read()?;
            (it.ok, it.message)
        } else {
            (answer.read::<SwitchResponse>()?.ok, String::new())
        };
        let message =
            if message.is_empty() { "refused by the manager".to_owned() } else { message };
        Ok(if ok { Ok(()) } else { Err(message) })
    }

    /// Response to a request.
    pub(crate) fn answer(self, outcome: Result<(), String>) -> Result<RawMessage, String> {
        let ok = outcome.is_ok();
        if self.0 < Distribution::Jazzy {
            return RawMessage::of(&SwitchResponse { ok });
        }
        RawMessage::of(&SwitchResponseWithMessage {
            ok,
            message: outcome.err().unwrap_or_default(),
        })
    }
}

/// Period in which a future is polled.
const POLL_PERIOD: Duration = Duration::from_millis(2);

/// Output of a future, if it is ready in time.
pub(super) fn wait_for<F: Future>(timeout: Duration, future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    let began = Instant::now();
    loop {
        if let Poll::Ready(found) = future.as_mut().poll(&mut context) {
            return Some(found);
        }
        if began.elapsed() > timeout {
            return None;
        }
        std::thread::sleep(POLL_PERIOD);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_switched_survives_the_wire_of_every_distribution() {
        let names = |text: &str| vec![text.to_owned()];
        for (distribution, name) in Distribution::ALL {
            let encoding = SwitchEncoding(distribution);
            let controllers = [names("velocity"), names("trajectory")];
            let request = encoding
                .request([&controllers[0], &controllers[1]], Duration::from_secs(2))
                .unwrap();
            assert_eq!(encoding.controllers(&request).unwrap(), controllers, "{name}");
            let refused = encoding.answer(Err("no".to_owned())).unwrap();
            assert!(encoding.outcome(&refused).unwrap().is_err(), "{name}");
            assert_eq!(
                encoding.outcome(&encoding.answer(Ok(())).unwrap()).unwrap(),
                Ok(()),
                "{name}"
            );
        }
        assert_eq!(super::distribution("noetic").unwrap_err().code(), "E248");
    }

    #[test]
    fn waiting_ends() {
        let wait = Duration::from_millis(10);
        assert_eq!(wait_for(wait, std::future::ready(3)), Some(3));
        assert_eq!(wait_for(wait, std::future::pending::<u8>()), None);
    }
}
