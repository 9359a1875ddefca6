//! The page of a designed motion.

#[path = "../../examples/sample_motion/mod.rs"]
mod sample_motion;

use crate::common::HOSTILE;
use crate::common::browser::look_at;
use sample_motion::sample;
use taufit::diagnostics::ExciteWarning;
use taufit_report::{MotionSummary, ReportError, Scenery, Sharpness, render_preview, worst_first};

/// Runs last: uses the page like a person, then writes down what it sees.
const PROBE: &str = r#"<script>
const facts = {};
const canvas = document.getElementById('scene');
const picture = () => canvas.toDataURL();
facts.wasPlaying = player.playing;
player.toggle(false);
player.show(0);
const first = picture();
const colours = new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer));
facts.colours = colours.size;
const scrub = document.getElementById('scrub');
scrub.value = 0.5; scrub.dispatchEvent(new Event('input'));
facts.moved = picture() !== first;
facts.clock = document.getElementById('clock').textContent;
const cursors = () => [...document.querySelectorAll('.panels .cursor')].map((c) => parseFloat(c.style.left));
facts.cursors = cursors();
const panel = document.querySelector('.panels'), box = panel.getBoundingClientRect();
panel.dispatchEvent(new MouseEvent('click', { clientX: box.left + box.width * (52 + 500 * 0.25) / 560 }));
facts.jumped = player.share;
player.show(0);
canvas.setPointerCapture = () => {};
const pointer = (type, x, y, more) => canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, ...more }));
pointer('pointerdown', 100, 100); pointer('pointermove', 180, 120); pointer('pointerup', 180, 120);
facts.turned = picture() !== first;
canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: 300, cancelable: true }));
canvas.dispatchEvent(new MouseEvent('dblclick'));
facts.restored = picture() === first;
document.getElementById('theme').click();
facts.themed = picture() !== first;
// The tool in the picture is where the last column of its pose puts it.
const place = robotScene.trace[0];
facts.tool = place;
facts.empty = [...document.querySelectorAll('svg')].filter((svg) => svg.children.length === 0).length;
facts.overflow = document.documentElement.scrollWidth > innerWidth;
facts.broken = window.broken === 1;
facts.loads = performance.getEntriesByType('resource').length;
facts.problems = problems;
const note = document.createElement('pre');
note.id = 'facts';
note.textContent = JSON.stringify(facts);
document.body.append(note);
</script></body>"#;

fn is_sound(facts: &serde_json::Value) {
    assert_eq!(facts["problems"], serde_json::json!([]), "{facts}");
    for (fact, expected) in [("empty", 0), ("loads", 0)] {
        assert_eq!(facts[fact], expected, "{fact}: {facts}");
    }
    for fact in ["overflow", "broken"] {
        assert_eq!(facts[fact], false, "{fact}: {facts}");
    }
    for fact in ["wasPlaying", "moved", "turned", "restored", "themed"] {
        assert_eq!(facts[fact], true, "{fact}: {facts}");
    }
    // Grid, links in several shades, path.
    assert!(facts["colours"].as_u64().unwrap() > 20, "{facts}");
}

#[test]
#[ignore = "needs chromium"]
fn the_robot_moves_and_follows_the_pointer_in_a_browser() {
    let (design, robot, scenery) = sample("ur5").unwrap();
    let html = render_preview(&design, &robot, &scenery).unwrap();
    let facts = look_at("preview", 1280, &html, PROBE);
    is_sound(&facts);
    assert_eq!(facts["clock"], "7.00 / 14.00 s");
    // Half of the time lies in the middle of the panels, between their margins.
    let middle = 100.0 * (52.0 + 0.5 * 500.0) / 560.0;
    for cursor in facts["cursors"].as_array().unwrap() {
        assert!((cursor.as_f64().unwrap() - middle).abs() < 1e-3, "{facts}");
    }
    assert!((facts["jumped"].as_f64().unwrap() - 0.25).abs() < 0.01, "{facts}");
}

#[test]
#[ignore = "needs chromium"]
fn narrow_screens_and_other_robots_are_sound_in_a_browser() {
    for name in ["panda", "planar2r"] {
        let (design, robot, _) = sample(name).unwrap();
        let html = render_preview(&design, &robot, &Scenery::default()).unwrap();
        let facts = look_at(&format!("preview-{name}"), 500, &html, PROBE);
        is_sound(&facts);
    }
}

#[test]
#[ignore = "needs chromium"]
fn hostile_text_runs_nothing_in_a_browser() {
    let (mut design, robot, scenery) = sample("ur5").unwrap();
    let [script, image, quote, mixed] = HOSTILE.map(str::to_owned);
    design.robot = script.clone();
    design.forecast[0].expression = mixed;
    design.forecast[0].unit = quote.clone();
    design.warnings = vec![ExciteWarning::AssumedLimits { assumed: image.clone() }.into()];
    design.check.clearance.as_mut().unwrap().first = script;
    design.settings.only = Some(image);
    let html = render_preview(&design, &robot, &scenery).unwrap();
    assert!(HOSTILE[..2].iter().all(|text| !html.contains(text)));
    let facts = look_at("preview-hostile", 1280, &html, PROBE);
    is_sound(&facts);
}

#[test]
fn verdict_and_forecast_come_in_words() {
    let (design, robot, scenery) = sample("ur5").unwrap();
    let summary = MotionSummary::new(&design);
    assert_eq!((summary.n_sharp, summary.n_base, summary.n_unrated), (2, 6, 1));
    assert_eq!(summary.lost, ["fv6", "Izz6"]);
    let order: Vec<&str> =
        worst_first(&design.forecast).iter().map(|f| &f.expression[..]).collect();
    assert_eq!(order[..3], ["Izz6", "fv6", "Ixz5 - 0.1 mx6"]);
    assert_eq!(order[5], "Ixy4");
    assert_eq!(Sharpness::of(&design.forecast[2]), Sharpness::Unrated);
    let html = render_preview(&design, &robot, &scenery).unwrap();
    for words in
        ["Condition number 27.1", "will not separate from zero: fv6 and Izz6", "34.0", "W160"]
    {
        assert!(html.contains(words), "{words}");
    }
    assert!(!html.contains("http"), "the page needs no network");
}

#[test]
fn what_binds_is_said_joint_by_joint() {
    let (mut design, ..) = sample("ur5").unwrap();
    for (peaks, limits) in design.check.joints.iter_mut().zip(&mut design.limits) {
        (peaks.velocity, limits.velocity) = (1.0, 2.0);
    }
    assert_eq!(MotionSummary::new(&design).binding, Vec::<String>::new());
    design.check.joints[1].velocity = 1.999;
    design.check.joints[3].velocity = 1.98;
    design.check.joints[4].torque = 120.0;
    design.settings.limits.tool_speed_m_s = Some(1.24);
    design.settings.limits.clearance_m = 0.033;
    let expected = [
        "speed of joints 2 and 4",
        "torque of joint 5",
        "speed of the tool",
        "distance of wrist_3_link and floor",
    ];
    assert_eq!(MotionSummary::new(&design).binding, expected);
}

#[test]
fn a_motion_of_another_robot_is_refused() {
    let (design, ..) = sample("ur5").unwrap();
    let (_, panda, scenery) = sample("panda").unwrap();
    let error = render_preview(&design, &panda, &scenery).unwrap_err();
    assert!(matches!(error, ReportError::Motion { .. }));
    assert_eq!(error.code(), "E092");
}
