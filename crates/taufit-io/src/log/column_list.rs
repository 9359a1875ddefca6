//! Names of the columns of a table, before any of them has a meaning.

use super::format::LogFormat;
use super::options::LogOptions;
use super::table::arrays::read_arrays;
use super::table::csv::open_rows;
use super::table::joined::{joined_names, parts_of};
use super::table::unreadable;
use crate::error::Result;
use std::fs::File;
use std::path::Path;

/// Names of all columns of a table, as entries of a column map take them; none for a bag, whose fields have names of
/// their own.
///
/// A table without header is [`crate::Error::NoHeader`].
pub fn read_column_names(path: impl AsRef<Path>) -> Result<Vec<String>> {
    let path = path.as_ref();
    names(path).map_err(|error| error.in_file(path))
}

fn names(path: &Path) -> Result<Vec<String>> {
    let open = || File::open(path).map_err(unreadable);
    match LogFormat::of(path)? {
        LogFormat::Csv => Ok(open_rows(open()?, &LogOptions::default())?.1),
        LogFormat::Parquet => parquet_names(open()?),
        LogFormat::Joined => joined_names(&parts_of(path).unwrap_or_default()),
        format @ (LogFormat::Npz | LogFormat::Mat) => {
            Ok(read_arrays(path, format)?.names().to_vec())
        }
        _ => Ok(Vec::new()),
    }
}

#[cfg(feature = "parquet")]
fn parquet_names(file: File) -> Result<Vec<String>> {
    super::table::parquet::column_names(file)
}

#[cfg(not(feature = "parquet"))]
fn parquet_names(_: File) -> Result<Vec<String>> {
    Err(crate::Error::NotBuiltIn { format: "Parquet", feature: "parquet" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_meaning_are_listed() {
        let path = std::env::temp_dir().join(format!("taufit-columns-{}.csv", std::process::id()));
        std::fs::write(&path, "clock,arm_state_q[0],measured load\n0,1,2\n").unwrap();
        assert_eq!(read_column_names(&path).unwrap(), ["clock", "arm_state_q[0]", "measured load"]);
        std::fs::write(&path, "0,1,2\n1,2,3\n").unwrap();
        assert_eq!(read_column_names(&path).unwrap_err().code(), "E051");
        std::fs::remove_file(&path).unwrap();
    }
}
