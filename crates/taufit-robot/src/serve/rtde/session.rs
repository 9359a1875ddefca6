//! One client of the real-time data exchange: a reading and a writing thread.

use super::controller::{ControllerOutput, SharedController, locked};
use super::fields::{input_type, output, set_input};
use crate::rtde::protocol::{
    FieldType, IN_USE, MalformedPacket, NOT_FOUND, PacketDecoder, Recipe, Reply, Request,
    RtdePacket, VERSION,
};
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use taufit_ros1::{Deadline, StopFlag, read_some};

/// Cycles that a client may be behind; further ones are lost.
const QUEUE_LENGTH: usize = 2000;

/// Longest time for writing to a client.
const WRITE_TIMEOUT: Duration = Duration::from_secs(1);

/// Message to the writing thread of a client.
#[derive(Clone, Debug)]
pub(super) enum ClientMessage {
    /// Output of a cycle.
    Cycle(Arc<ControllerOutput>),
    /// Reply to a request, or a text message.
    Reply(Reply),
    /// Start (true) or pause of the data.
    Running(bool),
    /// Output recipe, its fields, and the number of cycles per packet.
    Outputs(u8, Vec<String>, u64),
}

/// Number of a client and the channel to its writing thread.
type Client = (u64, SyncSender<ClientMessage>);

/// Connected clients.
#[derive(Clone, Debug, Default)]
pub(super) struct Clients(Arc<Mutex<Vec<Client>>>);

impl Clients {
    /// Sends a message to all clients; removes those that have ended.
    pub(super) fn send(&self, message: &ClientMessage) {
        self.locked().retain(|(_, client)| {
            !matches!(client.try_send(message.clone()), Err(TrySendError::Disconnected(_)))
        });
    }

    /// Number of clients.
    pub(super) fn count(&self) -> usize {
        self.locked().len()
    }

    fn locked(&self) -> MutexGuard<'_, Vec<Client>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// State that the threads of the served controller share.
#[derive(Clone, Debug)]
pub(super) struct ServerState {
    pub(super) controller: SharedController,
    pub(super) clients: Clients,
    pub(super) stop: StopFlag,
    /// Output of the last cycle: it determines which fields exist.
    pub(super) latest: Arc<Mutex<Option<Arc<ControllerOutput>>>>,
    pub(super) version: [u32; 4],
    pub(super) rate_hz: f64,
}

impl ServerState {
    /// Output of the last cycle.
    pub(super) fn latest(&self) -> Option<Arc<ControllerOutput>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stores the output of a cycle.
    pub(super) fn set_latest(&self, output: ControllerOutput) -> Arc<ControllerOutput> {
        let output = Arc::new(output);
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&output));
        output
    }
}

/// Serves one client until it disconnects or violates the protocol.
pub(super) fn serve(mut stream: TcpStream, server: &ServerState, client: u64) {
    let (sender, messages) = sync_channel(QUEUE_LENGTH);
    let Ok(output) = stream.try_clone() else { return };
    if output.set_write_timeout(Some(WRITE_TIMEOUT)).is_err() {
        return;
    }
    server.clients.locked().push((client, sender.clone()));
    let writer = std::thread::Builder::new().spawn(move || write_messages(output, &messages));
    let mut session = ClientSession { server, client, sender, inputs: Vec::new(), n_recipes: 0 };
    // A client that disconnects or violates the protocol is not served further.
    let _ = session.read_requests(&mut stream);
    locked(&server.controller).release(client);
    server.clients.locked().retain(|(number, _)| *number != client);
    let _ = stream.shutdown(Shutdown::Both);
    drop(session);
    if let Ok(writer) = writer {
        let _ = writer.join();
    }
}

struct ClientSession<'a> {
    server: &'a ServerState,
    client: u64,
    sender: SyncSender<ClientMessage>,
    /// Input recipes of the client.
    inputs: Vec<Recipe>,
    n_recipes: u8,
}

