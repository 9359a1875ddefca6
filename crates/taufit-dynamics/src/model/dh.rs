//! Denavit–Hartenberg tables, both conventions.

use crate::spatial::{Transform, Vec3};
use serde::{Deserialize, Serialize};

/// Which of the two conventions a table follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DhConvention {
    /// Denavit and Hartenberg 1955: `Rz(θ) Tz(d) Tx(a) Rx(α)`; the frame sits at the far end of the
    /// link, so that joint `i` turns about `z` of frame `i − 1`.
    #[serde(rename = "dh")]
    Standard,
    /// Khalil and Kleinfinger 1986, Craig: `Rx(α) Tx(a) Rz(θ) Tz(d)`; joint `i` turns about its own `z`.
    #[serde(rename = "mdh")]
    Modified,
}

/// One row of the table. The joint variable adds to `theta_rad` (turning) or `d_m` (sliding).
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DhRow {
    /// Link length \[m\] (Khalil's `d`).
    pub a_m: f64,
    /// Link twist \[rad\].
    pub alpha_rad: f64,
    /// Joint offset along z \[m\] (Khalil's `r`).
    pub d_m: f64,
    /// Joint angle at `q = 0` \[rad\].
    pub theta_rad: f64,
}

impl DhRow {
    /// A row `a, alpha, d, theta`.
    pub const fn new(a_m: f64, alpha_rad: f64, d_m: f64, theta_rad: f64) -> Self {
        Self { a_m, alpha_rad, d_m, theta_rad }
    }

    /// `(parent_from_joint, joint_from_link)`; the axis is `z` of the joint frame.
    ///
    /// `Rz(θ)` and `Tz(d)` commute with the joint's motion about or along z, so the constant parts of
    /// both may stand before it (modified) or be split around it (standard).
    pub fn frames(&self, convention: DhConvention) -> (Transform, Transform) {
        let twist = Transform::from_rotation(Vec3::X, self.alpha_rad);
        let length = Transform::from_translation(Vec3::X * self.a_m);
        let angle = Transform::from_rotation(Vec3::Z, self.theta_rad);
        let offset = Transform::from_translation(Vec3::Z * self.d_m);
        match convention {
            DhConvention::Standard => (angle, offset * length * twist),
            DhConvention::Modified => (twist * length * angle * offset, Transform::IDENTITY),
        }
    }
}
