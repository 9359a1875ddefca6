//! What a recording of ours says about its efforts, in the metadata before its first message.

use super::fields::{Fields, Mismatch};
use super::files::BagFiles;
use super::mcap::{CHUNK, DATA_END, FOOTER, HEAD_BYTES, MAGIC, MESSAGE, METADATA, head};
use super::record_file::RecordFile;
use crate::error::Result;
use crate::log::format::Format;
use std::path::Path;
use taufit::recording::EffortKind;

/// What the efforts of a bag are; `None` where it does not say so, or where its files disagree.
pub(super) fn effort_said(files: &BagFiles) -> Result<Option<EffortKind>> {
    let mut said = Vec::new();
    for (path, format) in files {
        said.push(if *format == Format::Mcap { of_file(path)? } else { None });
    }
    said.dedup();
    Ok(if let [only] = said[..] { only } else { None })
}

/// A file that breaks says nothing more: that it breaks is told by whoever reads its messages.
fn of_file(path: &Path) -> Result<Option<EffortKind>> {
    let mut file = RecordFile::open(path)?;
    Ok(search(&mut file).unwrap_or_default())
}

fn search(file: &mut RecordFile) -> Result<Option<EffortKind>, Mismatch> {
    file.expect(MAGIC)?;
    let mut record = Vec::new();
    loop {
        record.clear();
        file.append(HEAD_BYTES as u64, &mut record)?;
        match head(&record)? {
            (METADATA, length) => {
                record.clear();
                file.append(length, &mut record)?;
                if let Some(kind) = in_metadata(&record)? {
                    return Ok(Some(kind));
                }
            }
            (CHUNK | MESSAGE | DATA_END | FOOTER, _) => return Ok(None),
            (_, length) => file.skip(length)?,
        }
    }
}

fn in_metadata(record: &[u8]) -> Result<Option<EffortKind>, Mismatch> {
    let mut fields = Fields::packed(record);
    if fields.text()? != b"taufit" {
        return Ok(None);
    }
    let _map_bytes = fields.u32()?;
    while !fields.rest().is_empty() {
        match (fields.text()?, fields.text()?) {
            (b"effort", b"torque") => return Ok(Some(EffortKind::Torque)),
            (b"effort", b"current") => return Ok(Some(EffortKind::Current)),
            _ => {}
        }
    }
    Ok(None)
}
