//! Statements from expression graphs: values that are used twice or labelled become variables, others are
//! written where they are used, and values that no result depends on are left out.

use super::graph::{GraphNodes, Id, Input, Node};
use super::language::CodeLanguage;
use std::collections::BTreeSet;

/// Longest expression \[characters\]; longer ones are split.
const LONGEST: usize = 88;

/// The lines of a function's body, and its results.
pub(crate) struct FunctionBody {
    pub(crate) lines: Vec<String>,
    /// Every result, as an expression.
    pub(crate) results: Vec<String>,
    /// Inputs that occur.
    pub(crate) inputs: BTreeSet<Input>,
    pub(crate) operations: OperationCount,
}

/// Number of operations per call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OperationCount {
    pub(crate) multiplications: usize,
    pub(crate) additions: usize,
    /// Sines, cosines and other functions.
    pub(crate) functions: usize,
}

/// Expression as text, with its precedence.
#[derive(Clone)]
struct ExprText {
    text: String,
    precedence: Precedence,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Sum,
    Sign,
    Product,
    Atom,
}

/// Writes the body of a function with these results.
pub(crate) fn write_body(
    nodes: &GraphNodes,
    results: &[Id],
    language: CodeLanguage,
) -> FunctionBody {
    let uses = uses(nodes, results);
    let body = FunctionBody {
        lines: Vec::new(),
        results: Vec::new(),
        inputs: BTreeSet::new(),
        operations: OperationCount::default(),
    };
    let texts = vec![None; nodes.nodes.len()];
    let mut writer = Writer { nodes, language, uses, texts, n_unnamed: 0, body };
    let mut headings = nodes.headings.iter().peekable();
    let mut heading = None;
    for id in 0..nodes.nodes.len() {
        while let Some((_, text)) = headings.next_if(|(first, _)| *first <= id) {
            heading = Some(text);
        }
        let n_lines = writer.body.lines.len();
        writer.write(id);
        if let (true, Some(text)) = (writer.body.lines.len() > n_lines, heading) {
            writer.body.lines.insert(n_lines, format!("// {}", comment(text)));
            heading = None;
        }
    }
    writer.body.results = results.iter().map(|&id| writer.text(id, Precedence::Sum)).collect();
    writer.body
}

/// Text that stays inside a comment, whatever the names of links are.
pub(crate) fn comment(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || " _-.,:;+()[]/=<>\"'^*".contains(c);
    text.chars().map(|c| if plain(c) { c } else { '_' }).collect()
}

/// Number of uses of every node by values that the results depend on.
fn uses(nodes: &GraphNodes, results: &[Id]) -> Vec<usize> {
    let mut uses = vec![0; nodes.nodes.len()];
    results.iter().for_each(|&id| uses[id] += 1);
    for id in (0..uses.len()).rev() {
        // Sine and cosine are computed together, from one angle.
        let is_second = |uses: &[usize]| match nodes.nodes[id] {
            Node::Cos(angle) => nodes.find(Node::Sin(angle)).is_some_and(|sin| uses[sin] > 0),
            _ => false,
        };
        if uses[id] > 0 && !is_second(&uses) {
            nodes.nodes[id].operands().for_each(|part| uses[part] += 1);
        }
    }
    uses
}

struct Writer<'n> {
    nodes: &'n GraphNodes,
    language: CodeLanguage,
    uses: Vec<usize>,
    texts: Vec<Option<ExprText>>,
    n_unnamed: usize,
    body: FunctionBody,
}

