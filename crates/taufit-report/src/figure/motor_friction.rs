//! Friction of joints with the same motor, over velocity.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::MotorJoint;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 320.0;

/// A point per record, or samples, and the identified curve of every joint (Ulici et al., figures 7 and 8).
pub(crate) fn draw_motor_friction(joints: &[&MotorJoint]) -> String {
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
