//! Identification from a sweep over the connection: the simulated parameters are found.

use crate::common::{assert_joint2, retry_if_stalled, run, simulate_joint2};
use crate::rig::{RATE_HZ, Rig, sweep};
use taufit_robot::serve::DriverFaults;

#[test]
fn a_sweep_gives_the_friction_that_was_simulated_whatever_the_order_of_joints() {
    retry_if_stalled(|| {
        let mut experiment = sweep(vec![0.5, 1.0]);
        let sweep = experiment.sweep.as_mut().unwrap();
        // Through the upright pose: gravity determines the torque constant.
        sweep.joints[0].start = vec![0.0, -2.1, 0.0, -1.57, 0.0, 0.0];
        sweep.joints[0].distance_rad = 1.2;
        experiment.simulation.start = Some(vec![0.1, -2.0, 0.1, -1.5, 0.0, 0.0]);
        simulate_joint2(&mut experiment);
        let driver_faults = DriverFaults { shuffle_joints: true, ..DriverFaults::default() };
        let rig = Rig::serve(&experiment, driver_faults);
        let mut connection = rig.connection().unwrap();
        let outcome = run(connection.as_mut(), &experiment, |_| true);
        drop(connection);
        let report = outcome.result.as_ref().unwrap();
        let recording = outcome.read();
        // No packet is lost on one computer.
        let span_s = recording.t_s.last().unwrap() - recording.t_s[0];
        let expected = (span_s * RATE_HZ).round() as u64 + 1;
        assert_eq!((recording.n_samples() as u64, report.n_lost), (expected, 0), "{report:?}");
        // Joints keep their names: only joint2 sweeps, the others rest at the start.
        let (low, high) = extremes(recording.q(1));
        assert!((low + 2.1).abs() < 0.02 && (high + 0.9).abs() < 0.02, "{low} to {high}");
        let (low, high) = extremes(&recording.q(3)[recording.n_samples() / 2..]);
        // Within the error that friction leaves.
        assert!(high - low < 0.01 && (low + 1.57).abs() < 0.06, "{low} to {high}");
        rig.assert_at_rest();
        assert_joint2(&outcome);
    });
}

fn extremes(q: &[f64]) -> (f64, f64) {
    q.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)))
}
