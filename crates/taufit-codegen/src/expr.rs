//! Symbolic scalar: a node of the graph with arithmetic, for the vectors and transforms of the library.

use super::graph::{Graph, Id, Input, UnaryFunction};
use std::ops::{Add, Mul, Neg, Sub};
use taufit_dynamics::spatial::{Mat3, Real, Transform, Vec3};

/// Symbolic scalar.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expr<'g> {
    graph: &'g Graph,
    pub(crate) id: Id,
}

impl<'g> Expr<'g> {
    /// An element of an input.
    pub(crate) fn input(graph: &'g Graph, input: Input, index: usize) -> Self {
        Self { graph, id: graph.input(input, index) }
    }

    /// The same value with a name in the generated code.
    pub(crate) fn named(self, name: String) -> Self {
        self.graph.label(self.id, name);
        self
    }

    /// A function of it.
    pub(crate) fn call(self, call: UnaryFunction) -> Self {
        Self { id: self.graph.call(call, self.id), ..self }
    }

    /// It to the power of a positive number; it is not negative.
    pub(crate) fn power(self, exponent: f64) -> Self {
        Self { id: self.graph.power(self.id, exponent), ..self }
    }
}

impl Add for Expr<'_> {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        Self { id: self.graph.add(self.id, b.id), ..self }
    }
}

impl Sub for Expr<'_> {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        Self { id: self.graph.sub(self.id, b.id), ..self }
    }
}

impl Mul for Expr<'_> {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        Self { id: self.graph.mul(self.id, b.id), ..self }
    }
}

impl Neg for Expr<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { id: self.graph.neg(self.id), ..self }
    }
}

impl Add<f64> for Expr<'_> {
    type Output = Self;
    fn add(self, b: f64) -> Self {
        self + Self::splat(self.graph, b)
    }
}

impl Mul<f64> for Expr<'_> {
    type Output = Self;
    fn mul(self, b: f64) -> Self {
        self * Self::splat(self.graph, b)
    }
}

impl<'g> Real for Expr<'g> {
    type Token = &'g Graph;

    fn splat(graph: &'g Graph, x: f64) -> Self {
        Self { graph, id: graph.constant(x) }
    }

    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }

    fn mul_add_const(self, b: f64, c: Self) -> Self {
        self * b + c
    }

    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.graph.sin_cos(self.id);
        (Self { id: sin, ..self }, Self { id: cos, ..self })
    }
}

/// A constant vector.
pub(crate) fn constant_vector(graph: &Graph, v: Vec3) -> Vec3<Expr<'_>> {
    Vec3::new(Expr::splat(graph, v.x), Expr::splat(graph, v.y), Expr::splat(graph, v.z))
}

/// A constant transform.
pub(crate) fn constant_transform<'g>(graph: &'g Graph, t: &Transform) -> Transform<Expr<'g>> {
    Transform {
        rotation: Mat3 { cols: t.rotation.cols.map(|c| constant_vector(graph, c)) },
        translation: constant_vector(graph, t.translation),
    }
}

/// A vector whose components are named `x`, `y`, `z` after `name`.
pub(crate) fn named<'g>(v: Vec3<Expr<'g>>, name: &str) -> Vec3<Expr<'g>> {
    let label = |e: Expr<'g>, axis: char| e.named(format!("{name}{axis}"));
    Vec3::new(label(v.x, 'x'), label(v.y, 'y'), label(v.z, 'z'))
}
