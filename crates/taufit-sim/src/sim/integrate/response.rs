//! Accelerations and friction at one state, and which coordinates stick there.

use super::super::plant::{Balance, Slide, State, Stiction};
use taufit_dynamics::dynamics::cholesky;

/// Torque by which a stuck coordinate may exceed its holding range, relative to that range: rounding
/// must not shake it loose.
const GRIP: f64 = 1e-9;

/// A coordinate without inertia, and the pivot that shows it.
pub(super) type NoInertia = (usize, f64);

/// Accelerations and forces of the equation of motion at a state.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) qdd: Vec<f64>,
    pub(super) friction: Vec<f64>,
    matrix: Vec<f64>,
}

impl Response {
    pub(super) fn new(n: usize) -> Self {
        Self { qdd: vec![0.0; n], friction: vec![0.0; n], matrix: vec![0.0; n * n] }
    }

    /// Solves `mass · q̈ = force + tau − friction` with stuck coordinates held; their friction is what
    /// that takes.
    pub(super) fn solve(
        &mut self,
        stictions: &[Stiction],
        (state, balance, tau): (&State, &Balance, &[f64]),
        slides: &[Slide],
    ) -> Result<(), NoInertia> {
        let n = slides.len();
        for i in 0..n {
            self.friction[i] = stictions[i].torque(slides[i], state.qd[i], balance.load[i]);
            self.qdd[i] = balance.force[i] + tau[i] - self.friction[i];
        }
        self.matrix.copy_from_slice(&balance.mass);
        solve_unstuck(&mut self.matrix, &mut self.qdd, slides)?;
        for i in (0..n).filter(|i| slides[*i] == Slide::Stuck) {
            let row = &balance.mass[i * n..(i + 1) * n];
            let inertial: f64 = row.iter().zip(&self.qdd).map(|(m, a)| m * a).sum();
            self.friction[i] = balance.force[i] + tau[i] - inertial;
        }
        Ok(())
    }

    /// Torque that a stuck coordinate lacks to slip \[N·m or N\]; negative where it slips.
    pub(super) fn grip(&self, stictions: &[Stiction], balance: &Balance, i: usize) -> f64 {
        let (lower, upper) = stictions[i].holding_range(balance.load[i]);
        let friction = self.friction[i];
        (upper - friction).min(friction - lower) + GRIP * (1.0 + upper.abs().max(lower.abs()))
    }

    /// Decides which coordinates at rest stick and which set off, and solves for the accelerations.
    ///
    /// With friction `f` in `[lower, upper]`, at the upper end if the coordinate sets off forward, at the
    /// lower end if backward, this is a linear complementarity problem whose matrix, the mass matrix, is
    /// positive definite: it has one solution, and changing the first coordinate that contradicts its
    /// own assumption reaches it in a finite number of changes (Murty 1974). False where rounding prevents
    /// that.
    pub(super) fn settle(
        &mut self,
        stictions: &[Stiction],
        (state, balance, tau): (&State, &Balance, &[f64]),
        slides: &mut [Slide],
    ) -> Result<bool, NoInertia> {
        for (i, slide) in slides.iter_mut().enumerate() {
            let at_rest = state.qd[i] == 0.0;
            *slide = match (*slide, at_rest) {
                _ if !stictions[i].is_dry() => Slide::Free,
                (Slide::Free, true) => Slide::Stuck,
                (now, true) => now,
                (_, false) => Slide::along(state.qd[i]),
            };
        }
        // Three states per coordinate.
        let most = 3_usize.pow(slides.len().min(8) as u32);
        for _ in 0..most {
            self.solve(stictions, (state, balance, tau), slides)?;
            let first = (0..slides.len()).find_map(|i| {
                self.corrected(stictions, (state, balance), slides[i], i).map(|to| (i, to))
            });
            let Some((i, corrected)) = first else { return Ok(true) };
            slides[i] = corrected;
        }
        Ok(false)
    }

    /// Corrected sliding state of coordinate `i`, if its assumption does not hold.
    fn corrected(
        &self,
        stictions: &[Stiction],
        (state, balance): (&State, &Balance),
        assumed: Slide,
        i: usize,
    ) -> Option<Slide> {
        match assumed {
            Slide::Free => None,
            Slide::Stuck => {
                let (lower, upper) = stictions[i].holding_range(balance.load[i]);
                let slips = self.grip(stictions, balance, i) < 0.0;
                slips.then(|| Slide::along(self.friction[i] - 0.5 * (lower + upper)))
            }
            Slide::Forward | Slide::Backward => {
                let turns_back = state.qd[i] == 0.0 && assumed.sign() * self.qdd[i] < 0.0;
                turns_back.then_some(Slide::Stuck)
            }
        }
    }
}

/// Solves with a symmetric positive definite matrix by rows; stuck coordinates get zero.
pub(super) fn solve_unstuck(
    matrix: &mut [f64],
    rhs: &mut [f64],
    slides: &[Slide],
) -> Result<(), NoInertia> {
    let n = slides.len();
    for i in (0..n).filter(|i| slides[*i] == Slide::Stuck) {
        for j in 0..n {
            matrix[i * n + j] = 0.0;
            matrix[j * n + i] = 0.0;
        }
        matrix[i * n + i] = 1.0;
        rhs[i] = 0.0;
    }
    cholesky::solve(matrix, rhs)
}
