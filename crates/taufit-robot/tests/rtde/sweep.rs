//! A sweep over the wire, identified: what was simulated comes out.

use crate::bench::{comes_to_rest, run, serve, sweep};
use crate::common::{assert_joint2, in_good_time, simulate_joint2};
use taufit_robot::serve::Mischief;

#[test]
fn a_sweep_over_the_wire_gives_the_friction_that_was_simulated() {
    in_good_time(|| {
        let mut experiment = sweep(vec![0.4, 0.7, 1.0]);
        simulate_joint2(&mut experiment);
        let server = serve(&experiment, 500.0, Mischief::default());
        let outcome = run(&experiment, &server, |_| ());
        let report = outcome.result.as_ref().unwrap();
        // A busy machine may lose packets; none is lost without being counted.
        let recording = outcome.read();
        let span = recording.t_s.last().unwrap() - recording.t_s[0];
        let expected = (span * 500.0).round() as u64 + 1;
        assert_eq!(recording.n_samples() as u64 + report.n_lost, expected, "{report:?}");
        assert!(comes_to_rest(&server) && !server.state().is_playing, "its program has ended");
        assert_joint2(&outcome);
    });
}
