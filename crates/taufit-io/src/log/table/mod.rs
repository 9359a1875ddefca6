//! Logs as tables of numbers: CSV and its relatives, plain or gzipped, Parquet, arrays of NumPy and MATLAB; several
//! files side by side (`joined`).
//!
//! The way of a CSV file: `bytes` unpacks it, `lines` cuts it, `preamble` finds the header (with
//! `dialect` for how fields are written), `csv` reads the numbers. Never more than one line of text is
//! kept. `time` turns the stamps of any table into seconds.

pub(in crate::log) mod arrays;
mod bytes;
pub(in crate::log) mod csv;
mod dialect;
pub(crate) mod joined;
mod lines;
pub(in crate::log) mod memory;
#[cfg(feature = "parquet")]
pub(in crate::log) mod parquet;
mod preamble;
pub(in crate::log) mod time;

pub(in crate::log) use bytes::unreadable;
pub(crate) use dialect::Separator;
