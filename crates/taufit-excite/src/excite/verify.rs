//! The finished motion, checked from end to end: twenty times as often as it will be logged, and for
//! collisions so often that nothing can happen in between.

use super::guard::{nominal_torques, tool_frame, tool_motion};
use super::task::Task;
use super::{Clearance, JointPeaks, MotionCheck, Trajectory};
use crate::collision::CollisionModel;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::{Samples, Scratch};
use taufit_dynamics::spatial::Vec3;

/// Checks per sample of the log.
const FINER: f64 = 20.0;

/// Samples per block, so that long motions need little memory.
const BLOCK: usize = 4096;

/// Share of a limit that rounding may take.
const ROUNDING: f64 = 1e-9;

/// A limit that the motion breaks.
#[derive(Clone, Debug)]
pub(super) struct Breach {
    /// By how much, in units of the limit.
    pub(super) value: f64,
    /// Whether the limit is linear in the design's variables: position, speed, acceleration, jerk.
    pub(super) is_linear: bool,
    /// In words.
    pub(super) what: String,
}

/// Largest values of a motion, and the worst violation of a limit if there is one.
pub(super) fn check_motion(
    task: &Task<'_>,
    motion: &Trajectory,
) -> Result<(MotionCheck, Option<Breach>)> {
    let mut peaks = Peaks::new(task)?;
    for [from_s, to_s] in stretches(motion) {
        let n = ((to_s - from_s) * task.settings.rate_hz * FINER).ceil().max(1.0) as usize;
        for start in (0..=n).step_by(BLOCK) {
            let stamps: Vec<f64> = (start..(start + BLOCK).min(n + 1))
                .map(|k| from_s + (to_s - from_s) * k as f64 / n as f64)
                .collect();
            peaks.look(task, motion, &stamps)?;
        }
    }
    let mut check = peaks.check;
    if let Some(model) = task.surroundings.collisions {
        check.clearance = closest_approach(task, model, motion, &check.joints)?;
    }
    let worst = breaches(task, &check).max_by(|a, b| a.value.total_cmp(&b.value));
    Ok((check, worst.filter(|b| b.value > ROUNDING)))
}

/// Way in, one period, way out: all that ever happens.
fn stretches(motion: &Trajectory) -> Vec<[f64; 2]> {
    let (lead_s, end_s) = (motion.lead_s(), motion.duration_s());
    let mut all = vec![[lead_s, lead_s + motion.period_s()]];
    if lead_s > 0.0 {
        all.extend([[0.0, lead_s], [end_s - lead_s, end_s]]);
    }
    all
}

struct Peaks {
    check: MotionCheck,
    tool: taufit_dynamics::model::Frame,
}

impl Peaks {
    fn new(task: &Task<'_>) -> Result<Self> {
        let peak = |dof: usize| JointPeaks {
            name: task.robot.dof_joint(dof).name.clone(),
            lowest: f64::INFINITY,
            highest: f64::NEG_INFINITY,
            velocity: 0.0,
            acceleration: 0.0,
            jerk: 0.0,
            torque: 0.0,
        };
        Ok(Self {
            check: MotionCheck {
                joints: (0..task.robot.n_dof()).map(peak).collect(),
                tool_speed_m_s: 0.0,
                tool_box_m: [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]],
                clearance: None,
            },
            tool: tool_frame(task.robot, task.settings.limits.tool.as_deref())?,
        })
    }

    fn look(&mut self, task: &Task<'_>, motion: &Trajectory, stamps: &[f64]) -> Result<()> {
        let n = stamps.len();
        let mut channels = [(); 3].map(|()| Vec::with_capacity(n * self.check.joints.len()));
        for (dof, peak) in self.check.joints.iter_mut().enumerate() {
            for &t_s in stamps {
                let [q, qd, qdd, qddd] = motion.joint_at(dof, t_s);
                peak.lowest = peak.lowest.min(q);
                peak.highest = peak.highest.max(q);
                peak.velocity = peak.velocity.max(qd.abs());
                peak.acceleration = peak.acceleration.max(qdd.abs());
                peak.jerk = peak.jerk.max(qddd.abs());
                channels.iter_mut().zip([q, qd, qdd]).for_each(|(c, x)| c.push(x));
            }
        }
        let [q, qd, qdd] = &channels;
        let tau = nominal_torques(task.robot, &Samples::new(n, q, qd, qdd))?;
        for (peak, tau) in self.check.joints.iter_mut().zip(tau.chunks_exact(n)) {
            peak.torque = tau.iter().fold(peak.torque, |most, t| most.max(t.abs()));
        }
        self.follow_tool(task, (q, qd), n)
    }

    fn follow_tool(&mut self, task: &Task<'_>, (q, qd): (&[f64], &[f64]), n: usize) -> Result<()> {
        let mut scratch = Scratch::new(task.robot);
        for k in 0..n {
            let at = |x: &[f64]| x.iter().skip(k).step_by(n).copied().collect::<Vec<f64>>();
            let tool = tool_motion(task.robot, &mut scratch, &self.tool, &at(q), &at(qd))?;
            let check = &mut self.check;
            check.tool_speed_m_s = check.tool_speed_m_s.max(tool.velocity.norm());
            let [low, high] = &mut check.tool_box_m;
            for (i, x) in <[f64; 3]>::from(tool.position).into_iter().enumerate() {
                low[i] = low[i].min(x);
                high[i] = high[i].max(x);
            }
        }
        Ok(())
    }
}

