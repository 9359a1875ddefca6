//! Output files and folders: nothing of the user's is replaced, and results work from any folder.

use super::identify::write_run;
use super::{fresh_folder, taufit_in};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use taufit_io::parse_urdf;

/// A planar arm in a vertical plane, with a comment that a patched file keeps.
const ARM: &str = r#"<robot name="arm">
  <!-- a comment of its owner -->
  <link name="base"/>
  <link name="link1"><inertial><origin xyz="0.25 0 0"/><mass value="20"/>
    <inertia ixx="0.05" ixy="0" ixz="0" iyy="0.45" iyz="0" izz="0.45"/></inertial></link>
  <link name="link2"><inertial><origin xyz="0.25 0 0"/><mass value="10"/>
    <inertia ixx="0.03" ixy="0" ixz="0" iyy="0.23" iyz="0" izz="0.23"/></inertial></link>
  <joint name="joint1" type="revolute"><parent link="base"/><child link="link1"/>
    <origin rpy="1.5707963267948966 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" velocity="3" effort="300"/></joint>
  <joint name="joint2" type="revolute"><parent link="link1"/><child link="link2"/>
    <origin xyz="0.5 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" velocity="3" effort="300"/></joint>
</robot>
"#;

/// A folder with a robot and a log of it.
fn workplace(name: &str) -> PathBuf {
    let folder = fresh_folder(name);
    fs::write(folder.join("arm.urdf"), ARM).unwrap();
    // Heavier than its description, so that there is something to find.
    let real = ARM.replace(r#"mass value="10""#, r#"mass value="13""#);
    let robot = parse_urdf(&real).unwrap().description.build().unwrap();
    let log = write_run(&format!("{name}.csv"), &robot, 0.0, "tau", |_, _, tau| tau);
    fs::rename(log, folder.join("log.csv")).unwrap();
    folder
}

const IDENTIFY: [&str; 6] = ["identify", "arm.urdf", "log.csv", "--cutoff-hz", "10", "--out"];

/// Identifies into `out`; stderr and the exit code.
fn identify(folder: &Path, out: &str, more: &[&str]) -> (String, i32) {
    run(folder, &[&IDENTIFY[..], &[out], more].concat())
}

fn run(folder: &Path, args: &[&str]) -> (String, i32) {
    let output = taufit_in(folder, args).output().unwrap();
    (String::from_utf8(output.stderr).unwrap(), output.status.code().unwrap())
}

/// Names of everything in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|n| n.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_file_is_never_replaced_by_a_folder() {
    let folder = workplace("out_file");
    fs::write(folder.join("precious.csv"), "mine").unwrap();
    let (message, code) = identify(&folder, "precious.csv", &[]);
    assert_eq!(code, 2, "{message}");
    assert!(message.starts_with("error[E098]"), "{message}");
    assert_eq!(text(folder.join("precious.csv")), "mine");
    assert_eq!(names(&folder), ["arm.urdf", "log.csv", "precious.csv"]);
}

#[test]
fn a_folder_is_ours_only_by_its_list_and_only_unchanged() {
    let folder = workplace("out_folder");
    let dir = folder.join("arm.taufit");
    // A folder of somebody else, even with a result.json.
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("result.json"), "{}").unwrap();
    let (message, code) = identify(&folder, "arm.taufit", &[]);
    assert_eq!(code, 2, "{message}");
    assert!(message.starts_with("error[E097]") && message.contains(".taufit"), "{message}");
    assert_eq!(text(dir.join("result.json")), "{}");
    // An empty one is taken, and one that we wrote is written again.
    fs::remove_file(dir.join("result.json")).unwrap();
    for _ in 0..2 {
        let (message, code) = identify(&folder, "arm.taufit", &[]);
        assert_eq!(code, 0, "{message}");
    }
    let ours = names(&dir);
    // The page alone may be made again.
    assert_eq!(run(&folder, &["report", "arm.taufit"]).1, 0);
    assert_eq!(identify(&folder, "arm.taufit", &[]).1, 0);
    // Notes, or an edited file, keep the folder.
    fs::write(dir.join("notes.md"), "mine").unwrap();
    let (message, code) = identify(&folder, "arm.taufit", &[]);
    assert_eq!((code, message.contains("notes.md")), (2, true), "{message}");
    assert_eq!(text(dir.join("notes.md")), "mine");
    fs::remove_file(dir.join("notes.md")).unwrap();
    fs::write(dir.join("standard_parameters.csv"), "mine").unwrap();
    let (message, code) = identify(&folder, "arm.taufit", &[]);
    assert_eq!((code, message.contains("standard_parameters.csv")), (2, true), "{message}");
    assert_eq!(text(dir.join("standard_parameters.csv")), "mine");
    assert_eq!(names(&dir), ours);
    assert_eq!(names(&folder), ["arm.taufit", "arm.urdf", "log.csv"]);
}

