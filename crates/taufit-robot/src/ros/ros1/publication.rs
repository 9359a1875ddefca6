//! A topic that we publish, and who listens to it.

use super::kind::Kind;
use super::patience::{LOOK, Over, Patience, write_all};
use super::tcpros::Header;
use std::collections::VecDeque;
use std::io;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A topic. Messages wait for every listener on their own, so that a slow one holds up nobody.
#[derive(Debug)]
pub(super) struct Publication {
    pub(super) topic: String,
    pub(super) kind: Kind,
    /// Messages that wait for a slow listener; beyond that the oldest are dropped.
    queue: usize,
    outboxes: Mutex<Vec<Arc<Outbox>>>,
    is_over: AtomicBool,
}

impl Publication {
    pub(super) fn new(topic: &str, kind: Kind, queue: usize) -> Self {
        let (topic, is_over) = (topic.to_owned(), AtomicBool::new(false));
        Self { topic, kind, queue, outboxes: Mutex::default(), is_over }
    }

    /// Hands a message to everybody. Does not wait. False once the node has ended.
    pub(super) fn send(&self, frame: &Arc<[u8]>) -> bool {
        for outbox in self.outboxes().iter() {
            outbox.push(Arc::clone(frame), self.queue);
        }
        !self.is_over.load(Ordering::Relaxed)
    }

    /// Tells a listener everything from now on, until it or the node has gone.
    pub(super) fn serve(
        &self,
        stream: &mut TcpStream,
        listener: &Header,
        (name, timeout): (&str, Duration),
        over: &Over,
    ) -> io::Result<()> {
        let patience = || Patience::new(timeout, over);
        if let Err(error) = self.kind.check(listener.caller(), &self.topic, listener) {
            return Header::refusal(&error).write(stream, &patience());
        }
        let Kind { name: kind, md5, definition } = self.kind;
        let fields = [
            ("callerid", name),
            ("latching", "0"),
            ("md5sum", md5),
            ("message_definition", definition),
            ("topic", &self.topic),
            ("type", kind),
        ];
        // Whoever has read our header hears everything that is said afterwards.
        let outbox = self.enrol(listener.caller());
        let served = Header::new(&fields)
            .write(stream, &patience())
            .and_then(|()| outbox.empty_into(stream, over, patience));
        self.outboxes().retain(|known| !Arc::ptr_eq(known, &outbox));
        served
    }

    fn enrol(&self, listener: &str) -> Arc<Outbox> {
        let outbox = Arc::new(Outbox::new(listener));
        self.outboxes().push(Arc::clone(&outbox));
        outbox
    }

    /// Who listens.
    pub(super) fn listeners(&self) -> Vec<String> {
        self.outboxes().iter().map(|outbox| outbox.listener.clone()).collect()
    }

    /// Waits until everything has been sent, but not for those who do not take it.
    pub(super) fn finish(&self, until: Instant) {
        self.is_over.store(true, Ordering::Relaxed);
        let outboxes = self.outboxes().clone();
        outboxes.iter().for_each(|outbox| outbox.wait_until_empty(until));
    }

    fn outboxes(&self) -> MutexGuard<'_, Vec<Arc<Outbox>>> {
        self.outboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What waits to be sent to a listener.
#[derive(Debug)]
struct Outbox {
    listener: String,
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    frames: VecDeque<Arc<[u8]>>,
    is_sending: bool,
}

impl Outbox {
    fn new(listener: &str) -> Self {
        let listener = listener.to_owned();
        Self { listener, waiting: Mutex::default(), changed: Condvar::new() }
    }

    fn push(&self, frame: Arc<[u8]>, queue: usize) {
        let mut waiting = self.locked();
        if waiting.frames.len() >= queue {
            waiting.frames.pop_front();
        }
        waiting.frames.push_back(frame);
        self.changed.notify_all();
    }

    fn empty_into(
        &self,
        stream: &mut TcpStream,
        over: &Over,
        patience: impl Fn() -> Patience,
    ) -> io::Result<()> {
        while !over.load(Ordering::Relaxed) {
            if let Some(frame) = self.next() {
                write_all(stream, &frame, &patience())?;
            }
        }
        Ok(())
    }

    /// The next frame to be sent, if there is one soon; the one before has been sent.
    fn next(&self) -> Option<Arc<[u8]>> {
        let mut waiting = self.locked();
        waiting.is_sending = false;
        if waiting.frames.is_empty() {
            self.changed.notify_all();
            let waited = self.changed.wait_timeout(waiting, LOOK);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let frame = waiting.frames.pop_front();
        waiting.is_sending = frame.is_some();
        frame
    }

    fn wait_until_empty(&self, until: Instant) {
        let mut waiting = self.locked();
        while waiting.is_sending || !waiting.frames.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.changed.wait_timeout(waiting, left);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn locked(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(number: u8) -> Arc<[u8]> {
        Arc::from([number])
    }

    #[test]
    fn the_oldest_give_way() {
        let outbox = Outbox::new("/slow");
        (0..5).for_each(|number| outbox.push(frame(number), 2));
        assert_eq!(
            [outbox.next(), outbox.next(), outbox.next()],
            [Some(frame(3)), Some(frame(4)), None]
        );
    }

    #[test]
    fn the_end_waits_for_what_is_being_sent_but_not_for_ever() {
        let outbox = Arc::new(Outbox::new("/slow"));
        outbox.push(frame(1), 2);
        assert_eq!(outbox.next(), Some(frame(1)));
        let began = Instant::now();
        outbox.wait_until_empty(began + Duration::from_millis(30));
        assert!(began.elapsed() >= Duration::from_millis(30), "it is still being sent");
        let sender = Arc::clone(&outbox);
        let sent = std::thread::spawn(move || sender.next());
        outbox.wait_until_empty(Instant::now() + Duration::from_secs(60));
        assert_eq!(sent.join().unwrap(), None);
    }
}
