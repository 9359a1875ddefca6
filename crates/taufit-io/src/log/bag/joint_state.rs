//! `sensor_msgs/JointState`, in buffers that are used again for every message.

use super::bag_file::Encoding;
use super::fields::{DecodeError, Fields, text};

/// One message.
#[derive(Debug, Default)]
pub(super) struct JointStateBuffer {
    /// Header stamp \[ns\]; zero where it is not set.
    pub(super) stamp_ns: i64,
    pub(super) names: Vec<String>,
    pub(super) position: Vec<f64>,
    pub(super) velocity: Vec<f64>,
    pub(super) effort: Vec<f64>,
    /// Counts how often the names changed, so that joints are matched again only then.
    pub(super) generation: u64,
    /// The names as they stand in the message.
    name_bytes: Vec<u8>,
}

impl JointStateBuffer {
    /// Takes over a message.
    pub(super) fn decode(&mut self, encoding: Encoding, data: &[u8]) -> Result<(), DecodeError> {
        match encoding {
            Encoding::Cdr => {
                let mut fields = Fields::cdr(data)?;
                let (seconds, nanoseconds) = (fields.i32()?, fields.u32()?);
                self.stamp_ns = nanoseconds_of(i64::from(seconds), nanoseconds);
                self.decode_body(fields)?;
            }
            Encoding::Ros1 => {
                let mut fields = Fields::packed(data);
                let _sequence = fields.u32()?;
                let (seconds, nanoseconds) = (fields.u32()?, fields.u32()?);
                self.stamp_ns = nanoseconds_of(i64::from(seconds), nanoseconds);
                self.decode_body(fields)?;
            }
            Encoding::Json => self.decode_json(data)?,
            Encoding::Other => return Err("its encoding is not known".to_owned()),
        }
        self.check()
    }

    /// Decodes the fields after the stamp: frame, names, three arrays.
    fn decode_body(&mut self, mut fields: Fields) -> Result<(), DecodeError> {
        let _frame = fields.text()?;
        let start = fields.at();
        if !fields.skip_if(&self.name_bytes) {
            let n_names = fields.u32()?;
            let names: Vec<String> =
                (0..n_names).map(|_| fields.text().map(text)).collect::<Result<_, _>>()?;
            self.rename(names, fields.since(start));
        }
        fields.doubles(&mut self.position)?;
        fields.doubles(&mut self.velocity)?;
        fields.doubles(&mut self.effort)
    }

    /// Takes over names, and the bytes by which they are known again.
    pub(super) fn rename(&mut self, names: Vec<String>, bytes: &[u8]) {
        self.generation += 1;
        self.names = names;
        self.name_bytes.clear();
        self.name_bytes.extend_from_slice(bytes);
    }

    /// Every array has one number per name, or none.
    fn check(&self) -> Result<(), DecodeError> {
        let n_names = self.names.len();
        for (what, values) in [
            ("positions", &self.position),
            ("velocities", &self.velocity),
            ("efforts", &self.effort),
        ] {
            if !values.is_empty() && values.len() != n_names {
                return Err(format!("{} {what} for {n_names} names", values.len()));
            }
        }
        Ok(())
    }
}

/// Seconds and nanoseconds together \[ns\].
pub(super) fn nanoseconds_of(seconds: i64, nanoseconds: u32) -> i64 {
    seconds.saturating_mul(1_000_000_000).saturating_add(i64::from(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ROS 1: sequence, stamp 2.000000003 s, no frame, names `a` and `bc`, two positions, nothing else.
    fn ros1(names: [&str; 2]) -> Vec<u8> {
        let mut bytes: Vec<u8> = [9_u32, 2, 3, 0, 2].iter().flat_map(|n| n.to_le_bytes()).collect();
        for name in names {
            bytes.extend((name.len() as u32).to_le_bytes());
            bytes.extend(name.as_bytes());
        }
        bytes.extend(2_u32.to_le_bytes());
        bytes.extend([0.5_f64, -1.5].iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 8]);
        bytes
    }

    #[test]
    fn packed_messages_are_read_and_names_only_when_they_change() {
        let mut state = JointStateBuffer::default();
        for (names, generation) in [(["a", "bc"], 1), (["a", "bc"], 1), (["bc", "a"], 2)] {
            state.decode(Encoding::Ros1, &ros1(names)).unwrap();
            assert_eq!(
                (state.stamp_ns, &state.names[..]),
                (2_000_000_003, &names.map(str::to_owned)[..])
            );
            assert_eq!((&state.position[..], state.velocity.len()), (&[0.5, -1.5][..], 0));
            assert_eq!(state.generation, generation);
        }
    }

    #[test]
    fn every_shorter_message_is_refused() {
        let whole = ros1(["a", "bc"]);
        for length in 0..whole.len() {
            let mut state = JointStateBuffer::default();
            assert!(state.decode(Encoding::Ros1, &whole[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn arrays_must_fit_the_names() {
        let mut bytes = ros1(["a", "bc"]);
        bytes.truncate(bytes.len() - 4);
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(1.0_f64.to_le_bytes());
        let error = JointStateBuffer::default().decode(Encoding::Ros1, &bytes).unwrap_err();
        assert_eq!(error, "1 efforts for 2 names");
    }
}
