//! Evidence as bytes: versioned, checksummed, the same on every machine.
//!
//! All numbers are little-endian; a triangle is stored by rows, without its zeros.
//!
//! | field | type |
//! |---|---|
//! | `taufitev` | 8 bytes |
//! | version | u32 |
//! | number of base parameters, number of joints | u32, u32 |
//! | per joint: number of columns `n`, number of rows | u32, u64 |
//! | per joint: base parameter of every column, ascending | u32 × n |
//! | per joint: upper triangle of order `n + 1`, the torque last | f64 × (n + 1)(n + 2)/2 |
//! | CRC-32 (ISO-HDLC) of everything before | u32 |

use super::{Evidence, JointEvidence};
use crate::diagnostics::DataError;
use taufit_dynamics::diagnostics::Result;

const MAGIC: &[u8; 8] = b"taufitev";
/// Version of the bytes that this build writes and reads.
pub const EVIDENCE_VERSION: u32 = 1;

impl Evidence {
    /// The bytes of this evidence, in the format of [`EVIDENCE_VERSION`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let sizes = [EVIDENCE_VERSION, self.n_base as u32, self.joints.len() as u32];
        sizes.iter().for_each(|size| bytes.extend(size.to_le_bytes()));
        for joint in &self.joints {
            bytes.extend((joint.columns().len() as u32).to_le_bytes());
            bytes.extend((joint.n_rows() as u64).to_le_bytes());
            joint.columns().iter().for_each(|k| bytes.extend((*k as u32).to_le_bytes()));
            joint.upper_triangle().for_each(|r| bytes.extend(r.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The evidence of such bytes. Refuses other versions, damaged or cut bytes, numbers that are not finite
    /// and sizes that contradict each other.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut fields = ByteFields { bytes, at: 0 };
        if fields.take::<8>("the mark at the beginning")? != *MAGIC {
            return Err(refused("they do not begin with \"taufitev\"; give evidence bytes"));
        }
        let found = fields.u32("the version")?;
        if found != EVIDENCE_VERSION {
            return Err(DataError::EvidenceVersion { found, expected: EVIDENCE_VERSION }.into());
        }
        let (n_base, n_joints) = (fields.u32("the sizes")? as usize, fields.u32("the sizes")?);
        let joints = (0..n_joints).map(|_| fields.joint(n_base)).collect::<Result<Vec<_>>>()?;
        let expected = crc32fast::hash(&bytes[..fields.at]);
        let stated = fields.u32("the checksum")?;
        if stated != expected {
            return Err(refused(format!(
                "the checksum is {stated:08x}, that of the content {expected:08x}; copy them again"
            )));
        }
        match bytes.len() - fields.at {
            0 => Ok(Self { n_base, joints }),
            n => Err(refused(format!("{n} bytes follow the checksum; cut them off"))),
        }
    }
}

fn refused(reason: impl Into<String>) -> taufit_dynamics::diagnostics::Error {
    DataError::EvidenceBytes { reason: reason.into() }.into()
}

/// Bytes that are being read.
struct ByteFields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl ByteFields<'_> {
    fn take<const N: usize>(&mut self, what: &str) -> Result<[u8; N]> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let Some(found) = rest.first_chunk::<N>() else {
            let n = self.bytes.len();
            return Err(refused(format!(
                "they end after {n} bytes, inside {what}; copy them again"
            )));
        };
        self.at += N;
        Ok(*found)
    }

