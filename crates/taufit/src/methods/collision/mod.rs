//! Unplanned contacts: the momentum residual of an identified robot against thresholds that
//! were learned without contact (De Luca, Robotics 2 lectures).
//!
//! | file | what it holds |
//! |---|---|
//! | `observer` | the residual, sample by sample |
//! | `observer_feed` | a log on its way through it; which joints may stick |
//! | `threshold` | how large the residual becomes without contact |
//! | `detector` | contacts: when, which joints, how hard |
//! | `contact` | the force that explains the torques |
//! | `trace` | the residual over time, for people to look at |
//! | `watch` | whole logs, from end to end |

mod contact;
mod detect;
mod detector;
mod observer;
mod observer_feed;
mod settings;
mod threshold;
mod trace;

pub use detect::detect_contacts;
pub use detector::{ContactDetector, TakeResidual};
pub use observer::{Moment, MomentumObserver};
pub use settings::{DetectionSettings, VelocitySource};
pub use threshold::{Learned, learn_thresholds};
