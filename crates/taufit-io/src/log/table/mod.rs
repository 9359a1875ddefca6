//! Logs as tables of numbers: CSV and its relatives, plain or gzipped, Parquet, arrays of NumPy and MATLAB; several
//! files side by side (`joined`).
//!
//! CSV, in this order: `lines` (unpacked text, line by line), `preamble` (header, with `dialect` for separators and
//! numbers), `csv` (numbers). One line of text is kept at a time. `time` converts the stamps of any table to seconds.

pub(in crate::log) mod arrays;
pub(in crate::log) mod csv;
mod dialect;
pub(crate) mod joined;
mod lines;
pub(in crate::log) mod memory;
#[cfg(feature = "parquet")]
pub(in crate::log) mod parquet;
mod preamble;
pub(in crate::log) mod time;

pub(crate) use dialect::Separator;
pub(in crate::log) use lines::unreadable;
