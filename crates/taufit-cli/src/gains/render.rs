//! The screen of `gains`: a table with intervals, and reasons where there is no gain.

use crate::numbers::{number, significant};
use crate::table::{Align, render_table};
use crate::text::{sentence, wrap};
use taufit::methods::{GainStatus, GainsResult, JointGain};
use taufit::model::Robot;

/// The whole screen.
pub(super) fn render_gains(robot: &Robot, found: &GainsResult, width: u16) -> String {
    let known = found.gains.iter().filter(|gain| gain.status == GainStatus::Determined).count();
    let headline =
        format!("{}: {known} of {} drive gains are determined.", robot.name(), found.gains.len());
    let mut text = wrap(&headline, width, "");
    if !found.settled {
        text += &wrap("The fit has not settled; take the numbers for a first guess.", width, "");
    }
    text += &format!("\n{}\n", render_table(&headings(), rows(robot, found), width));
    text += &wrap(
        "interval: 95 %, by the noise of the currents. range: between all errors in the currents and all \
         errors in the model; far apart, the load shows little above the errors.",
        width,
        "  ",
    );
    for gain in found.gains.iter().filter(|gain| gain.status != GainStatus::Determined) {
        text += &wrap(&format!("{}: {}.", gain.joint, gain.status), width, "  ");
    }
    text + &wrap(&format!("\n{}.", sentence(&load(found))), width, "  ")
}

fn headings() -> [(&'static str, Align); 6] {
    [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("gain", Align::Right),
        ("", Align::Left),
        ("interval", Align::Left),
        ("range", Align::Left),
    ]
}

fn rows(robot: &Robot, found: &GainsResult) -> Vec<Vec<String>> {
    let ends = |ends: Option<[f64; 2]>| {
        ends.map_or_else(String::new, |[low, high]| format!("{} .. {}", number(low), number(high)))
    };
    let row = |(dof, gain): (usize, &JointGain)| {
        let mut row = named_gain(robot, dof, gain.gain_nm_per_a);
        row.extend([ends(gain.interval_nm_per_a), ends(gain.bracket_nm_per_a())]);
        row
    };
    found.gains.iter().enumerate().map(row).collect()
}

/// Number and name of a joint, its gain and unit.
pub(super) fn named_gain(robot: &Robot, dof: usize, gain_nm_per_a: Option<f64>) -> Vec<String> {
    let joint = robot.dof_joint(dof);
    let unit = if joint.is_prismatic() { "N/A" } else { "N m/A" };
    vec![
        (dof + 1).to_string(),
        joint.name.clone(),
        gain_nm_per_a.map_or_else(|| "none".to_owned(), number),
        gain_nm_per_a.map_or("", |_| unit).to_owned(),
    ]
}

/// The load as it was found.
fn load(found: &GainsResult) -> String {
    let [mass_kg, mx, my, mz, ..] = found.payload;
    // To a tenth of a millimetre; adding zero turns -0 into 0.
    let tenths = |x: f64| (1e4 * x).round() / 1e4 + 0.0;
    let com = [mx, my, mz].map(|moment| significant(tenths(moment / mass_kg), 3)).join(", ");
    format!(
        "the load of {} kg has its centre of mass at {com} m in the frame of its link",
        number(mass_kg)
    )
}
