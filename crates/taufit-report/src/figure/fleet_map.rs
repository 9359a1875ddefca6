//! Robots by parameters, coloured by their deviation from the type.

use super::svg::{Svg, TextAnchor};
use taufit::study::{FleetParameter, FleetRobot};

const CELL_WIDTH: f64 = 14.0;
const CELL_HEIGHT: f64 = 11.0;
const LEFT: f64 = 110.0;
const TOP: f64 = 52.0;
/// Deviations from which on a cell has the next colour, in standard deviations, and their classes.
const LEVELS: [(f64, &str); 4] = [(2.0, "z2"), (3.0, "z3"), (4.5, "z4"), (7.0, "z7")];

/// A row per robot, in the order given, a column per parameter; cells below two standard deviations stay empty.
pub(crate) fn draw_fleet_map(robots: &[&FleetRobot], parameters: &[FleetParameter]) -> String {
    let (n_rows, n_columns) = (robots.len() as f64, parameters.len() as f64);
    let (width, height) = (LEFT + n_columns * CELL_WIDTH + 8.0, TOP + n_rows * CELL_HEIGHT + 8.0);
    let mut svg = Svg::new(width, height);
    for (k, parameter) in parameters.iter().enumerate() {
        let x = LEFT + (k as f64 + 0.5) * CELL_WIDTH + 4.0;
        svg.upright_text("tick", [x, 0.5 * TOP], &parameter.name);
    }
    for (row, robot) in robots.iter().enumerate() {
        let y = TOP + (row as f64 + 0.5) * CELL_HEIGHT;
        svg.text("tick", TextAnchor::End, [LEFT - 6.0, y + 3.5], &robot.robot);
        svg.line("rule", [LEFT, y + 0.5 * CELL_HEIGHT], [width - 8.0, y + 0.5 * CELL_HEIGHT]);
        for (k, z) in robot.z.iter().enumerate() {
            if let Some(class) = z.and_then(class) {
                let at = [LEFT + k as f64 * CELL_WIDTH + 1.0, TOP + row as f64 * CELL_HEIGHT + 1.0];
                svg.rect(&class, at, CELL_WIDTH - 2.0, CELL_HEIGHT - 2.0);
            }
        }
    }
    svg.finish("robots by base parameters, coloured by their deviation from the type")
}

/// Class of a deviation: its level and its side.
fn class(z: f64) -> Option<String> {
    let level = LEVELS.iter().rev().find(|(from, _)| z.abs() >= *from)?;
    Some(format!("cell {} {}", level.1, if z > 0.0 { "above" } else { "below" }))
}

#[cfg(test)]
mod tests {
    use super::class;

    #[test]
    fn cells_have_the_colour_of_their_level_and_side() {
        assert_eq!(class(1.9), None);
        assert_eq!(class(2.1).as_deref(), Some("cell z2 above"));
        assert_eq!(class(-30.0).as_deref(), Some("cell z7 below"));
    }
}
