//! Sensors are as bad as they are set.

use crate::sim::with_drives;
use taufit::command::Command;
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit::sim::{
    ArmSettings, Clamp, EffortSettings, EncoderSettings, ForceSettings, PlantSettings,
    SensorSettings, SimulatedArm, SimulatedRun, TransportSettings, VelocitySettings, simulate,
};
use taufit::spatial::Vec3;

const RATE_HZ: f64 = 1000.0;

fn robot() -> Robot {
    with_drives("planar2r")
}

fn run_with(sensors: SensorSettings, seed: u64, duration_s: f64) -> SimulatedRun {
    let settings = ArmSettings { sensors, seed, ..ArmSettings::default() };
    let mut arm = SimulatedArm::new(&robot(), &settings, &[0.0, 0.0]).unwrap();
    let wave = |t_s: f64| {
        let (s, c) = (2.0 * t_s).sin_cos();
        Command::follow(vec![0.5 * (1.0 - c); 2], vec![s; 2], vec![2.0 * c; 2])
    };
    simulate(&mut arm, wave, duration_s, RATE_HZ).unwrap()
}

#[test]
fn encoders_show_whole_steps() {
    let encoder = EncoderSettings { motor_step_rad: vec![1e-3, 2e-3], link_step_rad: vec![5e-3] };
    let run = run_with(SensorSettings { encoder, ..SensorSettings::default() }, 1, 1.0);
    let n = run.recording.n_samples();
    let pairs =
        [(&run.recording.q[..n], 1e-3), (&run.recording.q[n..], 2e-3), (&run.q_link[n..], 5e-3)];
    let truths = [&run.truth.signals.q[..n], &run.truth.signals.q[n..], &run.truth.signals.q[n..]];
    for ((shown, step), truth) in pairs.into_iter().zip(truths) {
        for (shown, truth) in shown.iter().zip(truth) {
            assert!((shown / step - (shown / step).round()).abs() < 1e-6);
            assert!((shown - truth).abs() <= 0.5 * step * (1.0 + 1e-9));
        }
    }
}

#[test]
fn velocities_come_late() {
    let velocity = VelocitySettings { cutoff_hz: None, delay_s: 4e-3 };
    let run = run_with(SensorSettings { velocity, ..SensorSettings::default() }, 1, 0.5);
    let said = run.recording.qd(1).unwrap();
    let truth = &run.truth.signals.qd_motor[run.recording.n_samples()..];
    assert_eq!(said[4..], truth[..truth.len() - 4]);
}

#[test]
fn velocities_are_filtered_as_by_a_first_order_low_pass() {
    let velocity = VelocitySettings { cutoff_hz: Some(3.0), delay_s: 0.0 };
    let run = run_with(SensorSettings { velocity, ..SensorSettings::default() }, 1, 8.0);
    let n = run.recording.n_samples();
    let (said, truth) = (run.recording.qd(0).unwrap(), &run.truth.signals.qd_motor[..n]);
    // At 2 rad/s behind a cut-off of 3 Hz: over whole periods, once it has settled.
    let from = n - 1 - (2.0 * std::f64::consts::PI * RATE_HZ) as usize;
    let rms = |x: &[f64]| (x.iter().map(|v| v * v).sum::<f64>() / x.len() as f64).sqrt();
    let ratio = rms(&said[from..]) / rms(&truth[from..]);
    let expected = 1.0 / (1.0 + (2.0 / (6.0 * std::f64::consts::PI)).powi(2)).sqrt();
    assert!((ratio / expected - 1.0).abs() < 2e-3, "{ratio} against {expected}");
}

#[test]
fn currents_are_torques_over_constants_with_steps_noise_and_ripple() {
    let effort = |step: f64, noise: f64, ripple: f64| EffortSettings {
        kind: EffortKind::Current,
        step: vec![step],
        noise: vec![noise],
        ripple: vec![ripple],
        ripple_per_turn: 36.0,
    };
    let robot = with_drives("ur5");
    let currents = |effort: EffortSettings| {
        let sensors = SensorSettings { effort, ..SensorSettings::default() };
        let settings = ArmSettings { sensors, seed: 3, ..ArmSettings::default() };
        let mut arm = SimulatedArm::new(&robot, &settings, &[0.2; 6]).unwrap();
        let still = |_: f64| Command::Hold;
        simulate(&mut arm, still, 4.0, RATE_HZ).unwrap()
    };
    let exact = currents(effort(0.0, 0.0, 0.0));
    assert_eq!(exact.recording.effort_kind, EffortKind::Current);
    let k = exact.recording.n_samples() - 1;
    let constant = robot.dof_joint(1).motor.torque_constant_nm_a.unwrap();
    let tau = exact.truth.signals.tau[exact.recording.n_samples() + k];
    assert!((exact.recording.effort(1)[k] - tau / constant).abs() < 1e-12);

    let stepped = currents(effort(0.05, 0.0, 0.0));
    let off = |x: &f64| (x / 0.05 - (x / 0.05).round()).abs();
    assert!(stepped.recording.effort.iter().map(off).all(|o| o < 1e-9));

    let noisy = currents(effort(0.0, 0.02, 0.0));
    let differences =
        noisy.recording.effort.iter().zip(&exact.recording.effort).map(|(a, b)| a - b);
    let n = differences.len() as f64;
    let sigma = (differences.map(|d| d * d).sum::<f64>() / n).sqrt();
    // Four standard deviations of a standard deviation.
    assert!((sigma / 0.02 - 1.0).abs() < 4.0 / (2.0 * n).sqrt(), "{sigma}");

    let rippled = currents(effort(0.0, 0.0, 0.3));
    let ripple = rippled.recording.effort(1)[k] - exact.recording.effort(1)[k];
    let expected = 0.3 * (36.0 * exact.recording.q(1)[k]).sin();
    assert!((ripple - expected).abs() < 1e-12);
}

