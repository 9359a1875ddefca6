//! Identification from a sweep over the connection: the simulated parameters are found.

use crate::common::{assert_joint2, retry_if_stalled, simulate_joint2};
use crate::rig::{comes_to_rest, run, serve, sweep};
use taufit_robot::serve::DriverFaults;

#[test]
fn a_sweep_over_the_wire_gives_the_friction_that_was_simulated() {
    retry_if_stalled(|| {
        let mut experiment = sweep(vec![0.4, 0.7, 1.0]);
        simulate_joint2(&mut experiment);
        let server = serve(&experiment, 500.0, DriverFaults::default());
        let outcome = run(&experiment, &server, |_| ());
        let report = outcome.result.as_ref().unwrap();
        // A busy computer may lose packets; every lost packet is counted.
        let recording = outcome.read();
        let span = recording.t_s.last().unwrap() - recording.t_s[0];
        let expected = (span * 500.0).round() as u64 + 1;
        assert_eq!(recording.n_samples() as u64 + report.n_lost, expected, "{report:?}");
        assert!(comes_to_rest(&server) && !server.state().is_playing, "its program has ended");
        assert_joint2(&outcome);
    });
}