#[test]
fn neighbours_stay_and_leftovers_of_a_crash_go() {
    let folder = workplace("out_neighbours");
    for name in ["arm.taufit.old", "arm.taufit.new"] {
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("thesis.tex"), "mine").unwrap();
    }
    let (message, code) = identify(&folder, "arm.taufit", &[]);
    assert_eq!(code, 0, "{message}");
    for name in ["arm.taufit.old", "arm.taufit.new"] {
        assert_eq!(text(folder.join(name).join("thesis.tex")), "mine");
    }
    // What a killed process leaves: a folder of the temporary name with its list and some of its files. One that
    // holds something else as well is left.
    for name in [".arm.taufit.taufit-1-0.tmp", ".arm.taufit.taufit-1-1.tmp"] {
        let left = folder.join(name);
        fs::create_dir(&left).unwrap();
        for file in [".taufit", "result.json"] {
            fs::copy(folder.join("arm.taufit").join(file), left.join(file)).unwrap();
        }
    }
    fs::write(folder.join(".arm.taufit.taufit-1-1.tmp/notes.md"), "mine").unwrap();
    assert_eq!(identify(&folder, "arm.taufit", &[]).1, 0);
    let left: Vec<String> = names(&folder).into_iter().filter(|n| n.ends_with(".tmp")).collect();
    assert_eq!(left, [".arm.taufit.taufit-1-1.tmp"]);
    assert_eq!(names(&folder.join(&left[0])), ["notes.md"]);
}

#[test]
fn a_write_that_fails_leaves_the_earlier_result_and_nothing_else() {
    let folder = workplace("out_failed");
    assert_eq!(identify(&folder, "arm.taufit", &[]).1, 0);
    let before = text(folder.join("arm.taufit/result.json"));
    // No file may be larger than 4 KiB: writing fails in the middle; without room it fails at the first byte.
    for blocks in [8, 0] {
        let program = assert_cmd::cargo::cargo_bin!("taufit");
        let command = format!(
            "ulimit -f {blocks}; trap '' XFSZ; exec \"$0\" {} arm.taufit",
            IDENTIFY.join(" ")
        );
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &command]).arg(program).current_dir(&folder);
        let output = shell.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("error[E095]"), "{message}");
        assert_eq!(text(folder.join("arm.taufit/result.json")), before);
        assert_eq!(names(&folder), ["arm.taufit", "arm.urdf", "log.csv"]);
    }
}

#[test]
fn a_result_is_exported_and_reported_from_any_folder() {
    let folder = workplace("out_elsewhere");
    assert_eq!(identify(&folder, "arm.taufit", &[]).1, 0);
    let elsewhere = fresh_folder("out_elsewhere_2");
    fs::remove_file(folder.join("arm.urdf")).unwrap();
    let result = folder.join("arm.taufit");
    let result = result.to_str().unwrap();
    let output = taufit_in(&elsewhere, &["export", result, "--to", "urdf"]).output().unwrap();
    let urdf = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(urdf.contains("<!-- a comment of its owner -->"), "{urdf}");
    let in_folder = text(folder.join("arm.taufit/identified.urdf"));
    assert_eq!(urdf.replace("     result: arm.taufit\n", ""), in_folder);
    assert_eq!(run(&elsewhere, &["report", result]).1, 0);
    let log = folder.join("log.csv");
    assert_eq!(run(&elsewhere, &["validate", result, log.to_str().unwrap()]).1, 0);
    // The logs of a result are found again as well.
    let args = ["excite", "planar2r", "--no-collisions", "--torque", "300", "--starts", "1"];
    let more = ["--iterations", "2", "--given", result, "-o", "next.csv"];
    let (message, code) = run(&elsewhere, &[&args[..], &more].concat());
    assert_eq!(code, 0, "{message}");
}

#[test]
fn settings_with_open_ends_are_written() {
    let folder = workplace("out_bound");
    let (message, code) = identify(&folder, "arm.taufit", &["--bound", "fv1=0.."]);
    assert_eq!(code, 0, "{message}");
    let settings = text(folder.join("arm.taufit/settings.toml"));
    assert!(settings.contains("lower = 0.0") && !settings.contains("upper"), "{settings}");
}

