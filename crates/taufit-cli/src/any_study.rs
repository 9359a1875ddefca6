//! A result of any method: read back, shown, written again.

use crate::call::CallError;
use crate::collisions::render_contacts;
use crate::elastic::render_elastic;
use crate::failure::Outcome;
use crate::gravity::render_gravity;
use crate::identify::render_identification;
use crate::motors::render_motors;
use crate::payload::render_payload;
use crate::result_folder::{json, rendered};
use crate::reverse::render_reverse;
use crate::stiffness::render_screen as render_stiffness;
use std::path::Path;
use taufit::methods::reverse_model;
use taufit::study::{
    ContactStudy, ElasticStudy, GravityStudy, MotorStudy, PayloadStudy, ReverseStudy, Series,
    StiffnessStudy, Study, StudyKind,
};
use taufit_io::result_folder::{
    ResultFile, ResultFolder, collisions_folder, elastic_folder, gravity_folder, identify_folder,
    motors_folder, payload_folder, read_series, reverse_folder, stiffness_folder,
};

/// A result of any method with its torques over time, which only an identification has.
#[derive(Clone, Debug)]
pub struct AnyStudy {
    study: StudyOfKind,
    series: Vec<Series>,
}

#[derive(Clone, Debug)]
enum StudyOfKind {
    Identify(Box<Study>),
    Collisions(Box<ContactStudy>),
    Motors(Box<MotorStudy>),
    Stiffness(Box<StiffnessStudy>),
    Elastic(Box<ElasticStudy>),
    Payload(Box<PayloadStudy>),
    Gravity(Box<GravityStudy>),
    Reverse(Box<ReverseStudy>),
}

impl AnyStudy {
    /// The result in a folder, or in its `result.json`.
    pub fn read(path: &Path) -> Result<Self, CallError> {
        Ok(Self::read_folder(path)?)
    }

    /// The result in a document, such as [`Answer::document`](crate::Answer::document).
    pub fn parse(document: &str, series: Vec<Series>) -> Result<Self, CallError> {
        let parse = || -> Outcome<Self> {
            Self::of_file(ResultFile::parse_text(Path::new("result"), document)?, series)
        };
        Ok(parse()?)
    }

    /// The document, as `result.json` holds it.
    pub fn document(&self) -> Result<String, CallError> {
        Ok(match &self.study {
            StudyOfKind::Identify(study) => json(study),
            StudyOfKind::Collisions(study) => json(study),
            StudyOfKind::Motors(study) => json(study),
            StudyOfKind::Stiffness(study) => json(study),
            StudyOfKind::Elastic(study) => json(study),
            StudyOfKind::Payload(study) => json(study),
            StudyOfKind::Gravity(study) => json(study),
            StudyOfKind::Reverse(study) => json(study),
        }?)
    }

    /// Torques over time.
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// The text that its verb shows, so many columns wide.
    pub fn screen(&self, width: u16) -> Result<String, CallError> {
        let shown = || -> Outcome<String> {
            Ok(match &self.study {
                StudyOfKind::Identify(study) => render_identification(study, false, "", width),
                StudyOfKind::Collisions(study) => {
                    let robot = study.header.robot.description.clone().build()?;
                    render_contacts(&robot, study, width)
                }
                StudyOfKind::Motors(study) => render_motors(study, width),
                StudyOfKind::Stiffness(study) => render_stiffness(study, width),
                StudyOfKind::Elastic(study) => render_elastic(study, width),
                StudyOfKind::Payload(study) => render_payload(study, width),
                StudyOfKind::Gravity(study) => render_gravity(study, width),
                StudyOfKind::Reverse(study) => render_reverse(study, width),
            })
        };
        Ok(shown()?)
    }

    /// The report, one HTML page.
    pub fn page(&self) -> Result<String, CallError> {
        Ok(self.report()?)
    }

    /// The verdict of the report with its style sheet, for a notebook.
    pub fn card(&self) -> Result<String, CallError> {
        // Torques over time are not part of the verdict, and long.
        let page = Self { series: Vec::new(), ..self.clone() }.report()?;
        Ok(taufit_report::verdict_card(&page).unwrap_or_default())
    }

    /// Writes the folder of the result.
    pub fn write(&self, folder: &Path) -> Result<(), CallError> {
        let write = || -> Outcome { Ok(self.folder()?.write(folder)?) };
        Ok(write()?)
    }

    pub(crate) fn read_folder(path: &Path) -> Outcome<Self> {
        let found = ResultFile::read(path)?;
        let series = match found.kind() {
            StudyKind::Identify => read_series(path)?,
            _ => Vec::new(),
        };
        Self::of_file(found, series)
    }

    fn of_file(found: ResultFile, series: Vec<Series>) -> Outcome<Self> {
        let kind = found.kind();
        let study = match kind {
            StudyKind::Identify => StudyOfKind::Identify(found.parse(kind)?),
            StudyKind::Collisions => StudyOfKind::Collisions(found.parse(kind)?),
            StudyKind::Motors => StudyOfKind::Motors(found.parse(kind)?),
            StudyKind::Stiffness => StudyOfKind::Stiffness(found.parse(kind)?),
            StudyKind::Elastic => StudyOfKind::Elastic(found.parse(kind)?),
            StudyKind::Payload => StudyOfKind::Payload(found.parse(kind)?),
            StudyKind::Gravity => StudyOfKind::Gravity(found.parse(kind)?),
            StudyKind::Reverse => StudyOfKind::Reverse(found.parse(kind)?),
        };
        Ok(Self { study, series })
    }

    pub(crate) fn report(&self) -> Outcome<String> {
        rendered(match &self.study {
            StudyOfKind::Identify(study) => taufit_report::render_report(study, &self.series),
            StudyOfKind::Collisions(study) => taufit_report::render_contacts(study),
            StudyOfKind::Motors(study) => taufit_report::render_motors(study),
            StudyOfKind::Stiffness(study) => taufit_report::render_stiffness(study),
            StudyOfKind::Elastic(study) => taufit_report::render_elastic(study),
            StudyOfKind::Payload(study) => taufit_report::render_payload(study),
            StudyOfKind::Gravity(study) => taufit_report::render_gravity(study),
            StudyOfKind::Reverse(study) => taufit_report::render_reverse(study),
        })
    }

    fn folder(&self) -> Outcome<ResultFolder> {
        Ok(match &self.study {
            StudyOfKind::Identify(study) => {
                let page =
                    |study: &Study| rendered(taufit_report::render_report(study, &self.series));
                return identify_folder(&mut study.clone(), &self.series, page);
            }
            StudyOfKind::Reverse(study) => {
                let page = |study: &ReverseStudy| rendered(taufit_report::render_reverse(study));
                return reverse_folder(&mut study.clone(), &reverse_model(study)?, page);
            }
            StudyOfKind::Collisions(study) => collisions_folder(study, self.report()?),
            StudyOfKind::Motors(study) => motors_folder(study, self.report()?),
            StudyOfKind::Stiffness(study) => stiffness_folder(study, self.report()?),
            StudyOfKind::Elastic(study) => elastic_folder(study, self.report()?),
            StudyOfKind::Payload(study) => payload_folder(study, self.report()?),
            StudyOfKind::Gravity(study) => gravity_folder(study, self.report()?),
        }?)
    }
}
