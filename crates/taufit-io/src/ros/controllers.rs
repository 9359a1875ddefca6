//! `controller_manager_msgs`: listing and switching controllers, as each distribution does.

use super::RosDuration;
use crate::log::bag::fields::{DecodeError, Fields, text};
use crate::record::cdr::Cdr;
use serde::{Deserialize, Serialize};

/// Strictness of a controller switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Switches as many controllers as possible.
    BestEffort = 1,
    /// All or nothing.
    Strict = 2,
}

/// Distributions of ROS 2, by what their controller managers say and understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Distribution {
    /// Controllers are started and stopped.
    Foxy,
    /// The same.
    Galactic,
    /// Old and new names at once.
    Humble,
    /// Controllers are activated and deactivated.
    Iron,
    /// The response has a message.
    Jazzy,
    /// The same.
    Kilted,
    /// The same.
    Lyrical,
}

impl Distribution {
    /// All, oldest first.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Foxy, "foxy"),
        (Self::Galactic, "galactic"),
        (Self::Humble, "humble"),
        (Self::Iron, "iron"),
        (Self::Jazzy, "jazzy"),
        (Self::Kilted, "kilted"),
        (Self::Lyrical, "lyrical"),
    ];

    /// By its name; `rolling` is taken for the newest.
    pub fn of(name: &str) -> Option<Self> {
        let name = if name == "rolling" { "lyrical" } else { name };
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(it, _)| *it)
    }
}

/// `SwitchController` of ROS 1.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct SwitchController1 {
    /// To start.
    pub start_controllers: Vec<String>,
    /// To stop.
    pub stop_controllers: Vec<String>,
    /// See [`Strictness`].
    pub strictness: i32,
    /// Whether those that are ready need not wait for others.
    pub start_asap: bool,
    /// Timeout; zero for none \[s\].
    pub timeout: f64,
}

/// `SwitchController` of ROS 2 Foxy and Galactic.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SwitchOld {
    /// To start.
    pub start_controllers: Vec<String>,
    /// To stop.
    pub stop_controllers: Vec<String>,
    /// See [`Strictness`].
    pub strictness: i32,
    /// Whether those that are ready need not wait for others.
    pub start_asap: bool,
    /// Timeout; zero for none.
    pub timeout: RosDuration,
}

/// `SwitchController` of ROS 2 Humble: the lists with old names stay empty.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SwitchHumble {
    /// To start.
    pub activate_controllers: Vec<String>,
    /// To stop.
    pub deactivate_controllers: Vec<String>,
    /// Old name.
    pub start_controllers: Vec<String>,
    /// Old name.
    pub stop_controllers: Vec<String>,
    /// See [`Strictness`].
    pub strictness: i32,
    /// Old name.
    pub start_asap: bool,
    /// Whether those that are ready need not wait for others.
    pub activate_asap: bool,
    /// Timeout; zero for none.
    pub timeout: RosDuration,
}

/// `SwitchController` of ROS 2 Iron and later.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SwitchIron {
    /// To start.
    pub activate_controllers: Vec<String>,
    /// To stop.
    pub deactivate_controllers: Vec<String>,
    /// See [`Strictness`].
    pub strictness: i32,
    /// Whether those that are ready need not wait for others.
    pub activate_asap: bool,
    /// Timeout; zero for none.
    pub timeout: RosDuration,
}

/// The answer to a switch: ROS 1, and ROS 2 up to Iron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SwitchResponse {
    /// Whether it was done.
    pub ok: bool,
}

/// The answer to a switch from ROS 2 Jazzy on.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SwitchResponseWithMessage {
    /// Whether it was done.
    pub ok: bool,
    /// Reason of a failure.
    pub message: String,
}

/// The answer of `ListControllers` in ROS 1.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ListControllers1 {
    /// Those that are loaded.
    pub controller: Vec<ListedController1>,
}

/// `ControllerState` of ROS 1.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ListedController1 {
    /// Its name.
    pub name: String,
    /// Such as `running` or `stopped`.
    pub state: String,
    /// Its class.
    #[serde(rename = "type")]
    pub class: String,
    /// Claimed resources.
    pub claimed_resources: Vec<ListedResources1>,
}

/// `HardwareInterfaceResources` of ROS 1.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ListedResources1 {
    /// Kind of command.
    pub hardware_interface: String,
    /// Joints.
    pub resources: Vec<String>,
}

