//! Three-dimensional vectors, rotations, rigid transforms and the inertia of a link.
//!
//! Conventions, said once and used everywhere:
//! - Spatial vectors are angular first, `[ω; v]` (Featherstone 2008, §2.2).
//! - Transforms are named `to_from`; names cancel: `world_from_tool = world_from_link * link_from_tool`.
//! - Vectors and matrices are generic over [`Real`], so that one recursion serves a single sample
//!   (`f64`) and several samples side by side in a SIMD register.

mod inertia;
mod lanes;
mod mat3;
mod motion;
mod real;
mod transform;
mod trigonometry;
mod vec3;

pub use inertia::{Inertial, LinkInertia, PSEUDO_INERTIA_DIM, principal_axes, principal_moments};
pub(crate) use lanes::Lanes;
pub use lanes::WIDEST;
pub use mat3::Mat3;
pub use motion::{Force, MotionVector};
pub use real::Real;
pub use transform::Transform;
pub(crate) use trigonometry::sin_cos_slice;
pub use vec3::Vec3;
