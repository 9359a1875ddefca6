//! XML-RPC, in which masters and nodes of ROS 1 talk about who offers what.
//!
//! | module | what it holds |
//! |---|---|
//! | `value` | [`Value`]: what is said |
//! | `text` | calls and answers as XML |
//! | `http` | one text after the other over a connection |
//! | `client` | [`call`]: a question and its answer |
//! | `server` | [`serve_calls`]: answers to whoever asks |

mod client;
mod http;
mod server;
mod text;
mod value;

pub(crate) use client::call;
pub(crate) use server::serve_calls;
pub(crate) use text::{Call, Fault};
pub(crate) use value::Value;
