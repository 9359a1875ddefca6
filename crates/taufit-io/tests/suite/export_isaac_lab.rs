//! Actuator values for Isaac Lab: what is written, what is left out and why, and that Python reads it.

use crate::common::assert_error;
use serde_json::Value;
use std::process::Command;
use taufit::friction::{Friction, FrictionShape};
use taufit::model::{Motor, Robot, catalog};
use taufit::study::{Identifiability, ParameterRecord};
use taufit_io::{DriveRecords, isaac_lab_actuators, parse_robot_toml};

/// Three joints whose names are no plain regular expressions.
fn arm() -> Robot {
    let joint = |name: &str, friction: &str| {
        format!(
            "[[joint]]\nname = '{name}'\nfriction = {{ {friction} }}\nmotor = {{ rotor_inertia_kg_m2 = 0.25 }}\n\
             link = {{ mass_kg = 2.0, com_m = [0.1, 0.0, 0.0], inertia_kg_m2 = [0.01, 0.0, 0.0, 0.01, 0.0, 0.01] }}\n"
        )
    };
    let text = format!(
        "name = 'three \"axes\"'\nconvention = 'mdh'\n{}{}{}",
        joint("left/arm.1", "viscous = 0.123456789, coulomb = 3.0"),
        joint("lift (2)", "viscous = 1.0, coulomb = 2.0"),
        joint("tool", "viscous = 1.0, coulomb = 2.0"),
    );
    parse_robot_toml(&text).unwrap().description.build().unwrap()
}

fn record(
    symbol: &str,
    joint: &str,
    sigma: Option<f64>,
    class: Identifiability,
) -> ParameterRecord {
    ParameterRecord {
        name: format!("{symbol}1"),
        expression: None,
        long_name: format!("{symbol}[{joint}]"),
        unit: String::new(),
        value: 0.0,
        sigma,
        interval: None,
        nominal: None,
        feasible: None,
        identifiability: class,
    }
}

/// The first joint is known, of the second the rotor inertia is part of a sum, of the third nothing is known.
fn records() -> DriveRecords {
    use Identifiability::{Determined, Grouped, Undetermined};
    let parameters = vec![
        record("Ia", "left/arm.1", Some(0.01), Determined),
        record("fv", "left/arm.1", Some(0.05), Determined),
        record("fc", "left/arm.1", Some(0.5), Determined),
        record("Ia", "lift (2)", None, Grouped),
        record("fv", "lift (2)", Some(0.1), Determined),
        record("fc", "lift (2)", Some(0.1), Determined),
        record("Ia", "tool", None, Undetermined),
    ];
    DriveRecords { parameters, ..DriveRecords::default() }
}

