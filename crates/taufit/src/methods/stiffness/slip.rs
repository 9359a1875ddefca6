//! A clamp that gives way: from some moment on the same torque goes with another angle.

use super::branch::range;
use super::line::{Extra, Point, fit_line};
use crate::diagnostics::Result;

/// Moments that are tried.
const CANDIDATES: usize = 40;
/// Rows at either end that a step must leave, as a share.
const EDGE: f64 = 0.05;
/// A step counts from so many standard deviations on ...
const SIGMAS: f64 = 5.0;
/// ... and from this share of the range of the torque on.
const SHARE: f64 = 0.03;

/// A step of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SlipStep {
    pub(super) clamp: usize,
    pub(super) t_s: f64,
    /// Motion of the motor's angle without torque \[rad or m\].
    pub(super) by_rad: f64,
}

/// The largest step of the line within one record, if it stands out:
/// `τ = k q + off + δ·[t > t_c] (+ s f)`, with the `t_c` that leaves the smallest residual.
pub(super) fn step_of(points: &[Point], has_friction: bool) -> Result<Option<SlipStep>> {
    let mut largest: Option<SlipStep> = None;
    for record in points.chunk_by(|a, b| a.clamp == b.clamp) {
        let found = step_in(record, has_friction)?;
        let size = |step: &Option<SlipStep>| step.map_or(0.0, |s| s.by_rad.abs());
        if size(&found) > size(&largest) {
            largest = found;
        }
    }
    Ok(largest)
}

fn step_in(points: &[Point], has_friction: bool) -> Result<Option<SlipStep>> {
    let edge = (EDGE * points.len() as f64).ceil() as usize;
    let every = (points.len() / CANDIDATES).max(1);
    let mut best: Option<(f64, SlipStep, f64)> = None;
    for k in (edge..points.len().saturating_sub(edge)).step_by(every) {
        let t_s = points[k].t_s;
        let later: Extra<'_> = &|p| f64::from(u8::from(p.t_s > t_s));
        let both: [Extra<'_>; 2] = [later, &|p| f64::from(p.branch)];
        let Some(line) = fit_line(points, &both[..1 + usize::from(has_friction)])? else {
            continue;
        };
        let Some(&(torque, sigma)) = line.extras.first() else { continue };
        let step = SlipStep { clamp: points[k].clamp, t_s, by_rad: -torque / line.fit.stiffness };
        if best.is_none_or(|(least, ..)| line.squared_residual < least) {
            // Of what the torques span, and of what noise explains.
            let torques: Vec<f64> = points.iter().map(|p| p.tau).collect();
            let stands_out =
                (torque.abs() / (SHARE * range(&torques))).min(torque.abs() / (SIGMAS * sigma));
            best = Some((line.squared_residual, step, stands_out));
        }
    }
    Ok(best.filter(|(_, _, stands_out)| *stands_out > 1.0).map(|(_, step, _)| step))
}