    fn u32(&mut self, what: &str) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take(what)?))
    }

    fn joint(&mut self, n_base: usize) -> Result<JointEvidence> {
        let n_columns = self.u32("the sizes of a joint")? as usize;
        let n_rows = u64::from_le_bytes(self.take("the sizes of a joint")?);
        if n_columns > n_base {
            return Err(refused(format!(
                "a joint has {n_columns} columns of {n_base} base parameters; observe the log again"
            )));
        }
        let columns = (0..n_columns)
            .map(|_| Ok(self.u32("the columns of a joint")? as usize))
            .collect::<Result<Vec<usize>>>()?;
        let is_ascending = columns.windows(2).all(|pair| pair[0] < pair[1]);
        if !is_ascending || columns.last().is_some_and(|k| *k >= n_base) {
            return Err(refused(format!(
                "the columns of a joint are not ascending below {n_base}; observe the log again"
            )));
        }
        let order = n_columns + 1;
        let upper = (0..order * (order + 1) / 2)
            .map(|_| Ok(f64::from_le_bytes(self.take("a triangle")?)))
            .collect::<Result<Vec<f64>>>()?;
        if let Some(value) = upper.iter().find(|r| !r.is_finite()) {
            return Err(refused(format!("a triangle holds {value}; observe the log again")));
        }
        Ok(JointEvidence::from_upper_triangle(columns, n_rows as usize, &upper))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence() -> Evidence {
        let mut first = JointEvidence::new(vec![0, 2, 3]);
        first.push(&[&[1.0, 0.3, -2.0], &[0.5, -0.7, 1e-9], &[4.0, 1.0, 3.0]], &[0.1, -7.0, 2.5]);
        Evidence::of_groups(4, vec![first, JointEvidence::new(vec![3])])
    }

    fn code(bytes: &[u8]) -> &'static str {
        Evidence::from_bytes(bytes).unwrap_err().code()
    }

    /// Replaces bytes from `at` on, with a checksum that fits.
    fn changed(at: usize, with: &[u8]) -> Vec<u8> {
        let mut bytes = evidence().to_bytes();
        bytes[at..at + with.len()].copy_from_slice(with);
        let end = bytes.len() - 4;
        let checksum = crc32fast::hash(&bytes[..end]);
        bytes[end..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn bytes_give_back_the_same_evidence_to_the_last_bit() {
        let bytes = evidence().to_bytes();
        // 20 of the head, 12 + 4 n + 4 (n + 1)(n + 2) of a joint with n columns, 4 of the checksum.
        assert_eq!(bytes.len(), 20 + (12 + 12 + 80) + (12 + 4 + 24) + 4);
        let back = Evidence::from_bytes(&bytes).unwrap();
        assert_eq!(back, evidence());
        assert_eq!(back.to_bytes(), bytes);
    }

    #[test]
    fn cut_damaged_and_foreign_bytes_are_refused() {
        let bytes = evidence().to_bytes();
        (0..bytes.len()).for_each(|n| assert_eq!(code(&bytes[..n]), "E110", "{n} bytes"));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(Evidence::from_bytes(&damaged).is_err(), "byte {at}");
        }
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert_eq!(code(&longer), "E110");
        assert_eq!(code(b"PAR1 or something else"), "E110");
    }

    #[test]
    fn another_version_is_refused_by_name() {
        let error = Evidence::from_bytes(&changed(8, &2_u32.to_le_bytes())).unwrap_err();
        let expected = DataError::EvidenceVersion { found: 2, expected: EVIDENCE_VERSION };
        assert_eq!(error.kind(), Some(&expected));
        assert_eq!(error.code(), "E111");
    }

    #[test]
    fn sizes_and_numbers_that_cannot_be_are_refused_although_the_checksum_fits() {
        // Byte 12: base parameters; 20: columns of the first joint; 32, 36: its columns; 44: its triangle.
        assert_eq!(code(&changed(12, &3_u32.to_le_bytes())), "E110");
        assert_eq!(code(&changed(20, &u32::MAX.to_le_bytes())), "E110");
        assert_eq!(code(&changed(36, &0_u32.to_le_bytes())), "E110");
        assert_eq!(code(&changed(44, &f64::NAN.to_le_bytes())), "E110");
        assert_eq!(code(&changed(44, &f64::INFINITY.to_le_bytes())), "E110");
        assert_eq!(code(&changed(16, &u32::MAX.to_le_bytes())), "E110");
    }
}
