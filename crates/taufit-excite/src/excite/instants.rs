//! The motion at chosen instants, as a linear function of the design's variables.

use super::span::Span;
use super::trajectory::quintic;
use taufit_dynamics::dynamics::Samples;

/// States at all instants: `n_dof × n_instants`, instant fastest.
#[derive(Clone, Debug, Default)]
pub(super) struct InstantStates {
    pub(super) n: usize,
    /// Positions, velocities, accelerations.
    pub(super) channels: [Vec<f64>; 3],
}

impl InstantStates {
    pub(super) fn samples(&self) -> Samples<'_> {
        let [q, qd, qdd] = &self.channels;
        Samples::new(self.n, q, qd, qdd)
    }

    /// One channel (0 position, 1 velocity, 2 acceleration) of all joints at one instant.
    pub(super) fn at(&self, channel: usize, instant: usize) -> Vec<f64> {
        self.channels[channel].iter().skip(instant).step_by(self.n).copied().collect()
    }
}

/// Motion of one joint at all instants.
#[derive(Clone, Debug)]
struct JointInstants {
    /// Per channel: the part that does not depend on the variables, instant by instant.
    constant: [Vec<f64>; 3],
    /// Per channel: slopes, `n_vars` per instant.
    slopes: [Vec<f64>; 3],
}

/// Instants of the motion at which something is looked at.
#[derive(Clone, Debug)]
pub(super) struct Instants {
    n: usize,
    n_vars: usize,
    vars: Vec<std::ops::Range<usize>>,
    joints: Vec<JointInstants>,
}

/// Where an instant lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instant {
    /// On the curves, at a time \[s\].
    Curve(f64),
    /// On the way in, at a share of its duration.
    LeadIn(f64),
}

impl Instants {
    /// Rows of the given instants; on the way in they mix the home pose and the start of the curves.
    pub(super) fn new(span: &Span, instants: &[Instant], lead: Option<(&[f64], f64)>) -> Self {
        let joint = |dof: usize| {
            let mut rows =
                JointInstants { constant: Default::default(), slopes: Default::default() };
            for &instant in instants {
                let affine = match (instant, lead) {
                    (Instant::LeadIn(s), Some((home, duration_s))) => {
                        lead_in(span, dof, s, home[dof], duration_s)
                    }
                    (Instant::Curve(t_s), _) => span.affine(dof, t_s),
                    (Instant::LeadIn(_), None) => span.affine(dof, 0.0),
                };
                for (channel, (constant, slopes)) in affine.into_iter().take(3).enumerate() {
                    rows.constant[channel].push(constant);
                    rows.slopes[channel].extend(slopes);
                }
            }
            rows
        };
        Self {
            n: instants.len(),
            n_vars: span.n_vars(),
            vars: (0..span.n_dof()).map(|dof| span.vars(dof)).collect(),
            joints: (0..span.n_dof()).map(joint).collect(),
        }
    }

    /// Equally spaced over the period, the end left out.
    pub(super) fn over_period(span: &Span, n: usize) -> Self {
        let at = |k: usize| Instant::Curve(span.period_s * k as f64 / n as f64);
        Self::new(span, &(0..n).map(at).collect::<Vec<Instant>>(), None)
    }

    /// Number of the design's variables.
    pub(super) fn n_vars(&self) -> usize {
        self.n_vars
    }

    /// The states for given variables.
    pub(super) fn states(&self, x: &[f64]) -> InstantStates {
        let mut states = InstantStates { n: self.n, channels: Default::default() };
        for (joint, vars) in self.joints.iter().zip(&self.vars) {
            let x = &x[vars.clone()];
            for (channel, out) in states.channels.iter_mut().enumerate() {
                let rows = joint.slopes[channel].chunks_exact(x.len());
                let dots = rows.map(|row| row.iter().zip(x).map(|(r, x)| r * x).sum::<f64>());
                out.extend(joint.constant[channel].iter().zip(dots).map(|(c, d)| c + d));
            }
        }
        states
    }

    /// From slopes by the states (channels as in [`InstantStates`]) to slopes by the variables.
    pub(super) fn pull_back(&self, by_states: &[Vec<f64>; 3]) -> Vec<f64> {
        let mut by_x = vec![0.0; self.n_vars];
        for instant in 0..self.n {
            let of = |channel: usize, dof: usize| by_states[channel][dof * self.n + instant];
            self.add_pull_back(instant, of, &mut by_x);
        }
        by_x
    }

    /// Slopes by the variables of something at one instant, whose slopes by the channels are given.
    pub(super) fn pull_back_at(&self, instant: usize, by_state: &[Vec<f64>; 3]) -> Vec<f64> {
        let mut by_x = vec![0.0; self.n_vars];
        self.add_pull_back(instant, |channel, dof| by_state[channel][dof], &mut by_x);
        by_x
    }

    fn add_pull_back(&self, instant: usize, of: impl Fn(usize, usize) -> f64, by_x: &mut [f64]) {
        for (dof, (joint, vars)) in self.joints.iter().zip(&self.vars).enumerate() {
            let n = vars.len();
            for channel in 0..3 {
                let slope = of(channel, dof);
                let row = &joint.slopes[channel][instant * n..][..n];
                for (out, r) in by_x[vars.clone()].iter_mut().zip(row) {
                    *out += slope * r;
                }
            }
        }
    }
}

/// `home + (start − home) σ(s)` and its derivatives by time.
fn lead_in(span: &Span, dof: usize, s: f64, home: f64, duration_s: f64) -> [(f64, Vec<f64>); 4] {
    let [start, ..] = span.affine(dof, 0.0);
    let mut order = 0;
    quintic(s).map(|share| {
        let share = share / duration_s.powi(order);
        let stay = if order == 0 { home } else { 0.0 };
        order += 1;
        (stay + share * (start.0 - home), start.1.iter().map(|r| share * r).collect())
    })
}
