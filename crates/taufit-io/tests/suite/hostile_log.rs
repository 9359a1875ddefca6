//! Files that are made to exhaust memory or time, and bags with damaged chunks.

use crate::common::bags::{TestTopic, arm_states, mcap_bytes};
use crate::common::logs::arm;
use crate::common::{assert_error, scratch_file};
use flate2::write::GzEncoder;
use std::io::Write;
use taufit_io::ReadWarning;
use taufit_io::{LogOptions, read_log, read_robot};

#[test]
fn blank_lines_and_comments_without_end_are_refused() {
    for (name, line) in [("blank", "\n"), ("comment", "# nothing at all\n")] {
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(b"t,q1,q2,tau1,tau2\n0,1,2,3,4\n").unwrap();
        let block = line.repeat((1 << 20) / line.len());
        for _ in 0..80 {
            gzip.write_all(block.as_bytes()).unwrap();
        }
        gzip.write_all(b"1,1,2,3,4\n").unwrap();
        let path = scratch_file(&format!("hostile/{name}.csv.gz"), &gzip.finish().unwrap());
        let error = read_log(&path, &arm(), &LogOptions::default()).unwrap_err();
        assert_error(&error, "E056", &["67108864", "blank lines"]);
    }
}

#[test]
fn a_corrupt_gzip_is_data_and_not_the_disk() {
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::best());
    let row = |k: u32| format!("{},{},{},1,2\n", k, k.wrapping_mul(2_654_435_761), k ^ 0x5a5a);
    let text: String = (0..4000).map(row).collect();
    gzip.write_all(b"t,q1,q2,tau1,tau2\n").and_then(|()| gzip.write_all(text.as_bytes())).unwrap();
    let mut bytes = gzip.finish().unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 64].fill(0xff);
    let path = scratch_file("hostile/corrupt.csv.gz", &bytes);
    let error = read_log(&path, &arm(), &LogOptions::default()).unwrap_err();
    assert_error(&error, "E061", &["gzip"]);
}

/// The first digit of position `k` in the file, which is damaged.
fn damaged(mut bytes: Vec<u8>, position: f64) -> Vec<u8> {
    let at = bytes.windows(8).position(|eight| eight == position.to_le_bytes()).unwrap();
    bytes[at] ^= 1;
    bytes
}

#[test]
fn a_bag_goes_on_behind_a_damaged_chunk_and_says_what_is_lost() {
    let n = 400;
    let whole = mcap_bytes(&[TestTopic::ros2(&arm_states(n))], None);
    // The channel is in the first chunk: without it the index has to tell.
    for position in [200.0, 1.0] {
        let path = scratch_file("hostile/damaged.mcap", &damaged(whole.clone(), position));
        let loaded = read_log(&path, &arm(), &LogOptions::default()).unwrap();
        let kept = loaded.recording.n_samples();
        // A chunk has 4096 bytes, some thirty messages.
        assert!((350..400).contains(&kept), "{kept}");
        let q = loaded.recording.q(0);
        assert!(q.contains(&399.0) && !q.contains(&position), "{q:?}");
        let damage = loaded.warnings.iter().find_map(|warning| match warning.kind() {
            Some(ReadWarning::BagDamaged { count, lost_s, reason, .. }) => {
                Some((*count, *lost_s, reason.clone()))
            }
            _ => None,
        });
        let (count, lost_s, reason) = damage.unwrap();
        assert_eq!(count, 1);
        // Samples are 10 ms apart.
        let expected_s = 0.01 * (n as f64 - kept as f64 - 1.0);
        assert!((lost_s - expected_s).abs() < 1e-9, "{lost_s} {expected_s}");
        assert!(reason.contains("checksum"), "{reason}");
    }
}

#[test]
fn an_index_that_is_a_damaged_chunk_is_read_once() {
    let whole = mcap_bytes(&[TestTopic::ros2(&arm_states(40))], None);
    let mut bytes = damaged(whole, 1.0);
    // The footer, with the offset of the index first, is before the closing magic; the first chunk behind the header.
    let (footer, header) = (bytes.len() - 8 - 20, bytes.get(9..17).unwrap());
    let chunk = 8 + 9 + u64::from_le_bytes(header.try_into().unwrap());
    assert_eq!(bytes[chunk as usize], 0x06);
    bytes[footer..footer + 8].copy_from_slice(&chunk.to_le_bytes());
    let path = scratch_file("hostile/index_at_chunk.mcap", &bytes);
    let error = read_log(&path, &arm(), &LogOptions::default()).unwrap_err();
    assert_error(&error, "E061", &["a chunk is damaged", "checksum"]);
}

/// A robot of one link whose collision shape is this mesh; the warnings about it.
fn mesh_warnings(name: &str, mesh: &[u8]) -> Vec<String> {
    let path = scratch_file(&format!("hostile/{name}"), mesh);
    let urdf = format!(
        r#"<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
        <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
        <collision><geometry><mesh filename="{}"/></geometry></collision></link>
        <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>"#,
        path.display()
    );
    let robot = scratch_file(&format!("hostile/{name}.urdf"), urdf.as_bytes());
    let loaded = read_robot(robot.to_str().unwrap()).unwrap();
    let geometry = taufit_io::read_geometry(&loaded, &[]);
    geometry.warnings.iter().map(|warning| format!("{} {warning}", warning.code())).collect()
}

#[test]
fn coordinates_beyond_all_robots_are_refused() {
    for (name, far) in [("huge.obj", "1e308"), ("far.obj", "1e5"), ("endless.obj", "inf")] {
        let text = format!("v 0 0 0\nv {far} 0 0\nv 0 {far} 0\nv 0 0 {far}\nv 1 1 1\n");
        let warnings = mesh_warnings(name, text.as_bytes());
        let is_it = |w: &String| w.starts_with("W156") && w.contains("farthest");
        assert!(warnings.iter().any(is_it), "{name}: {warnings:?}");
    }
}

#[test]
fn instances_of_a_scene_do_not_multiply_without_end() {
    let points = "0 0 1 ".repeat(9000);
    let instance = "<node><instance_geometry url=\"#g\"/></node>".repeat(2000);
    let text = format!(
        r##"<COLLADA><library_geometries><geometry id="g"><mesh><source id="p"><float_array>{points}</float_array>
        </source><vertices><input semantic="POSITION" source="#p"/></vertices></mesh></geometry></library_geometries>
        <library_visual_scenes><visual_scene>{instance}</visual_scene></library_visual_scenes></COLLADA>"##
    );
    let warnings = mesh_warnings("many.dae", text.as_bytes());
    assert!(warnings.iter().any(|w| w.contains("6000000 points")), "{warnings:?}");
}
