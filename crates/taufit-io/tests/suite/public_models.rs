//! Models that others wrote: all of them load, with the joints and masses that other tools find.

use crate::common::{Random, assert_close, public_models};
use taufit::Warning;
use taufit::diagnostics::ModelWarning;
use taufit::dynamics::{Scratch, forward_kinematics};
use taufit::model::{Robot, catalog};
use taufit_io::{LoadedRobot, read_robot};

/// File, moving joints, mass of the moving links (pinocchio 4.1.0).
const URDF: [(&str, usize, f64); 15] = [
    ("erd_ur3_robot", 6, 8.63),
    ("erd_ur5_robot", 6, 16.99),
    ("erd_ur10_robot", 6, 28.70),
    ("erd_panda", 9, 16.82),
    ("erd_kinova", 6, 4.37),
    ("erd_xarm7", 7, 10.43),
    ("erd_z1", 7, 4.75),
    ("erd_tiago_no_hand", 12, 21.85),
    ("erd_double_pendulum", 2, 0.60),
    ("drake_iiwa14_no_collision", 7, 25.61),
    ("rosi_rx160", 6, 132.25),
    ("rosi_kr210l150", 6, 3306.0),
    ("rosi_kr120r2500pro", 6, 12.0),
    ("rtb_puma560", 6, 0.0),
    ("ur10e_innopolis", 6, 28.70),
];

/// File, moving joints, mass of the moving bodies (MuJoCo 4.0.0).
const MJCF: [(&str, usize, f64); 10] = [
    ("menagerie_flexiv_rizon4", 7, 16.295),
    ("menagerie_fr3", 7, 15.494_813),
    ("menagerie_gen3", 7, 6.4909),
    ("menagerie_iiwa14", 7, 25.61),
    ("menagerie_panda_nohand", 7, 16.062_132),
    ("menagerie_sawyer", 7, 18.6658),
    ("menagerie_ur10e", 6, 28.7),
    ("menagerie_ur5e", 6, 16.9949),
    ("menagerie_xarm7_nohand", 7, 10.4315),
    ("menagerie_z1", 6, 3.946_244),
];

fn load(folder: &str, file: &str) -> LoadedRobot {
    let path = public_models(folder).join(file);
    read_robot(path.to_str().unwrap()).unwrap()
}

