//! Torque constants of single records over velocity, as boxes.

use super::plot::{Area, Axis, Plot, nothing};
use super::scale::ValueRange;
use super::svg::Svg;
use taufit::study::MotorJoint;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 320.0;
/// Half the width of a box, and distance of boxes of neighbouring joints \[px\].
const HALF_PX: f64 = 5.0;
const STEP_PX: f64 = 12.0;

/// A box from quartile to quartile with the median, whiskers to the smallest and largest, per velocity
/// and joint of one motor type (Ulici et al., figures 5 and 6); a line across at each joint's result.
pub(crate) fn draw_boxes(joints: &[&MotorJoint]) -> String {
    let names: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
    let label = format!("torque constants of {} over velocity", names.join(", "));
    let boxes = || joints.iter().flat_map(|joint| &joint.boxes);
    let ends = boxes().flat_map(|b| [b.kct.five_numbers[0], b.kct.five_numbers[4]]);
    let speeds = ValueRange::of(boxes().map(|b| b.speed_rad_s));
    let (Some(speeds), Some(constants)) = (speeds, ValueRange::of(ends)) else {
        return nothing(WIDTH, HEIGHT, &label);
    };
    let unit = joints.first().map_or("rad", |joint| &joint.position_unit);
    let x_title = format!("velocity [{unit}/s]");
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let plot = Plot::new(
        &mut svg,
        Area::inside(WIDTH, HEIGHT),
        Axis::linear(speeds.padded(), &x_title),
        Axis::linear(constants.padded(), "torque constant [N m/A]"),
    );
    for (k, joint) in joints.iter().enumerate() {
        let shift = STEP_PX * (k as f64 - 0.5 * (joints.len() - 1) as f64);
        if let Some(kct) = &joint.kct {
            plot.level(&mut svg, &format!("result series-{}", k % 4), kct.value);
        }
        for b in &joint.boxes {
            draw_box(&mut svg, &plot, b.speed_rad_s, b.kct.five_numbers, (k % 4, shift));
        }
    }
    svg.finish(&label)
}

fn draw_box(
    svg: &mut Svg,
    plot: &Plot,
    speed: f64,
    five_numbers: [f64; 5],
    (series, shift): (usize, f64),
) {
    let places = five_numbers.map(|kct| plot.place(speed, kct));
    let [Some(least), Some(low), Some(middle), Some(high), Some(most)] = places else { return };
    let x = least[0] + shift;
    let class = format!("whisker series-{series}");
    svg.line(&class, [x, least[1]], [x, low[1]]);
    svg.line(&class, [x, high[1]], [x, most[1]]);
    let class = format!("box series-{series}");
    svg.rect(&class, [x - HALF_PX, high[1]], 2.0 * HALF_PX, (low[1] - high[1]).max(0.8));
    let class = format!("median series-{series}");
    svg.line(&class, [x - HALF_PX, middle[1]], [x + HALF_PX, middle[1]]);
}
