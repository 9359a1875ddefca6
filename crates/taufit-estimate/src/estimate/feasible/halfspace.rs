//! Bounds of the user as half-spaces `Σ a_c π_c − b ≥ 0`.

use super::coordinates::{Coordinates, Sparse};
use super::settings::{ComBox, FeasibleSettings, ParamBound};
use taufit_dynamics::base::Base;
use taufit_dynamics::friction::FrictionTerm;
use taufit_dynamics::params::{Layout, LinkParam};

/// One linear bound, in units in which slacks of all bounds are of one size.
pub(super) struct Halfspace {
    /// Text for messages.
    pub(super) name: String,
    sum: Sparse,
    constant: f64,
    /// Gradient with respect to `y`; empty if nothing in it is unknown.
    pub(super) row: Sparse,
}

impl Halfspace {
    fn new(name: String, mut sum: Sparse, bound: f64, unit: f64, place: &Coordinates) -> Self {
        sum.iter_mut().for_each(|(_, a)| *a /= unit);
        let row = place.row_of_sum(&sum);
        Self { name, sum, constant: bound / unit, row }
    }

    /// Distance from the bound; negative outside.
    pub(super) fn slack(&self, pi: &[f64]) -> f64 {
        self.sum.iter().map(|(column, a)| a * pi[*column]).sum::<f64>() - self.constant
    }
}

/// Every bound of the settings.
pub(super) fn halfspaces(
    layout: &Layout,
    base: &Base,
    place: &Coordinates,
    settings: &FeasibleSettings,
) -> Vec<Halfspace> {
    let single = settings.bounds.iter().flat_map(|b| param_bounds(layout, base, place, b));
    let boxes = settings.com_boxes.iter().flat_map(|b| box_bounds(layout, base, place, b));
    let total = settings.total_mass_kg.iter().flat_map(|&(lower, upper)| {
        let masses = |sign: f64| {
            (0..layout.n_links()).map(|i| (layout.column(i, LinkParam::M), sign)).collect()
        };
        let unit = base.unit(layout.column(0, LinkParam::M));
        [
            Halfspace::new(format!("total mass >= {lower} kg"), masses(1.0), lower, unit, place),
            Halfspace::new(format!("total mass <= {upper} kg"), masses(-1.0), -upper, unit, place),
        ]
    });
    let resists = break_away(layout, base, place).chain(resists_both_ways(layout, base, place));
    single.chain(boxes).chain(total).chain(resists).collect()
}

/// `fc + fs ≥ 0`: the torque that breaks a joint away resists. `fs` alone may be negative: friction
/// then grows with speed less and less, as it does in many gears.
fn break_away<'a>(
    layout: &'a Layout,
    base: &'a Base,
    place: &'a Coordinates,
) -> impl Iterator<Item = Halfspace> + 'a {
    let is_stribeck = |term: FrictionTerm| term == FrictionTerm::Stribeck;
    let coulomb = |of: usize| {
        let terms = [FrictionTerm::Coulomb, FrictionTerm::CoulombForward];
        let fits = move |dof: usize, term: FrictionTerm| dof == of && terms.contains(&term);
        layout.friction_columns().find(|c| fits(c.1, c.2)).map(|c| c.0)
    };
    let stribeck = layout.friction_columns().filter(move |c| is_stribeck(c.2));
    stribeck.map(move |(column, dof, _, _)| {
        let sum: Sparse =
            [Some(column), coulomb(dof)].into_iter().flatten().map(|c| (c, 1.0)).collect();
        let name = sum.iter().map(|(c, _)| layout.name(*c)).collect::<Vec<String>>().join(" + ");
        Halfspace::new(format!("{name} >= 0"), sum, 0.0, base.unit(column), place)
    })
}

/// `fv + fva ≥ 0` and `fv − fva ≥ 0`: viscous friction resists in either direction.
fn resists_both_ways<'a>(
    layout: &'a Layout,
    base: &'a Base,
    place: &'a Coordinates,
) -> impl Iterator<Item = Halfspace> + 'a {
    let viscous = |of: usize| {
        let mut columns = layout.friction_columns();
        columns.find(|c| c.1 == of && c.2 == FrictionTerm::Viscous).map(|c| c.0)
    };
    let asymmetric = layout.friction_columns().filter(|c| c.2 == FrictionTerm::ViscousAsymmetry);
    let pairs = asymmetric.filter_map(move |(column, dof, ..)| Some((viscous(dof)?, column)));
    pairs.flat_map(move |(viscous, asymmetry)| {
        let names = [viscous, asymmetry].map(|c| layout.name(c));
        let unit = base.unit(viscous);
        [(1.0, "+"), (-1.0, "-")].map(|(sign, word)| {
            let name = format!("{} {word} {} >= 0", names[0], names[1]);
            Halfspace::new(name, vec![(viscous, 1.0), (asymmetry, sign)], 0.0, unit, place)
        })
    })
}

/// `π_c ≥ lower`, `π_c ≤ upper`.
fn param_bounds(
    layout: &Layout,
    base: &Base,
    place: &Coordinates,
    bound: &ParamBound,
) -> Vec<Halfspace> {
    let (column, name) = (bound.column, layout.name(bound.column));
    let unit = base.unit(column);
    let lower = bound
        .lower
        .map(|x| Halfspace::new(format!("{name} >= {x}"), vec![(column, 1.0)], x, unit, place));
    let upper = bound
        .upper
        .map(|x| Halfspace::new(format!("{name} <= {x}"), vec![(column, -1.0)], -x, unit, place));
    lower.into_iter().chain(upper).collect()
}

/// `lower m ≤ m c ≤ upper m`, axis by axis.
fn box_bounds(
    layout: &Layout,
    base: &Base,
    place: &Coordinates,
    com_box: &ComBox,
) -> Vec<Halfspace> {
    let axes = [(LinkParam::Mx, "x"), (LinkParam::My, "y"), (LinkParam::Mz, "z")];
    let mass = layout.column(com_box.link, LinkParam::M);
    let (link, _) = layout.owner(mass);
    let bounds = |axis: usize| {
        let (param, letter) = axes[axis];
        let moment = layout.column(com_box.link, param);
        let unit = base.unit(moment);
        let (lower, upper) = (com_box.lower_m[axis], com_box.upper_m[axis]);
        let name = |sign: &str, x: f64| format!("com {letter}[{link}] {sign} {x} m");
        let above = vec![(moment, 1.0), (mass, -lower)];
        let below = vec![(moment, -1.0), (mass, upper)];
        [
            Halfspace::new(name(">=", lower), above, 0.0, unit, place),
            Halfspace::new(name("<=", upper), below, 0.0, unit, place),
        ]
    };
    (0..axes.len()).flat_map(bounds).collect()
}
