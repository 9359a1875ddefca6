//! Identifiable unknowns of an elastic arm with both encoders and motor torques.

use super::arm::{Arm, Equation};
use super::equations::LineBlock;
use crate::base::{Base, BaseSettings, RandomStates, Scales, enough_samples};
use crate::diagnostics::Result;
use crate::dynamics::Samples;
use faer::Mat;

/// The base of an elastic arm: the rank of its lines at random states of links and motors.
///
/// Deflections are drawn independently of the load. On a real motion link lines hold exactly, which
/// ties one scale per arm to the motor lines; that is a property of the right-hand side and takes no
/// column away.
pub(super) fn elastic_base(arm: &Arm<'_>, settings: &BaseSettings) -> Result<Base> {
    settings.validate(&arm.layout)?;
    let columns = settings.free_columns(&arm.layout);
    let lines = arm.lines();
    let (n_columns, n_lines) = (columns.len(), lines.len());
    let n_samples = enough_samples(n_columns, n_lines);
    let states = RandomMotion::draw(arm, n_samples, settings.seed);
    let samples = states.samples();
    let mut block = LineBlock::new(arm, columns, n_samples);
    block.evaluate(&samples)?;
    let scales = Scales::of(arm.robot);
    let mut rows = Mat::zeros(n_lines * n_samples, n_columns);
    for (number, line) in lines.into_iter().enumerate() {
        let (Equation::Link(dof) | Equation::Motor(dof) | Equation::Whole(dof)) = line;
        let unit = scales.row(arm.robot, dof);
        for place in block.places(line) {
            let column = block.column(line, place, &samples);
            for (k, y) in column.iter().enumerate() {
                rows[(number * n_samples + k, place)] = y * unit;
            }
        }
    }
    Base::of_rows(arm.robot, &arm.layout, &rows, settings)
}

/// Random motion of links and motors; where a joint is rigid, of both together.
struct RandomMotion {
    n_samples: usize,
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
}

impl RandomMotion {
    fn draw(arm: &Arm<'_>, n_samples: usize, seed: u64) -> Self {
        let scales = Scales::of(arm.robot);
        let draw = |seed: u64| RandomStates::draw(arm.robot, &scales, n_samples, seed);
        let (links, motors) = (draw(seed), draw(!seed));
        let (links, motors) = (links.samples(), motors.samples());
        let both = |of: fn(&Samples<'_>, usize) -> Vec<f64>| -> Vec<f64> {
            let n_dof = arm.robot.n_dof();
            let motor = |dof: usize| of(if arm.is_elastic[dof] { &motors } else { &links }, dof);
            (0..n_dof).map(|dof| of(&links, dof)).chain((0..n_dof).map(motor)).flatten().collect()
        };
        Self {
            n_samples,
            q: both(|s, dof| s.q(dof).to_vec()),
            qd: both(|s, dof| s.qd(dof).to_vec()),
            qdd: both(|s, dof| s.qdd(dof).to_vec()),
        }
    }

    fn samples(&self) -> Samples<'_> {
        Samples::new(self.n_samples, &self.q, &self.qd, &self.qdd)
    }
}
