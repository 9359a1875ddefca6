//! A designed motion in words, for the screen and for the page.

use crate::numbers::{count, number, rounded};
use crate::text::listing;
use taufit::excite::{Design, Forecast, JointLimits, JointPeaks, Trajectory};

/// Expected standard deviation below which a parameter counts as sharp \[% of its nominal value\].
const SHARP_PERCENT: f64 = 10.0;
/// Relative standard deviation beyond which a parameter is not significant \[%\].
const LOST_PERCENT: f64 = 100.0;
/// Share of a limit from which on it holds the motion back: designs stay a few percent below.
const BINDS: f64 = 0.95;

/// Expected accuracy of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharpness {
    /// Within a tenth of its value.
    Sharp,
    /// More roughly.
    Rough,
    /// Not significant.
    Lost,
    /// The nominal value is zero, so that a percentage is undefined.
    Unrated,
}

impl Sharpness {
    /// Forecast of one parameter, for the page.
    pub fn of(forecast: &Forecast) -> Self {
        match forecast.percent_sigma {
            _ if !forecast.sigma.is_finite() => Self::Lost,
            Some(percent) if percent <= SHARP_PERCENT => Self::Sharp,
            Some(percent) if percent <= LOST_PERCENT => Self::Rough,
            Some(_) => Self::Lost,
            None => Self::Unrated,
        }
    }

    /// Short label.
    pub fn label(self) -> &'static str {
        match self {
            Self::Sharp => "sharp",
            Self::Rough => "roughly",
            Self::Lost => "not determined",
            Self::Unrated => "nominal is zero",
        }
    }
}

/// Share of a limit that one joint uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Use {
    /// Limited quantity.
    pub quantity: &'static str,
    /// The most that the motion does; for positions the distance from the middle of the travel.
    pub used: f64,
    /// Limit, in the same sense; `None` where nothing limits it.
    pub limit: Option<f64>,
}

impl Use {
    /// Share of the limit that is used.
    pub fn share(&self) -> Option<f64> {
        self.limit.map(|limit| self.used / limit)
    }

    /// Whether the limit holds the motion back.
    pub fn binds(&self) -> bool {
        self.share().is_some_and(|share| share >= BINDS)
    }

    /// Position, speed, acceleration, jerk and torque of a joint.
    pub fn of_joint(peaks: &JointPeaks, limits: &JointLimits) -> [Self; 5] {
        let middle = limits.middle();
        let reached = (peaks.highest - middle).max(middle - peaks.lowest);
        let of = |quantity, used, limit| Self { quantity, used, limit };
        [
            of("position", reached, Some(limits.half_range())),
            of("speed", peaks.velocity, Some(limits.velocity)),
            of("acceleration", peaks.acceleration, Some(limits.acceleration)),
            of("jerk", peaks.jerk, limits.jerk),
            of("torque", peaks.torque, limits.torque),
        ]
    }
}

/// Summary of a designed motion.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionSummary {
    /// Parameters that are expected within a tenth of their value.
    pub n_sharp: usize,
    /// All base parameters.
    pub n_base: usize,
    /// Parameters whose nominal value is zero.
    pub n_unrated: usize,
    /// Parameters that the motion will not separate from zero, by their leading names.
    pub lost: Vec<String>,
    /// Limits that bind: `speed of joints 1 and 3`.
    pub binding: Vec<String>,
}

impl MotionSummary {
    /// Summary of a design.
    pub fn new(design: &Design) -> Self {
        let is = |wanted| move |f: &&Forecast| Sharpness::of(f) == wanted;
        let lost = design.forecast.iter().filter(is(Sharpness::Lost));
        Self {
            n_sharp: design.forecast.iter().filter(is(Sharpness::Sharp)).count(),
            n_base: design.forecast.len(),
            n_unrated: design.forecast.iter().filter(is(Sharpness::Unrated)).count(),
            lost: lost.map(|f| lead(&f.expression).to_owned()).collect(),
            binding: binding(design),
        }
    }

