//! Jobs: processes of the `taufit` command, a few at a time; the others wait or are refused.

mod child;
mod history;
mod progress;
mod record;

pub(crate) use record::{JobRecord, JobState};

use crate::command::{CommandLine, VerbTable};
use crate::diagnostics::{Result, StudioError};
use crate::events::{Events, News};
use crate::settings::StudioLimits;
use child::{ChildControl, ChildEnd, ChildOrder};
use history::History;
use progress::Report;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Ended jobs that are kept.
const MAX_KEPT: usize = 100;
/// Shortest time between two news about one job.
const NEWS_PERIOD: Duration = Duration::from_millis(150);
/// Time that processes have to come to an end when the studio does.
const SHUT_DOWN_TIME: Duration = Duration::from_secs(3);

/// All jobs of a project.
pub(crate) struct Jobs {
    program: Vec<OsString>,
    folder: PathBuf,
    limits: StudioLimits,
    history: History,
    events: Events,
    queue: Mutex<Queue>,
    /// Held while the history is written, so that the newest state is the last.
    writing: Mutex<()>,
    /// Threads that watch a process.
    n_threads: AtomicUsize,
}

/// Jobs in the order of their start.
struct Queue {
    jobs: Vec<KeptJob>,
    is_closed: bool,
}

struct KeptJob {
    record: JobRecord,
    arguments: Vec<String>,
    control: Arc<ChildControl>,
    told: Option<Instant>,
}

impl Jobs {
    /// Reads the history of a project; what ran when the last studio ended is marked as lost.
    pub(crate) fn open(
        folder: &Path,
        program: Vec<OsString>,
        limits: &StudioLimits,
        events: Events,
    ) -> Arc<Self> {
        let history = History::open(folder);
        let jobs = history.read().into_iter().map(KeptJob::of_the_past).collect();
        let queue = Mutex::new(Queue { jobs, is_closed: false });
        let (folder, limits) = (folder.to_owned(), limits.clone());
        let (writing, n_threads) = Default::default();
        let jobs = Self { program, folder, limits, history, events, queue, writing, n_threads };
        jobs.keep();
        Arc::new(jobs)
    }

    /// Starts a job, now or when there is room.
    pub(crate) fn start(self: &Arc<Self>, command: CommandLine) -> Result<JobRecord> {
        let mut queue = self.lock();
        let n_waiting = queue.count(|record| record.state == JobState::Waiting);
        if n_waiting >= self.limits.n_waiting || queue.is_closed {
            return Err(StudioError::QueueFull { n_waiting });
        }
        let record = JobRecord::new(queue.next_id(), &command);
        let control = Arc::default();
        let arguments = command.arguments;
        queue.jobs.push(KeptJob { record: record.clone(), arguments, control, told: None });
        drop(queue);
        self.fill();
        self.changed(record.id);
        self.get(record.id)
    }

    /// A job.
    pub(crate) fn get(&self, id: u64) -> Result<JobRecord> {
        let queue = self.lock();
        let job = queue.jobs.iter().find(|job| job.record.id == id);
        job.map(|job| job.record.clone()).ok_or_else(|| StudioError::absent(format!("job {id}")))
    }

    /// All jobs, the oldest first.
    pub(crate) fn records(&self) -> Vec<JobRecord> {
        self.lock().jobs.iter().map(|job| job.record.clone()).collect()
    }

    /// Ends a job: one that waits at once, one that runs by the signal of Ctrl-C.
    pub(crate) fn cancel(&self, id: u64) -> Result<JobRecord> {
        let mut queue = self.lock();
        let Some(job) = queue.jobs.iter_mut().find(|job| job.record.id == id) else {
            return Err(StudioError::absent(format!("job {id}")));
        };
        match job.record.state {
            JobState::Waiting => job.record.end(JobState::Cancelled),
            JobState::Running => job.control.cancel(),
            _ => {}
        }
        drop(queue);
        self.changed(id);
        self.get(id)
    }

    /// File with what a job wrote to stdout.
    pub(crate) fn document(&self, id: u64) -> Result<PathBuf> {
        let path = self.history.document(self.get(id)?.id);
        if path.is_file() {
            Ok(path)
        } else {
            Err(StudioError::absent(format!("document of job {id}")))
        }
    }

