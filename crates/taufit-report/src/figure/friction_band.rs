//! Torque of a joint that gravity does not explain, pose by pose.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::{GravityJoint, GravityPose};

const WIDTH: f64 = 380.0;
const HEIGHT: f64 = 220.0;

/// Measured less predicted torque over the predicted one, apart for motion up and down, with the band.
pub(crate) fn draw_friction_band(
    joint: &GravityJoint,
    poses: &[GravityPose],
    dof: usize,
) -> String {
    let label = format!("torque of {} less the predicted one, with its friction band", joint.name);
    let left = |pose: &GravityPose| {
        let predicted = pose.predicted.get(dof).copied().unwrap_or(f64::NAN);
        (predicted, pose.tau.get(dof).map_or(f64::NAN, |tau| tau - predicted))
    };
    let band = joint.band.map(|[band, _]| band.abs());
    let torques = poses.iter().map(|pose| left(pose).0);
    let rests = poses.iter().map(|pose| left(pose).1).chain(band.map(|b| -b)).chain(band);
    let (Some(torque), Some(rest)) = (ValueRange::of(torques), ValueRange::of(rests)) else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let x_title = format!("predicted torque [{}]", joint.unit);
    let y_title = format!("left over [{}]", joint.unit);
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(torque.padded(), &x_title),
        Axis::linear(rest.padded(), &y_title),
    );
    plot.level(&mut svg, "axis", 0.0);
    for level in band.into_iter().flat_map(|band| [band, -band]) {
        plot.level(&mut svg, "limit", level);
    }
    for (class, direction) in [("cloud up", 1), ("cloud down", -1), ("cloud unknown", 0)] {
        let of = poses.iter().filter(|pose| pose.direction.get(dof) == Some(&direction));
        plot.dots(&mut svg, class, of.map(left));
    }
    svg.finish(&label)
}
