//! Mass and centre of a load from poses at rest.

use super::gravity_rows::{AT_REST, GravityRows};
use super::knowledge::{DriveGain, KnownRobot};
use super::rows::dot;
use super::settings::PayloadSettings;
use super::standing::Stop;
use crate::base::{Base, BaseSettings};
use crate::diagnostics::{PayloadError, Result};
use crate::dynamics::{Scratch, inverse_dynamics};
use crate::estimate::{Solution, Stacked};
use crate::model::Robot;
use crate::params::Param;
use faer::Mat;

const MAX_ROUNDS: usize = 30;
/// A joint's own residual counts like this many further poses at the mean of all joints: with few poses it
/// would be small by chance.
const POOLED_POSES: f64 = 2.0;

/// Torques of a joint in a pose.
struct RestRow {
    dof: usize,
    a: Vec<f64>,
    z: f64,
    is_loaded: bool,
    /// Torque by one unit of each base parameter of an identified robot.
    model: Vec<f64>,
}

/// A fit of poses.
pub(super) struct RestFit {
    /// Mass and first moments in the frame of the link.
    pub(super) four: [f64; AT_REST],
    /// Their covariance by noise.
    pub(super) noise: Mat<f64>,
    /// Their covariance by mistakes of the drive gains.
    pub(super) by_gains: Mat<f64>,
    /// Their covariance by mistakes of the identified robot.
    pub(super) by_model: Mat<f64>,
    /// Standard deviation of the residual of each joint \[N·m\].
    pub(super) sigma: Vec<f64>,
    /// Per joint: residuals without load, with load before and after it is known.
    pub(super) residuals: Vec<[Vec<f64>; 3]>,
    /// Torque that the load adds in every pose with it, joint by joint: measured and predicted.
    pub(super) extra: Vec<[Vec<f64>; 2]>,
}

impl RestFit {
    /// Covariance of mass and first moments by noise, drive gains, model and the common scale of all torques.
    pub(super) fn covariance(&self, settings: &PayloadSettings) -> Mat<f64> {
        let scale = settings.scale_sigma.unwrap_or(0.0);
        let common =
            Mat::from_fn(AT_REST, AT_REST, |i, j| scale * scale * self.four[i] * self.four[j]);
        &self.noise + &self.by_gains + &self.by_model + common
    }
}

/// Known robot, and the place of the load.
pub(super) struct RestProblem<'a> {
    pub(super) robot: &'a Robot,
    pub(super) known: Option<&'a KnownRobot>,
    pub(super) link: usize,
    pub(super) joints: &'a [usize],
    pub(super) gains: &'a [Option<DriveGain>],
}

