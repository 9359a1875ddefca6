//! What the driver of a served arm does: takes requests at any time, speaks with every packet.

use super::action::ActionDesk;
use crate::live::{LiveError, LiveSettings, RosNames};
use crate::ros::ros1::{Ros1Node, Topic, action_topic};
use crate::serve::{
    ArmPacket, ControllerKind, Controllers, GoalEnd, ServedArm, SpokenStates, StatesSpeaker,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taufit_io::ros::{
    ActionGoal, ActionOutcome, Empty, Float64, Float64MultiArray, FollowFeedback1, FollowGoal1,
    FollowResult, GoalId, GoalStatusArray, Header1, JointState, ListControllers1,
    ListedController1, SwitchController1, Switched, Time,
};

/// Status, feedback and speed are told so often \[Hz\].
const SELDOM_HZ: f64 = 20.0;

/// Requests come from the threads of the node: each takes the lock.
pub(super) type SharedDriver = Arc<Mutex<Driver>>;

/// What requests change.
#[derive(Debug)]
pub(super) struct Driver {
    controllers: Controllers,
    desk: ActionDesk,
}

impl Driver {
    pub(super) fn new(arm: &ServedArm, settings: &LiveSettings) -> Self {
        let names = &settings.ros;
        let pair = [names.position_controller.clone(), names.velocity_controller.clone()];
        let controllers = Controllers::new(arm, pair, settings.joint_names.clone());
        Self { controllers, desk: ActionDesk::default() }
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

    fn switch(&mut self, wish: &SwitchController1) -> Switched {
        let done = self.controllers.switch(&wish.start_controllers, &wish.stop_controllers);
        if done.is_ok() {
            self.desk.take_end(&GoalEnd::Aborted("its controller was stopped".to_owned()));
        }
        Switched { ok: done.is_ok() }
    }
}

/// Takes requests, as long as the node lives.
pub(super) fn serve(
    node: &Ros1Node,
    names: &RosNames,
    driver: &SharedDriver,
) -> Result<(), LiveError> {
    let action = |part: &str| action_topic(&names.position_controller, part);
    let service = |part: &str| format!("{}/{part}", names.controller_manager);
    let shared = || Arc::clone(driver);
    let (of_goals, of_cancels, of_velocities) = (shared(), shared(), shared());
    // What cannot be understood is not acted upon.
    node.subscribe(&action("goal"), move |goal: Result<ActionGoal<FollowGoal1>, LiveError>| {
        if let Ok(goal) = goal {
            let Driver { controllers, desk } = &mut *locked(&of_goals);
            desk.take_goal(goal, controllers);
        }
        true
    })?;
    node.subscribe(&action("cancel"), move |meant: Result<GoalId, LiveError>| {
        if let Ok(meant) = meant {
            let Driver { controllers, desk } = &mut *locked(&of_cancels);
            desk.take_cancel(&meant, controllers);
        }
        true
    })?;
    node.subscribe(&names.velocity_topic, move |qd: Result<Float64MultiArray, LiveError>| {
        if let Ok(qd) = qd {
            locked(&of_velocities).controllers.velocity(qd.data);
        }
        true
    })?;
    let (of_list, of_switch) = (shared(), shared());
    let list = move |_: Empty| locked(&of_list).list();
    let switch = move |wish| locked(&of_switch).switch(&wish);
    node.serve::<ListControllers1>(&service("list_controllers"), list)?;
    node.serve::<SwitchController1>(&service("switch_controller"), switch)
}

/// What is published.
pub(super) struct Speech {
    speaker: StatesSpeaker,
    joints: Vec<String>,
    states: Topic<JointState<Header1>>,
    speed: Option<Topic<Float64>>,
    status: Topic<GoalStatusArray>,
    results: Topic<ActionOutcome<FollowResult>>,
    feedback: Topic<ActionOutcome<FollowFeedback1>>,
    n_packets: u64,
    /// Packets from one status to the next.
    n_between: u64,
}

impl Speech {
    pub(super) fn new(
        node: &Ros1Node,
        names: &RosNames,
        arm: &ServedArm,
        joints: &[String],
    ) -> Result<Self, LiveError> {
        let action = |part: &str| action_topic(&names.position_controller, part);
        let scaling = &names.speed_scaling;
        Ok(Self {
            speaker: StatesSpeaker::new(joints.to_vec(), arm.mischief().clone()),
            joints: joints.to_vec(),
            states: node.advertise(&names.joint_states)?,
            speed: (!scaling.is_empty()).then(|| node.advertise(scaling)).transpose()?,
            status: node.advertise(&action("status"))?,
            results: node.advertise(&action("result"))?,
            feedback: node.advertise(&action("feedback"))?,
            n_packets: 0,
            n_between: (arm.info().rate_hz / SELDOM_HZ).max(1.0) as u64,
        })
    }

    /// A packet of the arm: the controllers act on it, and it is told. What cannot be sent is sent to
    /// nobody: the node has ended.
    pub(super) fn say(&mut self, packet: &ArmPacket, driver: &SharedDriver) {
        let said = self.speaker.say(packet);
        let mut driver = locked(driver);
        if let Some(end) = driver.controllers.step(packet) {
            driver.desk.take_end(&end);
        }
        let results = driver.desk.results();
        // The end of a goal is told at once.
        self.n_packets += 1;
        if !results.is_empty() || self.n_packets.is_multiple_of(self.n_between) {
            self.say_seldom(packet, &driver);
        }
        drop(driver);
        for result in results {
            let _ = self.results.publish(&result);
        }
        if let Some(states) = said {
            let _ = self.states.publish(&joint_state(states));
        }
    }

    fn say_seldom(&self, packet: &ArmPacket, driver: &Driver) {
        let stamp = Time::from_s(packet.feedback.t_s);
        let _ = self.status.publish(&driver.desk.status(stamp));
        if let Some(feedback) = driver.desk.feedback(stamp, &self.joints, packet) {
            let _ = self.feedback.publish(&feedback);
        }
        if let Some(speed) = &self.speed {
            let _ = speed.publish(&Float64 { data: driver.controllers.speed() });
        }
    }
}

fn joint_state(said: SpokenStates) -> JointState<Header1> {
    JointState {
        header: Header1 { stamp: Time::from_s(said.stamp_s), ..Header1::default() },
        name: said.names,
        position: said.q,
        velocity: said.qd,
        effort: said.effort,
    }
}

fn locked(driver: &Mutex<Driver>) -> MutexGuard<'_, Driver> {
    driver.lock().unwrap_or_else(PoisonError::into_inner)
}
