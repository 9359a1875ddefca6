//! Principal moments and axes of an inertia.

use taufit::spatial::{Inertial, Mat3, Vec3, principal_axes};

/// Moments about the principal axes and the axes themselves as the columns of a rotation, of all ways to number
/// and point them the one nearest to the axes of the frame.
pub(super) fn principal(body: &Inertial) -> ([f64; 3], Mat3) {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let tensor = Mat3::symmetric(body.inertia_about_com_in_link);
    let [xx, xy, xz, yy, yz, zz] = body.inertia_about_com_in_link;
    if [xy, xz, yz] == [0.0; 3] {
        return ([xx, yy, zz], Mat3::IDENTITY);
    }
    let (moments, axes) = principal_axes(&tensor);
    let frame = [Vec3::X, Vec3::Y, Vec3::Z];
    let numbered = |order: [usize; 3]| {
        let along = |k: usize| {
            let axis = axes[order[k]];
            if axis.dot(frame[k]) < 0.0 { axis * -1.0 } else { axis }
        };
        let (x, y) = (along(0), along(1));
        let rotation = Mat3 { cols: [x, y, x.cross(y)] };
        (order.map(|k| moments[k]), rotation)
    };
    let all = ORDERS.map(numbered);
    let nearest = |best: ([f64; 3], Mat3), next: ([f64; 3], Mat3)| {
        if next.1.trace() > best.1.trace() { next } else { best }
    };
    all.into_iter().fold(all[0], nearest)
}

/// The tensor of moments about turned axes, `R diag(moments) Rᵀ`: `Ixx Ixy Ixz Iyy Iyz Izz`.
pub(super) fn tensor([a, b, c]: [f64; 3], rotation: &Mat3) -> [f64; 6] {
    let turned = *rotation * Mat3::symmetric([a, 0.0, 0.0, b, 0.0, c]) * rotation.transpose();
    turned.symmetric_entries()
}

/// The unit quaternion of a rotation, w first and not negative: by its largest component, which no rounding
/// makes small.
pub(super) fn quaternion(rotation: &Mat3) -> [f64; 4] {
    let [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = rotation.rows();
    let squares = [1.0 + xx + yy + zz, 1.0 + xx - yy - zz, 1.0 - xx + yy - zz, 1.0 - xx - yy + zz];
    let largest = (1..4).fold(0, |best, k| if squares[k] > squares[best] { k } else { best });
    let products = [
        [squares[0], zy - yz, xz - zx, yx - xy],
        [zy - yz, squares[1], xy + yx, xz + zx],
        [xz - zx, xy + yx, squares[2], yz + zy],
        [yx - xy, xz + zx, yz + zy, squares[3]],
    ];
    let length = 2.0 * squares[largest].sqrt();
    let found = products[largest].map(|x| x / length);
    if found[0] < 0.0 { found.map(|x| -x) } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quaternions_give_their_rotation_back() {
        for rpy in [[0.0; 3], [3.1, 0.0, 0.0], [0.0, 3.1, 0.2], [0.1, 0.2, -3.1], [1.0, 1.5, 2.0]] {
            let rotation = Mat3::from_rpy(rpy);
            let off = Mat3::from_quaternion(quaternion(&rotation)) - rotation;
            assert!(off.cols.iter().all(|column| column.norm() < 1e-14), "{rpy:?}");
        }
    }

    #[test]
    fn axes_stay_near_those_of_the_frame() {
        let body = |tensor| Inertial {
            mass_kg: 1.0,
            com_in_link_m: Vec3::ZERO,
            inertia_about_com_in_link: tensor,
        };
        assert_eq!(principal(&body([3.0, 0.0, 0.0, 1.0, 0.0, 2.0])).0, [3.0, 1.0, 2.0]);
        let (moments, rotation) = principal(&body([3.0, 0.01, 0.0, 1.0, 0.02, 2.0]));
        assert!(rotation.trace() > 2.99 && (rotation.off_rotation()) < 1e-12, "{rotation:?}");
        assert!((moments[0] - 3.0).abs() < 0.01 && (moments[1] - 1.0).abs() < 0.01);
    }
}