impl RestProblem<'_> {
    /// `τ_j = G_j(q) β_g + G_L,j(q) (m, mc) + s h_j`: gravity of robot and load, and friction `h_j` against the
    /// side `s` that the joint came from, for joints that came from both.
    ///
    /// An identified robot takes the place of `β_g`; then free poses correct its offsets.
    pub(super) fn fit(&self, free: &[Stop], loaded: &[Stop]) -> Result<RestFit> {
        let errors = self.known.map(KnownRobot::base_errors).transpose()?.flatten();
        let rows = self.rows(free, loaded, errors.as_ref().map_or(&[], |(columns, _)| columns))?;
        let n_unknowns = rows.first().map_or(0, |row| row.a.len());
        let mut sigma = vec![1.0; self.robot.n_dof()];
        let mut solution = solve(&rows, n_unknowns, &sigma)?;
        for _ in 0..MAX_ROUNDS {
            sigma = self.sigma(&rows, &solution);
            solution = solve(&rows, n_unknowns, &sigma)?;
        }
        if !(0..AT_REST).all(|k| solution.is_seen(k)) {
            return Err(PayloadError::MassNotSeen.into());
        }
        let freedom = rows.len().saturating_sub(solution.rank).max(1) as f64;
        // Few poses tell their own spread badly: intervals are as much wider.
        let wider = (student_95(freedom) / student_95(f64::INFINITY)).powi(2);
        let noise = Mat::from_fn(AT_REST, AT_REST, |i, j| wider * solution.inverse_entry(i, j));
        let by_gains = self.by_gains(&rows, &solution, &sigma);
        let by_model = errors.map_or_else(
            || Mat::zeros(AT_REST, AT_REST),
            |(_, errors)| by_model(&rows, &solution, &sigma, &errors),
        );
        let four = std::array::from_fn(|k| solution.beta[k]);
        let (residuals, extra) = self.compare(&rows, &solution);
        Ok(RestFit { four, noise, by_gains, by_model, sigma, residuals, extra })
    }

    /// `Σ_j g_j² v_j v_jᵀ` with `v_j = (AᵀA)⁻¹ Aᵀ z_j` the share of a joint's torques in the answer.
    fn by_gains(&self, rows: &[RestRow], solution: &Solution, sigma: &[f64]) -> Mat<f64> {
        let mut sum = Mat::zeros(AT_REST, AT_REST);
        for (dof, gain) in self.gains.iter().enumerate() {
            let relative_sigma = gain.map_or(0.0, |gain| gain.relative_sigma);
            let mut share = [0.0; AT_REST];
            for row in rows.iter().filter(|row| row.dof == dof) {
                let pull = relative_sigma * row.z / sigma[dof].powi(2);
                for (k, share) in share.iter_mut().enumerate() {
                    let answer = row.a.iter().enumerate();
                    let answer = answer.map(|(j, a)| solution.inverse_entry(k, j) * a);
                    *share += pull * answer.sum::<f64>();
                }
            }
            sum += Mat::from_fn(AT_REST, AT_REST, |i, j| share[i] * share[j]);
        }
        sum
    }

    /// Rows of all stops; `known_columns` are those of the identified robot's base parameters.
    fn rows(
        &self,
        free: &[Stop],
        loaded: &[Stop],
        known_columns: &[usize],
    ) -> Result<Vec<RestRow>> {
        let mut gravity = GravityRows::new(self.robot);
        let columns = self.robot_columns(&gravity, !free.is_empty())?;
        let two_sided = two_sided(free.iter().chain(loaded), self.joints);
        let mut of_known =
            self.known.map(|known| GravityRows::of_layout(&known.robot, known.layout()));
        let mut rows = Vec::new();
        for (stop, is_loaded) in
            loaded.iter().map(|stop| (stop, true)).chain(free.iter().map(|stop| (stop, false)))
        {
            gravity.at(&stop.q)?;
            of_known.as_mut().map_or(Ok(()), |rows| rows.at(&stop.q))?;
            let own = self.known.map(|known| standing_torque(&known.robot, &stop.q)).transpose()?;
            for &dof in self.joints {
                let load = if is_loaded { gravity.link(dof, self.link) } else { [0.0; AT_REST] };
                let robot = columns.iter().map(|&column| gravity.row(dof)[column]);
                let side = |joint: &usize| match *joint == dof {
                    true => f64::from(stop.approach[dof]),
                    false => 0.0,
                };
                let sides = two_sided.iter().map(side);
                let by_known = |rows: &GravityRows<'_>| {
                    known_columns.iter().map(|&column| rows.row(dof)[column]).collect()
                };
                rows.push(RestRow {
                    dof,
                    a: load.into_iter().chain(robot).chain(sides).collect(),
                    z: stop.tau[dof] - own.as_ref().map_or(0.0, |own| own[dof]),
                    is_loaded,
                    model: of_known.as_ref().map(by_known).unwrap_or_default(),
                });
            }
        }
        Ok(rows)
    }

    /// Columns of the robot itself that are unknown: gravity and offsets, or offsets alone.
    fn robot_columns(&self, gravity: &GravityRows<'_>, has_free: bool) -> Result<Vec<usize>> {
        let layout = gravity.layout();
        let is_offset = |c: &usize| matches!(layout.params()[*c], Param::Friction { dof, .. } if self.joints.contains(&dof));
        match (self.known, has_free) {
            (Some(_), false) => Ok(Vec::new()),
            (Some(_), true) => Ok((0..layout.n_params()).filter(is_offset).collect()),
            (None, _) => {
                let is_inertia = |c: &usize| match layout.params()[*c] {
                    Param::Link { param, .. } => param as usize >= AT_REST,
                    _ => false,
                };
                let drop = (0..layout.n_params()).filter(is_inertia).collect();
                let settings = BaseSettings { drop, ..BaseSettings::default() };
                Ok(Base::new(self.robot, layout, &settings)?.independent().to_vec())
            }
        }
    }

    /// Standard deviation of the residual of each joint, drawn a little to that of all.
    fn sigma(&self, rows: &[RestRow], solution: &Solution) -> Vec<f64> {
        let left = |row: &RestRow| row.z - dot(&row.a, &solution.beta);
        let freedom = (1.0 - solution.rank as f64 / rows.len() as f64).max(1.0 / rows.len() as f64);
        let mean = |of: &dyn Fn(&&RestRow) -> bool| {
            let squared: Vec<f64> = rows.iter().filter(of).map(|row| left(row).powi(2)).collect();
            (squared.iter().sum::<f64>(), squared.len() as f64)
        };
        let (all, n_all) = mean(&|_| true);
        let variance = |dof: usize| {
            let (own, n_own) = mean(&|row| row.dof == dof);
            (own + POOLED_POSES * all / n_all) / ((n_own + POOLED_POSES) * freedom)
        };
        let floor = rows.iter().fold(0.0_f64, |m, row| m.max(row.z.abs())) * 1e-12;
        (0..self.robot.n_dof())
            .map(|dof| variance(dof).sqrt().max(floor).max(f64::MIN_POSITIVE))
            .collect()
    }

    #[expect(clippy::type_complexity, reason = "the two fields of the result")]
    fn compare(
        &self,
        rows: &[RestRow],
        solution: &Solution,
    ) -> (Vec<[Vec<f64>; 3]>, Vec<[Vec<f64>; 2]>) {
        let mut residuals = vec![[const { Vec::new() }; 3]; self.robot.n_dof()];
        let mut extra = vec![[const { Vec::new() }; 2]; self.robot.n_dof()];
        for row in rows {
            let load = dot(&row.a[..AT_REST], &solution.beta);
            let left = row.z - dot(&row.a, &solution.beta);
            let [free, before, after] = &mut residuals[row.dof];
            if row.is_loaded {
                before.push(left + load);
                after.push(left);
                let [measured, predicted] = &mut extra[row.dof];
                measured.push(left + load);
                predicted.push(load);
            } else {
                free.push(left);
            }
        }
        (residuals, extra)
    }
}

