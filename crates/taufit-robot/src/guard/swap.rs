//! Joints that are exchanged in what a driver says.

/// Share of a tracking error that may be left when two joints are taken for each other.
const LEFT_OVER: f64 = 0.5;

/// The joint that has changed places with `dof`, whose position jumped from one packet to the next: each
/// is where the other one was, within the distance that it can move.
pub(super) fn jumped(dof: usize, before: &[f64], after: &[f64], reach: &[f64]) -> Option<usize> {
    let near = |at: usize, other: usize| (after[at] - before[other]).abs() <= reach[at];
    (0..after.len()).find(|&other| other != dof && near(dof, other) && near(other, dof))
}

/// The joint that moves as `dof` should, while `dof` moves as that one should. All are displacements since
/// the beginning of the motion, measured and of the reference.
pub(super) fn crossed(dof: usize, moved: &[f64], moved_ref: &[f64]) -> Option<usize> {
    let off = |is: usize, should: usize| (moved[is] - moved_ref[should]).abs();
    let allowed = LEFT_OVER * off(dof, dof);
    (0..moved.len())
        .find(|&other| other != dof && off(dof, other) < allowed && off(other, dof) < allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_change_places_are_told_from_a_jump() {
        let reach = [0.02; 3];
        assert_eq!(jumped(0, &[0.1, -2.0, 0.5], &[-2.0, 0.11, 0.5], &reach), Some(1));
        assert_eq!(jumped(0, &[0.1, -2.0, 0.5], &[-2.0, -2.0, 0.5], &reach), None);
        assert_eq!(jumped(2, &[0.1, -2.0, 0.5], &[0.1, -2.0, 0.9], &reach), None);
    }

    #[test]
    fn motions_that_change_places_are_told_from_a_joint_that_is_blocked() {
        // Joint 0 should move by 0.11; joint 2 does.
        assert_eq!(crossed(0, &[0.0, 0.0, 0.1], &[0.11, 0.0, 0.0]), Some(2));
        assert_eq!(crossed(0, &[0.0, 0.0, 0.0], &[0.11, 0.0, 0.0]), None);
    }
}
