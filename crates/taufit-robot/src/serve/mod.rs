//! The simulated robot at the other end of a wire: for rehearsals, and for trying other programs.
//!
//! | module | what it holds |
//! |---|---|
//! | `arm` | [`ServedArm`]: the arm on a thread of its own, in real time |
//! | `mischief` | [`Mischief`]: faults that a driver can have |

mod arm;
mod mischief;

pub use arm::{ArmPacket, ServedArm};
pub use mischief::Mischief;
