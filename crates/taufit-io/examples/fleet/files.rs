//! Logs of the simulated fleet as files: MCAP, and Parquet with one column per channel.

use crate::simulation::{FleetSimulation, START_S, WEEK_S};
use parquet::basic::{Compression, Repetition, Type as Physical};
use parquet::data_type::DoubleType;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;
use taufit::recording::{EffortKind, Recording};
use taufit_io::{LogHeader, LogWriter};

type Outcome = Result<(), Box<dyn Error>>;

/// Writes `DIR/<robot>/<log>.mcap`, and `DIR.parquet/<robot>/<log>.parquet` with the same numbers.
pub(crate) fn write_files(fleet: &FleetSimulation, dir: &Path) -> Outcome {
    let tables = dir.with_extension("parquet");
    for robot in 0..fleet.n_robots {
        let folders = [dir, &tables].map(|dir| dir.join(fleet.name(robot)));
        folders.iter().try_for_each(std::fs::create_dir_all)?;
        for log in 0..fleet.n_logs {
            let recording = fleet.log(robot, log);
            let start_s = START_S + WEEK_S * log as f64;
            let [mcap, table] =
                ["mcap", "parquet"].map(|extension| format!("{log:03}.{extension}"));
            write_mcap(&recording, start_s, fleet.rate_hz, &folders[0].join(mcap))?;
            write_parquet(&recording, start_s, &folders[1].join(table))?;
        }
    }
    Ok(())
}

fn write_mcap(log: &Recording, start_s: f64, rate_hz: f64, path: &Path) -> Outcome {
    let head = LogHeader {
        joints: log.joints.clone(),
        effort_kind: EffortKind::Torque,
        rate_hz,
        wrench_frame: None,
        attachments: Vec::new(),
    };
    let mut writer = LogWriter::new(BufWriter::new(File::create(path)?), &head)?;
    let n = log.n_samples();
    for (k, t) in log.t_s.iter().enumerate() {
        let at = |x: &[f64]| x.iter().skip(k).step_by(n).copied().collect::<Vec<f64>>();
        writer.feedback(start_s + t, &at(&log.q), &[], &at(&log.effort))?;
    }
    writer.finish()?;
    Ok(())
}

fn write_parquet(log: &Recording, start_s: f64, path: &Path) -> Outcome {
    let t_s: Vec<f64> = log.t_s.iter().map(|t| start_s + t).collect();
    let channels = log.q.chunks(log.n_samples()).chain(log.effort.chunks(log.n_samples()));
    let columns: Vec<&[f64]> = std::iter::once(t_s.as_slice()).chain(channels).collect();
    let numbers = 1..=log.joints.len();
    let named = ["q", "tau"]
        .into_iter()
        .flat_map(|name| numbers.clone().map(move |k| format!("{name}{k}")));
    let names = std::iter::once("t_s".to_owned()).chain(named);
    let field = |name: String| {
        let column = Type::primitive_type_builder(&name, Physical::DOUBLE);
        column.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
    };
    let fields = names.map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("log").with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let file = BufWriter::new(File::create(path)?);
    let mut writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for values in columns {
        if let Some(mut column) = group.next_column()? {
            column.typed::<DoubleType>().write_batch(values, None, None)?;
            column.close()?;
        }
    }
    group.close()?;
    writer.close()?;
    Ok(())
}
