//! Solves with a small symmetric positive definite matrix, in place and without allocation.

/// Solves `A x = b`; `a` (by rows, `n × n`) becomes its Cholesky factor, `b` becomes `x`.
/// `Err((i, pivot))` where a pivot is not positive.
pub(crate) fn solve(a: &mut [f64], b: &mut [f64]) -> Result<(), (usize, f64)> {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum();
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
        let dot: f64 = (0..i).map(|k| a[i * n + k] * b[k]).sum();
        b[i] = (b[i] - dot) / a[i * n + i];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| a[k * n + i] * b[k]).sum();
        b[i] = (b[i] - dot) / a[i * n + i];
    }
    Ok(())
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
        assert_eq!(solve(&mut [1.0, 2.0, 2.0, 4.0], &mut b), Err((1, 0.0)));
    }
}