    /// The verdict in a sentence or two.
    pub fn verdict(&self, design: &Design) -> String {
        let binds = match &self.binding[..] {
            [] => "No limit binds".to_owned(),
            list => format!("What binds: {}", list.join("; ")),
        };
        let unrated = match self.n_unrated {
            0 => String::new(),
            n => format!(", {n} more have a nominal value of zero"),
        };
        format!(
            "Condition number {} ({} of the information matrix); {} of {} expected within {SHARP_PERCENT} % \
             of their nominal value (one standard deviation){unrated}; takes {} s{}. {binds}.",
            rounded(design.condition_number, 3),
            // cond(WᵀW), which Kovincic et al. 2019 minimise (eq. 23).
            rounded(design.condition_number.powi(2), 3),
            self.n_sharp,
            count(self.n_base - self.n_unrated, "base parameter"),
            number(design.trajectory.duration_s()),
            periods(&design.trajectory),
        )
    }

    /// Parameters that the motion does not determine; `None` where it determines all.
    pub fn undetermined(&self) -> Option<String> {
        let names: Vec<&str> = self.lost.iter().map(String::as_str).collect();
        (!names.is_empty()).then(|| {
            format!(
                "This motion will not separate from zero: {}. More time, more room or less torque noise would; \
                 else take them from the nominal model.",
                listing(&names)
            )
        })
    }
}

/// The torque noise that the forecast assumes, joint by joint, or once where it is the same for all.
pub fn noise_text(design: &Design) -> String {
    let mut numbers: Vec<String> = design.torque_noise.iter().map(|x| rounded(*x, 2)).collect();
    if numbers.windows(2).all(|pair| pair[0] == pair[1]) {
        numbers.truncate(1);
    }
    numbers.join(", ")
}

/// The parameters from the worst expected to the best; those without a percentage at the end.
pub fn worst_first(forecast: &[Forecast]) -> Vec<&Forecast> {
    let badness = |f: &Forecast| match f.percent_sigma {
        _ if !f.sigma.is_finite() => f64::INFINITY,
        percent => percent.unwrap_or(f64::NEG_INFINITY),
    };
    let mut sorted: Vec<&Forecast> = forecast.iter().collect();
    sorted.sort_by(|a, b| badness(b).total_cmp(&badness(a)));
    sorted
}

/// `, 2 periods of 10 s`; nothing for a single one.
fn periods(motion: &Trajectory) -> String {
    match motion.repetitions {
        1 => String::new(),
        n => format!(", {n} periods of {} s", rounded(motion.period_s(), 4)),
    }
}

/// The parameter that leads a sum.
fn lead(expression: &str) -> &str {
    expression.split(' ').next().unwrap_or(expression)
}

/// Limits that are used up, quantity by quantity.
fn binding(design: &Design) -> Vec<String> {
    let uses: Vec<[Use; 5]> = design
        .check
        .joints
        .iter()
        .zip(&design.limits)
        .map(|(peaks, limits)| Use::of_joint(peaks, limits))
        .collect();
    let mut words = Vec::new();
    for kind in 0..5 {
        let numbers: Vec<String> = uses
            .iter()
            .enumerate()
            .filter(|(_, of_joint)| of_joint[kind].binds())
            .map(|(dof, _)| (dof + 1).to_string())
            .collect();
        let Some(first) = uses.first().filter(|_| !numbers.is_empty()) else { continue };
        let noun = if numbers.len() == 1 { "joint" } else { "joints" };
        let names: Vec<&str> = numbers.iter().map(String::as_str).collect();
        words.push(format!("{} of {noun} {}", first[kind].quantity, listing(&names)));
    }
    let most = design.settings.limits.tool_speed_m_s;
    if most.is_some_and(|most| design.check.tool_speed_m_s >= BINDS * most) {
        words.push("speed of the tool".to_owned());
    }
    let kept_m = design.settings.limits.clearance_m;
    if let Some(near) = design.check.clearance.as_ref().filter(|c| BINDS * c.distance_m <= kept_m) {
        words.push(format!("distance of {} and {}", near.first, near.second));
    }
    words
}
