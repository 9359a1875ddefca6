//! The Rust programs of the book compile and run.

#![allow(clippy::print_stdout, reason = "printing is what these programs are for")]

/// `book/src/library/base.rs`.
mod base {
    include!("../../../../book/src/library/base.rs");

    #[test]
    fn runs() {
        main().unwrap();
    }
}

/// `book/src/library/identify.rs`.
mod identify {
    include!("../../../../book/src/library/identify.rs");

    #[test]
    fn runs() {
        main().unwrap();
    }
}
