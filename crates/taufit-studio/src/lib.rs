//! `taufit studio`: a page on this computer that leads from a robot and its logs to an identified model.
//!
//! Nothing is identified here. A job is a process of the `taufit` command, whose line the page shows; all state is in
//! files of the project folder that the command line reads and writes.
//! In the order in which a request travels:
//!
//! | module | content |
//! |---|---|
//! | `diagnostics` | errors with code, next step and status of HTTP |
//! | `settings` | folder, address, limits |
//! | `server` | connections with time limits |
//! | `guard` | token, cookie, host and origin of a request; headers of an answer |
//! | `routes` | addresses of the page |
//! | `project` | the folder: which files may be touched, what is in it, choices, uploads |
//! | `command` | choices on the page -> arguments, command line, call in Python |
//! | `jobs` | processes: queue, limits, progress, history |
//! | `series` | logs as extremes per bucket, read piece by piece |
//! | `robot` | what is needed to draw a robot |

mod answer;
mod assets;
mod command;
mod diagnostics;
mod events;
mod guard;
mod jobs;
mod project;
mod robot;
mod routes;
mod series;
mod server;
mod settings;
mod state;

pub use diagnostics::{Result, StudioError};
pub use project::StudioChoices;
pub use server::Studio;
pub use settings::{StudioLimits, StudioSettings};
