//! Drawings as SVG. Colours and line styles are classes of the style sheet, so that one drawing
//! serves light, dark and paper.
//!
//! | file | what it draws |
//! |---|---|
//! | `svg`, `scale`, `plot` | elements; from numbers to places; a frame with axes |
//! | `torque` | measured, predicted and nominal torque with residual |
//! | `friction` | friction torque over velocity, with the samples |
//! | `histogram`, `spectrum` | the residual |
//! | `singular_values` | how well the motion determines the parameters |
//! | `interval` | a value with its uncertainty, in a table row |
//! | `ellipsoid` | a body before and after |
//! | `timeline` | a log with its gaps |
//! | `joint_motion`, `tool_path` | a designed motion |

mod ellipsoid;
mod friction;
mod histogram;
mod interval;
mod joint_motion;
mod plot;
mod scale;
mod singular_values;
mod spectrum;
mod svg;
mod timeline;
mod tool_path;
mod torque;

pub(crate) use ellipsoid::draw_bodies;
pub(crate) use friction::draw_friction;
pub(crate) use histogram::draw_histogram;
pub(crate) use interval::{Interval, draw_interval};
pub(crate) use joint_motion::{JointPanel, draw_joint_motion};
pub(crate) use singular_values::draw_singular_values;
pub(crate) use spectrum::draw_spectrum;
pub(crate) use timeline::draw_timeline;
pub(crate) use tool_path::{PathFrame, draw_clearance, draw_path};
pub(crate) use torque::draw_torque;
