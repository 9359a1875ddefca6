//! A controller of Universal Robots as a robot of a run.

use super::dashboard::Dashboard;
use super::follower::{Follower, STILL};
use super::identity::{check_joints, check_size};
use super::reading::{Reading, STATE_EVERY_S};
use super::registers::{Mode, N_JOINTS};
use super::session::{LastWords, Session};
use super::wire::{dial, lost, resolve};
use super::{RtdeError, program, readiness};
use crate::error::Result;
use crate::link::{Aside, CommandKind, Feedback, LinkInfo, RobotLink};
use crate::live::{Feed, LiveDoubt, LiveError, LiveSettings, RtdeAddress, feed};
use std::io::Write;
use std::net::TcpStream;
use std::sync::PoisonError;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use taufit::experiment::Phase;
use taufit::model::Robot;
use taufit::sim::{Command, Setpoint};

/// How long a running program may be slowed down before the run ends \[s\].
const SLOWED_S: f64 = 0.1;

/// A robot of Universal Robots. Dropped, it leaves a robot that stands and a program that has ended.
#[derive(Debug)]
pub(crate) struct RtdeLink {
    info: LinkInfo,
    address: RtdeAddress,
    timeout: Duration,
    doubts: Vec<LiveDoubt>,
    feed: Feed<Reading>,
    words: LastWords,
    reader: Option<JoinHandle<()>>,
    follower: Follower,
    /// The connection that a program was sent on, until it runs: closed at once, it might be lost.
    script: Option<(TcpStream, Instant)>,
    latest: Reading,
    aside: Option<Aside>,
    /// When slow things were kept last, and since when the robot is slowed down \[s\].
    state_s: f64,
    slowed_s: Option<f64>,
    has_targets: bool,
}

impl RtdeLink {
    /// Connects, and waits for the first packet. Nothing moves.
    pub(crate) fn connect(settings: &LiveSettings, robot: &Robot) -> Result<Self> {
        check_joints(robot).map_err(LiveError::from)?;
        let RtdeAddress { host, port, .. } = &settings.rtde;
        let timeout = Duration::try_from_secs_f64(settings.timeout_s).unwrap_or_default();
        let session =
            Session::open(resolve("the controller", host, *port)?, settings.effort, timeout)?;
        let mut doubts = link_doubts(&session, settings.rate_hz);
        doubts.extend(settings.torque_doubt(robot));
        match dashboard(&settings.rtde, timeout) {
            Ok(mut dashboard) => {
                let found = dashboard.ask("get robot model").ok().flatten().unwrap_or_default();
                check_size(robot.name(), &found).map_err(LiveError::from)?;
            }
            Err(problem) => doubts.push(LiveDoubt::NoDashboard { problem }),
        }
        let info = LinkInfo {
            joints: robot.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
            rate_hz: session.rate_hz,
            effort_kind: settings.effort,
            commands: vec![CommandKind::Position, CommandKind::Velocity],
            wrench_frame: None,
        };
        let has_targets = !session.missing.iter().any(|field| field == "target_q");
        let follower = Follower::new(session.writer()?, session.inputs.clone());
        let (sender, feed) = feed();
        let (words, effort) = (LastWords::default(), settings.effort);
        let heard = LastWords::clone(&words);
        let reader = std::thread::Builder::new()
            .name("rtde".to_owned())
            .spawn(move || session.read_on(effort, sender, &heard));
        let latest = feed.next(timeout)?.ok_or_else(|| {
            let source_name = format!("{host}:{port}");
            let silent = LiveError::Silent { source_name, waited_s: settings.timeout_s };
            feed.rejected().unwrap_or(silent)
        })?;
        Ok(Self {
            info,
            address: settings.rtde.clone(),
            timeout,
            doubts,
            feed,
            words,
            reader: reader.ok(),
            follower,
            script: None,
            latest,
            aside: None,
            state_s: f64::NEG_INFINITY,
            slowed_s: None,
            has_targets,
        })
    }

    /// What waited while nobody asked is of no use.
    fn catch_up(&mut self) -> Result<()> {
        if let Some(newest) = self.feed.newest(self.timeout)? {
            self.latest = newest;
        }
        Ok(())
    }

    fn send_script(&mut self, text: &str) -> Result<(), LiveError> {
        let RtdeAddress { host, script_port, .. } = &self.address;
        let what = "the port for programs";
        let mut stream = dial(what, resolve(what, host, *script_port)?, self.timeout)?;
        stream.write_all(text.as_bytes()).map_err(|error| lost(&error))?;
        self.script = Some((stream, Instant::now()));
        Ok(())
    }

    /// Refuses to go on with a robot that does not do what it is told.
    fn check_motion(&mut self) -> Result<(), LiveError> {
        let (status, now_s) = (self.latest.status, self.latest.feedback.t_s);
        status.check_able()?;
        status.check_follows()?;
        let since_s = *self.slowed_s.get_or_insert(now_s);
        if !status.is_slowed() {
            self.slowed_s = None;
        } else if now_s - since_s > SLOWED_S {
            return Err(LiveError::SpeedScaled { percent: 100.0 * status.speed_scaling });
        }
        Ok(())
    }
}

