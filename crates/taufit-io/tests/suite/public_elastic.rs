//! A real arm with encoders on both sides: KUKA KR300 (Weigand, Ulmen, Janot, Ruskowski, IROS 2021).

use taufit::methods::{ElasticSettings, ReversalMask, identify_elastic};
use taufit::study::StiffnessStatus;
use taufit::survey::GateSettings;
use taufit::validate::Grade;
use taufit_io::{LogFile, LogOptions, read_robot};

/// Published stiffness of axes 2 and 3 \[N·m/rad\].
const PUBLISHED: [f64; 2] = [7.5189e6, 4.0999e6];

/// Deflections of at most 0.3 mrad against loads of some kN m. The published values come from another
/// estimate on the same arm; they lie inside the intervals. What moves ours away from them: the scale of
/// torques hangs on the drive's torque constants, axis 2 carries a hydraulic counterbalance that the links
/// have to absorb, and encoders are set to zero anew before every log.
#[test]
#[ignore = "needs TAUFIT_DATA"]
fn axes_two_and_three_have_a_lag_of_three_ms_and_about_the_published_stiffness() {
    let robot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/robots/kr300.toml");
    let robot = read_robot(robot).unwrap().robot;
    let mut options = LogOptions { both_encoders: true, ..LogOptions::default() };
    for entry in ["qm=q", "q1=qlink1", "q2=qlink2", "q3=qlink3", "q4=q4", "q5=q5", "q6=q6"] {
        options = options.with_map(entry).unwrap();
    }
    let folder = crate::common::logs::public("kuka_kr300_weigand/derived");
    let paths = ["A", "B", "C"].map(|name| folder.join(format!("kr300_{name}.csv.gz")));
    let logs: Vec<LogFile<'_>> =
        paths.iter().map(|path| LogFile::new(path, &robot, &options)).collect();
    let names: Vec<String> = robot.dof_joint_iter().map(|j| j.name.clone()).take(3).collect();
    // The description knows neither the counterbalance nor the load of 150 kg, and the gate says so.
    let gate = GateSettings { accept: vec!["W131".to_owned(), "W133".to_owned()] };
    let settings =
        ElasticSettings { gate, joints: names, known_rotors: true, ..ElasticSettings::default() };
    // A counterbalance that the links cannot absorb: the result is not sold as good.
    let usual = identify_elastic(&robot, &logs, &settings).unwrap();
    assert_ne!(usual.verdict.grade, Grade::Good, "{:?}", usual.verdict);
    // The publication uses all rows, also those near reversals.
    let settings = ElasticSettings { reversals: ReversalMask::Below(0.0), ..settings };
    let found = identify_elastic(&robot, &logs, &settings).unwrap();
    for spring in &found.springs {
        assert!((spring.lag_s - 2.95e-3).abs() < 0.2e-3, "{spring:?}");
    }
    assert_ne!(found.springs[0].status, StiffnessStatus::Determined, "{:?}", found.springs[0]);
    for (spring, published) in found.springs[1..].iter().zip(PUBLISHED) {
        let ratio = spring.stiffness.unwrap() / published;
        assert!((1.0 / 1.5..1.5).contains(&ratio), "{ratio}: {spring:?}");
        let [low, high] = spring.interval.unwrap();
        assert!((low..high).contains(&published), "{spring:?}");
    }
}
