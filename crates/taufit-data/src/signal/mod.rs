//! From a log to a motion: check, resample, filter, differentiate, trim, decimate.
//!
//! [`condition`] is the stage; the other files are its steps, in the order in which data passes them:
//!
//! | file | what it does |
//! |---|---|
//! | `spikes` | finds single samples that cannot be true; whoever reads a log may mend them first |
//! | `repeats` | finds rows that repeat the one before: polled or held samples |
//! | `channels` | refuses NaN, warnings frozen and held channels, turns currents into torques |
//! | `stamps` | checks time stamps, finds the period, splits at gaps |
//! | `resample` | puts each stretch on a uniform grid |
//! | `spectrum`, `cutoff` | averaged periodogram; the cut-off that it suggests |
//! | `butterworth`, `zero_phase` | the low pass, run forwards and backwards |
//! | `differentiate` | velocities and accelerations of filtered positions |
//! | `decimate` | cuts the edges, keeps every k-th sample |
//! | `parallel` | low pass for torques and model alike, applied when rows are made |
//! | `standstill` | cuts out stops, where a fit is asked to |
//! | `grid`, `short_stretches`, `motion`, `settings` | one stretch, which stretches count, the result, the choices |
//!
//! Order matters: positions are filtered before they are differentiated, because a difference
//! quotient multiplies noise by the sampling rate; edges are cut last, because that is where the
//! filter and the difference quotients know least.

mod butterworth;
mod channels;
mod condition;
mod cutoff;
mod decimate;
mod differentiate;
mod grid;
mod motion;
mod parallel;
mod repeats;
mod resample;
#[cfg(test)]
mod scipy_golden;
mod settings;
mod short_stretches;
mod spectrum;
mod spikes;
mod stamp_outliers;
mod stamps;
mod standstill;
mod zero_phase;

pub use butterworth::LowPass;
pub use channels::{held_share, torque_factors};
pub use condition::condition;
pub use cutoff::{Cutoff, CutoffScan, propose_cutoff};
pub use differentiate::{acceleration, velocity};
pub use motion::{Motion, Segment};
pub use parallel::ParallelFilter;
pub use repeats::{Repeats, Thinner, find_repeats};
pub use resample::Interpolation;
pub use settings::{ConditionSettings, TorqueFilter};
pub use spectrum::Spectrum;
pub use spikes::{Spikes, find_spikes, mend_spikes};
pub use stamp_outliers::{find_stamp_outliers, mend_stamps};
pub use stamps::{Gap, Stamps, Timing, check_order, median, quantile};
pub use standstill::Standstill;
