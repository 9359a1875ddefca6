//! Computers that are shared freeze for moments, and then a run ends as it should: late packets, silence,
//! a joint that is astray. Tests are about runs on computers that do not.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A pause between two beats that nobody notices.
const BEAT: Duration = Duration::from_millis(5);

/// A pause that a run notices: commands are forgotten after 0.2 s, joints go astray before.
const FREEZE: Duration = Duration::from_millis(100);

/// After so many tries it counts, whatever the computer did.
const MOST_TRIES: usize = 5;

/// Carries out a test, again if it failed while the computer froze.
pub(crate) fn in_good_time(test: impl Fn()) {
    for _ in 1..MOST_TRIES {
        let metronome = Metronome::start();
        let Err(failure) = catch_unwind(AssertUnwindSafe(&test)) else { return };
        let longest = metronome.stop();
        if longest < FREEZE {
            resume_unwind(failure);
        }
        eprintln!("tried again: the computer froze for {longest:?}");
    }
    test();
}

/// Measures how long this computer leaves a thread alone that only wants to sleep.
struct Metronome {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<Duration>,
}

impl Metronome {
    fn start() -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        let thread = std::thread::spawn(move || {
            let mut longest = Duration::ZERO;
            while !flag.load(Ordering::Relaxed) {
                let began = Instant::now();
                std::thread::sleep(BEAT);
                longest = longest.max(began.elapsed());
            }
            longest
        });
        Self { is_over, thread }
    }

    fn stop(self) -> Duration {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().unwrap()
    }
}
