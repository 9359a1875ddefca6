//! The folder of detected contacts.

use super::ResultFolder;
use super::csv::quoted;
use crate::error::Result;
use taufit::study::ContactStudy;

/// Every file of a result.
pub fn collisions_folder(study: &ContactStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, &study.provenance, page)?.with("contacts.csv", contacts_csv(study)))
}

fn contacts_csv(study: &ContactStudy) -> String {
    let joints = study.thresholds.joints.iter().map(|joint| format!(",{}", quoted(&joint.joint)));
    let mut text = format!("log,from_s,until_s,peak_s{}\n", joints.collect::<String>());
    for log in &study.logs {
        for contact in &log.contacts {
            let torques = contact.torque.iter().map(|tau| format!(",{tau}")).collect::<String>();
            text += &format!(
                "{},{},{},{}{torques}\n",
                quoted(&log.source),
                contact.from_s,
                contact.until_s,
                contact.peak_s
            );
        }
    }
    text
}
