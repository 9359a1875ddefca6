//! Wrong uses of the program: exit code, what was found, what to do.

use super::taufit_in;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A table of `n` rows: `t`, positions and efforts of so many joints, joined by a separator.
fn table(header: &str, n_rows: usize, n_joints: usize, separator: &str) -> String {
    let mut text = format!("{header}\n");
    for k in 0..n_rows {
        let t = 0.01 * k as f64;
        let q = (1..=n_joints).map(|j| (t * j as f64).sin());
        let tau = (1..=n_joints).map(|j| (t * j as f64).cos());
        let row: Vec<String> =
            std::iter::once(t).chain(q).chain(tau).map(|x| x.to_string()).collect();
        writeln!(text, "{}", row.join(separator)).unwrap();
    }
    text
}

/// A folder with good and bad files.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong_uses");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("empty_folder")).unwrap();
    let write = |name: &str, content: &str| std::fs::write(folder.join(name), content).unwrap();
    let two = "t,q1,q2,tau1,tau2";
    let good = table(two, 600, 2, ",");
    let seven =
        ["q", "tau"].map(|what| (1..8).map(|j| format!(",{what}{j}")).collect::<String>()).concat();
    write("ok.csv", &good);
    write("copy.csv", &good);
    write("short.csv", &table(two, 1, 2, ","));
    write("header_only.csv", &table(two, 0, 2, ","));
    write("nothing.csv", "");
    write("no_header.csv", good.split_once('\n').unwrap().1);
    write("undecided.csv", &table("t,q1,q2,effort1,effort2", 600, 2, ","));
    write("no_effort.csv", &table("t,q1,q2,x,y", 600, 2, ","));
    write("no_position.csv", &table("t,a,b,tau1,tau2", 600, 2, ","));
    write("no_time.csv", &table("n,q1,q2,tau1,tau2", 600, 2, ","));
    write("one_joint.csv", &table("t,q1,tau1", 600, 1, ","));
    write("seven.csv", &table(&format!("t{seven}"), 600, 7, ","));
    write("text.csv", &format!("{two}\n0,abc,0,0,0\n"));
    write("twice.csv", &table("t,q1,q1,tau1,tau2", 600, 2, ","));
    let (header, rows) = good.split_once('\n').unwrap();
    let reversed: Vec<&str> = rows.lines().rev().collect();
    write("backwards.csv", &format!("{header}\n{}\n", reversed.join("\n")));
    write(
        "still.csv",
        &format!(
            "{two}\n{}",
            (0..2000).map(|k| format!("{},1,1,5,5\n", 0.01 * f64::from(k))).collect::<String>()
        ),
    );
    let names = "time,q.shoulder,q.elbow,tau.shoulder,tau.elbow";
    write("named.csv", &table(names, 600, 2, ","));
    write("cut.mat", "MATLAB 5.0 MAT-file");
    let write_bytes = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    write_bytes("new.mat", b"\x89HDF\r\n\x1a\n and more bytes");
    write_bytes("cut.mcap", b"\x89MCAP0\r\n\x01\x05");
    write("arm.sdf", "<sdf version=\"1.6\"><model name=\"a\"/></sdf>");
    write("cut.urdf", "<robot name=\"a\"><link name=\"b\">");
    write(
        "arm.urdf.xacro",
        "<robot name=\"a\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\"><xacro:macro name=\"m\"/></robot>",
    );
    write("nothing.urdf", "");
    write("wrong.toml", "name = \"x\"\nconvention = \"dhh\"\n");
    std::fs::create_dir_all(folder.join("result")).unwrap();
    write("result/result.json", "{}");
    write("result/identified.urdf", "<robot/>");
    write("broken.json", "{");
    write("run.toml", "robot = \"ur5\"\nrate = 500\n");
    folder
}

