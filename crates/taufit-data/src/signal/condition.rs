//! The stage from a log to a motion.

use super::butterworth::LowPass;
use super::channels::{check_channels, findings, torque_factors};
use super::cutoff::{Cutoff, positions, propose_cutoff};
use super::decimate::Decimation;
use super::grid::{Cut, Grid};
use super::motion::Motion;
use super::resample::STENCIL;
use super::settings::{ConditionSettings, TorqueFilter};
use super::short_stretches::ShortStretches;
use super::stamps::Stamps;
use crate::recording::Recording;
use taufit_dynamics::diagnostics::Result;

/// Checks, resamples, filters and differentiates a log.
///
/// Per stretch without gap: uniform grid, zero-phase Butterworth low pass on positions (and torques,
/// where [`TorqueFilter`] says so), difference quotients of the filtered positions, edges cut. One
/// cut-off serves all channels, because each torque depends on the motion of all joints.
///
/// `torque_constants_nm_per_a` has one entry per joint, joint side (N/A for sliding joints); only
/// logs of currents need it. A log that cannot be used is an [`Error`](taufit_dynamics::diagnostics::Error); warnings are in
/// [`Motion::warnings`].
///
/// ```
/// use taufit_data::recording::{EffortKind, Recording};
/// use taufit_data::signal::{ConditionSettings, condition};
///
/// let t_s: Vec<f64> = (0..1000).map(|k| 0.01 * f64::from(k)).collect();
/// let recording = Recording {
///     source: "example".into(),
///     joints: vec!["elbow".into()],
///     q: t_s.iter().map(|t| t.sin()).collect(),
///     qd: None,
///     effort: t_s.iter().map(|t| 3.0 * t.cos()).collect(),
///     q_motor: None,
///     effort_kind: EffortKind::Torque,
///     t_s,
/// };
/// let motion = condition(&recording, &[], &ConditionSettings::default())?;
/// let segment = &motion.segments[0];
/// assert!((segment.qd[100] - segment.t_s[100].cos()).abs() < 1e-3);
/// # Ok::<(), taufit_dynamics::diagnostics::Error>(())
/// ```
pub fn condition(
    recording: &Recording,
    torque_constants_nm_per_a: &[Option<f64>],
    settings: &ConditionSettings,
) -> Result<Motion> {
    settings.validate()?;
    check_channels(recording)?;
    let factors = torque_factors(recording, torque_constants_nm_per_a)?;
    let Stamps { timing, stretches, mut warnings } =
        Stamps::inspect(&recording.t_s, settings.gap_factor)?;
    warnings.extend(findings(recording));

    let rate_hz = settings.grid_rate_hz(timing.period_s)?;
    let shortest_s = settings.min_segment_s.max(LowPass::shortest(settings.order) as f64 / rate_hz);
    let mut short_stretches = ShortStretches::default();
    // Too short stretches go before the cut-off is chosen, as they cannot be resampled; when the
    // cut-off is known, so is the length of the edges, and more stretches may prove too short.
    let stretches =
        short_stretches.keep(stretches, shortest_s, |s| duration_s(&recording.t_s, s))?;
    let grid = |s: &Vec<usize>| Grid::new(recording, s, &factors, rate_hz, settings.interpolation);
    let grids = stretches.iter().map(grid).collect::<Result<Vec<_>>>()?;
    let cutoff = cutoff(&recording.joints, &grids, rate_hz, settings);
    warnings.extend(cutoff.warning);
    let filter = LowPass::butterworth(settings.order, cutoff.motion_hz, rate_hz)?;
    let edge_trim_s = settings.edge_trim_s.unwrap_or_else(|| filter.settling_s());
    let needed_s = shortest_s + 2.0 * edge_trim_s;
    let grids = short_stretches.keep(grids, needed_s, |grid| grid.t_s.len() as f64 / rate_hz)?;
    warnings.extend(short_stretches.warning(needed_s));

    let trim = (edge_trim_s * rate_hz).ceil() as usize;
    let decimation = Decimation { trim, every: settings.decimation };
    let cut = Cut { decimation, torque: settings.torque };
    let segment = |grid: Grid| grid.segment(&filter, rate_hz, cut);
    Ok(Motion {
        source: recording.source.clone(),
        joints: recording.joints.clone(),
        rate_hz: rate_hz / settings.decimation as f64,
        filter_rate_hz: rate_hz,
        cutoff_hz: cutoff.motion_hz,
        torque_cutoff_hz: match settings.torque {
            TorqueFilter::Parallel { .. } => Some(cutoff.torque_hz),
            TorqueFilter::LikePositions => None,
        },
        cutoff_reason: cutoff.reason,
        edge_trim_s,
        settings: settings.clone(),
        timing,
        segments: grids.into_iter().map(segment).collect::<Result<_>>()?,
        warnings,
    })
}

/// From the first to the last sample; a stretch of too few samples to be resampled counts as nothing.
fn duration_s(t_s: &[f64], samples: &[usize]) -> f64 {
    match samples {
        [first, .., last] if samples.len() >= STENCIL => t_s[*last] - t_s[*first],
        _ => 0.0,
    }
}

/// Cut-off frequency: given in the settings, or proposed from the motion.
fn cutoff(joints: &[String], grids: &[Grid], rate_hz: f64, settings: &ConditionSettings) -> Cutoff {
    let given = |torque_hz, motion_hz| {
        let reason = "given in the settings".to_owned();
        Cutoff { torque_hz, motion_hz, reason, warning: None }
    };
    let q = || -> Vec<&[f64]> { grids.iter().map(|grid| grid.q.as_slice()).collect() };
    match (settings.torque, settings.cutoff_hz) {
        (TorqueFilter::LikePositions, Some(hz)) => given(hz, hz),
        (TorqueFilter::LikePositions, None) => {
            let proposed = propose_cutoff(joints, &q(), rate_hz);
            Cutoff { motion_hz: proposed.torque_hz, ..proposed }
        }
        (TorqueFilter::Parallel { cutoff_hz: Some(torque_hz) }, motion_hz) => {
            given(torque_hz, motion_hz.unwrap_or_else(|| positions(torque_hz, rate_hz)))
        }
        (TorqueFilter::Parallel { cutoff_hz: None }, motion_hz) => {
            let proposed = propose_cutoff(joints, &q(), rate_hz);
            let motion_hz = motion_hz.unwrap_or(proposed.motion_hz);
            Cutoff { motion_hz, torque_hz: proposed.torque_hz.min(motion_hz), ..proposed }
        }
    }
}
