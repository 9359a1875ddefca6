//! Generated code, compiled by the compilers of both languages and run beside the library.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a missing compiler is reported")]

#[path = "../../taufit/tests/suite/common/mod.rs"]
mod dice;

use dice::{Dice, assert_close};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use taufit::dynamics::{Scratch, gravity_torque, inverse_dynamics, mass_matrix};
use taufit::friction::{Friction, FrictionShape, FrictionTerm};
use taufit::model::{Robot, catalog};
use taufit_codegen::{CodeContent, CodeLanguage, CodeSettings, generate_code};

/// States per robot.
const N_STATES: usize = 100;
/// Rounding: a few hundred operations on numbers of the size of the largest result.
const ROUNDING: f64 = 1e-12;

const LANGUAGES: [CodeLanguage; 2] = [CodeLanguage::Rust, CodeLanguage::C];

fn settings(language: CodeLanguage, content: CodeContent) -> CodeSettings {
    let origin = "a test".to_owned();
    CodeSettings { language, content, prefix: Some("arm".to_owned()), origin }
}

/// The compiler of a language; `None`, and a line saying so, where there is none.
fn compiler(language: CodeLanguage) -> Option<&'static str> {
    let name = match language {
        CodeLanguage::Rust => "rustc",
        CodeLanguage::C => "cc",
    };
    let found = Command::new(name).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !found {
        println!("skipped: there is no {name} to compile generated code with");
    }
    found.then_some(name)
}

/// A folder of its own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("taufit-code-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Reads `q qd qdd` from every line and prints all that the functions give.
fn main_text(language: CodeLanguage, content: CodeContent, n: usize) -> String {
    match (language, content) {
        (CodeLanguage::Rust, content) => {
            let calls = match content {
                CodeContent::Dynamics => {
                    "show(&code::arm_inverse_dynamics(&x[0], &x[1], &x[2])); \
                     code::arm_mass_matrix(&x[0]).iter().for_each(|r| show(r)); \
                     show(&code::arm_gravity(&x[0])); show(&code::arm_friction(&x[1]));"
                }
                CodeContent::Gravity => {
                    "show(&code::arm_gravity(&x[0])); show(&code::arm_holding_torque(&x[0]));"
                }
            };
            format!(
                "mod code;\nfn show(x: &[f64]) {{ x.iter().for_each(|x| print!(\"{{x:e}} \")); }}\n\
                 fn main() {{ for line in std::io::stdin().lines() {{ let line = line.unwrap();\n\
                 let v: Vec<f64> = line.split(' ').map(|x| x.parse().unwrap()).collect();\n\
                 let x: Vec<[f64; {n}]> = v.chunks({n}).map(|c| c.try_into().unwrap()).collect();\n\
                 {calls} println!(); }} }}"
            )
        }
        (CodeLanguage::C, content) => {
            let calls = match content {
                CodeContent::Dynamics => {
                    "arm_inverse_dynamics(x[0], x[1], x[2], t); show(t); arm_mass_matrix(x[0], m);\n\
                     for (int i = 0; i < N; i++) show(m[i]);\n\
                     arm_gravity(x[0], t); show(t); arm_friction(x[1], t); show(t);"
                }
                CodeContent::Gravity => {
                    "(void)m; arm_gravity(x[0], t); show(t); arm_holding_torque(x[0], t); show(t);"
                }
            };
            format!(
                "#include <stdio.h>\n#include \"code.c\"\n#define N {n}\n\
                 static void show(const double *x) {{ for (int i = 0; i < N; i++) printf(\"%.17g \", x[i]); }}\n\
                 int main(void) {{ static double x[3][N], t[N], m[N][N];\n\
                 for (;;) {{ for (int i = 0; i < 3 * N; i++) if (scanf(\"%lf\", &x[i / N][i % N]) != 1) return 0;\n\
                 {calls} printf(\"\\n\"); }} }}"
            )
        }
    }
}

