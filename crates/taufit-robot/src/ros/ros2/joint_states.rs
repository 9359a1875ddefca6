//! Thread that reads joint states.

use super::super::{JointStateSender, JointStateView};
use super::{DdsMessage, Ros2Node};
use crate::connection::ConnectionError;
use futures::channel::oneshot;
use futures::future::{Either, select};
use futures::{StreamExt, pin_mut};
use ros2_client::Subscription;
use taufit_io::ros::{Header, JointState, Ros2Message};

type StampedJointState = JointState<Header>;

/// Handle of the thread, which ends when it is dropped.
#[derive(Debug)]
pub(super) struct JointStateThread {
    _end: oneshot::Sender<()>,
}

/// Starts reading joint states.
pub(super) fn read_joint_states(
    node: &mut Ros2Node,
    topic: &str,
    sender: JointStateSender,
) -> Result<JointStateThread, ConnectionError> {
    let subscription = node.subscription(topic, StampedJointState::NAME)?;
    let (end_sender, end) = oneshot::channel();
    std::thread::Builder::new()
        .name("joint states".to_owned())
        .spawn(|| futures::executor::block_on(read(subscription, sender, end)))
        .map_err(|error| node.error(error))?;
    Ok(JointStateThread { _end: end_sender })
}

async fn read(
    subscription: Subscription<DdsMessage<StampedJointState>>,
    mut sender: JointStateSender,
    mut end: oneshot::Receiver<()>,
) {
    let stream = subscription.async_stream();
    pin_mut!(stream);
    loop {
        let state = match select(stream.next(), &mut end).await {
            Either::Left((Some(Ok((DdsMessage(state), _))), _)) => state,
            // A malformed message is skipped.
            Either::Left((Some(Err(_)), _)) => continue,
            Either::Left((None, _)) => {
                let (what, problem) = ("the joint states".to_owned(), "they ended".to_owned());
                return sender.fail(ConnectionError::Lost { what, problem });
            }
            Either::Right(_) => return,
        };
        let states = JointStateView {
            t_s: state.header.stamp.as_s(),
            names: &state.name,
            q: &state.position,
            qd: &state.velocity,
            effort: &state.effort,
        };
        if !sender.accept(states) {
            return;
        }
    }
}
