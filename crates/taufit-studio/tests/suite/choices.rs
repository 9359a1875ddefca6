//! `studio.toml`: edits of two pages, of an editor, and a file that is broken.

use crate::Served;
use serde_json::json;

#[test]
fn the_second_of_two_edits_of_one_revision_is_refused() {
    let served = Served::new("two-tabs");
    let client = served.client.clone().with_cookie();
    let edit = |revision: &str, robot: &str| {
        client.put("/api/choices", &json!({ "revision": revision, "choices": { "robot": robot } }))
    };
    let first = edit("new", "ur5").json();
    let stale = edit("new", "panda");
    assert_eq!((stale.status, stale.code().as_str()), (409, "E277"));
    let project = client.get("/api/project").json();
    assert_eq!(
        (&project["choices"]["robot"], &project["revision"]),
        (&json!("ur5"), &first["revision"])
    );
    assert_eq!(edit(first["revision"].as_str().unwrap(), "panda").status, 200);
    assert_eq!(
        std::fs::read_to_string(served.folder.join("studio.toml")).unwrap(),
        "robot = \"panda\"\n"
    );
}

#[test]
fn an_edit_by_hand_counts_as_one_of_another_page() {
    let served = Served::new("by-hand");
    let client = served.client.clone().with_cookie();
    served.file("studio.toml", "robot = \"ur5\"\n# mine\n");
    let edit = json!({ "revision": "new", "choices": { "robot": "panda" } });
    assert_eq!(client.put("/api/choices", &edit).status, 409);
    assert!(std::fs::read_to_string(served.folder.join("studio.toml")).unwrap().contains("# mine"));
}

#[test]
fn a_broken_file_is_named_and_stays() {
    let served = Served::new("broken");
    let client = served.client.clone().with_cookie();
    served.file("studio.toml", "robto = \"ur5\"\n");
    let project = client.get("/api/project").json();
    let problem = project["problem"].as_str().unwrap();
    assert!(problem.contains("E280") && problem.contains("robto"), "{problem}");
    assert_eq!(project["choices"], json!({}));
    // The studio goes on without choices, and an edit from this state is the user's will.
    std::fs::remove_file(served.folder.join("studio.toml")).unwrap();
    assert!(client.get("/api/project").json()["problem"].is_null());
}

#[test]
fn files_of_the_page_replace_nothing() {
    let served = Served::new("scene");
    let client = served.client.clone().with_cookie();
    let write =
        |path: &str, text: &str| client.post("/api/scene", &json!({ "path": path, "text": text }));
    assert_eq!(write("scene.toml", "floor_m = 0.0\n").status, 200);
    assert_eq!(write("scene.toml", "floor_m = 0.0\n").status, 200);
    let other = write("scene.toml", "floor_m = 1.0\n");
    assert_eq!((other.status, other.code().as_str()), (422, "E096"));
    assert_eq!(write("run.sh", "x").status, 400);
    assert_eq!(write("../x.toml", "x").status, 403);
}
