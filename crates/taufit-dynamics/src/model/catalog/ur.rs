//! Universal Robots UR3, UR10 and the e-series, in the frames and with the names of `ur_description`.

use super::{ArmRow, DhConvention, DhRow, serial_arm};
use crate::friction::Friction;
use crate::model::{Limits, Motor, RobotDescription};
use crate::spatial::{Inertial, Vec3};
use std::f64::consts::{FRAC_PI_2, PI};

pub(super) const UR3: &str = "Universal Robots UR3, lengths, masses and centres of mass of the manufacturer's DH page; tensors of cylinders (ur_description)";
pub(super) const UR10: &str = "Universal Robots UR10, lengths, masses and centres of mass of the manufacturer's DH page, tensors of its controller (ur_description)";
pub(super) const UR3E: &str = "Universal Robots UR3e, lengths, masses and centres of mass of the manufacturer's DH page, tensors of its controller (ur_description)";
pub(super) const UR5E: &str = "Universal Robots UR5e, lengths, masses and centres of mass of the manufacturer's DH page, tensors of its controller (ur_description)";
pub(super) const UR10E: &str = "Universal Robots UR10e, lengths, masses and centres of mass of the manufacturer's DH page, tensors of the UR10 (ur_description)";

/// Joints and links from the base to the flange, as the ROS driver names them.
const NAMES: [(&str, &str); 6] = [
    ("shoulder_pan_joint", "shoulder_link"),
    ("shoulder_lift_joint", "upper_arm_link"),
    ("elbow_joint", "forearm_link"),
    ("wrist_1_joint", "wrist_1_link"),
    ("wrist_2_joint", "wrist_2_link"),
    ("wrist_3_joint", "wrist_3_link"),
];

/// Mass \[kg\], centre of mass \[m\], and `Ixx Ixy Ixz Iyy Iyz Izz` about it \[kg m²\] in the axes below.
type UrBody = (f64, [f64; 3], [f64; 6]);

/// One model.
struct UrModel {
    name: &'static str,
    /// `d1 a2 a3 d4 d5 d6` \[m\].
    lengths_m: [f64; 6],
    bodies: [UrBody; 6],
    axes: Axes,
    /// Size of the joint: what its torque limit and its motor follow from.
    sizes: [usize; 6],
    /// Highest velocities \[deg/s\].
    velocity_deg_s: [f64; 6],
}

/// Axes of the tensors.
enum Axes {
    /// Those of the manufacturer's standard DH frames, to which the description turns links 1, 4 and 5.
    StandardDh,
    /// Those of cylinders that lie along z, along x for links 2 and 3.
    Cylinders,
}

/// Torque limits of the joint sizes 0 to 4 (manufacturer's table of joint torques) \[N·m\].
const EFFORT_NM: [f64; 5] = [12.0, 28.0, 56.0, 150.0, 330.0];

const SMALL: ([usize; 6], [f64; 6]) =
    ([2, 2, 1, 0, 0, 0], [180.0, 180.0, 180.0, 360.0, 360.0, 360.0]);
const MIDDLE: ([usize; 6], [f64; 6]) = ([3, 3, 3, 1, 1, 1], [180.0; 6]);
const LARGE: ([usize; 6], [f64; 6]) =
    ([4, 4, 3, 2, 2, 2], [120.0, 120.0, 180.0, 180.0, 180.0, 180.0]);

#[rustfmt::skip]
const LARGE_TENSORS: [[f64; 6]; 6] = [
    [0.03408, 0.00002, -0.00425, 0.03529, 0.00008, 0.02156],
    [0.02814, 0.00005, -0.01561, 0.77068, 0.00002, 0.76943],
    [0.01014, 0.00008, 0.00916, 0.30928, 0.0, 0.30646],
    [0.00296, -0.00001, 0.0, 0.00222, -0.00024, 0.00258],
    [0.00296, -0.00001, 0.0, 0.00222, -0.00024, 0.00258],
    [0.00040, 0.0, 0.0, 0.00041, 0.0, 0.00034],
];

