//! Friction curves in files with two coefficients per joint.

use taufit::friction::{Friction, FrictionShape};
use taufit::model::Robot;
use taufit_io::{
    Exported, Parsed, Result, export_mjcf, export_urdf, parse_mjcf, parse_urdf, write_urdf,
};

const URDF: &str = r#"<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><mass value="4"/><inertia ixx="0.05" ixy="0" ixz="0" iyy="0.06" iyz="0" izz="0.04"/></inertial></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="3"/>
  </joint>
</robot>
"#;
const MJCF: &str = r#"<mujoco model="arm"><compiler angle="radian"/><worldbody><body name="upper">
  <joint name="shoulder" axis="0 1 0"/><inertial pos="0 0 0.1" mass="4" diaginertia="0.05 0.06 0.04"/>
</body></worldbody></mujoco>
"#;

/// A reversal so gradual that half of the Coulomb friction is missing at 0.1 rad/s.
fn gradual() -> Friction {
    Friction {
        shape: FrictionShape::COULOMB_VISCOUS.with_tanh(0.18).with_offset(),
        offset: 0.5,
        ..Friction::coulomb_viscous(23.9, 4.0)
    }
}

/// Root mean square difference of two frictions at velocities, offsets aside.
fn distance(model: &Friction, held: &Friction, qd: &[f64]) -> f64 {
    let miss = |v: &f64| model.torque(*v) - model.offset - held.torque(*v);
    (qd.iter().map(|v| miss(v).powi(2)).sum::<f64>() / qd.len() as f64).sqrt()
}

fn built(parsed: Result<Parsed>) -> Robot {
    parsed.unwrap().description.build().unwrap()
}

/// Compares what a file holds with the curve of its only joint.
fn assert_nearest(exported: &Exported, file: &Robot, qd: &[f64], speeds: &str) {
    let (curve, held) = (gradual(), file.dof_joint(0).friction);
    let found = distance(&curve, &held, qd);
    for (dc, dv) in [(0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.0, -0.05)] {
        let other = Friction::coulomb_viscous(held.coulomb + dc, held.viscous + dv);
        assert!(held.viscous + dv < 0.0 || distance(&curve, &other, qd) > found);
    }
    let coefficients_alone = distance(&curve, &Friction::coulomb_viscous(23.9, 4.0), qd);
    assert!(coefficients_alone > 2.0 * found, "{coefficients_alone} {found}");
    let note = exported.notes.iter().find(|n| n.quantity.contains(speeds)).unwrap();
    assert!((note.value - found).abs() < 1e-9, "{} {found}", note.value);
}

#[test]
fn both_formats_come_closest_to_the_curve_at_the_logged_speeds() {
    let sine = |k: i32| 0.25 * (0.013 + 0.05 * f64::from(k)).sin();
    let logged: Vec<f64> = (0..600).map(sine).filter(|v| v.abs() > 0.003).collect();
    let qd = std::slice::from_ref(&logged);
    let robot = built(parse_urdf(URDF)).with_friction(0, gradual());
    for exported in [export_urdf(URDF, &robot, qd).unwrap(), write_urdf(&robot, qd).unwrap()] {
        let file = built(parse_urdf(&exported.text));
        assert_nearest(&exported, &file, &logged, "at the logged speeds");
    }
    let robot = built(parse_mjcf(MJCF)).with_friction(0, gradual());
    let exported = export_mjcf(MJCF, &robot, qd).unwrap();
    assert_nearest(&exported, &built(parse_mjcf(&exported.text)), &logged, "at the logged speeds");
}

#[test]
fn without_a_log_speeds_within_the_limit_count() {
    let robot = built(parse_urdf(URDF)).with_friction(0, gradual());
    let exported = export_urdf(URDF, &robot, &[]).unwrap();
    // The limit is 3 rad/s.
    let even: Vec<f64> = (0..200).map(|k| 3.0 * f64::from(2 * k - 199) / 200.0).collect();
    let moving: Vec<f64> = even.into_iter().filter(|v| v.abs() > 0.03).collect();
    let held = built(parse_urdf(&exported.text)).dof_joint(0).friction;
    let note = exported.notes.iter().find(|n| n.quantity.contains("speed limit")).unwrap();
    assert!((note.value - distance(&gradual(), &held, &moving)).abs() < 1e-9, "{}", note.value);
}
