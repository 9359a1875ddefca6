//! Result of a fleet as a folder.

use crate::error::Result;
use crate::output::write_folder;
use crate::result_folder::json;
use std::path::Path;
use taufit::study::FleetStudy;

/// Writes `result.json`, `robots.csv`, `report.html`, and `periods.csv` where there are estimates per period.
pub fn write_fleet_folder(folder: &Path, study: &FleetStudy, report: String) -> Result<()> {
    let mut files = vec![
        ("result.json".to_owned(), json(study)?.into_bytes()),
        ("robots.csv".to_owned(), robots_csv(study).into_bytes()),
        ("report.html".to_owned(), report.into_bytes()),
    ];
    if !study.periods.is_empty() {
        files.push(("periods.csv".to_owned(), periods_csv(study).into_bytes()));
    }
    write_folder(folder, &files)
}

/// Estimates as a table: a line per robot and base parameter, SI units.
pub fn robots_csv(study: &FleetStudy) -> String {
    let mut text = "robot,parameter,value,sigma,shrunken,shrunken_sigma,z\n".to_owned();
    for robot in &study.robots {
        for (k, parameter) in study.parameters.iter().enumerate() {
            let fields = [
                quoted(&robot.robot),
                quoted(&parameter.name),
                robot.values[k].to_string(),
                known(robot.sigma[k]),
                robot.shrunken[k].to_string(),
                known(robot.shrunken_sigma[k]),
                known(robot.z[k]),
            ];
            text += &(fields.join(",") + "\n");
        }
    }
    text
}

/// Estimates per period as a table: a line per robot, period and base parameter, SI units.
fn periods_csv(study: &FleetStudy) -> String {
    let mut text = "robot,period,n_logs,parameter,value,sigma\n".to_owned();
    for period in &study.periods {
        for (k, parameter) in study.parameters.iter().enumerate() {
            let fields = [
                quoted(&period.robot),
                period.period.clone(),
                period.n_logs.to_string(),
                quoted(&parameter.name),
                period.values[k].to_string(),
                known(period.sigma[k]),
            ];
            text += &(fields.join(",") + "\n");
        }
    }
    text
}

fn known(x: Option<f64>) -> String {
    x.map(|x| x.to_string()).unwrap_or_default()
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
