//! Input that cannot be worked with gets an error that names it; nothing panics.

use taufit::base::{Base, BaseSettings};
use taufit::dynamics::{Scratch, forward_dynamics, gravity_torque, rnea};
use taufit::model::{
    JointDescription, JointKind, LinkDescription, Robot, RobotDescription, STANDARD_GRAVITY,
    catalog,
};
use taufit::params::{Layout, LayoutSettings};
use taufit::spatial::{Inertial, Vec3};

fn body(mass_kg: f64, distance_m: f64) -> Inertial {
    Inertial {
        mass_kg,
        com_in_link_m: Vec3::X * distance_m,
        inertia_about_com_in_link: [0.01, 0.0, 0.0, 0.01, 0.0, 0.01],
    }
}

fn chain(n_joints: usize, inertial: Option<Inertial>) -> RobotDescription {
    let name = |i: usize| format!("link{i}");
    let links = (0..=n_joints).map(|i| LinkDescription::new(name(i), inertial)).collect();
    let joint = |i: usize| {
        JointDescription::new(format!("joint{i}"), JointKind::Revolute, name(i), name(i + 1))
    };
    RobotDescription {
        name: "chain".into(),
        gravity_in_world: STANDARD_GRAVITY,
        links,
        joints: (0..n_joints).map(joint).collect(),
    }
}

fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

#[test]
fn more_joints_than_any_robot_has() {
    let error = chain(2001, None).build().unwrap_err();
    assert_eq!(error.code(), "E014");
    assert!(error.to_string().contains("2001"));
    assert_eq!(chain(2000, None).build().unwrap().n_dof(), 2000);
}

#[test]
fn finite_numbers_that_overflow_about_the_origin() {
    let error = chain(2, Some(body(1e200, 1e200))).build().unwrap_err();
    assert_eq!(error.code(), "E007");
    assert!(error.to_string().contains("link0"), "{error}");
}

#[test]
fn payloads_that_do_nothing_or_cannot_exist() {
    assert_eq!(ur5().with_payload("base", body(1.0, 0.1)).unwrap_err().code(), "E015");
    assert_eq!(ur5().with_payload("link6", body(-1.0, 0.1)).unwrap_err().code(), "E008");
    assert_eq!(ur5().with_payload("link6", body(f64::NAN, 0.1)).unwrap_err().code(), "E007");
    let error = ur5().with_payload("link7", body(1.0, 0.1)).unwrap_err();
    assert_eq!(error.code(), "E021");
    assert!(error.to_string().contains("did you mean \"link"), "{error}");
}

#[test]
fn a_payload_weighs_what_it_weighs_where_it_is() {
    // Upper arm and forearm stretched horizontally: 2 kg, 0.1 m beyond the DH frame of link 3 against
    // the direction of its x axis, add 2 kg · g · (0.425 + 0.39225 + 0.1 m) at the shoulder.
    let robot = ur5();
    let loaded = robot.clone().with_payload("link3", body(2.0, -0.1)).unwrap();
    let (mut scratch, q) = (Scratch::new(&robot), [0.0; 6]);
    let before = gravity_torque(&robot, &mut scratch, &q).unwrap()[1];
    let after = gravity_torque(&loaded, &mut scratch, &q).unwrap()[1];
    assert!(((after - before).abs() - 2.0 * 9.81 * 0.91725).abs() < 1e-12);
}

#[test]
fn states_of_the_wrong_length() {
    let robot = ur5();
    let mut scratch = Scratch::new(&robot);
    let error = rnea(&robot, &mut scratch, &[0.0; 6], &[0.0; 5], &[0.0; 6]).unwrap_err();
    assert_eq!(error.to_string(), "qd: expected 6 values, found 5");
    assert_eq!(error.code(), "E020");
}

#[test]
fn an_arm_without_inertia_has_no_accelerations() {
    let robot = catalog::robot("kr500").unwrap();
    let mut scratch = Scratch::new(&robot);
    let zero = [0.0; 6];
    let error = forward_dynamics(&robot, &mut scratch, &zero, &zero, &zero).unwrap_err();
    assert_eq!(error.code(), "E024");
    assert!(error.to_string().contains("joint6"), "{error}");
}

#[test]
fn base_settings_that_contradict_themselves() {
    let robot = ur5();
    let layout = Layout::new(&robot, &LayoutSettings::default());
    let code = |settings: BaseSettings| {
        Base::new(&robot, &layout, &settings).map(|_| ()).unwrap_err().code()
    };
    let fine = BaseSettings::default;
    assert_eq!(code(BaseSettings { drop: vec![3], fix: vec![(3, 1.0)], ..fine() }), "E025");
    assert_eq!(code(BaseSettings { fix: vec![(3, 1.0), (3, 2.0)], ..fine() }), "E025");
    assert_eq!(code(BaseSettings { fix: vec![(3, f64::NAN)], ..fine() }), "E025");
    assert_eq!(code(BaseSettings { drop: vec![78], ..fine() }), "E025");
    assert_eq!(code(BaseSettings { tolerance: f64::NAN, ..fine() }), "E025");
}

#[test]
fn parameters_travel_to_a_robot_and_back() {
    let robot = ur5();
    let layout = Layout::of_robot(&robot);
    let changed: Vec<f64> = layout.nominal(&robot).iter().map(|x| 1.1 * x + 0.01).collect();
    let other = layout.apply(&robot, &changed).unwrap();
    assert_eq!(layout.nominal(&other), changed);
    assert_eq!(layout.apply(&robot, &changed[1..]).unwrap_err().code(), "E020");
}

#[test]
fn a_frame_that_is_no_rotation_is_refused() {
    let mut description = taufit::model::catalog::description("ur5").unwrap();
    let rotation = &mut description.joints[2].parent_from_joint.rotation;
    *rotation = *rotation * 1.01;
    let name = description.joints[2].name.clone();
    let error = description.build().unwrap_err();
    assert_eq!(error.code(), "E013");
    assert!(error.to_string().contains(&name), "{error}");
}

#[test]
fn bodies_that_no_arm_has_are_named() {
    let mut description = taufit::model::catalog::description("ur5").unwrap();
    let [light, far] = [2, 4].map(|link| description.links[link].name.clone());
    description.links[2].inertial.as_mut().unwrap().mass_kg = 0.0;
    description.links[4].inertial.as_mut().unwrap().com_in_link_m.y = 7.0;
    let robot = description.build().unwrap();
    for (code, link) in [("W003", light), ("W006", far)] {
        let warning = robot.warnings().iter().find(|warning| warning.code() == code).unwrap();
        assert!(warning.to_string().contains(&link), "{warning}");
    }
}