/// A field of `ControllerState` of ROS 2 after name, state and class.
#[derive(Clone, Copy, Debug)]
enum StateField {
    Texts,
    Flag,
    Short,
    /// Names with lists of texts.
    Chains,
}
use StateField::{Chains, Flag, Short, Texts};

/// Fields of a listed controller after its name, state and class. Fields were added within
/// distributions, so the distribution does not tell: the answer itself does, by its length.
const LAYOUTS: [&[StateField]; 4] = [
    &[Flag, Short, Texts, Texts, Texts, Flag, Flag, Texts, Texts, Chains],
    &[Texts, Texts, Texts, Flag, Flag, Texts, Texts, Chains],
    &[Texts, Texts, Texts, Flag, Flag, Texts, Chains],
    &[Texts],
];

/// Bytes that may follow the last field.
const PADDING: usize = 3;

/// Names and states in the answer of `ListControllers` in ROS 2; `body` is little-endian CDR without
/// its header.
pub fn listed_controllers(body: &[u8]) -> Result<Vec<(String, String)>, String> {
    let message = [&[0, 1, 0, 0], body].concat();
    let read = LAYOUTS.iter().find_map(|layout| read_controllers(&message, layout).ok());
    read.ok_or_else(|| format!("{} bytes are no known list of controllers", body.len()))
}

fn read_controllers(
    message: &[u8],
    layout: &[StateField],
) -> Result<Vec<(String, String)>, DecodeError> {
    let mut fields = Fields::cdr(message)?;
    let n = fields.u32()?;
    let mut found = Vec::new();
    for _ in 0..n {
        found.push((text(fields.text()?), text(fields.text()?)));
        fields.text()?;
        layout.iter().try_for_each(|part| skip(*part, &mut fields))?;
    }
    if fields.rest().len() > PADDING {
        return Err("something is left".to_owned());
    }
    Ok(found)
}

fn skip(part: StateField, fields: &mut Fields<'_>) -> Result<(), DecodeError> {
    match part {
        Flag => match fields.take(1)? {
            [0 | 1] => Ok(()),
            _ => Err("no flag".to_owned()),
        },
        Short => fields.u16().map(drop),
        Texts => skip_texts(fields),
        Chains => {
            let n = fields.u32()?;
            (0..n).try_for_each(|_| {
                fields.text()?;
                skip_texts(fields)
            })
        }
    }
}

fn skip_texts(fields: &mut Fields<'_>) -> Result<(), DecodeError> {
    let n = fields.u32()?;
    (0..n).try_for_each(|_| fields.text().map(drop))
}

/// The answer of `ListControllers`, for controllers with a name, a state and a class, as today's Jazzy
/// and Humble give it: little-endian CDR without its header.
pub fn render_controllers(controllers: &[[&str; 3]], distribution: Distribution) -> Vec<u8> {
    let layout = match distribution {
        Distribution::Foxy | Distribution::Galactic => LAYOUTS[3],
        Distribution::Humble | Distribution::Iron => LAYOUTS[2],
        Distribution::Jazzy | Distribution::Kilted | Distribution::Lyrical => LAYOUTS[0],
    };
    let mut cdr = Cdr::default();
    cdr.restart().length(controllers.len());
    for names in controllers {
        names.iter().for_each(|name| {
            cdr.text(name);
        });
        for part in layout {
            match part {
                Flag => cdr.flag(false),
                Short => cdr.u16(0),
                Texts | Chains => cdr.u32(0),
            };
        }
    }
    cdr.body().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layout_is_told_by_its_length() {
        let controllers = [["arm_controller", "active", "a/B"], ["velocity", "inactive", "c/Dee"]];
        for (distribution, name) in Distribution::ALL {
            let body = render_controllers(&controllers, distribution);
            let expected = controllers.map(|[name, state, _]| (name.to_owned(), state.to_owned()));
            assert_eq!(listed_controllers(&body).unwrap(), expected, "{name}");
            assert!(listed_controllers(&body[..body.len() - 5]).is_err(), "{name}");
        }
        assert_eq!(listed_controllers(&[0; 4]).unwrap(), []);
        assert_eq!(Distribution::of("rolling"), Some(Distribution::Lyrical));
    }
}