/// The names that a Python program assigns, by the interpreter itself.
fn run(text: &str) -> Value {
    let python = std::env::var("TAUFIT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let program = "import json, re, sys\nnames = {}\nexec(compile(sys.argv[1], 'actuators.py', 'exec'), names)\n\
        del names['__builtins__']\nprint(json.dumps(names))";
    let output = Command::new(python).args(["-c", program, text]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn values_are_written_by_joint_and_left_out_with_a_reason() {
    let text = isaac_lab_actuators(&arm(), &[], &records()).unwrap().text;
    for expected in [
        "# Isaac Sim 4.5 and earlier.\n# friction is left out: it is a share of the force",
        "it was not run in Isaac Lab",
        "`damping` is the velocity gain and not viscous friction",
        "        \"left/arm\\\\.1\": 0.123457,\n",
        "        \"left/arm\\\\.1\": (0.0254568, 0.221457),\n",
        "        \"lift \\\\(2\\\\)\": 0.25,  # its sum with link parameters is known",
        "        # lift (2) is left out: grouped by these data\n",
        "        # tool is left out: undetermined by these data\n",
        "        # tool is left out: not estimated by these data\n",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    // Without a date, a folder or anything else that changes from run to run.
    assert_eq!(text, isaac_lab_actuators(&arm(), &[], &records()).unwrap().text);
    let sim_4_5 = text.split("ISAAC_SIM_4_5 = {").nth(1).unwrap().split("\n}").next().unwrap();
    assert!(!sim_4_5.contains("friction") && sim_4_5.contains("\"armature\""), "{sim_4_5}");
}

#[test]
#[ignore = "needs Python"]
fn isaac_lab_values_run_in_python() {
    let found = run(&isaac_lab_actuators(&arm(), &[], &records()).unwrap().text);
    let names = ["ISAAC_SIM_4_5", "ISAAC_SIM_5", "JOINTS", "RANGES_95", "__doc__"];
    assert_eq!(keys(&found), names);
    let fields =
        ["armature", "dynamic_friction", "friction", "joint_names_expr", "viscous_friction"];
    assert_eq!(keys(&found["ISAAC_SIM_5"]), fields);
    assert_eq!(keys(&found["ISAAC_SIM_4_5"]), ["armature", "joint_names_expr"]);
    assert_eq!(found["JOINTS"], serde_json::json!([r"left/arm\.1", r"lift \(2\)", "tool"]));
    let sim = &found["ISAAC_SIM_5"];
    assert_eq!(sim["armature"][r"left/arm\.1"], 0.25);
    assert_eq!(sim["friction"], sim["dynamic_friction"]);
    assert_eq!(
        sim["dynamic_friction"],
        serde_json::json!({ r"left/arm\.1": 3.0, r"lift \(2\)": 2.0 })
    );
    let ranges = &found["RANGES_95"]["dynamic_friction"];
    assert_eq!(
        ranges,
        &serde_json::json!({ r"left/arm\.1": [2.02, 3.98], r"lift \(2\)": [1.804, 2.196] })
    );
    assert_eq!(keys(&found["RANGES_95"]["armature"]), [r"left/arm\.1"]);
    // Every name matches itself alone.
    let text = isaac_lab_actuators(&arm(), &[], &records()).unwrap().text
        + "import re\nMATCHES = [[bool(re.fullmatch(j, n)) for j in JOINTS] for n in ['left/arm.1', 'lift (2)', 'tool', 'left/armX1']]\ndel re\n";
    let [yes, no] = [true, false];
    let expected = serde_json::json!([[yes, no, no], [no, yes, no], [no, no, yes], [no, no, no]]);
    assert_eq!(run(&text)["MATCHES"], expected);
}

#[test]
fn friction_beyond_two_coefficients_is_listed_and_break_away_is_static_friction() {
    let shape = FrictionShape::COULOMB_VISCOUS.with_stribeck(0.1, 1.0).with_offset();
    let friction =
        Friction { shape, stribeck: 2.0, offset: 0.3, ..Friction::coulomb_viscous(5.0, 1.0) };
    let robot = catalog::robot("planar2r").unwrap().with_friction(0, friction);
    let class = Identifiability::Determined;
    let parameters =
        ["fv", "fc", "fs", "off"].map(|s| record(s, "joint1", Some(0.1), class)).to_vec();
    let records = DriveRecords { parameters, ..DriveRecords::default() };
    let exported = isaac_lab_actuators(&robot, &[], &records).unwrap();
    assert!(
        exported.text.contains("    \"friction\": {\n        \"joint1\": 7.0,\n"),
        "{}",
        exported.text
    );
    // The correlations are not known.
    assert!(
        exported
            .text
            .contains("# joint1 is left out: at its bound of zero, or without a recorded error")
    );
    let lost: Vec<&str> = exported.notes.iter().map(|note| note.quantity).collect();
    let curve = "friction beyond Coulomb and viscous, rms within the speed limit";
    assert_eq!(lost, ["offset", curve]);
    // What PhysX would refuse is refused here; drives are no place for gear ratios.
    let pushing = robot.clone().with_friction(0, Friction::coulomb_viscous(-1.0, 1.0));
    assert_error(&isaac_lab_actuators(&pushing, &[], &records).unwrap_err(), "E084", &["joint1"]);
    let geared = robot.with_motor(1, Motor { gear_ratio: Some(50.0), ..Motor::default() });
    let lost = isaac_lab_actuators(&geared, &[], &records).unwrap().notes;
    assert!(lost.iter().any(|note| note.quantity == "gear ratio"));
}
