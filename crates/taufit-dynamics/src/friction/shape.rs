//! Friction terms of a joint, and the parameters that enter them non-linearly.

use super::FrictionTerm;
use serde::{Deserialize, Serialize};

/// Dependence of Coulomb friction on the direction of motion.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoulombShape {
    /// `sign(q̇)`, zero at rest.
    #[default]
    Sign,
    /// `tanh((q̇ + shift)/width)`: no jump at standstill (Kovincic et al. 2019, eq. 3).
    Tanh {
        /// Velocity over which the sign changes \[rad/s or m/s\]; positive.
        width_rad_s: f64,
        /// Velocity at which the centre of the curve lies, with the opposite sign \[rad/s or m/s\].
        #[serde(default)]
        shift_rad_s: f64,
    },
}

/// Shape of the Stribeck term `exp(−|q̇/velocity|^exponent)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stribeck {
    /// Stribeck velocity \[rad/s or m/s\]; positive.
    pub velocity_rad_s: f64,
    /// Exponent, 1 or 2 in most of the literature; positive.
    pub exponent: f64,
}

/// The friction model of a joint, without its coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FrictionShape {
    /// Viscous term `fv q̇`.
    pub viscous: bool,
    /// Viscous friction that differs by direction, `fva |q̇|`.
    pub viscous_asymmetry: bool,
    /// Coulomb term `fc σ(q̇)`.
    pub coulomb: bool,
    /// Coulomb term with a coefficient per direction, `fcp` and `fcn`.
    pub per_direction: bool,
    /// Constant `off`: sensor or amplifier offset.
    pub offset: bool,
    /// Shape of `σ`.
    pub sign: CoulombShape,
    /// Stribeck term `fs`.
    pub stribeck: Option<Stribeck>,
}

impl FrictionShape {
    /// No friction at all.
    pub const NONE: Self = Self {
        viscous: false,
        viscous_asymmetry: false,
        coulomb: false,
        per_direction: false,
        offset: false,
        sign: CoulombShape::Sign,
        stribeck: None,
    };

    /// `fv q̇ + fc sign(q̇)`, the model of Ulici et al. and of Kovincic et al. 2019.
    pub const COULOMB_VISCOUS: Self = Self { viscous: true, coulomb: true, ..Self::NONE };

    /// The same model with a constant offset.
    #[must_use]
    pub const fn with_offset(self) -> Self {
        Self { offset: true, ..self }
    }

    /// The same model with viscous friction that differs by direction.
    #[must_use]
    pub const fn with_viscous_asymmetry(self) -> Self {
        Self { viscous: true, viscous_asymmetry: true, ..self }
    }

    /// The same model with one Coulomb coefficient per direction.
    #[must_use]
    pub const fn with_direction(self) -> Self {
        Self { coulomb: true, per_direction: true, ..self }
    }

    /// The same model with a smooth sign.
    #[must_use]
    pub const fn with_tanh(self, width_rad_s: f64) -> Self {
        Self { sign: CoulombShape::Tanh { width_rad_s, shift_rad_s: 0.0 }, ..self }
    }

    /// The same model with a Stribeck term.
    #[must_use]
    pub const fn with_stribeck(self, velocity_rad_s: f64, exponent: f64) -> Self {
        Self { stribeck: Some(Stribeck { velocity_rad_s, exponent }), ..self }
    }

    /// Whether the model has this term.
    pub fn has(&self, term: FrictionTerm) -> bool {
        match term {
            FrictionTerm::Viscous => self.viscous,
            FrictionTerm::ViscousAsymmetry => self.viscous_asymmetry,
            FrictionTerm::Coulomb => self.coulomb && !self.per_direction,
            FrictionTerm::CoulombForward | FrictionTerm::CoulombBackward => {
                self.coulomb && self.per_direction
            }
            FrictionTerm::Stribeck => self.stribeck.is_some(),
            FrictionTerm::Offset => self.offset,
        }
    }

