//! Pages of the encoding BYTE_STREAM_SPLIT as pages of plain numbers.
//!
//! The decoder of this encoding takes the number of values from the head of the page and panics where the page is
//! shorter; that of plain numbers refuses such a page.

use super::levels::levels_and_values;
use parquet::basic::{Encoding, Type};
use parquet::column::page::Page;
use parquet::schema::types::ColumnDescriptor;

/// The page with plain numbers, a page of any other encoding as it is; nothing where it is malformed.
pub(super) fn with_plain_numbers(page: Page, column: &ColumnDescriptor) -> Option<Page> {
    if page.encoding() != Encoding::BYTE_STREAM_SPLIT {
        return Some(page);
    }
    let width = match column.physical_type() {
        Type::INT32 | Type::FLOAT => 4,
        Type::INT64 | Type::DOUBLE => 8,
        _ => return None,
    };
    let (levels, values) = levels_and_values(&page, column)?;
    let buffer = [levels, &joined(values, width)].concat();
    plain(page, buffer)
}

/// Numbers whose first bytes, second bytes, ... stand together, one after the other; an incomplete one is left out.
fn joined(values: &[u8], width: usize) -> Vec<u8> {
    let n_values = values.len() / width;
    let byte = |k: usize| values[k % width * n_values + k / width];
    (0..n_values * width).map(byte).collect()
}

/// A page of plain numbers with the same head.
fn plain(mut page: Page, buffer: Vec<u8>) -> Option<Page> {
    match &mut page {
        Page::DataPage { buf, encoding, .. } | Page::DataPageV2 { buf, encoding, .. } => {
            (*buf, *encoding) = (buffer.into(), Encoding::PLAIN);
            Some(page)
        }
        Page::DictionaryPage { .. } => None,
    }
}
