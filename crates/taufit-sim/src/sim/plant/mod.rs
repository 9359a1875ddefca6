//! The mechanics: what accelerates, what pulls, what rubs.

mod clamp;
mod equation;
mod flexibility;
mod loose_rotors;
mod stiction;
mod wrench;

pub use clamp::Clamp;
pub(super) use equation::{Balance, Linearised, State};
pub use flexibility::Flexibility;
pub(super) use stiction::{Slide, Stiction};
pub use wrench::ExternalWrench;

use crate::per_joint::{check_joint_vector, check_per_joint, per_joint};
use clamp::PlacedClamp;
use equation::springs;
use loose_rotors::LooseRotors;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{Error, ModelError, Result};
use taufit_dynamics::dynamics::{
    Scratch, frame_jacobian, kinetic_energy, mass_matrix, potential_energy, rnea,
};
use taufit_dynamics::model::{Frame, Robot};
use taufit_dynamics::spatial::Force;

/// The mechanics of an arm, with the work space to compute them.
#[derive(Clone, Debug)]
pub(super) struct Plant {
    /// Links, and rotors where joints are elastic.
    tree: Robot,
    scratch: Scratch,
    /// The links alone, where rotors do not feel their carriers.
    links: Option<LooseRotors>,
    n_dof: usize,
    elastic: bool,
    stictions: Vec<Stiction>,
    springs: Linearised,
    anchor: Option<PlacedClamp>,
    wrenches: Vec<(ExternalWrench, Frame)>,
    /// Time at which wrenches are looked up \[s\].
    now_s: f64,
}

impl Plant {
    pub(super) fn new(robot: &Robot, settings: &PlantSettings, q: &[f64]) -> Result<Self> {
        let n_dof = robot.n_dof();
        check_joint_vector("initial position", q, n_dof)?;
        check_per_joint("load_friction", &settings.load_friction, n_dof)?;
        let tree = match &settings.flexibility {
            Some(flexibility) => {
                flexibility.check(robot)?;
                flexibility.tree(robot)?
            }
            None => robot.clone(),
        };
        let stiction = |dof: usize| {
            let share = per_joint(&settings.load_friction, dof);
            Stiction::new(robot.dof_joint(dof).friction, share)
        };
        let mut stictions = vec![Stiction::NONE; tree.n_dof() - n_dof];
        stictions.extend((0..n_dof).map(stiction));
        let place = |w: &ExternalWrench| {
            w.check()?;
            Ok((w.clone(), robot.frame(&w.frame)?.clone()))
        };
        Ok(Self {
            scratch: Scratch::new(&tree),
            links: settings.flexibility.as_ref().and_then(|f| LooseRotors::new(f, robot)),
            n_dof,
            elastic: settings.flexibility.is_some(),
            stictions,
            springs: springs(settings.flexibility.as_ref(), n_dof, tree.n_dof()),
            anchor: settings.clamp.as_ref().map(|c| PlacedClamp::new(c, robot, q)).transpose()?,
            wrenches: settings.wrenches.iter().map(place).collect::<Result<_>>()?,
            tree,
            now_s: 0.0,
        })
    }

    pub(super) fn n_dof(&self) -> usize {
        self.n_dof
    }

    pub(super) fn n_coordinates(&self) -> usize {
        self.tree.n_dof()
    }

    /// The coordinate that motor `dof` turns.
    pub(super) fn motor(&self, dof: usize) -> usize {
        self.n_coordinates() - self.n_dof + dof
    }

    pub(super) fn is_elastic(&self) -> bool {
        self.elastic
    }

    /// Whether springs without damping are all there is that could be stiff.
    pub(super) fn rings(&self) -> bool {
        self.elastic && self.anchor.is_none() && self.springs.damping.iter().all(|d| *d == 0.0)
    }

    pub(super) fn stictions(&self) -> &[Stiction] {
        &self.stictions
    }

    /// The error about a coordinate without inertia.
    pub(super) fn no_inertia(&self, (i, pivot): (usize, f64)) -> Error {
        ModelError::SingularMassMatrix { joint: self.tree.dof_joint(i).name.clone(), pivot }.into()
    }

    /// At rest at `q`, with springs that carry the weight: `θ = q + K⁻¹ g(q)`.
    pub(super) fn at_rest(&mut self, q: &[f64]) -> Result<State> {
        let n = self.n_coordinates();
        let mut state = State { q: q.to_vec(), qd: vec![0.0; n] };
        if !self.elastic {
            return Ok(state);
        }
        state.q.extend_from_slice(q);
        let mut balance = self.empty_balance();
        self.balance(&state, &mut balance)?;
        for dof in 0..self.n_dof {
            let stiffness = self.springs.stiffness[dof * n + dof];
            state.q[self.motor(dof)] -= balance.force[dof] / stiffness;
        }
        Ok(state)
    }

