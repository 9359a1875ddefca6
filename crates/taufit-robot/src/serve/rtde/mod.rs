//! The simulated arm as a controller of Universal Robots: RTDE, script ports, dashboard server.
//!
//! | module | contents |
//! |---|---|
//! | `session` | one RTDE client |
//! | `fields` | output fields and inputs |
//! | `script_port`, `script` | received programs; interpreter of a few URScript commands |
//! | `setpoint_program` | our own program, which follows setpoints |
//! | `reference` | reference motion of the arm |
//! | `controller` | state that all ports share, cycle by cycle |
//! | `dashboard` | dashboard server |

mod controller;
mod dashboard;
mod fields;
mod reference;
mod script;
mod script_port;
mod session;
mod setpoint_program;

use crate::connection::ConnectionError;
use crate::error::Result;
use crate::rtde::check_joints;
use crate::serve::{ArmPacket, FeedbackFaults, ServedArm};
use controller::{ServedController, locked};
use dashboard::Nameplate;
use session::{ClientMessage, Clients, ServerState};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use taufit::command::Command;
use taufit::model::Robot;
use taufit_ros1::{StopFlag, TcpServer};

/// Longest wait for the first packet of the arm.
const FIRST_PACKET_TIMEOUT: Duration = Duration::from_secs(5);

/// Longest time between two checks of the stop flag.
const POLL_PERIOD: Duration = Duration::from_millis(100);

/// Ports of a controller; 0 takes a free one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RtdePorts {
    /// Real-time data exchange.
    pub rtde: u16,
    /// Programs.
    pub script: [u16; 3],
    /// Dashboard server.
    pub dashboard: u16,
}

impl RtdePorts {
    /// Ports of a real controller, each higher by an offset.
    pub fn standard(offset: u16) -> Self {
        let port = |standard: u16| standard.saturating_add(offset);
        Self { rtde: port(30004), script: [30001, 30002, 30003].map(port), dashboard: port(29999) }
    }
}

/// Properties of the served controller.
#[derive(Clone, Debug)]
pub struct RtdeServeSettings {
    /// Address to listen at.
    pub bind: IpAddr,
    /// Ports.
    pub ports: RtdePorts,
    /// Model of the robot, such as `UR5`.
    pub model: String,
    /// Software version: major, minor, bug fix, build. Major 5 is an e-Series.
    pub version: [u32; 4],
    /// Whether the robot is in remote control.
    pub is_remote: bool,
}

impl RtdeServeSettings {
    /// An e-Series controller of a robot on the loopback, on free ports.
    pub fn new(robot: &Robot) -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            ports: RtdePorts::default(),
            model: robot.name().to_uppercase(),
            version: [5, 12, 0, 0],
            is_remote: true,
        }
    }
}

/// State of a served controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServedState {
    /// The robot's clock \[s\].
    pub t_s: f64,
    /// Number of RTDE clients.
    pub n_clients: usize,
    /// Whether a program runs.
    pub is_playing: bool,
}

/// The simulated arm as a controller of Universal Robots. It ends when dropped.
#[derive(Debug)]
pub struct RtdeServer {
    arm: ServedArm,
    ports: RtdePorts,
    state: ServerState,
    control_cycle: Option<JoinHandle<()>>,
    servers: Vec<TcpServer>,
}

impl RtdeServer {
    /// Opens the ports. `robot` is the model that the controller has of the arm.
    pub fn start(arm: ServedArm, robot: &Robot, settings: &RtdeServeSettings) -> Result<Self> {
        check_joints(robot).map_err(ConnectionError::from)?;
        let info = arm.info();
        let controller =
            ServedController::new(robot, info.effort_kind, info.rate_hz, arm.driver_faults());
        let state = ServerState {
            controller: Arc::new(Mutex::new(controller)),
            clients: Clients::default(),
            stop: StopFlag::default(),
            latest: Arc::default(),
            version: settings.version,
            rate_hz: info.rate_hz,
        };
        // The first packet determines which fields exist.
        if let Ok(packet) = arm.listen().recv_timeout(FIRST_PACKET_TIMEOUT) {
            let output = locked(&state.controller).output(&packet.feedback);
            state.set_latest(output);
        }
        let mut server =
            Self { arm, ports: settings.ports, state, control_cycle: None, servers: Vec::new() };
        server.start_servers(settings)?;
        server.start_control_cycle();
        Ok(server)
    }

