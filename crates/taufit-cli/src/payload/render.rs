//! The screen of `payload`: what it weighs, how sure that is, and what to type in.

use crate::failure::Outcome;
use crate::numbers::{half_interval, known_to, number, significant};
use crate::table::{Align, render_table};
use crate::text::{concern_lines, sentence, wrap};
use taufit::methods::PayloadFrame;
use taufit::spatial::{Inertial, Vec3};
use taufit::study::{
    FrictionUnderLoad, Identifiability, PayloadMode, PayloadParameter, PayloadStudy, PoseAdvice,
};
use taufit::study::{PayloadFound, VendorEntry};
use taufit_io::{LoadFormat, write_load};

/// The whole screen.
pub(crate) fn render_payload(study: &PayloadStudy, width: u16) -> String {
    let found = &study.found;
    let verdict = &study.header.verdict;
    let headline = format!(
        "{}: {}. The load on {} weighs {}. {}.",
        study.header.robot.name,
        verdict.grade,
        found.frame,
        found.parameters.first().map(mass).unwrap_or_default(),
        sentence(&verdict.reason)
    );
    let mut text = wrap(&headline, width, "");
    text += &concern_lines(verdict, width);
    text += &wrap(&format!("Rule: {}.", verdict.rule), width, "  ");
    text += &format!("\n{}", parameter_table(study, width));
    text += &wrap(
        &format!(
            "± is half of the 95 % interval; correlated residuals, model and stated errors of gains and scale \
             included. fit: plain least squares. difference: of two sets of coefficients. zero: not separated \
             from zero. prior: held to {}.",
            found.prior
        ),
        width,
        "  ",
    );
    text += &format!("\n{}", joint_table(study, width));
    let sigma_kg =
        found.parameters.first().map_or(f64::NAN, |mass| mass.parameter.sigma_or_infinity());
    text += &wrap(&friction_text(&found.friction, found.mode, sigma_kg), width, "  ");
    for entry in &study.entries {
        text += &format!(
            "\n{}{}",
            wrap(&format!("{}:", entry.words), width, ""),
            indented(&entry.text)
        );
    }
    text + &found.advice.as_ref().map(|advice| advice_text(advice, width)).unwrap_or_default()
}

fn mass(PayloadParameter { parameter: mass, .. }: &PayloadParameter) -> String {
    let shown = |kg: f64| known_to(kg, mass.sigma_or_infinity());
    let [low, high] = mass.interval.unwrap_or([mass.value; 2]).map(shown);
    format!("{} kg (95 %: {low} to {high})", shown(mass.value))
}

fn parameter_table(study: &PayloadStudy, width: u16) -> String {
    let headings = [
        ("", Align::Left),
        ("value", Align::Right),
        ("± 95 %", Align::Right),
        ("unit", Align::Left),
        ("fit", Align::Right),
        ("difference", Align::Right),
        ("", Align::Left),
    ];
    let row = |payload: &PayloadParameter| {
        let PayloadParameter { parameter: p, unconstrained, difference } = payload;
        let (sigma, half) = (p.sigma_or_infinity(), half_interval(p).unwrap_or(f64::INFINITY));
        let (factor, unit) = if p.unit == "m" { (1e3, "mm") } else { (1.0, &p.unit[..]) };
        let shown = |x: f64| known_to(factor * x, factor * sigma);
        vec![
            p.name.clone(),
            shown(p.value),
            shown(half),
            unit.to_owned(),
            shown(*unconstrained),
            difference.map(shown).unwrap_or_default(),
            match p.identifiability {
                Identifiability::ConsistentWithZero => {
                    format!("zero within ±{}", shown(half))
                }
                Identifiability::Undetermined => "prior".to_owned(),
                Identifiability::NotEstimated => "prior, not sought".to_owned(),
                other => other.to_string(),
            },
        ]
    };
    render_table(&headings, study.found.parameters.iter().map(row).collect(), width)
}

