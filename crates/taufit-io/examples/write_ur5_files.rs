//! Writes the built-in UR5 in every format that is read, into `testdata/robots/`. The tests then check
//! that all of them move alike.
//!
//! ```sh
//! cargo run -p taufit-io --example write_ur5_files
//! ```
//!
//! The built-in arm follows standard DH: link `i` carries the frame at its far end, `Tz(d) Tx(a) Rx(α)`
//! away from its joint. The other formats put the frame of a link elsewhere:
//!
//! | file | frame of link i, seen from its joint | so the body is moved by |
//! |---|---|---|
//! | `ur5_dh.toml` | `Tz(d) Tx(a) Rx(α)` | nothing |
//! | `ur5_mdh.toml` | `Tz(d)` | `Tx(a) Rx(α)` |
//! | `ur5.urdf` | the joint itself | `Tz(d) Tx(a) Rx(α)` |
//! | `ur5_mjcf.xml` | `Tz(d) Tx(a) Rx(α)` | nothing; the joint has a `pos` instead |

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use taufit::model::{JointDescription, Limits, catalog};
use taufit::spatial::{Inertial, LinkInertia, Transform, Vec3};

const MADE_BY: &str = "Written by crates/taufit-io/examples/write_ur5_files.rs; do not edit.";

/// A joint of the built-in arm with its row of the table and its body.
struct Row {
    joint: JointDescription,
    a_m: f64,
    alpha_rad: f64,
    d_m: f64,
    body: Inertial,
}

fn main() -> std::io::Result<()> {
    let rows = rows();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots");
    std::fs::create_dir_all(&folder)?;
    let write = |name: &str, text: String| std::fs::write(PathBuf::from(&folder).join(name), text);
    write("ur5_dh.toml", dh_toml(&rows))?;
    write("ur5_mdh.toml", mdh_toml(&rows))?;
    write("ur5.urdf", urdf(&rows))?;
    write("ur5_mjcf.xml", mjcf(&rows))
}

/// The table, recovered from the transforms: `joint_from_link = Tz(d) Tx(a) Rx(α)`.
fn rows() -> Vec<Row> {
    let Ok(arm) = catalog::description("ur5") else { return Vec::new() };
    let bodies = arm.links.into_iter().filter_map(|link| link.inertial);
    let row = |(joint, body): (JointDescription, Inertial)| {
        let Transform { rotation, translation } = joint.joint_from_link;
        let turned_y = rotation * Vec3::Y;
        let alpha_rad = turned_y.z.atan2(turned_y.y);
        Row { a_m: translation.x, alpha_rad, d_m: translation.z, body, joint }
    };
    arm.joints.into_iter().zip(bodies).map(row).collect()
}

fn dh_toml(rows: &[Row]) -> String {
    let mut text = toml_head("dh", "Standard DH: Rz(theta) Tz(d) Tx(a) Rx(alpha) per row.");
    for row in rows {
        text += &toml_joint(row, (row.a_m, row.alpha_rad), &row.body);
    }
    text
}

/// A modified row has the length and twist of the link *before* the joint.
fn mdh_toml(rows: &[Row]) -> String {
    let mut text = toml_head("mdh", "Modified DH: Rx(alpha) Tx(a) Rz(theta) Tz(d) per row.");
    let mut before = (0.0, 0.0);
    for row in rows {
        let mdh_from_dh = Transform::from_translation(Vec3::X * row.a_m)
            * Transform::from_rotation(Vec3::X, row.alpha_rad);
        let moved = LinkInertia::from(row.body).expressed_in(&mdh_from_dh).to_inertial();
        text += &toml_joint(row, before, &moved.unwrap_or(row.body));
        before = (row.a_m, row.alpha_rad);
    }
    text
}

fn toml_head(convention: &str, about: &str) -> String {
    format!(
        "# Universal Robots UR5, as the built-in robot \"ur5\". {MADE_BY}\n\
         # {about}\n\
         # SI units; limits [rad, rad/s, N m]; friction [N m s/rad, N m]; torque constants on the joint side.\n\
         # Inertia: Ixx Ixy Ixz Iyy Iyz Izz about the centre of mass, along the axes of the link's frame.\n\
         name = \"ur5\"\nconvention = \"{convention}\"\ngravity_m_s2 = [0.0, 0.0, -9.81]\n"
    )
}

fn toml_joint(row: &Row, (a_m, alpha_rad): (f64, f64), body: &Inertial) -> String {
    let JointDescription { name, child, limits, motor, friction, .. } = &row.joint;
    let Inertial { mass_kg, com_in_link_m, inertia_about_com_in_link } = body;
    let com: [f64; 3] = (*com_in_link_m).into();
    format!(
        "\n[[joint]]\nname = {name:?}\ntype = \"revolute\"\n\
         a_m = {a_m:?}\nalpha_rad = {alpha_rad:?}\nd_m = {:?}\n\
         limits = {{ {} }}\n\
         motor = {{ gear_ratio = {:?}, torque_constant_nm_a = {:?}, motor_type = {:?} }}\n\
         friction = {{ viscous = {:?}, coulomb = {:?} }}\n\
         link = {{ name = {child:?}, mass_kg = {mass_kg:?}, com_m = {com:?}, \
         inertia_kg_m2 = {inertia_about_com_in_link:?} }}\n",
        row.d_m,
        toml_limits(limits),
        motor.gear_ratio.unwrap_or(1.0),
        motor.torque_constant_nm_a.unwrap_or(1.0),
        motor.motor_type.as_deref().unwrap_or_default(),
        friction.viscous,
        friction.coulomb,
    )
}

