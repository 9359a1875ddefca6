//! Node in a graph of ROS 2.

use super::loopback::OpenSockets;
use crate::connection::{ConnectionError, ConnectionSettings, ConnectionWarning};
use ros2_client::action::{ActionClientQosPolicies, ActionServerQosPolicies};
use ros2_client::dds::rustdds::{DomainParticipantBuilder, Topic};
use ros2_client::qos::{Durability, History, Reliability, WhenFull};
use ros2_client::{
    ActionTypeName, Context, MessageTypeName, Name, Node, NodeName, NodeOptions, Publisher,
    QosProfile, ServiceTypeName, Subscription,
};
use serde::Serialize;
use std::fmt::Display;
use std::io;
use std::net::IpAddr;

/// Package of the controller manager's services.
const MANAGER_PACKAGE: &str = "controller_manager_msgs";

/// Environment variable of the domain.
const DOMAIN_VARIABLE: &str = "ROS_DOMAIN_ID";

/// Highest domain: ports are computed from its number.
const LAST_DOMAIN: u16 = 232;

/// Messages that are queued for a busy reader: 4 s at 500 Hz.
const QUEUE_LENGTH: usize = 2000;

/// Node, with a thread that follows the changes of its graph.
pub(crate) struct Ros2Node {
    pub(crate) node: Node,
    address: String,
    /// Warning that packets from other interfaces are received.
    pub(crate) warning: Option<ConnectionWarning>,
}

impl Ros2Node {
    /// Joins the graph of the settings' domain.
    pub(crate) fn join(name: &str, settings: &ConnectionSettings) -> Result<Self, ConnectionError> {
        let domain_id = domain_id(settings)?;
        let address = format!("domain {domain_id}");
        let failed = |problem: String| unreachable(&address, problem);
        let mut builder = DomainParticipantBuilder::new(domain_id);
        // RustDDS announces itself and sends on this interface only; its receiving sockets are confined below.
        let interface = settings.ros.interface;
        if !interface.is_unspecified() {
            builder = builder.with_only_networks([interface]);
        }
        let sockets = OpenSockets::now();
        let participant = builder.build().map_err(|error| failed(error.to_string()))?;
        let warning = not_confined(interface, || sockets.confine_newer());
        let context = Context::from_domain_participant(participant)
            .map_err(|error| failed(error.to_string()))?;
        let full_name = NodeName::new("/", name).map_err(|error| failed(error.to_string()))?;
        let options = NodeOptions::new().enable_rosout(false).start_parameter_services(false);
        let mut node =
            (context.new_node(full_name, options)).map_err(|error| failed(format!("{error:?}")))?;
        let spinner = node.spinner().map_err(|error| failed(error.to_string()))?;
        // The thread ends when the node is dropped.
        std::thread::Builder::new()
            .name("ros2 graph".to_owned())
            .spawn(move || futures::executor::block_on(spinner.spin()))
            .map_err(|error| failed(error.to_string()))?;
        Ok(Self { node, address, warning })
    }

    /// Error of this graph.
    pub(crate) fn error(&self, problem: impl Display) -> ConnectionError {
        unreachable(&self.address, problem.to_string())
    }

    /// Absolute name, such as `/joint_states`.
    pub(crate) fn name(&self, text: &str) -> Result<Name, ConnectionError> {
        Name::parse(text).map_err(|error| self.error(format!("{text:?}: {error}")))
    }

    /// Reliable publisher that never blocks: with more than `depth` messages without acknowledgement,
    /// publishing fails.
    pub(crate) fn publisher<M: Serialize>(
        &mut self,
        topic: &str,
        type_name: &str,
        depth: usize,
    ) -> Result<Publisher<M>, ConnectionError> {
        let qos = reliable_qos(depth).reliability_reliable(WhenFull::Fail);
        let name = self.name(topic)?;
        let topic = (self.node.create_topic(&name, message_type(type_name), &qos))
            .map_err(|error| self.error(error))?;
        self.node.create_publisher(&topic, None).map_err(|error| self.error(error))
    }

    /// Publisher whose last message late subscribers receive.
    pub(crate) fn latched_publisher<M: Serialize>(
        &mut self,
        topic: &str,
        type_name: &str,
    ) -> Result<Publisher<M>, ConnectionError> {
        let topic = self.latched_topic(topic, type_name)?;
        self.node.create_publisher(&topic, None).map_err(|error| self.error(error))
    }