impl ClientSession<'_> {
    fn read_requests(&mut self, stream: &mut TcpStream) -> Result<(), MalformedPacket> {
        let deadline = Deadline::none(&self.server.stop);
        let (mut decoder, mut buffer) = (PacketDecoder::default(), [0; 4096]);
        while let Ok(n @ 1..) = read_some(stream, &mut buffer, &deadline) {
            decoder.push(&buffer[..n]);
            while let Some(packet) = decoder.next()? {
                self.answer(packet)?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, packet: RtdePacket) -> Result<(), MalformedPacket> {
        let reply = match Request::of(packet)? {
            Request::Version(version) => Reply::Version(version == VERSION),
            Request::ControllerVersion => Reply::ControllerVersion(self.server.version),
            Request::Outputs { rate_hz, fields } => self.set_outputs(rate_hz, fields),
            Request::Inputs { fields } => self.set_inputs(&fields)?,
            // Data follow the reply to a start, and none follow the reply to a pause.
            Request::Start => {
                self.send(ClientMessage::Reply(Reply::Start(true)));
                self.send(ClientMessage::Running(true));
                return Ok(());
            }
            Request::Pause => {
                self.send(ClientMessage::Running(false));
                Reply::Pause(true)
            }
            Request::Data(content) => return self.write_inputs(&content),
            Request::Text => return Ok(()),
        };
        self.send(ClientMessage::Reply(reply));
        Ok(())
    }

    /// Sends a message; one to a client that has ended is lost.
    fn send(&self, message: ClientMessage) {
        let _ = self.sender.send(message);
    }

    fn next_id(&mut self) -> u8 {
        self.n_recipes = self.n_recipes.wrapping_add(1).max(1);
        self.n_recipes
    }

    fn set_outputs(&mut self, rate_hz: f64, fields: Vec<String>) -> Reply {
        let latest = self.server.latest();
        let field_type = |field: &String| {
            let value = latest.as_ref().and_then(|latest| output(field, latest));
            value.map_or(NOT_FOUND, |value| value.field_type().name()).to_owned()
        };
        let types: Vec<String> = fields.iter().map(field_type).collect();
        if types.iter().any(|name| name == NOT_FOUND) {
            return Reply::Outputs { id: 0, types };
        }
        let n_cycles = (self.server.rate_hz / rate_hz).round().clamp(1.0, 1e6) as u64;
        let id = self.next_id();
        self.send(ClientMessage::Outputs(id, fields, n_cycles));
        Reply::Outputs { id, types }
    }

    fn set_inputs(&mut self, fields: &[String]) -> Result<Reply, MalformedPacket> {
        let mut controller = locked(&self.server.controller);
        let types: Vec<String> = fields
            .iter()
            .map(|field| match input_type(field) {
                None => NOT_FOUND,
                Some(_) if !controller.reserve(self.client, field) => IN_USE,
                Some(field_type) => field_type.name(),
            })
            .map(str::to_owned)
            .collect();
        drop(controller);
        if types.iter().any(|name| FieldType::of(name).is_err()) {
            return Ok(Reply::Inputs { id: 0, types });
        }
        let names: Vec<&str> = fields.iter().map(String::as_str).collect();
        let recipe = Recipe::new(self.next_id(), &names, &types)?;
        let id = recipe.id;
        self.inputs.push(recipe);
        Ok(Reply::Inputs { id, types })
    }

    /// Writes all inputs of a packet under one lock.
    fn write_inputs(&self, content: &[u8]) -> Result<(), MalformedPacket> {
        let known = self.inputs.iter().find(|recipe| content.first() == Some(&recipe.id));
        let Some(recipe) = known else { return Ok(()) };
        let values = recipe.read(content)?;
        let mut controller = locked(&self.server.controller);
        for ((name, _), value) in recipe.fields.iter().zip(values) {
            set_input(&mut controller, name, value);
        }
        Ok(())
    }
}

/// Writes the messages of a client until it disconnects.
fn write_messages(mut stream: TcpStream, messages: &Receiver<ClientMessage>) {
    let (mut is_running, mut outputs, mut n_cycles) = (false, None, 0u64);
    for message in messages {
        let packet = match message {
            ClientMessage::Running(now) => {
                is_running = now;
                continue;
            }
            ClientMessage::Outputs(id, fields, period) => {
                outputs = Some((id, fields, period));
                continue;
            }
            ClientMessage::Reply(reply) => reply.packet(),
            ClientMessage::Cycle(latest) => {
                n_cycles += 1;
                let Some((id, fields, period)) = outputs.as_ref().filter(|_| is_running) else {
                    continue;
                };
                if !n_cycles.is_multiple_of(*period) {
                    continue;
                }
                Recipe::packet(*id, fields.iter().filter_map(|field| output(field, &latest)))
            }
        };
        let written = packet.to_bytes().ok().and_then(|bytes| stream.write_all(&bytes).ok());
        if written.is_none() {
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
}
