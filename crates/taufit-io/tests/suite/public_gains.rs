//! Drive gains of a real arm against the published ones.

use crate::common::logs::public;
use taufit::methods::{GainStatus, GainsSettings, identify_gains};
use taufit::recording::EffortKind;
use taufit::signal::{ConditionSettings, TorqueFilter};
use taufit_io::{LogOptions, read_log, read_urdf};

/// UR10e with 2.805 kg: Mamedov and Mikhel 2020, joints 2 to 6 \[N·m/A\].
const PUBLISHED: [f64; 5] = [10.6956, 8.4566, 9.0029, 9.48, 10.1232];

#[test]
fn the_published_gains_of_a_ur10e_lie_between_the_extremes_of_its_payload_pair() {
    let Some(folder) = public("ur10e_innopolis") else { return };
    let robot = read_urdf(folder.join("original/ur10e.urdf")).unwrap().robot;
    let options = LogOptions { effort: Some(EffortKind::Current), ..LogOptions::default() };
    let [unloaded, loaded] = ["unloaded_14h", "loaded_14h_2.805kg"].map(|name| {
        let path = folder.join(format!("derived/{name}.csv.gz"));
        read_log(path, &robot, &options).unwrap().recording
    });
    let frame = robot.joints().last().unwrap().link.name.clone();
    let condition = ConditionSettings {
        cutoff_hz: Some(20.0),
        torque: TorqueFilter::Parallel { cutoff_hz: Some(5.0) },
        ..ConditionSettings::default()
    };
    let settings = GainsSettings { condition, ..GainsSettings::default() };
    let found = identify_gains(&robot, &[unloaded], &[loaded], &frame, 2.805, &settings).unwrap();
    assert!(found.settled);
    let pan = &found.gains[0];
    assert_eq!((pan.status, pan.gain_nm_per_a), (GainStatus::NoGravity, None));
    assert!(pan.status.to_string().contains("not determined"));
    // The extremes are far apart here (the residuals are model errors more than noise), so that lying
    // between them is a weak statement; the gains themselves are 2 to 18 % above the published ones.
    for (gain, published) in found.gains[1..].iter().zip(PUBLISHED) {
        let [low, high] = gain.bracket_nm_per_a().unwrap();
        assert!((low..high).contains(&published), "{}: {low} to {high}", gain.joint);
    }
    // Intervals of the last two joints contain the published gain or come within 6 % of it; those of
    // joints 2 to 4 do not.
    for (gain, published) in found.gains[4..].iter().zip(&PUBLISHED[3..]) {
        let [low, high] = gain.interval_nm_per_a.unwrap();
        assert!((0.94 * low..1.06 * high).contains(published), "{}: {low} to {high}", gain.joint);
    }
}
