//! Motor constants and friction at constant velocity (Ulici et al.): joint by joint, `kct`, `kfv`, `kfc`.
//!
//! One joint moves at a time. At constant velocity its current carries weight and friction only,
//! `kct i = kfc sign(q̇) + kfv q̇ + G(q) + C(q, q̇) q̇` (eq. 6): where the load changes with the
//! position, the slope of current over load is `1/kct`, and what is left is friction. Read it in the
//! order in which data travels:
//!
//! | file | what it does |
//! |---|---|
//! | `conditioned_run` | reads and conditions logs of currents |
//! | `moves`, `plateau` | which joint moves when; the part at constant velocity, or why there is none |
//! | `record` | a record, with the load of the joint by the model |
//! | `stage1`, `nelder_mead` | line of current over load, record by record |
//! | `speeds`, `stages` | velocities that count as one; stages 2 and 3 of Ulici et al. |
//! | `joint_fit`, `clusters`, `drive` | one weighted fit over all records, with errors from their scatter |
//! | `strokes` | the same for runs with changing speed (eq. 5) |
//! | `friction_selection` | which friction model |
//! | `same_type`, `constants` | where each torque constant comes from |
//! | `advice`, `warnings`, `verdict` | the mass that a joint needs; warnings; the grade and its rule |
//! | `result` | curves and numbers as plain data |
//!
//! Torque constants and friction are proportional to the masses of the robot's model.

mod advice;
mod clusters;
mod conditioned_run;
mod constants;
mod drive;
mod friction_selection;
mod joint_fit;
mod moves;
mod nelder_mead;
mod plateau;
mod record;
mod result;
mod same_type;
mod settings;
mod speeds;
mod stage1;
mod stages;
mod strokes;
mod sweep;
mod swing;
mod verdict;
mod warnings;

pub use conditioned_run::MotorLog;
pub use result::{MotorsResult, motors_model};
pub use settings::{Combination, GivenConstant, MotorsSettings, PlateauSettings, RecordFitting};

use crate::diagnostics::Result;
use crate::recording::Log;
use crate::study::MotorMode;
use crate::survey::{LogUse, gate};
use crate::validate::Concern;
use same_type::{find, motor_types};

/// Torque constants and friction of all joints that move alone in these logs.
///
/// Each log comes with the robot as it was, load included; the joints of all of them are the same.
///
/// ```no_run
/// # fn example(log: taufit::recording::Recording) -> Result<(), taufit::Error> {
/// use taufit::methods::{MotorLog, MotorsSettings, identify_motors};
/// use taufit::model::catalog;
///
/// let robot = catalog::robot("ur5")?;
/// let sweep = MotorLog { log: &log, robot: &robot, phases: &[] };
/// let result = identify_motors(&[sweep], &MotorsSettings::default())?;
/// println!("{} joints", result.joints.len());
/// # Ok(())
/// # }
/// ```
pub fn identify_motors<L: Log>(
    logs: &[MotorLog<'_, L>],
    settings: &MotorsSettings,
) -> Result<MotorsResult> {
    settings.validate()?;
    let runs = conditioned_run::condition_runs(logs, settings)?;
    let mut accepted = Vec::new();
    for MotorLog { log, robot, .. } in logs {
        accepted.extend(gate(robot, [*log], &[], LogUse::SingleJoint, &settings.gate)?);
    }
    let robot = runs[0].robot;
    for given in &settings.given {
        find(robot, &given.joint)?;
    }
    let types = motor_types(robot, settings)?;
    let mut result = match settings.mode {
        MotorMode::Plateaus => sweep::from_plateaus(&runs, types, settings)?,
        MotorMode::SingleJoint => swing::from_strokes(&runs, types, settings)?,
    };
    result.warnings.extend(runs.iter().flat_map(conditioned_run::Run::warnings));
    result.warnings.extend(accepted.iter().cloned());
    result.verdict = result.verdict.with_concerns(accepted.into_iter().map(Concern::Accepted));
    Ok(result)
}
