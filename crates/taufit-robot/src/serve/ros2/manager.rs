//! Services of the controller manager.

use crate::connection::{ConnectionError, ConnectionSettings};
use crate::ros::ros2::{
    DdsMessage, RawMessage, Ros2Node, SwitchEncoding, distribution, reliable_qos,
};
use crate::serve::{ControllerKind, Controllers};
use ros2_client::{Server, ServiceMapping};
use taufit_io::ros::{Empty2, render_controllers};

/// Servers of both services.
pub(super) struct ManagerServices {
    list: Server<DdsMessage<Empty2>, RawMessage>,
    switch: Server<RawMessage, RawMessage>,
    encoding: SwitchEncoding,
}

impl ManagerServices {
    pub(super) fn new(
        node: &mut Ros2Node,
        mapping: ServiceMapping,
        settings: &ConnectionSettings,
    ) -> Result<Self, ConnectionError> {
        let manager = &settings.ros.controller_manager;
        let (list, list_type) =
            node.manager_service(manager, "list_controllers", "ListControllers")?;
        let (switch, switch_type) =
            node.manager_service(manager, "switch_controller", "SwitchController")?;
        let qos = reliable_qos(10);
        let list = (node.node)
            .create_server(mapping, &list, &list_type, qos.clone(), qos.clone())
            .map_err(|error| node.error(error))?;
        let switch = (node.node)
            .create_server(mapping, &switch, &switch_type, qos.clone(), qos)
            .map_err(|error| node.error(error))?;
        let encoding = SwitchEncoding(distribution(&settings.ros.distribution)?);
        Ok(Self { list, switch, encoding })
    }

    /// Answers the requests since the last call; malformed ones are ignored.
    pub(super) fn answer(&self, controllers: &mut Controllers) {
        while let Ok(Some((id, _))) = self.list.receive_request() {
            let listed = controllers.list().map(controller_row);
            // The client may have ended.
            let _ = self
                .list
                .send_response(id, RawMessage(render_controllers(&listed, self.encoding.0)));
        }
        while let Ok(Some((id, request))) = self.switch.receive_request() {
            let Ok([start, stop]) = self.encoding.controllers(&request) else { continue };
            let outcome = controllers.switch(&start, &stop);
            if let Ok(answer) = self.encoding.answer(outcome) {
                let _ = self.switch.send_response(id, answer);
            }
        }
    }
}

/// Name, state and class of a controller.
fn controller_row((name, kind, is_active): (&str, ControllerKind, bool)) -> [&str; 3] {
    let class = match kind {
        ControllerKind::Position => "joint_trajectory_controller/JointTrajectoryController",
        ControllerKind::Velocity => "velocity_controllers/JointGroupVelocityController",
    };
    [name, if is_active { "active" } else { "inactive" }, class]
}
