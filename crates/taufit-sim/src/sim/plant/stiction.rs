//! Dry friction that truly sticks: no smoothing of the sign, a coordinate at rest is held.

use taufit_dynamics::friction::{CoulombShape, Friction, FrictionTerm};

/// Sliding state of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sim) enum Slide {
    /// It has no dry friction.
    Free,
    /// At rest, and held there by whatever friction is needed.
    Stuck,
    /// Moves or is about to move towards larger positions.
    Forward,
    /// Moves or is about to move towards smaller positions.
    Backward,
}

impl Slide {
    /// The direction of a moving coordinate.
    pub(in crate::sim) fn along(v: f64) -> Self {
        if v > 0.0 { Self::Forward } else { Self::Backward }
    }

    /// +1 or −1; zero where there is no direction.
    pub(in crate::sim) fn sign(self) -> f64 {
        match self {
            Self::Forward => 1.0,
            Self::Backward => -1.0,
            Self::Free | Self::Stuck => 0.0,
        }
    }
}

/// Friction of one coordinate, with a part that grows with the torque that the gearbox transmits.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Stiction {
    friction: Friction,
    /// Dry friction per transmitted torque.
    load_share: f64,
}

impl Stiction {
    pub(super) const NONE: Self = Self { friction: Friction::NONE, load_share: 0.0 };

    pub(super) fn new(friction: Friction, load_share: f64) -> Self {
        Self { friction, load_share }
    }

    /// Whether it can stick. A smooth sign (tanh) is taken at its word: it creeps.
    pub(in crate::sim) fn is_dry(&self) -> bool {
        let (lower, upper) = self.friction.holding_range();
        self.friction.shape.sign == CoulombShape::Sign && (upper > lower || self.load_share > 0.0)
    }

    /// Friction torques between which the coordinate stays at rest under this load.
    pub(in crate::sim) fn holding_range(&self, load_nm: f64) -> (f64, f64) {
        let (lower, upper) = self.friction.holding_range();
        let more = self.load_share * load_nm.abs();
        (lower - more, upper + more)
    }

    /// Friction torque of a coordinate that is not stuck.
    ///
    /// While a step is tried, the velocity may run past zero; the friction of the old direction goes on
    /// smoothly there, so that the moment of the stop can be found.
    pub(in crate::sim) fn torque(&self, slide: Slide, v: f64, load_nm: f64) -> f64 {
        let sign = slide.sign();
        let loaded = self.load_share * load_nm.abs();
        if sign == 0.0 {
            let sigma = self.friction.shape.column(FrictionTerm::Coulomb, v);
            return self.friction.torque(v) + loaded * sigma;
        }
        let forward = sign * (sign * v).max(f64::MIN_POSITIVE);
        let viscous = self.friction.viscous_towards(sign);
        self.friction.torque(forward) + viscous * (v - forward) + loaded * sign
    }

    /// Slope of the torque over velocity, as far as it damps.
    pub(super) fn damping(&self, slide: Slide, v: f64) -> f64 {
        let f = &self.friction;
        if slide != Slide::Free {
            return f.viscous_towards(slide.sign()).max(0.0);
        }
        let slope = f.shape.terms().map(|term| f.coefficient(term) * f.shape.column_slope(term, v));
        slope.sum::<f64>().max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::friction::FrictionShape;

    fn stribeck() -> Friction {
        Friction {
            shape: FrictionShape::COULOMB_VISCOUS
                .with_viscous_asymmetry()
                .with_stribeck(0.1, 2.0)
                .with_offset(),
            viscous: 2.0,
            viscous_asymmetry: 0.7,
            coulomb: 3.0,
            stribeck: 1.0,
            offset: 0.5,
            ..Friction::NONE
        }
    }

    #[test]
    fn sliding_friction_meets_the_holding_range_at_rest() {
        let stiction = Stiction::new(stribeck(), 0.1);
        let (lower, upper) = stiction.holding_range(-20.0);
        assert_eq!((lower, upper), (-5.5, 6.5));
        assert_eq!(stiction.torque(Slide::Forward, 0.0, -20.0), upper);
        assert_eq!(stiction.torque(Slide::Backward, 0.0, -20.0), lower);
        assert_eq!(stiction.torque(Slide::Forward, 0.4, 0.0), stribeck().torque(0.4));
    }

    #[test]
    fn past_the_stop_friction_goes_on_without_a_jump() {
        let stiction = Stiction::new(stribeck(), 0.0);
        let (before, after) = (
            stiction.torque(Slide::Forward, 1e-9, 0.0),
            stiction.torque(Slide::Forward, -1e-9, 0.0),
        );
        assert!((before - after).abs() < 1e-8);
    }

    #[test]
    fn a_smooth_sign_does_not_stick() {
        let smooth = Friction { shape: stribeck().shape.with_tanh(0.05), ..stribeck() };
        assert!(Stiction::new(stribeck(), 0.0).is_dry());
        assert!(!Stiction::new(smooth, 0.0).is_dry());
        assert!(!Stiction::NONE.is_dry());
    }
}
