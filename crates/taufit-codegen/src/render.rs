//! Source text of a function.

use super::function::{Function, Output};
use super::graph::Input;
use super::language::CodeLanguage;
use super::statements::{FunctionBody, OperationCount, write_body};

/// The function with its comment. `prefix` is put before its name.
pub(crate) fn render_function(
    function: &Function,
    n_dof: usize,
    prefix: &str,
    language: CodeLanguage,
) -> String {
    let body = write_body(&function.nodes, &function.results, language);
    let OperationCount { multiplications, additions, functions } = body.operations;
    let cost = format!(
        "{multiplications} multiplications, {additions} additions, {functions} calls of functions."
    );
    let head = match language {
        CodeLanguage::Rust => rust_head(function, n_dof, prefix),
        CodeLanguage::C => format!("{} {{\n", signature(function, n_dof, prefix)),
    };
    let mark = if language == CodeLanguage::Rust { "///" } else { "//" };
    let mut text = format!("{mark} {}\n{mark}\n{mark} {cost}\n{head}", function.doc);
    let unused = function.inputs.iter().filter(|i| !body.inputs.contains(i));
    let unused = unused.map(|&input: &Input| language.unused(input));
    for line in unused.chain(body.lines.iter().cloned()) {
        text += &format!("    {line}\n");
    }
    text + &returned(function, &body, n_dof, language) + "}\n"
}

/// Signature of a function in C.
pub(crate) fn signature(function: &Function, n_dof: usize, prefix: &str) -> String {
    let input = |i: &Input| format!("const double {}[{n_dof}]", i.name());
    let inputs: Vec<String> = function.inputs.iter().map(input).collect();
    let output = match function.output {
        Output::Torques => format!("double tau[{n_dof}]"),
        Output::Matrix => format!("double m[{n_dof}][{n_dof}]"),
    };
    format!("void {prefix}_{}({}, {output})", function.name, inputs.join(", "))
}

fn rust_head(function: &Function, n_dof: usize, prefix: &str) -> String {
    let input = |i: &Input| format!("{}: &[f64; {n_dof}]", i.name());
    let inputs: Vec<String> = function.inputs.iter().map(input).collect();
    let output = match function.output {
        Output::Torques => format!("[f64; {n_dof}]"),
        Output::Matrix => format!("[[f64; {n_dof}]; {n_dof}]"),
    };
    format!(
        "#[rustfmt::skip]\n#[allow(clippy::approx_constant, clippy::let_underscore_untyped)]\n\
         pub fn {prefix}_{}({}) -> {output} {{\n",
        function.name,
        inputs.join(", ")
    )
}

fn returned(
    function: &Function,
    body: &FunctionBody,
    n_dof: usize,
    language: CodeLanguage,
) -> String {
    let rows = body.results.chunks(n_dof);
    match (language, function.output) {
        (CodeLanguage::Rust, Output::Torques) => rust_array(&body.results, "    "),
        (CodeLanguage::Rust, Output::Matrix) => {
            let rows: String = rows.map(|row| format!("        [{}],\n", row.join(", "))).collect();
            format!("    [\n{rows}    ]\n")
        }
        (CodeLanguage::C, Output::Torques) => {
            let line = |(k, value): (usize, &String)| format!("    tau[{k}] = {value};\n");
            body.results.iter().enumerate().map(line).collect()
        }
        (CodeLanguage::C, Output::Matrix) => {
            let line = |(k, value): (usize, &String)| {
                format!("    m[{}][{}] = {value};\n", k / n_dof, k % n_dof)
            };
            body.results.iter().enumerate().map(line).collect()
        }
    }
}

fn rust_array(values: &[String], indent: &str) -> String {
    let lines: String = values.iter().map(|value| format!("{indent}    {value},\n")).collect();
    format!("{indent}[\n{lines}{indent}]\n")
}