/// `S C Sᵀ` with `S = (AᵀA)⁻¹ Aᵀ R` the answer to mistakes of the base parameters, whose covariance is `C`.
fn by_model(rows: &[RestRow], solution: &Solution, sigma: &[f64], errors: &Mat<f64>) -> Mat<f64> {
    let mut answer = Mat::<f64>::zeros(AT_REST, errors.ncols());
    for row in rows {
        for k in 0..AT_REST {
            let inverse = (0..row.a.len()).map(|j| solution.inverse_entry(k, j));
            let pull =
                inverse.zip(&row.a).map(|(g, a)| g * a).sum::<f64>() / sigma[row.dof].powi(2);
            row.model.iter().enumerate().for_each(|(m, x)| answer[(k, m)] += pull * x);
        }
    }
    &answer * errors * answer.transpose()
}

/// Joints that came to their poses from both sides.
pub(super) fn two_sided<'s>(
    stops: impl Iterator<Item = &'s Stop> + Clone,
    joints: &[usize],
) -> Vec<usize> {
    let came = |dof: usize, side: i8| stops.clone().any(|stop| stop.approach[dof] == side);
    joints.iter().copied().filter(|&dof| came(dof, 1) && came(dof, -1)).collect()
}

fn solve(rows: &[RestRow], n_unknowns: usize, sigma: &[f64]) -> Result<Solution> {
    let weight = |row: &RestRow| 1.0 / sigma[row.dof];
    let a = rows.iter().flat_map(|row| row.a.iter().map(move |a| a * weight(row))).collect();
    let z = rows.iter().map(|row| row.z * weight(row)).collect();
    Solution::of(&Stacked::new(n_unknowns, a, z))
}

/// Torques of an identified robot at rest, its offsets included.
fn standing_torque(robot: &Robot, q: &[f64]) -> Result<Vec<f64>> {
    let zero = vec![0.0; robot.n_dof()];
    let mut scratch = Scratch::new(robot);
    Ok(inverse_dynamics(robot, &mut scratch, q, &zero, &zero)?.to_vec())
}

/// 97.5 % quantile of Student's distribution (Abramowitz and Stegun, 26.7.5, four terms): within 2 % from
/// three degrees of freedom on.
fn student_95(freedom: f64) -> f64 {
    const Z: f64 = 1.959_964;
    let odd = |c: [f64; 4]| c[0] * Z.powi(7) + c[1] * Z.powi(5) + c[2] * Z.powi(3) + c[3] * Z;
    let terms = [
        odd([0.0, 0.0, 1.0, 1.0]) / 4.0,
        odd([0.0, 5.0, 16.0, 3.0]) / 96.0,
        odd([3.0, 19.0, 17.0, -15.0]) / 384.0,
    ];
    let powers = (1..).map(|k| freedom.powi(k));
    Z + terms.iter().zip(powers).map(|(term, power)| term / power).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, expected) in [(3.0, 3.182), (5.0, 2.571), (10.0, 2.228), (30.0, 2.042)] {
            let found = student_95(freedom);
            assert!((found / expected - 1.0).abs() < 0.02, "{freedom}: {found} not {expected}");
        }
        assert!((student_95(f64::INFINITY) - 1.96).abs() < 1e-3);
    }
}
