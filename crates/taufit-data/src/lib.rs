//! From a robot log to square-root information.
//!
//! | module | content |
//! |---|---|
//! | [`recording`] | logs: named joints, one time base, positions and efforts; force sensors |
//! | [`signal`] | conditioning: uniform grid, zero-phase low pass, velocities and accelerations |
//! | [`evidence`] | observation rows compressed to one triangular factor per joint |

pub mod diagnostics;
pub mod evidence;
pub mod recording;
pub mod signal;
