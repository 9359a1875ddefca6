//! Friction over velocity, of one motor or of many; torque that gravity does not explain, pose by pose.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::{GravityJoint, GravityPose, JointRecord, MotorJoint};

/// More points than this only blacken the paper.
const MAX_POINTS: usize = 2000;

/// The identified and the nominal friction curve, and the samples that the former should go through.
pub(crate) fn draw_friction(joint: &JointRecord) -> String {
    const WIDTH: f64 = 380.0;
    const HEIGHT: f64 = 240.0;
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

/// A point per record, or samples, and the identified curve of every joint (Ulici et al., figures 7 and 8).
pub(crate) fn draw_motor_friction(joints: &[&MotorJoint]) -> String {
    const WIDTH: f64 = 760.0;
    const HEIGHT: f64 = 320.0;
    let names: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
    let label = format!("friction of {} over velocity", names.join(", "));
    let points = || joints.iter().map(|joint| &joint.friction_points);
    let speeds = ValueRange::of(points().flat_map(|cloud| cloud.qd.iter().copied()));
    let torques = ValueRange::of(points().flat_map(|cloud| cloud.tau.iter().copied()));
    let (Some(speeds), Some(torques)) = (speeds, torques) else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let (position, effort) =
        joints.first().map_or(("rad", "N m"), |j| (&j.position_unit, &j.effort_unit));
    let (x_title, y_title) = (format!("velocity [{position}/s]"), format!("friction [{effort}]"));
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(speeds.padded(), &x_title),
        Axis::linear(torques.padded(), &y_title),
    );
    plot.level(&mut svg, "axis", 0.0);
    for (k, joint) in joints.iter().enumerate() {
        let (cloud, curve) = (&joint.friction_points, &joint.friction_curve);
        let class = if cloud.qd.len() > 200 { "samples" } else { "points" };
        let dots = cloud.qd.iter().copied().zip(cloud.tau.iter().copied());
        plot.dots(&mut svg, &format!("{class} series-{}", k % 4), dots);
        let line = curve.qd.iter().copied().zip(curve.tau.iter().copied());
        plot.line(&mut svg, &format!("line curve series-{}", k % 4), line);
    }
    svg.finish(&label)
}

/// Measured less predicted torque over the predicted one, apart for motion up and down, with the band.
pub(crate) fn draw_friction_band(
    joint: &GravityJoint,
    poses: &[GravityPose],
    dof: usize,
) -> String {
    const WIDTH: f64 = 380.0;
    const HEIGHT: f64 = 220.0;
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
