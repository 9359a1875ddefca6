//! Logs over time.

use crate::client::Client;
use crate::{Served, until};
use serde_json::Value;
use std::fmt::Write;

/// Head and numbers of an answer: times, then lowest and highest value of every channel.
fn series(client: &Client, path: &str) -> (Value, Vec<f64>, Vec<f32>) {
    let reply = client.get(path);
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    let length = u32::from_le_bytes(reply.body[..4].try_into().unwrap()) as usize;
    let head: Value = serde_json::from_slice(&reply.body[4..4 + length]).unwrap();
    let n = usize::try_from(head["n_buckets"].as_u64().unwrap()).unwrap();
    let (times, values) = reply.body[4 + length..].split_at(8 * n);
    let times =
        times.chunks(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect();
    let values =
        values.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect();
    (head, times, values)
}

/// Two joints: a ramp and a constant, with one spike of the first torque.
fn log(n: usize) -> String {
    let mut text = "t_s,q1,q2,tau1,tau2\n".to_owned();
    for k in 0..n {
        let torque = if k == n / 2 { 99.0 } else { 1.0 };
        writeln!(text, "{},{},0.5,{torque},-2", k as f64 * 0.001, k as f64).unwrap();
    }
    text
}

#[test]
fn the_extremes_of_a_long_log_survive() {
    let served = Served::new("long-log");
    const N: usize = 200_000;
    served.file("run.csv", &log(N));
    let client = served.client.clone().with_cookie();
    let path = "/api/series?log=run.csv";
    until("the end of the log", || series(&client, path).0["complete"] == true);
    let (head, times, values) = series(&client, path);
    assert_eq!((&head["n_samples"], &head["exact"]), (&Value::from(N), &Value::from(false)));
    assert_eq!(head["channels"], serde_json::json!(["q1", "q2", "tau1", "tau2"]));
    let n = times.len();
    assert!((1 << 15..=1 << 16).contains(&n), "{n}");
    let high = &values[5 * n..6 * n];
    assert_eq!(high.iter().filter(|x| **x == 99.0).count(), 1);
    assert_eq!((values[0], values[2 * n - 1]), (0.0, (N - 1) as f32));
    // The window about the spike, sample by sample.
    let (head, times, values) =
        series(&client, "/api/series/piece?log=run.csv&from=99.99&to=100.01&count=1000");
    assert_eq!((&head["exact"], times.len()), (&Value::from(true), 23));
    let n = times.len();
    assert_eq!(values[5 * n..6 * n].iter().filter(|x| **x == 99.0).count(), 1);
    assert!((times[0] - 99.989).abs() < 1e-9 && (times[n - 1] - 100.011).abs() < 1e-9, "{times:?}");
}

#[test]
fn windows_that_make_no_sense_are_refused() {
    let served = Served::new("windows");
    served.file("run.csv", &log(10));
    let client = served.client.clone().with_cookie();
    for window in [
        "from=1&to=0&count=10",
        "from=0&to=1&count=0",
        "from=0&to=1&count=99999999",
        "from=NaN&to=1&count=5",
        "from=0",
    ] {
        assert_eq!(
            client.get(&format!("/api/series/piece?log=run.csv&{window}")).status,
            400,
            "{window}"
        );
    }
}

#[test]
fn a_log_that_cannot_be_read_is_named_by_its_code() {
    let served = Served::new("unreadable");
    served.file("odd.csv", "clock,enc_a,enc_b\n0,1,2\n1,1,2\n");
    let client = served.client.clone().with_cookie();
    let reply = client.get("/api/series?log=odd.csv");
    assert_eq!((reply.code().as_str(), reply.header("x-taufit-file-error")), ("E052", Some("1")));
    // The request was right: the browser has nothing to complain about.
    assert_eq!(reply.status, 200);
}

#[test]
fn columns_of_a_table_are_listed_before_they_mean_anything() {
    let served = Served::new("columns");
    served.file("odd.csv", "clock,enc_a,enc_b\n0,1,2\n1,1,2\n");
    let client = served.client.clone().with_cookie();
    let reply = client.get("/api/columns?log=odd.csv");
    assert_eq!(reply.json(), serde_json::json!(["clock", "enc_a", "enc_b"]));
    assert_eq!(client.get("/api/columns?log=/etc/passwd").code(), "E274");
}