#[rustfmt::skip]
pub(super) fn ur3() -> RobotDescription {
    UrModel {
        name: "ur3", axes: Axes::Cylinders, sizes: SMALL.0, velocity_deg_s: SMALL.1,
        lengths_m: [0.1519, -0.24365, -0.21325, 0.11235, 0.08535, 0.0819],
        bodies: [
            (2.0, [0.0, 0.0, -0.02], [0.008093166666666665, 0.0, 0.0, 0.008093166666666665, 0.0, 0.005625]),
            (3.42, [-0.11365, 0.0, 0.1157], [0.021728491912499998, 0.0, 0.0, 0.021728491912499998, 0.0, 0.00961875]),
            (1.26, [-0.16325, 0.0, 0.0238], [0.0065468090625, 0.0, 0.0, 0.0065468090625, 0.0, 0.00354375]),
            (0.8, [0.0, -0.01, 0.0], [0.0016106415, 0.0, 0.0, 0.0016106415, 0.0, 0.00225]),
            (0.8, [0.0, 0.01, 0.0], [0.001572174, 0.0, 0.0, 0.001572174, 0.0, 0.00225]),
            (0.35, [0.0, 0.0, -0.02], [0.00013626666666666665, 0.0, 0.0, 0.00013626666666666665, 0.0, 0.0001792]),
        ],
    }.describe()
}

#[rustfmt::skip]
pub(super) fn ur10() -> RobotDescription {
    UrModel {
        name: "ur10", axes: Axes::StandardDh, sizes: LARGE.0, velocity_deg_s: LARGE.1,
        lengths_m: [0.1273, -0.612, -0.5723, 0.163941, 0.1157, 0.0922],
        bodies: [
            (7.1, [0.021, -0.027, 0.0], LARGE_TENSORS[0]),
            (12.7, [-0.232, 0.0, 0.158], LARGE_TENSORS[1]),
            (4.27, [-0.3323, 0.0, 0.068], LARGE_TENSORS[2]),
            (2.0, [0.0, -0.018, 0.007], LARGE_TENSORS[3]),
            (2.0, [0.0, 0.018, -0.007], LARGE_TENSORS[4]),
            (0.365, [0.0, 0.0, -0.026], LARGE_TENSORS[5]),
        ],
    }.describe()
}

#[rustfmt::skip]
pub(super) fn ur3e() -> RobotDescription {
    UrModel {
        name: "ur3e", axes: Axes::StandardDh, sizes: SMALL.0, velocity_deg_s: SMALL.1,
        lengths_m: [0.15185, -0.24355, -0.2132, 0.13105, 0.08535, 0.0921],
        bodies: [
            (1.98, [0.0, 0.0, -0.02], [0.0027657, 0.0000096, -0.0000149, 0.0021501, 0.0001873, 0.0025626]),
            (3.4445, [-0.11355, 0.0, 0.1157], [0.0042623, -0.0000409, -0.0014960, 0.0460284, -0.0000129, 0.0448947]),
            (1.437, [-0.1632, 0.0, 0.0238], [0.0010511, 0.0, -0.0000331, 0.0113396, 0.0000022, 0.0110895]),
            (0.871, [0.0, -0.01, 0.0], [0.0008174, -0.0000005, 0.0000021, 0.0006844, 0.0000617, 0.0005497]),
            (0.805, [0.0, 0.01, 0.0], [0.0006059, -0.0000006, -0.0000006, 0.0005837, -0.0000271, 0.0003831]),
            (0.261, [0.0, 0.0, -0.02], [0.0001080, -0.0000001, -0.0000001, 0.0001086, -0.0000002, 0.0001371]),
        ],
    }.describe()
}

