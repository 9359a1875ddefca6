//! One joint at constant velocity, with ramps at both ends (Ulici et al.).

use crate::diagnostics::ExperimentError;
use serde::Serialize;
use taufit_dynamics::diagnostics::Result;

/// One joint moves, the others stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Travel {
    /// Positions of all joints at the start.
    pub start: Vec<f64>,
    /// The coordinate that moves.
    pub dof: usize,
    /// Signed distance, ramps included \[rad or m\].
    pub distance_rad: f64,
    /// Speed, positive \[rad/s or m/s\].
    pub speed_rad_s: f64,
    /// Duration of each ramp \[s\].
    pub ramp_s: f64,
}

impl Travel {
    /// With ramps of this acceleration; refuses a distance on which the speed is not reached.
    pub(super) fn new(
        joint: &str,
        (start, dof): (&[f64], usize),
        (distance_rad, speed_rad_s): (f64, f64),
        acceleration_rad_s2: f64,
    ) -> Result<Self> {
        let ramp_s = speed_rad_s / acceleration_rad_s2;
        let needed_rad = 2.0 * speed_rad_s * ramp_s;
        let usable = speed_rad_s > 0.0 && speed_rad_s.is_finite() && distance_rad.is_finite();
        // Half of the way at constant speed, or there is nothing to average over.
        if !usable || distance_rad.abs() < needed_rad {
            let joint = joint.to_owned();
            return Err(ExperimentError::TravelTooShort {
                joint,
                speed_rad_s,
                distance_rad,
                needed_rad,
            }
            .into());
        }
        Ok(Self { start: start.to_vec(), dof, distance_rad, speed_rad_s, ramp_s })
    }

    /// Duration \[s\].
    pub fn duration_s(&self) -> f64 {
        self.distance_rad.abs() / self.speed_rad_s + self.ramp_s
    }

    /// Velocities of all joints at a time.
    pub(super) fn velocity(&self, t_s: f64) -> Vec<f64> {
        let left_s = t_s.min(self.duration_s() - t_s);
        let share = (left_s / self.ramp_s).clamp(0.0, 1.0);
        let mut qd = vec![0.0; self.start.len()];
        qd[self.dof] = share * self.speed_rad_s.copysign(self.distance_rad);
        qd
    }

    /// Positions of all joints at a time: the integral of the velocities.
    pub(super) fn position(&self, t_s: f64) -> Vec<f64> {
        let (ramp_s, end_s) = (self.ramp_s, self.duration_s());
        let t_s = t_s.clamp(0.0, end_s);
        let left_s = end_s - t_s;
        // In seconds at full speed.
        let travelled_s = if t_s < ramp_s {
            0.5 * t_s * t_s / ramp_s
        } else if left_s < ramp_s {
            end_s - ramp_s - 0.5 * left_s * left_s / ramp_s
        } else {
            t_s - 0.5 * ramp_s
        };
        let mut q = self.start.clone();
        q[self.dof] += travelled_s * self.speed_rad_s.copysign(self.distance_rad);
        q
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_covers_its_distance_at_its_speed() {
        let travel = Travel::new("elbow", (&[0.5, 1.0], 1), (-1.2, 0.4), 2.0).unwrap();
        assert_eq!(travel.duration_s(), 1.2 / 0.4 + 0.2);
        assert_eq!(travel.velocity(1.0), [0.0, -0.4]);
        // The integral, by the midpoint rule.
        let n = 32_000;
        let dt_s = travel.duration_s() / f64::from(n);
        let mut q = 1.0;
        for k in 0..n {
            let t_s = f64::from(k) * dt_s;
            assert!((travel.position(t_s)[1] - q).abs() < 1e-9, "{t_s}");
            q += dt_s * travel.velocity(t_s + 0.5 * dt_s)[1];
        }
        assert!((q - (1.0 - 1.2)).abs() < 1e-9);
        assert_eq!(travel.position(99.0)[0], 0.5);
    }

    #[test]
    fn a_way_without_room_for_the_speed_is_refused() {
        let error = Travel::new("elbow", (&[0.0], 0), (0.1, 1.0), 2.0).unwrap_err();
        assert_eq!(error.code(), "E152");
        assert!(error.to_string().contains("at least 1.000 "), "{error}");
    }
}
