//! Friction torque over velocity.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::JointRecord;

const WIDTH: f64 = 380.0;
const HEIGHT: f64 = 240.0;
/// More points than this only blacken the paper.
const MAX_POINTS: usize = 2000;

/// The identified and the nominal friction curve, and the samples that the former should go through.
pub(crate) fn draw_friction(joint: &JointRecord) -> String {
    let label = format!("friction torque of {} over velocity, with samples", joint.name);
    let (curve, cloud) = (&joint.friction_curve, &joint.friction_cloud);
    let nominal = || curve.qd.iter().map(|&qd| (qd, joint.nominal_friction.torque(qd)));
    let velocities = curve.qd.iter().chain(&cloud.qd).copied();
    let torques = curve.tau.iter().chain(&cloud.tau).copied().chain(nominal().map(|p| p.1));
    let (Some(velocity), Some(torque)) = (ValueRange::of(velocities), ValueRange::of(torques))
    else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let x_title = format!("velocity [{}/s]", joint.position_unit);
    let y_title = format!("friction [{}]", joint.effort_unit);
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(velocity.padded(), &x_title),
        Axis::linear(torque.padded(), &y_title),
    );
    let every = cloud.qd.len().div_ceil(MAX_POINTS).max(1);
    let samples = cloud.qd.iter().copied().zip(cloud.tau.iter().copied()).step_by(every);
    plot.dots(&mut svg, "cloud", samples);
    plot.level(&mut svg, "axis", 0.0);
    plot.line(&mut svg, "line nominal", nominal());
    let identified = curve.qd.iter().copied().zip(curve.tau.iter().copied());
    plot.line(&mut svg, "line predicted thick", identified);
    svg.finish(&label)
}
