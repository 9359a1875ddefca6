//! Thrift's compact protocol, as far as it takes to pass over structures and to read their leading numbers.

/// Largest depth of nested structures; Parquet needs seven.
const MAX_DEPTH: u8 = 16;

/// Numbers of the leading fields 1, 2, ... of a structure, as many as are asked for, and the length of the structure.
pub(super) fn leading_numbers<const N: usize>(bytes: &[u8]) -> Option<([i64; N], usize)> {
    let (mut numbers, mut rest) = ([0; N], bytes);
    for number in &mut numbers {
        let (head, value) = rest.split_first()?;
        // Field after field, each a number of 16 to 64 bits.
        if head >> 4 != 1 || !matches!(head & 0x0f, 4..=6) {
            return None;
        }
        let (zigzag, after) = varint(value)?;
        *number = (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64);
        rest = after;
    }
    let after = skip_struct(rest)?;
    Some((numbers, bytes.len() - after.len()))
}

/// Bytes behind a structure in Thrift's compact protocol; nothing where it is malformed.
pub(super) fn skip_struct(bytes: &[u8]) -> Option<&[u8]> {
    skip_fields(bytes, MAX_DEPTH)
}

fn skip_fields(mut bytes: &[u8], depth: u8) -> Option<&[u8]> {
    let depth = depth.checked_sub(1)?;
    loop {
        let (head, rest) = bytes.split_first()?;
        let (step, kind) = (head >> 4, head & 0x0f);
        bytes = match (step, kind) {
            (_, 0) => return Some(rest),
            (0, _) => varint(rest)?.1,
            _ => rest,
        };
        // The value of a truth value is its type.
        if !matches!(kind, 1 | 2) {
            bytes = skip(kind, bytes, depth)?;
        }
    }
}

/// Bytes behind a value of a type; every value has at least one byte.
fn skip(kind: u8, bytes: &[u8], depth: u8) -> Option<&[u8]> {
    match kind {
        3 => bytes.get(1..),
        4..=6 => varint(bytes).map(|(_, rest)| rest),
        7 => bytes.get(8..),
        8 => {
            let (length, rest) = varint(bytes)?;
            rest.get(usize::try_from(length).ok()?..)
        }
        9 | 10 => skip_list(bytes, depth),
        12 => skip_fields(bytes, depth),
        13 => bytes.get(16..),
        _ => None,
    }
}

fn skip_list(bytes: &[u8], depth: u8) -> Option<&[u8]> {
    let depth = depth.checked_sub(1)?;
    let (head, rest) = bytes.split_first()?;
    let (size, mut rest) = match head >> 4 {
        15 => varint(rest)?,
        size => (u64::from(size), rest),
    };
    for _ in 0..size {
        rest = skip(head & 0x0f, rest, depth)?;
    }
    Some(rest)
}

/// A number of seven bits to the byte, and what follows it.
fn varint(mut bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        value |= u64::from(byte & 0x7f) << shift;
        bytes = rest;
        if byte & 0x80 == 0 {
            return Some((value, bytes));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_whole(bytes: &[u8]) -> bool {
        skip_struct(bytes) == Some(&[][..])
    }

    #[test]
    fn every_kind_of_field_is_passed_over() {
        // Truth value, byte, number, text "ab", list of two numbers, list of one empty structure.
        let fields: [&[u8]; 6] = [
            &[0x11],
            &[0x13, 7],
            &[0x15, 0x80, 1],
            &[0x18, 2, b'a', b'b'],
            &[0x19, 0x25, 1, 2],
            &[0x19, 0x1c, 0],
        ];
        for field in fields {
            assert!(is_whole(&[field, &[0]].concat()), "{field:x?}");
            assert!(!is_whole(field), "{field:x?}: no end");
        }
        assert!(is_whole(&[fields.concat(), vec![0]].concat()));
        // The number of a field may stand on its own, and a double has eight bytes.
        assert!(is_whole(&[0x07, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    }

    #[test]
    fn lists_of_nothing_maps_and_deep_nests_are_refused() {
        assert!(!is_whole(&[0x19, 0xf1, 0xff, 0xff, 0xff, 0xff, 0x07, 0]));
        assert!(!is_whole(&[0x1b, 0x01, 0x11, 1, 1, 0]));
        assert!(!is_whole(&[vec![0x1c; 100], vec![0; 101]].concat()));
        assert!(!is_whole(&[0x18, 0xff, 0xff, 0xff, 0xff, 0x0f, 0]));
    }
}
