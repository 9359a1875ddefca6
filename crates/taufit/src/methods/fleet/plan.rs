//! Plan of a robot type: everything that the evidence of all its logs must share.

use crate::base::{Base, Selection};
use crate::diagnostics::{FleetError, Result};
use crate::evidence::EVIDENCE_VERSION;
use crate::methods::rigid::{RigidResult, RigidSettings};
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::EffortKind;
use crate::signal::{ConditionSettings, TorqueFilter};
use crate::study::{LayoutRecord, RobotRecord};
use crate::survey::GateSettings;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Version of the plan that this build writes and reads.
pub const PLAN_VERSION: u32 = 1;

/// Robot, unknowns and conditioning of a robot type, fixed once from some logs, so that the evidence of every
/// other log of the type has the same columns and the same filter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetPlan {
    /// Version of this format: [`PLAN_VERSION`].
    pub version: u32,
    /// The robot type.
    pub robot: RobotRecord,
    /// The unknowns.
    pub layout: LayoutRecord,
    /// Dropped and fixed parameters.
    pub selection: Selection,
    /// Conditioning, every cut-off filled in.
    pub condition: ConditionSettings,
    /// Factor of the despiking; see [`RigidSettings::spike_factor`].
    pub spike_factor: Option<f64>,
    /// Findings about logs that do not stop an observation.
    pub gate: GateSettings,
    /// Torque constants for logs of currents \[N·m/A or N/A\].
    pub torque_constants: Vec<Option<f64>>,
    /// Whether the logs of the plan hold currents, so that they determine torque constants.
    #[serde(default)]
    pub are_currents: bool,
    /// Speed of every coordinate below which its rows are left out \[rad/s or m/s\]; `None` where the efforts of
    /// the coordinate are not used.
    pub slow_speeds: Vec<Option<f64>>,
    /// Standard deviation of the residual of each joint \[N·m or N\].
    pub residual_sigma: Vec<f64>,
    /// Correlation time of the residual of each joint, in rows.
    pub correlation_times: Vec<f64>,
    /// Factor by which the variance of each base parameter exceeds what correlated noise explains.
    pub inflation: Vec<f64>,
    /// Base parameters by the logs of the plan: the model that logs are validated against.
    pub beta: Vec<f64>,
    /// Logs that the plan was made from.
    pub logs: Vec<String>,
}

impl FleetPlan {
    /// The plan that an identification of some logs of the type gives, whose efforts are of this kind.
    pub fn new(
        robot: RobotRecord,
        settings: &RigidSettings,
        efforts: EffortKind,
        torque_constants: &[Option<f64>],
        result: &RigidResult,
    ) -> Result<Self> {
        let first = result
            .logs
            .first()
            .ok_or_else(|| FleetError::NoPlanLogs { first: "none was given".to_owned() })?;
        let condition = ConditionSettings {
            cutoff_hz: Some(first.motion_cutoff_hz),
            torque: match first.torque_cutoff_hz {
                Some(hz) => TorqueFilter::Parallel { cutoff_hz: Some(hz) },
                None => TorqueFilter::LikePositions,
            },
            edge_trim_s: Some(first.edge_trim_s),
            ..settings.condition.clone()
        };
        let white = result.estimate.correlated_sigma(&result.evidence, &result.correlation_times);
        let inflation = |(sigma, white): (&f64, &f64)| {
            Some((sigma / white).powi(2)).filter(|f| f.is_finite()).unwrap_or(1.0).max(1.0)
        };
        Ok(Self {
            version: PLAN_VERSION,
            robot,
            layout: LayoutRecord::from(&result.layout),
            selection: settings.selection.clone(),
            condition,
            spike_factor: settings.spike_factor,
            gate: settings.gate.clone(),
            torque_constants: torque_constants.to_vec(),
            are_currents: efforts == EffortKind::Current,
            slow_speeds: result.slow_speeds.iter().map(|v| v.is_finite().then_some(*v)).collect(),
            residual_sigma: result.estimate.residual_sigma.clone(),
            correlation_times: result.correlation_times.clone(),
            inflation: result.sigma.iter().zip(&white).map(inflation).collect(),
            beta: result.estimate.beta.clone(),
            logs: result.logs.iter().map(|log| log.source.clone()).collect(),
        })
    }

    /// Robot, layout and base of the plan. Refuses other versions and numbers that contradict each other.
    pub fn build(self) -> Result<FleetModel> {
        FleetModel::new(self)
    }
}

/// A plan with its robot, unknowns and base parameters.
#[derive(Clone, Debug)]
pub struct FleetModel {
    /// The plan.
    pub plan: FleetPlan,
    /// The robot of the plan.
    pub robot: Robot,
    /// Its unknowns.
    pub layout: Layout,
    /// Its base parameters.
    pub base: Base,
    /// SHA-256 of robot, unknowns and base parameters, in hexadecimal: evidence of one base can be merged.
    pub base_hash: String,
    /// SHA-256 of everything that shapes the rows, in hexadecimal.
    pub settings_hash: String,
}

impl FleetModel {
    fn new(plan: FleetPlan) -> Result<Self> {
        if plan.version != PLAN_VERSION {
            let (found, expected) = (plan.version, PLAN_VERSION);
            return Err(FleetError::PlanVersion { found, expected }.into());
        }
        let robot = plan.robot.description.clone().build()?;
        let layout = plan.layout.layout(&robot)?;
        let base = Base::new(&robot, &layout, &plan.selection.settings(&layout)?)?;
        for (what, expected, found) in [
            ("base parameters", base.rank(), plan.beta.len()),
            ("factors of base parameters", base.rank(), plan.inflation.len()),
            ("standard deviations", robot.n_dof(), plan.residual_sigma.len()),
            ("correlation times", robot.n_dof(), plan.correlation_times.len()),
            ("slow speeds", robot.n_dof(), plan.slow_speeds.len()),
        ] {
            if expected != found {
                return Err(FleetError::PlanSizes { what, expected, found }.into());
            }
        }
        let base_hash = hash(&(&plan.robot.description, &plan.layout, base.independent()));
        let rows = (&plan.condition, plan.spike_factor, &plan.torque_constants, &plan.slow_speeds);
        let settings_hash = hash(&(EVIDENCE_VERSION, &base_hash, rows));
        Ok(Self { plan, robot, layout, base, base_hash, settings_hash })
    }

    /// Short names of the base parameters: those of their leading parameters.
    pub fn names(&self) -> Vec<String> {
        self.base.independent().iter().map(|&column| self.layout.name(column)).collect()
    }

    /// Standard deviation of an independent observation of each joint: `σ_j √T_j` \[N·m or N\].
    pub(super) fn noise(&self) -> Vec<f64> {
        let FleetPlan { residual_sigma, correlation_times, .. } = &self.plan;
        residual_sigma.iter().zip(correlation_times).map(|(s, t)| s * t.sqrt()).collect()
    }
}

fn hash(content: &impl Serialize) -> String {
    let text = serde_json::to_vec(content).unwrap_or_default();
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
