//! Designed motions for the robots that others wrote: no limit is broken, nothing touches.

use crate::common::public_models;
use std::path::PathBuf;
use taufit::collision::{CollisionModel, CollisionSettings, Scene};
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::excite::{Design, ExciteSettings, Surroundings, design_motion};
use taufit::model::Robot;
use taufit_io::{read_geometry, read_robot};

/// Twenty times the rate of the log, shifted so that no instant is one of the design's own.
fn assert_safe(robot: &Robot, design: &Design, model: &CollisionModel) {
    let motion = &design.trajectory;
    let step_s = 1.0 / (20.0 * design.settings.rate_hz);
    let (mut scratch, mut near) = (Scratch::new(robot), model.scratch());
    for k in 0..(motion.duration_s() / step_s) as usize {
        let t_s = (k as f64 + 0.381_966) * step_s;
        let state = motion.at(t_s);
        let tau = inverse_dynamics(robot, &mut scratch, &state.q, &state.qd, &state.qdd).unwrap();
        for (dof, limit) in design.limits.iter().enumerate() {
            let most = |x: f64, most: f64| x.abs() <= most * (1.0 + 1e-6);
            let (q, what) = (state.q[dof], (robot.name(), dof, t_s));
            assert!(q >= limit.lower - 1e-9 && q <= limit.upper + 1e-9, "{what:?}: {q}");
            assert!(most(state.qd[dof], limit.velocity), "{what:?}: {state:?}");
            assert!(most(state.qdd[dof], limit.acceleration), "{what:?}: {state:?}");
            assert!(most(tau[dof], limit.torque.unwrap_or(f64::INFINITY)), "{what:?}: {tau:?}");
        }
        if k % 20 == 0 {
            let nearest = model.distances(&state.q, &mut near).unwrap().iter();
            let nearest = nearest.map(|p| p.distance_m).fold(f64::INFINITY, f64::min);
            let kept = design.settings.limits.clearance_m;
            assert!(nearest >= kept - 1e-3, "{} {t_s}: {nearest}", robot.name());
        }
    }
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn designs_for_public_robots_keep_all_limits_and_distances() {
    let folder = public_models("urdf");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "urdf"));
    files.sort();
    let mut n_designed = 0;
    for file in files {
        let loaded = read_robot(file.to_str().unwrap()).unwrap();
        let robot = &loaded.robot;
        let settings = ExciteSettings {
            n_starts: 1,
            n_iterations: 10,
            period_s: 10.0,
            rate_hz: 50.0,
            ..ExciteSettings::default()
        };
        let geometry = read_geometry(&loaded, &[]).geometry;
        let touching_m = settings.limits.clearance_m;
        let checks = CollisionSettings { touching_m, ..CollisionSettings::default() };
        let model = CollisionModel::new(robot, &geometry, &Scene::default(), &checks).unwrap();
        let around = Surroundings { collisions: Some(&model), known: None };
        let design = design_motion(robot, &settings, &around, &|_| true)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_safe(robot, &design, &model);
        n_designed += 1;
    }
    assert!(n_designed >= 15, "{n_designed}");
}
