//! Rotors that only springs connect to the arm: half of the coordinates need no recursion.

use super::flexibility::Flexibility;
use super::{Balance, State};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::{Scratch, mass_matrix, rnea};
use taufit_dynamics::model::RotorCoupling;
use taufit_dynamics::model::{Motor, Robot};

/// The links as a robot of their own, and the inertia of the rotors.
#[derive(Clone, Debug)]
pub(super) struct LooseRotors {
    links: Robot,
    scratch: Scratch,
    inertia_kg_m2: Vec<f64>,
    /// Accelerations of links at constant speed.
    zeros: Vec<f64>,
}

impl LooseRotors {
    /// `None` where rotors feel their carriers.
    pub(super) fn new(flexibility: &Flexibility, robot: &Robot) -> Option<Self> {
        if flexibility.rotors == RotorCoupling::Full {
            return None;
        }
        let inertia = robot.dof_joint_iter().map(|j| j.motor.rotor_inertia_kg_m2).collect();
        let links = (0..robot.n_dof())
            .fold(robot.clone(), |links, dof| links.with_motor(dof, Motor::default()));
        Some(Self {
            scratch: Scratch::new(&links),
            inertia_kg_m2: inertia,
            zeros: vec![0.0; links.n_dof()],
            links,
        })
    }

    /// Mass matrix and forces of links and rotors, springs excluded.
    pub(super) fn balance(&mut self, state: &State, out: &mut Balance) -> Result<()> {
        let Self { links, scratch, inertia_kg_m2, zeros } = self;
        let n_dof = links.n_dof();
        let (q, qd) = (&state.q[..n_dof], &state.qd[..n_dof]);
        let n = state.q.len();
        for (row, mass) in mass_matrix(links, scratch, q)?.chunks(n_dof).enumerate() {
            out.mass[row * n..row * n + n_dof].copy_from_slice(mass);
        }
        for (dof, inertia) in inertia_kg_m2.iter().enumerate() {
            out.mass[(n_dof + dof) * (n + 1)] = *inertia;
        }
        // Velocities only: what the links demand at constant speed.
        let demand = rnea(links, scratch, q, qd, zeros)?;
        for (force, demand) in out.force.iter_mut().zip(demand) {
            *force = -demand;
        }
        out.force[n_dof..].fill(0.0);
        Ok(())
    }
}