#[test]
fn an_export_that_fails_is_a_warning_of_the_result() {
    let folder = workplace("out_export");
    // The robot's file says something else when the result is written: a pipe that is fed twice.
    let pipe = folder.join("arm.urdf");
    fs::remove_file(&pipe).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::thread::spawn(move || {
        fs::write(&pipe, ARM).unwrap();
        // Until the first reader has closed its end.
        std::thread::sleep(std::time::Duration::from_millis(300));
        fs::write(&pipe, ARM.replace("joint2", "elbow")).unwrap();
    });
    let (message, code) = identify(&folder, "arm.taufit", &[]);
    assert_eq!(code, 0, "{message}");
    assert!(message.contains("identified.urdf is not in the folder"), "{message}");
    let document = text(folder.join("arm.taufit/result.json"));
    assert!(
        document.contains("E081") && text(folder.join("arm.taufit/report.html")).contains("E081")
    );
    assert!(!folder.join("arm.taufit/identified.urdf").exists());
}

#[test]
fn files_are_replaced_only_by_force() {
    let folder = workplace("out_files");
    assert_eq!(identify(&folder, "arm.taufit", &[]).1, 0);
    let motion = ["excite", "planar2r", "--no-collisions", "--torque", "300", "--starts", "1"];
    let verbs: [(&[&str], &str); 5] = [
        (&["export", "arm.taufit", "--to", "urdf", "-o", "mine.urdf"], "mine.urdf"),
        (&["report", "arm.taufit", "-o", "mine.html"], "mine.html"),
        (&[&motion[..], &["--iterations", "2", "-o", "mine.csv"]].concat(), "mine.csv"),
        (&[&motion[..], &["--iterations", "2", "--preview", "p.html"]].concat(), "p.html"),
        (&[&motion[..], &["--iterations", "2", "--validation", "v.toml"]].concat(), "v.toml"),
    ];
    for (args, name) in verbs {
        fs::write(folder.join(name), "mine").unwrap();
        let (message, code) = run(&folder, args);
        assert_eq!(code, 2, "{message}");
        assert!(message.starts_with("error[E096]"), "{message}");
        assert_eq!(text(folder.join(name)), "mine");
        let (message, code) = run(&folder, &[args, &["--force"]].concat());
        assert_eq!(code, 0, "{message}");
        assert_ne!(text(folder.join(name)), "mine");
    }
    // A page in the folder that was edited is the user's.
    fs::write(folder.join("arm.taufit/report.html"), "mine").unwrap();
    assert_eq!(run(&folder, &["report", "arm.taufit"]).1, 2);
    assert_eq!(run(&folder, &["report", "arm.taufit", "--force"]).1, 0);
    assert_eq!(identify(&folder, "arm.taufit", &[]).1, 0);
    assert!(!names(&folder).iter().any(|name| name.ends_with(".tmp")));
}

#[test]
fn the_demo_takes_a_folder_of_its_own() {
    let folder = fresh_folder("out_demo");
    fs::create_dir(folder.join("taufit-demo")).unwrap();
    fs::write(folder.join("taufit-demo/identification.mcap"), "mine").unwrap();
    let (message, code) = run(&folder, &["demo", "--out", "taufit-demo"]);
    assert_eq!((code, message.starts_with("error[E097]")), (2, true), "{message}");
    assert_eq!(text(folder.join("taufit-demo/identification.mcap")), "mine");
}

#[test]
fn results_that_are_not_whole_are_data_refused() {
    let folder = fresh_folder("out_broken");
    let cases = [
        ("cut.json", "{\"schema_version\": 2, ", 3, "E099"),
        ("other.json", "{\"name\": \"package\"}", 3, "E099"),
        ("newer.json", "{\"schema_version\": 99}", 3, "E089"),
        ("bare.json", "{\"schema_version\": 2}", 3, "E099"),
        ("older.json", "{\"schema_version\": 1}", 3, "E089"),
        ("motors.json", "{\"schema_version\": 2, \"kind\": \"motors\"}", 2, "E088"),
    ];
    for (name, contents, exit_code, expected) in cases {
        fs::write(folder.join(name), contents).unwrap();
        let (message, code) = run(&folder, &["validate", name, "log.csv"]);
        assert_eq!(code, exit_code, "{name}: {message}");
        assert!(message.starts_with(&format!("error[{expected}]")), "{name}: {message}");
    }
    assert_eq!(run(&folder, &["report", "nothing.taufit"]).1, 1);
    fs::write(folder.join("load.json"), "{\"schema_version\": 2, \"kind\": \"payload\"}").unwrap();
    let (message, code) = run(&folder, &["export", "load.json", "--to", "urdf"]);
    assert!(code == 2 && message.contains("error[E088]"), "{message}");
}