impl RobotLink for RtdeLink {
    fn info(&self) -> &LinkInfo {
        &self.info
    }

    fn now_s(&self) -> f64 {
        self.feed.now_s()
    }

    fn local_s(&self) -> f64 {
        self.feed.local_s()
    }

    fn rejected(&self) -> Option<LiveError> {
        self.feed.rejected()
    }

    fn check_ready(&mut self) -> Result<()> {
        self.follower.check_inputs().map_err(LiveError::from)?;
        if let Ok(mut dashboard) = dashboard(&self.address, self.timeout) {
            readiness::ask(&mut dashboard)?;
        }
        self.catch_up()?;
        Ok(self.latest.status.check_able()?)
    }

    fn doubts(&self) -> Vec<LiveDoubt> {
        self.doubts.clone()
    }

    fn has_targets(&self) -> bool {
        self.has_targets
    }

    fn aside(&mut self) -> Option<Aside> {
        self.aside.take()
    }

    fn begin(&mut self, phase: &Phase) -> Result<()> {
        if self.follower.next_phase() == 1 {
            self.catch_up()?;
        }
        let moves = phase.motion.command(0.0).is_some();
        if moves && !self.follower.is_started() {
            self.follower.start()?;
            self.send_script(&program::text(self.info.rate_hz))?;
        }
        Ok(())
    }

    fn is_ready(&mut self) -> Result<bool> {
        let Some((_, sent)) = &self.script else { return Ok(true) };
        let status = self.latest.status;
        status.check_able()?;
        if status.is_playing() && self.follower.is_heard_as(status.beat) {
            self.script = None;
            return Ok(true);
        }
        if sent.elapsed() > self.timeout {
            let said = self.words.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let silence = || format!("nothing within {:.1} s", self.timeout.as_secs_f64());
            let answer = said.unwrap_or_else(silence);
            return Err(LiveError::from(RtdeError::ProgramRefused { answer }).into());
        }
        self.follower.order(Mode::Idle, STILL)?;
        Ok(false)
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        self.check_motion()?;
        let (mode, setpoint) = match command {
            Command::Position(point) => (Mode::Servo, ahead(point)),
            Command::Velocity(qd) => (Mode::Speed, six(qd.iter().copied())),
            // The rest is not offered in the link's info.
            _ => (Mode::Idle, STILL),
        };
        Ok(self.follower.order(mode, setpoint)?)
    }

    fn receive(&mut self) -> Result<Option<Feedback>> {
        let period = Duration::from_secs_f64(1.0 / self.info.rate_hz);
        let Some(reading) = self.feed.next(period)? else { return Ok(None) };
        let with_state = reading.feedback.t_s - self.state_s >= STATE_EVERY_S;
        if with_state {
            self.state_s = reading.feedback.t_s;
        }
        self.aside = Some(reading.aside(with_state));
        self.latest = reading;
        Ok(Some(self.latest.feedback.clone()))
    }

    fn stop(&mut self) -> Result<()> {
        // A robot that was only listened to is not ours to stop.
        if !self.follower.is_started() {
            return Ok(());
        }
        match self.follower.order(Mode::Idle, STILL) {
            Ok(()) => Ok(()),
            // The program stops by itself; a second way is tried all the same.
            Err(_) => Ok(self.send_script(&program::stop_text())?),
        }
    }
}

impl Drop for RtdeLink {
    fn drop(&mut self) {
        self.follower.end();
        if let Some(reader) = self.reader.take() {
            // A reader that broke has nothing more to say.
            let _ = reader.join();
        }
    }
}

fn link_doubts(session: &Session, asked_hz: f64) -> Vec<LiveDoubt> {
    let found_hz = session.rate_hz;
    let missing = (!session.missing.is_empty())
        .then(|| LiveDoubt::NotRecorded { fields: session.missing.clone() });
    let rate = (asked_hz != found_hz).then_some(LiveDoubt::OtherRate { asked_hz, found_hz });
    missing.into_iter().chain(rate).collect()
}

fn dashboard(address: &RtdeAddress, timeout: Duration) -> std::result::Result<Dashboard, String> {
    let RtdeAddress { host, dashboard_port, .. } = address;
    let place =
        resolve("the dashboard server", host, *dashboard_port).map_err(|e| e.to_string())?;
    Dashboard::connect(place, timeout).map_err(|error| error.to_string())
}

/// Where the reference will be when `servoj` has smoothed its way there.
fn ahead(point: &Setpoint) -> [f64; N_JOINTS] {
    let by_s = program::LOOKAHEAD_S;
    let Setpoint { q, qd, qdd } = point;
    six((0..q.len()).map(|i| q[i] + by_s * (qd[i] + 0.5 * by_s * qdd[i])))
}

fn six(values: impl Iterator<Item = f64>) -> [f64; N_JOINTS] {
    let mut six = [0.0; N_JOINTS];
    six.iter_mut().zip(values).for_each(|(place, value)| *place = value);
    six
}
