//! Expression graph: every value is a node, and equal values share one node.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// Number of a node; operands of a node have smaller numbers.
pub(crate) type Id = usize;

/// Argument of a generated function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Input {
    Q,
    Qd,
    Qdd,
}

/// Function of one argument that friction models use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum UnaryFunction {
    Sign,
    Tanh,
    Exp,
    Abs,
    /// The value where it is positive, else zero.
    Above,
    /// The value where it is negative, else zero.
    Below,
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// The bits of a number, so that nodes can be compared and looked up.
    Const(u64),
    Input(Input, usize),
    Sin(Id),
    Cos(Id),
    Add(Id, Id),
    Sub(Id, Id),
    Mul(Id, Id),
    Neg(Id),
    Call(UnaryFunction, Id),
    /// The first to the power of the second; the first is not negative.
    Power(Id, Id),
}

impl Node {
    /// Operands.
    pub(crate) fn operands(self) -> impl Iterator<Item = Id> {
        let (first, second) = match self {
            Self::Const(_) | Self::Input(..) => (None, None),
            Self::Sin(a) | Self::Cos(a) | Self::Neg(a) | Self::Call(_, a) => (Some(a), None),
            Self::Add(a, b) | Self::Sub(a, b) | Self::Mul(a, b) | Self::Power(a, b) => {
                (Some(a), Some(b))
            }
        };
        first.into_iter().chain(second)
    }
}

/// Nodes of a graph, with names and headings for the generated code.
#[derive(Debug, Default)]
pub(crate) struct GraphNodes {
    pub(crate) nodes: Vec<Node>,
    known: HashMap<Node, Id>,
    /// Names of nodes that have a meaning, such as `w2x`.
    pub(crate) labels: HashMap<Id, String>,
    /// The names that are taken.
    taken: HashSet<String>,
    /// Headings, each before the node of this number.
    pub(crate) headings: Vec<(Id, String)>,
}

/// Expression graph that is being built.
#[derive(Debug, Default)]
pub(crate) struct Graph(RefCell<GraphNodes>);

impl Graph {
    /// Nodes of the finished graph.
    pub(crate) fn into_nodes(self) -> GraphNodes {
        self.0.into_inner()
    }

    /// A number.
    pub(crate) fn constant(&self, x: f64) -> Id {
        // There is one zero only.
        self.0.borrow_mut().node(Node::Const((x + 0.0).to_bits()))
    }

    /// An element of an input.
    pub(crate) fn input(&self, input: Input, index: usize) -> Id {
        self.0.borrow_mut().node(Node::Input(input, index))
    }

    /// The value of a node that is a number.
    pub(crate) fn value(&self, id: Id) -> Option<f64> {
        self.0.borrow().value(id)
    }

    /// Names a node, unless it has a name or is a constant or an input. A name is given once: the sum of what
    /// several children pass on is named when the first of them is in.
    pub(crate) fn label(&self, id: Id, name: String) {
        let mut nodes = self.0.borrow_mut();
        let is_plain = matches!(nodes.nodes[id], Node::Const(_) | Node::Input(..) | Node::Neg(_));
        if !is_plain && !nodes.labels.contains_key(&id) && nodes.taken.insert(name.clone()) {
            nodes.labels.insert(id, name);
        }
    }

    /// Puts a heading before the nodes that follow.
    pub(crate) fn heading(&self, text: String) {
        let mut nodes = self.0.borrow_mut();
        let next = nodes.nodes.len();
        nodes.headings.push((next, text));
    }

    /// `a + b`.
    pub(crate) fn add(&self, a: Id, b: Id) -> Id {
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => return self.constant(x + y),
            (Some(0.0), _) => return b,
            (_, Some(0.0)) => return a,
            (Some(x), None) => return self.shift(b, x),
            (None, Some(y)) => return self.shift(a, y),
            (None, None) => {}
        }
        let mut nodes = self.0.borrow_mut();
        match (nodes.opposite(a), nodes.opposite(b)) {
            (_, Some(b)) => nodes.node(Node::Sub(a, b)),
            (Some(a), None) => nodes.node(Node::Sub(b, a)),
            (None, None) => nodes.node(Node::Add(a.min(b), a.max(b))),
        }
    }

    /// `a + x` with a number `x`, which joins the one that `a` may end with.
    fn shift(&self, a: Id, x: f64) -> Id {
        let node = self.0.borrow().nodes[a];
        let inner = match node {
            Node::Add(p, q) => self.value(q).map(|y| (p, y)),
            _ => None,
        };
        match inner {
            Some((p, y)) => {
                let sum = self.constant(x + y);
                self.add(p, sum)
            }
            None => {
                let number = self.constant(x);
                self.0.borrow_mut().node(Node::Add(a, number))
            }
        }
    }

    /// `a − b`.
    pub(crate) fn sub(&self, a: Id, b: Id) -> Id {
        if a == b {
            return self.constant(0.0);
        }
        let negative = self.neg(b);
        self.add(a, negative)
    }

    /// `−a`.
    pub(crate) fn neg(&self, a: Id) -> Id {
        if let Some(x) = self.value(a) {
            return self.constant(-x);
        }
        let mut nodes = self.0.borrow_mut();
        match nodes.nodes[a] {
            Node::Neg(inner) => inner,
            Node::Sub(x, y) => nodes.node(Node::Sub(y, x)),
            _ => nodes.node(Node::Neg(a)),
        }
    }

    /// `a · b`. Signs go outwards and numbers come first, so that `−2x` and `2x` share their product.
    pub(crate) fn mul(&self, a: Id, b: Id) -> Id {
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) => return self.constant(x * y),
            (Some(x), None) => return self.scale(x, b),
            (None, Some(y)) => return self.scale(y, a),
            (None, None) => {}
        }
        let mut nodes = self.0.borrow_mut();
        let (signs, a) = nodes.without_sign(a, 1.0);
        let (signs, b) = nodes.without_sign(b, signs);
        let product = nodes.node(Node::Mul(a.min(b), a.max(b)));
        drop(nodes);
        if signs < 0.0 { self.neg(product) } else { product }
    }

    /// `x · a` with a number `x`.
    fn scale(&self, x: f64, a: Id) -> Id {
        if x == 0.0 {
            return self.constant(0.0);
        }
        let inner = self.0.borrow().without_sign(a, x);
        let (x, a) = self.0.borrow().without_factor(inner);
        let size = self.constant(x.abs());
        let product = if x.abs() == 1.0 { a } else { self.0.borrow_mut().node(Node::Mul(size, a)) };
        if x < 0.0 { self.neg(product) } else { product }
    }

    /// A function of one value.
    pub(crate) fn call(&self, call: UnaryFunction, a: Id) -> Id {
        self.0.borrow_mut().node(Node::Call(call, a))
    }

    /// `a` to the power of a positive number; `a` is not negative.
    pub(crate) fn power(&self, a: Id, exponent: f64) -> Id {
        if exponent == 1.0 {
            return a;
        }
        if exponent == 2.0 {
            return self.mul(a, a);
        }
        let exponent = self.constant(exponent);
        self.0.borrow_mut().node(Node::Power(a, exponent))
    }

    /// `sin a` and `cos a`.
    pub(crate) fn sin_cos(&self, a: Id) -> (Id, Id) {
        match self.value(a) {
            Some(x) => (self.constant(x.sin()), self.constant(x.cos())),
            None => {
                let mut nodes = self.0.borrow_mut();
                (nodes.node(Node::Sin(a)), nodes.node(Node::Cos(a)))
            }
        }
    }
}

