//! Search paths of mesh files.

use std::env;
use std::path::{Path, PathBuf};

/// Search for the mesh files of a robot description.
#[derive(Clone, Debug)]
pub(crate) struct MeshSearch<'a> {
    /// The folder of the robot's file.
    robot_folder: PathBuf,
    /// Folders with packages, asked last.
    folders: &'a [PathBuf],
}

impl<'a> MeshSearch<'a> {
    /// A search for the meshes of a robot file.
    pub(crate) fn new(robot_file: &Path, folders: &'a [PathBuf]) -> Self {
        let folder = robot_file.parent().unwrap_or(Path::new(""));
        let robot_folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        Self { robot_folder, folders }
    }

    /// Every place where the file may be, the likeliest first.
    ///
    /// `package://NAME/REST` is `NAME/REST` in a folder above the robot's file, or in one of the given
    /// folders or its `share`; if such a folder is called NAME itself, `REST` in it; last, `REST` beside the
    /// robot's file. Anything else is a path, absolute or from the robot's file.
    pub(crate) fn places(&self, file: &str) -> Vec<PathBuf> {
        if let Some(path) = file.strip_prefix("file://") {
            return vec![self.robot_folder.join(path)];
        }
        let package = file.strip_prefix("package://").or_else(|| file.strip_prefix("model://"));
        let Some(inside) = package else { return vec![self.robot_folder.join(file)] };
        let (name, rest) = inside.split_once('/').unwrap_or((inside, ""));
        let above = self.robot_folder.ancestors().map(Path::to_owned);
        let given = self.folders.iter().flat_map(|f| [f.clone(), f.join("share")]);
        let mut places = Vec::new();
        for folder in above.chain(given) {
            places.push(folder.join(inside));
            if folder.file_name().is_some_and(|f| f == name) {
                places.push(folder.join(rest));
            }
        }
        places.push(self.robot_folder.join(rest));
        places
    }
}

/// The folders that ROS looks for packages in: `ROS_PACKAGE_PATH` and `AMENT_PREFIX_PATH`.
pub fn mesh_folders_of_environment() -> Vec<PathBuf> {
    let lists = ["ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"].into_iter().filter_map(env::var_os);
    lists.flat_map(|list| env::split_paths(&list).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_looked_for_above_the_file_and_in_the_given_folders() {
        let folders = [PathBuf::from("/opt/ros")];
        let search = MeshSearch {
            robot_folder: PathBuf::from("/ws/arm_description/urdf"),
            folders: &folders,
        };
        let places = search.places("package://arm_description/meshes/a.stl");
        for place in [
            "/ws/arm_description/meshes/a.stl",
            "/opt/ros/share/arm_description/meshes/a.stl",
            "/ws/arm_description/urdf/meshes/a.stl",
        ] {
            assert!(places.contains(&PathBuf::from(place)), "{place} not in {places:?}");
        }
    }

    #[test]
    fn paths_are_taken_from_the_file() {
        let search = MeshSearch { robot_folder: PathBuf::from("/ws/urdf"), folders: &[] };
        assert_eq!(search.places("../a.stl"), [PathBuf::from("/ws/urdf/../a.stl")]);
        assert_eq!(search.places("file:///m/a.stl"), [PathBuf::from("/m/a.stl")]);
        assert_eq!(search.places("/m/a.stl"), [PathBuf::from("/m/a.stl")]);
    }
}
