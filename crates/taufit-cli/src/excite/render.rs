//! The screen of `excite`: verdict, what is used of the limits, what will be learnt.

use crate::numbers::{number, significant};
use crate::table::{Align, natural_width, render_table};
use crate::text::wrap;
use taufit::excite::{Design, Forecast};
use taufit_report::{MotionSummary, Sharpness, Use, noise_text, worst_first};

/// The whole screen.
pub(super) fn render_design(design: &Design, width: u16) -> String {
    let summary = MotionSummary::new(design);
    let mut text = wrap(&format!("{}: {}", design.robot, summary.verdict(design)), width, "");
    if let Some(words) = summary.undetermined() {
        text += &wrap(&words, width, "");
    }
    if let Some(near) = &design.check.clearance {
        text += &format!(
            "Closest approach {} mm: {} and {}, at {} s.\n",
            significant(1e3 * near.distance_m, 3),
            near.first,
            near.second,
            significant(near.t_s, 3)
        );
    }
    let title = "What is used of the limits, margins taken off; rad, rad/s, rad/s², N m (m and N for \
                 sliding joints)";
    text += &format!("\n{}{}", wrap(title, width, "  "), render_limits(design, width));
    text + &format!(
        "\nForecast for one run, worst first; σ for torque noise {} N m or N\n{}",
        noise_text(design),
        render_forecast(design, width)
    )
}

fn render_limits(design: &Design, width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("position", Align::Left),
        ("of", Align::Left),
        ("speed", Align::Right),
        ("acceleration", Align::Right),
        ("jerk", Align::Right),
        ("torque", Align::Right),
    ];
    let rows = |show: fn(&Use) -> String, to: &str| -> Vec<Vec<String>> {
        let row = |dof: usize| {
            let (peaks, limits) = (&design.check.joints[dof], &design.limits[dof]);
            let range = |from: f64, until: f64| format!("{from:.2}{to}{until:.2}");
            let [_, others @ ..] = Use::of_joint(peaks, limits);
            let mut row = vec![
                (dof + 1).to_string(),
                peaks.name.clone(),
                range(peaks.lowest, peaks.highest),
                range(limits.lower, limits.upper),
            ];
            row.extend(others.iter().map(show));
            row
        };
        (0..design.check.joints.len().min(design.limits.len())).map(row).collect()
    };
    let names = headings.map(|(name, _)| name);
    let wide = rows(used, " to ");
    match natural_width(&names, &wide) <= width {
        true => render_table(&headings, wide, width),
        false => render_table(&headings, rows(used_share, ".."), width),
    }
}

/// `1.2/1.5 = 80 %`; empty for a quantity without limit.
fn used(x: &Use) -> String {
    match (x.limit, x.share()) {
        (Some(limit), Some(share)) => {
            format!("{}/{} = {:.0} %", significant(x.used, 3), significant(limit, 3), 100.0 * share)
        }
        _ if x.quantity == "jerk" => String::new(),
        _ => significant(x.used, 3),
    }
}

/// The same without the limit, for narrow screens: `1.2 = 80 %`.
fn used_share(x: &Use) -> String {
    match (x.limit, x.share()) {
        (Some(_), Some(share)) => format!("{} = {:.0} %", significant(x.used, 3), 100.0 * share),
        _ => used(x),
    }
}

fn render_forecast(design: &Design, width: u16) -> String {
    let headings = [
        ("σ [%]", Align::Right),
        ("expected", Align::Left),
        ("nominal", Align::Right),
        ("σ", Align::Right),
        ("unit", Align::Left),
        ("base parameter", Align::Left),
    ];
    let row = |f: &Forecast| {
        vec![
            f.percent_sigma.map_or_else(|| "–".to_owned(), |x| significant(x, 3)),
            Sharpness::of(f).label().to_owned(),
            number(f.nominal),
            significant(f.sigma, 2),
            f.unit.clone(),
            f.expression.clone(),
        ]
    };
    render_table(&headings, worst_first(&design.forecast).into_iter().map(row).collect(), width)
}