#[test]
fn paths_that_are_not_utf8_are_paths() {
    let folder = workplace("out_bytes");
    let name = std::ffi::OsStr::from_bytes(b"log\xff.csv");
    fs::rename(folder.join("log.csv"), folder.join(name)).unwrap();
    let mut command = taufit_in(&folder, &["identify", "arm.urdf"]);
    let output =
        command.arg(name).args(["--cutoff-hz", "10", "--out", "arm.taufit"]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{message}");
}

#[test]
fn actuator_values_for_isaac_lab_have_the_joints_of_the_result() {
    let folder = workplace("out_isaac");
    assert_eq!(identify(&folder, "arm.taufit", &[]).1, 0);
    let args = ["export", "arm.taufit", "--to", "isaac-lab", "-o", "actuators.py"];
    let (message, code) = run(&folder, &args);
    assert_eq!(code, 0, "{message}");
    let python = text(folder.join("actuators.py"));
    assert!(python.contains("JOINTS = [\n    \"joint1\",\n    \"joint2\",\n]"), "{python}");
    // The first rotor turns with the first link: only their sum is known.
    let armature =
        python.split("\"armature\": {\n").nth(1).unwrap().split("    },").next().unwrap();
    let lines: Vec<&str> = armature.lines().map(str::trim).collect();
    assert!(lines[0].contains("its sum with link parameters is known"), "{armature}");
    assert!(lines[1].starts_with("\"joint2\": "), "{armature}");
    let ranges = python.split("RANGES_95 = {").nth(1).unwrap();
    assert!(ranges.contains("# joint1 is left out: grouped by these data"), "{ranges}");
}

#[test]
fn exports_say_where_their_numbers_come_from_and_leave_meshes_out() {
    let folder = workplace("out_provenance");
    let mesh = r#"<visual><geometry><mesh filename="package://arm/2.stl"/></geometry></visual>"#;
    let real = text(folder.join("arm.urdf"));
    let with_mesh =
        real.replace("<link name=\"base\"/>", &format!("<link name=\"base\">{mesh}</link>"));
    fs::write(folder.join("arm.urdf"), with_mesh).unwrap();
    assert_eq!(identify(&folder, "arm.taufit", &[]).1, 0);
    let export = |to: &str, more: &[&str]| {
        let args = [&["export", "arm.taufit/result.json", "--to", to][..], more].concat();
        let output = taufit_in(&folder, &args).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
    };
    let sha256 = {
        let document: serde_json::Value =
            serde_json::from_str(&text(folder.join("arm.taufit/result.json"))).unwrap();
        let inputs = document["provenance"]["inputs"].as_array().unwrap().clone();
        let log = inputs.iter().find(|input| input["path"] == "log.csv").unwrap();
        log["sha256"].as_str().unwrap().to_owned()
    };
    assert_eq!(sha256.len(), 64);
    for (to, opening) in [
        ("urdf", "<!-- identified by taufit "),
        ("mjcf", "<!-- identified by taufit "),
        ("robot-toml", "# identified by taufit "),
        ("isaac-lab", "# identified by taufit "),
        ("rust", "// identified by taufit "),
        ("c", "// identified by taufit "),
    ] {
        let (found, code) = export(to, &[]);
        if to == "robot-toml" && code != 0 {
            // Its frames follow no table.
            continue;
        }
        assert!(found.starts_with(opening) && code == 0, "{to}: {found}");
        for expected in
            ["result: arm.taufit\n", "robot: arm, described by arm.urdf\n", sha256.as_str()]
        {
            assert!(found.contains(expected), "{to}: {expected} in {found}");
        }
        assert_eq!(found, export(to, &[]).0, "{to}: twice the same");
    }
    for to in ["csv", "json", "pinocchio"] {
        assert!(!export(to, &[]).0.contains("identified by"), "{to}");
    }
    assert!(export("urdf", &[]).0.contains("package://"));
    let (bare, code) = export("urdf", &["--no-meshes"]);
    assert!(!bare.contains("package://") && bare.contains("a comment of its owner") && code == 0);
    assert_eq!(export("csv", &["--no-meshes"]).1, 2);
    // Not an arm of Universal Robots.
    let mut command = taufit_in(&folder, &["export", "arm.taufit", "--to", "ur-params"]);
    let message = String::from_utf8(command.output().unwrap().stderr).unwrap();
    assert!(message.starts_with("error[E087]") && message.contains("--source"), "{message}");
}
