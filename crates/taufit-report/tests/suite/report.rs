//! The page as text.

use crate::common::{HOSTILE, barren, hostile, study, with_joints};
use roxmltree::Document;
use taufit::study::{EstimatorRecord, LeftOut, Mending, TotalErrors};
use taufit_report::{ReportError, render_report};

/// Every drawing of a page, as XML.
fn drawings(html: &str) -> Vec<String> {
    let parts = html.split("<svg").skip(1);
    parts.map(|part| format!("<svg{}</svg>", part.split("</svg>").next().unwrap())).collect()
}

/// Nothing on the page makes a browser load something: it is forbidden to, and outside of the script, which names
/// addresses of standards, nothing asks for it.
fn loads_nothing(html: &str) {
    assert!(html.contains("content=\"default-src 'none'; script-src 'unsafe-inline'"));
    let (html, _) = html.rsplit_once("<script>").unwrap();
    for load in ["http:", "https:", "src=", "<link", "@import", "url("] {
        assert!(!html.contains(load), "{load}");
    }
}

#[test]
fn the_page_has_every_section_and_loads_nothing() {
    let (study, series) = study();
    let html = render_report(&study, &series).unwrap();
    for section in [
        "verdict",
        "errors",
        "torques",
        "parameters",
        "standard",
        "identifiability",
        "friction",
        "bodies",
        "residuals",
        "coverage",
        "logs",
        "warnings",
        "provenance",
    ] {
        assert!(html.contains(&format!("<section id=\"{section}\"")), "{section}");
    }
    loads_nothing(&html);
}

#[test]
fn the_first_screen_says_what_the_study_says() {
    let (study, series) = study();
    let html = render_report(&study, &series).unwrap();
    let verdict = html.split("</section>").next().unwrap();
    let after = format!("{:.2}\u{202f}%", study.totals.validation.relative_percent);
    let determined = study.base_parameters.iter().filter(|p| p.is_determined()).count();
    for expected in [
        "Good.",
        "Use these numbers.",
        &after,
        &format!("<strong>{determined}</strong> of {}", study.base_parameters.len()),
        "W000",
        "Rule: The exported model, with friction as URDF and MJCF hold it, on data not used for the fit",
    ] {
        assert!(verdict.contains(expected), "{expected}");
    }
}

#[test]
fn drawings_are_well_formed_and_have_a_text() {
    for (study, series) in [study(), hostile(), barren()] {
        let html = render_report(&study, &series).unwrap();
        let drawings = drawings(&html);
        // Per joint torque, friction, histogram and spectrum.
        assert!(drawings.len() > 4 * study.joints.len());
        for drawing in drawings {
            let document = Document::parse(&drawing).unwrap();
            assert!(document.root_element().attribute("aria-label").is_some_and(|l| !l.is_empty()));
            assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
        }
    }
}

#[test]
fn hostile_text_stays_text() {
    let (study, series) = hostile();
    let html = render_report(&study, &series).unwrap();
    for text in HOSTILE {
        assert!(!html.contains(text), "{text}");
    }
    // The script of the page, its plots, its scene and its packed numbers, nothing else.
    assert_eq!(html.matches("<script").count(), 3 + series.len());
    assert_eq!(html.matches("</script").count(), 3 + series.len());
    assert!(!html.contains("<img") && !html.contains(" onmouseover='"));
}

#[test]
fn numbers_that_are_none_are_shown_as_such() {
    let (study, series) = barren();
    let html = render_report(&study, &series).unwrap();
    assert!(html.contains("∞") && html.contains("–"));
    let text = html.split("<script").next().unwrap();
    assert!(!text.contains("NaN") && !text.contains(">inf<"));
}

#[test]
fn any_number_of_joints_and_no_series_at_all() {
    for n_joints in [0, 1, 30] {
        let (study, series) = with_joints(n_joints);
        let html = render_report(&study, &series).unwrap();
        assert_eq!(html.matches("<figure class=\"torque\"").count(), n_joints);
    }
    let html = render_report(&study().0, &[]).unwrap();
    assert!(html.contains("No torques over time") && !html.contains("plot-script\">"));
}

#[test]
fn six_joints_of_5000_samples_stay_below_one_and_a_half_megabytes() {
    let (study, mut series) = study();
    let (n_samples, wanted) = (series[1].t_s.len(), 5000);
    let stretch = &mut series[1];
    stretch.t_s = (0..wanted).map(|k| 0.008 * k as f64).collect();
    for channel in [
        &mut stretch.q,
        &mut stretch.qd,
        &mut stretch.measured,
        &mut stretch.predicted,
        &mut stretch.feasible,
        &mut stretch.nominal,
    ] {
        let longer = |joint: &[f64]| joint.iter().copied().cycle().take(wanted).collect::<Vec<_>>();
        *channel = channel.chunks(n_samples).flat_map(longer).collect();
    }
    let html = render_report(&study, &series[1..]).unwrap();
    assert!(html.len() < 1_500_000, "{} bytes", html.len());
}

#[test]
fn long_stretches_open_at_their_beginning_and_are_complete() {
    let (study, mut series) = with_joints(1);
    let n_samples = 60_000;
    let stretch = &mut series[0];
    stretch.t_s = (0..n_samples).map(|k| 0.001 * k as f64).collect();
    let wave: Vec<f64> = (0..n_samples).map(|k| (0.01 * k as f64).sin()).collect();
    for channel in
        [&mut stretch.measured, &mut stretch.predicted, &mut stretch.feasible, &mut stretch.nominal]
    {
        channel.clone_from(&wave);
    }
    let html = render_report(&study, &series[..1]).unwrap();
    assert!(html.contains("\"n_samples\": 60000"));
    assert!(html.contains("Stretches open at their first 30\u{202f}s"));
}

#[test]
fn series_of_another_study_are_refused() {
    let (study, mut series) = study();
    series[1].nominal.pop();
    let error = render_report(&study, &series).unwrap_err();
    let expected = 6 * series[1].t_s.len();
    assert!(matches!(
        &error,
        ReportError::SeriesLength { channel: "nominal", found, .. } if *found == expected - 1
    ));
    assert_eq!(error.code(), "E090");
    assert!(error.to_string().contains("validation.csv"), "{error}");
}

#[test]
fn another_estimator_is_named_with_what_it_cost() {
    let (mut study, series) = study();
    assert!(render_report(&study, &series).unwrap().contains("Found by weighted least squares."));
    study.estimator = EstimatorRecord {
        name: "least squares of essential parameters".to_owned(),
        notes: vec!["1 of 13 base parameters was left out".to_owned()],
        left_out: vec![LeftOut {
            name: "off3".to_owned(),
            expression: "off3".to_owned(),
            percent_sigma: Some(250.0),
            probability: 0.43,
        }],
        least_squares: Some(TotalErrors { relative_percent: 3.21, e_n_nm: 0.0, n_samples: 1 }),
    };
    study.logs[0].mending = Mending { n_spikes: 3, standstill_s: 2.5 };
    let html = render_report(&study, &series).unwrap();
    for expected in
        ["1 of 13 base", "plain least squares 3.21\u{202f}%", "<code>off3</code>", "3 spikes"]
    {
        assert!(html.contains(expected), "{expected}");
    }
}
