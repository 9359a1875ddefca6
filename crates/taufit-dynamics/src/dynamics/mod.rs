//! Rigid-body algorithms, one per file: free functions of a [`Robot`](crate::model::Robot) and a
//! [`Scratch`]. None of them allocates.
//!
//! Quantities of a link are expressed in that link's own frame. Gravity enters as an acceleration
//! `−g` of the base (Featherstone 2008, §5.3), so that no algorithm mentions it again.

mod aba;
mod batch;
pub mod cholesky;
mod crba;
mod energy;
mod gradient;
mod jacobian;
mod kinematics;
mod momentum;
mod outward;
mod regressor;
mod rnea;
mod scratch;

pub use aba::forward_dynamics;
pub use batch::{RegressorBlock, Samples, regressor_block, rnea_block};
pub use crba::mass_matrix;
pub use energy::{kinetic_energy, potential_energy};
pub use gradient::{RegressorGradient, regressor_gradient};
pub use jacobian::frame_jacobian;
pub use kinematics::{forward_kinematics, frame_pose};
pub use momentum::momentum_and_drift;
pub use regressor::{Regressor, joint_torque_regressor};
pub use rnea::{gravity_torque, inverse_dynamics, rnea};
pub use scratch::Scratch;
