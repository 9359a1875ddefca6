//! Solves with a small symmetric positive definite matrix, in place and without allocation.

/// Solves `A x = b`; `a` (by rows, `n × n`) becomes its Cholesky factor, `b` becomes `x`.
/// `Err((i, pivot))` where a pivot is not positive.
///
/// Zeros before the first entry of a row stay zeros in the factor and are skipped: motors that only
/// springs connect to links cost nothing.
pub fn solve(a: &mut [f64], b: &mut [f64]) -> Result<(), (usize, f64)> {
    let n = b.len();
    for i in 0..n {
        let from = first(a, n, i);
        for j in from..=i {
            let (row_i, row_j) = (&a[i * n..i * n + j], &a[j * n..j * n + j]);
            let dot: f64 = row_i[from..].iter().zip(&row_j[from..]).map(|(x, y)| x * y).sum();
            let rest = a[i * n + j] - dot;
            if i == j {
                if rest.is_nan() || rest <= 0.0 {
                    return Err((i, rest));
                }
                a[i * n + i] = rest.sqrt();
            } else {
                a[i * n + j] = rest / a[j * n + j];
            }
        }
    }
    for i in 0..n {
        let from = first(a, n, i);
        let row = &a[i * n + from..i * n + i];
        let dot: f64 = row.iter().zip(&b[from..i]).map(|(x, y)| x * y).sum();
        b[i] = (b[i] - dot) / a[i * n + i];
    }
    for i in (0..n).rev() {
        b[i] /= a[i * n + i];
        for k in first(a, n, i)..i {
            b[k] -= a[i * n + k] * b[i];
        }
    }
    Ok(())
}

/// Where the entries of a row begin; at the diagonal at the latest.
fn first(a: &[f64], n: usize, i: usize) -> usize {
    a[i * n..i * n + i].iter().position(|x| *x != 0.0).unwrap_or(i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_refuses() {
        let mut b = [1.0, 2.0];
        solve(&mut [4.0, 2.0, 2.0, 3.0], &mut b).unwrap();
        assert!((4.0 * b[0] + 2.0 * b[1] - 1.0).abs() < 1e-15);
        assert!((2.0 * b[0] + 3.0 * b[1] - 2.0).abs() < 1e-15);
        // x₁ stands alone, x₀ and x₂ do not.
        let mut b = [5.0, 6.0, 7.0];
        solve(&mut [4.0, 0.0, 1.0, 0.0, 3.0, 0.0, 1.0, 0.0, 2.0], &mut b).unwrap();
        assert!((b[1] - 2.0).abs() < 1e-15);
        assert!((4.0 * b[0] + b[2] - 5.0).abs() < 1e-14);
        assert!((b[0] + 2.0 * b[2] - 7.0).abs() < 1e-14);
        let mut b = [1.0, 2.0];
        assert_eq!(solve(&mut [1.0, 2.0, 2.0, 4.0], &mut b), Err((1, 0.0)));
    }
}