fn toml_limits(limits: &Limits) -> String {
    let Limits { lower, upper, velocity, acceleration, effort } = *limits;
    let named = [
        ("lower", lower),
        ("upper", upper),
        ("velocity", velocity),
        ("acceleration", acceleration),
        ("effort", effort),
    ];
    let given = named.iter().filter_map(|(name, x)| x.map(|x| format!("{name} = {x:?}")));
    given.collect::<Vec<_>>().join(", ")
}

/// In URDF the frame of a link is at its joint: what lies between two joints moves to the next origin.
fn urdf(rows: &[Row]) -> String {
    let mut text = format!("<?xml version=\"1.0\"?>\n<!-- {MADE_BY} -->\n<robot name=\"ur5\">\n");
    text += "  <link name=\"base\"/>\n";
    let mut origin = "xyz=\"0 0 0\" rpy=\"0 0 0\"".to_owned();
    for row in rows {
        let joint_from_dh = row.joint.joint_from_link;
        text += &urdf_link(row, joint_from_dh.point(row.body.com_in_link_m));
        text += &urdf_joint(row, &origin);
        origin = format!("xyz=\"{} 0 {}\" rpy=\"{} 0 0\"", row.a_m, row.d_m, row.alpha_rad);
    }
    text + "</robot>\n"
}

fn urdf_link(row: &Row, com: Vec3) -> String {
    let [xx, xy, xz, yy, yz, zz] = row.body.inertia_about_com_in_link;
    format!(
        "  <link name=\"{}\">\n    <inertial>\n      \
         <origin xyz=\"{} {} {}\" rpy=\"{} 0 0\"/>\n      <mass value=\"{}\"/>\n      \
         <inertia ixx=\"{xx}\" ixy=\"{xy}\" ixz=\"{xz}\" iyy=\"{yy}\" iyz=\"{yz}\" izz=\"{zz}\"/>\n    \
         </inertial>\n  </link>\n",
        row.joint.child, com.x, com.y, com.z, row.alpha_rad, row.body.mass_kg
    )
}

fn urdf_joint(row: &Row, origin: &str) -> String {
    let JointDescription { name, parent, child, limits, motor, friction, .. } = &row.joint;
    let mut text = format!(
        "  <joint name=\"{name}\" type=\"revolute\">\n    <origin {origin}/>\n    \
         <parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>\n    <axis xyz=\"0 0 1\"/>\n    \
         <limit lower=\"{}\" upper=\"{}\" velocity=\"{}\" effort=\"{}\"/>\n    \
         <dynamics damping=\"{}\" friction=\"{}\"/>\n  </joint>\n",
        limits.lower.unwrap_or(0.0),
        limits.upper.unwrap_or(0.0),
        limits.velocity.unwrap_or(0.0),
        limits.effort.unwrap_or(0.0),
        friction.viscous,
        friction.coulomb,
    );
    let _ = writeln!(
        text,
        "  <transmission name=\"{name}_gear\">\n    <type>transmission_interface/SimpleTransmission</type>\n    \
         <joint name=\"{name}\"/>\n    <actuator name=\"{name}_motor\">\n      \
         <mechanicalReduction>{}</mechanicalReduction>\n    </actuator>\n  </transmission>",
        motor.gear_ratio.unwrap_or(1.0)
    );
    text
}

/// In MJCF the body keeps its DH frame, and the joint says where on the body its axis runs.
fn mjcf(rows: &[Row]) -> String {
    let mut text = format!(
        "<!-- {MADE_BY} -->\n<mujoco model=\"ur5\">\n  <compiler angle=\"radian\"/>\n  \
         <default>\n    <joint type=\"hinge\" armature=\"0\"/>\n  </default>\n  <worldbody>\n"
    );
    text += "    <body name=\"base\">\n";
    for row in rows {
        text += &mjcf_body(row);
    }
    text += &"</body>".repeat(rows.len() + 1);
    text + "\n  </worldbody>\n</mujoco>\n"
}

fn mjcf_body(row: &Row) -> String {
    let JointDescription { name, child, limits, friction, .. } = &row.joint;
    let link_from_joint = row.joint.joint_from_link.inverse();
    let (at, axis) = (tidy(link_from_joint.translation), tidy(link_from_joint.rotation * Vec3::Z));
    let (com, [xx, xy, xz, yy, yz, zz]) =
        (row.body.com_in_link_m, row.body.inertia_about_com_in_link);
    let effort = limits.effort.unwrap_or(0.0);
    format!(
        "    <body name=\"{child}\" pos=\"{} 0 {}\" euler=\"{} 0 0\">\n      \
         <inertial pos=\"{} {} {}\" mass=\"{}\" fullinertia=\"{xx} {yy} {zz} {xy} {xz} {yz}\"/>\n      \
         <joint name=\"{name}\" pos=\"{} {} {}\" axis=\"{} {} {}\" range=\"{} {}\" \
         damping=\"{}\" frictionloss=\"{}\" actuatorfrcrange=\"-{effort} {effort}\"/>\n",
        row.a_m,
        row.d_m,
        row.alpha_rad,
        com.x,
        com.y,
        com.z,
        row.body.mass_kg,
        at.x,
        at.y,
        at.z,
        axis.x,
        axis.y,
        axis.z,
        limits.lower.unwrap_or(0.0),
        limits.upper.unwrap_or(0.0),
        friction.viscous,
        friction.coulomb,
    )
}

/// Without the 1e-17 that the cosine of π/2 leaves behind.
fn tidy(v: Vec3) -> Vec3 {
    const ROUNDING: f64 = 1e-15;
    let tidied: [f64; 3] = v.into();
    tidied.map(|x| if x.abs() < ROUNDING { 0.0 } else { x }).into()
}
