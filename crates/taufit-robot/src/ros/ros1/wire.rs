//! Our messages, as the ROS 1 node wants them.

use roslibrust_common::{MessageDescriptor, RosMessageType, RosServiceType};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::marker::PhantomData;
use taufit_io::ros::{Ros1Message, Ros1Service};

/// ROS 2 has hashes for types; ROS 1 has none.
const NO_HASH: [u8; 32] = [0; 32];

/// A message that can be sent from one thread to another.
pub(crate) trait Payload:
    Ros1Message + Clone + Debug + Default + Send + Sync + 'static
{
}

impl<M: Ros1Message + Clone + Debug + Default + Send + Sync + 'static> Payload for M {}

/// A message on the wire.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Wire<M>(pub(crate) M);

impl<M: Payload> RosMessageType for Wire<M> {
    const DESCRIPTION: MessageDescriptor =
        MessageDescriptor::new::<Self>(M::NAME, M::MD5, M::DEFINITION, "", &NO_HASH);
}

/// A service on the wire.
#[derive(Debug)]
pub(crate) struct WireService<S>(PhantomData<S>);

impl<S> RosServiceType for WireService<S>
where
    S: Ros1Service + Send + Sync + 'static,
    S::Request: Payload,
    S::Response: Payload,
{
    const ROS_SERVICE_NAME: &'static str = S::NAME;
    const MD5SUM: &'static str = S::MD5;
    type Request = Wire<S::Request>;
    type Response = Wire<S::Response>;
}
