//! Parameters in Pinocchio's order and frames.

use super::loss::losses;
use super::{Exported, json_text};
use serde::Serialize;
use taufit::friction::{Friction, FrictionTerm};
use taufit::model::{Joint, Motor, Robot};

/// Order of the parameters of Pinocchio's `Inertia.FromDynamicParameters`.
const ORDER: [&str; 10] = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"];

#[derive(Debug, Serialize)]
struct PinocchioDocument<'a> {
    schema_version: u32,
    robot: &'a str,
    gravity_in_world_m_s2: [f64; 3],
    dynamic_parameter_order: [&'static str; 10],
    joints: Vec<JointEntry<'a>>,
}

#[derive(Debug, Serialize)]
struct JointEntry<'a> {
    name: &'a str,
    /// About the origin of the joint's moving frame, along its axes.
    dynamic_parameters: [f64; 10],
    armature: f64,
    damping: f64,
    friction: f64,
}

/// JSON with ten dynamic parameters, armature, damping and friction of every joint, by name.
///
/// ```python
/// for joint in json.load(open("pinocchio.json"))["joints"]:
///     i = model.getJointId(joint["name"])
///     model.inertias[i] = pin.Inertia.FromDynamicParameters(np.array(joint["dynamic_parameters"]))
///     model.armature[model.joints[i].idx_v] = joint["armature"]
/// ```
pub fn pinocchio_parameters(robot: &Robot) -> Exported {
    let document = PinocchioDocument {
        schema_version: 1,
        robot: robot.name(),
        gravity_in_world_m_s2: robot.gravity_in_world().into(),
        dynamic_parameter_order: ORDER,
        joints: robot.joints().iter().map(entry).collect(),
    };
    let notes = losses(robot, &held(robot));
    Exported { text: json_text(&document), notes, warnings: Vec::new() }
}

fn entry(joint: &Joint) -> JointEntry<'_> {
    let in_joint = joint.link.inertia.expressed_in(&joint.joint_from_link);
    let [m, mx, my, mz, xx, xy, xz, yy, yz, zz] = in_joint.to_params();
    JointEntry {
        name: &joint.name,
        dynamic_parameters: [m, mx, my, mz, xx, xy, yy, xz, yz, zz],
        armature: joint.motor.rotor_inertia_kg_m2,
        damping: joint.friction.coefficient(FrictionTerm::Viscous),
        friction: joint.friction.coefficient(FrictionTerm::Coulomb),
    }
}

/// The robot as Pinocchio can hold it; limits are those of its own model.
fn held(robot: &Robot) -> Robot {
    (0..robot.n_dof()).fold(robot.clone(), |held, dof| {
        let Joint { motor, friction, .. } = robot.dof_joint(dof);
        let coefficient = |term| friction.coefficient(term);
        let [coulomb, viscous] = [FrictionTerm::Coulomb, FrictionTerm::Viscous].map(coefficient);
        let rotor_inertia_kg_m2 = motor.rotor_inertia_kg_m2;
        held.with_friction(dof, Friction::coulomb_viscous(coulomb, viscous))
            .with_motor(dof, Motor { rotor_inertia_kg_m2, ..Motor::default() })
    })
}
