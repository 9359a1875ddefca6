//! The phases of a constant-velocity sweep (Ulici et al., §3.4): for every joint go to its initial
//! position under position control, then drive its distance at every velocity under velocity control,
//! there and back, as often as asked for.

use super::plan::Route;
use super::rest_to_rest::acceleration_limit;
use super::settings::refuse;
use super::{PhaseKind, PhaseMotion, Sweep, SweepJoint, Travel};
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::model::Robot;

/// Share of a joint's top acceleration that ramps use.
const RAMP_SHARE: f64 = 0.25;

pub(super) fn sweep_phases(sweep: &Sweep, route: &mut Route<'_>) -> Result<()> {
    for joint in &sweep.joints {
        let dof = dof_of(route.robot, &joint.name)?;
        if joint.velocities_rad_s.is_empty() {
            return refuse(format!("[[sweep.joint]] {:?} has no velocities", joint.name));
        }
        route.go_to(&joint.start)?;
        for &speed in &joint.velocities_rad_s {
            for iteration in 1..=sweep.iterations {
                travel(route, joint, (dof, joint.distance_rad), speed, iteration)?;
                if sweep.both_directions {
                    travel(route, joint, (dof, -joint.distance_rad), speed, iteration)?;
                } else {
                    route.go_to(&joint.start)?;
                }
            }
        }
    }
    Ok(())
}

fn travel(
    route: &mut Route<'_>,
    joint: &SweepJoint,
    (dof, distance_rad): (usize, f64),
    speed_rad_s: f64,
    iteration: usize,
) -> Result<()> {
    let acceleration = RAMP_SHARE * acceleration_limit(route.robot, dof);
    let way = (distance_rad, speed_rad_s);
    let travel = Travel::new(&joint.name, (&route.at, dof), way, acceleration)?;
    route.at[dof] += distance_rad;
    let phase = route.add(PhaseKind::Travel, PhaseMotion::Travel(travel));
    phase.joint = Some(joint.name.clone());
    phase.speed_rad_s = Some(speed_rad_s.copysign(distance_rad));
    phase.iteration = Some(iteration);
    route.settle();
    Ok(())
}

fn dof_of(robot: &Robot, name: &str) -> Result<usize> {
    let names: Vec<&str> = robot.dof_joint_iter().map(|joint| joint.name.as_str()).collect();
    let found = names.iter().position(|joint| *joint == name);
    found.ok_or_else(|| InputError::unknown_name("joint", name, names.iter().copied()))
}
