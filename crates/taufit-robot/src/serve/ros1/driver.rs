//! Topics and services of the driver.

use super::action::TrajectoryActionServer;
use crate::connection::{ConnectionSettings, RosNames};
use crate::ros::ros1::{action_topic, advertise, service_type, subscribe};
use crate::serve::{
    ArmPacket, ControllerKind, Controllers, GoalEnd, JointStateDriver, JointStateMessage, ServedArm,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taufit_io::ros::{
    ActionGoal, ActionOutcome, Empty, Float64, Float64MultiArray, FollowFeedback1, FollowGoal1,
    FollowResult, GoalId, GoalStatusArray, Header1, JointState, ListControllers1,
    ListedController1, RosTime, SwitchController1, SwitchResponse,
};
use taufit_ros1::{Ros1Error, Ros1Node, Ros1Publisher};

/// Rate of status, feedback and speed scaling \[Hz\].
const STATUS_RATE_HZ: f64 = 20.0;

/// Driver behind a lock, since requests come from the threads of the node.
pub(super) type SharedDriver = Arc<Mutex<Driver>>;

/// State that requests change.
#[derive(Debug)]
pub(super) struct Driver {
    controllers: Controllers,
    action: TrajectoryActionServer,
}

impl Driver {
    pub(super) fn new(arm: &ServedArm, settings: &ConnectionSettings) -> Self {
        let names = &settings.ros;
        let pair = [names.position_controller.clone(), names.velocity_controller.clone()];
        let controllers = Controllers::new(arm, pair, settings.joint_names.clone());
        Self { controllers, action: TrajectoryActionServer::default() }
    }

    fn list(&self) -> ListControllers1 {
        let listed = self.controllers.list().map(|(name, kind, is_active)| ListedController1 {
            name: name.to_owned(),
            state: if is_active { "running" } else { "stopped" }.to_owned(),
            class: match kind {
                ControllerKind::Position => "position_controllers/JointTrajectoryController",
                ControllerKind::Velocity => "velocity_controllers/JointGroupVelocityController",
            }
            .to_owned(),
            claimed_resources: Vec::new(),
        });
        ListControllers1 { controller: listed.to_vec() }
    }

    fn switch(&mut self, request: &SwitchController1) -> SwitchResponse {
        let done = self.controllers.switch(&request.start_controllers, &request.stop_controllers);
        if done.is_ok() {
            self.action.on_end(&GoalEnd::Aborted("its controller was stopped".to_owned()));
        }
        SwitchResponse { ok: done.is_ok() }
    }
}

/// Subscribes to commands and offers services as long as the node exists.
pub(super) fn serve(
    node: &Ros1Node,
    names: &RosNames,
    driver: &SharedDriver,
) -> Result<(), Ros1Error> {
    let action = |part: &str| action_topic(&names.position_controller, part);
    let service = |part: &str| format!("{}/{part}", names.controller_manager);
    let shared = || Arc::clone(driver);
    let (of_goals, of_cancels, of_velocities) = (shared(), shared(), shared());
    // Malformed messages are ignored.
    type FollowRequest = ActionGoal<FollowGoal1>;
    subscribe(node, &action("goal"), move |goal: Result<FollowRequest, Ros1Error>| {
        if let Ok(goal) = goal {
            let Driver { controllers, action } = &mut *locked(&of_goals);
            action.on_goal(goal, controllers);
        }
    })?;
    subscribe(node, &action("cancel"), move |id: Result<GoalId, Ros1Error>| {
        if let Ok(id) = id {
            let Driver { controllers, action } = &mut *locked(&of_cancels);
            action.on_cancel(&id, controllers);
        }
    })?;
    subscribe(node, &names.velocity_topic, move |qd: Result<Float64MultiArray, Ros1Error>| {
        if let Ok(qd) = qd {
            locked(&of_velocities).controllers.velocity(qd.data);
        }
    })?;
    let (of_list, of_switch) = (shared(), shared());
    let list = move |_: Empty| locked(&of_list).list();
    let switch = move |request: SwitchController1| locked(&of_switch).switch(&request);
    node.serve(&service("list_controllers"), service_type::<ListControllers1>(), list)?;
    node.serve(&service("switch_controller"), service_type::<SwitchController1>(), switch)
}

/// Published topics.
pub(super) struct DriverPublishers {
    joint_states: JointStateDriver,
    joints: Vec<String>,
    states: Ros1Publisher<JointState<Header1>>,
    speed: Option<Ros1Publisher<Float64>>,
    status: Ros1Publisher<GoalStatusArray>,
    results: Ros1Publisher<ActionOutcome<FollowResult>>,
    feedback: Ros1Publisher<ActionOutcome<FollowFeedback1>>,
    n_packets: u64,
    /// Packets per status message.
    n_between: u64,
}

impl DriverPublishers {
    pub(super) fn new(
        node: &Ros1Node,
        names: &RosNames,
        arm: &ServedArm,
        joints: &[String],
    ) -> Result<Self, Ros1Error> {
        let action = |part: &str| action_topic(&names.position_controller, part);
        let scaling = &names.speed_scaling;
        Ok(Self {
            joint_states: JointStateDriver::new(joints.to_vec(), arm.driver_faults().clone()),
            joints: joints.to_vec(),
            states: advertise(node, &names.joint_states)?,
            speed: (!scaling.is_empty()).then(|| advertise(node, scaling)).transpose()?,
            status: advertise(node, &action("status"))?,
            results: advertise(node, &action("result"))?,
            feedback: advertise(node, &action("feedback"))?,
            n_packets: 0,
            n_between: (arm.info().rate_hz / STATUS_RATE_HZ).max(1.0) as u64,
        })
    }

    /// Lets the controllers act on a packet of the arm and publishes it. Errors are ignored: the node has
    /// ended.
    pub(super) fn publish(&mut self, packet: &ArmPacket, driver: &SharedDriver) {
        let message = self.joint_states.message_of(packet);
        let mut driver = locked(driver);
        if let Some(end) = driver.controllers.step(packet) {
            driver.action.on_end(&end);
        }
        let results = driver.action.results();
        // The end of a goal is published at once.
        self.n_packets += 1;
        if !results.is_empty() || self.n_packets.is_multiple_of(self.n_between) {
            self.publish_status(packet, &driver);
        }
        drop(driver);
        for result in results {
            let _ = self.results.publish(&result);
        }
        if let Some(states) = message {
            let _ = self.states.publish(&joint_state(states));
        }
    }

    fn publish_status(&self, packet: &ArmPacket, driver: &Driver) {
        let stamp = RosTime::from_s(packet.feedback.t_s);
        let _ = self.status.publish(&driver.action.status(stamp));
        if let Some(feedback) = driver.action.feedback(stamp, &self.joints, packet) {
            let _ = self.feedback.publish(&feedback);
        }
        if let Some(speed) = &self.speed {
            let _ = speed.publish(&Float64 { data: driver.controllers.speed() });
        }
    }
}

fn joint_state(message: JointStateMessage) -> JointState<Header1> {
    JointState {
        header: Header1 { stamp: RosTime::from_s(message.stamp_s), ..Header1::default() },
        name: message.names,
        position: message.q,
        velocity: message.qd,
        effort: message.effort,
    }
}

fn locked(driver: &Mutex<Driver>) -> MutexGuard<'_, Driver> {
    driver.lock().unwrap_or_else(PoisonError::into_inner)
}
