//! From torques to motion: steps under error control, and the moments at which joints stop or let go.

mod response;
mod ringing;
mod settings;
mod step;

pub use settings::IntegratorSettings;

use super::plant::{Balance, Plant, Slide, State};
use crate::diagnostics::SimError;
use response::Response;
use step::{StepStart, Stepper};
use taufit_dynamics::diagnostics::{Error, Result};
use taufit_dynamics::spatial::Force;

/// Steps shorter than this mean that the simulation broke down \[s\].
const SHORTEST_STEP_S: f64 = 1e-12;
/// A stop is found when the velocity \[rad/s\] or the missing grip \[N·m\] is this small.
const EVENT_TOLERANCE: f64 = 1e-10;
/// Stops and starts within one call beyond which the simulation is given up.
const MOST_EVENTS: usize = 10_000;
/// A step is not made longer than this many times the one before.
const GROWTH: f64 = 4.0;

/// A plant in motion.
#[derive(Clone, Debug)]
pub(super) struct Integrator {
    pub(super) plant: Plant,
    settings: IntegratorSettings,
    t_s: f64,
    state: State,
    balance: Balance,
    slides: Vec<Slide>,
    tau: Vec<f64>,
    response: Response,
    stepper: Stepper,
    next_step_s: f64,
    /// Forces where a tried step ends.
    end_balance: Balance,
}

impl Integrator {
    /// At rest at `q`, motors without torque.
    pub(super) fn new(mut plant: Plant, settings: IntegratorSettings, q: &[f64]) -> Result<Self> {
        settings.validate()?;
        let n = plant.n_coordinates();
        let mut balance = plant.empty_balance();
        let state = plant.at_rest(q)?;
        plant.balance(&state, &mut balance)?;
        let mut integrator = Self {
            stepper: Stepper::new(&plant),
            end_balance: plant.empty_balance(),
            plant,
            settings,
            t_s: 0.0,
            state,
            balance,
            slides: vec![Slide::Free; n],
            tau: vec![0.0; n],
            response: Response::new(n),
            next_step_s: settings.max_step_s,
        };
        integrator.settle()?;
        Ok(integrator)
    }

