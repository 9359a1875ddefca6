//! Small dense quadratic programs with many linear constraints: the step of the design's optimiser.
//!
//! A primal-dual interior-point method (Mehrotra's predictor and corrector). Most constraints are
//! limits of one joint at one instant and touch that joint's few variables only, so the normal matrix is
//! cheap to gather however many there are; a general sparse solver spends twenty times as long.

use faer::linalg::solvers::Solve;
use faer::{Mat, Side};

/// One side of a constraint on a step `d`: `sign · row·d ≤ room`, plus a slack at a price if soft.
#[derive(Clone, Copy, Debug)]
struct OneSidedConstraint {
    row: usize,
    sign: f64,
    room: f64,
    soft: bool,
}

/// A row of coefficients on a run of variables.
#[derive(Clone, Debug)]
struct SparseRow {
    first: usize,
    coefficients: Vec<f64>,
}

impl SparseRow {
    fn dot(&self, d: &[f64]) -> f64 {
        self.coefficients.iter().zip(&d[self.first..]).map(|(a, d)| a * d).sum()
    }
}

/// `min ½ dᵀ B d + gᵀ d + price Σ s`, subject to rows of limits; soft ones may be exceeded by `s ≥ 0`.
#[derive(Clone, Debug)]
pub(super) struct StepProblem {
    rows: Vec<SparseRow>,
    bounds: Vec<OneSidedConstraint>,
    price: f64,
}

/// A step, with the multipliers of the soft rows in the order in which they were added.
#[derive(Clone, Debug)]
pub(super) struct QpStep {
    pub(super) d: Vec<f64>,
    pub(super) soft_multipliers: Vec<f64>,
}

/// Interior-point state of one bound.
#[derive(Clone, Copy, Debug)]
struct Dual {
    /// Distance to the bound and its multiplier.
    w: f64,
    z: f64,
    /// Slack of a soft bound and its multiplier.
    s: f64,
    v: f64,
}

/// Changes of the same.
type Change = Dual;

impl StepProblem {
    /// No constraints yet; `price` is what exceeding a soft bound by one unit costs.
    pub(super) fn new(price: f64) -> Self {
        Self { rows: Vec::new(), bounds: Vec::new(), price }
    }

    /// `−below ≤ row·d ≤ above` on the variables from `first` on.
    pub(super) fn limit(&mut self, first: usize, coefficients: &[f64], below: f64, above: f64) {
        let row = self.rows.len();
        self.rows.push(SparseRow { first, coefficients: coefficients.to_vec() });
        let bound = |sign: f64, room: f64| OneSidedConstraint { row, sign, room, soft: false };
        self.bounds.extend([bound(1.0, above), bound(-1.0, below)]);
    }

    /// `row·d ≤ room`, at a price where that is impossible.
    pub(super) fn soft_limit(&mut self, coefficients: Vec<f64>, room: f64) {
        let row = self.rows.len();
        self.rows.push(SparseRow { first: 0, coefficients });
        self.bounds.push(OneSidedConstraint { row, sign: 1.0, room, soft: true });
    }

