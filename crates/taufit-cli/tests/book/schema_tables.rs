//! A JSON schema as tables: one per structure, one line per field.

use serde_json::Value;
use std::fmt::Write as _;

/// The tables of a schema: its root, then everything that it refers to.
pub(crate) fn schema_tables(schema: &Value) -> String {
    let mut text = table("", schema);
    for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
        text += &table(name, definition);
    }
    text
}

fn table(name: &str, schema: &Value) -> String {
    let mut text = String::new();
    if !name.is_empty() {
        write!(text, "**{name}.** ").unwrap();
    }
    let description = words(schema);
    if !description.is_empty() {
        writeln!(text, "{description}\n").unwrap();
    } else if !name.is_empty() {
        text += "\n\n";
    }
    let fields: Vec<(&String, &Value)> =
        schema["properties"].as_object().into_iter().flatten().collect();
    if fields.is_empty() {
        text += &choices(schema);
        return text;
    }
    text += "| field | type | meaning |\n|---|---|---|\n";
    for (field, of) in fields {
        writeln!(text, "| `{field}` | {} | {}{} |", kind(of), words(of), default(of)).unwrap();
    }
    text + "\n"
}

/// The values of an enumeration, where it has names.
fn choices(schema: &Value) -> String {
    let mut text = String::new();
    for variant in schema["oneOf"].as_array().or(schema["anyOf"].as_array()).into_iter().flatten() {
        let named = variant["const"].as_str().map(str::to_owned).or_else(|| tagged(variant));
        if let Some(name) = named {
            writeln!(text, "- `{name}`: {}", words(variant)).unwrap();
        }
    }
    for name in schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        writeln!(text, "- `{name}`").unwrap();
    }
    if text.is_empty() { text } else { text + "\n" }
}

/// The only field of a variant that carries data.
fn tagged(variant: &Value) -> Option<String> {
    variant["properties"].as_object()?.keys().next().cloned()
}

/// A description on one line that a table can hold.
fn words(schema: &Value) -> String {
    let description = without_links(schema["description"].as_str().unwrap_or_default());
    description.replace("\\[", "[").replace("\\]", "]").replace('\n', " ").replace('|', "\\|")
}

/// Links into the documentation of the library become their text.
fn without_links(text: &str) -> String {
    let Some((before, rest)) = text.split_once("](") else {
        return text.to_owned();
    };
    let Some((start, shown)) = before.rsplit_once('[') else {
        return text.to_owned();
    };
    let after = rest.split_once(')').map_or("", |(_, after)| after);
    format!("{start}{shown}{}", without_links(after))
}

/// Default value, if it is one word or number.
fn default(schema: &Value) -> String {
    match &schema["default"] {
        Value::Null | Value::Array(_) | Value::Object(_) => String::new(),
        simple => format!(" Default {simple}."),
    }
}

/// Description of a field.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    if let Some(options) = schema["anyOf"].as_array() {
        let named: Vec<String> = options.iter().map(kind).collect();
        return named.join(" or ");
    }
    let one = |name: &str| match name {
        "array" if schema["items"].is_object() => format!("list of {}", kind(&schema["items"])),
        "array" => "list".to_owned(),
        "object" if schema["additionalProperties"].is_object() => {
            format!("table of {}", kind(&schema["additionalProperties"]))
        }
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::String(name) => one(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    }
}
