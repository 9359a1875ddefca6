//! Robot connection over RTDE.

use super::dashboard::Dashboard;
use super::identity::{check_joints, check_size};
use super::registers::{Mode, N_JOINTS};
use super::sample::{RtdeSample, STATE_PERIOD_S};
use super::session::{LastMessage, Session};
use super::setpoint_sender::{SetpointSender, ZERO_SETPOINT};
use super::socket::{connect, lost, resolve};
use super::{RtdeError, program, readiness};
use crate::connection::{
    AuxiliaryData, CommandKind, ConnectionInfo, RobotConnection, RobotFeedback, answer_from_queue,
};
use crate::connection::{
    ConnectionError, ConnectionSettings, ConnectionWarning, PacketQueue, RtdeAddress, packet_queue,
};
use crate::error::Result;
use std::io::Write;
use std::net::TcpStream;
use std::sync::PoisonError;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use taufit::command::{Command, Setpoint};
use taufit::experiment::Phase;
use taufit::model::Robot;

/// Longest time for which a running program may be slowed down \[s\].
const MAX_SLOWED_S: f64 = 0.1;

/// Connection to a controller of Universal Robots. When dropped, the robot is at rest and the program has
/// ended.
#[derive(Debug)]
pub(crate) struct RtdeConnection {
    info: ConnectionInfo,
    address: RtdeAddress,
    timeout: Duration,
    warnings: Vec<ConnectionWarning>,
    queue: PacketQueue<RtdeSample>,
    message: LastMessage,
    reader: Option<JoinHandle<()>>,
    setpoints: SetpointSender,
    /// Connection on which a program was sent, until it runs: closed at once, the program might be lost.
    script: Option<(TcpStream, Instant)>,
    latest: RtdeSample,
    auxiliary: Option<AuxiliaryData>,
    /// Time of the last recorded state, and time since which the robot is slowed down \[s\].
    state_s: f64,
    slowed_s: Option<f64>,
    has_targets: bool,
}

impl RtdeConnection {
    /// Connects and waits for the first packet. Nothing moves.
    pub(crate) fn connect(settings: &ConnectionSettings, robot: &Robot) -> Result<Self> {
        check_joints(robot).map_err(ConnectionError::from)?;
        let RtdeAddress { host, port, .. } = &settings.rtde;
        let timeout = Duration::try_from_secs_f64(settings.timeout_s).unwrap_or_default();
        let session =
            Session::open(resolve("the controller", host, *port)?, settings.effort, timeout)?;
        let mut warnings = session_warnings(&session.missing, settings.rate_hz, session.rate_hz);
        warnings.extend(settings.torque_warning(robot));
        match dashboard(&settings.rtde, timeout) {
            Ok(mut dashboard) => {
                let found = dashboard.query("get robot model").ok().flatten().unwrap_or_default();
                check_size(robot.name(), &found).map_err(ConnectionError::from)?;
            }
            Err(problem) => warnings.push(ConnectionWarning::NoDashboard { problem }),
        }
        let info = ConnectionInfo {
            joints: robot.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
            rate_hz: session.rate_hz,
            effort_kind: settings.effort,
            commands: vec![CommandKind::Position, CommandKind::Velocity],
            wrench_frame: None,
        };
        let has_targets = !session.missing.iter().any(|field| field == "target_q");
        let setpoints = SetpointSender::new(session.writer()?, session.inputs.clone());
        let (sender, queue) = packet_queue();
        let (message, effort) = (LastMessage::default(), settings.effort);
        let message_of_reader = LastMessage::clone(&message);
        let reader = std::thread::Builder::new()
            .name("rtde".to_owned())
            .spawn(move || session.read_packets(effort, sender, &message_of_reader));
        let latest = queue.next(timeout)?.ok_or_else(|| {
            let source_name = format!("{host}:{port}");
            let silent = ConnectionError::Silent { source_name, waited_s: settings.timeout_s };
            queue.rejected().unwrap_or(silent)
        })?;
        Ok(Self {
            info,
            address: settings.rtde.clone(),
            timeout,
            warnings,
            queue,
            message,
            reader: reader.ok(),
            setpoints,
            script: None,
            latest,
            auxiliary: None,
            state_s: f64::NEG_INFINITY,
            slowed_s: None,
            has_targets,
        })
    }

    /// Discards queued packets but the newest.
    fn discard_old_packets(&mut self) -> Result<()> {
        if let Some(newest) = self.queue.newest(self.timeout)? {
            self.latest = newest;
        }
        Ok(())
    }

    fn send_script(&mut self, text: &str) -> Result<(), ConnectionError> {
        let RtdeAddress { host, script_port, .. } = &self.address;
        let what = "the port for programs";
        let mut stream = connect(what, resolve(what, host, *script_port)?, self.timeout)?;
        stream.write_all(text.as_bytes()).map_err(|error| lost(&error))?;
        self.script = Some((stream, Instant::now()));
        Ok(())
    }

    /// Refuses to continue with a robot that does not follow commands.
    fn check_motion(&mut self) -> Result<(), ConnectionError> {
        let (status, now_s) = (self.latest.status, self.latest.feedback.t_s);
        status.check_ready()?;
        status.check_program()?;
        let since_s = *self.slowed_s.get_or_insert(now_s);
        if !status.is_slowed() {
            self.slowed_s = None;
        } else if now_s - since_s > MAX_SLOWED_S {
            return Err(ConnectionError::SpeedScaled { percent: 100.0 * status.speed_scaling });
        }
        Ok(())
    }
}

