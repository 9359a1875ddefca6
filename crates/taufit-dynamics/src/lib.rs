//! Robot models and their equations: friction, rigid-body dynamics, the torque regressor and base parameters.
//!
//! | module | content |
//! |---|---|
//! | [`diagnostics`] | errors and warnings with code, numbers and advice |
//! | [`spatial`] | vectors, rotations, rigid transforms, link inertia |
//! | [`friction`] | friction models: torque and regressor columns |
//! | [`model`] | [`Robot`](model::Robot): joints, links, limits, motors; DH tables; built-in robots |
//! | [`params`] | the unknowns: [`Layout`](params::Layout) knows the columns of the regressor |
//! | [`dynamics`] | kinematics, Jacobian, RNEA, CRBA, ABA, momentum, regressor and its gradient |
//! | [`base`] | [`Base`](base::Base): the combinations of parameters that joint torques determine |

pub mod base;
pub mod diagnostics;
pub mod dynamics;
pub mod friction;
pub mod model;
pub mod params;
pub mod spatial;