    pub(super) fn t_s(&self) -> f64 {
        self.t_s
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// Accelerations of all coordinates under the present torques.
    pub(super) fn qdd(&self) -> &[f64] {
        &self.response.qdd
    }

    /// Friction on all coordinates under the present torques.
    pub(super) fn friction(&self) -> &[f64] {
        &self.response.friction
    }

    /// Torques of the springs, motors first to last; zero for rigid joints.
    pub(super) fn load(&self) -> &[f64] {
        &self.balance.load
    }

    /// Energy of the plant \[J\].
    pub(super) fn energy(&mut self) -> Result<f64> {
        self.plant.energy(&self.state)
    }

    /// Wrench of the environment on what is clamped.
    pub(super) fn clamp_wrench(&mut self) -> Result<Force> {
        self.plant.clamp_wrench(&self.state)
    }

    /// New motor torques.
    pub(super) fn set_torques(&mut self, tau: &[f64]) -> Result<()> {
        let first = self.plant.motor(0);
        self.tau[first..first + tau.len()].copy_from_slice(tau);
        self.settle()
    }

    /// Updates the external wrenches.
    pub(super) fn refresh(&mut self) -> Result<()> {
        self.plant.set_time(self.t_s);
        self.plant.balance(&self.state, &mut self.balance)?;
        self.settle()
    }

    /// Moves on under constant motor torques.
    pub(super) fn advance_to(&mut self, until_s: f64) -> Result<()> {
        let mut n_events = 0;
        while self.t_s < until_s {
            let rest_s = until_s - self.t_s;
            let h_s =
                self.accepted_step(rest_s.min(self.next_step_s).min(self.settings.max_step_s))?;
            let event = self.margin_at_end()? < 0.0;
            let taken_s = if event { self.step_to_event(h_s)? } else { h_s };
            // The last step ends where it should, to the last bit.
            self.t_s = if taken_s == rest_s { until_s } else { self.t_s + taken_s };
            self.take_end();
            n_events += usize::from(event);
            if n_events > MOST_EVENTS {
                return Err(self.failed("a joint stops and starts without end"));
            }
            self.settle()?;
        }
        Ok(())
    }

    /// Tries steps until one is accurate enough; how long it is.
    fn accepted_step(&mut self, longest_s: f64) -> Result<f64> {
        let mut h_s = longest_s;
        let Self { stepper, plant, state, balance, slides, tau, .. } = self;
        stepper.prepare(plant, StepStart { state, balance, slides, tau })?;
        loop {
            self.attempt(h_s)?;
            let share = self.settings.share(&self.stepper.end, &self.stepper.error);
            // The estimate is the error of a step of lower order: it grows with this power of the step.
            let factor = (0.9 / share.powf(1.0 / self.stepper.error_power())).clamp(0.1, GROWTH);
            if share <= 1.0 {
                let limited = h_s < self.next_step_s;
                let proposed_s = h_s * factor;
                self.next_step_s =
                    if limited { proposed_s.max(self.next_step_s) } else { proposed_s };
                return Ok(h_s);
            }
            h_s *= if share.is_finite() { factor } else { 0.1 };
            self.next_step_s = h_s;
            if h_s < SHORTEST_STEP_S {
                return Err(self.failed("no step is short enough"));
            }
        }
    }

    fn attempt(&mut self, h_s: f64) -> Result<()> {
        let Self { stepper, plant, state, balance, slides, tau, .. } = self;
        stepper.attempt(plant, StepStart { state, balance, slides, tau }, h_s)
    }

    /// Distance of the end of the tried step from a stop or from breaking away; negative where it is past.
    fn margin_at_end(&mut self) -> Result<f64> {
        self.plant.balance(&self.stepper.end, &mut self.end_balance)?;
        let Self { plant, response, stepper, end_balance, slides, tau, .. } = self;
        if slides.contains(&Slide::Stuck) {
            let end = (&stepper.end, &*end_balance, tau.as_slice());
            response.solve(plant.stictions(), end, slides).map_err(|e| plant.no_inertia(e))?;
        }
        let of = |(i, slide): (usize, &Slide)| match slide {
            Slide::Free => f64::INFINITY,
            Slide::Stuck => response.grip(plant.stictions(), end_balance, i),
            Slide::Forward | Slide::Backward => slide.sign() * stepper.end.qd[i],
        };
        Ok(slides.iter().enumerate().map(of).fold(f64::INFINITY, f64::min))
    }

    /// The step that ends where the first joint stops or lets go, by false position on `(0, h_s]`; the end
    /// that stays counts half, so that both ends close in.
    fn step_to_event(&mut self, h_s: f64) -> Result<f64> {
        let (mut before_s, mut after_s) = (0.0, h_s);
        let mut margins = [0.0, self.margin_at_end()?];
        let mut found = margins[1];
        while found < -EVENT_TOLERANCE && after_s - before_s > SHORTEST_STEP_S {
            // At the start the margin may be zero, where false position would never leave.
            let share = if margins[0] > 0.0 { margins[0] / (margins[0] - margins[1]) } else { 0.5 };
            let h_s = before_s + share.clamp(0.01, 0.99) * (after_s - before_s);
            self.attempt(h_s)?;
            let margin = self.margin_at_end()?;
            if margin < 0.0 {
                (after_s, found) = (h_s, margin);
                margins = [0.5 * margins[0], margin];
            } else {
                before_s = h_s;
                margins = [margin, 0.5 * margins[1]];
            }
        }
        self.attempt(after_s)?;
        self.margin_at_end()?;
        Ok(after_s)
    }

    /// The end of the tried step becomes the present; what ran past a stop stands still.
    fn take_end(&mut self) {
        std::mem::swap(&mut self.state, &mut self.stepper.end);
        std::mem::swap(&mut self.balance, &mut self.end_balance);
        for (v, slide) in self.state.qd.iter_mut().zip(&self.slides) {
            let past = slide.sign() * *v <= 0.0;
            if past && matches!(slide, Slide::Forward | Slide::Backward) {
                *v = 0.0;
            }
        }
    }

    /// Decides what sticks, and takes accelerations and friction of the present state.
    fn settle(&mut self) -> Result<()> {
        let Self { plant, response, state, balance, slides, tau, .. } = self;
        let now = (&*state, &*balance, tau.as_slice());
        let settled = response.settle(plant.stictions(), now, slides);
        if settled.map_err(|e| plant.no_inertia(e))? {
            return Ok(());
        }
        Err(self.failed("no combination of sticking joints fits"))
    }

    fn failed(&self, reason: &'static str) -> Error {
        SimError::SimulationFailed { t_s: self.t_s, reason }.into()
    }
}
