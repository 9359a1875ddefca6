//! Steps for springs that ring without end: an explicit Runge-Kutta pair of fifth order.
//!
//! Without damping the ringing of light links never dies and has to be followed, some steps per
//! period. At that step length nothing is stiff, and order is what makes steps long.

use super::super::plant::{Balance, Plant, State};
use super::response::solve_unstuck;
use super::step::StepStart;
use taufit_dynamics::diagnostics::Result;

/// Stages before the last one, each a row of Cash and Karp (1990).
const STAGES: [&[f64]; 5] = [
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[3.0 / 10.0, -9.0 / 10.0, 6.0 / 5.0],
    &[-11.0 / 54.0, 5.0 / 2.0, -70.0 / 27.0, 35.0 / 27.0],
    &[1631.0 / 55296.0, 175.0 / 512.0, 575.0 / 13824.0, 44275.0 / 110_592.0, 253.0 / 4096.0],
];
/// Fifth order.
const FIFTH: [f64; 6] = [37.0 / 378.0, 0.0, 250.0 / 621.0, 125.0 / 594.0, 0.0, 512.0 / 1771.0];
/// Fourth order, to judge the error by.
const FOURTH: [f64; 6] =
    [2825.0 / 27648.0, 0.0, 18575.0 / 48384.0, 13525.0 / 55296.0, 277.0 / 14336.0, 1.0 / 4.0];

/// Work space of a step.
#[derive(Clone, Debug)]
pub(super) struct Ringing {
    between: Balance,
    at: State,
    matrix: Vec<f64>,
    /// Velocities and accelerations of the stages.
    rates: [State; 6],
}

impl Ringing {
    pub(super) fn new(plant: &Plant) -> Self {
        let n = plant.n_coordinates();
        let state = State { q: vec![0.0; n], qd: vec![0.0; n] };
        Self {
            between: plant.empty_balance(),
            at: state.clone(),
            matrix: vec![0.0; n * n],
            rates: std::array::from_fn(|_| state.clone()),
        }
    }

    /// A step of `h_s`: where it leads, and its estimated error.
    pub(super) fn attempt(
        &mut self,
        plant: &mut Plant,
        start: StepStart<'_>,
        h_s: f64,
        (end, error): (&mut State, &mut State),
    ) -> Result<()> {
        self.at.clone_from(start.state);
        rate(plant, start, &self.at, start.balance, &mut self.matrix, &mut self.rates[0])?;
        for (stage, weights) in STAGES.into_iter().enumerate() {
            moved(start.state, &self.rates, weights, h_s, &mut self.at);
            plant.balance(&self.at, &mut self.between)?;
            let (between, matrix) = (&self.between, &mut self.matrix);
            rate(plant, start, &self.at, between, matrix, &mut self.rates[stage + 1])?;
        }
        moved(start.state, &self.rates, &FIFTH, h_s, end);
        let difference: [f64; 6] = std::array::from_fn(|k| FIFTH[k] - FOURTH[k]);
        error.q.fill(0.0);
        error.qd.fill(0.0);
        add(&self.rates, &difference, h_s, error);
        Ok(())
    }
}

/// Velocity and acceleration at a state.
fn rate(
    plant: &Plant,
    start: StepStart<'_>,
    at: &State,
    balance: &Balance,
    matrix: &mut [f64],
    out: &mut State,
) -> Result<()> {
    out.q.copy_from_slice(&at.qd);
    for (i, acceleration) in out.qd.iter_mut().enumerate() {
        let friction = plant.stictions()[i].torque(start.slides[i], at.qd[i], balance.load[i]);
        *acceleration = balance.force[i] + start.tau[i] - friction;
    }
    matrix.copy_from_slice(&balance.mass);
    solve_unstuck(matrix, &mut out.qd, start.slides).map_err(|e| plant.no_inertia(e))
}

/// `from + h Σ weight · rate`.
fn moved(from: &State, rates: &[State], weights: &[f64], h_s: f64, to: &mut State) {
    to.clone_from(from);
    add(rates, weights, h_s, to);
}

fn add(rates: &[State], weights: &[f64], h_s: f64, to: &mut State) {
    for (rate, weight) in rates.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
        let share = h_s * weight;
        to.q.iter_mut().zip(&rate.q).for_each(|(x, v)| *x += share * v);
        to.qd.iter_mut().zip(&rate.qd).for_each(|(v, a)| *v += share * a);
    }
}
