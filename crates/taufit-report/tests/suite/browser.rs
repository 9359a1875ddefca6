//! The page in a real browser: Chromium without a window.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::browser::look_at;
use crate::common::{barren, hostile, study, with_joints};
use taufit::study::{Series, Study};
use taufit_report::render_report;

/// Runs last: uses the page like a person, then writes down what it sees.
const PROBE: &str = r#"<script>
const inked = (canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((x) => x > 0);
const canvases = () => [...document.querySelectorAll('canvas')];
const facts = {};
facts.canvases = canvases().length;
facts.blank = canvases().filter((canvas) => !inked(canvas)).length;
facts.empty = [...document.querySelectorAll('svg')].filter((svg) => svg.children.length === 0).length;
facts.overflow = document.documentElement.scrollWidth > innerWidth;
facts.broken = window.broken === 1;
facts.loads = performance.getEntriesByType('resource').length;
const plot = document.querySelector('.plot');
if (plot) {
  const picture = () => canvases()[0].toDataURL();
  const span = () => torqueView.span[1] - torqueView.span[0];
  const whole = span(), first = picture();
  const box = plot.getBoundingClientRect();
  const pointer = (type, share, more) => plot.dispatchEvent(new PointerEvent(type, { clientX: box.left + share * box.width, pointerId: 1, ...more }));
  plot.setPointerCapture = () => {};
  pointer('pointermove', 0.5);
  facts.readouts = [...document.querySelectorAll('.readout')].filter((r) => r.textContent.includes('measured')).length;
  pointer('pointerdown', 0.4); pointer('pointermove', 0.6); pointer('pointerup', 0.6);
  facts.zoomed = span() / whole;
  facts.redrawn = picture() !== first;
  plot.dispatchEvent(new MouseEvent('dblclick'));
  facts.restored = span() === whole && picture() === first;
  document.querySelector('[data-view=in]').click();
  facts.halved = span() / whole;
  const select = document.getElementById('stretch');
  select.value = '0'; select.dispatchEvent(new Event('change'));
  facts.switched = picture() !== first;
  const ink = getComputedStyle(document.body).color;
  document.getElementById('theme').click();
  facts.themed = getComputedStyle(document.body).color !== ink;
}
facts.problems = problems;
const note = document.createElement('pre');
note.id = 'facts';
note.textContent = JSON.stringify(facts);
document.body.append(note);
</script></body>"#;

/// Facts that the probe finds on a page in a window of the given width.
fn facts(name: &str, width: usize, (study, series): (Study, Vec<Series>)) -> serde_json::Value {
    look_at(name, width, &render_report(&study, &series).unwrap(), PROBE)
}

fn is_sound(facts: &serde_json::Value, n_joints: usize) {
    assert_eq!(facts["problems"], serde_json::json!([]), "{facts}");
    assert_eq!(facts["canvases"], n_joints, "{facts}");
    assert_eq!(facts["blank"], 0, "{facts}");
    assert_eq!(facts["empty"], 0, "{facts}");
    assert_eq!(facts["broken"], false, "{facts}");
    assert_eq!(facts["loads"], 0, "{facts}");
    assert_eq!(facts["overflow"], false, "{facts}");
}

#[test]
#[ignore = "needs chromium"]
fn plots_are_drawn_and_follow_the_hand() {
    let facts = facts("usual", 1280, study());
    is_sound(&facts, 6);
    assert_eq!(facts["readouts"], 6, "{facts}");
    for fact in ["redrawn", "restored", "switched", "themed"] {
        assert_eq!(facts[fact], true, "{fact}: {facts}");
    }
    // A fifth of the plot with its margins is a bit more of the time.
    let zoomed = facts["zoomed"].as_f64().unwrap();
    assert!((0.2..0.25).contains(&zoomed), "{facts}");
    assert!((facts["halved"].as_f64().unwrap() - 0.5).abs() < 1e-9, "{facts}");
}

#[test]
#[ignore = "needs chromium"]
fn narrow_screens_scroll_only_downwards() {
    let facts = facts("narrow", 500, study());
    is_sound(&facts, 6);
}

#[test]
#[ignore = "needs chromium"]
fn hostile_text_runs_nothing() {
    let facts = facts("hostile", 1280, hostile());
    is_sound(&facts, 6);
}

#[test]
#[ignore = "needs chromium"]
fn a_page_without_numbers_still_works() {
    let facts = facts("barren", 1280, barren());
    is_sound(&facts, 6);
}

#[test]
#[ignore = "needs chromium"]
fn one_joint_thirty_joints_and_no_series() {
    for n_joints in [1, 30] {
        let name = format!("joints-{n_joints}");
        let facts = facts(&name, 1280, with_joints(n_joints));
        is_sound(&facts, n_joints);
    }
    let facts = facts("no-series", 1280, (study().0, Vec::new()));
    is_sound(&facts, 0);
}
