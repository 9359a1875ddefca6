//! Repetition of real-time tests that failed while the computer stalled: shared computers stall for moments,
//! and the guard then ends a run as it should.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Sleeping time of the stall detector.
const SLEEP: Duration = Duration::from_millis(5);

/// Shortest stall that ends a run: commands time out after 0.2 s.
const STALL: Duration = Duration::from_millis(100);

/// Number of tries; the last one counts in any case.
const MAX_TRIES: usize = 5;

/// Runs a test, again if it failed while the computer stalled.
pub(crate) fn retry_if_stalled(test: impl Fn()) {
    for _ in 1..MAX_TRIES {
        let detector = StallDetector::start();
        let Err(failure) = catch_unwind(AssertUnwindSafe(&test)) else { return };
        let longest = detector.stop();
        if longest < STALL {
            resume_unwind(failure);
        }
        eprintln!("tried again: the computer stalled for {longest:?}");
    }
    test();
}

/// Longest delay of a sleeping thread.
struct StallDetector {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Duration>,
}

impl StallDetector {
    fn start() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut longest = Duration::ZERO;
            while !flag.load(Ordering::Relaxed) {
                let began = Instant::now();
                std::thread::sleep(SLEEP);
                longest = longest.max(began.elapsed());
            }
            longest
        });
        Self { stop, thread }
    }

    fn stop(self) -> Duration {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap()
    }
}
