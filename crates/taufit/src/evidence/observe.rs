//! From motion and torque to evidence.

use super::{Evidence, JointEvidence};
use crate::base::Base;
use crate::diagnostics::{Error, Result};
use crate::dynamics::{RegressorBlock, Samples, regressor_block};
use crate::model::Robot;
use crate::params::{Layout, Param};

/// Samples per chunk. A triangularisation also redoes the triangle on top, so chunks are many times
/// its height; longer ones gain nothing and leave the cache.
const CHUNK: usize = 512;

/// Gathers evidence chunk by chunk.
pub struct Observer<'a> {
    robot: &'a Robot,
    layout: &'a Layout,
    base: &'a Base,
    block: RegressorBlock,
    evidence: Evidence,
}

/// The evidence of one stretch of motion; `tau` is `n_dof × n_samples`, sample index fastest.
pub fn observe(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    samples: &Samples<'_>,
    tau: &[f64],
) -> Result<Evidence> {
    let mut observer = Observer::new(robot, layout, base);
    observer.push(samples, tau)?;
    Ok(observer.finish())
}

impl<'a> Observer<'a> {
    /// Nothing seen yet.
    pub fn new(robot: &'a Robot, layout: &'a Layout, base: &'a Base) -> Self {
        let fixed = base.fixed().iter().map(|(column, _)| *column);
        let columns: Vec<usize> = base.independent().iter().copied().chain(fixed).collect();
        let joints = (0..robot.n_dof())
            .map(|dof| JointEvidence::new(visible_columns(robot, layout, base, dof)))
            .collect();
        Self {
            robot,
            layout,
            base,
            block: RegressorBlock::new(robot, layout, &columns, CHUNK),
            evidence: Evidence { n_base: base.rank(), joints },
        }
    }

    /// Adds a stretch of motion. The torque of fixed parameters is known and taken off first.
    pub fn push(&mut self, samples: &Samples<'_>, tau: &[f64]) -> Result<()> {
        let n_samples = samples.n_samples();
        let expected = self.robot.n_dof() * n_samples;
        if tau.len() != expected {
            return Err(Error::LengthMismatch { what: "tau", expected, found: tau.len() });
        }
        for start in (0..n_samples).step_by(CHUNK) {
            let chunk = samples.range(start, CHUNK);
            regressor_block(self.robot, self.layout, &chunk, &mut self.block)?;
            self.compress(|dof| &tau[dof * n_samples + start..][..chunk.n_samples()]);
        }
        Ok(())
    }

    /// What was seen.
    pub fn finish(self) -> Evidence {
        self.evidence
    }

    fn compress<'t>(&mut self, tau: impl Fn(usize) -> &'t [f64]) {
        let (block, fixed, rank) = (&self.block, self.base.fixed(), self.base.rank());
        for (dof, joint) in self.evidence.joints.iter_mut().enumerate() {
            let columns: Vec<&[f64]> =
                joint.columns().iter().map(|&c| block.column(dof, c)).collect();
            let mut torque = tau(dof).to_vec();
            for (place, (_, value)) in fixed.iter().enumerate() {
                let known = block.column(dof, rank + place);
                torque.iter_mut().zip(known).for_each(|(t, y)| *t -= y * value);
            }
            joint.push(&columns, &torque);
        }
    }
}

/// Base parameters whose column can be non-zero in the rows of a coordinate: those of the links it
/// carries, and its own rotor inertia and friction.
fn visible_columns(robot: &Robot, layout: &Layout, base: &Base, dof: usize) -> Vec<usize> {
    let carries =
        |link: usize| robot.path(link).iter().any(|&joint| robot.joints()[joint].drive.dof == dof);
    let visible = |column: usize| match layout.params()[column] {
        Param::Link { link, .. } => carries(link),
        Param::RotorInertia { dof: of } | Param::Friction { dof: of, .. } => of == dof,
    };
    (0..base.rank()).filter(|&k| visible(base.independent()[k])).collect()
}