#[test]
fn packets_are_lost_late_and_repeated_as_often_as_set() {
    let link = TransportSettings { jitter_s: 2e-4, drop_share: 0.1, stale_share: 0.2 };
    let run = run_with(SensorSettings { link, ..SensorSettings::default() }, 7, 20.0);
    let all = 20.0 * RATE_HZ + 1.0;
    let four_sigma = |p: f64, n: f64| 4.0 * (p * (1.0 - p) / n).sqrt();
    let n = run.recording.n_samples();
    let lost = 1.0 - n as f64 / all;
    assert!((lost - 0.1).abs() < four_sigma(0.1, all), "lost {lost}");
    // In motion no two packets say the same but the repeated ones. Of those, some repeat a lost one.
    let q = run.recording.q(0);
    let moving: Vec<usize> = (2000..n).collect();
    let repeated = moving.iter().filter(|k| q[**k] == q[**k - 1]).count() as f64;
    let share = repeated / moving.len() as f64;
    assert!((share - 0.2 * 0.9).abs() < 2.0 * four_sigma(0.18, moving.len() as f64), "{share}");
    let errors: Vec<f64> =
        run.recording.t_s.iter().zip(&run.truth.t_s).map(|(a, b)| a - b).collect();
    assert!(errors.iter().all(|e| e.abs() <= 2e-4));
    let rms = (errors.iter().map(|e| e * e).sum::<f64>() / n as f64).sqrt();
    assert!((rms / (2e-4 / 3.0_f64.sqrt()) - 1.0).abs() < 0.03, "{rms}");
}

#[test]
fn the_force_sensor_has_its_own_rate_and_gaps() {
    let robot = robot();
    let all = |k: f64| Vec3::new(k, k, k);
    let force = ForceSettings {
        rate_hz: 83.3,
        force_noise_n: 0.5,
        moment_noise_nm: 0.1,
        gap_share: 0.25,
        gap_s: 0.12,
    };
    let settings = ArmSettings {
        plant: PlantSettings {
            clamp: Some(Clamp {
                frame: robot.joints()[1].link.name.clone(),
                stiffness_n_m: all(1e6),
                stiffness_nm_rad: all(1e4),
                damping_n_s_m: all(1e3),
                damping_nm_s_rad: all(10.0),
            }),
            ..PlantSettings::default()
        },
        sensors: SensorSettings { force: Some(force), ..SensorSettings::default() },
        seed: 2,
        ..ArmSettings::default()
    };
    let mut arm = SimulatedArm::new(&robot, &settings, &[0.3, 0.4]).unwrap();
    let run = simulate(&mut arm, |_| Command::Hold, 120.0, 500.0).unwrap();
    let possible = 120.0 * 83.3;
    let share = 1.0 - run.wrenches.len() as f64 / possible;
    // 250 gaps of random length: a standard deviation of about 1.7 %.
    assert!((share - 0.25).abs() < 0.06, "{share}");
    let gaps: Vec<f64> = run
        .wrenches
        .windows(2)
        .map(|pair| (pair[1].t_s - pair[0].t_s) * 83.3)
        .filter(|periods| *periods > 1.5)
        .collect();
    assert!(gaps.iter().all(|g| (g - g.round()).abs() < 1e-6));
    let mean_s = gaps.iter().map(|g| (g - 1.0) / 83.3).sum::<f64>() / gaps.len() as f64;
    assert!((mean_s / 0.12 - 1.0).abs() < 0.25, "{mean_s} s");
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let sensors = SensorSettings {
        encoder: EncoderSettings::counts_per_turn(1e6),
        effort: EffortSettings { noise: vec![0.2], ..EffortSettings::default() },
        link: TransportSettings { jitter_s: 1e-4, drop_share: 0.05, stale_share: 0.05 },
        ..SensorSettings::default()
    };
    let bytes = |seed: u64| serde_json::to_vec(&run_with(sensors.clone(), seed, 1.0)).unwrap();
    assert_eq!(bytes(1), bytes(1));
    assert_ne!(bytes(1), bytes(2));
}
