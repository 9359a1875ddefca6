//! Vocabulary of column names: quantities and units.

use super::Role;

/// Priority of a column name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::log) enum NameRank {
    /// Canonical name, which is preferred to all others.
    Canonical,
    /// A usual name.
    Usual,
    /// A torque that may be commanded or external; taken only if mapped.
    Other,
}

/// Quantity of a column name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::log) struct Meaning {
    /// Quantity.
    pub(in crate::log) role: Role,
    /// Priority of the name.
    pub(in crate::log) rank: NameRank,
}

/// Words that are ignored: all mean "measured, at the joint".
const FILLERS: [&str; 13] = [
    "joint", "joints", "jnt", "axis", "state", "states", "actual", "act", "measured", "meas",
    "msr", "present", "field",
];

/// Units that a name may end in, and their size in SI units. `mA` is two words: a capital begins one.
const UNITS: [(Role, &[&str], f64); 30] = [
    (Role::Time, &["s"], 1.0),
    (Role::Time, &["sec"], 1.0),
    (Role::Time, &["ms"], 1e-3),
    (Role::Time, &["us"], 1e-6),
    (Role::Time, &["µs"], 1e-6),
    (Role::Time, &["ns"], 1e-9),
    (Role::Position, &["rad"], 1.0),
    (Role::Position, &["m"], 1.0),
    (Role::Position, &["deg"], DEGREE_RAD),
    (Role::Position, &["°"], DEGREE_RAD),
    (Role::Position, &["mm"], 1e-3),
    (Role::MotorPosition, &["rad"], 1.0),
    (Role::MotorPosition, &["m"], 1.0),
    (Role::MotorPosition, &["deg"], DEGREE_RAD),
    (Role::MotorPosition, &["°"], DEGREE_RAD),
    (Role::MotorPosition, &["mm"], 1e-3),
    (Role::Velocity, &["rad", "s"], 1.0),
    (Role::Velocity, &["m", "s"], 1.0),
    (Role::Velocity, &["deg", "s"], DEGREE_RAD),
    (Role::Velocity, &["deg", "per", "s"], DEGREE_RAD),
    (Role::Velocity, &["°", "s"], DEGREE_RAD),
    (Role::Velocity, &["mm", "s"], 1e-3),
    (Role::Torque, &["nm"], 1.0),
    (Role::Torque, &["n", "m"], 1.0),
    (Role::Torque, &["n"], 1.0),
    (Role::Torque, &["k", "nm"], 1e3),
    (Role::Torque, &["m", "nm"], 1e-3),
    (Role::Current, &["a"], 1.0),
    (Role::Current, &["ma"], 1e-3),
    (Role::Current, &["m", "a"], 1e-3),
];

/// One degree \[rad\].
const DEGREE_RAD: f64 = std::f64::consts::PI / 180.0;

/// Quantity of a name given by its words, with or without a unit at the end.
pub(in crate::log) fn meaning(words: &[String]) -> Option<Meaning> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let with_unit = |(role, unit, _): &(Role, &[&str], f64)| {
        known(without_end(&words, unit)?).filter(|meaning| meaning.role == *role)
    };
    known(&words).or_else(|| UNITS.iter().find_map(with_unit)).or_else(|| other_torque(&words))
}

/// The unit that words end in, as a factor to SI; `None` where they end in none.
pub(in crate::log) fn unit(role: Role, words: &[String]) -> Option<f64> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let fits = |(of, unit, _): &&(Role, &[&str], f64)| {
        *of == role && without_end(&words, unit).is_some_and(|rest| !rest.is_empty())
    };
    UNITS.iter().filter(fits).max_by_key(|(_, unit, _)| unit.len()).map(|(_, _, scale)| *scale)
}

fn without_end<'a>(words: &'a [String], end: &[&str]) -> Option<&'a [String]> {
    let (rest, last) = words.split_at_checked(words.len().checked_sub(end.len())?)?;
    (last == end).then_some(rest)
}

