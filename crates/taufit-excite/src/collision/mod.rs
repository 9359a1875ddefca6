//! Distances of the links of a robot from each other and from their surroundings.
//!
//! The path: a [`Robot`](taufit_dynamics::model::Robot) carries the shapes of its description; [`Geometry`] completes
//! them with capsules where there are none; with a [`Scene`] and [`CollisionSettings`] they become a
//! [`CollisionModel`], which holds the [`Pair`]s of bodies to be checked and gives their signed distances,
//! gradients and a bound on how fast they can shrink.
//!
//! Every solid is handled as the convex hull of a few points, swollen by a radius: one point is a ball, two
//! are a capsule, eight a box. A cylinder is the prism of [`CYLINDER_SIDES`] sides around it. Balls,
//! capsules and half-spaces have closed forms; the others go through GJK and EPA of `parry3d-f64`.

mod approach;
mod body;
mod contact;
mod convex;
mod fit;
mod geometry;
mod gjk;
mod hull;
mod model;
mod pair;
mod query;
mod scene;
mod segment;
mod settings;
mod survey;

pub use contact::{ClosestPoints, Proximity};
pub use convex::CYLINDER_SIDES;
pub use geometry::{BodyGeometry, Geometry};
pub use hull::hull_of;
pub use model::{CollisionModel, CollisionScratch, Gradients};
pub use pair::{Excluded, Exclusion, Pair};
pub use scene::{BoxObstacle, Scene, Wall};
pub use settings::CollisionSettings;
