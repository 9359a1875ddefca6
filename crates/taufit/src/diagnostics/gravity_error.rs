//! Why weights cannot be found.

/// Poses, or samples of a model, from which weights cannot be found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GravityError {
    /// Logs in which the arm neither stands nor creeps.
    #[error(
        "the arm never stands still (all joints below {stand_speed} rad/s for {shortest_s} s) nor creeps (below \
         {slow_speed} rad/s); its slowest {shortest_s} s go up to {slowest:.3} rad/s; stop in every pose for a \
         second, or raise --slow-speed"
    )]
    NothingQuiet {
        /// What counts as standing \[rad/s or m/s\].
        stand_speed: f64,
        /// Shortest stop \[s\].
        shortest_s: f64,
        /// What counts as creeping \[rad/s or m/s\].
        slow_speed: f64,
        /// The highest speed in the slowest stretch of that length \[rad/s or m/s\].
        slowest: f64,
    },
    /// Poses that differ too little to tell anything.
    #[error(
        "{n_poses} poses lie within {range:.3} rad or m of each other: they tell the torque of one pose, not how it \
         changes; visit poses that turn every joint by half a radian or more"
    )]
    PosesAlike {
        /// How many there are.
        n_poses: usize,
        /// The farthest that any joint moves between them \[rad or m\].
        range: f64,
    },
    /// A mass matrix whose halves differ.
    #[error(
        "sample {sample}: M{row}{column} is {upper} but M{column}{row} is {lower}; a mass matrix is symmetric, so \
         columns are mixed up or the matrix is another one"
    )]
    NotSymmetric {
        /// Number of the sample, from 1.
        sample: usize,
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        column: usize,
        /// Above the diagonal.
        upper: f64,
        /// Below it.
        lower: f64,
    },
    /// A mass matrix that moves without energy.
    #[error(
        "sample {sample}: the mass matrix is not positive definite: a motion would have no or negative kinetic \
         energy; check the order of the columns and the units (kg m², kg m, kg)"
    )]
    NotPositive {
        /// Number of the sample, from 1.
        sample: usize,
    },
    /// Angles that look like degrees.
    #[error(
        "sample {sample}: joint {joint:?} is at {value} rad, {turns:.1} turns; angles are given in rad, not in degrees"
    )]
    LooksLikeDegrees {
        /// Number of the sample, from 1.
        sample: usize,
        /// The joint.
        joint: String,
        /// The angle as given.
        value: f64,
        /// In turns.
        turns: f64,
    },
}

impl GravityError {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NothingQuiet { .. } => "E215",
            Self::PosesAlike { .. } => "E216",
            Self::NotSymmetric { .. } => "E217",
            Self::NotPositive { .. } => "E218",
            Self::LooksLikeDegrees { .. } => "E219",
        }
    }
}