#[rustfmt::skip]
pub(super) fn ur5e() -> RobotDescription {
    UrModel {
        name: "ur5e", axes: Axes::StandardDh, sizes: MIDDLE.0, velocity_deg_s: MIDDLE.1,
        lengths_m: [0.1625, -0.425, -0.3922, 0.1333, 0.0997, 0.0996],
        bodies: [
            (3.761, [0.0, -0.00193, -0.02561], [0.00700210, 0.00000073, -0.00001053, 0.00648091, 0.00049994, 0.00657286]),
            (8.058, [-0.2125, 0.0, 0.11336], [0.01505885, -0.00005400, 0.00000563, 0.33388086, -0.00000181, 0.33247207]),
            (2.846, [-0.2422, 0.0, 0.0265], [0.00399632, -0.00001365, 0.00137272, 0.07879254, -0.00000660, 0.07848510]),
            (1.37, [0.0, -0.01634, -0.0018], [0.00165491, -0.00000282, -0.00000438, 0.00135962, 0.00010157, 0.00126279]),
            (1.3, [0.0, 0.01634, -0.0018], [0.00135617, -0.00000274, 0.00000444, 0.00127827, -0.00005048, 0.00096614]),
            (0.365, [0.0, 0.0, -0.001159], [0.00018694, 0.00000006, -0.00000017, 0.00018908, -0.00000092, 0.00025756]),
        ],
    }.describe()
}

#[rustfmt::skip]
pub(super) fn ur10e() -> RobotDescription {
    UrModel {
        name: "ur10e", axes: Axes::StandardDh, sizes: LARGE.0, velocity_deg_s: LARGE.1,
        lengths_m: [0.1807, -0.6127, -0.57155, 0.17415, 0.11985, 0.11655],
        bodies: [
            (7.369, [0.021, -0.027, 0.0], LARGE_TENSORS[0]),
            (13.051, [-0.2327, 0.0, 0.158], LARGE_TENSORS[1]),
            (3.989, [-0.33155, 0.0, 0.068], LARGE_TENSORS[2]),
            (2.1, [0.0, -0.018, 0.007], LARGE_TENSORS[3]),
            (1.98, [0.0, 0.018, -0.007], LARGE_TENSORS[4]),
            (0.615, [0.0, 0.0, -0.026], LARGE_TENSORS[5]),
        ],
    }.describe()
}

impl UrModel {
    fn describe(&self) -> RobotDescription {
        let rows = self.rows().into_iter().zip(&self.bodies).enumerate();
        let rows = rows.map(|(i, (dh, body))| self.row(i, dh, body)).collect();
        let mut robot = serial_arm(self.name, DhConvention::Modified, rows);
        let links = ["base_link"].into_iter().chain(NAMES.map(|(_, link)| link));
        for (link, name) in robot.links.iter_mut().zip(links) {
            link.name = name.to_owned();
        }
        let mut parent = "base_link";
        for (joint, (name, link)) in robot.joints.iter_mut().zip(NAMES) {
            joint.name = name.to_owned();
            (joint.parent, joint.child) = (parent.to_owned(), link.to_owned());
            parent = link;
        }
        robot
    }

    /// The frames of ur_description as a modified DH table; its base is turned against the controller's.
    fn rows(&self) -> [DhRow; 6] {
        let [d1, a2, a3, d4, d5, d6] = self.lengths_m;
        [
            DhRow::new(0.0, 0.0, d1, PI),
            DhRow::new(0.0, FRAC_PI_2, 0.0, 0.0),
            DhRow::new(a2, 0.0, 0.0, 0.0),
            DhRow::new(a3, 0.0, d4, 0.0),
            DhRow::new(0.0, FRAC_PI_2, d5, 0.0),
            DhRow::new(0.0, -FRAC_PI_2, d6, 0.0),
        ]
    }

