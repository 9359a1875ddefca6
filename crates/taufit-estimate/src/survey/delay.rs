//! Delay of one signal behind another.

use super::filtered_log::FilteredLog;

/// Longest delay that is looked for \[s\]: longer ones are other motions.
pub(super) const LONGEST_S: f64 = 0.1;
/// Products that are summed for each lag; more do not sharpen the peak.
const PRODUCTS: usize = 20_000;

/// Two signals, `y` moved by a lag so that it fits `x` best.
pub(super) struct Aligned {
    pub(super) x: Vec<f64>,
    pub(super) y: Vec<f64>,
    /// Delay of `y` behind `x` \[s\].
    pub(super) delay_s: f64,
}

/// Finds the lag at which the cross-correlation is largest, of either sign; the delay is that of the
/// parabola through the peak and its neighbours.
pub(super) fn align(filtered: &FilteredLog, x: &[f64], y: &[f64]) -> Aligned {
    let longest = (LONGEST_S * filtered.rate_hz).ceil() as isize;
    let every = filtered.n_samples().div_ceil(PRODUCTS).max(1);
    let (x_mean, y_mean) = (mean(x), mean(y));
    let correlation = |lag: isize| -> f64 {
        let pairs = pairs(filtered, lag).step_by(every);
        let values = pairs.map(|(i, k)| (x[i] - x_mean, y[k] - y_mean));
        let (xx, yy, xy) = values
            .fold((0.0, 0.0, 0.0), |(xx, yy, xy), (x, y)| (xx + x * x, yy + y * y, xy + x * y));
        if xx * yy > 0.0 { xy / (xx * yy).sqrt() } else { 0.0 }
    };
    let lags: Vec<(isize, f64)> = (-longest..=longest).map(|lag| (lag, correlation(lag))).collect();
    let peak = lags.iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let lag = peak.map_or(0, |(lag, _)| *lag);
    let beside = parabola_peak(correlation(lag - 1), correlation(lag), correlation(lag + 1));
    let (x, y) = pairs(filtered, lag).map(|(i, k)| (x[i] - x_mean, y[k] - y_mean)).unzip();
    Aligned { x, y, delay_s: (lag as f64 + beside) / filtered.rate_hz }
}

/// Indices of `x` and `y` that belong together at this lag; none across a gap.
fn pairs(filtered: &FilteredLog, lag: isize) -> impl Iterator<Item = (usize, usize)> + '_ {
    let of = move |stretch: &std::ops::Range<usize>| {
        let stretch = stretch.clone();
        stretch.clone().filter_map(move |i| {
            let k = i.checked_add_signed(lag)?;
            stretch.contains(&k).then_some((i, k))
        })
    };
    filtered.stretches.iter().flat_map(of)
}

/// Where the parabola through three values at −1, 0 and 1 has its peak; 0 where it has none.
pub(super) fn parabola_peak(before: f64, at: f64, behind: f64) -> f64 {
    let curvature = before - 2.0 * at + behind;
    let peak = 0.5 * (before - behind) / curvature;
    if peak.is_finite() { peak.clamp(-1.0, 1.0) } else { 0.0 }
}

fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parabolas_peak_where_they_should() {
        // 5 − (x − 0.3)²
        let at = |x: f64| 5.0 - (x - 0.3).powi(2);
        assert!((parabola_peak(at(-1.0), at(0.0), at(1.0)) - 0.3).abs() < 1e-12);
        assert_eq!(parabola_peak(1.0, 1.0, 1.0), 0.0);
    }
}
