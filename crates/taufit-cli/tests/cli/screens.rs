//! The screens of all verbs at 80 and 120 columns: what stands there, and that it fits.
//!
//! Inputs are made once for all tests, by the program itself or by the tests of the verbs, from fixed seeds.

use super::collisions::pushed;
use super::compare::arm;
use super::elastic::{recording, write as write_elastic};
use super::gravity::poses;
use super::identify::write_run;
use super::motors::sweeps;
use super::reverse::samples;
use super::stiffness::{TRUTH, example, logs as clamped_logs};
use super::{fresh_folder, taufit_in};
use ::taufit::model::Robot;
use ::taufit::spatial::{Inertial, Vec3};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Widths of the screens.
const WIDTHS: [usize; 2] = [80, 120];
/// Most lines of a screen that shows no table of all parameters.
const MOST_LINES: usize = 40;
/// Most digits of a number.
const MOST_DIGITS: usize = 7;

/// Mass of the load of the planar arm \[kg\].
const MASS_KG: f64 = 4.0;

/// The planar arm with a load.
fn loaded() -> Robot {
    let com_in_link_m = Vec3::new(0.45, 0.05, 0.0);
    let tensor = [0.01, 0.0, 0.0, 0.012, 0.0, 0.008];
    let body = Inertial { mass_kg: MASS_KG, com_in_link_m, inertia_about_com_in_link: tensor };
    arm().with_payload("link2", body).unwrap()
}

/// A log of a planar arm, its efforts in these units per newton metre.
fn log(name: &str, robot: &Robot, phase: f64, effort: &str, per_nm: [f64; 2]) {
    let name = format!("screens/{name}");
    write_run(&name, robot, phase, effort, |joint, t, tau| {
        per_nm[joint] * (tau + 0.05 * (1e4 * (t + joint as f64)).sin())
    });
}

/// Folder with all inputs.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = fresh_folder("screens");
        let (free, carrying) = (arm(), loaded());
        log("a.csv", &free, 0.0, "tau", [1.0; 2]);
        log("b.csv", &free, 2.0, "tau", [1.0; 2]);
        log("with_load.csv", &carrying, 1.0, "tau", [1.0; 2]);
        log("silent.csv", &free, 3.0, "tau", [1.0, 0.0]);
        let amperes = [1.0 / 12.0, 1.0 / 7.5];
        log("current.csv", &free, 0.0, "i", amperes);
        log("current_with_load.csv", &carrying, 1.0, "i", amperes);
        std::fs::write(folder.join("poses.csv"), poses()).unwrap();
        std::fs::write(folder.join("samples.csv"), samples()).unwrap();
        write_elastic("screens/elastic.csv", &recording(), true);
        std::fs::write(folder.join("poses.toml"), POSES).unwrap();
        for robot in ["arm1", "arm2", "arm3"] {
            std::fs::create_dir_all(folder.join(robot)).unwrap();
            let shift = robot.bytes().map(f64::from).sum::<f64>();
            for k in 0..2 {
                let name = format!("{robot}/{k}.csv");
                log(&name, &free, shift + 1.3 * f64::from(k), "tau", [1.0; 2]);
            }
        }
        for (name, friction) in [("a", "coulomb-viscous"), ("b", "asymmetric")] {
            let line =
                format!("identify planar2r {name}.csv --friction {friction} --out {name}.taufit");
            run(&folder, &line, WIDTHS[0]);
        }
        folder
    })
}

/// Folder with the logs of the demo beside the other inputs.
fn demo() -> &'static Path {
    static DEMO: OnceLock<&'static Path> = OnceLock::new();
    DEMO.get_or_init(|| {
        let (from, to) = (pushed(), folder());
        for name in ["identification.toml", "identification_motion.toml"] {
            std::fs::copy(from.join(name), to.join(name)).unwrap();
        }
        for name in ["identification.mcap", "validation.mcap", "pushed.mcap"] {
            std::fs::copy(from.join(name), to.join(name)).unwrap();
        }
        let logs = ["identification.mcap", "validation.mcap"];
        for (name, [fit, other]) in [("ur5", logs), ("ur5_other", [logs[1], logs[0]])] {
            let line = format!("identify ur5 {fit} --validate {other} --out {name}.taufit");
            run(to, &line, WIDTHS[0]);
        }
        to
    })
}

