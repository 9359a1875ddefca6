//! `taufit run` with a clamped arm and `taufit stiffness` on its log, from outside.

use crate::taufit;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use taufit::study::{AxisRecord, LineFit, StiffnessStudy};
use taufit::validate::Grade;
use taufit_io::{LogOptions, WrenchOptions, read_log_unmatched, read_wrench};

/// Joint stiffnesses of the simulated arm in the examples.
pub(super) const TRUTH: &str = "6.93e6,7.81e6,5.0e6,1.2e6,1.0e6,0.6e6";

pub(super) fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    folder.join(name).to_string_lossy().into_owned()
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stiffness");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Logs of both configurations, made once for all tests.
pub(super) fn logs() -> &'static [String; 2] {
    static LOGS: OnceLock<[String; 2]> = OnceLock::new();
    LOGS.get_or_init(|| {
        ["kr500_config1", "kr500_config2"].map(|name| {
            let log = folder().join(format!("{name}.mcap")).to_string_lossy().into_owned();
            // That of a test run before.
            let _ = std::fs::remove_file(&log);
            taufit(&["run", &example(&format!("{name}.toml")), "-o", &log]).assert().success();
            log
        })
    })
}

fn study(more: &[&str]) -> StiffnessStudy {
    let [first, second] = logs();
    let robot = example("kr500_robot.toml");
    let args =
        [&["stiffness", &robot, first, second, "--effort", "current", "--json"], more].concat();
    let output = taufit(&args).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

/// Standard error of a run that is refused.
fn refusal(args: &[&str], code: i32) -> String {
    String::from_utf8(taufit(args).assert().code(code).get_output().stderr.clone()).unwrap()
}

#[test]
fn a_clamped_run_records_joints_and_forces_at_their_own_rates() {
    let options = LogOptions::default();
    let joints = read_log_unmatched(&logs()[0], &options).unwrap().recording;
    let forces = read_wrench(&logs()[0], &WrenchOptions::default()).unwrap().recording;
    assert_eq!(joints.n_samples(), 32_000);
    assert_eq!(forces.frame.as_deref(), Some("link6"));
    let steps: Vec<f64> = forces.t_s.windows(2).map(|w| w[1] - w[0]).collect();
    let shortest_s = steps.iter().copied().fold(f64::INFINITY, f64::min);
    assert!((shortest_s - 1.0 / 83.3).abs() < 1e-6, "{shortest_s}");
    assert!(steps.iter().any(|step| *step > 1.0), "the sensor pauses");
    // The arm presses along z6 with up to 6 kN, less what friction of the first axis keeps.
    let fz = forces.channels[2].as_ref().unwrap();
    let lowest = fz.iter().copied().fold(f64::INFINITY, f64::min);
    assert!((-6500.0..-5300.0).contains(&lowest), "{lowest}");
}

/// Both methods within two standard deviations of the truth, for the two axes of the paper; standard
/// deviations no larger than the published ones (2.1 % and 2.0 % by motor torque, 0.77 % and 0.98 % by wrench).
#[test]
fn the_stiffnesses_of_the_paper_are_found_again() {
    let study = study(&["--truth", TRUTH]);
    for (dof, published) in [(0, [2.1, 0.77]), (1, [2.0, 0.98])] {
        let AxisRecord { joint, motor, wrench, true_stiffness, .. } = &study.axes[dof];
        let truth = true_stiffness.unwrap();
        for (fit, percent) in [motor, wrench].into_iter().zip(published) {
            let LineFit { stiffness, sigma, percent_sigma, .. } = fit.as_ref().unwrap();
            let sigmas = (stiffness - truth) / sigma;
            assert!(sigmas.abs() < 2.0, "{joint}: {stiffness:e}, {sigmas:.2} sigma");
            assert!(*percent_sigma < percent, "{joint}: {percent_sigma} %");
        }
    }
    let condition = |k: usize| study.clamps[k].wrench.as_ref().unwrap().jacobian_condition;
    // Computed once from table 1 and 2 with another program.
    assert!((condition(0) - 3.824).abs() < 0.01 && (condition(1) - 5.203).abs() < 0.01);
    // The wrist is not loaded by a force along z6.
    assert!(study.axes[3..].iter().all(|axis| axis.stiffness.is_none()));
    assert!(study.header.warnings.iter().any(|w| w.code == "W213"));
}

#[test]
fn a_force_along_one_axis_is_enough_where_nothing_else_is_transmitted() {
    let study = study(&["--assume-zero", "fx,fy,mx,my,mz"]);
    let k = study.axes[0].wrench.as_ref().unwrap().stiffness;
    assert!((k / 6.93e6 - 1.0).abs() < 0.02, "{k:e}");
    assert!(study.header.warnings.iter().any(|w| w.code == "W207"));
}

#[test]
fn a_folder_holds_the_result_and_is_rendered_again() {
    let [first, _] = logs();
    let (robot, out) = (example("kr500_robot.toml"), folder().join("kr500.taufit"));
    let dir = out.to_string_lossy().into_owned();
    let args = ["stiffness", &robot, first, "--effort", "current", "--out", &dir, "--truth", TRUTH];
    let screen = taufit(&args).assert().success().get_output().stdout.clone();
    let screen = String::from_utf8(screen).unwrap();
    assert!(screen.contains("friction ignored") && screen.contains("µm per kN"), "{screen}");
    // Commands are not wrapped.
    let (tables, _) = screen.split_once("\nNext ").unwrap();
    assert!(tables.lines().all(|line| line.chars().count() <= 100), "{screen}");
    for file in ["result.json", "settings.toml", "parameters.csv", "fits.csv", "report.html"] {
        assert!(out.join(file).is_file(), "{file}");
    }
    let page = std::fs::read(out.join("report.html")).unwrap();
    taufit(&["report", &dir]).assert().success();
    assert!(page == std::fs::read(out.join("report.html")).unwrap());
    let schema = taufit(&["schema", "stiffness"]).assert().success().get_output().stdout.clone();
    assert!(String::from_utf8(schema).unwrap().contains("jacobian_condition"));
}

/// The simulated clamp is known; without its stiffness the card is not green.
#[test]
fn a_card_is_green_only_with_the_stiffness_of_the_clamp() {
    let unknown = study(&[]);
    assert_eq!(unknown.header.verdict.grade, Grade::Usable, "{:?}", unknown.header.verdict);
    let concerns = unknown.header.verdict.concerns.join("; ");
    assert!(concerns.contains("joint and clamp in series"), "{concerns}");
    let known = study(&["--clamp-stiffness", "inf"]);
    assert_eq!(known.header.verdict.grade, Grade::Good, "{:?}", known.header.verdict);
    assert_eq!(known.clamp_compliance, Some([0.0; 6]));
}

#[test]
fn mistakes_of_the_command_line_are_named() {
    let [first, second] = logs();
    let robot = example("kr500_robot.toml");
    let base = ["stiffness", &robot, first, "--effort", "current"];
    let with = |more: &[&str], code| refusal(&[&base[..], more].concat(), code);
    assert!(with(&["--pose", "0,0"], 2).contains("6 joints"));
    assert!(with(&["--assume-zero", "fq"], 2).contains("none of fx"));
    assert!(with(&["--wrench", first, second], 2).contains("one per log"));
    assert!(with(&["--wrench-frame", "lnk6"], 3).contains("did you mean \"link6\""));
    assert!(with(&["--wrench-delay", "1e5"], 3).contains("error[E199]"));
    assert!(with(&["--wrench", &robot], 3).contains("error["));
    assert!(with(&["--clamp-stiffness", "1e8,1e8"], 2).contains("six values"));
}

/// One joint that is pressed at 100 Hz, with a force sensor of 25 Hz in the same table.
fn table(header: &str, force: impl Fn(usize, f64) -> String) -> String {
    let mut text = format!("{header}\n");
    for k in 0..3000_usize {
        let t_s = k as f64 / 100.0;
        let load = 200.0 * (0.5 * t_s).sin();
        let q: Vec<String> =
            (0..2).map(|j| (0.4 + load / 8e3 * f64::from(j + 1)).to_string()).collect();
        text += &format!("{t_s},{},{load},{load},{}\n", q.join(","), force(k, load));
    }
    text
}

#[test]
fn tables_without_frame_or_components_are_refused() {
    let path = folder().join("table.csv").to_string_lossy().into_owned();
    let sparse =
        |k: usize, load: f64| if k.is_multiple_of(4) { load.to_string() } else { String::new() };
    std::fs::write(&path, table("t_s,q1,q2,tau1,tau2,fz", sparse)).unwrap();
    let base = ["stiffness", "planar2r", &path];
    let text = refusal(&base, 3);
    assert!(text.contains("error[E196]") && text.contains("--wrench-frame"), "{text}");
    let text = refusal(&[&base[..], &["--wrench-frame", "link2"]].concat(), 3);
    assert!(text.contains("error[E195]") && text.contains("fx,fy,mx,my,mz"), "{text}");
    taufit(&[&base[..], &["--no-wrench"]].concat()).assert().success();
}
