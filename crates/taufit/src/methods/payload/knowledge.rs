//! Prior knowledge: the robot, and the drive gains of its currents.

use crate::base::{Base, BaseSettings};
use crate::diagnostics::{PayloadError, Result};
use crate::estimate::NORMAL_95;
use crate::methods::gains::JointGain;
use crate::methods::rigid::StudyModel;
use crate::model::{Joint, Robot};
use crate::params::Layout;
use crate::study::{ParameterRecord, Study};
use faer::Mat;

/// Newton metres per ampere of a joint, and how well that is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DriveGain {
    /// Joint side \[N·m/A, N/A for a sliding joint\].
    pub nm_per_a: f64,
    /// Standard deviation over the value; zero for a gain that is taken as it is.
    pub relative_sigma: f64,
}

impl DriveGain {
    /// A gain that was identified, where it was determined.
    pub fn identified(gain: &JointGain) -> Option<Self> {
        Some(Self::with_interval(gain.gain_nm_per_a?, gain.interval_nm_per_a?))
    }

    /// A gain with its 95 % interval, ±1.96 σ of its logarithm.
    pub fn with_interval(nm_per_a: f64, [low, high]: [f64; 2]) -> Self {
        Self { nm_per_a, relative_sigma: (high / low).ln() / (2.0 * NORMAL_95) }
    }
}

/// An identified robot without the load.
#[derive(Clone, Debug)]
pub struct KnownRobot {
    /// With identified bodies, rotors and friction.
    pub robot: Robot,
    /// Standard deviations of its base parameters; none where they do not belong to this base.
    sigma: Option<Vec<f64>>,
    /// Their correlations as in a result; empty where it does not hold them.
    correlations: Vec<Vec<f64>>,
    rotor_inertia: bool,
    /// Torque error of each joint on data that were not used to identify it \[N·m or N\].
    pub(super) level_nm: Vec<f64>,
}

impl KnownRobot {
    /// The robot of an identification.
    pub fn of_study(study: &Study) -> Result<Self> {
        let robot = StudyModel::new(study)?.identified;
        let rotor_inertia = study.layout.rotor_inertia;
        let layout = layout_of(&robot, rotor_inertia);
        let base = Base::new(&robot, &layout, &BaseSettings::default())?;
        let name = |k: usize| layout.name(base.independent()[k]);
        let names = (0..base.rank()).map(name);
        let is_same = names.eq(study.base_parameters.iter().map(|p| p.name.clone()));
        Ok(Self {
            robot,
            sigma: is_same.then(|| {
                study.base_parameters.iter().map(ParameterRecord::sigma_or_infinity).collect()
            }),
            correlations: Some(study.conditioning.correlations.clone())
                .filter(|rows| is_triangle(rows, base.rank()))
                .unwrap_or_default(),
            rotor_inertia,
            level_nm: study.joints.iter().map(|j| j.errors.feasible.rms_nm).collect(),
        })
    }

    /// Refuses the model of a robot that moves differently.
    pub(super) fn check_is(&self, robot: &Robot) -> Result<()> {
        let differ = |reason: String| PayloadError::AnotherRobot {
            model: self.robot.name().to_owned(),
            robot: robot.name().to_owned(),
            reason,
        };
        let (own, other) = (self.robot.n_links(), robot.n_links());
        if own != other {
            return Err(differ(format!("it has {own} moving links, not {other}")).into());
        }
        let pairs = self.robot.joints().iter().zip(robot.joints());
        match pairs.into_iter().find(|(a, b)| !moves_alike(a, b)) {
            Some((joint, _)) => Err(differ(format!(
                "joint {:?} is named, placed or turned differently",
                joint.name
            ))
            .into()),
            None if (self.robot.gravity_in_world() - robot.gravity_in_world()).norm() > 0.1 => {
                Err(differ("gravity has another direction or size".to_owned()).into())
            }
            None => Ok(()),
        }
    }

    pub(super) fn layout(&self) -> Layout {
        layout_of(&self.robot, self.rotor_inertia)
    }

    /// Base parameters and their standard deviations, as far as known.
    pub(super) fn base_parameters(&self, layout: &Layout, base: &Base) -> KnownBase {
        KnownBase {
            beta: base.combine(&layout.nominal(&self.robot)),
            sigma: self.sigma.clone(),
            correlations: self.correlations.clone(),
        }
    }

    /// Columns of the base parameters and their covariance, where standard deviations are known; without
    /// correlations where the result does not hold them.
    pub(super) fn base_errors(&self) -> Result<Option<(Vec<usize>, Mat<f64>)>> {
        let layout = self.layout();
        let base = Base::new(&self.robot, &layout, &BaseSettings::default())?;
        let known = self.base_parameters(&layout, &base);
        let columns = base.independent().to_vec();
        Ok(known.covariance(|i, j| f64::from(u8::from(i == j))).map(|errors| (columns, errors)))
    }
}

/// Base parameters that are known.
#[derive(Clone, Debug)]
pub(super) struct KnownBase {
    pub(super) beta: Vec<f64>,
    pub(super) sigma: Option<Vec<f64>>,
    correlations: Vec<Vec<f64>>,
}

impl KnownBase {
    /// Covariance, where standard deviations are known: correlations of the identification, or `guessed` where
    /// the result does not hold them. What the identification left free may be off by all of itself.
    pub(super) fn covariance(&self, guessed: impl Fn(usize, usize) -> f64) -> Option<Mat<f64>> {
        let finite =
            |(sigma, beta): (&f64, &f64)| if sigma.is_finite() { *sigma } else { beta.abs() };
        let sigma: Vec<f64> = self.sigma.as_ref()?.iter().zip(&self.beta).map(finite).collect();
        let correlation = |i: usize, j: usize| match (&self.correlations[..], i.max(j), i.min(j)) {
            ([], ..) => guessed(i, j),
            (_, large, small) if large == small => 1.0,
            (rows, large, small) => rows[large][small],
        };
        let n = sigma.len();
        Some(Mat::from_fn(n, n, |i, j| correlation(i, j) * sigma[i] * sigma[j]))
    }
}

/// Whether rows are those of a lower triangle of this order without its diagonal.
fn is_triangle(rows: &[Vec<f64>], order: usize) -> bool {
    rows.len() == order && rows.iter().enumerate().all(|(k, row)| row.len() == k)
}

/// The unknowns that an identified robot has.
fn layout_of(robot: &Robot, rotor_inertia: bool) -> Layout {
    let friction = robot.dof_joint_iter().map(|joint| joint.friction.shape).collect();
    Layout::with_friction(robot, rotor_inertia, friction)
}

/// Whether two joints are the same as far as motion goes; a calibration may lie between them.
fn moves_alike(a: &Joint, b: &Joint) -> bool {
    /// Metres, and sines of angles.
    const CALIBRATED: f64 = 0.01;
    let near = |a: &crate::spatial::Transform, b: &crate::spatial::Transform| {
        (a.translation - b.translation).norm() < CALIBRATED
            && (a.rotation - b.rotation).cols.iter().all(|column| column.norm() < CALIBRATED)
    };
    a.name == b.name
        && a.kind == b.kind
        && a.parent == b.parent
        && (a.axis - b.axis).norm() < CALIBRATED
        && near(&a.parent_from_joint, &b.parent_from_joint)
        && near(&a.joint_from_link, &b.joint_from_link)
}