/// Two poses of the planar arm.
const POSES: &str = "robot = \"planar2r\"\nrate_hz = 100.0\n[poses]\ndwell_s = 1.0\n\
                     list = [[0.0, 0.3], [0.4, -0.2]]\n[simulation.arm]\nseed = 1\n";

/// Both streams and the exit code of a run.
fn run(folder: &Path, line: &str, width: usize) -> String {
    let args: Vec<&str> = line.split(' ').collect();
    let mut command = taufit_in(folder, &args);
    let output = command.env("COLUMNS", width.to_string()).output().unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    if !messages.is_empty() {
        text += &format!("-- stderr\n{messages}");
    }
    match output.status.code() {
        Some(0) => text,
        code => text + &format!("-- exit code {code:?}\n"),
    }
}

/// Compares the screens of a command with those that are kept; WIDTH in it is the width.
fn check(folder: &Path, name: &str, line: &str) {
    check_up_to(folder, name, line, MOST_LINES);
}

fn check_up_to(folder: &Path, name: &str, line: &str, most_lines: usize) {
    let mut faults = Vec::new();
    for width in WIDTHS {
        let line = line.replace("WIDTH", &width.to_string());
        let text = run(folder, &line, width);
        faults.extend(faults_of(&text, width, most_lines));
        let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
        insta::with_settings!({
            snapshot_path => "screens",
            prepend_module_to_snapshot => false,
            omit_expression => true,
            description => format!("taufit {line}"),
        }, {
            insta::assert_snapshot!(format!("{name}_{width}"), text);
        });
    }
    assert!(faults.is_empty(), "{name}\n{}", faults.join("\n"));
}

/// Lines beyond the width or the number that a screen has room for, and numbers with too many digits. Commands and
/// messages on stderr, which a terminal wraps, may be longer.
fn faults_of(text: &str, width: usize, most_lines: usize) -> Vec<String> {
    let screen = text.split("-- stderr\n").next().unwrap();
    let (screen, _) = screen.split_once("\nNext     ").unwrap_or((screen, ""));
    let mut faults: Vec<String> = Vec::new();
    let n_lines = screen.lines().count();
    if n_lines > most_lines {
        faults.push(format!("{n_lines} lines"));
    }
    // Entries of controllers stand as they are typed, indented; names of files may be of any length.
    let is_text = |line: &&str| !line.starts_with("  ") && !line.contains(".mcap: ");
    for line in screen.lines().filter(is_text) {
        let length = line.chars().count();
        if length > width {
            faults.push(format!("{length} columns of {width}: {line}"));
        }
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        let digits = |word: &str| {
            let digits = word.trim_start_matches(['0', '.']).chars();
            digits.filter(char::is_ascii_digit).count()
        };
        let numbers = line.split(|c: char| !is_part(c));
        let long = numbers.filter(|word| word.contains('.') && digits(word) > MOST_DIGITS);
        faults.extend(long.map(|word| format!("number {word}: {line}")));
    }
    faults
}

#[test]
fn inspect() {
    check_up_to(folder(), "inspect_robot", "inspect ur5", 60);
    check_up_to(demo(), "inspect_log", "inspect identification.mcap --robot ur5", 60);
}

#[test]
fn base() {
    check(folder(), "base", "base planar2r");
    check_up_to(folder(), "base_ur5", "base ur5", 80);
}

#[test]
fn excite() {
    let quick = "--torque 300 --starts 1 --most-periods 1 --iterations 10 --no-collisions";
    check(folder(), "excite", &format!("excite planar2r {quick}"));
}

