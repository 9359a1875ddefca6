//! Fuzz driver for stable compilers: mutates seeds for a given time.
//!
//! `taufit-fuzz TARGET SECONDS SEED_FOLDER [SEED]`. The current input is kept in a file of the temporary folder, which
//! stays behind if the process dies; an input that takes more than 10 s ends it.

#![allow(clippy::unwrap_used, reason = "a driver fails by panicking")]
#![allow(clippy::print_stdout, reason = "printing is what this program is for")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Longest time for one input \[s\].
const MAX_INPUT_S: u64 = 10;

/// Longest input \[bytes\].
const MAX_BYTES: usize = 1 << 16;

/// Start of the current input \[s since the start of the process\].
static STARTED_S: AtomicU64 = AtomicU64::new(0);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, seconds, folder, more @ ..] = &arguments[..] else {
        println!("usage: taufit-fuzz TARGET SECONDS SEED_FOLDER [SEED]; targets:");
        taufit_fuzz::TARGETS.iter().for_each(|(name, _)| println!("  {name}"));
        std::process::exit(2);
    };
    let seconds: f64 = seconds.parse().unwrap();
    let seed = more.first().map_or(1, |seed| seed.parse().unwrap());
    let current = std::env::temp_dir().join(format!("taufit-fuzz-{target}-current"));
    let (start, seeds) = (Instant::now(), seeds(Path::new(folder)));
    std::thread::spawn(move || watch(start));
    let (mut random, mut n_inputs) = (Random(seed), 0_u64);
    while start.elapsed().as_secs_f64() < seconds {
        let input = if (n_inputs as usize) < seeds.len() {
            seeds[n_inputs as usize].clone()
        } else {
            mutated(&seeds, &mut random)
        };
        std::fs::write(&current, &input).unwrap();
        STARTED_S.store(start.elapsed().as_secs(), Ordering::Relaxed);
        taufit_fuzz::run(target, &input);
        n_inputs += 1;
    }
    std::fs::remove_file(current).unwrap();
    println!("{target}: {n_inputs} inputs");
}

/// Ends the process where one input takes too long.
fn watch(start: Instant) {
    loop {
        std::thread::sleep(Duration::from_millis(500));
        if start.elapsed().as_secs() > STARTED_S.load(Ordering::Relaxed) + MAX_INPUT_S {
            println!("an input takes more than {MAX_INPUT_S} s");
            std::process::exit(124);
        }
    }
}

/// Files of a folder, in the order of their names; one empty input where there are none.
fn seeds(folder: &Path) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let seeds: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    if seeds.is_empty() { vec![Vec::new()] } else { seeds }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Number below `n`; zero for `n = 0`.
    fn below(&mut self, n: usize) -> usize {
        self.next().checked_rem(n as u64).unwrap_or_default() as usize
    }

    fn range(&mut self, n: usize) -> std::ops::Range<usize> {
        let start = self.below(n);
        start..start + self.below(n - start + 1).min(64)
    }
}

/// Texts and numbers that are put into inputs.
const TOKENS: [&[u8]; 16] = [
    b"-1",
    b"1e308",
    b"NaN",
    b"inf",
    b"0",
    b"99999999999999999999",
    b"\xff\xff\xff\xff",
    b"\x00\x00\x00\x00",
    b"\xff\xff\xff\x7f",
    b"\"",
    b"\n",
    b"<",
    b"[",
    b"{",
    b"=",
    b"\xef\xbb\xbf",
];

/// A seed with one to six mutations.
fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(6) {
        let n = input.len();
        let at = random.below(n + 1);
        match random.below(7) {
            0 if n > 0 => input[random.below(n)] ^= 1 << random.below(8),
            1 if n > 0 => input[random.below(n)] = random.next() as u8,
            2 => drop(input.splice(at..at, TOKENS[random.below(TOKENS.len())].iter().copied())),
            3 if n > 0 => drop(input.drain(random.range(n))),
            4 if n > 0 => {
                let part = input[random.range(n)].to_vec();
                input.splice(at..at, part);
            }
            5 => input.truncate(at),
            _ => {
                let other = &seeds[random.below(seeds.len())];
                input.truncate(at);
                input.extend(&other[random.below(other.len() + 1)..]);
            }
        }
    }
    input.truncate(MAX_BYTES);
    input
}
