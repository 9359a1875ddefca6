//! The standard parameters.

use crate::friction::FrictionTerm;
use crate::model::Robot;
use serde::{Deserialize, Serialize};

/// The ten inertial parameters of a link, in their one and only order: mass, first moments, and the
/// tensor about the origin of the link frame (URDF's order of the entries).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the definition")]
pub enum LinkParam {
    M,
    Mx,
    My,
    Mz,
    Ixx,
    Ixy,
    Ixz,
    Iyy,
    Iyz,
    Izz,
}

impl LinkParam {
    /// Number of inertial parameters of a link.
    pub const COUNT: usize = 10;

    /// All parameters of a link, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::M,
        Self::Mx,
        Self::My,
        Self::Mz,
        Self::Ixx,
        Self::Ixy,
        Self::Ixz,
        Self::Iyy,
        Self::Iyz,
        Self::Izz,
    ];

    /// Symbol of the parameter in tables and files.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::M => "m",
            Self::Mx => "mx",
            Self::My => "my",
            Self::Mz => "mz",
            Self::Ixx => "Ixx",
            Self::Ixy => "Ixy",
            Self::Ixz => "Ixz",
            Self::Iyy => "Iyy",
            Self::Iyz => "Iyz",
            Self::Izz => "Izz",
        }
    }

    /// Unit.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::M => "kg",
            Self::Mx | Self::My | Self::Mz => "kg m",
            _ => "kg m²",
        }
    }
}

/// A standard parameter: one column of the regressor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Param {
    /// An inertial parameter of a link.
    Link {
        /// Index of the link.
        link: usize,
        /// Which of the ten.
        param: LinkParam,
    },
    /// Rotor inertia `Ia`, reflected to the joint \[kg m²\].
    RotorInertia {
        /// Index of the coordinate.
        dof: usize,
    },
    /// A friction coefficient.
    Friction {
        /// Index of the coordinate.
        dof: usize,
        /// Which term.
        term: FrictionTerm,
    },
    /// Stiffness `K` of an elastic joint.
    Stiffness {
        /// Index of the coordinate.
        dof: usize,
    },
    /// Damping `D` of the spring of an elastic joint.
    Damping {
        /// Index of the coordinate.
        dof: usize,
    },
}

impl Param {
    /// The symbol without link or joint, such as `Izz` or `fc`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Link { param, .. } => param.symbol(),
            Self::RotorInertia { .. } => "Ia",
            Self::Friction { term, .. } => term.symbol(),
            Self::Stiffness { .. } => "K",
            Self::Damping { .. } => "D",
        }
    }

    /// The coordinate it belongs to, unless it is a link's.
    pub const fn dof(self) -> Option<usize> {
        match self {
            Self::Link { .. } => None,
            Self::RotorInertia { dof }
            | Self::Friction { dof, .. }
            | Self::Stiffness { dof }
            | Self::Damping { dof } => Some(dof),
        }
    }

    /// Whether it can enter the torque of a coordinate: that of a link, if the coordinate carries the
    /// link; rotor inertia, friction and springs, if they are its own.
    pub fn acts_on(self, robot: &Robot, dof: usize) -> bool {
        match self {
            Self::Link { link, .. } => {
                robot.path(link).iter().any(|&joint| robot.joints()[joint].drive.dof == dof)
            }
            _ => self.dof() == Some(dof),
        }
    }

    /// Unit on a robot, by whether the joint turns or slides.
    pub fn unit_on(self, robot: &Robot) -> &'static str {
        self.unit(self.dof().is_some_and(|dof| robot.dof_joint(dof).is_prismatic()))
    }

    /// Unit, for a joint that turns or one that slides.
    pub const fn unit(self, slides: bool) -> &'static str {
        match (self, slides) {
            (Self::Link { param, .. }, _) => param.unit(),
            (Self::RotorInertia { .. }, false) => "kg m²",
            (Self::RotorInertia { .. }, true) => "kg",
            (Self::Friction { term, .. }, false) if term.is_viscous() => "N m s/rad",
            (Self::Friction { term, .. }, true) if term.is_viscous() => "N s/m",
            (Self::Damping { .. }, false) => "N m s/rad",
            (Self::Damping { .. }, true) => "N s/m",
            (Self::Stiffness { .. }, false) => "N m/rad",
            (Self::Stiffness { .. }, true) => "N/m",
            (Self::Friction { .. }, false) => "N m",
            (Self::Friction { .. }, true) => "N",
        }
    }
}
