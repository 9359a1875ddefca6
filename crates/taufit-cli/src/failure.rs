//! Failures of a run and their exit codes.

use crate::interrupt::{SIGINT, exit_code};
use crate::option_hints::{option_hint, option_hint_for_file, option_of_setting};
use crate::warnings::WarningView;
use serde::Serialize;
use taufit::diagnostics::{InputError, SurveyError};
use taufit_codegen::CodegenError;

/// A verb's end.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// End of a run that is not a success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line asks for something that does not exist or makes no sense.
    Usage(FailureMessage),
    /// The robot or the data cannot be worked with.
    Refused(FailureMessage),
    /// A file could not be read or written, or a mistake of ours.
    Internal(FailureMessage),
    /// A signal came (Ctrl-C, SIGTERM, SIGHUP); everything was brought to a proper end.
    Interrupted(FailureMessage, i32),
    /// A signal ended what would not have ended by itself.
    Signal(i32),
    /// The result was printed; its verdict is poor.
    PoorQuality,
    /// A log was inspected and shown; it cannot be used.
    NotUsable,
    /// Ctrl-C ended a search; its best result was printed.
    BestSoFar,
    /// The reader of stdout closed it (`taufit … | head`): not a failure.
    BrokenPipe,
}

/// A message, and the code of its page if it has one.
#[derive(Debug, Serialize)]
pub(crate) struct FailureMessage {
    pub(crate) code: Option<&'static str>,
    pub(crate) message: String,
    /// Command-line options that resolve it, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) option: Option<String>,
    /// Findings of the gate in a log, root causes first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) findings: Vec<WarningView>,
}

/// Findings of the gate, if that is the error.
fn refusals(error: &taufit::Error) -> Vec<WarningView> {
    match error.kind() {
        Some(SurveyError::LogRefused { findings, .. }) => {
            findings.iter().map(WarningView::from).collect()
        }
        _ => Vec::new(),
    }
}

impl From<String> for FailureMessage {
    fn from(message: String) -> Self {
        Self { code: None, message, option: None, findings: Vec::new() }
    }
}

impl From<taufit::Error> for FailureMessage {
    fn from(error: taufit::Error) -> Self {
        let findings = refusals(&error);
        let setting = match error.kind() {
            Some(InputError::OutOfRange { setting, .. }) => option_of_setting(setting),
            _ => None,
        };
        let option = setting.or_else(|| option_hint(error.code()).map(str::to_owned));
        Self { code: Some(error.code()), message: error.to_string(), option, findings }
    }
}

impl From<taufit_io::Error> for Failure {
    fn from(error: taufit_io::Error) -> Self {
        let findings = match innermost(&error) {
            taufit_io::Error::Model(error) => refusals(error),
            _ => Vec::new(),
        };
        let option = option_hint_for_file(innermost(&error));
        let fault = FailureMessage {
            code: Some(error.code()),
            message: error.to_string(),
            option,
            findings,
        };
        match innermost(&error) {
            taufit_io::Error::UnknownSource { .. }
            | taufit_io::Error::UnknownEnding { .. }
            | taufit_io::Error::LogExists { .. }
            | taufit_io::Error::LogSetting { .. }
            | taufit_io::Error::OtherStudy { .. }
            | taufit_io::Error::FileExists
            | taufit_io::Error::ForeignFolder { .. }
            | taufit_io::Error::FolderIsFile => Self::Usage(fault),
            taufit_io::Error::Unreadable { .. }
            | taufit_io::Error::Unwritable { .. }
            | taufit_io::Error::LogUnwritable { .. } => Self::Internal(fault),
            _ => Self::Refused(fault),
        }
    }
}

/// A robot that was stopped has a reason: its data, the disk, or the operator.
impl From<taufit_robot::Error> for Failure {
    fn from(error: taufit_robot::Error) -> Self {
        let (code, message) = (Some(error.code()), error.to_string());
        let option = option_hint(error.code()).map(str::to_owned);
        let fault = FailureMessage { code, message, option, findings: Vec::new() };
        match error {
            taufit_robot::Error::Log(error) => error.into(),
            taufit_robot::Error::Operator { .. } => Self::Interrupted(fault, SIGINT),
            _ => Self::Refused(fault),
        }
    }
}

/// The error itself, without the file it happened in.
fn innermost(error: &taufit_io::Error) -> &taufit_io::Error {
    match error {
        taufit_io::Error::InFile { error, .. } => innermost(error),
        taufit_io::Error::Model(inner) => inner.kind().map_or(error, innermost),
        _ => error,
    }
}

/// Errors of what comes from the command line alone: names of parameters, numbers out of range, settings of a design.
const USAGE_CODES: [&str; 3] = ["E022", "E100", "E136"];

