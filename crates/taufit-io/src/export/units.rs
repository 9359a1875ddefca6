//! Units of a joint's quantities: rad and N·m where it turns, m and N where it slides.

/// What a number of a joint measures.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    None,
    Position,
    Velocity,
    Acceleration,
    Effort,
    Viscous,
    RotorInertia,
    TorqueConstant,
}

impl Unit {
    pub(super) const fn name(self, slides: bool) -> &'static str {
        match (self, slides) {
            (Self::None, _) => "",
            (Self::Position, false) => "rad",
            (Self::Position, true) => "m",
            (Self::Velocity, false) => "rad/s",
            (Self::Velocity, true) => "m/s",
            (Self::Acceleration, false) => "rad/s²",
            (Self::Acceleration, true) => "m/s²",
            (Self::Effort, false) => "N·m",
            (Self::Effort, true) => "N",
            (Self::Viscous, false) => "N·m·s/rad",
            (Self::Viscous, true) => "N·s/m",
            (Self::RotorInertia, false) => "kg m²",
            (Self::RotorInertia, true) => "kg",
            (Self::TorqueConstant, false) => "N·m/A",
            (Self::TorqueConstant, true) => "N/A",
        }
    }
}
