//! Packets as in the RTDE guide, round trips, and malformed packets.

use super::*;

/// Pseudo-random numbers (SplitMix64).
struct SplitMix64(u64);

impl SplitMix64 {
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
    let bytes = |packet: RtdePacket| packet.to_bytes().unwrap();
    assert_eq!(bytes(Request::Version(2).packet()), [0, 5, 86, 0, 2]);
    assert_eq!(bytes(Request::Start.packet()), [0, 3, 83]);
    assert_eq!(bytes(Request::ControllerVersion.packet()), [0, 3, 118]);
    let outputs = Request::Outputs { rate_hz: 125.0, fields: names(&["timestamp", "actual_q"]) };
    let mut expected = vec![0, 29, 79, 0x40, 0x5f, 0x40, 0, 0, 0, 0, 0];
    expected.extend(b"timestamp,actual_q");
    assert_eq!(bytes(outputs.packet()), expected);
    let data = Recipe::packet(7, [RtdeValue::Int32(-2), RtdeValue::Double(1.0)]);
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
        assert_eq!(Request::of(request.packet()).unwrap(), request);
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
        assert_eq!(Reply::of(reply.packet()).unwrap(), reply);
    }
}

#[test]
fn values_of_every_type_come_back() {
    let values = [
        RtdeValue::Bool(true),
        RtdeValue::Uint8(200),
        RtdeValue::Uint32(4_000_000_000),
        RtdeValue::Uint64(1 << 60),
        RtdeValue::Int32(-5),
        RtdeValue::Double(-0.25),
        RtdeValue::Vector3([1.0, 2.0, 3.0]),
        RtdeValue::Vector6([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
        RtdeValue::Vector6Int32([-1, 0, 1, 2, 3, 4]),
        RtdeValue::Vector6Uint32([6, 5, 4, 3, 2, 1]),
    ];
    let types: Vec<String> =
        values.iter().map(|value| value.field_type().name().to_owned()).collect();
    let recipe = Recipe::new(3, &["x"; 10], &types).unwrap();
    let content = Recipe::packet(3, values).content;
    assert_eq!(recipe.read(&content).unwrap(), values);
    // One byte less, one byte more, another recipe.
    assert!(matches!(
        recipe.read(&content[..content.len() - 1]),
        Err(MalformedPacket::TooShort { .. })
    ));
    let longer = [&content[..], &[0]].concat();
    assert!(matches!(recipe.read(&longer), Err(MalformedPacket::TooLong { excess: 1, .. })));
    assert_eq!(
        Recipe { id: 4, ..recipe }.read(&content),
        Err(MalformedPacket::Recipe { expected: 4, found: 3 })
    );
}

#[test]
fn a_stream_may_break_anywhere() {
    let sent: Vec<RtdePacket> = (0..40)
        .map(|k| Reply::Data(vec![k; usize::from(k)]).packet())
        .chain([Reply::Start(true).packet()])
        .collect();
    let stream: Vec<u8> = sent.iter().flat_map(|packet| packet.to_bytes().unwrap()).collect();
    let mut random = SplitMix64(7);
    for _ in 0..50 {
        let (mut decoder, mut received, mut rest) =
            (PacketDecoder::default(), Vec::new(), &stream[..]);
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(1 + random.below(rest.len().min(60)));
            decoder.push(piece);
            rest = after;
            while let Some(packet) = decoder.next().unwrap() {
                received.push(packet);
            }
        }
        assert_eq!(received, sent);
    }
}

#[test]
fn hostile_bytes_are_refused_and_nothing_breaks() {
    let recipe = Recipe::new(1, &["a", "b"], &names(&["VECTOR6D", "UINT64"])).unwrap();
    let mut random = SplitMix64(1);
    let (mut n_understood, mut n_refused) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes: Vec<u8> = (0..random.below(80)).map(|_| random.next() as u8).collect();
        // Half of them have a valid header, so that the content is decoded.
        if random.below(2) == 0 && bytes.len() >= 3 {
            let size = bytes.len() as u16;
            bytes[..2].copy_from_slice(&size.to_be_bytes());
            bytes[2] = b"VvMUOISP"[random.below(8)];
        }
        let mut decoder = PacketDecoder::default();
        decoder.push(&bytes);
        while let Ok(Some(packet)) = decoder.next() {
            let outcomes = [
                Request::of(packet.clone()).map(|_| ()),
                Reply::of(packet.clone()).map(|_| ()),
                recipe.read(&packet.content).map(|_| ()),
            ];
            n_understood += outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            n_refused += outcomes.iter().filter(|outcome| outcome.is_err()).count();
        }
    }
    assert!(n_understood > 1000 && n_refused > 1000, "{n_understood} {n_refused}");
}

#[test]
fn sizes_and_names_are_checked() {
    let mut decoder = PacketDecoder::default();
    decoder.push(&[0, 2, 86]);
    assert_eq!(decoder.next(), Err(MalformedPacket::Size { size: 2 }));
    let mut decoder = PacketDecoder::default();
    decoder.push(&[0, 3, 1]);
    assert_eq!(decoder.next(), Err(MalformedPacket::PacketKind { kind: 1 }));
    let size = RtdePacket::new(PacketKind::Data, vec![0; 70_000]).to_bytes();
    assert_eq!(size, Err(MalformedPacket::Oversize { size: 70_003 }));
    assert!(matches!(FieldType::of("QUATERNION"), Err(MalformedPacket::Type { .. })));
    assert_eq!(
        Recipe::new(1, &["a", "b"], &names(&["DOUBLE"])),
        Err(MalformedPacket::Count { expected: 2, found: 1 })
    );
    // A long message is truncated between two characters.
    let text = Reply::Text("é".repeat(200)).packet();
    assert_eq!(Reply::of(text).unwrap(), Reply::Text("é".repeat(127)));
}
