//! Futures, with an end to waiting.

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

/// How often a future is looked at. What is waited for takes longer.
const LOOK: Duration = Duration::from_millis(2);

/// What a future comes to, if it does in time.
pub(super) fn within<F: Future>(timeout: Duration, future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    let began = Instant::now();
    loop {
        if let Poll::Ready(found) = future.as_mut().poll(&mut context) {
            return Some(found);
        }
        if began.elapsed() > timeout {
            return None;
        }
        std::thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends() {
        let wait = Duration::from_millis(10);
        assert_eq!(within(wait, std::future::ready(3)), Some(3));
        assert_eq!(within(wait, std::future::pending::<u8>()), None);
    }
}
