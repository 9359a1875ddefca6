//! A motion design as a problem for the optimiser.

use super::criterion::Criterion;
use super::guard::Guards;
use super::information::Information;
use super::instants::Instants;
use super::sqp::{Nonlinear, NonlinearProgram};
use taufit_dynamics::diagnostics::Result;

/// Criterion and non-linear constraints as functions of the variables.
pub(super) struct DesignProblem<'a> {
    pub(super) information: &'a Information<'a>,
    pub(super) criterion: &'a Criterion,
    /// Exponent of the norms that stand for extreme eigenvalues.
    pub(super) exponent: f64,
    /// Where the information is gathered.
    pub(super) instants: &'a Instants,
    pub(super) guards: &'a Guards<'a>,
}

impl NonlinearProgram for DesignProblem<'_> {
    fn value(&self, x: &[f64]) -> Result<f64> {
        self.information.value(self.criterion, self.exponent, &self.instants.states(x))
    }

    fn judge(&self, x: &[f64]) -> Result<(f64, Vec<f64>)> {
        let states = self.instants.states(x);
        let judged =
            self.information.judge(self.criterion, self.exponent, self.instants, &states)?;
        Ok((judged.value, judged.slopes))
    }

    fn violation(&self, x: &[f64]) -> Result<f64> {
        self.guards.violation(x)
    }

    fn near(&self, x: &[f64]) -> Result<Vec<Nonlinear>> {
        self.guards.near(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::{CollisionModel, CollisionSettings, Geometry, Scene};
    use crate::excite::task::{Known, Surroundings, Task};
    use crate::excite::{ExciteSettings, Family, LimitSettings, Measure, Scaling};
    use taufit_data::evidence::{RowSettings, Stretch, observe};
    use taufit_dynamics::friction::FrictionShape;
    use taufit_dynamics::model::{Motor, Robot, catalog};
    use taufit_dynamics::spatial::Vec3;

    /// Friction, rotors, offset and a tilted base: nothing is zero.
    fn robot() -> Robot {
        let mut robot = catalog::robot("ur5").unwrap().with_gravity(Vec3::new(1.0, 2.0, -9.0));
        for dof in 0..robot.n_dof() {
            let motor = robot.dof_joint(dof).motor.clone();
            robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2: 0.3, ..motor });
            let mut friction = robot.dof_joint(dof).friction;
            friction.shape = FrictionShape::COULOMB_VISCOUS.with_tanh(0.3);
            (friction.viscous, friction.coulomb) = (3.0, 2.0);
            robot = robot.with_friction(dof, friction);
        }
        robot
    }

    fn settings(measure: Measure, family: Family) -> ExciteSettings {
        ExciteSettings {
            family,
            criterion: measure.into(),
            // Smooth enough for differences to be exact.
            friction: FrictionShape::COULOMB_VISCOUS.with_tanh(0.3).with_offset(),
            period_s: 8.0,
            home: Some(vec![0.0, -1.5, 0.3, -1.5, 0.1, 0.2]),
            limits: LimitSettings {
                velocity: Some(vec![2.0; 6]),
                acceleration: Some(vec![8.0; 6]),
                torque: Some(vec![60.0; 6]),
                tool_speed_m_s: Some(0.8),
                tool_box_m: Some([Vec3::new(-0.3, -0.3, 0.2), Vec3::new(0.4, 0.4, 0.8)]),
                ..LimitSettings::default()
            },
            ..ExciteSettings::default()
        }
    }

    /// Variables of a lively motion, or of a calmer one that is near its limits but not far beyond.
    fn lively(task: &Task<'_>, size: f64) -> Vec<f64> {
        let rest = task.span.rest_at(&[0.1, -1.3, 0.6, -1.0, 0.7, 0.2]);
        rest.iter().enumerate().map(|(k, r)| r + size * (1.0 + 3.7 * k as f64).sin()).collect()
    }

    /// Compares with a difference over `±2 h`: wide enough for rounding to vanish, narrow enough for kinks
    /// to stay outside.
    fn assert_slopes(what: &str, slopes: &[f64], at: impl Fn(&[f64]) -> f64, x: &[f64], h: f64) {
        let scale = slopes.iter().fold(1e-2, |m: f64, s| m.max(s.abs()));
        for i in 0..x.len() {
            let moved = |h: f64| {
                let mut x = x.to_vec();
                x[i] += h;
                at(&x)
            };
            let (one, two) = (moved(h) - moved(-h), moved(2.0 * h) - moved(-2.0 * h));
            let slope = (8.0 * one - two) / (12.0 * h);
            assert!((slope - slopes[i]).abs() < 1e-6 * scale, "{what} {i}: {slope} {}", slopes[i]);
        }
    }

    fn check_criterion(settings: &ExciteSettings, known: Option<&Known>) {
        let robot = robot();
        let surroundings = Surroundings { collisions: None, known };
        let task = Task::new(&robot, settings, &surroundings).unwrap();
        let n = task.n_instants();
        let (instants, information) =
            (Instants::over_period(&task.span, n), task.information(&task.soft_layout, n));
        let guards = task.guards(0.0, 1).unwrap();
        let problem = DesignProblem {
            information: &information,
            criterion: &settings.criterion,
            exponent: 6.0,
            instants: &instants,
            guards: &guards,
        };
        let x = lively(&task, 0.5);
        let (value, slopes) = problem.judge(&x).unwrap();
        assert!((value - problem.value(&x).unwrap()).abs() < 1e-9 * (1.0 + value.abs()));
        let what = format!("{:?}", settings.criterion);
        assert_slopes(&what, &slopes, |x| problem.value(x).unwrap(), &x, 1e-3);
    }

    #[test]
    fn slopes_of_every_criterion_equal_differences() {
        for measure in [Measure::Cond, Measure::GramCond, Measure::D, Measure::E, Measure::A] {
            check_criterion(
                &settings(measure, Family::Fourier { order: vec![3, 4, 3, 2, 3, 4] }),
                None,
            );
        }
        check_criterion(&settings(Measure::D, Family::Spline { points: vec![10] }), None);
    }

    #[test]
    fn slopes_with_foreknowledge_choice_and_other_representatives_equal_differences() {
        let family = Family::Fourier { order: vec![3] };
        let plain = settings(Measure::A, family);
        let only = ExciteSettings { only: Some("m6,mx6,fc*".to_owned()), ..plain.clone() };
        check_criterion(&only, None);
        let robot = robot();
        let task =
            Task::new(&robot, &plain, &Surroundings { collisions: None, known: None }).unwrap();
        // The same columns in another order are another choice of representatives.
        let mut names: Vec<String> =
            task.base.independent().iter().map(|&c| task.layout.name(c)).collect();
        names.reverse();
        let representatives = Some(names.join(","));
        let turned = ExciteSettings { representatives, scaling: Scaling::Torque, ..plain.clone() };
        check_criterion(&turned, None);
        let states = Instants::over_period(&task.span, 60).states(&lively(&task, 0.5));
        let tau = vec![0.0; 60 * robot.n_dof()];
        let stretch = Stretch { samples: states.samples(), tau: &tau };
        let rows = RowSettings::default();
        let evidence = observe(&robot, &task.layout, &task.base, &[stretch], &rows).unwrap();
        let known = Known { evidence, sigma: vec![0.5; 6] };
        check_criterion(&plain, Some(&known));
    }

    #[test]
    fn slopes_of_every_condition_equal_differences() {
        let robot = robot();
        let scene = Scene::with_floor(0.0);
        let geometry = Geometry::without_meshes(&robot);
        let model =
            CollisionModel::new(&robot, &geometry, &scene, &CollisionSettings::default()).unwrap();
        let settings = settings(Measure::D, Family::Fourier { order: vec![3] });
        let surroundings = Surroundings { collisions: Some(&model), known: None };
        let task = Task::new(&robot, &settings, &surroundings).unwrap();
        let guards = task.guards(0.0, 1).unwrap();
        let x = lively(&task, 0.2);
        let near = guards.near(&x).unwrap();
        let value = |x: &[f64], id: (usize, usize, usize)| {
            let near = guards.near(x).unwrap();
            near.iter().find(|c| c.id == id).map(|c| c.value)
        };
        let mut seen = [0; 3];
        for condition in &near {
            // A condition may leave the watched range, and two places may be equally near: such
            // points have no slope.
            const H: f64 = 1e-6;
            let smooth = (0..x.len()).all(|i| {
                let moved = |h: f64| {
                    let mut x = x.clone();
                    x[i] += h;
                    value(&x, condition.id)
                };
                let (Some(up), Some(down)) = (moved(H), moved(-H)) else { return false };
                let bend = (up + down - 2.0 * condition.value).abs();
                bend < 1e-8
            });
            if !smooth || seen[condition.id.0] > 6 {
                continue;
            }
            seen[condition.id.0] += 1;
            let what = format!("condition {:?}", condition.id);
            assert_slopes(&what, &condition.slopes, |x| value(x, condition.id).unwrap(), &x, 1e-5);
        }
        assert!(seen.iter().all(|n| *n > 2), "{seen:?} of {}", near.len());
    }
}
