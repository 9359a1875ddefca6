//! Calls and answers as XML.

use super::super::patience::lie;
use super::Value;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;

/// Lists in lists, at most.
const DEEPEST: usize = 32;

/// Elements in one text, at most.
const MOST_NODES: u32 = 500_000;

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) params: Vec<Value>,
}

/// Why a question was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: i32,
    pub(crate) words: String,
}

impl Call {
    /// As it goes over the wire.
    pub(crate) fn render(&self) -> String {
        let mut xml = String::from("<?xml version=\"1.0\"?><methodCall><methodName>");
        escape(&self.method, &mut xml);
        xml.push_str("</methodName><params>");
        for value in &self.params {
            xml.push_str("<param>");
            render(value, &mut xml);
            xml.push_str("</param>");
        }
        xml.push_str("</params></methodCall>\n");
        xml
    }

    /// As it was meant.
    pub(crate) fn parse(xml: &[u8]) -> io::Result<Self> {
        let xml = text_of(xml)?;
        let document = document_of(xml)?;
        let root = named(document.root_element(), "methodCall")?;
        let method = content(child(root, "methodName")?).trim().to_owned();
        let params = children(root).find(|node| node.has_tag_name("params"));
        let values = params.into_iter().flat_map(children).map(|param| {
            let param = named(param, "param")?;
            parse(child(param, "value")?, 0)
        });
        Ok(Self { method, params: values.collect::<io::Result<_>>()? })
    }
}

/// An answer, as it goes over the wire.
pub(crate) fn render_answer(answer: &Result<Value, Fault>) -> String {
    let mut xml = String::from("<?xml version=\"1.0\"?><methodResponse>");
    match answer {
        Ok(value) => {
            xml.push_str("<params><param>");
            render(value, &mut xml);
            xml.push_str("</param></params>");
        }
        Err(Fault { code, words }) => {
            let fault = [
                ("faultCode".to_owned(), Value::Int(*code)),
                ("faultString".to_owned(), Value::from(words.as_str())),
            ];
            xml.push_str("<fault>");
            render(&Value::Struct(BTreeMap::from(fault)), &mut xml);
            xml.push_str("</fault>");
        }
    }
    xml.push_str("</methodResponse>\n");
    xml
}

/// An answer, as it was meant.
pub(crate) fn parse_answer(xml: &[u8]) -> io::Result<Result<Value, Fault>> {
    let xml = text_of(xml)?;
    let document = document_of(xml)?;
    let root = named(document.root_element(), "methodResponse")?;
    if let Some(fault) = children(root).find(|node| node.has_tag_name("fault")) {
        return Ok(Err(fault_of(&parse(child(fault, "value")?, 0)?)));
    }
    let param = child(child(root, "params")?, "param")?;
    parse(child(param, "value")?, 0).map(Ok)
}

fn fault_of(value: &Value) -> Fault {
    let Value::Struct(fields) = value else {
        return Fault { code: 0, words: "a fault without words".to_owned() };
    };
    let code = fields.get("faultCode").and_then(|code| code.int().ok()).unwrap_or_default();
    let words = fields.get("faultString").and_then(|words| words.text().ok()).unwrap_or_default();
    Fault { code, words: words.to_owned() }
}

fn render(value: &Value, xml: &mut String) {
    xml.push_str("<value>");
    // Writing to a string does not fail.
    let _ = match value {
        Value::Int(number) => write!(xml, "<i4>{number}</i4>"),
        Value::Bool(flag) => write!(xml, "<boolean>{}</boolean>", i32::from(*flag)),
        Value::Double(number) => write!(xml, "<double>{number:?}</double>"),
        Value::Text(text) => {
            xml.push_str("<string>");
            escape(text, xml);
            write!(xml, "</string>")
        }
        Value::Array(values) => {
            xml.push_str("<array><data>");
            values.iter().for_each(|value| render(value, xml));
            write!(xml, "</data></array>")
        }
        Value::Struct(fields) => {
            xml.push_str("<struct>");
            for (name, value) in fields {
                xml.push_str("<member><name>");
                escape(name, xml);
                xml.push_str("</name>");
                render(value, xml);
                xml.push_str("</member>");
            }
            write!(xml, "</struct>")
        }
    };
    xml.push_str("</value>");
}

/// What XML keeps for itself is written in its own way, what it does not allow as a mark.
fn escape(text: &str, xml: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            // A bare one would be read as the end of a line.
            '\r' => xml.push_str("&#13;"),
            '\t' | '\n' => xml.push(letter),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            letter => xml.push(letter),
        }
    }
}

fn parse(node: Node<'_, '_>, depth: usize) -> io::Result<Value> {
    if depth > DEEPEST {
        return Err(lie(format!("more than {DEEPEST} lists in lists")));
    }
    let Some(typed) = children(node).next() else { return Ok(Value::Text(content(node))) };
    let text = || content(typed);
    let wrong = || lie(format!("{:?} is no {}", text(), typed.tag_name().name()));
    Ok(match typed.tag_name().name() {
        "i4" | "int" => Value::Int(text().trim().parse().map_err(|_| wrong())?),
        "double" => Value::Double(text().trim().parse().map_err(|_| wrong())?),
        "string" => Value::Text(text()),
        "boolean" => match text().trim() {
            "0" => Value::Bool(false),
            "1" => Value::Bool(true),
            _ => return Err(wrong()),
        },
        "array" => {
            let values = children(child(typed, "data")?);
            let values = values.map(|value| parse(named(value, "value")?, depth + 1));
            Value::Array(values.collect::<io::Result<_>>()?)
        }
        "struct" => {
            let fields = children(typed).map(|member| {
                let name = content(child(named(member, "member")?, "name")?);
                Ok((name, parse(child(member, "value")?, depth + 1)?))
            });
            Value::Struct(fields.collect::<io::Result<_>>()?)
        }
        other => return Err(lie(format!("a value of kind {other:?}, which ROS does not use"))),
    })
}

