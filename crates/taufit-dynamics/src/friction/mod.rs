//! Joint friction: one home for every model, its torque and its regressor columns.
//!
//! Every model is linear in its coefficients once its *shape* (smoothing velocity, Stribeck
//! velocity and exponent) is chosen:
//!
//! ```text
//! τ_f(q̇) = fv q̇ + fva |q̇| + fc σ(q̇) + fs σ(q̇) exp(−|q̇/vs|^δ) + off
//! σ(q̇)   = sign(q̇)                      exact
//!         = tanh((q̇ + v0)/ε)             smoothed (Kovincic et al. 2019, eq. 3)
//! ```
//!
//! With direction-dependent Coulomb friction `fc σ` becomes `fcp max(σ, 0) + fcn min(σ, 0)`. The viscous
//! asymmetry `fva` is the same for viscous friction: `fv + fva` forward, `fv − fva` backward. Together
//! with the offset it makes friction differ by direction without a third Coulomb coefficient.

mod equivalent;
mod shape;
mod terms;

pub use equivalent::{CoulombViscousEquivalent, coulomb_viscous_equivalent};
pub use shape::{CoulombShape, FrictionShape, Stribeck};
pub use terms::{Friction, FrictionTerm};
