//! Parameters of a robot that can exist: least squares under physical consistency.
//!
//! ```text
//! min over π   |r β(π) − z|² + γ Σ_links (tr(P₀⁻¹P) − log det(P₀⁻¹P) − 4)
//! subject to   P(π) ≻ 0 for every link;  Ia, fv, fc, fcp, fcn, fc + fs ≥ 0;  bounds of the user
//! ```
//!
//! `P` is the pseudo-inertia of a link (Wensing, Kim, Slotine 2018), `P₀` that of the prior; the second term is
//! the entropic divergence of Lee, Wensing, Park (2020): it does not depend on the choice of frames and
//! units, and it is infinite on the boundary of the cone. The data enter through the small triangle
//! `r` of a QR factorisation, so the effort does not depend on the number of samples.
//!
//! Read in this order: [`settings`](FeasibleSettings), `data`, `prior`, `coordinates`, `objective` with
//! its terms (`link_term`, `scalar_term`, `halfspace`), `duals`, `newton`, `path`.

mod coordinates;
mod data;
mod duals;
mod fit;
mod halfspace;
mod link_term;
mod newton;
mod objective;
mod path;
mod prior;
mod pseudo;
mod result;
mod scalar_term;
mod settings;

pub use data::Compressed;
pub use fit::feasible_fit;
pub use pseudo::smallest_pseudo_eigenvalue;
pub use result::{ActiveBound, FeasibleFit, FeasibleStatus};
pub use settings::{ComBox, FeasibleSettings, ParamBound};
