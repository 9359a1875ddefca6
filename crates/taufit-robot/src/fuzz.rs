//! Entry points of the fuzz targets: decoders of everything that comes over a connection.

use crate::rtde::protocol::{PacketDecoder, Recipe, Reply, Request};

/// Decodes bytes as a stream of RTDE packets, in pieces; requests and replies that are understood are encoded again.
pub fn rtde(bytes: &[u8]) {
    let types = ["VECTOR6D", "UINT64", "DOUBLE", "INT32"].map(str::to_owned);
    let recipe = Recipe::new(1, &["a", "b", "c", "d"], &types);
    let mut decoder = PacketDecoder::default();
    for piece in bytes.chunks(7) {
        decoder.push(piece);
        while let Ok(Some(packet)) = decoder.next() {
            if let Ok(request) = Request::of(packet.clone()) {
                let again = Request::of(request.packet());
                assert!(again.is_ok_and(|again| format!("{again:?}") == format!("{request:?}")));
            }
            let _ = Reply::of(packet.clone()).map(|reply| reply.packet().to_bytes());
            let _ = recipe.as_ref().map(|recipe| recipe.read(&packet.content));
        }
    }
}
