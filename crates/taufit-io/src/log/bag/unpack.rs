//! Decompression of chunks and messages.

use super::fields::DecodeError;
use super::record_file::MAX_RECORD_BYTES;
use std::io::Read;

/// First bytes of a zstd frame; no CDR message begins with them.
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// Unpacks into a buffer that is emptied first. It grows with what is really there: a length that a
/// file claims is a limit, not an allocation.
pub(super) fn unpack(
    compression: &[u8],
    packed: &[u8],
    size: u64,
    buffer: &mut Vec<u8>,
) -> Result<(), DecodeError> {
    if size > MAX_RECORD_BYTES {
        return Err(format!("a chunk of {size} bytes; {MAX_RECORD_BYTES} are the most"));
    }
    buffer.clear();
    let found = match compression {
        b"" | b"none" => read(packed, size, buffer),
        b"zstd" => read(
            zstd::stream::read::Decoder::with_buffer(packed).map_err(|e| e.to_string())?,
            size,
            buffer,
        ),
        b"lz4" => read(lz4_flex::frame::FrameDecoder::new(packed), size, buffer),
        b"bz2" => read(bzip2_rs::DecoderReader::new(packed), size, buffer),
        other => {
            let name = String::from_utf8_lossy(other);
            return Err(format!("the compression {name:?} is not known"));
        }
    }?;
    if found != size {
        return Err(format!("a chunk has {found} bytes or more instead of {size}"));
    }
    Ok(())
}

/// Unpacks a message that rosbag2 packed on its own; the buffer stays empty where it is not packed.
pub(super) fn unpack_message(data: &[u8], buffer: &mut Vec<u8>) -> Result<(), DecodeError> {
    buffer.clear();
    if data.starts_with(ZSTD) {
        let decoder = zstd::stream::read::Decoder::with_buffer(data).map_err(|e| e.to_string())?;
        read(decoder, MAX_RECORD_BYTES, buffer)?;
    }
    Ok(())
}

/// Reads one byte more than there should be, to see that there is none.
fn read(stream: impl Read, size: u64, buffer: &mut Vec<u8>) -> Result<u64, DecodeError> {
    let found = stream.take(size + 1).read_to_end(buffer);
    found.map(|n| n as u64).map_err(|error| format!("packed data are damaged: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of the first test, by Python's `bz2.compress`.
    const BZ2: &[u8] =
        b"\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xff\xdc\x1e\x42\x00\x03\xf4\x11\x80\x40\
          \x04\x26\x42\x9c\x80\x20\x00\x70\x40\xd0\x34\x02\x95\x4d\x03\x26\x9d\x29\x18\x22\
          \xe1\x48\xd2\x55\x69\x48\xf5\x48\xca\x91\xf2\x91\x95\x23\x6a\x46\xd4\x8d\x91\x6d\
          \x48\xe1\x16\x91\x61\x2a\xbf\x17\x72\x45\x38\x50\x90\xff\xdc\x1e\x42";

    #[test]
    fn packed_bytes_come_back() {
        let text = b"the same words, the same words, the same words".repeat(50);
        let zstd = zstd::encode_all(&text[..], 3).unwrap();
        for (name, packed) in
            [("", &text), ("none", &text), ("zstd", &zstd), ("bz2", &BZ2.to_vec())]
        {
            let mut found = vec![1, 2, 3];
            unpack(name.as_bytes(), packed, text.len() as u64, &mut found).unwrap();
            assert_eq!(found, text, "{name}");
            let shorter = unpack(name.as_bytes(), packed, text.len() as u64 - 1, &mut found);
            assert!(shorter.is_err(), "{name}");
        }
    }

    #[test]
    fn hostile_sizes_and_unknown_names_are_refused() {
        let mut buffer = Vec::new();
        for size in [1 << 60, u64::MAX] {
            assert!(unpack(b"zstd", &[0; 8], size, &mut buffer).is_err());
        }
        assert!(unpack(b"rar", &[], 0, &mut buffer).unwrap_err().contains("rar"));
        assert!(buffer.capacity() < 1024);
    }
}
