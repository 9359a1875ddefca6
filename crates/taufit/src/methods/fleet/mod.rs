//! Many robots of one type: evidence of every log by one plan, merged and compared.
//!
//! In the order in which data travels: `plan` fixes robot, unknowns and conditioning of the type, `observe` makes the
//! evidence of a log in one pass, `robot` merges the logs of a robot, `repeatability` compares the logs of each robot,
//! `population` is the random-effects model of the type, `shrink` its prior, `multiple` the correction for many
//! comparisons, `drift` the change over time, `torque_constants` those of the type, `pool` the test of one value for several joints, `identify` puts them
//! together, `attention` says which robots to look at.

mod attention;
mod drift;
mod identify;
mod multiple;
mod observe;
mod plan;
mod pool;
mod population;
mod repeatability;
mod robot;
mod shrink;
mod torque_constants;

pub use drift::{DriftTest, ParameterChange};
pub use identify::{FleetSettings, identify_fleet};
pub use multiple::holm;
pub use observe::{LogEvidence, LogValidation, observe_log};
pub use plan::{FleetModel, FleetPlan, PLAN_VERSION};
pub use population::Population;
pub use robot::{
    Fit, FleetLog, LogEstimate, RobotEstimate, check_evidence, estimate_periods, merge_all,
    merge_by,
};
pub use torque_constants::EffortScale;