    /// Times at which a wrench comes or goes.
    pub(super) fn boundaries_s(&self) -> impl Iterator<Item = f64> + '_ {
        self.wrenches.iter().flat_map(|(w, _)| [w.from_s, w.to_s])
    }

    /// From now on the wrenches of this time act.
    pub(super) fn set_time(&mut self, t_s: f64) {
        self.now_s = t_s;
    }

    pub(super) fn empty_balance(&self) -> Balance {
        let n = self.n_coordinates();
        Balance { mass: vec![0.0; n * n], force: vec![0.0; n], load: vec![0.0; n] }
    }

    /// Mass matrix, and all forces but friction and motor torques.
    pub(super) fn balance(&mut self, state: &State, out: &mut Balance) -> Result<()> {
        out.load.fill(0.0);
        match &mut self.links {
            Some(links) => links.balance(state, out)?,
            None => {
                let Self { tree, scratch, .. } = self;
                out.mass.copy_from_slice(mass_matrix(tree, scratch, &state.q)?);
                // Velocities only: what the links demand at constant speed.
                let demand = rnea(tree, scratch, &state.q, &state.qd, &out.load)?;
                for (force, demand) in out.force.iter_mut().zip(demand) {
                    *force = -demand;
                }
            }
        }
        if !self.elastic {
            out.load.copy_from_slice(&out.force);
        }
        self.add_springs(state, out);
        self.add_environment(state, &mut out.force)
    }

    /// Torques of the springs between motors and links.
    fn add_springs(&self, state: &State, out: &mut Balance) {
        if !self.elastic {
            return;
        }
        let (n, n_dof) = (self.n_coordinates(), self.n_dof);
        for link in 0..n_dof {
            let motor = n_dof + link;
            let at = link * n + link;
            let pull = self.springs.stiffness[at] * (state.q[motor] - state.q[link])
                + self.springs.damping[at] * (state.qd[motor] - state.qd[link]);
            out.force[link] += pull;
            out.force[motor] -= pull;
            out.load[motor] = pull;
        }
    }

    fn add_environment(&mut self, state: &State, tau: &mut [f64]) -> Result<()> {
        let Self { tree, scratch, anchor, wrenches, now_s, .. } = self;
        if let Some(anchor) = anchor {
            anchor.add_torques(tree, scratch, (&state.q, &state.qd), tau)?;
        }
        for (wrench, frame) in wrenches.iter().filter(|(w, _)| w.acts_at(*now_s)) {
            let push = Force { moment: wrench.moment_nm, force: wrench.force_n };
            let jacobian = frame_jacobian(tree, scratch, &state.q, frame)?;
            for (tau, column) in tau.iter_mut().zip(jacobian) {
                *tau += column.dot(push);
            }
        }
        Ok(())
    }

    pub(super) fn empty_linearised(&self) -> Linearised {
        self.springs.clone()
    }

    /// The stiff part of the forces around a state.
    pub(super) fn linearise(
        &mut self,
        state: &State,
        slides: &[Slide],
        out: &mut Linearised,
    ) -> Result<()> {
        let n = self.n_coordinates();
        out.stiffness.copy_from_slice(&self.springs.stiffness);
        out.damping.copy_from_slice(&self.springs.damping);
        for (i, stiction) in self.stictions.iter().enumerate() {
            out.damping[i * n + i] += stiction.damping(slides[i], state.qd[i]);
        }
        let Self { tree, scratch, anchor, .. } = self;
        let Some(anchor) = anchor else { return Ok(()) };
        let matrices = (out.stiffness.as_mut_slice(), out.damping.as_mut_slice());
        anchor.add_linearised(tree, scratch, &state.q, matrices)
    }

    /// Kinetic energy, energy in gravity, and energy of the springs \[J\].
    pub(super) fn energy(&mut self, state: &State) -> Result<f64> {
        let (n, n_dof) = (self.n_coordinates(), self.n_dof);
        let Self { tree, scratch, anchor, .. } = self;
        let mut energy = kinetic_energy(tree, scratch, &state.q, &state.qd)?
            + potential_energy(tree, scratch, &state.q)?;
        if let Some(anchor) = anchor {
            energy += anchor.energy(tree, scratch, &state.q)?;
        }
        for link in 0..n - n_dof {
            let twist = state.q[n_dof + link] - state.q[link];
            energy += 0.5 * self.springs.stiffness[link * n + link] * twist * twist;
        }
        Ok(energy)
    }

    /// Wrench of the environment on the clamped frame, world axes about its origin; zero where nothing
    /// is clamped.
    pub(super) fn clamp_wrench(&mut self, state: &State) -> Result<Force> {
        let Self { tree, scratch, anchor, .. } = self;
        let wrench = anchor.as_ref().map(|a| a.wrench(tree, scratch, &state.q, &state.qd));
        Ok(wrench.transpose()?.unwrap_or(Force::ZERO))
    }
}

/// Properties of the arm beyond its [`Robot`](taufit_dynamics::model::Robot).
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlantSettings {
    /// Springs in the joints; rigid joints where not given.
    pub flexibility: Option<Flexibility>,
    /// Clamp of the arm; free where not given.
    pub clamp: Option<Clamp>,
    /// Dry friction per torque that the gearbox transmits, per joint; one value serves all. In rigid
    /// joints that torque is taken at constant speed.
    pub load_friction: Vec<f64>,
    /// Pushes from outside.
    pub wrenches: Vec<ExternalWrench>,
}
