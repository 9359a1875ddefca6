//! From an experiment to what a robot does, phase by phase.

use super::settings::refuse;
use super::sweep::sweep_phases;
use super::{Experiment, Phase, PhaseKind, PhaseMotion, RestToRest};
use serde::Serialize;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::model::Robot;
use taufit_excite::excite::{Lead, Trajectory};

/// Longest plan \[s\]: a day. Plans are checked point by point, so that an absurd duration would take for ever.
const MAX_DURATION_S: f64 = 86_400.0;

/// Shorter ways need no move \[rad or m\].
const NEAR: f64 = 1e-9;

/// Sequence of motions of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// Commands and samples per second \[Hz\].
    pub rate_hz: f64,
    /// The phases, in turn.
    pub phases: Vec<Phase>,
}

impl Plan {
    /// The plan for a robot that stands at `q`. `trajectory` is that of an excitation.
    pub fn new(
        experiment: &Experiment,
        robot: &Robot,
        trajectory: Option<&Trajectory>,
        q: &[f64],
    ) -> Result<Self> {
        experiment.validate()?;
        let mut route = Route { robot, experiment, at: q.to_vec(), phases: Vec::new() };
        match (experiment, trajectory) {
            (Experiment { excitation: Some(_), .. }, None) => {
                return refuse("an excitation needs its trajectory".to_owned());
            }
            (Experiment { excitation: Some(_), .. }, Some(trajectory)) => {
                route.follow(trajectory)?;
            }
            (Experiment { sweep: Some(sweep), .. }, _) => sweep_phases(sweep, &mut route)?,
            (Experiment { poses: Some(poses), .. }, _) => {
                for (k, pose) in poses.list.iter().enumerate() {
                    route.go_to(pose)?;
                    route.add(PhaseKind::Dwell, route.hold(poses.dwell_s)).iteration = Some(k + 1);
                }
            }
            (Experiment { ramps: Some(ramps), .. }, _) => {
                for (k, ramp) in ramps.list.iter().enumerate() {
                    robot.frame(&ramp.frame)?;
                    route.add(PhaseKind::Press, PhaseMotion::Press(ramp.clone())).iteration =
                        Some(k + 1);
                    route.settle();
                }
            }
            (Experiment { log, .. }, _) => {
                let duration_s = log.map_or(0.0, |log| log.duration_s);
                route.add(PhaseKind::Log, PhaseMotion::Listen { duration_s });
            }
        }
        route.go_home(q)?;
        let plan = Self { rate_hz: experiment.rate_hz, phases: route.phases };
        match plan.duration_s() {
            value if value <= MAX_DURATION_S => Ok(plan),
            value => Err(InputError::OutOfRange {
                setting: "the duration of the plan [s]",
                value,
                expected: "at most 86400 (a day); check positions, speeds and durations",
            }
            .into()),
        }
    }

    /// Whether nothing is commanded.
    pub fn only_listens(&self) -> bool {
        self.phases.iter().all(|phase| phase.motion.command(0.0).is_none())
    }

    /// Duration of everything \[s\].
    pub fn duration_s(&self) -> f64 {
        self.phases.iter().map(|phase| phase.duration_s).sum()
    }
}

/// Where a simulated robot stands before an experiment: where its settings say, at its home, or where
/// the experiment begins.
pub fn start_pose(
    experiment: &Experiment,
    robot: &Robot,
    trajectory: Option<&Trajectory>,
) -> Result<Vec<f64>> {
    let Experiment { simulation, home, sweep, poses, .. } = experiment;
    if let Some(said) = simulation.start.as_ref().or(home.as_ref()) {
        return Ok(said.clone());
    }
    if let Some(trajectory) = trajectory {
        return Ok(in_order_of(robot, trajectory)?.at(0.0).q);
    }
    let swept = sweep.as_ref().and_then(|sweep| sweep.joints.first()).map(|joint| &joint.start);
    let posed = poses.as_ref().and_then(|poses| poses.list.first());
    Ok(swept.or(posed).cloned().unwrap_or_else(|| vec![0.0; robot.n_dof()]))
}

