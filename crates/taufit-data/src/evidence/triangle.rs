//! Rows into a triangle: `[R; A] = Q [R'; 0]`, keeping `R'` alone.
//!
//! Householder reflections `I − t v vᵀ` whose vectors are a one in a row of `R` and a whole column of
//! `A`: the zeros of `R` are never touched. Four of them at a time are applied to the columns behind
//! as `I − V T Vᵀ` (Schreiber and Van Loan 1989, compact WY form), which does eight multiplications
//! per number loaded. A general QR of the stack takes 2.7 times as long for stacks as thin as these.

use pulp::{Arch, Simd, WithSimd};
use taufit_dynamics::spatial::WIDEST;

/// Reflections that are applied together.
const PANEL: usize = 4;
/// Columns that they are applied to at once: two leave every number in a register with AVX2.
const PAIR: usize = 2;

/// Adds rows to the triangle `r`, square and by rows. The rows come by columns, one for each of the
/// triangle's.
pub(super) fn add_rows<'c>(r: &mut [f64], columns: impl ExactSizeIterator<Item = &'c [f64]>) {
    let order = columns.len();
    let mut a = Vec::new();
    let mut height = 0;
    for column in columns {
        // Rows of zeros change nothing, and fill the last register.
        height = column.len().next_multiple_of(WIDEST);
        a.reserve_exact(if a.is_empty() { order * height } else { 0 });
        a.extend_from_slice(column);
        a.resize(a.len() + height - column.len(), 0.0);
    }
    if height > 0 {
        Arch::new().dispatch(Stack { r, a: &mut a, order, height });
    }
}

/// The triangle above, the rows below.
struct Stack<'a> {
    /// `R`, by rows.
    r: &'a mut [f64],
    /// `A`, by columns of `height`; overwritten by the vectors of the reflections.
    a: &'a mut [f64],
    order: usize,
    height: usize,
}

impl WithSimd for Stack<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { r, a, order, height } = self;
        for first in (0..order).step_by(PANEL) {
            let width = PANEL.min(order - first);
            let (done, behind) = a.split_at_mut((first + width) * height);
            let panel = &mut done[first * height..];
            let scales = reflect_panel(simd, r, order, first, panel, height);
            // Nothing is left behind a panel that is not whole.
            let Some(v) = whole_panel::<S>(panel, height) else { continue };
            let t = joint_scales(simd, v, scales);
            let mut column = first + width;
            let mut pairs = behind.chunks_exact_mut(PAIR * height);
            for pair in &mut pairs {
                reflect::<S, PAIR>(simd, r, (order, first, column), v, &t, pair);
                column += PAIR;
            }
            let last = pairs.into_remainder();
            if !last.is_empty() {
                reflect::<S, 1>(simd, r, (order, first, column), v, &t, last);
            }
        }
    }
}

/// The columns of a panel of four.
#[inline(always)]
fn whole_panel<S: Simd>(panel: &[f64], height: usize) -> Option<[&[S::f64s]; PANEL]> {
    (panel.len() == PANEL * height)
        .then(|| std::array::from_fn(|k| S::as_simd_f64s(&panel[k * height..][..height]).0))
}

/// Reflects the columns of a panel one by one, each with those behind it in the panel, and returns
/// the scales `t` of the reflections. Their vectors take the place of the columns.
#[inline(always)]
fn reflect_panel<S: Simd>(
    simd: S,
    r: &mut [f64],
    order: usize,
    first: usize,
    panel: &mut [f64],
    height: usize,
) -> [f64; PANEL] {
    let mut scales = [0.0; PANEL];
    for (k, scale) in scales.iter_mut().enumerate().take(panel.len() / height) {
        let (row, width) = (first + k, panel.len() / height);
        let (done, behind) = panel.split_at_mut((k + 1) * height);
        let v = S::as_mut_simd_f64s(&mut done[k * height..]).0;
        let squared = dot(simd, v, v);
        if squared == 0.0 {
            continue;
        }
        // x = [α; a] goes to [β; 0], β = ∓|x|; v = [1; a/(α − β)], t = (β − α)/β.
        let alpha = r[row * order + row];
        let beta = -alpha.signum() * alpha.hypot(squared.sqrt());
        let shrink = simd.splat_f64s(1.0 / (alpha - beta));
        v.iter_mut().for_each(|x| *x = simd.mul_f64s(*x, shrink));
        r[row * order + row] = beta;
        *scale = (beta - alpha) / beta;
        for (j, column) in (k + 1..width).zip(behind.chunks_exact_mut(height)) {
            let (v, c) = (&*v, S::as_mut_simd_f64s(column).0);
            let above = &mut r[row * order + first + j];
            let w = *scale * (*above + dot(simd, v, c));
            *above -= w;
            subtract(simd, [v], [[w]], [c]);
        }
    }
    scales
}