    /// Ends all processes; no more are started.
    pub(crate) fn shut_down(&self) {
        let mut queue = self.lock();
        queue.is_closed = true;
        for job in &mut queue.jobs {
            match job.record.state {
                JobState::Waiting => job.record.end(JobState::Cancelled),
                JobState::Running => job.control.cancel(),
                _ => {}
            }
        }
        drop(queue);
        let begin = Instant::now();
        let is_running = || self.n_threads.load(Ordering::SeqCst) > 0;
        while is_running() && begin.elapsed() < SHUT_DOWN_TIME {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.keep();
        self.history.release();
    }

    /// Starts waiting jobs as long as there is room: looks do not wait for work.
    fn fill(self: &Arc<Self>) {
        let mut queue = self.lock();
        for is_look in [false, true] {
            let is_of_lane = |record: &JobRecord| VerbTable::is_look(&record.verb) == is_look;
            while queue.count(|r| r.state == JobState::Running && is_of_lane(r))
                < self.limits.n_running
            {
                let waits = |job: &&mut KeptJob| {
                    job.record.state == JobState::Waiting && is_of_lane(&job.record)
                };
                let Some(job) = queue.jobs.iter_mut().find(waits) else { break };
                job.record.begin();
                let order = ChildOrder {
                    program: self.program.clone(),
                    arguments: job.arguments.clone(),
                    folder: self.folder.clone(),
                    document: self.history.document(job.record.id),
                    memory_bytes: self.limits.job_memory_bytes,
                };
                let (id, control) = (job.record.id, Arc::clone(&job.control));
                let jobs = Arc::clone(self);
                self.n_threads.fetch_add(1, Ordering::SeqCst);
                std::thread::spawn(move || jobs.work(id, &order, &control));
            }
        }
    }

    /// One process from its start to its end.
    fn work(self: Arc<Self>, id: u64, order: &ChildOrder, control: &ChildControl) {
        let end = child::run(order, control, &|report| self.take_report(id, report));
        let mut queue = self.lock();
        if let Some(job) = queue.jobs.iter_mut().find(|job| job.record.id == id) {
            job.record.take_end(&end, control.is_cancelled());
        }
        queue.forget_oldest(&self.history);
        drop(queue);
        self.fill();
        self.changed(id);
        self.events.tell(News::Project);
        self.n_threads.fetch_sub(1, Ordering::SeqCst);
    }

    /// Something that a process said.
    fn take_report(&self, id: u64, report: Report) {
        let mut queue = self.lock();
        let Some(job) = queue.jobs.iter_mut().find(|job| job.record.id == id) else { return };
        job.record.take_report(report);
        let is_due = job.told.is_none_or(|told| told.elapsed() >= NEWS_PERIOD);
        if is_due {
            job.told = Some(Instant::now());
            self.events.tell(News::Job(id));
        }
    }

    /// Writes the history and tells the pages.
    fn changed(&self, id: u64) {
        self.keep();
        self.events.tell(News::Job(id));
    }

    fn keep(&self) {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.history.write(&self.records());
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KeptJob {
    fn of_the_past(record: JobRecord) -> Self {
        Self { record, arguments: Vec::new(), control: Arc::default(), told: None }
    }
}

impl Queue {
    fn count(&self, is: impl Fn(&JobRecord) -> bool) -> usize {
        self.jobs.iter().filter(|job| is(&job.record)).count()
    }

    /// Numbers grow with time, so that another studio of the same folder has others.
    fn next_id(&self) -> u64 {
        let last = self.jobs.iter().map(|job| job.record.id).max();
        record::now_ms().max(last.map_or(0, |id| id + 1))
    }

    fn forget_oldest(&mut self, history: &History) {
        let has_ended =
            |job: &KeptJob| !matches!(job.record.state, JobState::Waiting | JobState::Running);
        while self.jobs.iter().filter(|job| has_ended(job)).count() > MAX_KEPT {
            let Some(oldest) = self.jobs.iter().position(has_ended) else { return };
            history.forget(self.jobs.remove(oldest).record.id);
        }
    }
}

impl ChildEnd {
    /// State of a job whose process ended like this.
    fn state(&self, is_cancelled: bool) -> JobState {
        match self {
            _ if is_cancelled => JobState::Cancelled,
            Self::Exit(0) => JobState::Done,
            Self::Exit(4) => JobState::Poor,
            Self::Exit(3) => JobState::Refused,
            _ => JobState::Failed,
        }
    }
}