    /// Ports that were opened.
    pub fn ports(&self) -> RtdePorts {
        self.ports
    }

    /// Served arm.
    pub fn arm(&self) -> &ServedArm {
        &self.arm
    }

    /// Current state.
    pub fn state(&self) -> ServedState {
        ServedState {
            t_s: self.state.latest().map_or(0.0, |output| output.t_s),
            n_clients: self.state.clients.count(),
            is_playing: locked(&self.state.controller).is_playing(),
        }
    }

    fn start_control_cycle(&mut self) {
        let cycle = ControlCycle {
            packets: self.arm.listen(),
            commands: self.arm.commands(),
            faults: FeedbackFaults::new(self.arm.driver_faults().clone()),
            server: self.state.clone(),
        };
        let thread = std::thread::Builder::new().name("control cycle".to_owned());
        self.control_cycle = thread.spawn(|| cycle.run()).ok();
    }

    fn start_servers(&mut self, settings: &RtdeServeSettings) -> Result<(), ConnectionError> {
        let RtdeServeSettings { bind, ports, .. } = settings;
        let (state, n_clients) = (self.state.clone(), AtomicU64::new(0));
        self.ports.rtde = self.listen(*bind, ports.rtde, move |stream| {
            session::serve(stream, &state, n_clients.fetch_add(1, Ordering::Relaxed));
        })?;
        for (k, port) in ports.script.into_iter().enumerate() {
            let state = self.state.clone();
            let serve = move |stream| script_port::serve(stream, &state);
            self.ports.script[k] = self.listen(*bind, port, serve)?;
        }
        let nameplate = Nameplate {
            model: settings.model.clone(),
            version: settings.version,
            is_remote: settings.is_remote,
        };
        let ServerState { controller, stop, .. } = self.state.clone();
        self.ports.dashboard = self.listen(*bind, ports.dashboard, move |stream| {
            dashboard::serve(stream, &controller, &nameplate, &stop);
        })?;
        Ok(())
    }

    /// Starts a TCP server; returns its port.
    fn listen(
        &mut self,
        bind: IpAddr,
        port: u16,
        serve: impl Fn(TcpStream) + Send + Sync + 'static,
    ) -> Result<u16, ConnectionError> {
        let address = SocketAddr::new(bind, port);
        let started = TcpListener::bind(address)
            .and_then(|listener| TcpServer::start(listener, &self.state.stop, serve));
        let server = started.map_err(|error| ConnectionError::Unreachable {
            what: "a port of the served controller",
            address: address.to_string(),
            problem: error.to_string(),
        })?;
        let port = server.port();
        self.servers.push(server);
        Ok(port)
    }
}

impl Drop for RtdeServer {
    fn drop(&mut self) {
        self.state.stop.store(true, Ordering::Relaxed);
        self.servers.clear();
        if let Some(thread) = self.control_cycle.take() {
            // A panic of the thread has been reported already.
            let _ = thread.join();
        }
    }
}

/// Control cycle: program, arm, clients.
struct ControlCycle {
    packets: Receiver<Arc<ArmPacket>>,
    commands: Sender<Command>,
    faults: FeedbackFaults,
    server: ServerState,
}

impl ControlCycle {
    /// Runs one cycle per packet of the arm, until the stop flag is set.
    fn run(mut self) {
        while !self.server.stop.load(Ordering::Relaxed) {
            match self.packets.recv_timeout(POLL_PERIOD) {
                Ok(packet) => self.cycle(&packet),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn cycle(&mut self, packet: &ArmPacket) {
        let mut controller = locked(&self.server.controller);
        let command = controller.cycle(&packet.feedback);
        let sent = self.faults.apply(&packet.feedback);
        let output = sent.map(|sent| controller.output(&sent));
        drop(controller);
        if let Some(command) = command {
            // An arm that has ended closes its packets as well.
            let _ = self.commands.send(command);
        }
        if let Some(output) = output {
            let output = self.server.set_latest(output);
            self.server.clients.send(&ClientMessage::Cycle(output));
        }
    }
}
