//! Parquet files of anybody: what one says about itself is checked before its decoder believes it.
//!
//! `footer` looks at the description at the end of the file, `page_sizes` at the heads of a column's pages, `pages` at
//! every page; `thrift` is the encoding of all heads.

mod footer;
mod page_sizes;
mod pages;
mod thrift;

use crate::error::{Error, Result};
use footer::check_footer;
use page_sizes::check_pages;
use pages::CheckedPages;
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
    /// Reads what the file says about itself.
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
            Ok(get_column_reader(description, Box::new(CheckedPages::new(pages))))
        };
        columns.iter().map(reader).collect()
    }
}

/// Where a column lies; one that would lie outside the file is refused: the decoder believes what the file says.
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

/// What the decoder says.
pub(crate) fn bad_table(error: ParquetError) -> Error {
    Error::BadTable { reason: error.to_string() }
}

fn unreadable(error: io::Error) -> Error {
    Error::Unreadable { reason: error.to_string() }
}