/// State of a plan while it is made.
pub(super) struct Route<'a> {
    pub(super) robot: &'a Robot,
    experiment: &'a Experiment,
    pub(super) at: Vec<f64>,
    phases: Vec<Phase>,
}

impl Route<'_> {
    /// Adds a phase, and gives it back so that it can be labelled.
    pub(super) fn add(&mut self, kind: PhaseKind, motion: PhaseMotion) -> &mut Phase {
        self.phases.push(Phase::new(kind, motion));
        let last = self.phases.len() - 1;
        &mut self.phases[last]
    }

    /// Moves to a pose and comes to rest there.
    pub(super) fn go_to(&mut self, pose: &[f64]) -> Result<()> {
        self.move_to(PhaseKind::GoToStart, pose)?;
        self.settle();
        Ok(())
    }

    /// Comes to rest.
    pub(super) fn settle(&mut self) {
        if self.experiment.settle_s > 0.0 {
            self.add(PhaseKind::Settle, self.hold(self.experiment.settle_s));
        }
    }

    fn hold(&self, duration_s: f64) -> PhaseMotion {
        PhaseMotion::Hold { q: self.at.clone(), duration_s }
    }

    fn move_to(&mut self, kind: PhaseKind, pose: &[f64]) -> Result<()> {
        let share = self.experiment.speed_share;
        let way = RestToRest::within_limits(self.robot, &self.at, pose, share)?;
        if self.at.iter().zip(pose).any(|(a, b)| (a - b).abs() > NEAR) {
            self.add(kind, PhaseMotion::Move(way));
        }
        self.at = pose.to_vec();
        Ok(())
    }

    fn follow(&mut self, trajectory: &Trajectory) -> Result<()> {
        let mut trajectory = in_order_of(self.robot, trajectory)?;
        let repetitions = self.experiment.excitation.as_ref().and_then(|e| e.repetitions);
        trajectory.repetitions = repetitions.unwrap_or(trajectory.repetitions);
        self.go_to(&trajectory.at(0.0).q)?;
        self.at = trajectory.at(trajectory.duration_s()).q;
        self.add(PhaseKind::Follow, PhaseMotion::Follow(trajectory));
        self.settle();
        Ok(())
    }

    /// Back to the experiment's home, or to where the robot was; a robot that is only listened to, or
    /// that is clamped, goes nowhere.
    fn go_home(&mut self, start: &[f64]) -> Result<()> {
        if self.experiment.log.is_some() || self.experiment.ramps.is_some() {
            return Ok(());
        }
        let home = self.experiment.home.clone().unwrap_or_else(|| start.to_vec());
        self.move_to(PhaseKind::Return, &home)
    }
}

/// The trajectory with its joints in the order of the robot's coordinates.
fn in_order_of(robot: &Robot, trajectory: &Trajectory) -> Result<Trajectory> {
    trajectory.check()?;
    let place = |name: &str| {
        trajectory.joints.iter().position(|joint| joint == name).ok_or_else(|| {
            let names = trajectory.joints.iter().map(String::as_str);
            InputError::unknown_name("curve for a joint", name, names)
        })
    };
    let places: Vec<usize> =
        robot.dof_joint_iter().map(|joint| place(&joint.name)).collect::<Result<_>>()?;
    if places.len() != trajectory.joints.len() {
        let (expected, found) = (places.len(), trajectory.joints.len());
        return Err(InputError::LengthMismatch {
            what: "curves of the trajectory",
            expected,
            found,
        }
        .into());
    }
    let lead = trajectory.lead.as_ref().map(|lead| Lead {
        home: places.iter().map(|&i| lead.home[i]).collect(),
        duration_s: lead.duration_s,
    });
    Ok(Trajectory {
        joints: places.iter().map(|&i| trajectory.joints[i].clone()).collect(),
        repetitions: trajectory.repetitions,
        lead,
        curves: places.iter().map(|&i| trajectory.curves[i].clone()).collect(),
    })
}