impl GraphNodes {
    /// Number of a node, which is added if it is new.
    fn node(&mut self, node: Node) -> Id {
        let next = self.nodes.len();
        let id = *self.known.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    /// Number of an existing node.
    pub(crate) fn find(&self, node: Node) -> Option<Id> {
        self.known.get(&node).copied()
    }

    /// The value of a node that is a number.
    pub(crate) fn value(&self, id: Id) -> Option<f64> {
        match self.nodes[id] {
            Node::Const(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// `x` where the node is `−x`.
    fn opposite(&self, id: Id) -> Option<Id> {
        match self.nodes[id] {
            Node::Neg(inner) => Some(inner),
            _ => None,
        }
    }

    /// The sign of a node, times a factor, and the node without it.
    fn without_sign(&self, id: Id, factor: f64) -> (f64, Id) {
        self.opposite(id).map_or((factor, id), |inner| (-factor, inner))
    }

    /// A factor times that of a product with a number, and what is left of the product.
    fn without_factor(&self, (factor, id): (f64, Id)) -> (f64, Id) {
        match self.nodes[id] {
            Node::Mul(a, b) => self.value(a).map_or((factor, id), |x| (factor * x, b)),
            _ => (factor, id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_and_ones_vanish_and_equal_terms_are_one() {
        let graph = Graph::default();
        let (x, y) = (graph.input(Input::Q, 0), graph.input(Input::Q, 1));
        let (zero, one) = (graph.constant(0.0), graph.constant(-0.0));
        assert_eq!(zero, one);
        assert_eq!(graph.add(zero, x), x);
        assert_eq!(graph.mul(x, graph.constant(1.0)), x);
        assert_eq!(graph.mul(x, zero), zero);
        assert_eq!(graph.mul(x, y), graph.mul(y, x));
        assert_eq!(graph.neg(graph.neg(x)), x);
        assert_eq!(graph.sub(x, x), zero);
    }

    #[test]
    fn a_name_is_given_once() {
        let graph = Graph::default();
        let (x, y) = (graph.input(Input::Q, 0), graph.input(Input::Q, 1));
        let (sum, product) = (graph.add(x, y), graph.mul(x, y));
        graph.label(sum, "n1x".to_owned());
        graph.label(product, "n1x".to_owned());
        graph.label(sum, "f1x".to_owned());
        let labels = graph.into_nodes().labels;
        assert_eq!((labels.len(), labels[&sum].as_str()), (1, "n1x"));
    }

    #[test]
    fn signs_go_outwards_and_numbers_together() {
        let graph = Graph::default();
        let (x, y) = (graph.input(Input::Q, 0), graph.input(Input::Q, 1));
        let (two, minus_two) = (graph.constant(2.0), graph.constant(-2.0));
        assert_eq!(graph.mul(minus_two, x), graph.neg(graph.mul(two, x)));
        assert_eq!(graph.mul(two, graph.mul(minus_two, x)), graph.mul(graph.constant(-4.0), x));
        assert_eq!(graph.mul(graph.neg(x), graph.neg(y)), graph.mul(x, y));
        // y − 2x, however it is written.
        let difference = graph.sub(y, graph.mul(two, x));
        assert_eq!(graph.add(graph.mul(minus_two, x), y), difference);
        assert_eq!(graph.neg(graph.sub(graph.mul(two, x), y)), difference);
        let three = graph.add(x, graph.constant(3.0));
        assert_eq!(graph.add(graph.add(graph.constant(1.0), x), two), three);
    }
}
