//! `taufit studio FOLDER`: a page on this computer from robot and logs to an identified model.

use crate::context::Context;
use crate::document::render_document;
use crate::explain;
use crate::failure::{Failure, FailureMessage, Outcome};
use crate::interrupt::SIGINT;
use crate::option_hints::option_hint;
use crate::verb_table::verb_views;
use clap::Args;
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use taufit_studio::{Studio, StudioError, StudioSettings};

/// Open a page on this computer that leads from a robot and its logs to an identified model
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The page is served on this computer alone and needs no network. Its address holds a random token: who has the
address sees the page. Every step shows the line of the command that it runs, and the same in Python.

Everything is in the project folder, as the files that the command line reads and writes: uploads/, motions,
results. studio.toml holds nothing but choices, .studio the history of jobs; both may be deleted. Several
pages and the command line may work in one folder at the same time. Ctrl-C ends the studio and its jobs.

Examples:
  taufit studio                        in this folder
  taufit studio my_robot --no-open     prints the address
  taufit studio --port 8800")]
pub(crate) struct StudioArgs {
    /// Project folder, made where it does not exist
    #[arg(value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// Port; 8732, or any other where that is taken, if not given
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address to listen at; others than those of this computer let others in, without encryption
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Without opening a browser; the address is printed
    #[arg(long)]
    no_open: bool,
}

/// View of a studio that listens.
#[derive(Debug, Serialize)]
struct StudioView<'a> {
    url: &'a str,
    folder: &'a str,
}

/// Serves the page until a signal.
pub(crate) fn run(ctx: &Context, args: &StudioArgs) -> Outcome {
    let verbs = serde_json::to_string(&verb_views())
        .map_err(|error| Failure::internal(error.to_string()))?;
    let mut settings = StudioSettings::new(args.folder.clone(), ctx.program().to_vec(), verbs);
    (settings.listen, settings.port, settings.explain) = (args.listen, args.port, explain::page);
    let studio = Studio::open(settings)?;
    let signals = ctx.end_signals().map_err(|error| Failure::internal(error.to_string()))?;
    if !args.listen.is_loopback() {
        ctx.message(&format!(
            "warning: others in the network reach {}; whoever sees the address or the traffic can read and change \
             the project\n",
            args.listen
        ));
    }
    let (url, folder) = (studio.url(), args.folder.display().to_string());
    let view = StudioView { url: &url, folder: &folder };
    ctx.show(
        || render_document("studio", None, (), &view),
        |_| format!("taufit studio: {folder}\n{url}\nCtrl-C ends it.\n"),
    )?;
    if !args.no_open && !ctx.json {
        open_browser(&url);
    }
    studio.serve(signals.flag())?;
    match signals.signal() {
        // The usual end of a server.
        None | Some(SIGINT) => Ok(()),
        Some(signal) => Err(Failure::Signal(signal)),
    }
}

/// Opens the page in the browser of the system; where there is none, the address is on the screen.
fn open_browser(url: &str) {
    let (program, arguments): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let _ = command.spawn();
}

impl From<StudioError> for Failure {
    fn from(error: StudioError) -> Self {
        if let StudioError::File(error) = error {
            return error.into();
        }
        let (code, message) = (error.code(), format!("{error}; {}", error.advice()));
        let option = option_hint(code).map(str::to_owned);
        let fault = FailureMessage { code: Some(code), message, option, findings: Vec::new() };
        match error {
            StudioError::ProjectFolder { .. } | StudioError::Address { .. } => {
                Self::Internal(fault)
            }
            _ => Self::Usage(fault),
        }
    }
}
