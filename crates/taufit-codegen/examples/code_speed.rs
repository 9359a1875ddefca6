//! Times generated code beside the library.
//!
//! `cargo run --release -p taufit-codegen --example code_speed -- [ROBOT...]` writes the dynamics of every robot as
//! Rust and C, compiles both (`rustc -O`, `cc -O2`), and prints nanoseconds per call, the least of ten runs.

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use taufit::dynamics::{Scratch, gravity_torque, inverse_dynamics, mass_matrix};
use taufit::model::{Robot, catalog};
use taufit_codegen::{CodeContent, CodeLanguage, CodeSettings, generate_code};

const CALLS: u32 = 100_000;
const RUNS: usize = 10;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> Outcome {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let names = if given.is_empty() { vec!["ur5".to_owned(), "panda".to_owned()] } else { given };
    let folder = std::env::temp_dir().join(format!("taufit-code-speed-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    println!("robot by inverse_dynamics mass_matrix gravity [ns per call]");
    for name in &names {
        let robot = catalog::robot(name)?;
        let [dynamics, matrix, gravity] = library(&robot)?;
        println!("{name} library {dynamics:.0} {matrix:.0} {gravity:.0}");
        for language in [CodeLanguage::Rust, CodeLanguage::C] {
            println!("{name} {language:?} {}", generated(&robot, language, &folder)?);
        }
    }
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

/// Nanoseconds per call of the library.
fn library(robot: &Robot) -> Outcome<[f64; 3]> {
    let mut scratch = Scratch::new(robot);
    let mut q = vec![0.3; robot.n_dof()];
    let qd = vec![0.5; robot.n_dof()];
    let mut time = |call: &mut dyn FnMut(&mut Scratch, &[f64]) -> taufit::Result<f64>| {
        let mut least = f64::INFINITY;
        for _ in 0..RUNS {
            let start = Instant::now();
            for _ in 0..CALLS {
                q[0] += 1e-9 * call(&mut scratch, &q)?;
            }
            least = least.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
        }
        Ok::<f64, taufit::Error>(black_box(least))
    };
    Ok([
        time(&mut |scratch, q| Ok(inverse_dynamics(robot, scratch, q, &qd, &qd)?[1]))?,
        time(&mut |scratch, q| Ok(mass_matrix(robot, scratch, q)?[1]))?,
        time(&mut |scratch, q| Ok(gravity_torque(robot, scratch, q)?[1]))?,
    ])
}

/// The same of generated code, as its own program prints it.
fn generated(robot: &Robot, language: CodeLanguage, folder: &Path) -> Outcome<String> {
    let settings = CodeSettings {
        language,
        content: CodeContent::Dynamics,
        prefix: Some("arm".to_owned()),
        origin: robot.name().to_owned(),
    };
    let code = generate_code(robot, &settings)?;
    let program = match language {
        CodeLanguage::Rust => rust_program(&code, robot.n_dof(), folder)?,
        CodeLanguage::C => c_program(&code, robot.n_dof(), folder)?,
    };
    let output = Command::new(program).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn rust_program(code: &str, n: usize, folder: &Path) -> Outcome<PathBuf> {
    let main = format!(
        "mod code;\nuse std::time::Instant;\n\
         fn time(mut call: impl FnMut(&[f64; {n}]) -> f64) -> f64 {{\n\
             let mut q = [0.3; {n}]; let mut least = f64::INFINITY;\n\
             for _ in 0..{RUNS} {{ let start = Instant::now();\n\
                 for _ in 0..{CALLS} {{ q[0] += 1e-9 * call(&q); }}\n\
                 least = least.min(start.elapsed().as_secs_f64() * 1e9 / {CALLS} as f64); }}\n\
             std::hint::black_box(q); least }}\n\
         fn main() {{ let qd = std::hint::black_box([0.5; {n}]); println!(\"{{:.0}} {{:.0}} {{:.0}}\",\n\
             time(|q| std::hint::black_box(code::arm_inverse_dynamics(q, &qd, &qd))[1]),\n\
             time(|q| std::hint::black_box(code::arm_mass_matrix(q))[0][1]),\n\
             time(|q| std::hint::black_box(code::arm_gravity(q))[1])); let _ = code::arm_friction(&qd); }}"
    );
    std::fs::write(folder.join("code.rs"), code)?;
    std::fs::write(folder.join("main.rs"), main)?;
    compile(Command::new("rustc").args(["--edition=2021", "-O", "-o", "speed", "main.rs"]), folder)
}

fn c_program(code: &str, n: usize, folder: &Path) -> Outcome<PathBuf> {
    let timed = |call: &str, result: &str| {
        format!(
            "least = 1e30; for (int r = 0; r < {RUNS}; r++) {{ clock_gettime(CLOCK_MONOTONIC, &a);\n\
             for (int i = 0; i < {CALLS}; i++) {{ {call}; q[0] += 1e-9 * {result}; }}\n\
             clock_gettime(CLOCK_MONOTONIC, &b);\n\
             double ns = ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / {CALLS};\n\
             if (ns < least) least = ns; }} printf(\"%.0f \", least);\n"
        )
    };
    let main = format!(
        "#define _POSIX_C_SOURCE 199309L\n#include <stdio.h>\n#include <time.h>\n#include \"code.c\"\n\
         int main(void) {{ struct timespec a, b; double least;\n\
         volatile double speed = 0.5; double q[{n}], qd[{n}], t[{n}], m[{n}][{n}];\n\
         for (int i = 0; i < {n}; i++) {{ q[i] = 0.3; qd[i] = speed; }}\n{}{}{} return 0; }}\n",
        timed("arm_inverse_dynamics(q, qd, qd, t)", "t[1]"),
        timed("arm_mass_matrix(q, m)", "m[0][1]"),
        timed("arm_gravity(q, t)", "t[1]"),
    );
    std::fs::write(folder.join("code.c"), code)?;
    std::fs::write(folder.join("main.c"), main)?;
    compile(Command::new("cc").args(["-std=c99", "-O2", "-o", "speed", "main.c", "-lm"]), folder)
}

fn compile(command: &mut Command, folder: &Path) -> Outcome<PathBuf> {
    let done = command.current_dir(folder).output()?;
    if done.status.success() {
        return Ok(folder.join("speed"));
    }
    Err(String::from_utf8_lossy(&done.stderr).into_owned().into())
}
