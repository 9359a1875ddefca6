//! The services of the controller manager.

use crate::live::{LiveError, LiveSettings};
use crate::ros::ros2::{Raw, Ros2Node, SwitchWire, Wire, distribution, reliable};
use crate::serve::{ControllerKind, Controllers};
use ros2_client::{Server, ServiceMapping};
use taufit_io::ros::{Empty2, render_controllers};

/// Both services.
pub(super) struct ManagerServices {
    list: Server<Wire<Empty2>, Raw>,
    switch: Server<Raw, Raw>,
    wire: SwitchWire,
}

impl ManagerServices {
    pub(super) fn new(
        node: &mut Ros2Node,
        mapping: ServiceMapping,
        settings: &LiveSettings,
    ) -> Result<Self, LiveError> {
        let manager = &settings.ros.controller_manager;
        let (list, list_type) =
            node.manager_service(manager, "list_controllers", "ListControllers")?;
        let (switch, switch_type) =
            node.manager_service(manager, "switch_controller", "SwitchController")?;
        let quality = reliable(10);
        let list = (node.node)
            .create_server(mapping, &list, &list_type, quality.clone(), quality.clone())
            .map_err(|error| node.trouble(error))?;
        let switch = (node.node)
            .create_server(mapping, &switch, &switch_type, quality.clone(), quality)
            .map_err(|error| node.trouble(error))?;
        let wire = SwitchWire(distribution(&settings.ros.distribution)?);
        Ok(Self { list, switch, wire })
    }

    /// Answers what was asked since the last time. Who asks nonsense gets no answer.
    pub(super) fn answer(&self, controllers: &mut Controllers) {
        while let Ok(Some((id, _))) = self.list.receive_request() {
            let listed = controllers.list().map(described);
            // Whoever asked may be gone.
            let _ = self.list.send_response(id, Raw(render_controllers(&listed, self.wire.0)));
        }
        while let Ok(Some((id, request))) = self.switch.receive_request() {
            let Ok([start, stop]) = self.wire.wish(&request) else { continue };
            let outcome = controllers.switch(&start, &stop);
            if let Ok(answer) = self.wire.answer(outcome) {
                let _ = self.switch.send_response(id, answer);
            }
        }
    }
}

/// Name, state and class.
fn described((name, kind, is_active): (&str, ControllerKind, bool)) -> [&str; 3] {
    let class = match kind {
        ControllerKind::Position => "joint_trajectory_controller/JointTrajectoryController",
        ControllerKind::Velocity => "velocity_controllers/JointGroupVelocityController",
    };
    [name, if is_active { "active" } else { "inactive" }, class]
}
