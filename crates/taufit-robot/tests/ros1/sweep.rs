//! A sweep over the wire, identified: what was simulated comes out.

use crate::common::{assert_joint2, in_good_time, run, simulate_joint2};
use crate::rig::{RATE_HZ, Rig, sweep};
use taufit_robot::serve::Mischief;

#[test]
fn a_sweep_gives_the_friction_that_was_simulated_whatever_the_order_of_joints() {
    in_good_time(|| {
        let mut experiment = sweep(vec![0.5, 1.0]);
        let sweep = experiment.sweep.as_mut().unwrap();
        // Upright and back: gravity tells the torque constant.
        sweep.joints[0].start = vec![0.0, -2.1, 0.0, -1.57, 0.0, 0.0];
        sweep.joints[0].distance_rad = 1.2;
        experiment.simulation.start = Some(vec![0.1, -2.0, 0.1, -1.5, 0.0, 0.0]);
        simulate_joint2(&mut experiment);
        let mischief = Mischief { shuffle_joints: true, ..Mischief::default() };
        let rig = Rig::serve(&experiment, mischief);
        let mut link = rig.link().unwrap();
        let outcome = run(link.as_mut(), &experiment, |_| true);
        drop(link);
        let report = outcome.result.as_ref().unwrap();
        let recording = outcome.read();
        // Nothing is lost on the way between two processes of one computer, and nothing without being counted.
        let span_s = recording.t_s.last().unwrap() - recording.t_s[0];
        let expected = (span_s * RATE_HZ).round() as u64 + 1;
        assert_eq!((recording.n_samples() as u64, report.n_lost), (expected, 0), "{report:?}");
        // Joints keep their names: only joint2 swept, the others went to the start and stood.
        let (low, high) = extremes(recording.q(1));
        assert!((low + 2.1).abs() < 0.02 && (high + 0.9).abs() < 0.02, "{low} to {high}");
        let (low, high) = extremes(&recording.q(3)[recording.n_samples() / 2..]);
        // As near as its friction lets it come.
        assert!(high - low < 0.01 && (low + 1.57).abs() < 0.06, "{low} to {high}");
        rig.assert_at_rest();
        assert_joint2(&outcome);
    });
}

fn extremes(q: &[f64]) -> (f64, f64) {
    q.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)))
}
