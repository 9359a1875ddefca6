//! The programs in `examples/`, by their numbers.

#[path = "../../examples/arrays.rs"]
#[allow(dead_code, reason = "its main prints")]
mod arrays;
#[path = "../../examples/excitation.rs"]
#[allow(dead_code, reason = "its main prints")]
mod excitation;
#[path = "../../examples/payload.rs"]
#[allow(dead_code, reason = "its main prints")]
mod payload;

use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::model::catalog;

#[test]
fn arrays_give_the_parameters_of_the_arm() {
    let robot = catalog::robot("planar2r").unwrap();
    let result = arrays::identified(&robot).unwrap();
    let truth = robot.joints()[1].link.inertia.first_moment.x;
    let (value, _) = result.parameter("mx2").unwrap();
    assert!((value - truth).abs() < 1e-3 * truth.abs(), "{value} instead of {truth}");
}

#[test]
fn the_designed_motion_keeps_its_limits() {
    let robot = catalog::robot("planar2r").unwrap();
    let design = excitation::designed(&robot).unwrap();
    let [velocity, acceleration, torque] = excitation::LARGEST;
    let mut scratch = Scratch::new(&robot);
    for t_s in design.trajectory.stamps_s(200.0) {
        let state = design.trajectory.at(t_s);
        let tau = inverse_dynamics(&robot, &mut scratch, &state.q, &state.qd, &state.qdd).unwrap();
        let largest = |x: &[f64]| x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        assert!(largest(&state.qd) <= velocity && largest(&state.qdd) <= acceleration, "{t_s} s");
        assert!(largest(tau) <= torque, "{t_s} s: {tau:?}");
    }
    assert!(design.condition_number.is_finite() && !design.forecast.is_empty());
}

#[test]
fn the_load_is_found() {
    let gripper = payload::gripper();
    let found = payload::weighed(&gripper).unwrap().found;
    let com = gripper.com_in_link_m;
    let parameters = found.parameters.iter().map(|found| &found.parameter);
    for (parameter, truth) in parameters.zip([gripper.mass_kg, com.x, com.y, com.z]) {
        let error = parameter.value - truth;
        assert!(error.abs() < 0.01 * truth.abs(), "{}: {error}", parameter.name);
    }
}
