//! Packets, from the thread that reads them to the run that wants them.

use super::{LiveError, RobotClock};
use crate::link::Feedback;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Packets that wait for a run that is busy: 20 s at 500 Hz. What comes beyond is dropped: the run
/// finds the gap by the stamps, as it finds those of the network.
const CAPACITY: usize = 10_000;

/// A packet with the robot's stamp.
pub(crate) trait Stamped {
    /// The stamp \[s\].
    fn t_s(&self) -> f64;
}

impl Stamped for Feedback {
    fn t_s(&self) -> f64 {
        self.t_s
    }
}

/// Why the packets since the last usable one could not be used.
type Rejected = Arc<Mutex<Option<LiveError>>>;

/// The end that is read from.
#[derive(Debug)]
pub(crate) struct Feed<P = Feedback> {
    packets: Receiver<Result<P, LiveError>>,
    clock: Arc<Mutex<RobotClock>>,
    rejected: Rejected,
}

/// The end that a reading thread owns.
#[derive(Debug)]
pub(crate) struct FeedSender<P = Feedback> {
    packets: SyncSender<Result<P, LiveError>>,
    clock: Arc<Mutex<RobotClock>>,
    rejected: Rejected,
}

/// Both ends.
pub(crate) fn feed<P: Stamped>() -> (FeedSender<P>, Feed<P>) {
    let (sender, receiver) = sync_channel(CAPACITY);
    let clock = Arc::new(Mutex::new(RobotClock::new()));
    let rejected = Rejected::default();
    let end =
        Feed { packets: receiver, clock: Arc::clone(&clock), rejected: Arc::clone(&rejected) };
    (FeedSender { packets: sender, clock, rejected }, end)
}

impl<P: Stamped> FeedSender<P> {
    /// Hands a packet on as soon as it is read, without ever waiting. False once nobody listens. A packet
    /// without a finite stamp is no feedback.
    pub(crate) fn push(&mut self, packet: P) -> bool {
        let t_s = packet.t_s();
        if !t_s.is_finite() {
            return self.reject(LiveError::UnusableStamp);
        }
        locked(&self.clock).heard(t_s);
        *locked(&self.rejected) = None;
        !matches!(self.packets.try_send(Ok(packet)), Err(TrySendError::Disconnected(_)))
    }

    /// Keeps the reason why a packet could not be used, in case that none comes that can. False once
    /// nobody listens.
    pub(crate) fn reject(&self, error: LiveError) -> bool {
        *locked(&self.rejected) = Some(error);
        Arc::strong_count(&self.rejected) > 1
    }

    /// Says why nothing more will come.
    pub(crate) fn fail(self, error: LiveError) {
        // Nobody listens any more: then nobody needs to know.
        let _ = self.packets.send(Err(error));
    }
}

impl<P> Feed<P> {
    /// The next packet, if one comes in time.
    pub(crate) fn next(&self, wait: Duration) -> Result<Option<P>, LiveError> {
        match self.packets.recv_timeout(wait) {
            Ok(packet) => packet.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(LiveError::Lost {
                what: "the robot".to_owned(),
                problem: "its reader has ended".to_owned(),
            }),
        }
    }

    /// The newest packet; those that waited before it are given up.
    pub(crate) fn newest(&self, wait: Duration) -> Result<Option<P>, LiveError> {
        let mut newest = self.next(wait)?;
        while let Some(packet) = self.next(Duration::ZERO)? {
            newest = Some(packet);
        }
        Ok(newest)
    }

    /// Time on the robot's clock \[s\].
    pub(crate) fn now_s(&self) -> f64 {
        locked(&self.clock).now_s()
    }

    /// Local monotonic time \[s\].
    pub(crate) fn local_s(&self) -> f64 {
        locked(&self.clock).local_s()
    }

    /// Why the packets since the last usable one could not be used; none if it was the last that came.
    pub(crate) fn rejected(&self) -> Option<LiveError> {
        locked(&self.rejected).clone()
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(t_s: f64) -> Feedback {
        Feedback { t_s, q: vec![], q_link: None, qd: vec![], effort: vec![], wrench: None }
    }

    #[test]
    fn a_reader_never_waits_for_a_busy_run() {
        let (mut sender, feed) = feed();
        assert!((0..CAPACITY + 7).all(|k| sender.push(packet(k as f64))));
        let kept = std::iter::from_fn(|| feed.next(Duration::ZERO).unwrap());
        assert_eq!(kept.last().unwrap().t_s, (CAPACITY - 1) as f64);
    }

    #[test]
    fn what_waited_too_long_is_given_up() {
        let (mut sender, feed) = feed();
        assert!((0..9).all(|k| sender.push(packet(k as f64))));
        assert_eq!(feed.newest(Duration::ZERO).unwrap().unwrap().t_s, 8.0);
        assert_eq!(feed.newest(Duration::ZERO), Ok(None));
    }

    #[test]
    fn the_end_of_a_reader_is_told_after_what_it_read() {
        let (mut sender, feed) = feed();
        sender.push(packet(1.0));
        sender.fail(LiveError::SpeedScaled { percent: 50.0 });
        assert_eq!(feed.next(Duration::ZERO).unwrap().unwrap().t_s, 1.0);
        assert_eq!(feed.next(Duration::ZERO), Err(LiveError::SpeedScaled { percent: 50.0 }));
        assert!(matches!(feed.next(Duration::ZERO), Err(LiveError::Lost { .. })));
    }

    #[test]
    fn a_packet_without_a_finite_stamp_is_no_feedback() {
        let (mut sender, feed) = feed();
        assert!(sender.push(packet(1.0)) && sender.push(packet(f64::NAN)));
        assert_eq!(feed.rejected(), Some(LiveError::UnusableStamp));
        assert_eq!(feed.newest(Duration::ZERO).unwrap().unwrap().t_s, 1.0);
        sender.push(packet(2.0));
        assert_eq!(feed.rejected(), None);
        drop(feed);
        assert!(!sender.push(packet(f64::NAN)), "nobody listens any more");
    }

    #[test]
    fn a_late_packet_does_not_set_the_clock_back() {
        let (mut sender, feed) = feed();
        sender.push(packet(100.0));
        sender.push(packet(99.0));
        assert!(feed.now_s() >= 99.99, "{}", feed.now_s());
    }
}