fn known(words: &[String]) -> Option<Meaning> {
    let bare: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| !FILLERS.contains(word)).collect();
    let (role, is_ours) = match bare.join("_").as_str() {
        "t" => (Role::Time, true),
        "q" => (Role::Position, true),
        "qm" => (Role::MotorPosition, true),
        "qd" => (Role::Velocity, true),
        "tau" => (Role::Torque, true),
        "i" => (Role::Current, true),
        other => (usual(other)?, false),
    };
    let is_ours = is_ours && bare.len() == words.len();
    Some(Meaning { role, rank: if is_ours { NameRank::Canonical } else { NameRank::Usual } })
}

/// Names of ROS, UR's RTDE, libfranka, KUKA's FRI and of people who write their own.
fn usual(stem: &str) -> Option<Role> {
    match stem {
        "time" | "timestamp" | "time_stamp" | "stamp" => Some(Role::Time),
        "pos" | "position" | "positions" | "angle" | "angles" | "mp" => Some(Role::Position),
        "dq" | "v" | "vel" | "velocity" | "velocities" | "speed" | "speeds" | "qdot" | "q_dot" => {
            Some(Role::Velocity)
        }
        "tau_j" | "torque" | "torques" | "trq" | "mt" | "force" | "effort_nm" => Some(Role::Torque),
        "current_as_torque" => Some(Role::Torque),
        "current" | "currents" | "motor_current" | "effort_a" => Some(Role::Current),
        "effort" | "efforts" => Some(Role::Effort),
        _ => None,
    }
}

/// Torques that are not measured joint torques: `tau_ext_hat_filtered`, `target_moment`, `tau_model`.
fn other_torque(words: &[String]) -> Option<Meaning> {
    let names = ["tau", "torque", "torques", "trq", "moment"];
    let is_torque = |word: Option<&String>| word.is_some_and(|word| names.contains(&word.as_str()));
    (is_torque(words.first()) || is_torque(words.last()))
        .then_some(Meaning { role: Role::Torque, rank: NameRank::Other })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(stem: &str) -> Option<(Role, NameRank)> {
        meaning(&words(stem)).map(|found| (found.role, found.rank))
    }

    fn words(stem: &str) -> Vec<String> {
        stem.split('_').map(str::to_owned).collect()
    }

    #[test]
    fn our_own_names_are_sure_with_and_without_unit() {
        for (stem, role) in [
            ("t", Role::Time),
            ("t_s", Role::Time),
            ("q_rad", Role::Position),
            ("qm_rad", Role::MotorPosition),
            ("qd_rad_s", Role::Velocity),
            ("tau_Nm", Role::Torque),
            ("i_A", Role::Current),
        ] {
            assert_eq!(of(stem), Some((role, NameRank::Canonical)), "{stem}");
        }
    }

    #[test]
    fn names_of_others_are_known() {
        for (stem, role) in [
            ("timestamp_ns", Role::Time),
            ("actual_q", Role::Position),
            ("dq", Role::Velocity),
            ("tau_J", Role::Torque),
            ("Measured_Torque", Role::Torque),
            ("actual_current", Role::Current),
            ("joint_states_effort", Role::Effort),
        ] {
            assert_eq!(of(stem), Some((role, NameRank::Usual)), "{stem}");
        }
    }

    #[test]
    fn commanded_and_derived_quantities_are_not_taken() {
        for stem in ["q_d", "target_q", "qdd", "ddq", "qlink", "qref", "dtau_J", "i_des"] {
            assert_eq!(of(stem), None, "{stem}");
        }
        for stem in ["tau_ext_hat_filtered", "tau_J_d", "target_moment", "tau_model", "tau_m"] {
            assert_eq!(of(stem), Some((Role::Torque, NameRank::Other)), "{stem}");
        }
    }

    #[test]
    fn units_are_factors_to_si() {
        assert_eq!(unit(Role::Position, &words("q_deg")), Some(DEGREE_RAD));
        assert_eq!(unit(Role::Velocity, &words("qd_deg_s")), Some(DEGREE_RAD));
        assert_eq!(unit(Role::Current, &words("i_mA")), Some(1e-3));
        assert_eq!(unit(Role::Time, &words("time_us")), Some(1e-6));
        assert_eq!(unit(Role::Torque, &words("tau_J")), None);
    }
}
