//! One step of the integrator: linearly implicit Euler, extrapolated to third order.
//!
//! Euler's step with `K`, `D` the stiff part of the forces, frozen over the step:
//!
//! ```text
//! (M + h D + h² K) (v' − v) = h (f(x, v) − h K v),   x' = x + h v'
//! ```
//!
//! It stays stable however stiff the springs are. Its error is a power series in `h` whatever `K` and
//! `D` are, so that one, two and three substeps combine to third order (Hairer, Wanner 1996, §IV.9).
//! The dynamics is evaluated once at the start, for all three, and at three states in between.

use super::super::plant::{Balance, Linearised, Plant, Slide, State};
use super::response::solve_unstuck;
use super::ringing::Ringing;
use taufit_dynamics::diagnostics::Result;

/// Substeps of the three attempts.
const SUBSTEPS: [usize; 3] = [1, 2, 3];
/// Weights of the third-order combination.
const THIRD_ORDER: [f64; 3] = [0.5, -4.0, 4.5];
/// The difference to the combination `3 T₃ − 2 T₂` of second order.
const DIFFERENCE: [f64; 3] = [0.5, -2.0, 1.5];

/// Work space of a step.
#[derive(Clone, Debug)]
pub(super) struct Stepper {
    linearised: Linearised,
    between: Balance,
    attempts: [State; 3],
    matrix: Vec<f64>,
    delta: Vec<f64>,
    /// Takes over where springs ring without damping.
    ringing: Option<Ringing>,
    /// End of the step.
    pub(super) end: State,
    /// Estimated errors of the step.
    pub(super) error: State,
}

/// Where a step begins.
#[derive(Clone, Copy)]
pub(super) struct StepStart<'a> {
    pub(super) state: &'a State,
    pub(super) balance: &'a Balance,
    pub(super) slides: &'a [Slide],
    /// Motor torques of all coordinates.
    pub(super) tau: &'a [f64],
}

impl Stepper {
    pub(super) fn new(plant: &Plant) -> Self {
        let n = plant.n_coordinates();
        let state = State { q: vec![0.0; n], qd: vec![0.0; n] };
        Self {
            linearised: plant.empty_linearised(),
            between: plant.empty_balance(),
            attempts: [state.clone(), state.clone(), state.clone()],
            matrix: vec![0.0; n * n],
            delta: vec![0.0; n],
            ringing: plant.rings().then(|| Ringing::new(plant)),
            end: state.clone(),
            error: state,
        }
    }

    /// Power of the step's length with which its estimated error grows.
    pub(super) fn error_power(&self) -> f64 {
        if self.ringing.is_some() { 5.0 } else { 3.0 }
    }

    /// Takes the stiffness of the forces from the state where steps begin.
    pub(super) fn prepare(&mut self, plant: &mut Plant, start: StepStart<'_>) -> Result<()> {
        plant.linearise(start.state, start.slides, &mut self.linearised)
    }

    /// A step of `h_s` from the prepared start, to [`Self::end`].
    pub(super) fn attempt(
        &mut self,
        plant: &mut Plant,
        start: StepStart<'_>,
        h_s: f64,
    ) -> Result<()> {
        if let Some(ringing) = &mut self.ringing {
            return ringing.attempt(plant, start, h_s, (&mut self.end, &mut self.error));
        }
        for (which, n_substeps) in SUBSTEPS.into_iter().enumerate() {
            self.substeps(plant, start, which, (n_substeps, h_s / n_substeps as f64))?;
        }
        let Self { attempts: [one, two, three], end, error, .. } = self;
        for i in 0..start.slides.len() {
            let (q, qd) = (start.state.q[i], start.state.qd[i]);
            // Changes, not values, are combined: what does not move stays to the last bit.
            let dq = [one.q[i] - q, two.q[i] - q, three.q[i] - q];
            let dqd = [one.qd[i] - qd, two.qd[i] - qd, three.qd[i] - qd];
            (end.q[i], end.qd[i]) =
                (q + combined(THIRD_ORDER, dq), qd + combined(THIRD_ORDER, dqd));
            (error.q[i], error.qd[i]) = (combined(DIFFERENCE, dq), combined(DIFFERENCE, dqd));
        }
        Ok(())
    }

    fn substeps(
        &mut self,
        plant: &mut Plant,
        start: StepStart<'_>,
        which: usize,
        (n_substeps, h_s): (usize, f64),
    ) -> Result<()> {
        self.attempts[which].q.copy_from_slice(&start.state.q);
        self.attempts[which].qd.copy_from_slice(&start.state.qd);
        for substep in 0..n_substeps {
            if substep > 0 {
                plant.balance(&self.attempts[which], &mut self.between)?;
            }
            let balance = if substep == 0 { start.balance } else { &self.between };
            let (state, delta) = (&mut self.attempts[which], &mut self.delta);
            velocity_change(plant, (state, balance), start, &self.linearised, h_s, delta);
            system(&mut self.matrix, balance, &self.linearised, h_s);
            solve_unstuck(&mut self.matrix, delta, start.slides)
                .map_err(|e| plant.no_inertia(e))?;
            for (i, delta) in delta.iter().enumerate() {
                state.qd[i] += delta;
                state.q[i] += h_s * state.qd[i];
            }
        }
        Ok(())
    }
}

/// `h (f − h K v)`, friction and motor torques included.
fn velocity_change(
    plant: &Plant,
    (state, balance): (&State, &Balance),
    start: StepStart<'_>,
    linearised: &Linearised,
    h_s: f64,
    delta: &mut [f64],
) {
    let n = delta.len();
    for (i, delta) in delta.iter_mut().enumerate() {
        let friction = plant.stictions()[i].torque(start.slides[i], state.qd[i], balance.load[i]);
        let row = &linearised.stiffness[i * n..(i + 1) * n];
        let pull: f64 = row.iter().zip(&state.qd).map(|(k, v)| k * v).sum();
        *delta = h_s * (balance.force[i] + start.tau[i] - friction - h_s * pull);
    }
}

/// `M + h D + h² K`.
fn system(matrix: &mut [f64], balance: &Balance, linearised: &Linearised, h_s: f64) {
    let Linearised { stiffness, damping } = linearised;
    for (i, entry) in matrix.iter_mut().enumerate() {
        *entry = balance.mass[i] + h_s * (damping[i] + h_s * stiffness[i]);
    }
}

fn combined(weights: [f64; 3], attempts: [f64; 3]) -> f64 {
    weights[0] * attempts[0] + weights[1] * attempts[1] + weights[2] * attempts[2]
}
