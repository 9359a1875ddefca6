//! Published topics: one send queue per subscriber.

use crate::deadline::{POLL_PERIOD, write_all};
use crate::tcpros::ConnectionHeader;
use crate::{DataType, Deadline, StopFlag};
use std::collections::VecDeque;
use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Published topic. Each subscriber has a queue of its own, so that a slow one delays no other.
#[derive(Debug)]
pub(crate) struct Publication {
    pub(crate) topic: String,
    pub(crate) data_type: DataType,
    /// Longest queue of a subscriber; beyond it the oldest messages are dropped.
    queue_length: usize,
    queues: Mutex<Vec<Arc<SendQueue>>>,
    is_closed: AtomicBool,
}

impl Publication {
    pub(crate) fn new(topic: &str, data_type: DataType, queue_length: usize) -> Self {
        let (topic, is_closed) = (topic.to_owned(), AtomicBool::new(false));
        Self { topic, data_type, queue_length, queues: Mutex::default(), is_closed }
    }

    /// Queues a message for every subscriber, without blocking. False once the node has ended.
    pub(crate) fn send(&self, frame: &Arc<[u8]>) -> bool {
        for queue in self.queues().iter() {
            queue.push(Arc::clone(frame), self.queue_length);
        }
        !self.is_closed.load(Ordering::Relaxed)
    }

    /// Sends messages to a subscriber until either end closes the connection.
    pub(crate) fn serve(
        &self,
        stream: &mut TcpStream,
        subscriber: &ConnectionHeader,
        (node, timeout): (&str, Duration),
        stop: &StopFlag,
    ) -> io::Result<()> {
        let deadline = || Deadline::new(timeout, stop);
        if let Err(error) = self.data_type.check(subscriber.caller(), &self.topic, subscriber) {
            return ConnectionHeader::refusal(&error).write(stream, &deadline());
        }
        let DataType { name, md5, definition } = self.data_type;
        let fields = [
            ("callerid", node),
            ("latching", "0"),
            ("md5sum", md5),
            ("message_definition", definition),
            ("topic", &self.topic),
            ("type", name),
        ];
        // Queued before the header is sent: a subscriber that has read it misses no message.
        let queue = self.add_subscriber(subscriber.caller());
        let served = ConnectionHeader::new(&fields)
            .write(stream, &deadline())
            .and_then(|()| queue.write_to(stream, stop, deadline));
        self.queues().retain(|known| !Arc::ptr_eq(known, &queue));
        served
    }

    fn add_subscriber(&self, subscriber: &str) -> Arc<SendQueue> {
        let queue = Arc::new(SendQueue::new(subscriber));
        self.queues().push(Arc::clone(&queue));
        queue
    }

    /// Names of the connected subscribers.
    pub(crate) fn subscribers(&self) -> Vec<String> {
        self.queues().iter().map(|queue| queue.subscriber.clone()).collect()
    }

    /// Closes the topic and waits until the queues are empty, until `until` at most.
    pub(crate) fn close(&self, until: Instant) {
        self.is_closed.store(true, Ordering::Relaxed);
        let queues = self.queues().clone();
        queues.iter().for_each(|queue| queue.wait_until_empty(until));
    }

    fn queues(&self) -> MutexGuard<'_, Vec<Arc<SendQueue>>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Messages for one subscriber.
#[derive(Debug)]
struct SendQueue {
    subscriber: String,
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    frames: VecDeque<Arc<[u8]>>,
    is_sending: bool,
}

impl SendQueue {
    fn new(subscriber: &str) -> Self {
        let subscriber = subscriber.to_owned();
        Self { subscriber, state: Mutex::default(), changed: Condvar::new() }
    }

    fn push(&self, frame: Arc<[u8]>, queue_length: usize) {
        let mut state = self.locked();
        if state.frames.len() >= queue_length {
            state.frames.pop_front();
        }
        state.frames.push_back(frame);
        self.changed.notify_all();
    }

    fn write_to(
        &self,
        stream: &mut TcpStream,
        stop: &StopFlag,
        deadline: impl Fn() -> Deadline,
    ) -> io::Result<()> {
        while !stop.load(Ordering::Relaxed) {
            if let Some(frame) = self.next() {
                write_all(stream, &frame, &deadline())?;
            }
        }
        Ok(())
    }

    /// Next frame, if one comes within the poll period. The frame before counts as sent.
    fn next(&self) -> Option<Arc<[u8]>> {
        let mut state = self.locked();
        state.is_sending = false;
        if state.frames.is_empty() {
            self.changed.notify_all();
            let waited = self.changed.wait_timeout(state, POLL_PERIOD);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let frame = state.frames.pop_front();
        state.is_sending = frame.is_some();
        frame
    }

    fn wait_until_empty(&self, until: Instant) {
        let mut state = self.locked();
        while state.is_sending || !state.frames.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn locked(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(number: u8) -> Arc<[u8]> {
        Arc::from([number])
    }

    #[test]
    fn the_oldest_messages_are_dropped() {
        let queue = SendQueue::new("/slow");
        (0..5).for_each(|number| queue.push(frame(number), 2));
        assert_eq!(
            [queue.next(), queue.next(), queue.next()],
            [Some(frame(3)), Some(frame(4)), None]
        );
    }

    #[test]
    fn closing_waits_for_the_message_being_sent_for_a_limited_time() {
        let queue = Arc::new(SendQueue::new("/slow"));
        queue.push(frame(1), 2);
        assert_eq!(queue.next(), Some(frame(1)));
        let began = Instant::now();
        queue.wait_until_empty(began + Duration::from_millis(30));
        assert!(began.elapsed() >= Duration::from_millis(30), "it is still being sent");
        let sender = Arc::clone(&queue);
        let sent = std::thread::spawn(move || sender.next());
        queue.wait_until_empty(Instant::now() + Duration::from_secs(60));
        assert_eq!(sent.join().unwrap(), None);
    }
}