impl RobotConnection for RtdeConnection {
    answer_from_queue!();

    fn check_ready(&mut self) -> Result<()> {
        self.setpoints.check_inputs().map_err(ConnectionError::from)?;
        if let Ok(mut dashboard) = dashboard(&self.address, self.timeout) {
            readiness::query(&mut dashboard)?;
        }
        self.discard_old_packets()?;
        Ok(self.latest.status.check_ready()?)
    }

    fn warnings(&self) -> Vec<ConnectionWarning> {
        self.warnings.clone()
    }

    fn has_targets(&self) -> bool {
        self.has_targets
    }

    fn auxiliary(&mut self) -> Option<AuxiliaryData> {
        self.auxiliary.take()
    }

    fn begin(&mut self, phase: &Phase) -> Result<()> {
        if self.setpoints.next_phase() == 1 {
            self.discard_old_packets()?;
        }
        let moves = phase.motion.command(0.0).is_some();
        if moves && !self.setpoints.is_started() {
            self.setpoints.start()?;
            self.send_script(&program::text(self.info.rate_hz))?;
        }
        Ok(())
    }

    fn is_ready(&mut self) -> Result<bool> {
        let Some((_, sent)) = &self.script else { return Ok(true) };
        let status = self.latest.status;
        status.check_ready()?;
        if status.is_playing() && self.setpoints.has_received(status.heartbeat) {
            self.script = None;
            return Ok(true);
        }
        if sent.elapsed() > self.timeout {
            let text = self.message.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let silence = || format!("nothing within {:.1} s", self.timeout.as_secs_f64());
            let answer = text.unwrap_or_else(silence);
            return Err(ConnectionError::from(RtdeError::ProgramRefused { answer }).into());
        }
        self.setpoints.send(Mode::Idle, ZERO_SETPOINT)?;
        Ok(false)
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        self.check_motion()?;
        let (mode, setpoint) = match command {
            Command::Position(point) => (Mode::Servo, extrapolated(point)),
            Command::Velocity(qd) => (Mode::Speed, six(qd.iter().copied())),
            // Other commands are not offered in [`ConnectionInfo`].
            _ => (Mode::Idle, ZERO_SETPOINT),
        };
        Ok(self.setpoints.send(mode, setpoint)?)
    }

    fn receive(&mut self) -> Result<Option<RobotFeedback>> {
        let period = Duration::from_secs_f64(1.0 / self.info.rate_hz);
        let Some(sample) = self.queue.next(period)? else { return Ok(None) };
        let with_state = sample.feedback.t_s - self.state_s >= STATE_PERIOD_S;
        if with_state {
            self.state_s = sample.feedback.t_s;
        }
        self.auxiliary = Some(sample.auxiliary(with_state));
        self.latest = sample;
        Ok(Some(self.latest.feedback.clone()))
    }

    fn stop(&mut self) -> Result<()> {
        // A robot that was not commanded is not stopped.
        if !self.setpoints.is_started() {
            return Ok(());
        }
        match self.setpoints.send(Mode::Idle, ZERO_SETPOINT) {
            Ok(()) => Ok(()),
            // The program stops by itself; a stop program is a second way.
            Err(_) => Ok(self.send_script(&program::stop_text())?),
        }
    }
}

impl Drop for RtdeConnection {
    fn drop(&mut self) {
        self.setpoints.end();
        if let Some(reader) = self.reader.take() {
            // A panic of the thread has been reported already.
            let _ = reader.join();
        }
    }
}

/// Warnings about fields that the controller does not have, and about its rate.
pub(super) fn session_warnings(
    missing: &[String],
    asked_hz: f64,
    found_hz: f64,
) -> Vec<ConnectionWarning> {
    let missing =
        (!missing.is_empty()).then(|| ConnectionWarning::NotRecorded { fields: missing.to_vec() });
    let rate =
        (asked_hz != found_hz).then_some(ConnectionWarning::OtherRate { asked_hz, found_hz });
    missing.into_iter().chain(rate).collect()
}

fn dashboard(address: &RtdeAddress, timeout: Duration) -> std::result::Result<Dashboard, String> {
    let RtdeAddress { host, dashboard_port, .. } = address;
    let place =
        resolve("the dashboard server", host, *dashboard_port).map_err(|e| e.to_string())?;
    Dashboard::connect(place, timeout).map_err(|error| error.to_string())
}

/// Reference after the look-ahead time of `servoj`, which compensates its delay.
fn extrapolated(point: &Setpoint) -> [f64; N_JOINTS] {
    let by_s = program::LOOKAHEAD_S;
    let Setpoint { q, qd, qdd } = point;
    six((0..q.len()).map(|i| q[i] + by_s * (qd[i] + 0.5 * by_s * qdd[i])))
}

fn six(values: impl Iterator<Item = f64>) -> [f64; N_JOINTS] {
    let mut six = [0.0; N_JOINTS];
    six.iter_mut().zip(values).for_each(|(place, value)| *place = value);
    six
}
