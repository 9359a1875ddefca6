//! Robots and their equations over arrays of samples.

use crate::arrays::{Rows, check_alike, filled, refilled, wrong};
use crate::dynamics::{Job, columns_of, evaluate, regressors};
use crate::errors::{refused, refused_file};
use numpy::{PyArrayDyn, PyReadonlyArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taufit::friction::{Friction, FrictionShape};
use taufit::model::{Frame, RobotDescription};
use taufit::params::{Layout, LayoutSettings};
use taufit::spatial::Vec3;
use taufit_io::{LoadedRobot, RobotFormat, parse_robot, read_robot};

/// Array of any dimension.
type ArrayResult<'py> = PyResult<Bound<'py, PyArrayDyn<f64>>>;

/// A robot: joints, links, drives and friction. Never changes.
#[pyclass(frozen, name = "Robot", module = "taufit._taufit")]
pub(crate) struct PyRobot {
    loaded: LoadedRobot,
    /// File or built-in name, or its own name where it has neither.
    source: String,
}

impl PyRobot {
    pub(crate) fn loaded(&self) -> &LoadedRobot {
        &self.loaded
    }

    fn robot(&self) -> &taufit::model::Robot {
        &self.loaded.robot
    }

    fn without_friction(&self) -> taufit::model::Robot {
        let robot = self.robot().clone();
        let n_dof = robot.n_dof();
        (0..n_dof).fold(robot, |robot, dof| robot.with_friction(dof, Friction::NONE))
    }

    fn frame(&self, py: Python<'_>, name: Option<&str>) -> PyResult<&Frame> {
        let last = self.robot().joints().last().map(|joint| joint.link.name.as_str());
        let name = name.or(last).unwrap_or_default();
        self.robot().frame(name).map_err(|error| refused(py, &error))
    }

    fn layout(
        &self,
        rotor_inertia: bool,
        friction: Option<&str>,
        offset: bool,
    ) -> PyResult<Layout> {
        let shape = friction.map_or(Ok(FrictionShape::NONE), taufit_cli::friction_model);
        let shape = shape.map_err(|reason| PyValueError::new_err(format!("friction: {reason}")))?;
        let friction = if offset { shape.with_offset() } else { shape };
        Ok(Layout::new(self.robot(), &LayoutSettings { rotor_inertia, friction }))
    }

    /// Evaluates a function of `q` and others, sample by sample.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        robot: &taufit::model::Robot,
        inputs: Vec<(&str, PyReadonlyArrayDyn<'py, f64>)>,
        job: Job<'_>,
    ) -> ArrayResult<'py> {
        let n = robot.n_dof();
        let rows = inputs.into_iter().map(|(what, x)| Ok((what, Rows::new(what, x, n)?)));
        let rows = rows.collect::<PyResult<Vec<_>>>()?;
        check_alike(py, &rows.iter().map(|(what, x)| (*what, x)).collect::<Vec<_>>())?;
        let numbers = rows.iter().map(|(_, x)| x.numbers()).collect::<PyResult<Vec<_>>>()?;
        let leading = rows.first().map(|(_, x)| x.leading.clone()).unwrap_or_default();
        let shape = [&leading[..], &job.shape(n)].concat();
        filled(py, &shape, |out| evaluate(py, robot, &numbers, &job, out))
    }
}

#[pymethods]
impl PyRobot {
    /// The robot with this built-in name, or in this file.
    #[staticmethod]
    fn read(py: Python<'_>, source: &str) -> PyResult<Self> {
        let loaded = py.detach(|| read_robot(source)).map_err(|error| refused_file(py, &error))?;
        Ok(Self { loaded, source: source.to_owned() })
    }

