//! A node of ours in a graph of ROS 2.

use crate::live::{LiveError, LiveSettings};
use ros2_client::action::{ActionClientQosPolicies, ActionServerQosPolicies};
use ros2_client::dds::rustdds::{DomainParticipantBuilder, Topic};
use ros2_client::qos::{Durability, History, Reliability, WhenFull};
use ros2_client::{
    ActionTypeName, Context, MessageTypeName, Name, Node, NodeName, NodeOptions, Publisher,
    QosProfile, ServiceTypeName, Subscription,
};
use serde::Serialize;
use std::fmt::Display;

/// Package of the controller manager's services.
const MANAGER_PACKAGE: &str = "controller_manager_msgs";

/// Environment variable that says which graph to join.
const DOMAIN_VARIABLE: &str = "ROS_DOMAIN_ID";

/// Ports are computed from the number of a domain; beyond this one there are none.
const LAST_DOMAIN: u16 = 232;

/// Messages that are kept for a reader that is busy: 4 s at 500 Hz.
const KEPT: usize = 2000;

/// A node, with a thread that keeps it informed of others.
pub(crate) struct Ros2Node {
    pub(crate) node: Node,
    address: String,
}

impl Ros2Node {
    /// Joins the graph of the settings' domain.
    pub(crate) fn join(name: &str, settings: &LiveSettings) -> Result<Self, LiveError> {
        let domain_id = domain_id(settings)?;
        let address = format!("domain {domain_id}");
        let failed = |problem: String| unreachable(&address, problem);
        let mut builder = DomainParticipantBuilder::new(domain_id);
        // The library announces itself and sends on this interface only; it receives on all.
        let interface = settings.ros.interface;
        if !interface.is_unspecified() {
            builder = builder.with_only_networks([interface]);
        }
        let participant = builder.build().map_err(|error| failed(error.to_string()))?;
        let context = Context::from_domain_participant(participant)
            .map_err(|error| failed(error.to_string()))?;
        let full_name = NodeName::new("/", name).map_err(|error| failed(error.to_string()))?;
        let options = NodeOptions::new().enable_rosout(false).start_parameter_services(false);
        let mut node =
            (context.new_node(full_name, options)).map_err(|error| failed(format!("{error:?}")))?;
        let spinner = node.spinner().map_err(|error| failed(error.to_string()))?;
        // It ends when the node is dropped.
        std::thread::Builder::new()
            .name("ros2 graph".to_owned())
            .spawn(move || futures::executor::block_on(spinner.spin()))
            .map_err(|error| failed(error.to_string()))?;
        Ok(Self { node, address })
    }

    /// A problem with this graph.
    pub(crate) fn trouble(&self, problem: impl Display) -> LiveError {
        unreachable(&self.address, problem.to_string())
    }

    /// A full name, such as `/joint_states`.
    pub(crate) fn name(&self, text: &str) -> Result<Name, LiveError> {
        Name::parse(text).map_err(|error| self.trouble(format!("{text:?}: {error}")))
    }

    /// A publisher that others may insist on hearing; it never waits for them. `depth` messages may be
    /// on their way without being acknowledged; beyond that, publishing fails.
    pub(crate) fn publisher<M: Serialize>(
        &mut self,
        topic: &str,
        type_name: &str,
        depth: usize,
    ) -> Result<Publisher<M>, LiveError> {
        let quality = reliable(depth).reliability_reliable(WhenFull::Fail);
        let name = self.name(topic)?;
        let topic = (self.node.create_topic(&name, message_type(type_name), &quality))
            .map_err(|error| self.trouble(error))?;
        self.node.create_publisher(&topic, None).map_err(|error| self.trouble(error))
    }

    /// A publisher whose last message those who come late hear too.
    pub(crate) fn late_publisher<M: Serialize>(
        &mut self,
        topic: &str,
        type_name: &str,
    ) -> Result<Publisher<M>, LiveError> {
        let topic = self.late_topic(topic, type_name)?;
        self.node.create_publisher(&topic, None).map_err(|error| self.trouble(error))
    }