/// Errors of the library concern the data, unless their code or a verb makes them errors of usage.
impl From<taufit::Error> for Failure {
    fn from(error: taufit::Error) -> Self {
        match (error.kind::<taufit_io::Error>(), error.kind()) {
            (Some(file), _) => file.clone().into(),
            (_, Some(CodegenError::InvalidIdentifier { .. })) => Self::Usage(error.into()),
            _ if USAGE_CODES.contains(&error.code()) => Self::Usage(error.into()),
            _ => Self::Refused(error.into()),
        }
    }
}

impl Failure {
    /// The same, of a program that was interrupted by this signal.
    pub(crate) fn by_signal(self, signal: Option<i32>) -> Self {
        match (self, signal) {
            (Self::Interrupted(fault, _), Some(signal)) => Self::Interrupted(fault, signal),
            (failure, _) => failure,
        }
    }

    /// The same, of a verb whose settings come from a file: the file is to blame.
    pub(crate) fn in_settings_file(self) -> Self {
        match self {
            Self::Usage(fault) if fault.code.is_some_and(|code| USAGE_CODES.contains(&code)) => {
                Self::Refused(fault)
            }
            failure => failure,
        }
    }

    /// The same with its message or option changed.
    pub(crate) fn explained(mut self, explain: impl FnOnce(&mut FailureMessage)) -> Self {
        if let Self::Usage(fault) | Self::Refused(fault) | Self::Internal(fault) = &mut self {
            explain(fault);
        }
        self
    }

    /// The command line is to blame for an error of the library.
    pub(crate) fn usage(error: taufit::Error) -> Self {
        Self::Usage(error.into())
    }

    /// The command line is to blame, in words.
    pub(crate) fn misuse(message: impl Into<String>) -> Self {
        Self::Usage(message.into().into())
    }

    /// Something that should not happen, in words.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::Internal(message.into().into())
    }

    /// Exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::BrokenPipe => 0,
            Self::Internal(_) => 1,
            Self::Usage(_) => 2,
            Self::Refused(_) | Self::NotUsable => 3,
            Self::PoorQuality => 4,
            Self::Interrupted(_, signal) | Self::Signal(signal) => exit_code(*signal),
            Self::BestSoFar => exit_code(SIGINT),
        }
    }

    /// The message for stderr.
    pub(crate) fn render(&self, json: bool) -> String {
        match self {
            Self::Usage(fault)
            | Self::Refused(fault)
            | Self::Internal(fault)
            | Self::Interrupted(fault, _) => fault.render(json),
            Self::BestSoFar => "interrupted: this is the best so far\n".to_owned(),
            Self::PoorQuality | Self::NotUsable | Self::BrokenPipe | Self::Signal(_) => {
                String::new()
            }
        }
    }
}

impl FailureMessage {
    fn render(&self, json: bool) -> String {
        if json {
            return format!("{}\n", serde_json::json!({ "error": self }));
        }
        let Some(code) = self.code else { return format!("error: {}\n", self.message) };
        let mut text = format!("error[{code}]: {}\n", self.message);
        text += &self.option.iter().map(|option| format!("option: {option}\n")).collect::<String>();
        let repairs = self.findings.iter().filter_map(|f| f.repair.as_ref());
        text += &repairs.map(|option| format!("repair: {option}\n")).collect::<String>();
        let code = self.findings.first().map_or(code, |first| first.code);
        if !self.findings.is_empty() {
            let codes: Vec<&str> = self.findings.iter().map(|f| f.code).collect();
            text += &format!(
                "to go on in spite of it: --accept {}; the verdict is then at most usable\n",
                codes.join(",")
            );
        }
        text + &format!("help: taufit explain {code}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zero_axis() -> taufit::Error {
        taufit::diagnostics::ModelError::ZeroAxis { joint: "elbow".to_owned(), axis: [0.0; 3] }
            .into()
    }

    #[test]
    fn errors_carry_their_code_and_where_to_read_on() {
        let text = Failure::from(zero_axis()).render(false);
        assert!(text.starts_with("error[E006]: joint \"elbow\": its axis"), "{text}");
        assert!(text.ends_with("help: taufit explain E006\n"), "{text}");
    }

    #[test]
    fn machines_get_the_same_as_json() {
        let text = Failure::from(zero_axis()).render(true);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["error"]["code"], "E006");
    }

    #[test]
    fn the_culprit_decides_the_exit_code() {
        assert_eq!(Failure::from(zero_axis()).exit_code(), 3);
        assert_eq!(Failure::usage(zero_axis()).exit_code(), 2);
        assert_eq!(Failure::internal("").exit_code(), 1);
    }
}