    /// The best step; `None` if numbers run out (a curvature that is not positive definite).
    pub(super) fn solve(&self, curvature: &Mat<f64>, slopes: &[f64]) -> Option<QpStep> {
        const MOST_ITERATIONS: usize = 40;
        let n = slopes.len();
        let mut d = vec![0.0; n];
        let scale = slopes.iter().fold(1e-3, |m: f64, g| m.max(g.abs()));
        let mut duals: Vec<Dual> = self.bounds.iter().map(|b| self.start(b, scale)).collect();
        let n_pairs = self.bounds.iter().map(|b| if b.soft { 2.0 } else { 1.0 }).sum::<f64>();
        for _ in 0..MOST_ITERATIONS {
            let gap = duals.iter().map(|u| u.w * u.z + u.s * u.v).sum::<f64>() / n_pairs.max(1.0);
            let residual = self.stationarity(curvature, slopes, &d, &duals);
            let misfit = self.misfit(&d, &duals);
            if gap < 1e-9 * scale && misfit < 1e-9 && norm(&residual) < 1e-6 * scale {
                break;
            }
            let factor = self.normal_matrix(curvature, &duals).llt(Side::Lower).ok()?;
            let aim = |target: &dyn Fn(usize) -> (f64, f64)| {
                let right = self.right_side(&residual, &d, &duals, target);
                let right = Mat::from_fn(n, 1, |i, _| right[i]);
                let step = factor.solve(&right);
                let step: Vec<f64> = (0..n).map(|i| step[(i, 0)]).collect();
                let changes = self.changes(&step, &d, &duals, target);
                (step, changes)
            };
            let (_, predicted) = aim(&|k| (-duals[k].w * duals[k].z, -duals[k].s * duals[k].v));
            let reach = longest(&duals, &predicted);
            let after = |k: usize| {
                let (u, c) = (&duals[k], &predicted[k]);
                (u.w + reach * c.w) * (u.z + reach * c.z)
                    + (u.s + reach * c.s) * (u.v + reach * c.v)
            };
            let ahead = (0..duals.len()).map(after).sum::<f64>() / n_pairs.max(1.0);
            let centre = if gap > 0.0 { (ahead / gap).powi(3) * gap } else { 0.0 };
            let (step, changes) = aim(&|k| {
                let (u, c) = (&duals[k], &predicted[k]);
                (centre - u.w * u.z - c.w * c.z, centre - u.s * u.v - c.s * c.v)
            });
            let reach = (0.995 * longest(&duals, &changes)).min(1.0);
            if !reach.is_finite() || step.iter().any(|x| !x.is_finite()) {
                return None;
            }
            d.iter_mut().zip(&step).for_each(|(d, s)| *d += reach * s);
            for (u, c) in duals.iter_mut().zip(&changes) {
                u.w += reach * c.w;
                u.z += reach * c.z;
                u.s += reach * c.s;
                u.v += reach * c.v;
            }
        }
        let soft = self.bounds.iter().zip(&duals).filter(|(b, _)| b.soft);
        Some(QpStep { soft_multipliers: soft.map(|(_, u)| u.z).collect(), d })
    }

    fn start(&self, bound: &OneSidedConstraint, scale: f64) -> Dual {
        let z = scale.min(0.5 * self.price);
        match bound.soft {
            true => Dual {
                w: bound.room.max(0.1),
                z,
                s: (0.1 - bound.room).max(0.1),
                v: self.price - z,
            },
            false => Dual { w: bound.room.max(1e-2), z: 0.1 * scale, s: 0.0, v: 0.0 },
        }
    }

    /// Residuals of `w = room + s − sign·row·d` and, for soft bounds, of `v = price − z`.
    fn residuals(&self, bound: &OneSidedConstraint, dual: &Dual, d: &[f64]) -> (f64, f64) {
        let primal = bound.room + dual.s - bound.sign * self.rows[bound.row].dot(d) - dual.w;
        (primal, if bound.soft { self.price - dual.z - dual.v } else { 0.0 })
    }

    fn misfit(&self, d: &[f64], duals: &[Dual]) -> f64 {
        let of = |(b, u): (&OneSidedConstraint, &Dual)| self.residuals(b, u, d).0.abs();
        self.bounds.iter().zip(duals).map(of).fold(0.0, f64::max)
    }

    /// `B d + g + Σ sign·z·row`.
    fn stationarity(&self, curvature: &Mat<f64>, g: &[f64], d: &[f64], duals: &[Dual]) -> Vec<f64> {
        let mut residual: Vec<f64> = (0..g.len())
            .map(|i| {
                g[i] + curvature.col_as_slice(i).iter().zip(d).map(|(b, d)| b * d).sum::<f64>()
            })
            .collect();
        for (bound, dual) in self.bounds.iter().zip(duals) {
            self.add_row(bound.row, bound.sign * dual.z, &mut residual);
        }
        residual
    }