#[test]
fn run_of_an_experiment() {
    check(folder(), "run_dry", "run poses.toml --dry-run");
    check(demo(), "run_dry_ur5", "run identification.toml --dry-run");
    check(folder(), "run", "run poses.toml -o run_WIDTH.mcap");
}

#[test]
fn identify() {
    let line = "identify ur5 identification.mcap --validate validation.mcap";
    check(demo(), "identify", line);
    check_up_to(demo(), "identify_all", &format!("{line} --all"), 170);
    let other = "identify planar2r a.csv --validate with_load.csv --accept W133,W159";
    check(folder(), "identify_poor", other);
}

/// The verdict, errors and drives of six joints, what is not determined and three commands.
#[test]
fn identify_fits_100_columns_and_40_lines() {
    let line = "identify ur5 identification.mcap --validate validation.mcap --quiet";
    let text = run(demo(), line, 100);
    assert!(text.lines().count() <= MOST_LINES, "{} lines\n{text}", text.lines().count());
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    for part in
        ["ur5: GOOD. ", "before", "after", "joint6", "Not determined: ", "\nNext     taufit "]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn validate() {
    check(demo(), "validate", "validate ur5.taufit validation.mcap");
    check(folder(), "validate_other", "validate a.taufit with_load.csv");
    check(folder(), "validate_silent", "validate a.taufit silent.csv");
}

#[test]
fn compare() {
    check(folder(), "compare", "compare a.taufit b.taufit");
    check(demo(), "compare_ur5", "compare ur5.taufit ur5_other.taufit");
}

#[test]
fn export() {
    check(demo(), "export_losses", "export ur5.taufit --to urdf -o export_WIDTH.urdf");
}

#[test]
fn motors() {
    let logs = "ur5_sweep.mcap --loaded ur5_sweep_wrist.mcap --load link6:1.5,0.1,0,0.04";
    check(sweeps(), "motors", &format!("motors ur5 {logs}"));
}

#[test]
fn gains() {
    let line = "gains planar2r current.csv --loaded current_with_load.csv --mass-kg 4";
    check(folder(), "gains", line);
}

#[test]
fn payload() {
    // With the entries of five controllers.
    check_up_to(folder(), "payload", "payload planar2r with_load.csv --unloaded a.csv", 80);
}

#[test]
fn gravity() {
    check(folder(), "gravity", "gravity planar2r poses.csv --effort torque");
}

#[test]
fn collisions() {
    check(demo(), "collisions", "collisions ur5.taufit pushed.mcap --free identification.mcap");
}

#[test]
fn elastic() {
    check(folder(), "elastic", "elastic planar2r elastic.csv");
}

#[test]
fn stiffness() {
    let [first, second] = clamped_logs();
    let place = Path::new(first).parent().unwrap();
    std::fs::copy(example("kr500_robot.toml"), place.join("kr500_robot.toml")).unwrap();
    let name = |log: &str| Path::new(log).file_name().unwrap().to_str().unwrap().to_owned();
    let line = format!("stiffness kr500_robot.toml {} {}", name(first), name(second));
    check_up_to(place, "stiffness", &format!("{line} --effort current --truth {TRUTH}"), 55);
}

#[test]
fn reverse() {
    check(folder(), "reverse", "reverse planar2r samples.csv");
}

#[test]
fn observe_and_fleet() {
    let logs = "arm1/0.csv arm1/1.csv arm2/0.csv arm2/1.csv arm3/0.csv arm3/1.csv";
    check(folder(), "observe", &format!("observe planar2r {logs} --store store_WIDTH"));
    check(folder(), "fleet", "fleet store_80");
}

#[test]
fn robots_and_codes() {
    check_up_to(folder(), "robots", "robots", 60);
    check(folder(), "explain", "explain E030");
}

#[test]
fn errors_and_warnings() {
    check(folder(), "error", "identify planar2r samples.csv");
    check(folder(), "error_name", "inspect ur55");
    check(folder(), "error_joints", "inspect a.csv --robot kr500");
}