/// `T` of `I − V T Vᵀ`, upper triangular: column k is `−t_k T Vᵀ v_k` above its diagonal `t_k`.
#[inline(always)]
fn joint_scales<S: Simd>(
    simd: S,
    v: [&[S::f64s]; PANEL],
    scales: [f64; PANEL],
) -> [[f64; PANEL]; PANEL] {
    let mut t = [[0.0; PANEL]; PANEL];
    for k in 0..PANEL {
        let products: [f64; PANEL] = dots(simd, v, [v[k]]).map(|[product]| product);
        for row in t.iter_mut().take(k) {
            let sum: f64 = row.iter().zip(&products).take(k).map(|(t, p)| t * p).sum();
            row[k] = -scales[k] * sum;
        }
        t[k][k] = scales[k];
    }
    t
}

/// Applies a panel to `C` columns: `W = Tᵀ (R_panel + Vᵀ A)`, `R_panel −= W`, `A −= V W`. The places are
/// the order of `R`, the panel's first row and the first of the columns.
#[inline(always)]
fn reflect<S: Simd, const C: usize>(
    simd: S,
    r: &mut [f64],
    (order, first, column): (usize, usize, usize),
    v: [&[S::f64s]; PANEL],
    t: &[[f64; PANEL]; PANEL],
    columns: &mut [f64],
) {
    let height = columns.len() / C;
    let mut parts = columns.chunks_exact_mut(height);
    let c: [&mut [S::f64s]; C] = std::array::from_fn(|_| match parts.next() {
        Some(part) => S::as_mut_simd_f64s(part).0,
        None => &mut [],
    });
    let mut sums = dots(simd, v, c.each_ref().map(|c| &**c));
    for (k, sum) in sums.iter_mut().enumerate() {
        let above = &r[(first + k) * order + column..][..C];
        sum.iter_mut().zip(above).for_each(|(sum, above)| *sum += above);
    }
    let w: [[f64; C]; PANEL] = std::array::from_fn(|k| {
        std::array::from_fn(|j| (0..=k).map(|i| t[i][k] * sums[i][j]).sum())
    });
    for (k, w) in w.iter().enumerate() {
        let above = &mut r[(first + k) * order + column..][..C];
        above.iter_mut().zip(w).for_each(|(above, w)| *above -= w);
    }
    subtract(simd, v, w, c);
}

/// `vᵀ c`, in four sums that do not wait for each other.
#[inline(always)]
fn dot<S: Simd>(simd: S, v: &[S::f64s], c: &[S::f64s]) -> f64 {
    let mut sums = [simd.splat_f64s(0.0); 4];
    let (v, v_rest) = v.as_chunks::<4>();
    let (c, c_rest) = c.as_chunks::<4>();
    for (v, c) in v.iter().zip(c) {
        for k in 0..4 {
            sums[k] = simd.mul_add_e_f64s(v[k], c[k], sums[k]);
        }
    }
    for (v, c) in v_rest.iter().zip(c_rest) {
        sums[0] = simd.mul_add_e_f64s(*v, *c, sums[0]);
    }
    let [a, b, c, d] = sums;
    simd.reduce_sum_f64s(simd.add_f64s(simd.add_f64s(a, b), simd.add_f64s(c, d)))
}

