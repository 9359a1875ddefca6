//! `taufit observe ROBOT LOG... --store DIR`: logs of a fleet into its store, each once.

use crate::context::{Context, quoted};
use crate::failure::{Failure, Outcome};
use crate::layout_args::LayoutArgs;
use crate::log_args::EffortLogArgs;
use crate::method_args::GateArgs;
use crate::next_steps::render_next;
use crate::numbers::count;
use crate::result_folder::json;
use crate::text::wrap;
use clap::Args;
use std::path::{Path, PathBuf};
use taufit::diagnostics::FleetError;
use taufit::methods::{FleetModel, RigidSettings};
use taufit_io::LogOptions;
use taufit_io::fleet_store::{FleetStore, ObservedFiles, RobotLog, observe_files, plan_from_files};

/// Logs of the first robot that a plan is made from, at most.
const PLAN_LOGS: usize = 8;

/// Add the evidence of logs to the store of a fleet; only new logs are read
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A store holds one robot type. The first call makes its plan from up to eight of the logs of one robot: friction model,
cut-off and filter are then the same for all logs. --friction, --no-rotor, --offset, --gains and --accept count in that
call only.

A log that cannot be used is listed with its code, and the others go on; the exit code is then 3. A log that is in the
store already, under any name, is not read again.

Examples:
  taufit observe ur5 logs/arm07/*.mcap --store fleet --robot-id arm07
  taufit observe ur5 logs/*/*.mcap --store fleet          robots by the names of the folders
  taufit observe ur5 good/*.mcap --store fleet --plan-only
  taufit fleet fleet --out week32.taufit")]
pub(crate) struct ObserveArgs {
    /// A built-in name (`taufit robots` lists them), a URDF, an MJCF, or a robot.toml
    #[arg(value_name = "ROBOT")]
    robot: String,
    /// Logs of robots of this type
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Folder of the store; made if it does not exist
    #[arg(long, value_name = "DIR")]
    store: PathBuf,
    /// Robot that was logged, such as its serial number, for all logs or once per log; the name of the folder of each
    /// log if not given
    #[arg(long, value_name = "ID")]
    robot_id: Vec<String>,
    /// Temperature of the robot [°C], for all logs or once per log
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    temperature_c: Vec<f64>,
    /// Make the plan of a new store from these logs, and stop
    #[arg(long)]
    plan_only: bool,
    #[command(flatten)]
    log: EffortLogArgs,
    #[command(flatten)]
    gate: GateArgs,
    #[command(flatten)]
    layout: LayoutArgs,
}

/// Reads the plan or makes one, and observes the logs.
pub(crate) fn run(ctx: &Context, args: &ObserveArgs) -> Outcome {
    let store = FleetStore::open(&args.store)?;
    let options = args.log.options(ctx)?;
    let logs = (0..args.logs.len()).map(|k| args.robot_log(k)).collect::<Outcome<Vec<_>>>()?;
    let model = ctx.with_spinner("plan", || args.model(ctx, &store, &logs, &options))?;
    let logs = if args.plan_only { &[] } else { logs.as_slice() };
    let found = ctx.with_spinner("logs", || observe_files(&store, &model, logs, &options))?;
    let store = quoted(&args.store.to_string_lossy());
    let next = render_next(ctx, [format!("taufit fleet {store} --out fleet.taufit")]);
    ctx.show(
        || json(&summary(&found, &model)),
        |width| render(&found, &args.store, width) + &next,
    )?;
    if found.failures.is_empty() { Ok(()) } else { Err(Failure::NotUsable) }
}

impl ObserveArgs {
    fn robot_log(&self, k: usize) -> Outcome<RobotLog> {
        let path = &self.logs[k];
        let folder = || {
            let absolute = std::path::absolute(path).ok()?;
            Some(absolute.parent()?.file_name()?.to_string_lossy().into_owned())
        };
        let robot = self.one_of("--robot-id", &self.robot_id, k)?;
        let robot = robot.or_else(folder).filter(|robot| !robot.is_empty());
        let robot =
            robot.ok_or_else(|| Failure::misuse("which robot was logged? give --robot-id"))?;
        let temperature_c = self.one_of("--temperature-c", &self.temperature_c, k)?;
        Ok(RobotLog { robot, path: path.to_owned(), temperature_c })
    }

    /// Value of an option for a log: none, one for all logs, or one per log.
    fn one_of<T: Clone>(&self, option: &str, values: &[T], k: usize) -> Outcome<Option<T>> {
        match values {
            [] | [_] => Ok(values.first().cloned()),
            many if many.len() == self.logs.len() => Ok(many.get(k).cloned()),
            many => Err(Failure::misuse(format!(
                "{option} is given {} times for {}; give it once or once per log",
                many.len(),
                count(self.logs.len(), "log")
            ))),
        }
    }

    /// The plan of the store; a new one by the logs of the first robot.
    fn model(
        &self,
        ctx: &Context,
        store: &FleetStore,
        logs: &[RobotLog],
        options: &LogOptions,
    ) -> Outcome<FleetModel> {
        let loaded = ctx.robot(&self.robot)?;
        let record = loaded.record(&self.robot);
        if let Some(model) = store.plan()? {
            let expected = &model.plan.robot;
            if record.description != expected.description {
                let (found, expected) = (record.name, expected.name.clone());
                return Err(taufit::Error::from(FleetError::OtherRobot { found, expected }).into());
            }
            return Ok(model);
        }
        let first = &logs[0].robot;
        let chosen: Vec<RobotLog> =
            logs.iter().filter(|log| log.robot == *first).take(PLAN_LOGS).cloned().collect();
        let settings = RigidSettings {
            gate: self.gate.settings(),
            rotor_inertia: self.layout.rotor_inertia(),
            friction: self.layout.friction_choice(),
            ..RigidSettings::default()
        };
        let gains = self.log.torque_constants(&loaded.robot)?;
        let plan = plan_from_files(&loaded.robot, record, &chosen, options, &gains, &settings)?;
        Ok(store.put_plan(plan)?)
    }
}

fn summary(found: &ObservedFiles, model: &FleetModel) -> serde_json::Value {
    serde_json::json!({
        "robot_type": model.plan.robot.name,
        "base_hash": model.base_hash,
        "settings_hash": model.settings_hash,
        "n_new": found.n_new,
        "n_known": found.n_known,
        "n_samples": found.n_samples,
        "failures": found.failures,
    })
}

fn render(found: &ObservedFiles, store: &Path, width: u16) -> String {
    let head = format!(
        "{} new, {} known, {} failed; store {}",
        count(found.n_new, "log"),
        found.n_known,
        found.failures.len(),
        store.display()
    );
    let mut text = wrap(&head, width, "  ");
    for failure in &found.failures {
        let line = format!("{} [{}]: {}", failure.log, failure.code, failure.message);
        text += &wrap(&line, width, "  ");
    }
    text
}
