//! The friction terms, and a joint's friction with its coefficients.

use super::FrictionShape;
use serde::{Deserialize, Serialize};

/// One linear term of a friction model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrictionTerm {
    /// `fv`, times `q̇`.
    Viscous,
    /// `fva`, times `|q̇|`.
    ViscousAsymmetry,
    /// `fc`, times `σ(q̇)`.
    Coulomb,
    /// `fcp`, times `max(σ(q̇), 0)`.
    CoulombForward,
    /// `fcn`, times `min(σ(q̇), 0)`.
    CoulombBackward,
    /// `fs`, times `σ(q̇) exp(−|q̇/vs|^δ)`.
    Stribeck,
    /// `off`, times 1.
    Offset,
}

impl FrictionTerm {
    /// Every term, in column order.
    pub const ALL: [Self; 7] = [
        Self::Viscous,
        Self::ViscousAsymmetry,
        Self::Coulomb,
        Self::CoulombForward,
        Self::CoulombBackward,
        Self::Stribeck,
        Self::Offset,
    ];

    /// Whether it grows with speed, as viscous friction does.
    pub const fn is_viscous(self) -> bool {
        matches!(self, Self::Viscous | Self::ViscousAsymmetry)
    }

    /// Whether it jumps from one sign to the other at a velocity reversal.
    pub const fn jumps_at_reversal(self) -> bool {
        matches!(
            self,
            Self::Coulomb | Self::CoulombForward | Self::CoulombBackward | Self::Stribeck
        )
    }

    /// Whether it may have either sign: an offset, a difference, or a rise at low speed that in many
    /// gears is a fall.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::Offset | Self::ViscousAsymmetry | Self::Stribeck)
    }

    /// Symbol of the coefficient in tables and files.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Viscous => "fv",
            Self::ViscousAsymmetry => "fva",
            Self::Coulomb => "fc",
            Self::CoulombForward => "fcp",
            Self::CoulombBackward => "fcn",
            Self::Stribeck => "fs",
            Self::Offset => "off",
        }
    }
}

/// A joint's friction: shape and coefficients, joint side, N·m (N for a prismatic joint).
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Friction {
    /// The model.
    pub shape: FrictionShape,
    /// `fv` \[N·m·s/rad\].
    pub viscous: f64,
    /// `fva`: how much more a joint resists forward than backward \[N·m·s/rad\].
    pub viscous_asymmetry: f64,
    /// `fc`, and `fcp` of a direction-dependent model \[N·m\].
    pub coulomb: f64,
    /// `fcn` of a direction-dependent model \[N·m\]; positive for friction that resists.
    pub coulomb_backward: f64,
    /// `fs`: how far the break-away torque lies above `fc` \[N·m\].
    pub stribeck: f64,
    /// `off` \[N·m\].
    pub offset: f64,
}

impl Friction {
    /// No friction.
    pub const NONE: Self = Self {
        shape: FrictionShape::NONE,
        viscous: 0.0,
        viscous_asymmetry: 0.0,
        coulomb: 0.0,
        coulomb_backward: 0.0,
        stribeck: 0.0,
        offset: 0.0,
    };

    /// `fv q̇ + fc sign(q̇)`.
    pub const fn coulomb_viscous(coulomb: f64, viscous: f64) -> Self {
        Self { shape: FrictionShape::COULOMB_VISCOUS, viscous, coulomb, ..Self::NONE }
    }

    /// The coefficient of a term; what the model does not have is zero.
    ///
    /// A symmetric model asked for its direction-dependent coefficients gives `fc` for both, and a
    /// direction-dependent one asked for `fc` gives the mean, so that a nominal value exists
    /// whichever of the two a user chooses to identify.
    pub fn coefficient(&self, term: FrictionTerm) -> f64 {
        let s = &self.shape;
        let when = |present: bool, x: f64| if present { x } else { 0.0 };
        match term {
            FrictionTerm::Viscous => when(s.viscous, self.viscous),
            FrictionTerm::ViscousAsymmetry => when(s.viscous_asymmetry, self.viscous_asymmetry),
            FrictionTerm::Coulomb if s.per_direction => {
                when(s.coulomb, 0.5 * (self.coulomb + self.coulomb_backward))
            }
            FrictionTerm::Coulomb | FrictionTerm::CoulombForward => when(s.coulomb, self.coulomb),
            FrictionTerm::CoulombBackward if s.per_direction => {
                when(s.coulomb, self.coulomb_backward)
            }
            FrictionTerm::CoulombBackward => when(s.coulomb, self.coulomb),
            FrictionTerm::Stribeck => when(s.stribeck.is_some(), self.stribeck),
            FrictionTerm::Offset => when(s.offset, self.offset),
        }
    }

    /// Sets the coefficient of a term.
    pub fn set_coefficient(&mut self, term: FrictionTerm, value: f64) {
        match term {
            FrictionTerm::Viscous => self.viscous = value,
            FrictionTerm::ViscousAsymmetry => self.viscous_asymmetry = value,
            FrictionTerm::Coulomb | FrictionTerm::CoulombForward => self.coulomb = value,
            FrictionTerm::CoulombBackward => self.coulomb_backward = value,
            FrictionTerm::Stribeck => self.stribeck = value,
            FrictionTerm::Offset => self.offset = value,
        }
    }

