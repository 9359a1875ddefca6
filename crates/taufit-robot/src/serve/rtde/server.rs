//! The served controller: all of its ports, and its clock.

use super::clock::Clock;
use super::controller::{Controller, locked};
use super::dashboard::{self, Plate};
use super::port::{Over, attend, open};
use super::script_port;
use super::session::{self, Clients, House};
use super::settings::{RtdePorts, RtdeServeSettings};
use crate::error::Result;
use crate::live::LiveError;
use crate::rtde::check_joints;
use crate::serve::ServedArm;
use std::net::TcpListener;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use taufit::model::Robot;

/// How long an arm may take to say something.
const FIRST_WORDS: Duration = Duration::from_secs(5);

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServedState {
    /// The robot's clock \[s\].
    pub t_s: f64,
    /// Clients of the data exchange.
    pub n_clients: usize,
    /// Whether a program runs.
    pub is_playing: bool,
}

/// The simulated arm as a controller of Universal Robots. It ends when this is dropped.
#[derive(Debug)]
pub struct RtdeServer {
    arm: ServedArm,
    ports: RtdePorts,
    house: House,
    threads: Vec<JoinHandle<()>>,
}

impl RtdeServer {
    /// Opens the ports. `robot` is the model of the controller: the arm as it is described.
    pub fn start(arm: ServedArm, robot: &Robot, settings: &RtdeServeSettings) -> Result<Self> {
        check_joints(robot).map_err(LiveError::from)?;
        let info = arm.info();
        let controller = Controller::new(robot, info.effort_kind, info.rate_hz, arm.mischief());
        let house = House {
            controller: Arc::new(Mutex::new(controller)),
            clients: Clients::default(),
            over: Over::default(),
            latest: Arc::default(),
            version: settings.version,
            rate_hz: info.rate_hz,
        };
        // Which fields there are, the first words of the arm tell.
        if let Ok(packet) = arm.listen().recv_timeout(FIRST_WORDS) {
            let said = locked(&house.controller).state(&packet.feedback);
            *house.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(said));
        }
        let doors = Doors::open(settings)?;
        let mut server = Self { arm, ports: doors.ports()?, house, threads: Vec::new() };
        server.run_clock();
        server.attend(doors, settings);
        Ok(server)
    }

    /// The ports that were opened.
    pub fn ports(&self) -> RtdePorts {
        self.ports
    }

    /// The arm behind it.
    pub fn arm(&self) -> &ServedArm {
        &self.arm
    }

    /// What is going on.
    pub fn state(&self) -> ServedState {
        let latest = self.house.latest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        ServedState {
            t_s: latest.map_or(0.0, |state| state.t_s),
            n_clients: self.house.clients.count(),
            is_playing: locked(&self.house.controller).is_playing(),
        }
    }

    fn run_clock(&mut self) {
        let clock = Clock::new(&self.arm, self.house.clone());
        let thread = std::thread::Builder::new().name("clock".to_owned()).spawn(|| clock.run());
        self.threads.extend(thread);
    }

    fn attend(&mut self, doors: Doors, settings: &RtdeServeSettings) {
        let (house, n_clients) = (self.house.clone(), AtomicU64::new(0));
        let rtde = attend(doors.rtde, Over::clone(&self.house.over), move |stream| {
            session::serve(stream, &house, n_clients.fetch_add(1, Ordering::Relaxed));
        });
        self.threads.extend(rtde);
        for door in doors.script {
            let House { controller, clients, over, .. } = self.house.clone();
            let ended = Over::clone(&over);
            let script = attend(door, ended, move |stream| {
                script_port::serve(stream, &controller, &clients, &over);
            });
            self.threads.extend(script);
        }
        let House { controller, over, .. } = self.house.clone();
        let plate = Plate {
            model: settings.model.clone(),
            version: settings.version,
            is_remote: settings.is_remote,
        };
        let ended = Over::clone(&over);
        let dashboard = attend(doors.dashboard, ended, move |stream| {
            dashboard::serve(stream, &controller, &plate, &over);
        });
        self.threads.extend(dashboard);
    }
}

impl Drop for RtdeServer {
    fn drop(&mut self) {
        self.house.over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that broke has nothing more to say.
            let _ = thread.join();
        }
    }
}

struct Doors {
    rtde: TcpListener,
    script: Vec<TcpListener>,
    dashboard: TcpListener,
}

impl Doors {
    fn open(settings: &RtdeServeSettings) -> Result<Self, LiveError> {
        let RtdeServeSettings { bind, ports, .. } = settings;
        Ok(Self {
            rtde: open(*bind, ports.rtde)?,
            script: ports.script.iter().map(|port| open(*bind, *port)).collect::<Result<_, _>>()?,
            dashboard: open(*bind, ports.dashboard)?,
        })
    }

    fn ports(&self) -> Result<RtdePorts, LiveError> {
        let port = |door: Option<&TcpListener>| {
            let address = door.map(TcpListener::local_addr).transpose();
            address.map(|address| address.map_or(0, |a| a.port())).map_err(|error| {
                LiveError::Lost { what: "a port".to_owned(), problem: error.to_string() }
            })
        };
        let script = |k: usize| port(self.script.get(k));
        Ok(RtdePorts {
            rtde: port(Some(&self.rtde))?,
            script: [script(0)?, script(1)?, script(2)?],
            dashboard: port(Some(&self.dashboard))?,
        })
    }
}
