//! Every target takes the seeds that its fuzzing begins with.

use std::path::Path;

#[test]
fn every_target_takes_its_seeds() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    for (name, target) in taufit_fuzz::TARGETS {
        target(&[]);
        for entry in std::fs::read_dir(seeds.join(name)).into_iter().flatten() {
            target(&std::fs::read(entry.unwrap().path()).unwrap());
        }
    }
}
