//! Packets from the reading thread to the run.

use super::{ConnectionError, RobotClock};
use crate::connection::RobotFeedback;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Packets that are queued for a busy run: 20 s at 500 Hz. Further ones are dropped; the run finds the gap
/// by the stamps.
const CAPACITY: usize = 10_000;

/// Packet with a time stamp of the robot.
pub(crate) trait TimeStamped {
    /// Time stamp \[s\].
    fn t_s(&self) -> f64;
}

impl TimeStamped for RobotFeedback {
    fn t_s(&self) -> f64 {
        self.t_s
    }
}

/// Error of the packets since the last usable one.
type Rejected = Arc<Mutex<Option<ConnectionError>>>;

/// Receiving end.
#[derive(Debug)]
pub(crate) struct PacketQueue<P = RobotFeedback> {
    packets: Receiver<Result<P, ConnectionError>>,
    clock: Arc<Mutex<RobotClock>>,
    rejected: Rejected,
}

/// Sending end, for the reading thread.
#[derive(Debug)]
pub(crate) struct PacketSender<P = RobotFeedback> {
    packets: SyncSender<Result<P, ConnectionError>>,
    clock: Arc<Mutex<RobotClock>>,
    rejected: Rejected,
}

/// Both ends of a queue.
pub(crate) fn packet_queue<P: TimeStamped>() -> (PacketSender<P>, PacketQueue<P>) {
    let (sender, receiver) = sync_channel(CAPACITY);
    let clock = Arc::new(Mutex::new(RobotClock::new()));
    let rejected = Rejected::default();
    let queue = PacketQueue {
        packets: receiver,
        clock: Arc::clone(&clock),
        rejected: Arc::clone(&rejected),
    };
    (PacketSender { packets: sender, clock, rejected }, queue)
}

impl<P: TimeStamped> PacketSender<P> {
    /// Queues a packet without blocking. False once the receiver has ended. A packet without a finite stamp
    /// is rejected.
    pub(crate) fn push(&mut self, packet: P) -> bool {
        let t_s = packet.t_s();
        if !t_s.is_finite() {
            return self.reject(ConnectionError::UnusableStamp);
        }
        locked(&self.clock).update(t_s);
        *locked(&self.rejected) = None;
        !matches!(self.packets.try_send(Ok(packet)), Err(TrySendError::Disconnected(_)))
    }

    /// Stores the error of a packet that cannot be used. False once the receiver has ended.
    pub(crate) fn reject(&self, error: ConnectionError) -> bool {
        *locked(&self.rejected) = Some(error);
        Arc::strong_count(&self.rejected) > 1
    }

    /// Ends the queue with an error.
    pub(crate) fn fail(self, error: ConnectionError) {
        // A receiver that has ended needs no error.
        let _ = self.packets.send(Err(error));
    }
}

impl<P> PacketQueue<P> {
    /// Next packet, if one comes within `wait`.
    pub(crate) fn next(&self, wait: Duration) -> Result<Option<P>, ConnectionError> {
        match self.packets.recv_timeout(wait) {
            Ok(packet) => packet.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ConnectionError::Lost {
                what: "the robot".to_owned(),
                problem: "its reader has ended".to_owned(),
            }),
        }
    }

    /// Newest packet; older ones are discarded.
    pub(crate) fn newest(&self, wait: Duration) -> Result<Option<P>, ConnectionError> {
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

    /// Error of the packets since the last usable one; none if the last packet was usable.
    pub(crate) fn rejected(&self) -> Option<ConnectionError> {
        locked(&self.rejected).clone()
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(t_s: f64) -> RobotFeedback {
        RobotFeedback { t_s, q: vec![], q_link: None, qd: vec![], effort: vec![], wrench: None }
    }

    #[test]
    fn a_reader_never_waits_for_a_busy_run() {
        let (mut sender, queue) = packet_queue();
        assert!((0..CAPACITY + 7).all(|k| sender.push(packet(k as f64))));
        let kept = std::iter::from_fn(|| queue.next(Duration::ZERO).unwrap());
        assert_eq!(kept.last().unwrap().t_s, (CAPACITY - 1) as f64);
    }

    #[test]
    fn what_waited_too_long_is_given_up() {
        let (mut sender, queue) = packet_queue();
        assert!((0..9).all(|k| sender.push(packet(k as f64))));
        assert_eq!(queue.newest(Duration::ZERO).unwrap().unwrap().t_s, 8.0);
        assert_eq!(queue.newest(Duration::ZERO), Ok(None));
    }

    #[test]
    fn the_end_of_a_reader_is_told_after_what_it_read() {
        let (mut sender, queue) = packet_queue();
        sender.push(packet(1.0));
        sender.fail(ConnectionError::SpeedScaled { percent: 50.0 });
        assert_eq!(queue.next(Duration::ZERO).unwrap().unwrap().t_s, 1.0);
        assert_eq!(queue.next(Duration::ZERO), Err(ConnectionError::SpeedScaled { percent: 50.0 }));
        assert!(matches!(queue.next(Duration::ZERO), Err(ConnectionError::Lost { .. })));
    }

    #[test]
    fn a_packet_without_a_finite_stamp_is_no_feedback() {
        let (mut sender, queue) = packet_queue();
        assert!(sender.push(packet(1.0)) && sender.push(packet(f64::NAN)));
        assert_eq!(queue.rejected(), Some(ConnectionError::UnusableStamp));
        assert_eq!(queue.newest(Duration::ZERO).unwrap().unwrap().t_s, 1.0);
        sender.push(packet(2.0));
        assert_eq!(queue.rejected(), None);
        drop(queue);
        assert!(!sender.push(packet(f64::NAN)), "the receiver is closed");
    }

    #[test]
    fn a_late_packet_does_not_set_the_clock_back() {
        let (mut sender, queue) = packet_queue();
        sender.push(packet(100.0));
        sender.push(packet(99.0));
        assert!(queue.now_s() >= 99.99, "{}", queue.now_s());
    }
}
