//! Names of folders and files in a store.

use sha2::{Digest, Sha256};

/// Key of a log in a store: SHA-256 of the hash of the log and the hash of the settings, in hexadecimal.
pub fn log_key(log_sha256: &str, settings_hash: &str) -> String {
    let hash = Sha256::new().chain_update(log_sha256).chain_update([0]).chain_update(settings_hash);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Folder of a robot, `robot=<id>`: letters, digits, `_`, `-` and `.` as they are, every other byte as `%XX`, which
/// readers of partitioned tables decode.
pub fn robot_folder(robot: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    let letter = |byte: u8| {
        if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    format!("robot={}", robot.bytes().map(letter).collect::<String>())
}

/// Robot of a folder of [`robot_folder`]; `None` of another folder.
pub(super) fn robot_of_folder(folder: &str) -> Option<String> {
    let mut rest = folder.strip_prefix("robot=")?.as_bytes();
    let mut name = Vec::new();
    while let [first, behind @ ..] = rest {
        let code = behind.first_chunk::<2>().filter(|_| *first == b'%');
        let byte =
            code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        name.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    Some(String::from_utf8_lossy(&name).into_owned())
}

/// Day of a Unix time in UTC, `yyyy-mm-dd` (days to civil date by Hinnant 2013).
pub fn date(t_s: f64) -> String {
    let days = (t_s / 86_400.0).floor().clamp(-1e6, 1e6) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + 400 * era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Period of time that logs of a robot are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// Day in UTC.
    Day,
    /// Week from Monday on.
    Week,
    /// Month in UTC.
    Month,
}

impl Period {
    /// Names of all periods.
    pub const NAMES: [&'static str; 3] = ["day", "week", "month"];

    /// The period of a name.
    pub fn named(name: &str) -> Option<Self> {
        let place = Self::NAMES.iter().position(|other| *other == name)?;
        [Self::Day, Self::Week, Self::Month].get(place).copied()
    }

    /// Name of the period of a Unix time: `2026-01-05`, the Monday of its week, or `2026-01`.
    pub fn name(self, t_s: f64) -> String {
        match self {
            Self::Day => date(t_s),
            // Day zero of Unix time was a Thursday.
            Self::Week => date(t_s - 86_400.0 * ((t_s / 86_400.0).floor() + 3.0).rem_euclid(7.0)),
            Self::Month => date(t_s).rsplitn(2, '-').last().unwrap_or_default().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (t_s, expected) in [
            (0.0, "1970-01-01"),
            (951_782_400.0, "2000-02-29"),
            (1_767_571_200.0, "2026-01-05"),
            (1_767_571_199.9, "2026-01-04"),
            (-1.0, "1969-12-31"),
        ] {
            assert_eq!(date(t_s), expected);
        }
    }

    #[test]
    fn weeks_begin_on_mondays_and_months_have_seven_letters() {
        // Noon of a Sunday.
        let t_s = 1_772_366_400.0;
        assert_eq!(Period::Day.name(t_s), "2026-03-01");
        assert_eq!(Period::Week.name(t_s), "2026-02-23");
        assert_eq!(Period::Week.name(t_s + 86_400.0), "2026-03-02");
        assert_eq!(Period::Month.name(t_s), "2026-03");
    }

    #[test]
    fn no_name_of_a_robot_leaves_its_folder() {
        assert_eq!(robot_folder("arm-07.b"), "robot=arm-07.b");
        assert_eq!(robot_folder("../x y/ä"), "robot=..%2Fx%20y%2F%C3%A4");
        for robot in ["arm-07.b", "../x y/ä", "%", "%2", "100%25"] {
            assert_eq!(robot_of_folder(&robot_folder(robot)).as_deref(), Some(robot));
        }
        assert_eq!(robot_of_folder("robot=a%zz%4").as_deref(), Some("a%zz%4"));
        assert_eq!(robot_of_folder("failed"), None);
    }
}
