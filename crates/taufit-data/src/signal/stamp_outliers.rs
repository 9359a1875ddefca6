//! Single time stamps off a clock that is regular otherwise: a digit or a bit that changed in a file.

use super::stamps::median;

/// Largest deviation of a regular step from the period, as a share of it.
const REGULAR: f64 = 0.01;
/// Share of the steps of a regular clock that are regular.
const REGULAR_SHARE: f64 = 0.99;
/// Smallest deviation of a stamp from the middle between its neighbours that counts, as a share of the period.
const OUTLIER: f64 = 0.05;

/// Stamps that are off the middle between their neighbours by more than 5 % of the period, where these and the next
/// ones are regular.
///
/// A clock whose steps vary by more than 1 % has none: a sample that is stamped late may have been taken late.
pub fn find_stamp_outliers(t_s: &[f64]) -> Vec<usize> {
    let steps_s: Vec<f64> = t_s.windows(2).map(|w| w[1] - w[0]).collect();
    let Some(period_s) = median(&steps_s) else { return Vec::new() };
    let is_regular = |step_s: f64, n: f64| (step_s - n * period_s).abs() <= REGULAR * period_s;
    let n_regular = steps_s.iter().filter(|step_s| is_regular(**step_s, 1.0)).count();
    if (n_regular as f64) < REGULAR_SHARE * steps_s.len() as f64 {
        return Vec::new();
    }
    let is_outlier = |near: &[f64]| {
        let &[first, before, middle, after, last] = near else { return false };
        is_regular(before - first, 1.0)
            && is_regular(after - before, 2.0)
            && is_regular(last - after, 1.0)
            && before < middle
            && middle < after
            && (middle - 0.5 * (before + after)).abs() > OUTLIER * period_s
    };
    let windows = t_s.windows(5).enumerate();
    windows.filter(|(_, near)| is_outlier(near)).map(|(k, _)| k + 2).collect()
}

/// Replaces outlying stamps by the mean of their neighbours.
pub fn mend_stamps(t_s: &mut [f64], outliers: &[usize]) {
    for &k in outliers {
        t_s[k] = 0.5 * (t_s[k - 1] + t_s[k + 1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(n: u32) -> Vec<f64> {
        (0..n).map(|k| 3.0 + 0.01 * f64::from(k)).collect()
    }

    #[test]
    fn a_stamp_off_a_regular_clock_is_put_back() {
        let mut t_s = clock(1000);
        t_s[500] += 0.008;
        t_s[700] -= 0.001;
        let outliers = find_stamp_outliers(&t_s);
        assert_eq!(outliers, [500, 700]);
        mend_stamps(&mut t_s, &outliers);
        let largest = t_s.iter().zip(clock(1000)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(largest < 1e-12, "{largest}");
    }

    #[test]
    fn gaps_small_jitter_and_irregular_clocks_have_no_outliers() {
        let gap: Vec<f64> =
            clock(1000).iter().map(|t| if *t > 8.0 { t + 0.02 } else { *t }).collect();
        assert!(find_stamp_outliers(&gap).is_empty());
        let mut jitter = clock(1000);
        jitter[400] += 0.0004;
        assert!(find_stamp_outliers(&jitter).is_empty());
        let mut uneven: Vec<f64> =
            clock(1000).iter().enumerate().map(|(k, t)| t + 0.0002 * (k % 2) as f64).collect();
        uneven[400] += 0.005;
        assert!(find_stamp_outliers(&uneven).is_empty());
        assert!(find_stamp_outliers(&clock(4)).is_empty());
        assert!(find_stamp_outliers(&[]).is_empty());
    }
}
