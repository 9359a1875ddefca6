//! Output fields and inputs of the served controller.

use super::controller::{ControllerOutput, ServedController};
use crate::rtde::protocol::{FieldType, RtdeValue};
use crate::rtde::registers::{N_JOINTS, N_REGISTERS};

/// Fields that are zero for a simulated arm.
const ZERO_FIELDS: [(&str, FieldType); 34] = [
    ("actual_current_window", FieldType::Vector6),
    ("actual_TCP_pose", FieldType::Vector6),
    ("actual_TCP_speed", FieldType::Vector6),
    ("actual_TCP_force", FieldType::Vector6),
    ("target_TCP_pose", FieldType::Vector6),
    ("target_TCP_speed", FieldType::Vector6),
    ("tcp_offset", FieldType::Vector6),
    ("ft_raw_wrench", FieldType::Vector6),
    ("payload_inertia", FieldType::Vector6),
    ("payload_cog", FieldType::Vector3),
    ("payload", FieldType::Double),
    ("actual_tool_accelerometer", FieldType::Vector3),
    ("elbow_position", FieldType::Vector3),
    ("actual_digital_input_bits", FieldType::Uint64),
    ("actual_digital_output_bits", FieldType::Uint64),
    ("actual_execution_time", FieldType::Double),
    ("actual_momentum", FieldType::Double),
    ("actual_robot_current", FieldType::Double),
    ("tcp_force_scalar", FieldType::Double),
    ("io_current", FieldType::Double),
    ("standard_analog_input0", FieldType::Double),
    ("standard_analog_input1", FieldType::Double),
    ("standard_analog_output0", FieldType::Double),
    ("standard_analog_output1", FieldType::Double),
    ("tool_analog_input0", FieldType::Double),
    ("tool_analog_input1", FieldType::Double),
    ("tool_output_current", FieldType::Double),
    ("tool_temperature", FieldType::Double),
    ("tool_output_voltage", FieldType::Int32),
    ("tool_analog_input_types", FieldType::Uint32),
    ("analog_io_types", FieldType::Uint32),
    ("tool_mode", FieldType::Uint32),
    ("output_bit_registers0_to_31", FieldType::Uint32),
    ("output_bit_registers32_to_63", FieldType::Uint32),
];

/// Inputs without effect.
const IGNORED: [(&str, FieldType); 13] = [
    ("input_bit_registers0_to_31", FieldType::Uint32),
    ("input_bit_registers32_to_63", FieldType::Uint32),
    ("standard_digital_output_mask", FieldType::Uint8),
    ("standard_digital_output", FieldType::Uint8),
    ("configurable_digital_output_mask", FieldType::Uint8),
    ("configurable_digital_output", FieldType::Uint8),
    ("tool_digital_output_mask", FieldType::Uint8),
    ("tool_digital_output", FieldType::Uint8),
    ("standard_analog_output_mask", FieldType::Uint8),
    ("standard_analog_output_type", FieldType::Uint8),
    ("standard_analog_output_0", FieldType::Double),
    ("standard_analog_output_1", FieldType::Double),
    ("external_force_torque", FieldType::Vector6),
];

/// Mode of a running joint, supply voltage, motor temperature.
const JOINT_RUNNING: i32 = 253;
const SUPPLY_V: f64 = 48.0;
const TEMPERATURE_C: f64 = 30.0;

/// Value of an output field; none where there is no such field.
pub(super) fn output(name: &str, state: &ControllerOutput) -> Option<RtdeValue> {
    joint_output(name, state).or_else(|| status_output(name, state)).or_else(|| {
        let nothing = || ZERO_FIELDS.iter().find(|(field, _)| *field == name);
        register(name, "output", state).or_else(|| nothing().map(|(_, kind)| zero(*kind)))
    })
}

fn joint_output(name: &str, state: &ControllerOutput) -> Option<RtdeValue> {
    let values = match name {
        "actual_q" => state.q,
        "actual_qd" => state.qd,
        "actual_current" | "joint_control_output" => state.current_a?,
        "actual_current_as_torque" => state.torque_nm?,
        "target_q" => state.target_q,
        "target_qd" => state.target_qd,
        "target_qdd" => state.target_qdd,
        "target_moment" => state.target_moment_nm,
        "target_current" => state.target_current_a,
        "joint_temperatures" => [TEMPERATURE_C; N_JOINTS],
        "actual_joint_voltage" => [SUPPLY_V; N_JOINTS],
        _ => return None,
    };
    Some(RtdeValue::Vector6(values))
}

