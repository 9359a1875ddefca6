//! The left-to-right scan for independent columns.

/// Result of the scan, in columns of the scanned matrix.
pub(super) struct Scan {
    /// Columns that are kept, ascending.
    pub(super) independent: Vec<usize>,
    /// The other columns, and their coefficients on the independent ones.
    pub(super) dependent: Vec<(usize, Vec<f64>)>,
}

/// A column is kept at once if this share of it is new. One with less is kept only if nothing better
/// spans its direction: two nearly parallel columns in the base would make the grouping coefficients
/// of others enormous.
const LEVELS: [f64; 3] = [1e-2, 1e-4, 1e-6];

/// Keeps a column if it is independent of those kept before it, from left to right, and regresses the
/// others on the kept ones (Khalil and Dombre 2004, appendix 5, without pivoting).
pub(super) fn scan(columns: &[Vec<f64>]) -> Scan {
    let mut kept = Kept::default();
    for level in LEVELS {
        for (c, column) in columns.iter().enumerate() {
            if !kept.columns.contains(&c) {
                kept.offer(c, column, level);
            }
        }
    }
    let rest = (0..columns.len()).filter(|c| !kept.columns.contains(c));
    let dependent = rest.map(|c| (c, kept.coefficients(&columns[c]))).collect();
    Scan { independent: kept.ascending().into_iter().map(|k| kept.columns[k]).collect(), dependent }
}

/// From coefficients between unit columns to coefficients between parameters. What is nothing in
/// natural units becomes zero, and what is a whole number up to rounding becomes one.
pub(super) fn to_parameter_units(
    found: &mut Scan,
    lengths: &[f64],
    natural: &[f64],
    tolerance: f64,
) {
    // The coefficients of one parameter are known to about this share of the largest of them.
    const RELATIVE_ROUNDING: f64 = 1e-13;
    const WHOLE: f64 = 1e-9;
    for (column, row) in &mut found.dependent {
        for (coefficient, &kept) in row.iter_mut().zip(&found.independent) {
            *coefficient *= lengths[*column] / lengths[kept];
        }
        let in_natural =
            |coefficient: f64, kept: usize| (coefficient * natural[kept] / natural[*column]).abs();
        let sizes = row.iter().zip(&found.independent).map(|(x, &kept)| in_natural(*x, kept));
        let nothing = tolerance.max(RELATIVE_ROUNDING * sizes.fold(0.0, f64::max));
        for (coefficient, &kept) in row.iter_mut().zip(&found.independent) {
            let whole = coefficient.round();
            if in_natural(*coefficient, kept) < nothing {
                *coefficient = 0.0;
            } else if (*coefficient - whole).abs() < WHOLE * whole.abs() {
                *coefficient = whole;
            }
        }
    }
}

/// The columns kept so far, with an orthonormal basis of their span.
#[derive(Default)]
struct Kept {
    columns: Vec<usize>,
    basis: Vec<Vec<f64>>,
    /// Coefficients of kept column `k` on the basis vectors `0..=k`.
    triangle: Vec<Vec<f64>>,
}

impl Kept {
    /// Takes the column if more than `level` of it lies outside the span.
    fn offer(&mut self, c: usize, column: &[f64], level: f64) {
        let (mut on_basis, rest) = self.split(column);
        let new = length(&rest);
        if new > level * length(column) {
            self.columns.push(c);
            self.basis.push(rest.iter().map(|r| r / new).collect());
            on_basis.push(new);
            self.triangle.push(on_basis);
        }
    }

    /// Coefficients on the basis, and what lies outside. Orthogonalises twice: once is not enough where
    /// columns are nearly parallel (Giraud, Langou, Rozložník, van den Eshof 2005).
    fn split(&self, column: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut rest = column.to_vec();
        let mut on_basis = vec![0.0; self.basis.len()];
        for _ in 0..2 {
            for (coefficient, direction) in on_basis.iter_mut().zip(&self.basis) {
                let along = dot(&rest, direction);
                *coefficient += along;
                rest.iter_mut().zip(direction).for_each(|(r, d)| *r -= along * d);
            }
        }
        (on_basis, rest)
    }

    /// Coefficients of a column on the kept columns, these in ascending order.
    fn coefficients(&self, column: &[f64]) -> Vec<f64> {
        let (mut x, _) = self.split(column);
        // Solves Σ_k x_k triangle[k] = on_basis from the last kept column back.
        for k in (0..x.len()).rev() {
            x[k] /= self.triangle[k][k];
            for i in 0..k {
                x[i] -= x[k] * self.triangle[k][i];
            }
        }
        self.ascending().into_iter().map(|k| x[k]).collect()
    }

    /// Places of the kept columns in ascending order of column.
    fn ascending(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|&k| self.columns[k]);
        order
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn length(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_combination_that_was_put_in() {
        let (a, b) = (vec![1.0, 0.0, 0.0], vec![0.6, 0.8, 0.0]);
        let c: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 0.5 * a - 2.0 * b).collect();
        let found = scan(&[a, vec![0.0; 3], b, c, vec![0.0, 0.0, 1.0]]);
        assert_eq!(found.independent, [0, 2, 4]);
        let (column, k) = &found.dependent[1];
        assert_eq!(*column, 3);
        assert!((k[0] - 0.5).abs() < 1e-15 && (k[1] + 2.0).abs() < 1e-15 && k[2] == 0.0);
    }

    #[test]
    fn a_nearly_parallel_column_waits_for_a_better_one() {
        let (a, near, far) = (vec![1.0, 0.0], vec![1.0, 1e-3], vec![0.0, 1.0]);
        assert_eq!(scan(&[a.clone(), near.clone(), far]).independent, [0, 2]);
        assert_eq!(scan(&[a, near]).independent, [0, 1]);
    }
}
