//! Bytes as the guide of the protocol has them, round trips, and bytes that nobody should send.

use super::*;

/// A stream of numbers that is the same every time (SplitMix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn packets_look_as_the_guide_says() {
    let bytes = |frame: Frame| frame.to_bytes().unwrap();
    assert_eq!(bytes(Request::Version(2).frame()), [0, 5, 86, 0, 2]);
    assert_eq!(bytes(Request::Start.frame()), [0, 3, 83]);
    assert_eq!(bytes(Request::ControllerVersion.frame()), [0, 3, 118]);
    let outputs = Request::Outputs { rate_hz: 125.0, fields: names(&["timestamp", "actual_q"]) };
    let mut expected = vec![0, 29, 79, 0x40, 0x5f, 0x40, 0, 0, 0, 0, 0];
    expected.extend(b"timestamp,actual_q");
    assert_eq!(bytes(outputs.frame()), expected);
    let data = Recipe::frame(7, [Value::Int32(-2), Value::Double(1.0)]);
    assert_eq!(bytes(data), [0, 16, 85, 7, 255, 255, 255, 254, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn what_one_end_says_the_other_understands() {
    let requests = [
        Request::Version(2),
        Request::ControllerVersion,
        Request::Outputs { rate_hz: 500.0, fields: names(&["a", "b"]) },
        Request::Inputs { fields: names(&["input_int_register_24"]) },
        Request::Start,
        Request::Pause,
        Request::Data(vec![1, 2, 3]),
    ];
    for request in requests {
        assert_eq!(Request::of(request.frame()).unwrap(), request);
    }
    let replies = [
        Reply::Version(true),
        Reply::ControllerVersion([5, 11, 1, 108_318]),
        Reply::Outputs { id: 1, types: names(&["DOUBLE", NOT_FOUND]) },
        Reply::Inputs { id: 2, types: names(&[IN_USE]) },
        Reply::Start(true),
        Reply::Pause(false),
        Reply::Data(vec![9]),
        Reply::Text("not now".to_owned()),
    ];
    for reply in replies {
        assert_eq!(Reply::of(reply.frame()).unwrap(), reply);
    }
}

#[test]
fn values_of_every_type_come_back() {
    let values = [
        Value::Bool(true),
        Value::Uint8(200),
        Value::Uint32(4_000_000_000),
        Value::Uint64(1 << 60),
        Value::Int32(-5),
        Value::Double(-0.25),
        Value::Vector3([1.0, 2.0, 3.0]),
        Value::Vector6([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
        Value::Vector6Int32([-1, 0, 1, 2, 3, 4]),
        Value::Vector6Uint32([6, 5, 4, 3, 2, 1]),
    ];
    let types: Vec<String> =
        values.iter().map(|value| value.field_type().name().to_owned()).collect();
    let recipe = Recipe::new(3, &["x"; 10], &types).unwrap();
    let content = Recipe::frame(3, values).content;
    assert_eq!(recipe.read(&content).unwrap(), values);
    // One byte fewer, one byte more, another recipe.
    assert!(matches!(recipe.read(&content[..content.len() - 1]), Err(Malformed::TooShort { .. })));
    let longer = [&content[..], &[0]].concat();
    assert!(matches!(recipe.read(&longer), Err(Malformed::TooLong { excess: 1, .. })));
    assert_eq!(
        Recipe { id: 4, ..recipe }.read(&content),
        Err(Malformed::Recipe { expected: 4, found: 3 })
    );
}

#[test]
fn a_stream_may_break_anywhere() {
    let sent: Vec<Frame> = (0..40)
        .map(|k| Reply::Data(vec![k; usize::from(k)]).frame())
        .chain([Reply::Start(true).frame()])
        .collect();
    let stream: Vec<u8> = sent.iter().flat_map(|frame| frame.to_bytes().unwrap()).collect();
    let mut dice = Dice(7);
    for _ in 0..50 {
        let (mut frames, mut heard, mut rest) = (Frames::default(), Vec::new(), &stream[..]);
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(1 + dice.below(rest.len().min(60)));
            frames.push(piece);
            rest = after;
            while let Some(frame) = frames.next().unwrap() {
                heard.push(frame);
            }
        }
        assert_eq!(heard, sent);
    }
}

#[test]
fn hostile_bytes_are_refused_and_nothing_breaks() {
    let recipe = Recipe::new(1, &["a", "b"], &names(&["VECTOR6D", "UINT64"])).unwrap();
    let mut dice = Dice(1);
    let (mut n_understood, mut n_refused) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes: Vec<u8> = (0..dice.below(80)).map(|_| dice.next() as u8).collect();
        // Half of them have a header that makes sense, so that the inside is reached.
        if dice.below(2) == 0 && bytes.len() >= 3 {
            let size = bytes.len() as u16;
            bytes[..2].copy_from_slice(&size.to_be_bytes());
            bytes[2] = b"VvMUOISP"[dice.below(8)];
        }
        let mut frames = Frames::default();
        frames.push(&bytes);
        while let Ok(Some(frame)) = frames.next() {
            let outcomes = [
                Request::of(frame.clone()).map(|_| ()),
                Reply::of(frame.clone()).map(|_| ()),
                recipe.read(&frame.content).map(|_| ()),
            ];
            n_understood += outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            n_refused += outcomes.iter().filter(|outcome| outcome.is_err()).count();
        }
    }
    assert!(n_understood > 1000 && n_refused > 1000, "{n_understood} {n_refused}");
}

#[test]
fn sizes_and_names_are_checked() {
    let mut frames = Frames::default();
    frames.push(&[0, 2, 86]);
    assert_eq!(frames.next(), Err(Malformed::Size { size: 2 }));
    let mut frames = Frames::default();
    frames.push(&[0, 3, 1]);
    assert_eq!(frames.next(), Err(Malformed::Kind { kind: 1 }));
    let size = Frame::new(Kind::Data, vec![0; 70_000]).to_bytes();
    assert_eq!(size, Err(Malformed::Oversize { size: 70_003 }));
    assert!(matches!(FieldType::of("QUATERNION"), Err(Malformed::Type { .. })));
    assert_eq!(
        Recipe::new(1, &["a", "b"], &names(&["DOUBLE"])),
        Err(Malformed::Count { expected: 2, found: 1 })
    );
    // A message that is too long for its length is cut between two characters.
    let text = Reply::Text("é".repeat(200)).frame();
    assert_eq!(Reply::of(text).unwrap(), Reply::Text("é".repeat(127)));
}
