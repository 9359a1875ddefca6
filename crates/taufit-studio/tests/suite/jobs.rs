//! Processes: how many, how they end, what is known of them afterwards.

use crate::client::Client;
use crate::{Served, until};
use serde_json::{Value, json};
use std::path::Path;

fn start(client: &Client, log: &str) -> crate::client::Reply {
    client.post(
        "/api/jobs",
        &json!({ "verb": "identify", "arguments": { "robot": "ur5", "logs": [log] } }),
    )
}

fn job(client: &Client, id: u64) -> Value {
    client.get(&format!("/api/jobs/{id}")).json()
}

fn ended(client: &Client, id: u64) -> Value {
    until("the end of the job", || {
        !["waiting", "running"].contains(&job(client, id)["state"].as_str().unwrap())
    });
    job(client, id)
}

fn id(reply: &crate::client::Reply) -> u64 {
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["id"].as_u64().unwrap()
}

/// Whether any process that the stand-in noted is alive.
fn is_any_alive(folder: &Path) -> bool {
    let pids = std::fs::read_to_string(folder.join("pids")).unwrap();
    pids.lines().any(|pid| {
        let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    })
}

#[test]
fn a_job_ends_as_its_process_does() {
    let served = Served::new("ends");
    for log in ["run.csv", "bad.csv", "poor.csv"] {
        served.file(log, "t\n");
    }
    let client = served.client.clone().with_cookie();
    let done = ended(&client, id(&start(&client, "run.csv")));
    assert_eq!(
        (&done["state"], &done["messages"]),
        (&json!("done"), &json!("warning: <b>words</b>\n"))
    );
    let document = client.get(&format!("/api/jobs/{}/document", done["id"]));
    assert_eq!(document.json()["kind"], "identify");
    let refused = ended(&client, id(&start(&client, "bad.csv")));
    assert_eq!((&refused["state"], &refused["error"]["code"]), (&json!("refused"), &json!("W131")));
    assert_eq!(ended(&client, id(&start(&client, "poor.csv")))["state"], "poor");
}

#[test]
fn two_hundred_jobs_are_two_that_run_and_twenty_that_wait() {
    let served = Served::new("two-hundred");
    served.file("slow.csv", "t\n");
    let client = served.client.clone().with_cookie();
    let replies: Vec<_> = (0..200).map(|_| start(&client, "slow.csv")).collect();
    let taken = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(taken, 22);
    let refused = replies.iter().find(|reply| reply.status != 200).unwrap();
    assert_eq!((refused.status, refused.code().as_str()), (429, "E275"));
    let jobs = client.get("/api/jobs").json();
    let count =
        |state: &str| jobs.as_array().unwrap().iter().filter(|job| job["state"] == state).count();
    assert_eq!((count("running"), count("waiting")), (2, 20));
    // One that waits is ended at once, and makes room.
    let last = replies.iter().rev().find(|reply| reply.status == 200).map(id).unwrap();
    assert_eq!(
        client.post(&format!("/api/jobs/{last}/cancel"), &json!({})).json()["state"],
        "cancelled"
    );
    assert_eq!(start(&client, "slow.csv").status, 200);
    let folder = served.folder.clone();
    drop(served);
    until("the end of all processes", || !is_any_alive(&folder));
}

#[test]
fn a_job_is_cancelled_by_the_signal_of_control_c() {
    let served = Served::new("cancel");
    served.file("slow.csv", "t\n");
    let client = served.client.clone().with_cookie();
    let id = id(&start(&client, "slow.csv"));
    until("progress", || job(&client, id)["progress"]["criterion"] == -3.0);
    assert_eq!(client.post(&format!("/api/jobs/{id}/cancel"), &json!({})).status, 200);
    assert_eq!(ended(&client, id)["state"], "cancelled");
    let ends = std::fs::read_to_string(served.folder.join("ends")).unwrap();
    assert!(ends.contains("interrupted"), "{ends}");
}

#[test]
fn a_studio_that_is_started_again_says_what_happened() {
    let served = Served::new("again");
    for log in ["run.csv", "slow.csv"] {
        served.file(log, "t\n");
    }
    let client = served.client.clone().with_cookie();
    let done = id(&start(&client, "run.csv"));
    ended(&client, done);
    let lost = id(&start(&client, "slow.csv"));
    until("progress", || job(&client, lost)["progress"].is_object());
    // The history as a studio leaves it that is killed at this moment.
    let history = served.folder.join(".studio/jobs.json");
    until("the history", || {
        std::fs::read_to_string(&history).is_ok_and(|text| text.contains("running"))
    });
    let left = std::fs::read(&history).unwrap();
    let folder = served.folder.clone();
    drop(served);
    std::fs::write(&history, left).unwrap();
    let again = Served::again(&folder, |_| {});
    let client = again.client.clone().with_cookie();
    assert_eq!(job(&client, done)["state"], "done");
    let lost = job(&client, lost);
    assert_eq!(lost["state"], "lost");
    assert!(lost["end"].as_str().unwrap().contains("the studio ended"), "{lost}");
    // A history that is no history costs nothing but itself.
    drop(again);
    std::fs::write(&history, "{not json").unwrap();
    let broken = Served::again(&folder, |_| {});
    assert_eq!(broken.client.clone().with_cookie().get("/api/jobs").json(), json!([]));
}

#[test]
fn an_unknown_job_is_named() {
    let served = Served::new("unknown-job");
    let client = served.client.clone().with_cookie();
    assert_eq!(client.get("/api/jobs/5").code(), "E279");
    assert_eq!(client.post("/api/jobs/5/cancel", &json!({})).status, 404);
    assert_eq!(client.get("/api/jobs/5/document").status, 404);
}
