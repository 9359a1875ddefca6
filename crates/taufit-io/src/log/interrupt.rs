//! Early end of the reading of a log.

use crate::error::{Error, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends the reading of logs once another thread raises it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Option<Arc<AtomicBool>>);

impl Interrupt {
    /// Reading ends when this flag is true.
    pub fn of_flag(flag: Arc<AtomicBool>) -> Self {
        Self(Some(flag))
    }

    /// An error once the flag is raised.
    pub(super) fn check(&self) -> Result<()> {
        match &self.0 {
            Some(flag) if flag.load(Ordering::Relaxed) => {
                Err(Error::Unreadable { reason: "the reading was interrupted".to_owned() })
            }
            _ => Ok(()),
        }
    }
}

/// Statements about a log are the same whoever may end the reading.
impl PartialEq for Interrupt {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::log::LogReader;
    use crate::{Interrupt, LogOptions, MemoryTable};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_raised_flag_ends_the_reading() {
        let names = ["t_s", "q1", "tau1"].map(str::to_owned).to_vec();
        let t: Vec<f64> = (0..100).map(|k| 0.01 * f64::from(k)).collect();
        let table = MemoryTable::new(names, vec![t.clone(), t.clone(), t]).unwrap();
        let flag = Arc::new(AtomicBool::new(false));
        let options = LogOptions {
            memory: [("log".into(), Arc::new(table))].into(),
            interrupt: Interrupt::of_flag(Arc::clone(&flag)),
            ..LogOptions::default()
        };
        let mut log = LogReader::open_unmatched("log", &options).unwrap();
        assert_eq!(log.next_chunk(40).unwrap().unwrap().n_samples(), 40);
        flag.store(true, Ordering::Relaxed);
        let error = log.next_chunk(40).unwrap_err();
        assert!(error.to_string().contains("interrupted"), "{error}");
    }
}
