//! Tables that lie in memory: arrays of a calling program, or of a file that is read whole.

use crate::error::{Error, Result};
use crate::log::columns::Column;
use crate::log::columns::choice::choose;
use crate::log::joint_names::JointNames;
use crate::log::options::LogOptions;
use crate::log::stream::{LogRows, OpenedLog};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// A table whose columns lie in memory. Names are those of the header of a CSV file: `t_s`, `q1` or `q.<joint>`,
/// `tau1`, ...
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MemoryTable {
    pub(in crate::log) names: Vec<String>,
    pub(in crate::log) columns: Vec<Vec<f64>>,
}

/// Tables in memory, by name.
pub type MemoryLogs = BTreeMap<PathBuf, Arc<MemoryTable>>;

impl MemoryTable {
    /// Columns of one length with their names.
    pub fn new(names: Vec<String>, columns: Vec<Vec<f64>>) -> Result<Self> {
        let n_samples = columns.first().map_or(0, Vec::len);
        let odd = names.iter().zip(&columns).find(|(_, column)| column.len() != n_samples);
        match odd {
            Some((name, column)) => Err(Error::BadArrays {
                format: "table",
                reason: format!(
                    "the column {name:?} has {} rows, but {:?} has {n_samples}",
                    column.len(),
                    names.first().map_or("", String::as_str)
                ),
            }),
            None => Ok(Self { names, columns }),
        }
    }

    /// Names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The column with this name.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        let at = self.names.iter().position(|other| other == name)?;
        self.columns.get(at).map(Vec::as_slice)
    }
}

/// Opens a table: decides which column is what.
pub(in crate::log) fn open_table(
    table: &Arc<MemoryTable>,
    joints: Option<&JointNames>,
    options: &LogOptions,
) -> Result<OpenedLog<'static>> {
    let choice = choose(&table.names, joints, options)?;
    let rows = MemoryRows::new(Arc::clone(table), choice.columns.used());
    Ok(OpenedLog::of_table(choice, LogRows::Memory(Box::new(rows))))
}

/// Rows of a table in memory.
pub(in crate::log) struct MemoryRows {
    table: Arc<MemoryTable>,
    used: Vec<usize>,
    at: usize,
}

impl MemoryRows {
    pub(in crate::log) fn new<'c>(
        table: Arc<MemoryTable>,
        used: impl Iterator<Item = &'c Column>,
    ) -> Self {
        Self { table, used: used.map(|column| column.index).collect(), at: 0 }
    }

    /// Sets the columns of a row, in this order.
    pub(in crate::log) fn use_columns<'c>(&mut self, used: impl Iterator<Item = &'c Column>) {
        self.used = used.map(|column| column.index).collect();
    }

    /// The numbers in use of the next row, and its number.
    pub(in crate::log) fn next_row(&mut self, row: &mut Vec<f64>) -> Option<u64> {
        let columns = &self.table.columns;
        if self.at >= columns.first().map_or(0, Vec::len) {
            return None;
        }
        let number = |&c: &usize| columns.get(c).and_then(|column| column.get(self.at));
        row.clear();
        row.extend(self.used.iter().map(|c| number(c).copied().unwrap_or(f64::NAN)));
        self.at += 1;
        Some(self.at as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_different_lengths_are_refused() {
        let names = ["t_s", "q1"].map(str::to_owned).to_vec();
        let error = MemoryTable::new(names, vec![vec![0.0; 3], vec![0.0; 2]]).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("\"q1\" has 2 rows") && text.contains("\"t_s\" has 3"), "{text}");
    }
}
