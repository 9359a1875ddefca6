//! Checks of footer and pages of a Parquet file before the decoder allocates what they state.
//!
//! The decoder skips unknown fields, and a list of truth values takes it no byte each: a few bytes that state 2·10⁹
//! of them keep it busy for seconds. No footer has lists of truth values, or maps.

use super::byte_stream_split::with_plain_numbers;
use super::levels::levels_and_values;
use super::thrift::{leading_numbers, skip_struct};
use super::unreadable;
use crate::error::{Error, Result};
use crate::limits::MAX_FILE_BYTES;
use parquet::basic::Encoding;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::schema::types::ColumnDescriptor;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

/// Fewest bytes of a number in a dictionary.
const NUMBER_BYTES: usize = 4;

/// Hands pages on, but no dictionary that claims more numbers than it has bytes for, no page that refers to a
/// dictionary which was not there, and no page whose levels end outside of it.
pub(super) struct CheckedPages {
    pages: Box<dyn PageReader>,
    column: Arc<ColumnDescriptor>,
    has_dictionary: bool,
}

impl CheckedPages {
    pub(super) fn new(pages: Box<dyn PageReader>, column: Arc<ColumnDescriptor>) -> Self {
        Self { pages, column, has_dictionary: false }
    }

    fn checked(&mut self, page: Page) -> ParquetResult<Page> {
        let is_dictionary = matches!(page, Page::DictionaryPage { .. });
        let (n_values, n_bytes) = (page.num_values(), page.buffer().len());
        if is_dictionary && n_values as usize > n_bytes / NUMBER_BYTES {
            let reason = format!("a dictionary of {n_values} numbers in {n_bytes} bytes");
            return Err(ParquetError::General(reason));
        }
        let refers =
            matches!(page.encoding(), Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY);
        if refers && !is_dictionary && !self.has_dictionary {
            return Err(ParquetError::General("a page without its dictionary".to_owned()));
        }
        self.has_dictionary |= is_dictionary;
        if levels_and_values(&page, &self.column).is_none() {
            return Err(ParquetError::General("the levels of a page are damaged".to_owned()));
        }
        let encoding = page.encoding();
        with_plain_numbers(page, &self.column).ok_or_else(|| {
            ParquetError::General(format!("a page of {encoding} that no writer makes"))
        })
    }
}

impl Iterator for CheckedPages {
    type Item = ParquetResult<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> ParquetResult<Option<Page>> {
        let page = self.pages.get_next_page()?;
        page.map(|page| self.checked(page)).transpose()
    }

    fn peek_next_page(&mut self) -> ParquetResult<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> ParquetResult<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> ParquetResult<bool> {
        self.pages.at_record_boundary()
    }
}

/// Largest page, unpacked \[bytes\]: four million doubles. Writers make pages of about one megabyte, and a page of
/// every column in use is in memory at once.
const MAX_PAGE_BYTES: i64 = 32 * 1024 * 1024;

/// Longest head of a page \[bytes\]; statistics of numbers take some dozens.
const MAX_HEAD_BYTES: u64 = 4096;

/// Walks over the heads of all pages of a column and refuses one that states more than a page may hold.
pub(super) fn check_pages(file: &File, extent: Range<u64>) -> Result<()> {
    let mut at = extent.start;
    while at < extent.end {
        let bytes = read(file, at, MAX_HEAD_BYTES.min(extent.end - at))?;
        // Type, size unpacked and size packed lead every head.
        let Some(([_, unpacked, packed], head)) = leading_numbers::<3>(&bytes) else {
            return Err(bad("the head of a page is damaged".to_owned()));
        };
        if unpacked > MAX_PAGE_BYTES {
            return Err(bad(format!(
                "a page states {unpacked} bytes unpacked, {MAX_PAGE_BYTES} are the most; write it with smaller pages \
                 (data_page_size)"
            )));
        }
        let packed =
            u64::try_from(packed).map_err(|_| bad("a page of negative size".to_owned()))?;
        at = at.saturating_add(head as u64).saturating_add(packed);
    }
    Ok(())
}

