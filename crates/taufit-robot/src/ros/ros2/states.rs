//! The thread that reads joint states.

use super::super::{JointStates, StatesReader};
use super::{Ros2Node, Wire};
use crate::live::LiveError;
use futures::channel::oneshot;
use futures::future::{Either, select};
use futures::{StreamExt, pin_mut};
use ros2_client::Subscription;
use taufit_io::ros::{Header, JointState, Ros2Message};

type State = JointState<Header>;

/// Keeps the thread alive; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Listener {
    _end: oneshot::Sender<()>,
}

/// Reads joint states from now on.
pub(super) fn read_states(
    node: &mut Ros2Node,
    topic: &str,
    reader: StatesReader,
) -> Result<Listener, LiveError> {
    let subscription = node.subscription(topic, State::NAME)?;
    let (sender, end) = oneshot::channel();
    std::thread::Builder::new()
        .name("joint states".to_owned())
        .spawn(|| futures::executor::block_on(read(subscription, reader, end)))
        .map_err(|error| node.trouble(error))?;
    Ok(Listener { _end: sender })
}

async fn read(
    subscription: Subscription<Wire<State>>,
    mut reader: StatesReader,
    mut end: oneshot::Receiver<()>,
) {
    let stream = subscription.async_stream();
    pin_mut!(stream);
    loop {
        let state = match select(stream.next(), &mut end).await {
            Either::Left((Some(Ok((Wire(state), _))), _)) => state,
            // Something that is no joint state: the next one may be.
            Either::Left((Some(Err(_)), _)) => continue,
            Either::Left((None, _)) => {
                let (what, problem) = ("the joint states".to_owned(), "they ended".to_owned());
                return reader.fail(LiveError::Lost { what, problem });
            }
            Either::Right(_) => return,
        };
        let states = JointStates {
            t_s: state.header.stamp.as_s(),
            names: &state.name,
            q: &state.position,
            qd: &state.velocity,
            effort: &state.effort,
        };
        if !reader.take(states) {
            return;
        }
    }
}