    /// `τ_f(q̇)`: what the motor must add to keep the joint moving at `qd`.
    pub fn torque(&self, qd: f64) -> f64 {
        self.shape.terms().map(|t| self.coefficient(t) * self.shape.column(t, qd)).sum()
    }

    /// Viscous coefficient in the direction of `sign`: `fv + fva` forward, `fv − fva` backward.
    pub fn viscous_towards(&self, sign: f64) -> f64 {
        let asymmetry = self.coefficient(FrictionTerm::ViscousAsymmetry);
        self.coefficient(FrictionTerm::Viscous) + asymmetry * sign
    }

    /// Torques between which a joint at rest stays at rest, `(lower, upper)`: the offset minus and
    /// plus the break-away torque `fc + fs`. A simulator with true stiction holds the joint while the
    /// torque that would be needed for zero acceleration lies inside.
    pub fn holding_range(&self) -> (f64, f64) {
        let (up, down) = if self.shape.per_direction {
            (FrictionTerm::CoulombForward, FrictionTerm::CoulombBackward)
        } else {
            (FrictionTerm::Coulomb, FrictionTerm::Coulomb)
        };
        let (offset, extra) =
            (self.coefficient(FrictionTerm::Offset), self.coefficient(FrictionTerm::Stribeck));
        (offset - self.coefficient(down) - extra, offset + self.coefficient(up) + extra)
    }

    /// Whether no number is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        let Self { viscous, viscous_asymmetry, coulomb, coulomb_backward, .. } = self;
        [viscous, viscous_asymmetry, coulomb, coulomb_backward, &self.stribeck, &self.offset]
            .into_iter()
            .all(|x| x.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Friction {
        Friction {
            shape: FrictionShape::COULOMB_VISCOUS
                .with_direction()
                .with_viscous_asymmetry()
                .with_offset()
                .with_tanh(0.05)
                .with_stribeck(0.2, 1.5),
            viscous: 2.0,
            viscous_asymmetry: -0.4,
            coulomb: 3.0,
            coulomb_backward: 4.0,
            stribeck: 1.5,
            offset: 0.3,
        }
    }

    #[test]
    fn exact_sign_is_odd_and_zero_at_rest() {
        let f = Friction::coulomb_viscous(3.0, 2.0);
        assert_eq!(f.torque(0.0), 0.0);
        assert_eq!(f.torque(0.5), 4.0);
        assert_eq!(f.torque(-0.5), -4.0);
        assert_eq!(f.holding_range(), (-3.0, 3.0));
    }

    #[test]
    fn direction_dependent_friction_resists_each_way_with_its_own_torque() {
        let f = Friction {
            shape: FrictionShape::COULOMB_VISCOUS.with_direction(),
            coulomb: 3.0,
            coulomb_backward: 4.0,
            ..Friction::NONE
        };
        assert_eq!((f.torque(1.0), f.torque(-1.0)), (3.0, -4.0));
        assert_eq!(f.holding_range(), (-4.0, 3.0));
        let shape = f.shape.with_viscous_asymmetry();
        let f = Friction { shape, viscous: 2.0, viscous_asymmetry: 0.5, ..f };
        assert_eq!((f.viscous_towards(1.0), f.viscous_towards(-1.0)), (2.5, 1.5));
        assert_eq!((f.torque(2.0), f.torque(-2.0)), (3.0 + 5.0, -4.0 - 3.0));
        assert_eq!(f.holding_range(), (-4.0, 3.0), "nothing of it at rest");
    }

    #[test]
    fn stribeck_falls_from_break_away_to_coulomb() {
        let f = Friction {
            shape: FrictionShape::COULOMB_VISCOUS.with_stribeck(0.1, 2.0),
            coulomb: 3.0,
            stribeck: 1.0,
            ..Friction::NONE
        };
        assert!((f.torque(1e-9) - 4.0).abs() < 1e-9);
        assert!((f.torque(0.1) - (3.0 + (-1.0_f64).exp())).abs() < 1e-12);
        assert!((f.torque(2.0) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn slopes_are_the_derivatives_of_the_columns() {
        let shape = full().shape;
        for term in shape.terms() {
            for qd in [-0.7, -0.03, 0.02, 0.4] {
                let h = 1e-6;
                let numeric = (shape.column(term, qd + h) - shape.column(term, qd - h)) / (2.0 * h);
                let analytic = shape.column_slope(term, qd);
                assert!(
                    (numeric - analytic).abs() < 1e-6 * (1.0 + analytic.abs()),
                    "{term:?} at {qd}: {numeric} != {analytic}"
                );
            }
        }
    }

    #[test]
    fn shapes_that_make_no_sense_are_named() {
        assert_eq!(full().shape.problem(), None);
        assert!(FrictionShape::NONE.with_tanh(0.0).problem().is_some());
        assert!(FrictionShape::NONE.with_stribeck(f64::NAN, 2.0).problem().is_some());
    }
}