    fn add_row(&self, row: usize, factor: f64, out: &mut [f64]) {
        let SparseRow { first, coefficients } = &self.rows[row];
        out[*first..].iter_mut().zip(coefficients).for_each(|(o, a)| *o += factor * a);
    }

    /// Stiffness of a bound once its own variables are eliminated.
    fn stiffness(dual: &Dual, soft: bool) -> f64 {
        let give = if soft { dual.z * dual.s / dual.v } else { 0.0 };
        dual.z / (dual.w + give)
    }

    fn normal_matrix(&self, curvature: &Mat<f64>, duals: &[Dual]) -> Mat<f64> {
        let mut stiffness = vec![0.0; self.rows.len()];
        for (bound, dual) in self.bounds.iter().zip(duals) {
            stiffness[bound.row] += Self::stiffness(dual, bound.soft);
        }
        let mut matrix = curvature.clone();
        for (SparseRow { first, coefficients }, k) in self.rows.iter().zip(stiffness) {
            for (c, a) in coefficients.iter().enumerate() {
                let below = &mut matrix.col_as_slice_mut(first + c)[first + c..];
                below.iter_mut().zip(&coefficients[c..]).for_each(|(m, b)| *m += k * a * b);
            }
        }
        matrix
    }

    /// Change of the multiplier of a bound, apart from the part that follows the step.
    fn lift(
        &self,
        bound: &OneSidedConstraint,
        dual: &Dual,
        d: &[f64],
        (by_w, by_s): (f64, f64),
    ) -> f64 {
        let (primal, price) = self.residuals(bound, dual, d);
        let slack = if bound.soft { (by_s - dual.s * price) / dual.v } else { 0.0 };
        Self::stiffness(dual, bound.soft) * (by_w / dual.z - primal - slack)
    }

    fn right_side(
        &self,
        residual: &[f64],
        d: &[f64],
        duals: &[Dual],
        target: &dyn Fn(usize) -> (f64, f64),
    ) -> Vec<f64> {
        let mut right: Vec<f64> = residual.iter().map(|r| -r).collect();
        for (k, (bound, dual)) in self.bounds.iter().zip(duals).enumerate() {
            let lift = self.lift(bound, dual, d, target(k));
            self.add_row(bound.row, -bound.sign * lift, &mut right);
        }
        right
    }

    fn changes(
        &self,
        step: &[f64],
        d: &[f64],
        duals: &[Dual],
        target: &dyn Fn(usize) -> (f64, f64),
    ) -> Vec<Change> {
        let change = |(k, (bound, dual)): (usize, (&OneSidedConstraint, &Dual))| {
            let (by_w, by_s) = target(k);
            let along = bound.sign * self.rows[bound.row].dot(step);
            let z =
                Self::stiffness(dual, bound.soft) * along + self.lift(bound, dual, d, (by_w, by_s));
            let (primal, price) = self.residuals(bound, dual, d);
            let (s, v) = if bound.soft {
                let v = price - z;
                ((by_s - dual.s * v) / dual.v, v)
            } else {
                (0.0, 0.0)
            };
            Change { w: primal + s - along, z, s, v }
        };
        self.bounds.iter().zip(duals).enumerate().map(change).collect()
    }
}

/// Longest step along the changes that keeps everything positive, at most 1.
fn longest(duals: &[Dual], changes: &[Change]) -> f64 {
    let ratio = |x: f64, dx: f64| if dx < 0.0 { -x / dx } else { f64::INFINITY };
    let of = |(u, c): (&Dual, &Change)| {
        ratio(u.w, c.w).min(ratio(u.z, c.z)).min(ratio(u.s, c.s)).min(ratio(u.v, c.v))
    };
    duals.iter().zip(changes).map(of).fold(1.0, f64::min)
}

