//! Served controller of Universal Robots.

use super::{ServeArgs, Served, ServedRobot};
use crate::failure::{Failure, Outcome};
use taufit_robot::serve::{DriverFaults, FeedbackFault, RtdePorts, RtdeServeSettings, RtdeServer};

/// Cycle rate \[Hz\], software and name of the e-Series, and of controllers before it.
const GENERATIONS: [(f64, [u32; 4], &str); 2] =
    [(500.0, [5, 12, 0, 0], "an e-Series controller"), (125.0, [3, 15, 0, 0], "a CB3 controller")];

struct ServedRtde {
    server: RtdeServer,
    settings: RtdeServeSettings,
    generation: &'static str,
}

/// Opens the ports.
pub(super) fn start(args: &ServeArgs, served: ServedRobot) -> Outcome<Box<dyn Served>> {
    let known = GENERATIONS.iter().find(|(rate_hz, ..)| *rate_hz == served.rate_hz);
    let Some((_, version, generation)) = known else {
        return Err(Failure::misuse(format!(
            "controllers of Universal Robots run at 500 or 125 Hz, not at {}; give --sample-rate-hz",
            served.rate_hz
        )));
    };
    if has_ros_faults(&served.driver_faults) {
        return Err(Failure::misuse(
            "shuffle, rename, missing-joint and missing-velocities are faults of ROS drivers: RTDE has \
             no names of joints",
        ));
    }
    let settings = RtdeServeSettings {
        bind: args.listen,
        ports: RtdePorts::standard(args.port_offset),
        version: *version,
        ..RtdeServeSettings::new(&served.robot)
    };
    let (robot, arm) = served.arm();
    let server = RtdeServer::start(arm, &robot, &settings)?;
    Ok(Box::new(ServedRtde { server, settings, generation }))
}

fn has_ros_faults(faults: &DriverFaults) -> bool {
    let lacks = [FeedbackFault::MissingJoint, FeedbackFault::MissingVelocities];
    faults.shuffle_joints
        || faults.rename_joints
        || faults.feedback.iter().any(|(fault, _)| lacks.contains(fault))
}

impl Served for ServedRtde {
    fn greeting(&self) -> String {
        let RtdePorts { rtde, script: [first, _, last], dashboard } = self.server.ports();
        format!(
            "{} as {} at {}: RTDE {rtde}, programs {first} to {last}, dashboard {dashboard}\n\
             Ctrl-C ends it.\n",
            self.settings.model, self.generation, self.settings.bind,
        )
    }

    fn status_line(&self) -> String {
        let state = self.server.state();
        let doing = if state.is_playing { "a program runs" } else { "no program" };
        format!("{:.1} s, {} connected, {doing}", state.t_s, state.n_clients)
    }
}
