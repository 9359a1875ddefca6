//! Excitation trajectories that determine parameters well, within limits and free of collisions.
//!
//! | module | content |
//! |---|---|
//! | [`collision`] | signed distances between links, floor and obstacles, with gradients |
//! | [`excite`] | trajectories, information criteria, constraints, the search and its forecast |

pub mod collision;
pub mod diagnostics;
pub mod excite;
