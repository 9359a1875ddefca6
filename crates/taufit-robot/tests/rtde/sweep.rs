//! A sweep over the wire, identified: what was simulated comes out.

use crate::bench::{comes_to_rest, run, serve, sweep, ur5};
use crate::good_time::in_good_time;
use taufit::methods::{MotorLog, MotorsSettings, identify_motors};
use taufit_io::{LogFile, LogOptions, read_phases};
use taufit_robot::serve::Mischief;

/// Of joint2: torque constant \[N·m/A\], viscous \[N·m·s/rad\] and Coulomb friction \[N·m\].
const TRUTH: [f64; 3] = [12.6351, 7.7891, 11.881];

#[test]
fn a_sweep_over_the_wire_gives_the_friction_that_was_simulated() {
    in_good_time(|| {
        let mut experiment = sweep(vec![0.4, 0.7, 1.0]);
        let truth = &mut experiment.simulation.truth;
        truth.torque_constant_nm_a = vec![TRUTH[0]];
        truth.viscous_nm_s_rad = vec![TRUTH[1]];
        truth.coulomb_nm = vec![TRUTH[2]];
        let server = serve(&experiment, 500.0, Mischief::default());
        let outcome = run(&experiment, &server, |_| ());
        let report = outcome.result.as_ref().unwrap();
        // A busy machine may lose packets; none is lost without being counted.
        let recording = outcome.read();
        let span = recording.t_s.last().unwrap() - recording.t_s[0];
        let expected = (span * 500.0).round() as u64 + 1;
        assert_eq!(recording.n_samples() as u64 + report.n_lost, expected, "{report:?}");
        assert!(comes_to_rest(&server) && !server.state().is_playing, "its program has ended");

        let (robot, options) = (ur5(), LogOptions::default());
        let phases = read_phases(&outcome.path).unwrap();
        let log = LogFile::new(&outcome.path, &robot, &options);
        let given = [MotorLog { log: &log, robot: &robot, phases: &phases }];
        let found = identify_motors(&given, &MotorsSettings::default()).unwrap();
        let joint = &found.joints[1];
        let values = [joint.kct, joint.viscous, joint.coulomb].map(|x| x.unwrap().value);
        for (value, truth) in values.iter().zip(TRUTH) {
            assert!((value / truth - 1.0).abs() < 0.02, "{values:?} {TRUTH:?}");
        }
    });
}