fn check(command: &mut Command) {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Compiles code, warnings being errors, and gives the program.
fn compiled(compiler: &str, language: CodeLanguage, code: &str, main: &str, at: &Path) -> PathBuf {
    let program = at.join("program");
    match language {
        CodeLanguage::Rust => {
            // Nothing but `core`.
            std::fs::write(at.join("bare.rs"), format!("#![no_std]\n{code}")).unwrap();
            let bare = ["--edition=2021", "--crate-type=lib", "--emit=metadata", "-Dwarnings"];
            check(Command::new(compiler).args(bare).arg("bare.rs").current_dir(at));
            std::fs::write(at.join("code.rs"), code).unwrap();
            std::fs::write(at.join("main.rs"), main).unwrap();
            let options = ["--edition=2021", "-O", "-Dwarnings", "-o", "program", "main.rs"];
            check(Command::new(compiler).args(options).current_dir(at));
        }
        CodeLanguage::C => {
            std::fs::write(at.join("code.c"), code).unwrap();
            std::fs::write(at.join("main.c"), main).unwrap();
            let options =
                "-std=c99 -pedantic -Wall -Wextra -Wshadow -Wmissing-prototypes -Werror -O1";
            let files = ["-o", "program", "main.c", "-lm"];
            check(Command::new(compiler).args(options.split(' ')).args(files).current_dir(at));
        }
    }
    program
}

/// Output of the program, a line per state.
fn outputs(program: &Path, states: &[[Vec<f64>; 3]]) -> Vec<Vec<f64>> {
    let line = |state: &[Vec<f64>; 3]| {
        state.concat().iter().map(|x| format!("{x:e}")).collect::<Vec<_>>().join(" ")
    };
    let input: Vec<String> = states.iter().map(line).collect();
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.join("\n").as_bytes()).unwrap());
    let done = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let numbers = |l: &str| l.split_whitespace().map(|x| x.parse().unwrap()).collect();
    String::from_utf8(done.stdout).unwrap().lines().map(numbers).collect()
}

/// Every function of the generated code against the library, on random states.
fn compare(name: &str, robot: &Robot, content: CodeContent) {
    let (n, mut dice) = (robot.n_dof(), Dice::new(7));
    let states: Vec<[Vec<f64>; 3]> =
        (0..N_STATES).map(|_| [3.0, 2.0, 5.0].map(|scale| dice.vector(n, scale))).collect();
    for language in LANGUAGES {
        let Some(compiler) = compiler(language) else { continue };
        let code = generate_code(robot, &settings(language, content)).unwrap();
        let at = folder(&format!("{name}-{language:?}-{content:?}"));
        let main = main_text(language, content, n);
        let program = compiled(compiler, language, &code, &main, &at);
        let found = outputs(&program, &states);
        assert_eq!(found.len(), states.len());
        for (found, state) in found.iter().zip(&states) {
            compare_state(&format!("{name} in {language:?}"), robot, content, state, found);
        }
        std::fs::remove_dir_all(at).unwrap();
    }
}

fn compare_state(
    what: &str,
    robot: &Robot,
    content: CodeContent,
    [q, qd, qdd]: &[Vec<f64>; 3],
    found: &[f64],
) {
    let (n, scratch) = (robot.n_dof(), &mut Scratch::new(robot));
    let gravity = gravity_torque(robot, scratch, q).unwrap().to_vec();
    match content {
        CodeContent::Dynamics => {
            let friction: Vec<f64> =
                robot.dof_joint_iter().zip(qd).map(|(j, qd)| j.friction.torque(*qd)).collect();
            let (tau, rest) = found.split_at(n);
            let (matrix, rest) = rest.split_at(n * n);
            let expected = inverse_dynamics(robot, scratch, q, qd, qdd).unwrap();
            assert_close(tau, expected, ROUNDING, &format!("{what}: inverse dynamics"));
            let expected = mass_matrix(robot, scratch, q).unwrap();
            assert_close(matrix, expected, ROUNDING, &format!("{what}: mass matrix"));
            assert_close(&rest[..n], &gravity, ROUNDING, &format!("{what}: gravity"));
            assert_close(&rest[n..], &friction, ROUNDING, &format!("{what}: friction"));
        }
        CodeContent::Gravity => {
            let offset = |dof| robot.dof_joint(dof).friction.coefficient(FrictionTerm::Offset);
            let held: Vec<f64> = gravity.iter().enumerate().map(|(k, g)| g + offset(k)).collect();
            assert_close(&found[..n], &gravity, ROUNDING, &format!("{what}: gravity"));
            assert_close(&found[n..], &held, ROUNDING, &format!("{what}: holding torque"));
        }
    }
}