    /// The terms of this model, in column order.
    pub fn terms(&self) -> impl Iterator<Item = FrictionTerm> + '_ {
        FrictionTerm::ALL.into_iter().filter(|t| self.has(*t))
    }

    /// Whether the numbers of the shape make sense; what is wrong where they do not.
    pub fn problem(&self) -> Option<&'static str> {
        let positive = |x: f64| x.is_finite() && x > 0.0;
        match self.sign {
            CoulombShape::Tanh { width_rad_s, .. } if !positive(width_rad_s) => {
                return Some("the tanh width must be a positive number");
            }
            CoulombShape::Tanh { shift_rad_s, .. } if !shift_rad_s.is_finite() => {
                return Some("the tanh shift must be a finite number");
            }
            _ => {}
        }
        let stribeck = self.stribeck?;
        (!positive(stribeck.velocity_rad_s) || !positive(stribeck.exponent))
            .then_some("the Stribeck velocity and exponent must be positive numbers")
    }

    /// The factor that multiplies the coefficient of `term` in the torque at velocity `qd`.
    pub fn column(&self, term: FrictionTerm, qd: f64) -> f64 {
        match term {
            FrictionTerm::Viscous => qd,
            FrictionTerm::ViscousAsymmetry => qd.abs(),
            FrictionTerm::Coulomb => self.direction(qd),
            FrictionTerm::CoulombForward => self.direction(qd).max(0.0),
            FrictionTerm::CoulombBackward => self.direction(qd).min(0.0),
            FrictionTerm::Stribeck => self.direction(qd) * self.stribeck_decay(qd),
            FrictionTerm::Offset => 1.0,
        }
    }

    /// `∂/∂q̇` of [`Self::column`]; the jump of an exact sign counts as flat.
    pub fn column_slope(&self, term: FrictionTerm, qd: f64) -> f64 {
        match term {
            FrictionTerm::Viscous => 1.0,
            FrictionTerm::ViscousAsymmetry if qd != 0.0 => qd.signum(),
            FrictionTerm::Coulomb => self.direction_slope(qd),
            FrictionTerm::CoulombForward if self.direction(qd) > 0.0 => self.direction_slope(qd),
            FrictionTerm::CoulombBackward if self.direction(qd) < 0.0 => self.direction_slope(qd),
            FrictionTerm::Stribeck => {
                self.direction_slope(qd) * self.stribeck_decay(qd)
                    + self.direction(qd) * self.stribeck_decay_slope(qd)
            }
            _ => 0.0,
        }
    }

    /// `σ(q̇)`.
    fn direction(&self, qd: f64) -> f64 {
        match self.sign {
            CoulombShape::Sign if qd == 0.0 => 0.0,
            CoulombShape::Sign => qd.signum(),
            CoulombShape::Tanh { width_rad_s, shift_rad_s } => {
                ((qd + shift_rad_s) / width_rad_s).tanh()
            }
        }
    }

    /// `σ'(q̇)`.
    fn direction_slope(&self, qd: f64) -> f64 {
        match self.sign {
            CoulombShape::Sign => 0.0,
            CoulombShape::Tanh { width_rad_s, .. } => {
                (1.0 - self.direction(qd).powi(2)) / width_rad_s
            }
        }
    }

    /// `exp(−|q̇/vs|^δ)`.
    fn stribeck_decay(&self, qd: f64) -> f64 {
        self.stribeck.map_or(0.0, |s| (-(qd / s.velocity_rad_s).abs().powf(s.exponent)).exp())
    }

    /// `d/dq̇ exp(−|q̇/vs|^δ) = −δ/vs |q̇/vs|^(δ−1) sign(q̇) exp(…)`.
    fn stribeck_decay_slope(&self, qd: f64) -> f64 {
        let Some(s) = self.stribeck else { return 0.0 };
        if qd == 0.0 {
            return 0.0;
        }
        let ratio = (qd / s.velocity_rad_s).abs();
        -s.exponent / s.velocity_rad_s
            * ratio.powf(s.exponent - 1.0)
            * qd.signum()
            * self.stribeck_decay(qd)
    }
}
