//! What a node asks its master.

use super::Ros1Error;
use super::address::{Address, own_host, said_host};
use super::patience::{Over, Patience};
use super::xmlrpc::{Value, call};
use crate::live::LiveError;
use std::io::{self, Error, ErrorKind};
use std::time::Duration;

/// A master, as one of its nodes sees it.
#[derive(Clone, Debug)]
pub(crate) struct Master {
    uri: String,
    address: Address,
    /// Who asks.
    caller: String,
    timeout: Duration,
}

impl Master {
    /// A master at an address. Nothing is asked yet.
    pub(crate) fn new(uri: &str, caller: &str, timeout: Duration) -> Result<Self, LiveError> {
        let (uri, caller) = (uri.to_owned(), caller.to_owned());
        match Address::parse(&uri, "http") {
            Ok(address) => Ok(Self { uri, address, caller, timeout }),
            Err(error) => Err(LiveError::NoMaster { master_uri: uri, problem: error.to_string() }),
        }
    }

    /// Where it is.
    pub(crate) fn uri(&self) -> &str {
        &self.uri
    }

    /// Whether it is there, and is one.
    pub(crate) fn greet(&self) -> Result<(), LiveError> {
        self.ask("getUri", Vec::new()).map(drop)
    }

    /// What others call this computer.
    pub(crate) fn own_host(&self) -> Result<String, LiveError> {
        let patience = self.patience();
        let of_connection = || own_host(&self.address.dial(&patience)?, &patience);
        match said_host() {
            Some(host) => Ok(host),
            None => of_connection().map_err(|error| self.missing(&error)),
        }
    }

    /// Asks for something in the name of the node.
    pub(crate) fn ask(&self, method: &str, params: Vec<Value>) -> Result<Value, LiveError> {
        self.ask_within(method, params, &self.patience())
    }

    /// The same, with patience that is shared with other questions.
    pub(crate) fn ask_within(
        &self,
        method: &str,
        params: Vec<Value>,
        patience: &Patience,
    ) -> Result<Value, LiveError> {
        let params = [vec![Value::from(self.caller.as_str())], params].concat();
        let answer = call(&self.address, method, params, patience);
        let answer = answer.map_err(|error| match error.kind() {
            ErrorKind::Other => self.refusal(method, error.to_string()),
            _ => self.missing(&error),
        })?;
        unpacked(&answer).map_err(|error| self.refusal(method, error.to_string()))
    }

    fn patience(&self) -> Patience {
        Patience::new(self.timeout, &Over::default())
    }

    fn missing(&self, error: &Error) -> LiveError {
        LiveError::NoMaster { master_uri: self.uri.clone(), problem: error.to_string() }
    }

    fn refusal(&self, call: &str, answer: String) -> LiveError {
        let (master_uri, call) = (self.uri.clone(), call.to_owned());
        Ros1Error::MasterRefused { master_uri, call, answer }.into()
    }
}

/// What masters and nodes answer: a code, words, and what was asked for.
pub(crate) fn unpacked(answer: &Value) -> io::Result<Value> {
    let [code, words, value] = answer.array()? else {
        return Err(Error::other("not three values: code, words, answer"));
    };
    match code.int()? {
        1 => Ok(value.clone()),
        code => Err(Error::other(format!("{} (code {code})", words.text()?))),
    }
}

/// An answer that says yes.
pub(crate) fn packed(value: impl Into<Value>) -> Value {
    Value::Array(vec![Value::Int(1), Value::from(""), value.into()])
}

/// An answer that says no, with a reason.
pub(crate) fn refused(why: &str) -> Value {
    Value::Array(vec![Value::Int(-1), Value::from(why), Value::Int(0)])
}
