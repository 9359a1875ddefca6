//! The integration tests of readers and writers, in one program: linked one by one, they would take
//! longer to build than to run. One area alone: `cargo test --workspace --release --test suite -- mjcf::`.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod array_log;
mod bad_bag_log;
mod bad_log;
mod bad_mjcf;
mod bad_urdf;
mod bag_log;
mod bit_flips;
mod collision;
mod common;
mod csv_log;
mod examples;
mod excite_models;
mod export_friction;
mod export_isaac_lab;
mod export_meshes;
mod export_mjcf;
mod export_new;
mod export_parameters;
mod export_public;
mod export_urdf;
mod fleet_store;
mod foreign_log;
mod golden;
mod gravity_public;
mod hostile_log;
mod hostile_xml;
mod meshes;
mod mjcf;
mod mjcf_against_mujoco;
mod parquet_log;
mod public_elastic;
mod public_fleet;
mod public_gains;
mod public_identification;
mod public_logs;
mod public_models;
mod public_motors;
mod public_payload;
mod record;
mod residuals;
mod robot_toml;
mod same_arm;
mod sources;
mod stream_log;
mod trajectory_files;
mod urdf;
mod urdf_against_urdf_rs;
mod wrench_log;
