//! Repetition and definition levels, which come before the values of a page.

use parquet::basic::Encoding;
use parquet::column::page::Page;
use parquet::schema::types::ColumnDescriptor;

/// Bytes that state the length of the levels in a page of version 1.
const LENGTH_BYTES: usize = 4;

/// Levels and values of a page of data; nothing where the levels end outside of it, which the decoder does not check.
pub(super) fn levels_and_values<'a>(
    page: &'a Page,
    column: &ColumnDescriptor,
) -> Option<(&'a [u8], &'a [u8])> {
    page.buffer().split_at_checked(levels_bytes(page, column)?)
}

fn levels_bytes(page: &Page, column: &ColumnDescriptor) -> Option<usize> {
    let (repetition, definition) = match page {
        Page::DataPageV2 { rep_levels_byte_len, def_levels_byte_len, .. } => {
            return usize::try_from(rep_levels_byte_len.checked_add(*def_levels_byte_len)?).ok();
        }
        Page::DataPage { rep_level_encoding, def_level_encoding, .. } => {
            (*rep_level_encoding, *def_level_encoding)
        }
        Page::DictionaryPage { .. } => return Some(0),
    };
    let levels = [(column.max_rep_level(), repetition), (column.max_def_level(), definition)];
    levels.iter().filter(|(highest, _)| *highest > 0).try_fold(0, |at, (highest, encoding)| {
        let bytes = page.buffer().get(at..)?;
        Some(at + level_bytes(bytes, *encoding, *highest, page.num_values())?)
    })
}

/// Length of the levels of one kind at the beginning of some bytes.
fn level_bytes(bytes: &[u8], encoding: Encoding, highest: i16, n_values: u32) -> Option<usize> {
    if encoding == Encoding::RLE {
        let length = u32::from_le_bytes(*bytes.first_chunk::<LENGTH_BYTES>()?);
        return usize::try_from(length).ok().map(|length| LENGTH_BYTES + length);
    }
    // Without a stated length: so many bits to the level.
    let bits = u64::from(highest.unsigned_abs().checked_ilog2()? + 1);
    usize::try_from((u64::from(n_values) * bits).div_ceil(8)).ok()
}
