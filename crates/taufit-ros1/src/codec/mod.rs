//! Serialisation of ROS 1 messages: little-endian numbers without padding, strings and sequences behind
//! their length in four bytes, fields in their order.

mod decode;
mod encode;

pub(crate) use decode::decode;
pub(crate) use encode::encode;

/// Error of serialisation or deserialisation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct CodecError(String);

impl serde::ser::Error for CodecError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl serde::de::Error for CodecError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

fn unsupported(kind: &str) -> CodecError {
    CodecError(format!("messages of ROS 1 have no {kind}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_io::ros::{
        ActionGoal, Empty, FollowGoal1, GoalId, Header1, JointState, JointTrajectory,
        ListControllers1, ListedController1, ListedResources1, RosDuration, RosTime,
        SwitchController1, SwitchResponse, TrajectoryPoint,
    };

    fn joint_state() -> JointState<Header1> {
        let stamp = RosTime { sec: 2, nanosec: 3 };
        JointState {
            header: Header1 { seq: 1, stamp, frame_id: "x".to_owned() },
            name: vec!["a".to_owned(), "bc".to_owned()],
            position: vec![1.0],
            velocity: Vec::new(),
            effort: vec![-2.0],
        }
    }

    #[test]
    fn a_joint_state_is_these_bytes() {
        let one = [0, 0, 0, 0, 0, 0, 0xf0, 0x3f];
        let minus_two = [0, 0, 0, 0, 0, 0, 0, 0xc0];
        let expected = [
            &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, b'x'][..],
            &[2, 0, 0, 0, 1, 0, 0, 0, b'a', 2, 0, 0, 0, b'b', b'c'],
            &[1, 0, 0, 0],
            &one,
            &[0, 0, 0, 0, 1, 0, 0, 0],
            &minus_two,
        ];
        assert_eq!(encode(&joint_state()).unwrap(), expected.concat());
    }

    fn assert_round_trip<M>(message: &M)
    where
        M: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let bytes = encode(message).unwrap();
        assert_eq!(&decode::<M>(&bytes).unwrap(), message);
        for length in 0..bytes.len() {
            assert!(decode::<M>(&bytes[..length]).is_err(), "{length} of {}", bytes.len());
        }
        assert!(decode::<M>(&[&bytes[..], &[0]].concat()).is_err(), "one byte more");
    }

    #[test]
    fn messages_are_decoded_as_encoded_and_never_in_part() {
        assert_round_trip(&joint_state());
        assert_round_trip(&Empty {});
        assert_round_trip(&SwitchResponse { ok: true });
        let claimed = ListedResources1 {
            hardware_interface: "h".to_owned(),
            resources: vec!["r".to_owned(), String::new()],
        };
        let listed = ListedController1 {
            name: "n".to_owned(),
            state: "s".to_owned(),
            class: "c".to_owned(),
            claimed_resources: vec![claimed; 2],
        };
        assert_round_trip(&ListControllers1 { controller: vec![listed; 3] });
        assert_round_trip(&SwitchController1 {
            start_controllers: vec!["a".to_owned()],
            strictness: 2,
            timeout: 1.5,
            ..SwitchController1::default()
        });
        let time_from_start = RosDuration { sec: -1, nanosec: 7 };
        let point =
            TrajectoryPoint { positions: vec![0.5; 6], time_from_start, ..Default::default() };
        let trajectory = JointTrajectory {
            header: Header1::default(),
            joint_names: vec!["ü".to_owned()],
            points: vec![point; 4],
        };
        let goal = FollowGoal1 { trajectory, ..FollowGoal1::default() };
        let goal_id = GoalId { id: "7".to_owned(), ..GoalId::default() };
        assert_round_trip(&ActionGoal { header: Header1::default(), goal_id, goal });
    }

    #[test]
    fn false_lengths_and_flags_are_refused() {
        let mut bytes = encode(&joint_state()).unwrap();
        bytes[12..16].fill(0xff);
        assert!(decode::<JointState<Header1>>(&bytes).unwrap_err().0.contains("4294967295"));
        let many = [&[0; 16][..], &[0xff; 8]].concat();
        assert!(decode::<JointState<Header1>>(&many).is_err());
        assert!(decode::<SwitchResponse>(&[2]).is_err());
        let not_utf8 = [&[0; 12][..], &[1, 0, 0, 0, 0xff], &[0; 16]].concat();
        assert!(decode::<JointState<Header1>>(&not_utf8).is_err());
    }
}
