//! Simulated arm with a simulated clock.

use crate::connection::{
    CommandKind, ConnectionInfo, RobotConnection, RobotFeedback, WrenchFeedback,
};
use crate::error::Result;
use taufit::command::{Command, Setpoint};
use taufit::dynamics::{Scratch, frame_pose};
use taufit::experiment::{Experiment, SimulationSettings};
use taufit::model::Robot;
use taufit::sim::{ArmSettings, SimulatedArm, TrueState, WrenchSample};
use taufit::spatial::Mat3;

/// Connection to a simulated arm. Its clock starts at zero and runs as fast as the computer can.
#[derive(Clone, Debug)]
pub struct SimulatedConnection {
    arm: SimulatedArm,
    info: ConnectionInfo,
    n_packets: u64,
    /// Axes of the force sensor: those of the clamped frame at the start.
    sensor_axes: Mat3,
    /// Command in force, and its time \[s\].
    command: (Command, f64),
}

impl SimulatedConnection {
    /// Arm at `q` that differs from its description as the settings specify.
    pub fn new(
        nominal: &Robot,
        settings: &SimulationSettings,
        q: &[f64],
        rate_hz: f64,
    ) -> Result<Self> {
        let real = settings.truth.apply(nominal)?;
        let arm = SimulatedArm::new(&real, &settings.arm, q)?;
        let info = ConnectionInfo {
            joints: real.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
            rate_hz,
            effort_kind: arm.effort_kind(),
            commands: vec![
                CommandKind::Position,
                CommandKind::Velocity,
                CommandKind::Torque,
                CommandKind::Press,
            ],
            wrench_frame: sensor_frame(&settings.arm).map(str::to_owned),
        };
        let sensor_axes = sensor_axes(&real, &settings.arm, q)?;
        Ok(Self { arm, info, n_packets: 0, sensor_axes, command: (Command::Hold, 0.0) })
    }

    /// Simulated arm of an experiment, at `q`.
    pub fn of(experiment: &Experiment, nominal: &Robot, q: &[f64]) -> Result<Self> {
        Self::new(nominal, &experiment.simulation, q, experiment.rate_hz)
    }

    /// Simulated robot, with its true parameters.
    pub fn real_robot(&self) -> &Robot {
        self.arm.robot()
    }

    /// True state.
    pub fn truth(&mut self) -> Result<TrueState> {
        Ok(self.arm.truth()?)
    }

    /// Warnings of the simulation so far.
    pub fn simulation_warnings(&self) -> Vec<taufit::Warning> {
        self.arm.warnings()
    }
}

impl RobotConnection for SimulatedConnection {
    fn info(&self) -> &ConnectionInfo {
        &self.info
    }

    fn now_s(&self) -> f64 {
        self.arm.t_s()
    }

    fn local_s(&self) -> f64 {
        self.arm.t_s()
    }

    fn send(&mut self, command: &Command) -> Result<()> {
        self.command = (command.clone(), self.arm.t_s());
        Ok(self.arm.command(command.clone())?)
    }

    fn receive(&mut self) -> Result<Option<RobotFeedback>> {
        self.n_packets += 1;
        let due_s = self.n_packets as f64 / self.info.rate_hz;
        while self.arm.t_s() < due_s {
            let tick_s = self.arm.next_tick_s();
            // Drives interpolate between setpoints.
            if let (Command::Position(point), since_s) = &self.command {
                self.arm.command(Command::Position(extrapolated(point, tick_s - since_s)))?;
            }
            self.arm.advance_to(tick_s.min(due_s))?;
        }
        let packet = self.arm.sense();
        Ok(packet.map(|sample| RobotFeedback {
            t_s: sample.t_s,
            q: sample.q,
            q_link: self.arm.is_elastic().then_some(sample.q_link),
            qd: sample.qd,
            effort: sample.effort,
            wrench: sample.wrench.map(|wrench| in_axes(&self.sensor_axes, &wrench)),
        }))
    }

    fn stop(&mut self) -> Result<()> {
        self.send(&Command::Hold)
    }
}

/// Clamped frame, if it has a force sensor.
fn sensor_frame(arm: &ArmSettings) -> Option<&str> {
    arm.sensors.force?;
    arm.plant.clamp.as_ref().map(|clamp| clamp.frame.as_str())
}

fn sensor_axes(robot: &Robot, arm: &ArmSettings, q: &[f64]) -> Result<Mat3> {
    let Some(frame) = sensor_frame(arm) else { return Ok(Mat3::IDENTITY) };
    let pose = frame_pose(robot, &mut Scratch::new(robot), q, robot.frame(frame)?)?;
    Ok(pose.rotation)
}

/// Wrench in world axes as the sensor measures it.
fn in_axes(axes: &Mat3, sample: &WrenchSample) -> WrenchFeedback {
    let (force, moment) =
        (axes.transpose_mul(sample.force_n), axes.transpose_mul(sample.moment_nm));
    let wrench = [force.x, force.y, force.z, moment.x, moment.y, moment.z];
    WrenchFeedback { t_s: sample.t_s, wrench }
}

/// Reference a short time later.
fn extrapolated(point: &Setpoint, by_s: f64) -> Setpoint {
    let Setpoint { q, qd, qdd } = point;
    let position = |i: usize| q[i] + by_s * (qd[i] + 0.5 * by_s * qdd[i]);
    Setpoint {
        q: (0..q.len()).map(position).collect(),
        qd: qd.iter().zip(qdd).map(|(v, a)| v + by_s * a).collect(),
        qdd: qdd.clone(),
    }
}
