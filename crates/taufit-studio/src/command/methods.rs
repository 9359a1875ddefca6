//! Methods of the page: what a form asks for first. Everything else is under "more options".

use serde::Serialize;

/// Form of a verb.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Method {
    /// The verb.
    pub(crate) verb: &'static str,
    /// Title.
    title: &'static str,
    /// Question that it answers.
    question: &'static str,
    /// Arguments that logs of the page go to: those to fit, those to validate on.
    logs: LogArguments,
    /// Options that the form shows.
    options: &'static [&'static str],
}

/// Arguments for logs.
#[derive(Clone, Copy, Debug, Serialize)]
struct LogArguments {
    fit: Option<&'static str>,
    validation: Option<&'static str>,
}

const LOGS: LogArguments = LogArguments { fit: Some("logs"), validation: None };

/// All methods, in the order of the page.
pub(crate) const METHODS: [Method; 9] = [
    Method {
        verb: "identify",
        title: "Rigid body",
        question: "Masses, centres of mass, inertias and friction from motion and torque",
        logs: LogArguments { fit: Some("logs"), validation: Some("validate") },
        options: &["friction", "no_rotor", "essential", "hold_out"],
    },
    Method {
        verb: "motors",
        title: "Motors",
        question: "Torque constants and friction from joints that move one at a time",
        logs: LOGS,
        options: &["single_joint", "kct", "same_motor", "loaded", "load"],
    },
    Method {
        verb: "elastic",
        title: "Elastic joints",
        question: "Stiffness, links and rotors from encoders on both sides of the joints",
        logs: LOGS,
        options: &["joints", "known_rotors", "damping"],
    },
    Method {
        verb: "stiffness",
        title: "Stiffness, clamped",
        question: "Joint stiffness of an arm that presses against a clamp",
        logs: LOGS,
        options: &["wrench", "wrench_frame", "clamp_stiffness", "tool"],
    },
    Method {
        verb: "payload",
        title: "Payload",
        question: "Mass, centre of mass and inertia of a tool or load, as controllers take them",
        logs: LOGS,
        options: &["model", "unloaded", "frame", "static", "stated_mass_kg", "scale_percent"],
    },
    Method {
        verb: "gravity",
        title: "Gravity",
        question: "Weights and torque offsets from poses at rest or slow motion",
        logs: LOGS,
        options: &["no_offset", "slow_speed"],
    },
    Method {
        verb: "gains",
        title: "Drive gains",
        question: "Torque per ampere from runs with a known load, or from a controller's targets",
        logs: LOGS,
        options: &["from_targets", "loaded", "mass_kg", "frame"],
    },
    Method {
        verb: "collisions",
        title: "Collisions",
        question: "Contacts in a log: when, which joints, how hard",
        logs: LOGS,
        options: &["result", "free", "thresholds", "frame"],
    },
    Method {
        verb: "reverse",
        title: "Vendor's model",
        question: "Parameters behind a controller's mass matrix and gravity vector",
        logs: LogArguments { fit: Some("samples"), validation: None },
        options: &["rotor"],
    },
];
