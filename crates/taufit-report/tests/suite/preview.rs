//! The page of a designed motion.

#[path = "../../examples/sample_motion/mod.rs"]
mod sample_motion;

use crate::common::HOSTILE;
use crate::common::browser::look_at;
use sample_motion::sample;
use taufit::diagnostics::ExciteWarning;
use taufit_report::{MotionSummary, ReportError, Scenery, Sharpness, render_preview, worst_first};

/// Uses the page like a person, then writes down what it sees.
const PROBE: &str = r#"
const [group] = taufit.groups, { scene, timeline } = group;
const canvas = document.querySelector('.scene canvas');
// A canvas of WebGL is empty outside of its picture: the picture is taken in the frame that draws it.
const picture = async () => { scene.redraw(); return new Promise((done) => requestAnimationFrame(() => done(canvas.toDataURL()))); };
const play = document.querySelector('.play');
facts.wasPlaying = play.getAttribute('aria-label') === 'pause';
play.click();
const start = async () => { timeline.point(timeline.whole[0]); return picture(); };
const first = await start();
const image = new Image();
image.src = first;
await image.decode();
const copy = new OffscreenCanvas(image.width, image.height).getContext('2d');
copy.drawImage(image, 0, 0);
facts.colours = new Set(new Uint32Array(copy.getImageData(0, 0, image.width, image.height).data.buffer)).size;
const scrub = document.querySelector('.scrub');
scrub.value = 0.5; scrub.dispatchEvent(new Event('input'));
facts.moved = await picture() !== first;
facts.clock = document.querySelector('.clock').textContent;
facts.cursors = all('.plot .u-cursor-x').map((line) => Math.round(new DOMMatrix(getComputedStyle(line).transform).e - 0.5 * line.parentElement.clientWidth));
const over = document.querySelector('.plot .u-over'), box = over.getBoundingClientRect();
over.setPointerCapture = () => {};
const pointer = (target, type, x, y, more) => target.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, button: 0, buttons: 1, pointerType: 'mouse', bubbles: true, ...more }));
const quarter = box.left + 0.25 * box.width;
pointer(over, 'pointerdown', quarter, box.top + 5); pointer(over, 'pointerup', quarter, box.top + 5);
facts.jumped = timeline.cursor / timeline.whole[1];
await start();
const stage = document.querySelector('.scene');
stage.setPointerCapture = () => {};
stage.releasePointerCapture = () => {};
for (const [type, x, y] of [['pointerdown', 100, 100], ['pointermove', 180, 120], ['pointerup', 180, 120]]) pointer(stage, type, x, y, {});
facts.turned = await picture() !== first;
stage.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }));
facts.neared = await picture() !== first;
stage.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
facts.restored = await picture() === first;
document.getElementById('theme').click();
facts.themed = await picture() !== first;
facts.ticks = Math.min(...group.plots.map((plot) => plot.plot.axes[1]._values.length));
"#;

fn is_sound(facts: &serde_json::Value) {
    assert_eq!(facts["problems"], serde_json::json!([]), "{facts}");
    let barriers = facts["barriers"].as_array().map_or(0, Vec::len);
    assert_eq!(barriers, 0, "{facts}");
    for (fact, expected) in [("empty", 0), ("loads", 0)] {
        assert_eq!(facts[fact], expected, "{fact}: {facts}");
    }
    for fact in ["overflow", "broken"] {
        assert_eq!(facts[fact], false, "{fact}: {facts}");
    }
    for fact in ["wasPlaying", "moved", "turned", "neared", "restored", "themed"] {
        assert_eq!(facts[fact], true, "{fact}: {facts}");
    }
    assert!(facts["ticks"].as_u64().unwrap() >= 2, "{facts}");
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
    // Position, velocity, acceleration and torque of six joints.
    let cursors = facts["cursors"].as_array().unwrap();
    assert_eq!(cursors.len(), 24, "{facts}");
    assert!(cursors.iter().all(|offset| offset.as_i64().unwrap().abs() <= 2), "{facts}");
    assert!((facts["jumped"].as_f64().unwrap() - 0.25).abs() < 0.01, "{facts}");
}

#[test]
#[ignore = "needs chromium"]
fn narrow_screens_and_other_robots_are_sound_in_a_browser() {
    for name in ["panda", "planar2r"] {
        let (design, robot, _) = sample(name).unwrap();
        let html = render_preview(&design, &robot, &Scenery::default()).unwrap();
        let facts = look_at(&format!("preview-{name}"), 420, &html, PROBE);
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
    // Outside of the script, which names addresses of standards.
    let (before, _) = html.rsplit_once("<script>").unwrap();
    assert!(!before.contains("http:") && !before.contains("https:"), "the page needs no network");
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
