//! A log as a bar with its gaps.

use super::scale::{Scale, Spacing, ValueRange};
use super::svg::Svg;
use taufit::study::LogRecord;

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 16.0;

/// The time of a log from left to right, gaps cut out and marked.
pub(crate) fn draw_timeline(log: &LogRecord) -> String {
    let label = format!("{} gaps in {} seconds", log.gaps_s.len(), log.duration_s.round());
    let mut svg = Svg::new(WIDTH, HEIGHT);
    svg.rect("log", [0.0, 3.0], WIDTH, HEIGHT - 6.0);
    let scale =
        Scale::new(Spacing::Linear, ValueRange { from: 0.0, to: log.duration_s }, 0.0, WIDTH);
    for [stamp, length] in &log.gaps_s {
        let begin = stamp - log.start_s;
        if let (Some(from), Some(to)) = (scale.px(begin), scale.px(begin + length)) {
            // A short gap in a long log is thinner than a pixel.
            svg.rect("gap", [from, 0.0], (to - from).max(2.0), HEIGHT);
        }
    }
    svg.finish(&label)
}
