//! The elements of a drawing.

use std::fmt::Write;

/// Anchor of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextAnchor {
    Start,
    Middle,
    End,
}

/// A drawing in the making; places are pixels from the upper left corner.
#[derive(Debug)]
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// The whole drawing, with a text for those who do not see it.
    pub(super) fn finish(self, label: &str) -> String {
        let Self { width, height, body } = self;
        let label = escape(label);
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\" aria-label=\"{label}\">{body}</svg>"
        )
    }

    pub(super) fn line(&mut self, class: &str, from: [f64; 2], to: [f64; 2]) {
        self.path(class, &[Some(from), Some(to)]);
    }

    /// Points joined by lines; `None` lifts the pen.
    pub(super) fn path(&mut self, class: &str, points: &[Option<[f64; 2]>]) {
        let mut commands = String::new();
        let mut pen_is_down = false;
        for point in points {
            if let Some([x, y]) = point {
                commands.push(if pen_is_down { 'L' } else { 'M' });
                push_place(&mut commands, *x, *y);
            }
            pen_is_down = point.is_some();
        }
        self.commands(class, &commands);
    }

    /// Small round marks, all in one element.
    pub(super) fn dots(&mut self, class: &str, places: impl Iterator<Item = [f64; 2]>) {
        let mut commands = String::new();
        for [x, y] in places {
            commands.push('M');
            push_place(&mut commands, x, y);
            commands.push_str("h0");
        }
        self.commands(class, &commands);
    }

    fn commands(&mut self, class: &str, commands: &str) {
        if !commands.is_empty() {
            self.push(format_args!("<path class=\"{class}\" d=\"{commands}\"/>"));
        }
    }

    pub(super) fn rect(&mut self, class: &str, [x, y]: [f64; 2], width: f64, height: f64) {
        self.push(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        ));
    }

    pub(super) fn circle(&mut self, class: &str, [x, y]: [f64; 2], radius: f64) {
        self.push(format_args!(
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
        ));
    }

    /// An ellipse whose first half axis is turned by `angle_deg` (clockwise, as y points down).
    pub(super) fn ellipse(
        &mut self,
        class: &str,
        [x, y]: [f64; 2],
        radii: [f64; 2],
        angle_deg: f64,
    ) {
        let [a, b] = radii;
        self.push(format_args!(
            "<ellipse class=\"{class}\" rx=\"{a:.1}\" ry=\"{b:.1}\" \
             transform=\"translate({x:.1} {y:.1}) rotate({angle_deg:.1})\"/>"
        ));
    }

    pub(super) fn text(&mut self, class: &str, anchor: TextAnchor, [x, y]: [f64; 2], text: &str) {
        let (anchor, text) = (anchor_name(anchor), escape(text));
        self.push(format_args!(
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        ));
    }

    /// A text that reads from bottom to top.
    pub(super) fn upright_text(&mut self, class: &str, [x, y]: [f64; 2], text: &str) {
        let text = escape(text);
        self.push(format_args!(
            "<text class=\"{class}\" text-anchor=\"middle\" \
             transform=\"translate({x:.1} {y:.1}) rotate(-90)\">{text}</text>"
        ));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(element);
    }
}

fn anchor_name(anchor: TextAnchor) -> &'static str {
    match anchor {
        TextAnchor::Start => "start",
        TextAnchor::Middle => "middle",
        TextAnchor::End => "end",
    }
}

/// A tenth of a pixel is finer than a screen.
fn push_place(commands: &mut String, x: f64, y: f64) {
    let _ = write!(commands, "{x:.1} {y:.1}");
}

/// Text as it may stand between tags and in attributes.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_element() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text("t", TextAnchor::Start, [1.0, 2.0], "</text><script>alert('1')</script>");
        let text = svg.finish("\"><script>");
        assert!(!text.contains("<script"));
        assert!(text.contains("aria-label=\"&quot;&gt;&lt;script&gt;\""));
    }

    #[test]
    fn the_pen_is_lifted_where_there_is_no_point() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.path("p", &[Some([0.0, 0.0]), Some([1.0, 1.0]), None, Some([2.0, 2.0])]);
        assert!(svg.finish("").contains("d=\"M0.0 0.0L1.0 1.0M2.0 2.0\""));
    }
}
