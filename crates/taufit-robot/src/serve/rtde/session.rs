//! One client of the real-time data exchange: a thread that hears, a thread that speaks.

use super::controller::{Shared, State, locked};
use super::fields::{input_type, output, tell};
use super::port::{Over, hear};
use crate::rtde::protocol::{
    FieldType, Frame, Frames, IN_USE, Malformed, NOT_FOUND, Recipe, Reply, Request, VERSION,
};
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Cycles that a client may fall behind; what comes beyond is lost.
const LONGEST_QUEUE: usize = 2000;

/// What a client is sent.
#[derive(Clone, Debug)]
pub(super) enum Said {
    /// The state of a cycle.
    State(Arc<State>),
    /// Something else.
    Reply(Reply),
    /// It begins, or pauses.
    Runs(bool),
    /// What it wants to hear: recipe, fields, every how many cycles.
    Wants(u8, Vec<String>, u64),
}

/// A client, by its number, and what it is told.
type Client = (u64, SyncSender<Said>);

/// The clients that are connected.
#[derive(Clone, Debug, Default)]
pub(super) struct Clients(Arc<Mutex<Vec<Client>>>);

impl Clients {
    /// Tells everybody; whoever is gone is forgotten.
    pub(super) fn tell(&self, said: &Said) {
        self.locked().retain(|(_, client)| {
            !matches!(client.try_send(said.clone()), Err(TrySendError::Disconnected(_)))
        });
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.locked().len()
    }

    fn locked(&self) -> MutexGuard<'_, Vec<Client>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a session needs to know.
#[derive(Clone, Debug)]
pub(super) struct House {
    pub(super) controller: Shared,
    pub(super) clients: Clients,
    pub(super) over: Over,
    /// What the controller said last: which fields there are depends on it.
    pub(super) latest: Arc<Mutex<Option<Arc<State>>>>,
    pub(super) version: [u32; 4],
    pub(super) rate_hz: f64,
}

/// Serves one client until it goes.
pub(super) fn serve(mut stream: TcpStream, house: &House, client: u64) {
    let (sender, said) = sync_channel(LONGEST_QUEUE);
    let Ok(mouth) = stream.try_clone() else { return };
    house.clients.locked().push((client, sender.clone()));
    let speaker = std::thread::Builder::new().spawn(move || speak(mouth, &said));
    let mut ear = Ear { house, client, sender, inputs: Vec::new(), n_recipes: 0 };
    let (mut frames, mut buffer) = (Frames::default(), [0; 4096]);
    'hearing: while let Some(n) = hear(&mut stream, &house.over, &mut buffer) {
        frames.push(&buffer[..n]);
        loop {
            match frames.next().and_then(|frame| frame.map(|f| ear.answer(f)).transpose()) {
                Ok(Some(())) => {}
                Ok(None) => break,
                // Somebody who speaks another language.
                Err(_) => break 'hearing,
            }
        }
    }
    locked(&house.controller).release(client);
    house.clients.locked().retain(|(who, _)| *who != client);
    let _ = stream.shutdown(Shutdown::Both);
    drop(ear);
    if let Ok(speaker) = speaker {
        let _ = speaker.join();
    }
}

struct Ear<'a> {
    house: &'a House,
    client: u64,
    sender: SyncSender<Said>,
    /// Recipes of what the client tells.
    inputs: Vec<Recipe>,
    n_recipes: u8,
}

impl Ear<'_> {
    fn answer(&mut self, frame: Frame) -> Result<(), Malformed> {
        let reply = match Request::of(frame)? {
            Request::Version(version) => Reply::Version(version == VERSION),
            Request::ControllerVersion => Reply::ControllerVersion(self.house.version),
            Request::Outputs { rate_hz, fields } => self.agree_on_outputs(rate_hz, fields),
            Request::Inputs { fields } => self.agree_on_inputs(&fields)?,
            // Data come after the answer, and none after that to a pause.
            Request::Start => {
                self.say(Said::Reply(Reply::Start(true)));
                self.say(Said::Runs(true));
                return Ok(());
            }
            Request::Pause => {
                self.say(Said::Runs(false));
                Reply::Pause(true)
            }
            Request::Data(content) => return self.take(&content),
            Request::Text => return Ok(()),
        };
        self.say(Said::Reply(reply));
        Ok(())
    }

    /// A client that does not listen loses what it is told.
    fn say(&self, said: Said) {
        let _ = self.sender.send(said);
    }

    fn next_id(&mut self) -> u8 {
        self.n_recipes = self.n_recipes.wrapping_add(1).max(1);
        self.n_recipes
    }

    fn agree_on_outputs(&mut self, rate_hz: f64, fields: Vec<String>) -> Reply {
        let latest = self.house.latest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let kind = |field: &String| {
            let value = latest.as_ref().and_then(|state| output(field, state));
            value.map_or(NOT_FOUND, |value| value.field_type().name()).to_owned()
        };
        let types: Vec<String> = fields.iter().map(kind).collect();
        if types.iter().any(|kind| kind == NOT_FOUND) {
            return Reply::Outputs { id: 0, types };
        }
        let every = (self.house.rate_hz / rate_hz).round().clamp(1.0, 1e6) as u64;
        let id = self.next_id();
        self.say(Said::Wants(id, fields, every));
        Reply::Outputs { id, types }
    }

    fn agree_on_inputs(&mut self, fields: &[String]) -> Result<Reply, Malformed> {
        let mut controller = locked(&self.house.controller);
        let types: Vec<String> = fields
            .iter()
            .map(|field| match input_type(field) {
                None => NOT_FOUND,
                Some(_) if !controller.hold(self.client, field) => IN_USE,
                Some(kind) => kind.name(),
            })
            .map(str::to_owned)
            .collect();
        drop(controller);
        if types.iter().any(|kind| FieldType::of(kind).is_err()) {
            return Ok(Reply::Inputs { id: 0, types });
        }
        let names: Vec<&str> = fields.iter().map(String::as_str).collect();
        let recipe = Recipe::new(self.next_id(), &names, &types)?;
        let id = recipe.id;
        self.inputs.push(recipe);
        Ok(Reply::Inputs { id, types })
    }

    /// All registers of a packet change at once.
    fn take(&self, content: &[u8]) -> Result<(), Malformed> {
        let known = self.inputs.iter().find(|recipe| content.first() == Some(&recipe.id));
        let Some(recipe) = known else { return Ok(()) };
        let values = recipe.read(content)?;
        let mut controller = locked(&self.house.controller);
        for ((name, _), value) in recipe.fields.iter().zip(values) {
            tell(&mut controller, name, value);
        }
        Ok(())
    }
}

/// Writes what a client is told, until it goes.
fn speak(mut stream: TcpStream, said: &Receiver<Said>) {
    let (mut runs, mut wants, mut n_cycles) = (false, None, 0u64);
    for said in said {
        let frame = match said {
            Said::Runs(now) => {
                runs = now;
                continue;
            }
            Said::Wants(id, fields, every) => {
                wants = Some((id, fields, every));
                continue;
            }
            Said::Reply(reply) => reply.frame(),
            Said::State(state) => {
                n_cycles += 1;
                let Some((id, fields, every)) = wants.as_ref().filter(|_| runs) else { continue };
                if !n_cycles.is_multiple_of(*every) {
                    continue;
                }
                Recipe::frame(*id, fields.iter().filter_map(|field| output(field, &state)))
            }
        };
        let written = frame.to_bytes().ok().and_then(|bytes| stream.write_all(&bytes).ok());
        if written.is_none() {
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
}