fn moving_mass(loaded: &LoadedRobot) -> f64 {
    loaded.robot.joints().iter().map(|j| j.link.inertia.mass_kg).sum()
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn every_urdf_loads_with_its_joints_and_mass() {
    for (file, n_links, mass_kg) in URDF {
        let loaded = load("urdf", &format!("{file}.urdf"));
        assert_eq!(loaded.robot.n_links(), n_links, "{file}");
        // The table gives centigrams of the total, kilograms for the heavy one.
        let digit = if mass_kg > 1000.0 { 0.5 } else { 0.005 };
        assert!(
            (moving_mass(&loaded) - mass_kg).abs() <= digit,
            "{file}: {}",
            moving_mass(&loaded)
        );
    }
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn every_mjcf_loads_with_its_joints_and_mass() {
    for (file, n_dof, mass_kg) in MJCF {
        let loaded = load("mjcf", &format!("{file}.xml"));
        assert_eq!(loaded.robot.n_dof(), n_dof, "{file}");
        assert_close(file, &[moving_mass(&loaded)], &[mass_kg], 1e-12);
    }
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn fingers_of_the_panda_share_a_coordinate() {
    let loaded = load("urdf", "erd_panda.urdf");
    assert_eq!((loaded.robot.n_dof(), loaded.robot.n_links()), (8, 9));
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn default_classes_and_actuators_reach_the_joints() {
    let loaded = load("mjcf", "menagerie_ur5e.xml");
    let joints = loaded.robot.joints();
    assert!(joints.iter().all(|j| j.motor.rotor_inertia_kg_m2 == 0.1));
    let efforts: Vec<_> = joints.iter().map(|j| j.limits.effort.unwrap()).collect();
    assert_eq!(efforts, [150.0, 150.0, 150.0, 28.0, 28.0, 28.0]);
    // Its range comes from a class within a class within a class.
    let loaded = load("mjcf", "menagerie_iiwa14.xml");
    assert_eq!(loaded.robot.joints()[1].limits.upper, Some(2.0944));
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn one_arm_in_two_formats_weighs_the_same() {
    for (mjcf, urdf) in [
        ("menagerie_iiwa14.xml", "drake_iiwa14_no_collision.urdf"),
        ("menagerie_ur10e.xml", "ur10e_innopolis.urdf"),
        ("menagerie_xarm7_nohand.xml", "erd_xarm7.urdf"),
    ] {
        let (a, b) = (load("mjcf", mjcf), load("urdf", urdf));
        // 1 g: both files come from the same data sheet, rounded to grams.
        assert!((moving_mass(&a) - moving_mass(&b)).abs() < 1.1e-3, "{mjcf} and {urdf}");
    }
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn implausible_models_are_doubted_and_sound_ones_are_not() {
    let heavy = |w: &Warning| matches!(w.kind(), Some(ModelWarning::ImplausibleMass { .. }));
    let placeholder =
        |w: &Warning| matches!(w.kind(), Some(ModelWarning::PlaceholderInertials { .. }));
    let missing = |w: &Warning| matches!(w.kind(), Some(ModelWarning::MissingInertial { .. }));
    let kr210 = load("urdf", "rosi_kr210l150.urdf");
    assert!(kr210.warnings.iter().any(heavy));
    assert!(load("urdf", "rosi_kr120r2500pro.urdf").warnings.iter().any(placeholder));
    let puma = load("urdf", "rtb_puma560.urdf");
    assert_eq!(puma.warnings.iter().filter(|w| missing(w)).count(), 6);
    let ur5 = load("urdf", "erd_ur5_robot.urdf");
    assert!(!ur5.warnings.iter().any(|w| heavy(w) || placeholder(w) || missing(w)));
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn built_in_arms_of_universal_robots_stand_where_public_descriptions_put_them() {
    let flange = |robot: &Robot, frame: &str, q: &[f64]| {
        let poses = forward_kinematics(robot, &mut Scratch::new(robot), q).unwrap().to_vec();
        let frame = robot.frame(frame).unwrap();
        poses[frame.link.unwrap()] * frame.link_from_frame
    };
    // Older descriptions have rounded lengths of the UR10e, by up to 2 mm.
    let cases = [
        ("ur3", "erd_ur3_robot", 1e-9),
        ("ur10", "erd_ur10_robot", 1e-9),
        ("ur10e", "ur10e_innopolis", 0.004),
    ];
    for (name, file, allowed_m) in cases {
        let built_in = catalog::robot(name).unwrap();
        let path = public_models("urdf").join(format!("{file}.urdf"));
        let public = read_robot(path.to_str().unwrap()).unwrap().robot;
        let mut random = Random(5);
        for _ in 0..20 {
            let q: Vec<f64> = random.vector(6).iter().map(|x| 3.0 * x).collect();
            let (a, b) = (flange(&built_in, "wrist_3_link", &q), flange(&public, "tool0", &q));
            let off = (a.translation - b.translation).norm();
            assert!(off < allowed_m, "{name}: {off} m");
            let turned = a.rotation.transpose() * b.rotation;
            assert!((turned.trace() - 3.0).abs() < 1e-6, "{name}: {turned:?}");
        }
        let mass =
            |robot: &Robot| -> f64 { robot.joints().iter().map(|j| j.link.inertia.mass_kg).sum() };
        let ratio = mass(&built_in) / mass(&public);
        assert!((0.9..1.1).contains(&ratio), "{name}: {ratio}");
    }
}
