//! A frame with axes, into which data are drawn.

use super::scale::{Scale, Spacing, ValueRange};
use super::svg::{Svg, TextAnchor};

/// One axis of a plot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<'a> {
    pub(super) spacing: Spacing,
    pub(super) span: ValueRange,
    pub(super) title: &'a str,
}

impl<'a> Axis<'a> {
    pub(super) fn linear(span: ValueRange, title: &'a str) -> Self {
        Self { spacing: Spacing::Linear, span, title }
    }

    pub(super) fn decades(span: ValueRange, title: &'a str) -> Self {
        Self { spacing: Spacing::Decades, span, title }
    }
}

/// A frame, in pixels of its drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    /// The usual margins for tick labels and titles.
    pub(super) fn inside(width: f64, height: f64) -> Self {
        Self { left: 52.0, top: 8.0, right: width - 8.0, bottom: height - 34.0 }
    }
}

/// A frame with axes.
#[derive(Debug)]
pub(super) struct Plot {
    x: Scale,
    y: Scale,
    pub(super) area: Area,
}

impl Plot {
    /// Draws grid, tick labels and titles; an axis without title has no labels either.
    pub(super) fn new(svg: &mut Svg, area: Area, x: Axis<'_>, y: Axis<'_>) -> Self {
        let plot = Self {
            x: Scale::new(x.spacing, x.span, area.left, area.right),
            y: Scale::new(y.spacing, y.span, area.bottom, area.top),
            area,
        };
        plot.draw_x_axis(svg, x.title);
        plot.draw_y_axis(svg, y.title);
        svg.line("axis", [area.left, area.bottom], [area.right, area.bottom]);
        plot
    }

    fn draw_x_axis(&self, svg: &mut Svg, title: &str) {
        let Area { left, top, right, bottom } = self.area;
        for tick in self.x.ticks(((right - left) / 55.0) as usize) {
            svg.line("grid", [tick.place_px, top], [tick.place_px, bottom]);
            if !title.is_empty() {
                svg.text("tick", TextAnchor::Middle, [tick.place_px, bottom + 14.0], &tick.label);
            }
        }
        svg.text("title", TextAnchor::Middle, [0.5 * (left + right), bottom + 29.0], title);
    }

    fn draw_y_axis(&self, svg: &mut Svg, title: &str) {
        let Area { left, top, right, bottom } = self.area;
        for tick in self.y.ticks(((bottom - top) / 28.0) as usize) {
            svg.line("grid", [left, tick.place_px], [right, tick.place_px]);
            svg.text("tick", TextAnchor::End, [left - 5.0, tick.place_px + 4.0], &tick.label);
        }
        svg.upright_text("title", [12.0, 0.5 * (top + bottom)], title);
    }

    /// Where a pair of numbers lies.
    pub(super) fn place(&self, x: f64, y: f64) -> Option<[f64; 2]> {
        Some([self.x.px(x)?, self.y.px(y)?])
    }

    /// A line through points; it breaks where a number is missing.
    pub(super) fn line(
        &self,
        svg: &mut Svg,
        class: &str,
        points: impl Iterator<Item = (f64, f64)>,
    ) {
        let places: Vec<_> = points.map(|(x, y)| self.place(x, y)).collect();
        svg.path(class, &places);
    }

    /// Small marks.
    pub(super) fn dots(
        &self,
        svg: &mut Svg,
        class: &str,
        points: impl Iterator<Item = (f64, f64)>,
    ) {
        svg.dots(class, points.filter_map(|(x, y)| self.place(x, y)));
    }

    /// A line across at `y`.
    pub(super) fn level(&self, svg: &mut Svg, class: &str, y: f64) {
        if let Some(px) = self.y.px(y) {
            svg.line(class, [self.area.left, px], [self.area.right, px]);
        }
    }

    /// A band from the lower to the upper edge.
    pub(super) fn band(&self, svg: &mut Svg, class: &str, from: f64, to: f64) {
        if let (Some(left), Some(right)) = (self.x.px(from), self.x.px(to)) {
            let Area { top, bottom, .. } = self.area;
            svg.rect(class, [left, top], (right - left).max(0.0), bottom - top);
        }
    }

    /// A bar that stands on the lower edge.
    pub(super) fn bar(&self, svg: &mut Svg, class: &str, from: f64, to: f64, height: f64) {
        if let (Some([left, top]), Some(right)) = (self.place(from, height), self.x.px(to)) {
            let bottom = self.area.bottom;
            svg.rect(class, [left, top], (right - left - 0.6).max(0.4), (bottom - top).max(0.0));
        }
    }
}

/// An empty drawing of the given size with a note.
pub(super) fn nothing(width: f64, height: f64, label: &str) -> String {
    let mut svg = Svg::new(width, height);
    svg.text("title", TextAnchor::Middle, [0.5 * width, 0.5 * height], "no data");
    svg.finish(label)
}
