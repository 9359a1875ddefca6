//! The columns of a log as options that can be copied.

use taufit::recording::EffortKind;
use taufit_io::log::{Column, ColumnMap};

/// `--map` options that read the log in the same way, whatever its header says.
pub(super) fn map_options(columns: &ColumnMap, joints: &[String]) -> Vec<String> {
    let effort = match columns.effort_kind {
        EffortKind::Torque => "tau",
        EffortKind::Current => "i",
    };
    let mut entries = vec![format!("t={}", columns.t.index + 1)];
    entries.extend(of_joints("q", &columns.q, joints));
    entries.extend(columns.qd.iter().flat_map(|qd| of_joints("qd", qd, joints)));
    entries.extend(of_joints(effort, &columns.effort, joints));
    entries.into_iter().map(|entry| format!("--map {entry}")).collect()
}

/// `q=2..7` where the columns stand side by side in the order of the joints; else one by one.
fn of_joints(key: &str, columns: &[Column], joints: &[String]) -> Vec<String> {
    match columns {
        [one] => vec![format!("{key}={}", one.index + 1)],
        [first, .., last] if columns.windows(2).all(|w| w[1].index == w[0].index + 1) => {
            vec![format!("{key}={}..{}", first.index + 1, last.index + 1)]
        }
        _ => {
            let pairs = joints.iter().zip(columns);
            pairs.map(|(joint, column)| format!("{key}.{joint}={}", column.index + 1)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(places: &[usize]) -> Vec<Column> {
        places.iter().map(|&index| Column { index, name: String::new(), scale: 1.0 }).collect()
    }

    #[test]
    fn neighbours_make_a_range_and_others_stand_alone() {
        let map = ColumnMap {
            t: Column { index: 0, name: "t".to_owned(), scale: 1.0 },
            q: columns(&[1, 2]),
            q_motor: None,
            qd: None,
            effort: columns(&[4, 3]),
            effort_kind: EffortKind::Current,
            unused: Vec::new(),
        };
        let options = map_options(&map, &["shoulder".to_owned(), "elbow".to_owned()]);
        let expected = ["--map t=1", "--map q=2..3", "--map i.shoulder=5", "--map i.elbow=4"];
        assert_eq!(options, expected);
    }
}
