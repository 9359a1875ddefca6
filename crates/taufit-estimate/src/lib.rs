//! Parameter estimates with intervals, their validation, and the health check of a log.
//!
//! | module | content |
//! |---|---|
//! | [`estimate`] | least squares: plain, weighted, robust, bounded; physically consistent fits |
//! | [`validate`] | errors of predicted torques, verdict with its reasons, repeatability |
//! | [`survey`] | health check of a log, and the gate that every method passes before it fits |

pub mod diagnostics;
pub mod estimate;
pub mod regression;
pub mod survey;
pub mod validate;