/// Arguments, exit code, parts of the message.
const USES: [(&str, i32, &[&str]); 101] = [
    // The verb.
    ("check", 2, &["'check'", "'inspect'"]),
    ("plan ur5", 2, &["'plan'", "'excite'"]),
    ("fit ur5 ok.csv", 2, &["'identify'"]),
    ("identfy ur5 ok.csv", 2, &["'identify'"]),
    ("explain W9999", 2, &["W9999", "lists all codes"]),
    ("schema nothing", 2, &["nothing", "identify", "experiment"]),
    // The robot.
    ("inspect arm.sdf", 3, &["E040", "<sdf>", "<robot> or <mujoco>"]),
    ("base cut.urdf", 3, &["E032", "is the file complete"]),
    ("base arm.urdf.xacro", 3, &["E041", "expand it first"]),
    ("base nothing.urdf", 3, &["E032", "no element"]),
    ("base wrong.toml", 3, &["E032", "dhh", "mdh"]),
    ("base empty_folder", 1, &["E030", "directory"]),
    ("base ur55", 2, &["E036", "did you mean \"ur5\""]),
    ("base UR5", 2, &["E036", "did you mean \"ur5\""]),
    ("base missing.urdf", 2, &["E036", "neither a file nor a built-in robot"]),
    ("identify ok.csv planar2r", 3, &["E045", "this is a log (CSV)", "the robot comes first"]),
    ("base planar2r --drop Ixx9", 2, &["E022", "did you mean"]),
    ("identify planar2r ok.csv --accept W133 --drop Ixx9", 2, &["E022", "Ixx9", "names look like"]),
    ("base planar2r --fix m2=abc", 2, &["\"abc\" is not a finite number"]),
    ("base planar2r --gravity 9.81", 2, &["expected X,Y,Z, found 1"]),
    ("identify result ok.csv", 1, &["E030", "folder of a result", "result/identified.urdf"]),
    ("motors ok.csv planar2r", 3, &["E045", "the robot comes first"]),
    ("payload ok.csv planar2r", 3, &["E045", "the robot comes first"]),
    ("base planar2r --payload tool0:1,0,0,0", 2, &["E021", "\"base\", \"link1\", \"link2\""]),
    ("base planar2r --payload link2:1", 2, &["expected 4 or 10 numbers, found 1"]),
    // The log.
    ("identify planar2r", 2, &["<LOG>"]),
    ("identify planar2r missing.csv", 1, &["E030", "missing.csv"]),
    ("identify planar2r empty_folder", 3, &["E070", "holds no bag"]),
    ("identify planar2r nothing.csv", 3, &["E050", "it has nothing"]),
    ("identify planar2r header_only.csv", 3, &["E050", "no complete line"]),
    ("identify planar2r short.csv", 3, &["E107", "at least 2 samples, found 1"]),
    ("identify planar2r no_header.csv", 3, &["E051", "5 columns", "--map t=1 --map q=2..3"]),
    ("identify planar2r undecided.csv", 3, &["E054", "--effort torque, or --effort current"]),
    ("identify planar2r no_effort.csv", 3, &["E052", "torques", "--map tau=NAME"]),
    ("identify planar2r no_position.csv", 3, &["E052", "positions", "--map q=NAME"]),
    ("identify planar2r no_time.csv", 3, &["E052", "time", "--rate-hz HZ"]),
    ("identify planar2r one_joint.csv", 3, &["E055", "2 joints", "joint2"]),
    ("identify ur5 seven.csv", 3, &["E055", "6 joints", "q7"]),
    ("identify planar2r text.csv", 3, &["E058", "line 2", "\"abc\""]),
    ("identify planar2r twice.csv", 3, &["E053", "\"q1\" (column 2)", "--map q=2"]),
    ("identify planar2r backwards.csv", 3, &["E102", "backwards"]),
    ("identify planar2r still.csv", 3, &["E109", "--accept"]),
    (
        "identify planar2r ok.csv --accept W133 --validate copy.csv",
        2,
        &["ok.csv and copy.csv", "same content"],
    ),
    ("identify planar2r ok.csv copy.csv --accept W133", 2, &["ok.csv and copy.csv", "used once"]),
    ("identify planar2r ok.csv --map q=nothing", 3, &["E057", "nothing"]),
    ("identify planar2r ok.csv --rate-hz -1", 2, &["rate_hz", "-1", "positive"]),
    ("inspect missing.csv --robot ur5", 1, &["E030", "missing.csv"]),
    (
        "identify planar2r named.csv",
        3,
        &["E052", "q.joint1=q.shoulder", "--map q.joint1=q.shoulder --map q.joint2=q.elbow"],
    ),
    ("identify planar2r result", 3, &["E070", "the folder of a result, which is no log"]),
    ("identify planar2r cut.mat", 3, &["E073", "MATLAB", "shorter than its header"]),
    ("identify planar2r new.mat", 3, &["E060", "HDF5", "write a CSV"]),
    ("identify planar2r cut.mcap", 3, &["E061", "byte 8", "cut off"]),
    ("identify planar2r ok.csv --map q", 3, &["E057", "an example is tau=tau_J"]),
    ("identify planar2r ok.csv --map w=1", 3, &["E057", "none of t, q, qm, qd, tau, i, effort"]),
    ("identify planar2r ok.csv --map q=9", 3, &["E057", "from 1 to 5"]),
    ("identify planar2r ok.csv --effort current", 3, &["E052", "currents", "--map i=NAME"]),
    (
        "gains planar2r ok.csv --from-targets",
        3,
        &["E057", "currents that the controller wants", "--target-current COLUMNS"],
    ),
    ("reverse planar2r ok.csv", 3, &["E222", "M11"]),
    ("stiffness planar2r ok.csv --wrench missing.csv", 1, &["E030", "missing.csv"]),
    // Settings.
    ("identify planar2r ok.csv --frction coulomb", 2, &["'--friction'"]),
    ("identify planar2r ok.csv --friction coulom", 2, &["did you mean \"coulomb\""]),
    ("identify planar2r ok.csv --effort amps", 2, &["torque, current"]),
    ("identify planar2r ok.csv --gains 1,2,3", 2, &["--gains has 3 values", "2 joints"]),
    (
        "identify planar2r ok.csv --hold-out 1.5 --accept W133",
        2,
        &["E100", "1.5", "between 0 and 1"],
    ),
    ("identify planar2r ok.csv --accept W999", 2, &["no code \"W999\""]),
    ("identify planar2r ok.csv --lock joint9=0", 3, &["E021", "joint9", "\"joint1\", \"joint2\""]),
    ("identify planar2r ok.csv --accept W133 --ignore-effort jiont2", 3, &["E021", "joint2"]),
    ("identify planar2r ok.csv --hold-out 1.5", 2, &["E100", "option: --hold-out"]),
    ("identify planar2r ok.csv --min-speed -1", 2, &["E100", "min_speed is -1", "--min-speed"]),
    ("elastic planar2r ok.csv --hold-out 2", 2, &["E100", "hold_out is 2"]),
    ("stiffness planar2r ok.csv --cutoff-hz -3", 2, &["E100", "cutoff_hz is -3", "--cutoff-hz"]),
    ("gravity planar2r ok.csv --shortest-stop -1", 2, &["E100", "standstill is -1"]),
    ("identify planar2r ok.csv --gains 1,-,x", 2, &["\"x\" is neither a finite number nor -"]),
    ("identify planar2r ok.csv --lock joint1", 2, &["expected JOINT=POSITION"]),
    ("identify planar2r ok.csv --method lad", 2, &["ols, wls, huber"]),
    ("identify planar2r ok.csv --total-mass-kg -4", 2, &["LOW..HIGH", "20..25"]),
    ("identify planar2r ok.csv --com-box link9=0..1,0..1,0..1", 2, &["the links are link1, link2"]),
    // Results.
    ("identify planar2r ok.csv --out copy.csv", 2, &["E098", "--out NAME"]),
    ("validate planar2r ok.csv", 1, &["E030", "a result is a folder that taufit wrote"]),
    ("validate broken.json ok.csv", 3, &["E099", "make it again"]),
    ("compare broken.json", 2, &["2 values"]),
    ("export broken.json", 2, &["--to"]),
    ("export broken.json --to sdf", 2, &["urdf, mjcf"]),
    ("report ok.csv", 3, &["E099"]),
    ("fleet empty_folder", 3, &["E265", "observe logs first"]),
    ("observe planar2r ok.csv", 2, &["--store"]),
    ("observe planar2r missing.csv --store new", 3, &["E264", "missing.csv", "No such file"]),
    ("validate ok.csv result", 3, &["E099", "this is a log (CSV), not a result"]),
    ("compare ok.csv copy.csv", 3, &["E099", "this is a log (CSV), not a result"]),
    ("collisions ok.csv ok.csv --free copy.csv", 3, &["E099", "results come first, then logs"]),
    ("report empty_folder", 1, &["E030", "a result is a folder that taufit wrote"]),
    // Motions and runs.
    ("run planar2r", 1, &["E030", "an experiment is a TOML file"]),
    ("excite planar2r -o missing/motion.csv", 1, &["E095", "missing/motion.csv"]),
    ("serve --as rtde --robot ur5 --port-offset 70000", 2, &["70000", "0..=65535"]),
    ("excite planar2r -o motion.xyz", 2, &["E094", ".csv"]),
    ("excite planar2r -o motion.csv --period 0", 2, &["E136", "positive"]),
    ("identify planar2r ok.csv --cutoff-hz -3", 2, &["E100", "cutoff_hz is -3", "positive"]),
    ("base result", 1, &["E030", "folder of a result", "identified.urdf"]),
    ("run missing.toml", 1, &["E030", "missing.toml"]),
    ("run run.toml", 3, &["E037", "did you mean \"rate_hz\""]),
    ("serve --as ros3 --robot ur5", 3, &["E230", "ur-rtde"]),
];

#[test]
fn every_wrong_use_is_named_with_its_next_step() {
    let folder = folder();
    let mut wrong = String::new();
    for (line, exit_code, parts) in USES {
        let args: Vec<&str> = line.split(' ').collect();
        let output = taufit_in(&folder, &args).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let missing: Vec<_> = parts.iter().filter(|part| !message.contains(**part)).collect();
        let has_code = !message.contains("error[") || message.contains("help: taufit explain");
        if output.status.code() != Some(exit_code)
            || !missing.is_empty()
            || !has_code
            || !output.stdout.is_empty()
        {
            writeln!(
                wrong,
                "taufit {line}\n  exit {:?} instead of {exit_code}, missing {missing:?}\n{message}",
                output.status.code()
            )
            .unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let left: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("motion")), "{left:?}");
}
