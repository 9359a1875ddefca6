//! Torque that a load adds at a joint.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::{PayloadJoint, PayloadMode};

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 220.0;

/// Measured torque less that of the robot alone, and the torque of the load that was found: lines for a moving
/// robot, marks for poses.
pub(crate) fn draw_extra_torque(joint: &PayloadJoint, mode: PayloadMode) -> String {
    let label = format!("torque of the load on {}, measured and predicted", joint.name);
    let extra = &joint.extra;
    let torques = extra.measured_nm.iter().chain(&extra.predicted_nm).copied();
    let (Some(time), Some(torque)) =
        (ValueRange::of(extra.t_s.iter().copied()), ValueRange::of(torques))
    else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let title = format!("torque [{}]", joint.unit);
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(time, "time [s]"),
        Axis::linear(torque.padded(), &title),
    );
    let points = |y: &[f64]| extra.t_s.iter().copied().zip(y.to_vec()).collect::<Vec<_>>();
    let (measured, predicted) = (points(&extra.measured_nm), points(&extra.predicted_nm));
    plot.level(&mut svg, "axis", 0.0);
    match mode {
        PayloadMode::Motion => {
            plot.line(&mut svg, "line measured", measured.into_iter());
            plot.line(&mut svg, "line predicted", predicted.into_iter());
        }
        PayloadMode::Static => {
            for (t_s, torque_nm) in predicted {
                if let Some(place) = plot.place(t_s, torque_nm) {
                    svg.circle("dot", place, 4.0);
                }
            }
            plot.dots(&mut svg, "cloud", measured.into_iter());
        }
    }
    svg.finish(&label)
}