    /// The robot in a text of this format: `urdf`, `mjcf` or `toml`.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str, format: &str) -> PyResult<Self> {
        let format = match format {
            "urdf" => RobotFormat::Urdf,
            "mjcf" => RobotFormat::Mjcf,
            "toml" => RobotFormat::RobotToml,
            other => {
                let text =
                    format!("the format is {other:?}; expected \"urdf\", \"mjcf\" or \"toml\"");
                return Err(wrong(py, text));
            }
        };
        let loaded = parse_robot(text, format).map_err(|error| refused_file(py, &error))?;
        let source = loaded.robot.name().to_owned();
        Ok(Self { loaded, source })
    }

    /// The robot of a description as JSON; `source` names it in results.
    #[staticmethod]
    fn from_description(py: Python<'_>, description: &str, source: String) -> PyResult<Self> {
        let description: RobotDescription = serde_json::from_str(description)
            .map_err(|error| PyValueError::new_err(format!("description: {error}")))?;
        let loaded = LoadedRobot::from_description(description);
        Ok(Self { loaded: loaded.map_err(|error| refused_file(py, &error))?, source })
    }

    /// The description as JSON.
    fn description(&self) -> PyResult<String> {
        serde_json::to_string(&self.loaded.description)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// File or built-in name, or its own name where it has neither.
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }

    #[getter]
    fn name(&self) -> &str {
        self.robot().name()
    }

    #[getter]
    fn n_dof(&self) -> usize {
        self.robot().n_dof()
    }

    #[getter]
    fn joint_names(&self) -> Vec<String> {
        self.robot().dof_joint_iter().map(|joint| joint.name.clone()).collect()
    }

    #[getter]
    fn link_names(&self) -> Vec<String> {
        self.robot().joints().iter().map(|joint| joint.link.name.clone()).collect()
    }

    #[getter]
    fn frame_names(&self) -> Vec<String> {
        self.robot().frames().iter().map(|frame| frame.name.clone()).collect()
    }

    #[getter]
    fn gravity_m_s2(&self) -> [f64; 3] {
        let Vec3 { x, y, z } = self.robot().gravity_in_world();
        [x, y, z]
    }

    #[getter]
    fn total_mass_kg(&self) -> f64 {
        self.robot().total_mass_kg()
    }

    /// Inertias, rotor inertias and friction of every joint in pinocchio's order, as JSON.
    fn pinocchio_parameters(&self) -> String {
        taufit_io::pinocchio_parameters(self.robot()).text
    }

    /// Warnings about the description: code, message, advice.
    fn warnings(&self) -> Vec<(&'static str, String, &'static str)> {
        let text = |w: &taufit::Warning| (w.code(), w.to_string(), w.advice());
        self.loaded.warnings.iter().map(text).collect()
    }

    /// Joint torques of links and rotors, with friction on request.
    fn rnea<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArrayDyn<'py, f64>,
        qd: PyReadonlyArrayDyn<'py, f64>,
        qdd: PyReadonlyArrayDyn<'py, f64>,
        friction: bool,
    ) -> ArrayResult<'py> {
        let inputs = vec![("q", q), ("qd", qd), ("qdd", qdd)];
        self.evaluate(py, self.robot(), inputs, Job::Rnea { friction })
    }

    /// Joint accelerations, with friction on request.
    fn aba<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArrayDyn<'py, f64>,
        qd: PyReadonlyArrayDyn<'py, f64>,
        tau: PyReadonlyArrayDyn<'py, f64>,
        friction: bool,
    ) -> ArrayResult<'py> {
        let robot = if friction { self.robot().clone() } else { self.without_friction() };
        self.evaluate(py, &robot, vec![("q", q), ("qd", qd), ("tau", tau)], Job::ForwardDynamics)
    }

    /// Mass matrix.
    fn mass_matrix<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArrayDyn<'py, f64>,
    ) -> ArrayResult<'py> {
        self.evaluate(py, self.robot(), vec![("q", q)], Job::MassMatrix)
    }

    /// Gravity torques.
    fn gravity<'py>(&self, py: Python<'py>, q: PyReadonlyArrayDyn<'py, f64>) -> ArrayResult<'py> {
        self.evaluate(py, self.robot(), vec![("q", q)], Job::Gravity)
    }

    /// Coriolis and centrifugal torques.
    fn coriolis<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArrayDyn<'py, f64>,
        qd: PyReadonlyArrayDyn<'py, f64>,
    ) -> ArrayResult<'py> {
        let weightless = self.robot().clone().with_gravity(Vec3::ZERO);
        self.evaluate(py, &weightless, vec![("q", q), ("qd", qd)], Job::Coriolis)
    }

    /// Pose of a frame; the last link's where none is named.
    #[pyo3(signature = (q, frame=None))]
    fn forward_kinematics<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArrayDyn<'py, f64>,
        frame: Option<&str>,
    ) -> ArrayResult<'py> {
        let job = Job::Pose(self.frame(py, frame)?);
        self.evaluate(py, self.robot(), vec![("q", q)], job)
    }

    /// Geometric Jacobian of a frame; the last link's where none is named.
    #[pyo3(signature = (q, frame=None))]
    fn jacobian<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArrayDyn<'py, f64>,
        frame: Option<&str>,
    ) -> ArrayResult<'py> {
        let job = Job::Jacobian(self.frame(py, frame)?);
        self.evaluate(py, self.robot(), vec![("q", q)], job)
    }

    /// Joint-torque regressor over the parameters of a layout, into `out` where it is given.
    #[expect(clippy::too_many_arguments, reason = "three states, three choices and the result")]
    fn regressor<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArrayDyn<'py, f64>,
        qd: PyReadonlyArrayDyn<'py, f64>,
        qdd: PyReadonlyArrayDyn<'py, f64>,
        rotor_inertia: bool,
        friction: Option<&str>,
        offset: bool,
        out: Option<Bound<'py, PyArrayDyn<f64>>>,
    ) -> ArrayResult<'py> {
        let (robot, n) = (self.robot(), self.robot().n_dof());
        let layout = self.layout(rotor_inertia, friction, offset)?;
        let (q, qd, qdd) =
            (Rows::new("q", q, n)?, Rows::new("qd", qd, n)?, Rows::new("qdd", qdd, n)?);
        check_alike(py, &[("q", &q), ("qd", &qd), ("qdd", &qdd)])?;
        let states = [q.numbers()?, qd.numbers()?, qdd.numbers()?];
        let (columns, shape) =
            (columns_of(robot, &layout), [&q.leading[..], &[n, layout.n_params()]].concat());
        let zeroed = out.is_none();
        let fill = |out: &mut [f64]| regressors(py, robot, &layout, states, &columns, zeroed, out);
        match out {
            Some(out) => refilled(out, &shape, fill),
            None => filled(py, &shape, fill),
        }
    }

    /// Names of the parameters of a layout: short and long.
    fn parameter_names(
        &self,
        rotor_inertia: bool,
        friction: Option<&str>,
        offset: bool,
    ) -> PyResult<Vec<(String, String)>> {
        let layout = self.layout(rotor_inertia, friction, offset)?;
        let name = |column: usize| (layout.name(column), layout.long_name(column));
        Ok((0..layout.n_params()).map(name).collect())
    }

    /// Values of the parameters of a layout in the description.
    fn parameters(
        &self,
        rotor_inertia: bool,
        friction: Option<&str>,
        offset: bool,
    ) -> PyResult<Vec<f64>> {
        Ok(self.layout(rotor_inertia, friction, offset)?.nominal(self.robot()))
    }
}