fn read(mut file: &File, at: u64, n: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
    file.take(n).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

fn bad(reason: String) -> Error {
    Error::BadTable { reason }
}

/// Length of the footer, and the mark after it.
const TAIL_BYTES: u64 = 8;

/// Refuses a footer that no writer makes. What is not a footer at all the decoder refuses.
pub(super) fn check_footer(file: &mut File) -> Result<()> {
    let length = file.metadata().map_err(unreadable)?.len();
    let Some(end) = length.checked_sub(TAIL_BYTES) else { return Ok(()) };
    let tail = read(file, end, TAIL_BYTES)?;
    let size = tail.first_chunk().map_or(0, |size| u64::from(u32::from_le_bytes(*size)));
    let Some(start) = end.checked_sub(size) else { return Ok(()) };
    if size > MAX_FILE_BYTES {
        let reason = format!("its footer has {size} bytes, {MAX_FILE_BYTES} are the most");
        return Err(Error::BadTable { reason });
    }
    let footer = read(file, start, size)?;
    match skip_struct(&footer) {
        Some(_) => Ok(()),
        None => Err(Error::BadTable { reason: "its footer is damaged".to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::schema::{parser::parse_message_type, types::SchemaDescriptor};

    /// A column without pages, to be asked about pages that are made up.
    struct NoPages;

    impl Iterator for NoPages {
        type Item = ParquetResult<Page>;

        fn next(&mut self) -> Option<Self::Item> {
            None
        }
    }

    impl PageReader for NoPages {
        fn get_next_page(&mut self) -> ParquetResult<Option<Page>> {
            Ok(None)
        }

        fn peek_next_page(&mut self) -> ParquetResult<Option<PageMetadata>> {
            Ok(None)
        }

        fn skip_next_page(&mut self) -> ParquetResult<()> {
            Ok(())
        }
    }

    /// Pages of a column of doubles.
    fn checked_pages() -> CheckedPages {
        let schema = parse_message_type("message log { required double q1; }").unwrap();
        let column = SchemaDescriptor::new(Arc::new(schema)).column(0);
        CheckedPages::new(Box::new(NoPages), column)
    }

    fn dictionary(num_values: u32) -> Page {
        let (buf, encoding) = (vec![0; 12].into(), Encoding::PLAIN);
        Page::DictionaryPage { buf, num_values, encoding, is_sorted: false }
    }

    fn data(encoding: Encoding) -> Page {
        Page::DataPage {
            buf: vec![0; 12].into(),
            num_values: 3,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        }
    }

    /// Found by fuzzing: a page of a few bytes made the decoder ask for 8 GB.
    #[test]
    fn a_dictionary_has_the_numbers_that_it_claims() {
        let mut pages = checked_pages();
        assert!(pages.checked(dictionary(3)).is_ok());
        for claimed in [4, u32::MAX] {
            let error = pages.checked(dictionary(claimed)).unwrap_err().to_string();
            assert!(error.contains(&claimed.to_string()), "{error}");
        }
    }

    /// Found by fuzzing: the decoder panicked.
    #[test]
    fn a_page_may_only_refer_to_a_dictionary_that_was_there() {
        let mut pages = checked_pages();
        assert!(pages.checked(data(Encoding::PLAIN)).is_ok());
        for encoding in [Encoding::RLE_DICTIONARY, Encoding::PLAIN_DICTIONARY] {
            assert!(pages.checked(data(encoding)).is_err(), "{encoding}");
        }
        assert!(pages.checked(dictionary(3)).is_ok());
        assert!(pages.checked(data(Encoding::RLE_DICTIONARY)).is_ok());
    }

    /// Found by fuzzing: the decoder panicked where 24 bytes were stated and 12 there.
    #[test]
    fn a_page_split_by_bytes_becomes_plain_numbers_that_the_decoder_counts() {
        let page = checked_pages().checked(data(Encoding::BYTE_STREAM_SPLIT)).unwrap();
        assert_eq!((page.encoding(), page.buffer().len()), (Encoding::PLAIN, 8));
    }

    #[test]
    fn levels_end_inside_their_page() {
        let page = |def_levels_byte_len| Page::DataPageV2 {
            buf: vec![0; 12].into(),
            num_values: 1,
            encoding: Encoding::PLAIN,
            num_nulls: 0,
            num_rows: 1,
            def_levels_byte_len,
            rep_levels_byte_len: 4,
            is_compressed: false,
            statistics: None,
        };
        assert!(checked_pages().checked(page(8)).is_ok());
        for beyond in [9, u32::MAX] {
            assert!(checked_pages().checked(page(beyond)).is_err(), "{beyond}");
        }
    }
}
