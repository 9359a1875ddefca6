//! A histogram of block characters.

use taufit::survey::StepBin;

/// Length of the longest bar, in characters.
const LONGEST: usize = 40;
/// Ends of bars, by eighths of a character.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// One line per bin that is not empty: borders in periods, share, bar.
pub(super) fn render_steps(bins: &[StepBin]) -> String {
    let total: usize = bins.iter().map(|bin| bin.count).sum();
    let largest = bins.iter().map(|bin| bin.count).max().unwrap_or(0);
    let line = |bin: &StepBin| {
        let to = bin.to.map_or("    ".to_owned(), |to| format!("{to:<4}"));
        let share = 100.0 * bin.count as f64 / total.max(1) as f64;
        let bar = bar(bin.count, largest);
        format!("{:>5} .. {to} {share:>7.2} % {:>8}  {bar}\n", bin.from, bin.count)
    };
    bins.iter().filter(|bin| bin.count > 0).map(line).collect()
}

/// A bar in proportion; whatever is there shows.
fn bar(count: usize, largest: usize) -> String {
    let eighths = (8 * LONGEST * count).div_ceil(largest.max(1));
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion_and_never_vanish() {
        assert_eq!(bar(10, 10).chars().count(), LONGEST);
        assert_eq!(bar(5, 10).chars().count(), LONGEST / 2);
        assert_eq!(bar(1, 100_000), "▏");
        assert_eq!(bar(0, 10), "");
    }

    #[test]
    fn empty_bins_are_left_out() {
        let bins = [
            StepBin { from: 0.0, to: Some(0.5), count: 0 },
            StepBin { from: 0.98, to: Some(1.02), count: 30 },
            StepBin { from: 10.0, to: None, count: 10 },
        ];
        let text = render_steps(&bins);
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.starts_with(" 0.98 .. 1.02   75.00 %"), "{text}");
    }
}