    /// Subscription that receives the last message from before.
    pub(crate) fn latched_subscription<M: 'static>(
        &mut self,
        topic: &str,
        type_name: &str,
    ) -> Result<Subscription<M>, ConnectionError> {
        let topic = self.latched_topic(topic, type_name)?;
        self.node.create_subscription(&topic, None).map_err(|error| self.error(error))
    }

    fn latched_topic(&mut self, topic: &str, type_name: &str) -> Result<Topic, ConnectionError> {
        let qos = latched_qos();
        let name = self.name(topic)?;
        (self.node.create_topic(&name, message_type(type_name), &qos))
            .map_err(|error| self.error(error))
    }

    /// Subscription with the least requirements: publishers of every quality of service match.
    pub(crate) fn subscription<M: 'static>(
        &mut self,
        topic: &str,
        type_name: &str,
    ) -> Result<Subscription<M>, ConnectionError> {
        let qos =
            QosProfile::subscription_default().history(History::KeepLast { depth: QUEUE_LENGTH });
        let name = self.name(topic)?;
        let topic = (self.node.create_topic(&name, message_type(type_name), &qos))
            .map_err(|error| self.error(error))?;
        self.node.create_subscription(&topic, None).map_err(|error| self.error(error))
    }

    /// Name and type of a service of the controller manager.
    pub(crate) fn manager_service(
        &self,
        manager: &str,
        service: &str,
        type_name: &str,
    ) -> Result<(Name, ServiceTypeName), ConnectionError> {
        let name = self.name(&format!("{manager}/{service}"))?;
        Ok((name, ServiceTypeName::new(MANAGER_PACKAGE, type_name)))
    }

    /// Name and type of the action of a trajectory controller.
    pub(crate) fn trajectory_action(
        &self,
        controller: &str,
    ) -> Result<(Name, ActionTypeName), ConnectionError> {
        let controller = controller.trim_start_matches('/');
        let name = self.name(&format!("/{controller}/follow_joint_trajectory"))?;
        Ok((name, ActionTypeName::new("control_msgs", "FollowJointTrajectory")))
    }
}

fn unreachable(address: &str, problem: String) -> ConnectionError {
    ConnectionError::Unreachable {
        what: "the graph of ROS 2",
        address: address.to_owned(),
        problem,
    }
}

/// Domain of the settings, else of the environment, else zero.
fn domain_id(settings: &ConnectionSettings) -> Result<u16, ConnectionError> {
    let found = match (settings.ros.domain_id, std::env::var(DOMAIN_VARIABLE)) {
        (Some(domain_id), _) => domain_id.to_string(),
        (None, Ok(text)) if !text.is_empty() => text,
        _ => "0".to_owned(),
    };
    let number = found.parse().ok().filter(|domain_id| *domain_id <= LAST_DOMAIN);
    number.ok_or_else(|| {
        let problem = format!("domains have numbers from 0 to {LAST_DOMAIN}");
        unreachable(&format!("domain {found}"), problem)
    })
}

/// Message type of `package/msg/Name`.
fn message_type(name: &str) -> MessageTypeName {
    let package = name.split('/').next().unwrap_or_default();
    MessageTypeName::new(package, name.rsplit('/').next().unwrap_or_default())
}

/// Warning that a participant hears other interfaces than its own; `confine` keeps its sockets to the loopback one.
fn not_confined(
    interface: IpAddr,
    confine: impl FnOnce() -> io::Result<()>,
) -> Option<ConnectionWarning> {
    let problem = match interface.is_loopback() {
        true => confine().err()?.to_string(),
        false if interface.is_unspecified() => return None,
        false => "only the loopback interface can be enforced".to_owned(),
    };
    Some(ConnectionWarning::NotConfined { interface, problem })
}

/// Reliable delivery, with the last `depth` messages kept.
pub(crate) fn reliable_qos(depth: usize) -> QosProfile {
    QosProfile::publisher_default().history(History::KeepLast { depth })
}

/// Reliable delivery, with the last message for late subscribers.
fn latched_qos() -> QosProfile {
    reliable_qos(1).durability(Durability::TransientLocal)
}

/// Quality of service of an action, as in ROS 2.
#[derive(Debug)]
pub(crate) struct ActionQos;

impl ActionQos {
    /// Services, feedback and status.
    fn parts() -> [QosProfile; 3] {
        [reliable_qos(10), reliable_qos(10), latched_qos()]
    }

    /// Quality of service of a client; feedback is best effort.
    pub(crate) fn client() -> ActionClientQosPolicies {
        let [service, feedback, status] = Self::parts();
        ActionClientQosPolicies {
            goal_service: service.clone(),
            result_service: service.clone(),
            cancel_service: service,
            feedback_subscription: feedback.reliability(Reliability::BestEffort),
            status_subscription: status,
        }
    }

    /// Quality of service of a server.
    pub(crate) fn server() -> ActionServerQosPolicies {
        let [service, feedback, status] = Self::parts();
        ActionServerQosPolicies {
            goal_service: service.clone(),
            result_service: service.clone(),
            cancel_service: service,
            feedback_publisher: feedback,
            status_publisher: status,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn a_participant_that_hears_other_interfaces_says_so() {
        let code = |interface: Ipv4Addr, confine: io::Result<()>| {
            not_confined(interface.into(), || confine).map(|warning| warning.code())
        };
        let refused = || Err(io::ErrorKind::PermissionDenied.into());
        assert_eq!(code(Ipv4Addr::LOCALHOST, Ok(())), None);
        assert_eq!(code(Ipv4Addr::LOCALHOST, refused()), Some("W243"));
        assert_eq!(code(Ipv4Addr::new(192, 168, 1, 2), Ok(())), Some("W243"));
        // Whoever asks for all interfaces gets all.
        assert_eq!(code(Ipv4Addr::UNSPECIFIED, Ok(())), None);
    }
}
