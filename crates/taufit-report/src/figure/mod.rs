//! Drawings as SVG. Colours and line styles are classes of the style sheet, so that one drawing
//! serves light, dark and paper.
//!
//! | file | what it draws |
//! |---|---|
//! | `svg`, `scale`, `plot` | elements; from numbers to places; a frame with axes |
//! | `torque` | measured, predicted and nominal torque with residual |
//! | `friction` | friction torque over velocity, with samples, of one motor or of many; torque that gravity leaves, pose by pose |
//! | `residual` | the residual: distribution and spectrum |
//! | `residual_shape` | its autocorrelation, and its quantiles beside those of a normal distribution |
//! | `coverage` | positions and velocities that logs cover |
//! | `correlation` | correlations of parameters |
//! | `singular_values` | how well the motion determines the parameters |
//! | `interval` | a value with its uncertainty, in a table row |
//! | `ellipsoid` | a body before and after |
//! | `extra_torque` | what a load adds to a torque |
//! | `runs` | a parameter over several results |
//! | `timeline` | a log with its gaps |
//! | `spring` | an elastic joint: both sides over time, deflection against load |
//! | `joint_motion`, `tool_path` | a designed motion |
//! | `residual_trace` | the momentum residual with contacts |
//! | `motor_record`, `boxplot` | motor constants: one record, constants over velocity |
//! | `fleet_map`, `drift` | robots by parameters; a parameter over time |
//! | `load_line`, `compliance` | a clamped axis; how far the tool gives way |

mod boxplot;
mod compliance;
mod correlation;
mod coverage;
mod drift;
mod ellipsoid;
mod extra_torque;
mod fleet_map;
mod friction;
mod interval;
mod joint_motion;
mod load_line;
mod motor_record;
mod plot;
mod residual;
mod residual_shape;
mod residual_trace;
mod runs;
mod scale;
mod singular_values;
mod spring;
mod svg;
mod timeline;
mod tool_path;
mod torque;

pub(crate) use boxplot::draw_boxes;
pub(crate) use compliance::{MICRONS_PER_KN, draw_compliance};
pub(crate) use correlation::draw_correlations;
pub(crate) use coverage::draw_coverage;
pub(crate) use drift::draw_drift;
pub(crate) use ellipsoid::{draw_bodies, draw_body, half_axes};
pub(crate) use extra_torque::draw_extra_torque;
pub(crate) use fleet_map::draw_fleet_map;
pub(crate) use friction::{draw_friction, draw_friction_band, draw_motor_friction};
pub(crate) use interval::{Interval, draw_interval};
pub(crate) use joint_motion::{JointPanel, draw_joint_motion};
pub(crate) use load_line::{LoadLine, draw_load_line};
pub(crate) use motor_record::{draw_current_fit, draw_record};
pub(crate) use residual::{draw_histogram, draw_spectrum};
pub(crate) use residual_shape::{draw_autocorrelation, draw_normal_quantiles};
pub(crate) use residual_trace::{ResidualPanel, draw_residual_trace};
pub(crate) use runs::draw_runs;
pub(crate) use singular_values::draw_singular_values;
pub(crate) use spring::{SpringUnits, draw_spring_load, draw_spring_motion};
pub(crate) use timeline::draw_timeline;
pub(crate) use tool_path::{PathFrame, draw_clearance, draw_path};
pub(crate) use torque::draw_torque;