/// Built-in robots with rotors and one friction model after the other.
fn with_drives(name: &str) -> Robot {
    let mut robot = catalog::robot(name).unwrap();
    let shapes = [
        FrictionShape::COULOMB_VISCOUS,
        FrictionShape::COULOMB_VISCOUS.with_offset(),
        FrictionShape::COULOMB_VISCOUS.with_direction().with_viscous_asymmetry(),
        FrictionShape::COULOMB_VISCOUS.with_tanh(0.05).with_offset(),
        FrictionShape::COULOMB_VISCOUS.with_stribeck(0.2, 2.0),
        FrictionShape::COULOMB_VISCOUS.with_direction().with_tanh(0.1).with_stribeck(0.3, 0.7),
        FrictionShape::NONE,
    ];
    for dof in 0..robot.n_dof() {
        let shape = shapes[dof % shapes.len()];
        let friction = Friction {
            shape,
            viscous: 1.5,
            viscous_asymmetry: -0.6,
            coulomb: 2.5,
            coulomb_backward: 3.5,
            stribeck: 0.8,
            offset: -0.4,
        };
        let motor = robot.dof_joint(dof).motor.clone();
        let motor = taufit::model::Motor { rotor_inertia_kg_m2: 0.3 + 0.1 * dof as f64, ..motor };
        robot = robot.with_friction(dof, friction).with_motor(dof, motor);
    }
    robot
}

#[test]
fn ur5_panda_and_puma_agree_with_the_library() {
    for name in ["ur5", "panda", "puma560"] {
        compare(name, &with_drives(name), CodeContent::Dynamics);
    }
}

#[test]
fn trees_with_sliding_fixed_and_following_joints_agree_with_the_library() {
    for (name, n_joints, mimic) in [("tree", 7, false), ("mimic", 8, true)] {
        let slides = |robot: &Robot| {
            robot.joints().iter().any(|j| j.is_prismatic()) && robot.has_mimic() == mimic
        };
        let mut random = (1..).map(|seed| Dice::new(seed).robot(n_joints, mimic));
        let robot = random.find(slides).unwrap();
        compare(name, &robot, CodeContent::Dynamics);
        compare(name, &robot, CodeContent::Gravity);
    }
}

#[test]
fn robots_on_which_nothing_depends_on_the_pose_compile_too() {
    // A robot in free fall: no weight, so that the gravity vector uses none of its arguments.
    let robot = catalog::robot("ur5").unwrap();
    let robot = robot.with_gravity(taufit::spatial::Vec3::ZERO);
    compare("weightless", &robot, CodeContent::Dynamics);
}

#[test]
fn zeros_take_their_terms_with_them() {
    let count = |robot: &Robot| {
        let settings = settings(CodeLanguage::C, CodeContent::Gravity);
        generate_code(robot, &settings).unwrap().matches('*').count()
    };
    let robot = catalog::robot("ur5").unwrap();
    let bare = robot.clone().with_link_inertia(5, taufit::spatial::LinkInertia::ZERO);
    assert!(count(&bare) < count(&robot));
    // Gravity of a UR5 by hand needs about 50 products; the general recursion would need 500.
    assert!(count(&robot) < 200, "{}", count(&robot));
}

#[test]
fn names_that_no_compiler_takes_are_refused() {
    let robot = catalog::robot("ur5").unwrap();
    for prefix in ["", "2nd", "my-arm", "a b", "x;system(\"\")"] {
        let mut settings = settings(CodeLanguage::C, CodeContent::Dynamics);
        settings.prefix = Some(prefix.to_owned());
        assert_eq!(generate_code(&robot, &settings).unwrap_err().code(), "E220", "{prefix:?}");
    }
}

#[test]
fn numbers_beyond_the_largest_are_refused() {
    let robot = catalog::robot("planar2r").unwrap();
    let mut body = robot.joints()[1].link.inertia;
    body.mass_kg = 1e308;
    body.first_moment = taufit::spatial::Vec3::new(1e308, 0.0, 0.0);
    let robot = robot.with_link_inertia(1, body);
    let error = generate_code(&robot, &settings(CodeLanguage::Rust, CodeContent::Dynamics));
    assert_eq!(error.unwrap_err().code(), "E221");
}