/// The closest approach, found by steps so short that no pair can use up its distance within one; they
/// are never shorter than those of the other checks.
fn closest_approach(
    task: &Task<'_>,
    model: &CollisionModel,
    motion: &Trajectory,
    peaks: &[JointPeaks],
) -> Result<Option<Clearance>> {
    let fastest: Vec<f64> = peaks.iter().map(|p| p.velocity).collect();
    let speeds: Vec<f64> =
        (0..model.pairs().len()).map(|k| model.max_approach_speed(k, &fastest)).collect();
    let shortest_s = 1.0 / (task.settings.rate_hz * FINER);
    let mut scratch = model.scratch();
    let mut closest: Option<(f64, usize, f64)> = None;
    for [from_s, to_s] in stretches(motion) {
        let mut t_s = from_s;
        loop {
            let near = model.distances(&motion.at(t_s).q, &mut scratch)?;
            let mut step_s = f64::INFINITY;
            for (k, (pair, speed)) in near.iter().zip(&speeds).enumerate() {
                if closest.is_none_or(|(d, ..)| pair.distance_m < d) {
                    closest = Some((pair.distance_m, k, t_s));
                }
                // Only what comes nearer than anything seen, or than allowed, would be news.
                let news_m = closest.map_or(0.0, |(d, ..)| d).max(task.settings.limits.clearance_m);
                step_s = step_s.min((pair.distance_m - news_m).max(0.0) / speed.max(1e-12));
            }
            if t_s >= to_s {
                break;
            }
            t_s = (t_s + step_s.max(shortest_s)).min(to_s);
        }
    }
    Ok(closest.map(|(distance_m, k, t_s)| Clearance {
        distance_m,
        first: model.pairs()[k].a.clone(),
        second: model.pairs()[k].b.clone(),
        t_s,
    }))
}

/// All limits that are broken.
fn breaches<'c>(task: &'c Task<'_>, check: &'c MotionCheck) -> impl Iterator<Item = Breach> + 'c {
    let joints = check.joints.iter().zip(&task.limits).flat_map(|(peak, limit)| {
        let name = &peak.name;
        let end = |value: f64, which: &str, q: f64| Breach {
            value: value / limit.half_range(),
            is_linear: true,
            what: format!("joint {name:?} goes to {q:.4}, beyond its {which} limit"),
        };
        let most = |what: &str, found: f64, most: Option<f64>| {
            let most = most.unwrap_or(f64::INFINITY);
            let value = found / most - 1.0;
            Breach {
                value,
                is_linear: what != "the torque",
                what: format!("{what} of joint {name:?} is {found:.4}, {most:.4} is allowed"),
            }
        };
        [
            end(limit.lower - peak.lowest, "lower", peak.lowest),
            end(peak.highest - limit.upper, "upper", peak.highest),
            most("the speed", peak.velocity, Some(limit.velocity)),
            most("the acceleration", peak.acceleration, Some(limit.acceleration)),
            most("the jerk", peak.jerk, limit.jerk),
            most("the torque", peak.torque, limit.torque),
        ]
    });
    joints.chain(tool_breaches(task, check)).chain(clearance_breach(task, check))
}

fn tool_breaches(task: &Task<'_>, check: &MotionCheck) -> Vec<Breach> {
    let limits = &task.settings.limits;
    let mut found = Vec::new();
    if let Some(most) = limits.tool_speed_m_s {
        let speed = check.tool_speed_m_s;
        let what = format!("the tool moves at {speed:.4} m/s, {most:.4} is allowed");
        found.push(Breach { value: speed / most - 1.0, is_linear: false, what });
    }
    if let Some(allowed) = limits.tool_box_m {
        let unit_m = task.robot.reach_m().max(1e-3);
        let [low, high] = check.tool_box_m.map(Vec3::from);
        let [least, most] = [allowed[0] - low, high - allowed[1]].map(<[f64; 3]>::from);
        let out_m = least.into_iter().chain(most).fold(f64::NEG_INFINITY, f64::max);
        let what = format!("the tool leaves its box by {out_m:.4} m");
        found.push(Breach { value: out_m / unit_m, is_linear: false, what });
    }
    found
}

fn clearance_breach(task: &Task<'_>, check: &MotionCheck) -> Option<Breach> {
    const UNIT_M: f64 = 0.1;
    let Clearance { distance_m, first, second, t_s } = check.clearance.as_ref()?;
    let wanted_m = task.settings.limits.clearance_m;
    Some(Breach {
        value: (wanted_m - distance_m) / UNIT_M,
        is_linear: false,
        what: format!(
            "{first} and {second} come within {distance_m:.4} m at {t_s:.2} s, {wanted_m} m are to be kept"
        ),
    })
}