fn status_output(name: &str, state: &ControllerOutput) -> Option<RtdeValue> {
    Some(match name {
        "timestamp" => RtdeValue::Double(state.t_s),
        "speed_scaling" => RtdeValue::Double(1.0),
        "target_speed_fraction" => RtdeValue::Double(state.slider),
        "actual_main_voltage" | "actual_robot_voltage" => RtdeValue::Double(SUPPLY_V),
        "target_gravity" => RtdeValue::Vector3([0.0, 0.0, -9.81]),
        // Running, normal, normal.
        "robot_mode" => RtdeValue::Int32(7),
        "safety_mode" | "safety_status" => RtdeValue::Int32(1),
        "joint_mode" => RtdeValue::Vector6Int32([JOINT_RUNNING; N_JOINTS]),
        // Playing or stopped; power on, program running; normal mode.
        "runtime_state" => RtdeValue::Uint32(if state.is_playing { 2 } else { 1 }),
        "robot_status_bits" => RtdeValue::Uint32(if state.is_playing { 3 } else { 1 }),
        "safety_status_bits" => RtdeValue::Uint32(1),
        "script_control_line" => RtdeValue::Uint32(0),
        _ => return register(name, "input", state),
    })
}

/// Value of a register such as `output_int_register_24`.
fn register(name: &str, direction: &str, state: &ControllerOutput) -> Option<RtdeValue> {
    let registers = if direction == "input" { &state.inputs } else { &state.outputs };
    match register_index(name, direction)? {
        (FieldType::Int32, k) => Some(RtdeValue::Int32(registers.integers[k])),
        (FieldType::Double, k) => Some(RtdeValue::Double(registers.doubles[k])),
        (kind, _) => Some(zero(kind)),
    }
}

/// Type and number of a register.
fn register_index(name: &str, direction: &str) -> Option<(FieldType, usize)> {
    let rest = name.strip_prefix(direction)?.strip_prefix('_')?;
    let (kind, number) = rest.split_once("_register_")?;
    let kind = match kind {
        "int" => FieldType::Int32,
        "double" => FieldType::Double,
        "bit" => FieldType::Bool,
        _ => return None,
    };
    let number: usize = number.parse().ok()?;
    let n = if kind == FieldType::Bool { 128 } else { N_REGISTERS };
    (number < n).then_some((kind, number))
}

/// Type of an input; none where there is no such input.
pub(super) fn input_type(name: &str) -> Option<FieldType> {
    match name {
        "speed_slider_mask" => Some(FieldType::Uint32),
        "speed_slider_fraction" => Some(FieldType::Double),
        _ => register_index(name, "input")
            .map(|(kind, _)| kind)
            .or_else(|| IGNORED.iter().find(|(field, _)| *field == name).map(|(_, kind)| *kind)),
    }
}

/// Sets an input.
pub(super) fn set_input(controller: &mut ServedController, name: &str, value: RtdeValue) {
    match (value, register_index(name, "input")) {
        (RtdeValue::Int32(x), Some((FieldType::Int32, k))) => controller.inputs.integers[k] = x,
        (RtdeValue::Double(x), Some((FieldType::Double, k))) => controller.inputs.doubles[k] = x,
        (RtdeValue::Double(x), None) if name == "speed_slider_fraction" => {
            controller.slider = x.clamp(0.0, 1.0);
        }
        _ => {}
    }
}

fn zero(kind: FieldType) -> RtdeValue {
    match kind {
        FieldType::Bool => RtdeValue::Bool(false),
        FieldType::Uint8 => RtdeValue::Uint8(0),
        FieldType::Uint32 => RtdeValue::Uint32(0),
        FieldType::Uint64 => RtdeValue::Uint64(0),
        FieldType::Int32 => RtdeValue::Int32(0),
        FieldType::Double => RtdeValue::Double(0.0),
        FieldType::Vector3 => RtdeValue::Vector3([0.0; 3]),
        FieldType::Vector6 => RtdeValue::Vector6([0.0; 6]),
        FieldType::Vector6Int32 => RtdeValue::Vector6Int32([0; 6]),
        FieldType::Vector6Uint32 => RtdeValue::Vector6Uint32([0; 6]),
    }
}
