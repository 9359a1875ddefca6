//! One message in an MCAP file, without chunks: <https://mcap.dev/spec>.

use super::PlannedMotion;
use super::cdr::joint_trajectory;
use super::joint_trajectory::TOPIC;
use crate::record::mcap::{MAGIC, Records};
use crate::record::summary::{Contents, ending};
use crate::ros::schema::JOINT_TRAJECTORY;

/// Number of the schema; the only channel has number 0.
const SCHEMA: u16 = 1;
const CHANNEL: u16 = 0;
/// When the message is said to be logged: a plan has no date \[ns\].
const LOGGED_NS: u64 = 0;
/// Subscribers that come late get the message too.
const QOS: &str = "- history: 1\n  depth: 1\n  reliability: 1\n  durability: 1\n";

pub(super) fn render_mcap(motion: &PlannedMotion<'_>) -> Vec<u8> {
    let (mut schemas, mut channels) = (Records::default(), Records::default());
    schemas.schema(SCHEMA, &JOINT_TRAJECTORY);
    channels.channel(CHANNEL, SCHEMA, TOPIC, QOS);
    let mut file = Records(MAGIC.to_vec());
    file.header();
    file.bytes(&schemas.0);
    file.bytes(&channels.0);
    file.message(CHANNEL, 0, LOGGED_NS, joint_trajectory(motion).bytes());
    let mut contents = Contents::default();
    (contents.schemas, contents.channels) = (schemas.0, channels.0);
    (contents.n_schemas, contents.counts) = (1, vec![1]);
    let end = ending(&contents, file.0.len() as u64);
    file.bytes(&end);
    file.0
}