/// `Vᵀ C`.
#[inline(always)]
fn dots<S: Simd, const V: usize, const C: usize>(
    simd: S,
    v: [&[S::f64s]; V],
    c: [&[S::f64s]; C],
) -> [[f64; C]; V] {
    let n = c[0].len();
    let (v, c) = (v.map(|v| &v[..n]), c.map(|c| &c[..n]));
    let mut sums = [[simd.splat_f64s(0.0); C]; V];
    for i in 0..n {
        for k in 0..V {
            for j in 0..C {
                sums[k][j] = simd.mul_add_e_f64s(v[k][i], c[j][i], sums[k][j]);
            }
        }
    }
    sums.map(|row| row.map(|sum| simd.reduce_sum_f64s(sum)))
}

/// `C −= V W`.
#[inline(always)]
fn subtract<S: Simd, const V: usize, const C: usize>(
    simd: S,
    v: [&[S::f64s]; V],
    w: [[f64; C]; V],
    c: [&mut [S::f64s]; C],
) {
    let n = c[0].len();
    let (v, c) = (v.map(|v| &v[..n]), c.map(|c| &mut c[..n]));
    let w = w.map(|row| row.map(|w| simd.splat_f64s(-w)));
    for i in 0..n {
        for j in 0..C {
            let mut x = c[j][i];
            for k in 0..V {
                x = simd.mul_add_e_f64s(v[k][i], w[k][j], x);
            }
            c[j][i] = x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faer::Mat;
    use rand::{RngExt, SeedableRng};

    fn random(n: usize, seed: u64) -> Vec<f64> {
        let mut dice = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
        (0..n).map(|_| dice.random_range(-1.0..1.0)).collect()
    }

    /// `RᵀR` does not change but by `AᵀA`, for all ways in which panels and pairs can be incomplete.
    #[test]
    fn a_triangle_takes_up_all_there_is() {
        for (order, heights) in
            [(1, [1, 3]), (2, [5, 1]), (4, [9, 40]), (5, [64, 7]), (11, [30, 513])]
        {
            let mut r = vec![0.0; order * order];
            let mut gram = Mat::<f64>::zeros(order, order);
            for (seed, height) in heights.into_iter().enumerate() {
                let a = random(order * height, seed as u64);
                let rows = Mat::from_fn(height, order, |i, j| a[j * height + i]);
                gram += rows.transpose() * &rows;
                add_rows(&mut r, a.chunks_exact(height));
            }
            let found = Mat::from_fn(order, order, |i, j| r[i * order + j]);
            let off = (found.transpose() * &found - &gram).norm_max();
            assert!(off < 1e-13 * gram.norm_max(), "{order}: {off}");
            let below = (0..order).flat_map(|i| (0..i).map(move |j| (i, j)));
            assert!(below.into_iter().all(|(i, j)| found[(i, j)] == 0.0));
        }
    }

    /// Columns that differ in size by eleven digits keep their own accuracy, which `AᵀA` would lose.
    #[test]
    fn small_columns_are_not_lost_beside_large_ones() {
        let (order, height) = (6, 300);
        let mut a = random(order * height, 3);
        a[..height].iter_mut().for_each(|x| *x *= 1e11);
        let mut r = vec![0.0; order * order];
        add_rows(&mut r, a.chunks_exact(height));
        let stacked = Mat::from_fn(height, order, |i, j| a[j * height + i]);
        let expected = stacked.qr().thin_R().to_owned();
        for i in 0..order {
            for j in i..order {
                let (found, known) = (r[i * order + j].abs(), expected[(i, j)].abs());
                assert!(
                    (found - known).abs() < 1e-12 * expected.col(j).norm_l2(),
                    "{i} {j}: {found} {known}"
                );
            }
        }
    }

    #[test]
    fn no_rows_and_empty_columns_change_nothing() {
        let mut r = vec![2.0, 1.0, 0.0, 3.0];
        add_rows(&mut r, [&[][..], &[]].into_iter());
        assert_eq!(r, [2.0, 1.0, 0.0, 3.0]);
        add_rows(&mut r, [&[0.0; 5][..], &[0.0; 5]].into_iter());
        assert_eq!(r, [2.0, 1.0, 0.0, 3.0]);
    }
}