    /// A subscription that hears what was said before it came.
    pub(crate) fn late_subscription<M: 'static>(
        &mut self,
        topic: &str,
        type_name: &str,
    ) -> Result<Subscription<M>, LiveError> {
        let topic = self.late_topic(topic, type_name)?;
        self.node.create_subscription(&topic, None).map_err(|error| self.trouble(error))
    }

    fn late_topic(&mut self, topic: &str, type_name: &str) -> Result<Topic, LiveError> {
        let quality = late();
        let name = self.name(topic)?;
        (self.node.create_topic(&name, message_type(type_name), &quality))
            .map_err(|error| self.trouble(error))
    }

    /// A subscription that takes what comes, from publishers of every quality.
    pub(crate) fn subscription<M: 'static>(
        &mut self,
        topic: &str,
        type_name: &str,
    ) -> Result<Subscription<M>, LiveError> {
        let quality = QosProfile::subscription_default().history(History::KeepLast { depth: KEPT });
        let name = self.name(topic)?;
        let topic = (self.node.create_topic(&name, message_type(type_name), &quality))
            .map_err(|error| self.trouble(error))?;
        self.node.create_subscription(&topic, None).map_err(|error| self.trouble(error))
    }

    /// A service of the controller manager called `manager`.
    pub(crate) fn manager_service(
        &self,
        manager: &str,
        service: &str,
        type_name: &str,
    ) -> Result<(Name, ServiceTypeName), LiveError> {
        let name = self.name(&format!("{manager}/{service}"))?;
        Ok((name, ServiceTypeName::new(MANAGER_PACKAGE, type_name)))
    }

    /// The action of a trajectory controller.
    pub(crate) fn follow_action(
        &self,
        controller: &str,
    ) -> Result<(Name, ActionTypeName), LiveError> {
        let controller = controller.trim_start_matches('/');
        let name = self.name(&format!("/{controller}/follow_joint_trajectory"))?;
        Ok((name, ActionTypeName::new("control_msgs", "FollowJointTrajectory")))
    }
}

fn unreachable(address: &str, problem: String) -> LiveError {
    LiveError::Unreachable { what: "the graph of ROS 2", address: address.to_owned(), problem }
}

/// As the settings say, or the environment, or zero.
fn domain_id(settings: &LiveSettings) -> Result<u16, LiveError> {
    let said = match (settings.ros.domain_id, std::env::var(DOMAIN_VARIABLE)) {
        (Some(domain_id), _) => domain_id.to_string(),
        (None, Ok(text)) if !text.is_empty() => text,
        _ => "0".to_owned(),
    };
    let number = said.parse().ok().filter(|domain_id| *domain_id <= LAST_DOMAIN);
    number.ok_or_else(|| {
        let problem = format!("domains have numbers from 0 to {LAST_DOMAIN}");
        unreachable(&format!("domain {said}"), problem)
    })
}

/// `package/msg/Name`.
fn message_type(name: &str) -> MessageTypeName {
    let package = name.split('/').next().unwrap_or_default();
    MessageTypeName::new(package, name.rsplit('/').next().unwrap_or_default())
}

/// Nothing is lost, and the last `depth` messages are kept.
pub(crate) fn reliable(depth: usize) -> QosProfile {
    QosProfile::publisher_default().history(History::KeepLast { depth })
}

/// Nothing is lost, and those who come late hear the last message.
fn late() -> QosProfile {
    reliable(1).durability(Durability::TransientLocal)
}

/// The quality of an action's services and topics, as ROS 2 has it.
#[derive(Debug)]
pub(crate) struct ActionQuality;

impl ActionQuality {
    /// Services, feedback, and a status that those who come late hear too.
    fn parts() -> [QosProfile; 3] {
        [reliable(10), reliable(10), late()]
    }

    /// Of a client. What is published is nothing to wait for.
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

    /// Of a server.
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