fn text_of(xml: &[u8]) -> io::Result<&str> {
    str::from_utf8(xml).map_err(|error| lie(error.to_string()))
}

fn document_of(xml: &str) -> io::Result<Document<'_>> {
    // Entities of one's own, with which small texts become large ones, are not allowed.
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..Default::default() };
    Document::parse_with_options(xml.trim(), options).map_err(|error| lie(error.to_string()))
}

fn children<'a, 'input>(node: Node<'a, 'input>) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(Node::is_element)
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> io::Result<Node<'a, 'input>> {
    let found = children(node).find(|child| child.has_tag_name(name));
    found.ok_or_else(|| lie(format!("no {name} in {}", node.tag_name().name())))
}

fn named<'a, 'input>(node: Node<'a, 'input>, name: &str) -> io::Result<Node<'a, 'input>> {
    match node.has_tag_name(name) {
        true => Ok(node),
        false => Err(lie(format!("{} where {name} was expected", node.tag_name().name()))),
    }
}

fn content(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_kinds() -> Value {
        let odd = "a<b>&\"c\" \t\r\n ü \u{1}";
        let inner = Value::Array(vec![Value::Text(odd.to_owned()), Value::Double(-0.1)]);
        let fields = [("x & y".to_owned(), inner), ("empty".to_owned(), Value::Array(Vec::new()))];
        Value::Array(vec![
            Value::Int(-7),
            Value::Bool(true),
            Value::Double(1e300),
            Value::Text(String::new()),
            Value::Struct(BTreeMap::from(fields)),
        ])
    }

    #[test]
    fn calls_and_answers_go_there_and_back() {
        let call = Call { method: "a.b".to_owned(), params: vec![all_kinds(), Value::from("x")] };
        let back = Call::parse(call.render().as_bytes()).unwrap();
        // What no text of XML can hold has become a mark.
        let expected = format!("{call:?}").replace("\\u{1}", "\u{fffd}");
        assert_eq!(format!("{back:?}"), expected);
        let answer = Ok(Value::Array(vec![Value::Int(1), Value::from(" spaces ")]));
        assert_eq!(parse_answer(render_answer(&answer).as_bytes()).unwrap(), answer);
        let fault = Err(Fault { code: -2, words: "no <such> method".to_owned() });
        assert_eq!(parse_answer(render_answer(&fault).as_bytes()).unwrap(), fault);
    }

    #[test]
    fn other_programs_write_it_in_other_ways() {
        let xml =
            b"<?xml version='1.0'?>\n<methodCall>\n <methodName>getPid</methodName>\n <params>\n
            <param><value>untyped</value></param><param><value><int>3</int></value></param>
            <param><value><string/></value></param><param><value/></param>
            <param><value><string><![CDATA[<x>]]>y</string></value></param>
            </params>\n</methodCall>\n";
        let call = Call::parse(xml).unwrap();
        let expected = [Value::from("untyped"), Value::Int(3), "".into(), "".into(), "<x>y".into()];
        assert_eq!((call.method.as_str(), &call.params[..]), ("getPid", &expected[..]));
        let none = Call::parse(b"<methodCall><methodName>m</methodName></methodCall>").unwrap();
        assert!(none.params.is_empty());
    }

    #[test]
    fn nonsense_is_refused() {
        let value = |inner: &str| {
            let xml = format!(
                "<methodResponse><params><param><value>{inner}</value></param></params></methodResponse>"
            );
            parse_answer(xml.as_bytes()).map_err(|error| error.to_string())
        };
        for wrong in ["<i4>x</i4>", "<int>2147483648</int>", "<boolean>2</boolean>", "<nil/>"] {
            assert!(value(wrong).is_err(), "{wrong}");
        }
        assert!(value("<base64>AA==</base64>").unwrap_err().contains("base64"));
        let deep = "<array><data><value>".repeat(100) + &"</value></data></array>".repeat(100);
        assert!(value(&deep).unwrap_err().contains("lists in lists"));
        let bomb =
            b"<!DOCTYPE a [<!ENTITY b 'c'>]><methodCall><methodName>&b;</methodName></methodCall>";
        assert!(Call::parse(bomb).is_err());
        assert!(Call::parse(b"\xff").is_err() && Call::parse(b"<a/>").is_err());
    }

    #[test]
    fn a_very_deep_text_does_not_exhaust_the_stack() {
        let xml = "<methodCall>".repeat(200_000);
        assert!(Call::parse(xml.as_bytes()).is_err());
        let closed = "<a>".repeat(100_000) + &"</a>".repeat(100_000);
        assert!(Call::parse(closed.as_bytes()).is_err());
    }
}
