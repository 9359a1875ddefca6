//! Calls of a node to its master.

use crate::address::{Address, host_of_environment};
use crate::xmlrpc::{XmlRpcValue, call};
use crate::{Deadline, Ros1Error, StopFlag};
use std::io::{self, Error, ErrorKind};
use std::time::Duration;

/// Master, as one of its nodes calls it.
#[derive(Clone, Debug)]
pub struct MasterClient {
    uri: String,
    address: Address,
    /// Name of the calling node.
    caller: String,
    timeout: Duration,
}

impl MasterClient {
    /// Client of the master at an address, for calls of the node `caller`. Nothing is sent yet.
    pub fn new(uri: &str, caller: &str, timeout: Duration) -> Result<Self, Ros1Error> {
        let (uri, caller) = (uri.to_owned(), caller.to_owned());
        match Address::parse(&uri, "http") {
            Ok(address) => Ok(Self { uri, address, caller, timeout }),
            Err(error) => Err(Ros1Error::NoMaster { master_uri: uri, problem: error.to_string() }),
        }
    }

    /// Address of the master.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Refuses an address at which no master answers.
    pub fn check_reachable(&self) -> Result<(), Ros1Error> {
        self.call("getUri", Vec::new()).map(drop)
    }

    /// Host of this computer for other nodes: that of the environment, else the local address of the
    /// connection to the master, which is the loopback for a master on this computer.
    pub(crate) fn own_host(&self) -> Result<String, Ros1Error> {
        let local = || self.address.connect(&self.deadline())?.local_addr();
        match host_of_environment() {
            Some(host) => Ok(host),
            None => local()
                .map(|address| address.ip().to_string())
                .map_err(|error| self.no_master(&error)),
        }
    }

    /// Calls a method with the name of the node as its first argument; returns the value of the answer.
    pub fn call(&self, method: &str, params: Vec<XmlRpcValue>) -> Result<XmlRpcValue, Ros1Error> {
        self.call_within(method, params, &self.deadline())
    }

    /// [`Self::call`] with a deadline that it shares with other calls.
    pub(crate) fn call_within(
        &self,
        method: &str,
        params: Vec<XmlRpcValue>,
        deadline: &Deadline,
    ) -> Result<XmlRpcValue, Ros1Error> {
        let params = [vec![XmlRpcValue::from(self.caller.as_str())], params].concat();
        let answer = call(&self.address, method, params, deadline);
        let answer = answer.map_err(|error| match error.kind() {
            ErrorKind::Other => self.refusal(method, error.to_string()),
            _ => self.no_master(&error),
        })?;
        response_value(&answer).map_err(|error| self.refusal(method, error.to_string()))
    }

    fn deadline(&self) -> Deadline {
        Deadline::new(self.timeout, &StopFlag::default())
    }

    fn no_master(&self, error: &Error) -> Ros1Error {
        Ros1Error::NoMaster { master_uri: self.uri.clone(), problem: error.to_string() }
    }

    fn refusal(&self, call: &str, answer: String) -> Ros1Error {
        let (master_uri, call) = (self.uri.clone(), call.to_owned());
        Ros1Error::MasterRefused { master_uri, call, answer }
    }
}

/// Value of a response `[code, message, value]` with code 1; an error for every other code.
pub(crate) fn response_value(response: &XmlRpcValue) -> io::Result<XmlRpcValue> {
    let [code, message, value] = response.array()? else {
        return Err(Error::other("not three values: code, message, value"));
    };
    match code.int()? {
        1 => Ok(value.clone()),
        code => Err(Error::other(format!("{} (code {code})", message.text()?))),
    }
}

/// Response of success.
pub(crate) fn success(value: impl Into<XmlRpcValue>) -> XmlRpcValue {
    XmlRpcValue::Array(vec![XmlRpcValue::Int(1), XmlRpcValue::from(""), value.into()])
}

/// Response of failure with its reason.
pub(crate) fn failure(reason: &str) -> XmlRpcValue {
    XmlRpcValue::Array(vec![XmlRpcValue::Int(-1), XmlRpcValue::from(reason), XmlRpcValue::Int(0)])
}