fn norm(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| m.max(x.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// The conditions of Karush, Kuhn and Tucker prove an optimum by another route than the one that
    /// found it: with the multipliers of the active rows solved for by least squares.
    #[test]
    fn the_step_satisfies_the_conditions_of_an_optimum() {
        let mut dice = Pcg64::seed_from_u64(3);
        for round in 0..40 {
            let n = 6;
            let mut draw = |scale: f64| dice.random_range(-scale..scale);
            let root = Mat::from_fn(n, n, |_, _| draw(1.0));
            let curvature = &root * root.transpose() + Mat::<f64>::identity(n, n);
            let slopes: Vec<f64> = (0..n).map(|_| draw(3.0)).collect();
            let mut problem = StepProblem::new(0.7);
            let mut limits = Vec::new();
            for _ in 0..20 {
                let row: Vec<f64> = (0..3).map(|_| draw(1.0)).collect();
                let first = (draw(1.0).abs() * 3.0) as usize;
                problem.limit(first, &row, 0.2, 0.3);
                limits.push((first, row));
            }
            let soft: Vec<(Vec<f64>, f64)> =
                (0..4).map(|_| ((0..n).map(|_| draw(1.0)).collect(), draw(0.5))).collect();
            soft.iter().for_each(|(row, room)| problem.soft_limit(row.clone(), *room));
            let step = problem.solve(&curvature, &slopes).unwrap();
            let d = &step.d;
            // What the curvature and the slopes leave must be carried by rows at their bounds.
            let mut left: Vec<f64> = (0..n)
                .map(|i| -slopes[i] - (0..n).map(|k| curvature[(i, k)] * d[k]).sum::<f64>())
                .collect();
            for ((row, room), z) in soft.iter().zip(&step.soft_multipliers) {
                let over = row.iter().zip(d).map(|(a, d)| a * d).sum::<f64>() - room;
                assert!((-1e-6..=0.7 + 1e-6).contains(z), "round {round}: {z}");
                assert!(over < 1e-5 || (z - 0.7).abs() < 1e-4, "round {round}: {over} {z}");
                assert!(over > -1e-5 || *z < 1e-4, "round {round}: {over} {z}");
                left.iter_mut().zip(row).for_each(|(l, a)| *l -= z * a);
            }
            let mut active: Vec<Vec<f64>> = Vec::new();
            for (first, row) in &limits {
                let along: f64 = row.iter().zip(&d[*first..]).map(|(a, d)| a * d).sum();
                assert!((-0.2 - 1e-7..=0.3 + 1e-7).contains(&along), "round {round}: {along}");
                let sign = if along > 0.3 - 1e-4 {
                    1.0
                } else if along < -0.2 + 1e-4 {
                    -1.0
                } else {
                    continue;
                };
                let mut full = vec![0.0; n];
                full[*first..*first + 3].iter_mut().zip(row).for_each(|(f, a)| *f = sign * a);
                active.push(full);
            }
            let norm = left.iter().map(|l| l * l).sum::<f64>().sqrt();
            if active.is_empty() {
                assert!(norm < 1e-4, "round {round}: {left:?}");
                continue;
            }
            let rows = Mat::from_fn(n, active.len(), |i, k| active[k][i]);
            let right = Mat::from_fn(n, 1, |i, _| left[i]);
            use faer::linalg::solvers::SolveLstsq;
            let z = if active.len() <= n {
                rows.qr().solve_lstsq(&right)
            } else {
                continue;
            };
            let rest = &right - &rows * &z;
            assert!(rest.norm_l2() < 1e-3 * (1.0 + norm), "round {round}: {}", rest.norm_l2());
            assert!((0..active.len()).all(|k| z[(k, 0)] > -1e-3), "round {round}");
        }
    }
}
