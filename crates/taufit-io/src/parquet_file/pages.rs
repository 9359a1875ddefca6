//! Pages of a Parquet column, checked before the decoder makes room for what they claim to hold.

use parquet::basic::Encoding;
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};

/// Fewest bytes of a number in a dictionary.
const NUMBER_BYTES: usize = 4;

/// Hands pages on, but no dictionary that claims more numbers than it has bytes for, and no page that
/// refers to a dictionary which was not there.
pub(super) struct CheckedPages {
    pages: Box<dyn PageReader>,
    has_dictionary: bool,
}

impl CheckedPages {
    pub(super) fn new(pages: Box<dyn PageReader>) -> Self {
        Self { pages, has_dictionary: false }
    }

    fn checked(&mut self, page: Page) -> Result<Page> {
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
        Ok(page)
    }
}

impl Iterator for CheckedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        page.map(|page| self.checked(page)).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A column without pages, to be asked about pages that are made up.
    struct NoPages;

    impl Iterator for NoPages {
        type Item = Result<Page>;

        fn next(&mut self) -> Option<Self::Item> {
            None
        }
    }

    impl PageReader for NoPages {
        fn get_next_page(&mut self) -> Result<Option<Page>> {
            Ok(None)
        }

        fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
            Ok(None)
        }

        fn skip_next_page(&mut self) -> Result<()> {
            Ok(())
        }
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
        let mut pages = CheckedPages::new(Box::new(NoPages));
        assert!(pages.checked(dictionary(3)).is_ok());
        for claimed in [4, u32::MAX] {
            let error = pages.checked(dictionary(claimed)).unwrap_err().to_string();
            assert!(error.contains(&claimed.to_string()), "{error}");
        }
    }

    /// Found by fuzzing: the decoder panicked.
    #[test]
    fn a_page_may_only_refer_to_a_dictionary_that_was_there() {
        let mut pages = CheckedPages::new(Box::new(NoPages));
        assert!(pages.checked(data(Encoding::PLAIN)).is_ok());
        for encoding in [Encoding::RLE_DICTIONARY, Encoding::PLAIN_DICTIONARY] {
            assert!(pages.checked(data(encoding)).is_err(), "{encoding}");
        }
        assert!(pages.checked(dictionary(3)).is_ok());
        assert!(pages.checked(data(Encoding::RLE_DICTIONARY)).is_ok());
    }
}