fn joint_table(study: &PayloadStudy, width: u16) -> String {
    let headings = [
        ("error of", Align::Left),
        ("without load", Align::Right),
        ("before", Align::Right),
        ("after", Align::Right),
        ("", Align::Left),
        ("after [%]", Align::Right),
        ("gain", Align::Right),
    ];
    let rows = study.found.joints.iter().map(|joint| {
        if !joint.used {
            return vec![joint.name.clone(), "left out".to_owned()];
        }
        vec![
            joint.name.clone(),
            joint.free_rms_nm.map(|x| significant(x, 3)).unwrap_or_default(),
            significant(joint.before_rms_nm, 3),
            significant(joint.after_rms_nm, 3),
            joint.unit.clone(),
            significant(joint.after_percent, 3),
            joint.gain_nm_per_a.map(number).unwrap_or_default(),
        ]
    });
    render_table(&headings, rows.collect(), width)
}

/// Treatment of friction, and its effect on the mass.
fn friction_text(friction: &FrictionUnderLoad, mode: PayloadMode, sigma_kg: f64) -> String {
    let largest = friction.changes.iter().max_by(|a, b| {
        let size = |c: &taufit::study::FrictionChange| ((c.after - c.before) / c.sigma).abs();
        size(a).total_cmp(&size(b))
    });
    let change = largest.map_or_else(String::new, |c| {
        format!(
            "; the clearest change is {} from {} to {} {}",
            c.name,
            significant(c.before, 3),
            significant(c.after, 3),
            c.unit
        )
    });
    match (mode, friction.refitted, friction.refitted_mass_kg) {
        (PayloadMode::Static, ..) | (_, false, None) => {
            "Friction: at rest it shows as the side that a joint came from.".to_owned()
        }
        (_, true, _) => format!(
            "Friction: found anew{change}. Kept, the mass would be {} kg.",
            known_to(friction.kept_mass_kg, sigma_kg)
        ),
        (_, false, Some(mass_kg)) => format!(
            "Friction: kept as without load. Found anew, the mass would be {} kg{change}.",
            known_to(mass_kg, sigma_kg)
        ),
    }
}

fn advice_text(advice: &PoseAdvice, width: u16) -> String {
    let sigma = |k: usize| {
        let of = |x: &[f64]| x.get(k).copied().unwrap_or(f64::NAN);
        let (mass_kg, com_m) = (of(&advice.mass_sigma_kg), of(&advice.com_sigma_m));
        format!("{} g, {} mm", significant(1e3 * mass_kg, 2), significant(1e3 * com_m, 2))
    };
    let n_poses = advice.poses.len();
    if n_poses == 0 && advice.reached {
        return String::new();
    }
    if n_poses == 0 {
        let words =
            "More poses would not help: drive gains, scale or the model limit what is known.";
        return format!("\n{}", wrap(words, width, ""));
    }
    let poses =
        if n_poses == 1 { "this pose".to_owned() } else { format!("these {n_poses} poses") };
    let not_enough = if advice.reached { "" } else { ", which is still not the target" };
    let words = format!(
        "To know mass and centre to {} g and {} mm (now {}), add {poses} with --static, each held for a second \
         and approached from both sides{not_enough}:",
        significant(1e3 * advice.target_mass_sigma_kg, 2),
        significant(1e3 * advice.target_com_sigma_m, 2),
        sigma(0),
    );
    let mut text = format!("\n{}", wrap(&words, width, ""));
    for (k, pose) in advice.poses.iter().enumerate() {
        let q = pose.q.iter().map(|x| format!("{x:.3}")).collect::<Vec<_>>().join(", ");
        let place = if pose.visited { "" } else { ", not visited yet: look for collisions" };
        text += &format!("  {q}   ({}{place})\n", sigma(k + 1));
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// All formats; `frame` is that of the load.
pub(super) fn vendor_entries(
    found: &PayloadFound,
    frame: &PayloadFrame,
) -> Outcome<Vec<VendorEntry>> {
    let entry = |format: LoadFormat| -> Outcome<VendorEntry> {
        let text = write_load(format, &body(found), &found.frame)?;
        Ok(VendorEntry { words: format.description(&frame.axes()), text })
    };
    LoadFormat::ALL.into_iter().map(entry).collect()
}

fn body(found: &PayloadFound) -> Inertial {
    Inertial {
        mass_kg: found.body.mass_kg,
        com_in_link_m: Vec3::from(found.body.com_m),
        inertia_about_com_in_link: found.body.inertia_kg_m2,
    }
}
