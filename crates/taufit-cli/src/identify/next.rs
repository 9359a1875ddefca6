//! Commands that follow an identification.

use crate::context::Context;
use std::path::Path;
use taufit::study::{Study, StudyDocument};

/// Three commands: to hand the result over, or to mend what made it poor. None for a calling program.
pub(super) fn next_commands(
    ctx: &Context,
    study: &Study,
    robot: &str,
    out: Option<&Path>,
) -> String {
    if !ctx.is_terminal() {
        return String::new();
    }
    let log = study.logs.first().map_or("LOG", |log| log.source.as_str());
    let commands = match out {
        _ if study.header().is_poor() => [
            format!("taufit inspect {log} --robot {robot}"),
            format!("taufit excite {robot} -o motion.csv --preview motion.html"),
            study.header.warnings.first().map_or_else(
                || format!("taufit inspect {robot}"),
                |warning| format!("taufit explain {}", warning.code),
            ),
        ],
        None => {
            let name = &study.header.robot.name;
            let options = ctx.command().split_once(' ').map_or("", |(_, options)| options);
            [
                format!("taufit {options} --out {name}.taufit"),
                format!("taufit inspect {log} --robot {robot}"),
                format!("taufit excite {robot} -o motion.csv --validation check.csv"),
            ]
        }
        Some(dir) => {
            let dir = dir.display();
            [
                format!("open {dir}/report.html"),
                format!("taufit export {dir} --to mjcf -o identified.xml"),
                format!("taufit validate {dir} ANOTHER_LOG"),
            ]
        }
    };
    format!("\nNext     {}\n", commands.join("\n         "))
}
