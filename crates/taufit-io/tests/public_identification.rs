//! Identification of real arms from public logs, scored as the reference protocol of the data sets
//! scores: same cut-off, same split, ordinary least squares, relative torque error in total.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::logs::public;
use std::path::PathBuf;
use taufit::estimate::Weighting;
use taufit::friction::FrictionShape;
use taufit::methods::{RigidSettings, identify_rigid};
use taufit::model::Robot;
use taufit::params::{Layout, LayoutSettings};
use taufit::recording::EffortKind;
use taufit::signal::{ConditionSettings, Motion, condition};
use taufit_io::{LogOptions, read_log, read_robot};

struct Case {
    robot: Robot,
    cutoff_hz: f64,
    hold_out: f64,
    rotor_inertia: bool,
}

impl Case {
    fn motion(&self, log: PathBuf) -> Motion {
        let options = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
        let recording = read_log(log, &self.robot, &options).unwrap().recording;
        let settings =
            ConditionSettings { cutoff_hz: Some(self.cutoff_hz), ..ConditionSettings::default() };
        condition(&recording, &[], &settings).unwrap()
    }

    /// Relative torque error on validation data, in percent.
    fn validation_percent(&self, fit: Motion, other: &[Motion]) -> f64 {
        let friction = FrictionShape::COULOMB_VISCOUS.with_offset();
        let layout = LayoutSettings { rotor_inertia: self.rotor_inertia, friction };
        let layout = Layout::new(&self.robot, &layout);
        let settings = RigidSettings {
            weighting: Weighting::Equal,
            hold_out: self.hold_out,
            ..RigidSettings::default()
        };
        let result = identify_rigid(&self.robot, &layout, &[fit], other, &settings).unwrap();
        assert!(result.validation.relative_percent < 0.5 * result.nominal.relative_percent);
        result.validation.relative_percent
    }
}

#[test]
fn ur10e_is_predicted_as_well_as_by_the_reference_protocol() {
    let Some(urdf) = public("models/urdf/ur10e_innopolis.urdf") else { return };
    let log = |name: &str| public(&format!("ur10e_innopolis/derived/{name}.csv.gz")).unwrap();
    let robot = read_robot(urdf.to_str().unwrap()).unwrap().robot;
    let case = Case { robot, cutoff_hz: 5.0, hold_out: 0.3, rotor_inertia: true };
    for (name, reference_percent) in [("val_50s12h", 4.83), ("val_ptp", 5.37)] {
        let (fit, other) = (case.motion(log("id_30s12h")), case.motion(log(name)));
        let percent = case.validation_percent(fit, &[other]);
        assert!(percent <= reference_percent, "{name}: {percent:.2} % > {reference_percent} %");
    }
}

#[test]
fn panda_is_predicted_as_well_as_by_the_reference_protocol() {
    let Some(log) = public("panda_gaz2019/derived/panda.csv.gz") else { return };
    let robot = read_robot("panda").unwrap().robot;
    let case = Case { robot, cutoff_hz: 5.0, hold_out: 0.35, rotor_inertia: false };
    let fit = case.motion(log);
    let percent = case.validation_percent(fit, &[]);
    assert!(percent <= 1.18, "{percent:.2} %");
}
