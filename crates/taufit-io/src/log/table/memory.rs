//! Rows of a table that lies in memory, column by column.

use crate::log::column_map::Column;

/// The columns in use, read up to the row that was asked for last.
pub(in crate::log) struct MemoryRows {
    columns: Vec<Vec<f64>>,
    used: Vec<usize>,
    at: usize,
}

impl MemoryRows {
    pub(in crate::log) fn new<'c>(
        columns: Vec<Vec<f64>>,
        used: impl Iterator<Item = &'c Column>,
    ) -> Self {
        Self { columns, used: used.map(|column| column.index).collect(), at: 0 }
    }

    /// Which columns make a row, in this order.
    pub(in crate::log) fn use_columns<'c>(&mut self, used: impl Iterator<Item = &'c Column>) {
        self.used = used.map(|column| column.index).collect();
    }

    /// The numbers in use of the next row, and its number.
    pub(in crate::log) fn next_row(&mut self, row: &mut Vec<f64>) -> Option<u64> {
        if self.at >= self.columns.first().map_or(0, Vec::len) {
            return None;
        }
        let number = |&c: &usize| self.columns.get(c).and_then(|column| column.get(self.at));
        row.clear();
        row.extend(self.used.iter().map(|c| number(c).copied().unwrap_or(f64::NAN)));
        self.at += 1;
        Some(self.at as u64)
    }
}
