//! The page in a real browser: Chromium without a window.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::browser::look_at;
use crate::common::{barren, hostile, study, with_joints};
use taufit::dynamics::{Scratch, forward_kinematics};
use taufit::study::{Series, Study};
use taufit_report::render_report;

/// Uses the page like a person, then writes down what it sees.
const PROBE: &str = r#"
const [group] = taufit.groups;
if (group) {
  const picture = () => document.querySelector('.plot canvas').toDataURL();
  const length = () => group.timeline.window[1] - group.timeline.window[0];
  const opening = length(), first = picture();
  const over = document.querySelector('.plot .u-over'), box = over.getBoundingClientRect();
  over.setPointerCapture = () => {};
  const pointer = (type, share, more) => over.dispatchEvent(new PointerEvent(type,
    { clientX: box.left + share * box.width, pointerId: 1, button: 0, pointerType: 'mouse', bubbles: true, ...more }));
  const heights = () => all('figure.torque').map((figure) => figure.offsetHeight).join();
  const before = heights();
  pointer('pointermove', 0.5);
  await pictures();
  facts.readouts = all('.readout').filter((r) => r.textContent.includes('measured')).length;
  facts.still = heights() === before;
  facts.cursors = all('.plot .u-cursor-x').map((line) => Math.round(new DOMMatrix(getComputedStyle(line).transform).e - 0.5 * line.parentElement.clientWidth));
  facts.cursor = (group.timeline.cursor - group.timeline.window[0]) / opening;
  // At least two labels on every axis that has any.
  facts.ticks = Math.min(...group.plots.map((plot) => plot.plot.axes[1]._values.length), ...group.plots.map((plot) => plot.plot.axes[0]._values.length));
  if (group.scene) {
    const at = group.source.length >> 1;
    group.timeline.point(group.source.times[at]);
    const tool = group.scene.arm.toolPosition();
    facts.q = Array.from({ length: group.script.figures.length }, (_, j) => group.source.channels.get(`q${j}`)?.[at]);
    facts.tool = [tool.x, tool.y, tool.z];
    facts.scenes = all('.scene canvas').length;
    const drawn = group.scene.drawn;
    pointer('pointermove', 0.9);
    await pictures();
    facts.moved = group.scene.drawn > drawn && group.scene.arm.toolPosition().distanceTo(tool) > 1e-4;
  }
  pointer('pointerdown', 0.4); pointer('pointermove', 0.6); pointer('pointerup', 0.6);
  await pictures();
  facts.zoomed = length() / opening;
  facts.redrawn = picture() !== first;
  over.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  await pictures();
  facts.whole = length() === group.timeline.whole[1] - group.timeline.whole[0];
  const whole = length();
  document.querySelector('[data-view=in]').click();
  facts.halved = length() / whole;
  document.querySelector('.plot').dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
  facts.home = length() === whole;
  const second = picture();
  const select = document.querySelector('.stretch');
  select.value = '0'; select.dispatchEvent(new Event('change'));
  await group.choose(0);
  await pictures();
  facts.switched = picture() !== second;
  const ink = getComputedStyle(document.body).color, light = picture();
  document.getElementById('theme').click();
  await pictures();
  facts.themed = getComputedStyle(document.body).color !== ink && picture() !== light;
}
"#;

/// Facts that the probe finds on a page in a window of the given width.
fn facts(name: &str, width: usize, (study, series): (Study, Vec<Series>)) -> serde_json::Value {
    look_at(name, width, &render_report(&study, &series).unwrap(), PROBE)
}

fn is_sound(facts: &serde_json::Value, n_joints: usize) {
    assert_eq!(facts["problems"], serde_json::json!([]), "{facts}");
    let barriers = facts["barriers"].as_array().map_or(0, Vec::len);
    assert_eq!(barriers, 0, "{facts}");
    // Torque and residual.
    assert_eq!(facts["canvases"], 2 * n_joints, "{facts}");
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
    for fact in ["still", "redrawn", "whole", "home", "switched", "themed"] {
        assert_eq!(facts[fact], true, "{fact}: {facts}");
    }
    assert!((facts["zoomed"].as_f64().unwrap() - 0.2).abs() < 0.01, "{facts}");
    assert!((facts["halved"].as_f64().unwrap() - 0.5).abs() < 1e-9, "{facts}");
    assert!(facts["ticks"].as_u64().unwrap() >= 2, "{facts}");
}

/// The pointer in the middle of one plot puts the cursor of all into their middle, and the robot where the joints
/// were then, by the forward kinematics of the library.
#[test]
#[ignore = "needs chromium"]
fn cursor_and_robot_are_shared() {
    let (study, series) = study();
    let robot = study.header.robot.description.clone().build().unwrap();
    let facts = facts("shared", 1280, (study, series));
    is_sound(&facts, 6);
    let cursors = facts["cursors"].as_array().unwrap();
    assert_eq!(cursors.len(), 12, "{facts}");
    assert!(cursors.iter().all(|offset| offset.as_i64().unwrap().abs() <= 2), "{facts}");
    assert!((facts["cursor"].as_f64().unwrap() - 0.5).abs() < 0.01, "{facts}");
    assert_eq!((&facts["scenes"], &facts["moved"]), (&1.into(), &true.into()), "{facts}");
    let numbers = |fact: &str| -> Vec<f64> {
        facts[fact].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    let mut scratch = Scratch::new(&robot);
    let poses = forward_kinematics(&robot, &mut scratch, &numbers("q")).unwrap();
    let frame = robot.frames().iter().rfind(|f| f.link == Some(5)).unwrap();
    let expected: [f64; 3] = poses[5].point(frame.link_from_frame.translation).into();
    for (found, expected) in numbers("tool").iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}: {facts}");
    }
}

#[test]
#[ignore = "needs chromium"]
fn narrow_screens_scroll_only_downwards() {
    for width in [420, 500] {
        let facts = facts(&format!("narrow-{width}"), width, study());
        is_sound(&facts, 6);
    }
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
