//! The physically consistent fit: how strongly links keep to the nominal model, what is known of them.

use crate::failure::{Failure, Outcome};
use crate::robot_args::number_list;
use clap::Args;
use taufit::estimate::feasible::{ComBox, FeasibleSettings};
use taufit::model::Robot;

/// Knowledge about the links besides the data.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Links")]
pub(crate) struct PhysicalArgs {
    /// Weight of the nominal model in the fit of the links; 0 lets data alone decide. If not given, as
    /// strongly as the torque error of the nominal links on the data allows
    #[arg(long, value_name = "WEIGHT")]
    prior_weight: Option<f64>,
    /// Smallest and largest mass of all moving links together, in kg
    #[arg(long, value_name = "LOW..HIGH", value_parser = range)]
    total_mass_kg: Option<(f64, f64)>,
    /// Box that holds the centre of mass of a link, in the link's frame, in m
    #[arg(long, value_name = "LINK=X..X,Y..Y,Z..Z", value_parser = com_box)]
    #[arg(allow_hyphen_values = true)]
    com_box: Vec<NamedBox>,
}

/// A box for the centre of mass of a link.
#[derive(Clone, Debug, PartialEq)]
struct NamedBox {
    link: String,
    sides: [(f64, f64); 3],
}

impl PhysicalArgs {
    /// The settings of the physically consistent fit.
    pub(crate) fn settings(&self, robot: &Robot) -> Outcome<FeasibleSettings> {
        let boxes = self.com_box.iter().map(|named| named.of(robot));
        Ok(FeasibleSettings {
            prior_weight: self.prior_weight,
            total_mass_kg: self.total_mass_kg,
            com_boxes: boxes.collect::<Outcome<_>>()?,
            ..FeasibleSettings::default()
        })
    }
}

impl NamedBox {
    fn of(&self, robot: &Robot) -> Outcome<ComBox> {
        let mut names = robot.joints().iter().map(|joint| joint.link.name.as_str());
        let found = names.clone().position(|name| name == self.link);
        let link = found.ok_or_else(|| {
            let known = names.by_ref().collect::<Vec<_>>().join(", ");
            Failure::misuse(format!("--com-box: no link {:?}; the links are {known}", self.link))
        })?;
        let (lower_m, upper_m) = (self.sides.map(|(low, _)| low), self.sides.map(|(_, high)| high));
        Ok(ComBox { link, lower_m, upper_m })
    }
}

/// `LOW..HIGH`, in this order.
fn range(text: &str) -> Result<(f64, f64), String> {
    let (low, high) = text.split_once("..").ok_or("expected LOW..HIGH, such as 20..25")?;
    match (&number_list(low)?[..], &number_list(high)?[..]) {
        ([low], [high]) if low <= high => Ok((*low, *high)),
        _ => Err(format!("{text:?} is not LOW..HIGH with LOW below HIGH")),
    }
}

fn com_box(text: &str) -> Result<NamedBox, String> {
    let (link, box_) = text.rsplit_once('=').ok_or("expected LINK=X..X,Y..Y,Z..Z")?;
    let sides = box_.split(',').map(range).collect::<Result<Vec<_>, _>>()?;
    let sides = sides.try_into().map_err(|_| "expected three ranges, of x, y and z".to_owned())?;
    Ok(NamedBox { link: link.trim().to_owned(), sides })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_boxes() {
        assert_eq!(range("20..25.5"), Ok((20.0, 25.5)));
        assert!(range("25..20").is_err() && range("20").is_err() && range("a..b").is_err());
        let found = com_box("upper arm=-0.1..0.1,-0.05..0.05,0..0.4").unwrap();
        assert_eq!((found.link.as_str(), found.sides[2]), ("upper arm", (0.0, 0.4)));
        assert!(com_box("arm=0..1,0..1").is_err() && com_box("0..1,0..1,0..1").is_err());
    }
}
