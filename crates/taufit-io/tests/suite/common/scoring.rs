//! Identification with the defaults, scored as the reference protocol of the public data sets scores:
//! same split, same edges, same low pass on the measured torque, and the same on the predicted one.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use taufit::dynamics::Samples;
use taufit::methods::{RigidInputs, RigidResult, RigidSettings, identify_rigid};
use taufit::model::Robot;
use taufit::recording::{EffortKind, Recording};
use taufit::signal::{ConditionSettings, LowPass, TorqueFilter, condition};
use taufit::survey::GateSettings;
use taufit::validate::{ErrorSums, Metrics, predict};
use taufit_io::{LogOptions, read_log, read_robot};

/// A robot, its logs and how the protocol cuts them.
pub(crate) struct Case {
    robot: Robot,
    /// The log to score on, and the share of it, from its start, that is left out.
    proof: Recording,
    from: f64,
    edge_s: f64,
    /// Low pass of the protocol \[Hz\].
    cutoff_hz: f64,
    pub(crate) result: RigidResult,
}

fn read(robot: &Robot, log: PathBuf) -> Recording {
    let options = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
    read_log(log, robot, &options).unwrap().recording
}

impl Case {
    /// Identifies from some logs and is proved on another.
    pub(crate) fn pair(
        robot: &str,
        fit: &[PathBuf],
        proof: PathBuf,
        edge_s: f64,
        cutoff_hz: f64,
        settings: &RigidSettings,
    ) -> Self {
        let robot = read_robot(robot).unwrap().robot;
        let fit: Vec<Recording> = fit.iter().map(|log| read(&robot, log.clone())).collect();
        let proof = read(&robot, proof);
        let result = identify_rigid(
            &robot,
            &RigidInputs { validation: std::slice::from_ref(&proof), ..RigidInputs::new(&fit) },
            settings,
        )
        .unwrap();
        Self { robot, proof, from: 0.0, edge_s, cutoff_hz, result }
    }

    /// Identifies from the first 65 % of a log and is proved on the rest.
    pub(crate) fn split(robot: &str, log: PathBuf, rotor_inertia: bool, edge_s: f64) -> Self {
        let robot = read_robot(robot).unwrap().robot;
        let proof = read(&robot, log);
        let settings = RigidSettings { rotor_inertia, hold_out: 0.35, ..RigidSettings::default() };
        let fit = std::slice::from_ref(&proof);
        let result = identify_rigid(&robot, &RigidInputs::new(fit), &settings).unwrap();
        Self { robot, proof, from: 0.65, edge_s, cutoff_hz: 5.0, result }
    }

    /// Torque errors of base parameters, as the protocol scores.
    pub(crate) fn score(&self, beta: &[f64]) -> Metrics {
        let settings = ConditionSettings {
            cutoff_hz: Some(4.0 * self.cutoff_hz),
            torque: TorqueFilter::Parallel { cutoff_hz: Some(self.cutoff_hz) },
            edge_trim_s: Some(0.0),
            ..ConditionSettings::default()
        };
        let motion = condition(&self.proof, &[], &settings).unwrap();
        let low_pass = LowPass::butterworth(4, self.cutoff_hz, motion.rate_hz).unwrap();
        let mut sums = ErrorSums::of(&self.robot);
        for segment in &motion.segments {
            let n = segment.n_samples;
            let samples = Samples::new(n, &segment.q, &segment.qd, &segment.qdd);
            let RigidResult { layout, base, .. } = &self.result;
            let tau = predict(&self.robot, layout, base, &[beta], &samples).unwrap().remove(0);
            let edge = (self.edge_s * motion.rate_hz) as usize;
            let inside = edge.max((self.from * n as f64) as usize)..n - edge;
            let filtered = |x: &[f64]| -> Vec<f64> {
                x.chunks(n)
                    .flat_map(|c| low_pass.zero_phase(c).unwrap()[inside.clone()].to_vec())
                    .collect()
            };
            sums.push(&filtered(&segment.tau), &filtered(&tau), inside.len()).unwrap();
        }
        sums.metrics().unwrap()
    }

    /// Torque errors of the identified and of the physically consistent parameters.
    pub(crate) fn scores(&self) -> [Metrics; 2] {
        [self.score(&self.result.estimate.beta), self.score(&self.result.feasible.beta)]
    }
}

/// A robot of our own test data.
pub(crate) fn own(name: &str) -> String {
    format!("{}/../../testdata/robots/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

/// The single axis of EMPS.
pub(crate) fn emps(data: &Path, settings: &RigidSettings) -> Case {
    let log = |name: &str| data.join(format!("emps_janot/derived/emps_{name}.csv.gz"));
    Case::pair(&own("emps"), &[log("id")], log("val"), 0.2, 8.0, settings)
}

/// The public data sets below a directory: name, what it is, total of the reference protocol in
/// percent, and the case.
pub(crate) fn cases(data: &Path) -> Vec<(&'static str, f64, Case)> {
    let at = |name: &str| data.join(name);
    let text = |name: &str| at(name).to_str().unwrap().to_owned();
    let ur10e = |name: &str| at(&format!("ur10e_innopolis/derived/{name}.csv.gz"));
    let kr300 = |name: &str| at(&format!("kuka_kr300_weigand/derived/kr300_{name}.csv.gz"));
    let usual = RigidSettings::default();
    let urdf10e = text("models/urdf/ur10e_innopolis.urdf");
    let urdf10 = text("models/urdf/erd_ur10_robot.urdf");
    let fit10e = [ur10e("id_30s12h")];
    let ur10 = at("ur10_unisa/derived/ur10_exciting_trajectory.csv.gz");
    let panda = at("panda_gaz2019/derived/panda.csv.gz");
    // Its description knows neither the counterbalance nor the load of 150 kg, and the gate says so.
    let gate = GateSettings { accept: vec!["W131".to_owned(), "W133".to_owned()] };
    let accepting = RigidSettings { gate, ..usual.clone() };
    let kr = |fit: &[PathBuf]| Case::pair(&own("kr300"), fit, kr300("C"), 0.2, 5.0, &accepting);
    vec![
        (
            "UR10e, 50s12h",
            4.83,
            Case::pair(&urdf10e, &fit10e, ur10e("val_50s12h"), 0.5, 5.0, &usual),
        ),
        ("UR10e, ptp", 5.37, Case::pair(&urdf10e, &fit10e, ur10e("val_ptp"), 0.5, 5.0, &usual)),
        ("Panda, last 35 %", 1.18, Case::split("panda", panda, false, 0.3)),
        ("UR10, last 35 %", 8.52, Case::split(&urdf10, ur10, true, 0.3)),
        ("KR300, A+B to C", 14.75, kr(&[kr300("A"), kr300("B")])),
        ("KR300, A to C", 36.0, kr(&[kr300("A")])),
        ("EMPS", 4.11, emps(data, &usual)),
    ]
}
