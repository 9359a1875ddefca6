//! File for the JSON document of a verb whose result is no folder.

use crate::context::Context;
use crate::failure::Outcome;
use crate::result_folder::ForceArgs;
use clap::Args;
use std::path::{Path, PathBuf};
use taufit_io::output::{check_file, write_file};

/// File of a document.
#[derive(Clone, Debug, Args)]
pub(crate) struct DocumentOutArgs {
    /// Where to write; a file for the JSON document
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

impl DocumentOutArgs {
    /// Refuses a file that exists, before the work is done.
    pub(crate) fn check(&self) -> Outcome {
        self.out.as_ref().map_or(Ok(()), |path| Ok(check_file(path, self.force.existing())?))
    }

    /// The file, where one is wanted.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// Writes the document, where a file is wanted, and shows the result.
    pub(crate) fn show(
        &self,
        ctx: &Context,
        document: impl FnOnce() -> Outcome<String>,
        screen: impl FnOnce(u16) -> String,
    ) -> Outcome {
        let Some(path) = &self.out else { return ctx.show(document, screen) };
        let text = document()?;
        write_file(path, text.as_bytes(), self.force.existing())?;
        ctx.show(|| Ok(text), screen)?;
        ctx.remark(&format!("written to {}\n", path.display()));
        Ok(())
    }
}
