use taufit::methods::{RigidInputs, RigidSettings, identify_rigid};
use taufit::command::{Command};
use taufit::sim::{ArmSettings, SimulatedArm, simulate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The description says 10 kg; the arm that we simulate carries 2 kg more at the end of its link.
    let robot = taufit_io::read_robot("planar2r")?.robot;
    let mut body = robot.joints()[1].link.inertia;
    body.mass_kg += 2.0;
    body.first_moment.x += 2.0 * 0.5;
    let real = robot.clone().with_link_inertia(1, body);

    // Twenty seconds of it, on sums of sines: what a log would hold.
    let mut arm = SimulatedArm::new(&real, &ArmSettings::default(), &[0.0, 0.0])?;
    let wave = |t: f64, w: f64| 0.6 * (w * t).sin() + 0.3 * (2.7 * w * t).sin();
    let reference =
        |t: f64| Command::follow(vec![wave(t, 1.3), wave(t, 1.9)], vec![0.0; 2], vec![0.0; 2]);
    let log = simulate(&mut arm, reference, 20.0, 500.0)?.recording;

    let found = identify_rigid(&robot, &RigidInputs::new(&[log]), &RigidSettings::default())?;
    println!("{}", found.verdict.reason);
    for (k, value) in found.estimate.beta.iter().enumerate() {
        println!("{} = {value:.4}", found.base.expression(&found.layout, k));
    }
    Ok(())
}
