//! Parquet files, checked before they are decoded.
//!
//! `checks` looks at the description at the end of the file, at the heads of a column's pages and at every page;
//! `byte_stream_split` decodes an encoding that the decoder does not check, `levels` finds the
//! values in a page; `thrift` is the encoding of all heads.

mod byte_stream_split;
mod checks;
mod levels;
mod thrift;

use crate::error::{Error, Result};
use checks::{CheckedPages, check_footer, check_pages};
use parquet::column::reader::{ColumnReader, get_column_reader};
use parquet::errors::ParquetError;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::SchemaDescriptor;
use std::fs::File;
use std::io;
use std::ops::Range;

/// A file whose columns are decoded only after they were checked.
pub(crate) struct ParquetFile {
    file: SerializedFileReader<File>,
    /// The same for a look at its pages.
    raw: File,
    /// Size of the file \[bytes\].
    length: u64,
}

impl ParquetFile {
    /// Reads and checks the metadata of the file.
    pub(crate) fn open(mut file: File) -> Result<Self> {
        check_footer(&mut file)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let raw = file.try_clone().map_err(unreadable)?;
        let file = SerializedFileReader::new(file).map_err(bad_table)?;
        Ok(Self { file, raw, length })
    }

    /// Size of the file \[bytes\].
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Names and types of the columns.
    pub(crate) fn schema(&self) -> &SchemaDescriptor {
        self.file.metadata().file_metadata().schema_descr()
    }

    /// Rows, as the file states them.
    pub(crate) fn n_rows(&self) -> u64 {
        u64::try_from(self.file.metadata().file_metadata().num_rows()).unwrap_or(u64::MAX)
    }

    /// Groups of rows.
    pub(crate) fn n_groups(&self) -> usize {
        self.file.num_row_groups()
    }

    /// Decoders of some columns of a group of rows.
    pub(crate) fn columns(&self, group: usize, columns: &[usize]) -> Result<Vec<ColumnReader>> {
        let group = self.file.get_row_group(group).map_err(bad_table)?;
        let reader = |column: &usize| -> Result<ColumnReader> {
            let extent = check_extent(group.metadata(), *column, self.length)?;
            check_pages(&self.raw, extent)?;
            let pages = group.get_column_page_reader(*column).map_err(bad_table)?;
            let description = group.metadata().schema_descr().column(*column);
            let pages = CheckedPages::new(pages, description.clone());
            Ok(get_column_reader(description, Box::new(pages)))
        };
        columns.iter().map(reader).collect()
    }
}

/// Byte range of a column; a range outside the file is refused, which the decoder does not check.
fn check_extent(group: &RowGroupMetaData, column: usize, length: u64) -> Result<Range<u64>> {
    let chunk = group.columns().get(column);
    let extent = chunk.and_then(|chunk| {
        let first = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
        let size = u64::try_from(chunk.compressed_size()).ok()?;
        let first = u64::try_from(first).ok()?;
        Some(first..first.checked_add(size)?)
    });
    let is_counted = chunk.is_some_and(|chunk| chunk.num_values() >= 0);
    extent
        .filter(|extent| extent.end <= length && is_counted)
        .ok_or_else(|| Error::BadTable { reason: format!("column {column} lies outside the file") })
}

/// Error of the decoder.
pub(crate) fn bad_table(error: ParquetError) -> Error {
    Error::BadTable { reason: error.to_string() }
}

fn unreadable(error: io::Error) -> Error {
    Error::Unreadable { reason: error.to_string() }
}