    fn row(&self, i: usize, dh: DhRow, body: &UrBody) -> ArmRow {
        let size = self.sizes[i];
        ArmRow {
            dh,
            inertial: Some(Inertial {
                mass_kg: body.0,
                com_in_link_m: Vec3::from(body.1),
                inertia_about_com_in_link: self.axes.turned(i, body.2),
            }),
            limits: Limits {
                lower: Some(-2.0 * PI),
                upper: Some(2.0 * PI),
                velocity: Some(self.velocity_deg_s[i].to_radians()),
                acceleration: None,
                effort: Some(EFFORT_NM[size]),
            },
            motor: Motor { motor_type: Some(format!("size {size}")), ..Motor::default() },
            friction: Friction::NONE,
        }
    }
}

impl Axes {
    /// The tensor of link `i` in the axes of the link. Quarter turns exchange entries: nothing is rounded.
    fn turned(&self, i: usize, [xx, xy, xz, yy, yz, zz]: [f64; 6]) -> [f64; 6] {
        match (self, i) {
            // Rx(π/2): y of the tensor is z of the link, z is −y.
            (Self::StandardDh, 0 | 3) => [xx, -xz, xy, zz, -yz, yy],
            // Rx(−π/2): y is −z, z is y.
            (Self::StandardDh, 4) => [xx, xz, -xy, zz, -yz, yy],
            // Ry(π/2): x is −z, z is x.
            (Self::Cylinders, 1 | 2) => [zz, yz, -xz, yy, -xy, xx],
            _ => [xx, xy, xz, yy, yz, zz],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{Scratch, forward_kinematics};
    use crate::spatial::{Mat3, Transform};

    #[test]
    fn flanges_are_where_the_manufacturer_s_standard_dh_table_puts_them() {
        for describe in [ur3, ur10, ur3e, ur5e, ur10e] {
            let robot = describe().build().unwrap();
            let [d1, a2, a3, d4, d5, d6] = {
                let place = |i: usize| robot.joints()[i].parent_from_joint.translation;
                let (wrist_1, wrist_2, wrist_3) = (place(3), place(4), place(5));
                [place(0).z, place(2).x, wrist_1.x, wrist_1.z, -wrist_2.y, wrist_3.y]
            };
            let q = [0.3, -1.1, 0.8, 2.0, -0.7, 1.9];
            let rows = [
                (0.0, FRAC_PI_2, d1),
                (a2, 0.0, 0.0),
                (a3, 0.0, 0.0),
                (0.0, FRAC_PI_2, d4),
                (0.0, -FRAC_PI_2, d5),
                (0.0, 0.0, d6),
            ];
            let turn = Transform::from_rotation(Vec3::Z, PI);
            let expected = rows.into_iter().zip(q).fold(turn, |pose, ((a, alpha, d), q)| {
                let (joint, link) = DhRow::new(a, alpha, d, q).frames(DhConvention::Standard);
                pose * joint * link
            });
            let mut scratch = Scratch::new(&robot);
            let poses = forward_kinematics(&robot, &mut scratch, &q).unwrap();
            let [found, expected] = [poses[5], expected].map(<[f64; 12]>::from);
            assert!(
                found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12),
                "{}",
                robot.name()
            );
        }
    }

    #[test]
    fn quarter_turns_are_rotations() {
        let tensor = [1.0, 0.1, 0.2, 2.0, 0.3, 3.0];
        let half = FRAC_PI_2;
        for (axes, i, turn) in [
            (Axes::StandardDh, 0, [half, 0.0, 0.0]),
            (Axes::StandardDh, 3, [half, 0.0, 0.0]),
            (Axes::StandardDh, 4, [-half, 0.0, 0.0]),
            (Axes::StandardDh, 1, [0.0; 3]),
            (Axes::Cylinders, 1, [0.0, half, 0.0]),
            (Axes::Cylinders, 3, [0.0; 3]),
        ] {
            let r = Mat3::from_rpy(turn);
            let expected = (r * Mat3::symmetric(tensor) * r.transpose()).symmetric_entries();
            let found = axes.turned(i, tensor);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{turn:?}");
        }
    }
}
