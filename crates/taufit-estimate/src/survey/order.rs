//! In which order joints fit together best.

/// Robots with more joints are not tried in all orders: 7 joints have 5040, 8 have 40 320.
const MOST_JOINTS: usize = 7;
/// Scores this near to the best one are as good: of those the order that moves fewest joints wins.
const AS_GOOD: f64 = 0.01;

/// An order, as for each place the joint that belongs there, and how well it fits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Order {
    pub(super) joints: Vec<usize>,
    pub(super) score: f64,
}

impl Order {
    /// Whether every joint is in its place.
    pub(super) fn is_natural(&self) -> bool {
        self.n_moved() == 0
    }

    fn n_moved(&self) -> usize {
        self.joints.iter().enumerate().filter(|(place, joint)| place != *joint).count()
    }

    /// The names of the joints in this order.
    pub(super) fn names(&self, names: &[String]) -> Vec<String> {
        self.joints.iter().map(|&j| names[j].clone()).collect()
    }
}

/// The best order by a score; `None` for more joints than can be tried.
pub(super) fn best_order(n_joints: usize, score: impl Fn(&[usize]) -> f64) -> Option<Order> {
    if n_joints > MOST_JOINTS {
        return None;
    }
    let scored = |joints: Vec<usize>| Order { score: score(&joints), joints };
    let orders: Vec<Order> = permutations(n_joints).into_iter().map(scored).collect();
    let best = orders.iter().map(|order| order.score).fold(f64::NEG_INFINITY, f64::max);
    let good = orders.into_iter().filter(|order| order.score >= best - AS_GOOD);
    good.min_by(|a, b| a.n_moved().cmp(&b.n_moved()).then(b.score.total_cmp(&a.score)))
}

/// All orders of `0..n`.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..n {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |place| {
                let mut order = order.clone();
                order.insert(place, next);
                order
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_comes_once() {
        let mut all = permutations(5);
        assert_eq!(all.len(), 120);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 120);
    }

    #[test]
    fn the_best_order_wins_and_equal_joints_stay() {
        let wanted = [2, 0, 1, 3];
        let hits =
            |order: &[usize]| order.iter().zip(&wanted).filter(|(a, b)| a == b).count() as f64;
        assert_eq!(best_order(4, hits).unwrap().joints, wanted);
        assert!(best_order(4, |_| 1.0).unwrap().is_natural());
        assert_eq!(best_order(8, |_| 1.0), None);
    }
}