impl Writer<'_> {
    /// Writes the statement of a node, if it is used and not written yet.
    fn write(&mut self, id: Id) {
        if self.uses[id] == 0 || self.texts[id].is_some() {
            return;
        }
        let node = self.nodes.nodes[id];
        if let Node::Sin(angle) | Node::Cos(angle) = node {
            return self.write_sin_cos(angle);
        }
        self.count(node);
        self.break_up(node);
        let text = self.compose(node);
        let is_plain = matches!(node, Node::Const(_) | Node::Input(..) | Node::Neg(_));
        let is_named = self.uses[id] > 1 || self.nodes.labels.contains_key(&id);
        self.texts[id] = Some(text);
        if is_named && !is_plain {
            self.name(id);
        }
    }

    /// Gives a value that is written down a name.
    fn name(&mut self, id: Id) {
        let value = self.text(id, Precedence::Sum);
        let name = self.new_name(id);
        self.body.lines.push(self.language.declaration(&name, &value));
        self.texts[id] = Some(ExprText { text: name, precedence: Precedence::Atom });
    }

    fn new_name(&mut self, id: Id) -> String {
        self.nodes.labels.get(&id).cloned().unwrap_or_else(|| {
            self.n_unnamed += 1;
            format!("t{}", self.n_unnamed)
        })
    }

    /// Sine and cosine of an angle come together.
    fn write_sin_cos(&mut self, angle: Id) {
        let needed = |node| self.nodes.find(node).filter(|&id| self.uses[id] > 0);
        let both = [needed(Node::Sin(angle)), needed(Node::Cos(angle))];
        let names = both.map(|id| id.map(|id| (id, self.new_name(id))));
        let [sin, cos] = names.each_ref().map(|n| n.as_ref().map(|(_, name)| name.as_str()));
        let line = self.language.sin_cos(sin, cos, &self.text(angle, Precedence::Sum));
        self.body.lines.push(line);
        for (id, text) in names.into_iter().flatten() {
            self.texts[id] = Some(ExprText { text, precedence: Precedence::Atom });
            self.body.operations.functions += 1;
        }
    }

    /// Names the longer parts of what would be too long a line.
    fn break_up(&mut self, node: Node) {
        let length = |writer: &Self, id: Id| match &writer.texts[id] {
            Some(text) => text.text.len(),
            None => 0,
        };
        let is_open = |writer: &Self, id: &Id| {
            writer.texts[*id].as_ref().is_some_and(|text| text.precedence < Precedence::Atom)
                && writer.nodes.value(*id).is_none()
        };
        while node.operands().map(|id| length(self, id)).sum::<usize>() > LONGEST {
            let open = node.operands().filter(|id| is_open(self, id));
            let Some(longest) = open.max_by_key(|&id| length(self, id)) else { return };
            self.name(longest);
        }
    }

    fn compose(&mut self, node: Node) -> ExprText {
        let (text, precedence) = match node {
            Node::Const(bits) => {
                let x = f64::from_bits(bits);
                (self.language.number(x), if x < 0.0 { Precedence::Sign } else { Precedence::Atom })
            }
            Node::Input(input, index) => {
                self.body.inputs.insert(input);
                (self.language.element(input, index), Precedence::Atom)
            }
            Node::Add(a, b) => (self.sum(a, b), Precedence::Sum),
            Node::Sub(a, b) => {
                let (a, b) = (self.text(a, Precedence::Sum), self.text(b, Precedence::Product));
                (format!("{a} - {b}"), Precedence::Sum)
            }
            Node::Mul(a, b) => {
                let (a, b) = (self.text(a, Precedence::Product), self.text(b, Precedence::Atom));
                (format!("{a} * {b}"), Precedence::Product)
            }
            Node::Neg(a) => (format!("-{}", self.text(a, Precedence::Atom)), Precedence::Sign),
            Node::Sin(a) | Node::Cos(a) => (self.text(a, Precedence::Atom), Precedence::Atom),
            Node::Call(call, a) => {
                (self.language.call(call, &self.text(a, Precedence::Sum)), Precedence::Atom)
            }
            Node::Power(a, b) => {
                let (a, b) = (self.text(a, Precedence::Sum), self.text(b, Precedence::Sum));
                (self.language.power(&a, &b), Precedence::Atom)
            }
        };
        ExprText { text, precedence }
    }

    /// `a + b`, or `a - 2.0` where `b` is a negative number.
    fn sum(&self, a: Id, b: Id) -> String {
        let left = self.text(a, Precedence::Sum);
        match self.nodes.value(b) {
            Some(x) if x < 0.0 => format!("{left} - {}", self.language.number(-x)),
            _ => format!("{left} + {}", self.text(b, Precedence::Product)),
        }
    }

    /// A value that is written down, in brackets where it is looser than `least`.
    fn text(&self, id: Id, least: Precedence) -> String {
        match &self.texts[id] {
            Some(ExprText { text, precedence }) if *precedence >= least => text.clone(),
            Some(ExprText { text, .. }) => format!("({text})"),
            None => String::new(),
        }
    }

    fn count(&mut self, node: Node) {
        let operations = &mut self.body.operations;
        match node {
            Node::Add(..) | Node::Sub(..) => operations.additions += 1,
            Node::Mul(..) => operations.multiplications += 1,
            Node::Sin(_) | Node::Cos(_) | Node::Call(..) | Node::Power(..) => {
                operations.functions += 1
            }
            Node::Const(_) | Node::Input(..) | Node::Neg(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

    fn lines(build: impl Fn(&Graph) -> Id, language: CodeLanguage) -> (Vec<String>, String) {
        let graph = Graph::default();
        let result = build(&graph);
        let body = write_body(&graph.into_nodes(), &[result], language);
        (body.lines, body.results[0].clone())
    }

    #[test]
    fn what_is_used_twice_has_a_name_and_brackets_stand_where_they_must() {
        let build = |g: &Graph| {
            let (x, y) = (g.input(Input::Q, 0), g.input(Input::Q, 1));
            let sum = g.add(x, y);
            let unused = g.mul(x, y);
            assert!(unused > sum);
            g.sub(g.mul(sum, g.mul(g.constant(2.0), sum)), g.sub(x, y))
        };
        let (lines, result) = lines(build, CodeLanguage::Rust);
        assert_eq!(lines, ["let t1 = q[0] + q[1];"]);
        // −(x − y) was turned round, so it is added.
        assert_eq!(result, "t1 * (2.0 * t1) + (q[1] - q[0])");
    }

    #[test]
    fn sine_and_cosine_come_together_and_only_where_needed() {
        let both = |g: &Graph| {
            let (s, c) = g.sin_cos(g.add(g.input(Input::Q, 2), g.constant(-0.5)));
            g.mul(s, c)
        };
        assert_eq!(lines(both, CodeLanguage::Rust).0, ["let (t1, t2) = sin_cos(q[2] - 0.5);"]);
        let one = |g: &Graph| g.sin_cos(g.input(Input::Q, 0)).1;
        assert_eq!(lines(one, CodeLanguage::Rust).0, ["let (_, t1) = sin_cos(q[0]);"]);
        assert_eq!(lines(one, CodeLanguage::C).0, ["const double t1 = cos(q[0]);"]);
    }

    #[test]
    fn lines_stay_short() {
        let build = |g: &Graph| {
            let term = |k| g.mul(g.constant(0.123_456_789), g.input(Input::Q, k));
            (1..40).fold(term(0), |sum, k| g.add(sum, term(k)))
        };
        let (lines, result) = lines(build, CodeLanguage::C);
        assert!(lines.len() > 8);
        assert!(lines.iter().chain([&result]).all(|l| l.len() < 130), "{lines:?}");
    }

    #[test]
    fn names_of_links_cannot_leave_their_comment() {
        assert_eq!(comment("a */ b\n#error ??/"), "a */ b__error __/");
        assert!(!comment("x\ny\r\\").contains(['\n', '\r', '\\']));
    }
}
