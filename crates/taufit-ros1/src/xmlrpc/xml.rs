//! Calls and responses as XML.

use super::XmlRpcValue;
use crate::deadline::protocol_error;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;

/// Greatest depth of nested arrays and structs.
const MAX_DEPTH: usize = 32;

/// Largest number of elements in a document.
const MAX_ELEMENTS: u32 = 500_000;

/// Method call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct XmlRpcCall {
    pub(crate) method: String,
    pub(crate) params: Vec<XmlRpcValue>,
}

/// Fault response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct XmlRpcFault {
    pub(crate) code: i32,
    pub(crate) message: String,
}

impl XmlRpcCall {
    /// XML of the call.
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

    /// Call of an XML document.
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

/// XML of a response.
pub(crate) fn render_response(response: &Result<XmlRpcValue, XmlRpcFault>) -> String {
    let mut xml = String::from("<?xml version=\"1.0\"?><methodResponse>");
    match response {
        Ok(value) => {
            xml.push_str("<params><param>");
            render(value, &mut xml);
            xml.push_str("</param></params>");
        }
        Err(XmlRpcFault { code, message }) => {
            let fault = [
                ("faultCode".to_owned(), XmlRpcValue::Int(*code)),
                ("faultString".to_owned(), XmlRpcValue::from(message.as_str())),
            ];
            xml.push_str("<fault>");
            render(&XmlRpcValue::Struct(BTreeMap::from(fault)), &mut xml);
            xml.push_str("</fault>");
        }
    }
    xml.push_str("</methodResponse>\n");
    xml
}

/// Response of an XML document.
pub(crate) fn parse_response(xml: &[u8]) -> io::Result<Result<XmlRpcValue, XmlRpcFault>> {
    let xml = text_of(xml)?;
    let document = document_of(xml)?;
    let root = named(document.root_element(), "methodResponse")?;
    if let Some(fault) = children(root).find(|node| node.has_tag_name("fault")) {
        return Ok(Err(fault_of(&parse(child(fault, "value")?, 0)?)));
    }
    let param = child(child(root, "params")?, "param")?;
    parse(child(param, "value")?, 0).map(Ok)
}

fn fault_of(value: &XmlRpcValue) -> XmlRpcFault {
    let XmlRpcValue::Struct(fields) = value else {
        return XmlRpcFault { code: 0, message: "a fault without message".to_owned() };
    };
    let code = fields.get("faultCode").and_then(|code| code.int().ok()).unwrap_or_default();
    let message =
        fields.get("faultString").and_then(|message| message.text().ok()).unwrap_or_default();
    XmlRpcFault { code, message: message.to_owned() }
}

fn render(value: &XmlRpcValue, xml: &mut String) {
    xml.push_str("<value>");
    // Writing to a string does not fail.
    let _ = match value {
        XmlRpcValue::Int(number) => write!(xml, "<i4>{number}</i4>"),
        XmlRpcValue::Bool(flag) => write!(xml, "<boolean>{}</boolean>", i32::from(*flag)),
        XmlRpcValue::Double(number) => write!(xml, "<double>{number:?}</double>"),
        XmlRpcValue::Text(text) => {
            xml.push_str("<string>");
            escape(text, xml);
            write!(xml, "</string>")
        }
        XmlRpcValue::Array(values) => {
            xml.push_str("<array><data>");
            values.iter().for_each(|value| render(value, xml));
            write!(xml, "</data></array>")
        }
        XmlRpcValue::Struct(fields) => {
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

/// Appends text with XML's special characters escaped and characters that XML forbids replaced.
fn escape(text: &str, xml: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            // A bare carriage return would be read as a line feed.
            '\r' => xml.push_str("&#13;"),
            '\t' | '\n' => xml.push(letter),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            letter => xml.push(letter),
        }
    }
}

fn parse(node: Node<'_, '_>, depth: usize) -> io::Result<XmlRpcValue> {
    if depth > MAX_DEPTH {
        return Err(protocol_error(format!("more than {MAX_DEPTH} nested arrays")));
    }
    let Some(typed) = children(node).next() else { return Ok(XmlRpcValue::Text(content(node))) };
    let text = || content(typed);
    let wrong =
        || protocol_error(format!("{:?} is not of type {}", text(), typed.tag_name().name()));
    Ok(match typed.tag_name().name() {
        "i4" | "int" => XmlRpcValue::Int(text().trim().parse().map_err(|_| wrong())?),
        "double" => XmlRpcValue::Double(text().trim().parse().map_err(|_| wrong())?),
        "string" => XmlRpcValue::Text(text()),
        "boolean" => match text().trim() {
            "0" => XmlRpcValue::Bool(false),
            "1" => XmlRpcValue::Bool(true),
            _ => return Err(wrong()),
        },
        "array" => {
            let values = children(child(typed, "data")?);
            let values = values.map(|value| parse(named(value, "value")?, depth + 1));
            XmlRpcValue::Array(values.collect::<io::Result<_>>()?)
        }
        "struct" => {
            let fields = children(typed).map(|member| {
                let name = content(child(named(member, "member")?, "name")?);
                Ok((name, parse(child(member, "value")?, depth + 1)?))
            });
            XmlRpcValue::Struct(fields.collect::<io::Result<_>>()?)
        }
        other => {
            return Err(protocol_error(format!(
                "a value of type {other:?}, which ROS does not use"
            )));
        }
    })
}

fn text_of(xml: &[u8]) -> io::Result<&str> {
    str::from_utf8(xml).map_err(|error| protocol_error(error.to_string()))
}

fn document_of(xml: &str) -> io::Result<Document<'_>> {
    // No entity declarations: with them a small document expands to a large one.
    let options =
        ParsingOptions { allow_dtd: false, nodes_limit: MAX_ELEMENTS, ..Default::default() };
    Document::parse_with_options(xml.trim(), options)
        .map_err(|error| protocol_error(error.to_string()))
}

fn children<'a, 'input>(node: Node<'a, 'input>) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(Node::is_element)
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> io::Result<Node<'a, 'input>> {
    let found = children(node).find(|child| child.has_tag_name(name));
    found.ok_or_else(|| protocol_error(format!("no {name} in {}", node.tag_name().name())))
}

fn named<'a, 'input>(node: Node<'a, 'input>, name: &str) -> io::Result<Node<'a, 'input>> {
    match node.has_tag_name(name) {
        true => Ok(node),
        false => {
            Err(protocol_error(format!("{} where {name} was expected", node.tag_name().name())))
        }
    }
}

fn content(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_kinds() -> XmlRpcValue {
        let odd = "a<b>&\"c\" \t\r\n ü \u{1}";
        let inner =
            XmlRpcValue::Array(vec![XmlRpcValue::Text(odd.to_owned()), XmlRpcValue::Double(-0.1)]);
        let fields =
            [("x & y".to_owned(), inner), ("empty".to_owned(), XmlRpcValue::Array(Vec::new()))];
        XmlRpcValue::Array(vec![
            XmlRpcValue::Int(-7),
            XmlRpcValue::Bool(true),
            XmlRpcValue::Double(1e300),
            XmlRpcValue::Text(String::new()),
            XmlRpcValue::Struct(BTreeMap::from(fields)),
        ])
    }

    #[test]
    fn calls_and_responses_are_parsed_as_rendered() {
        let call = XmlRpcCall {
            method: "a.b".to_owned(),
            params: vec![all_kinds(), XmlRpcValue::from("x")],
        };
        let back = XmlRpcCall::parse(call.render().as_bytes()).unwrap();
        // A character that XML forbids has been replaced.
        let expected = format!("{call:?}").replace("\\u{1}", "\u{fffd}");
        assert_eq!(format!("{back:?}"), expected);
        let response =
            Ok(XmlRpcValue::Array(vec![XmlRpcValue::Int(1), XmlRpcValue::from(" spaces ")]));
        assert_eq!(parse_response(render_response(&response).as_bytes()).unwrap(), response);
        let fault = Err(XmlRpcFault { code: -2, message: "no <such> method".to_owned() });
        assert_eq!(parse_response(render_response(&fault).as_bytes()).unwrap(), fault);
    }

    #[test]
    fn other_spellings_of_a_call_are_parsed() {
        let xml =
            b"<?xml version='1.0'?>\n<methodCall>\n <methodName>getPid</methodName>\n <params>\n
            <param><value>untyped</value></param><param><value><int>3</int></value></param>
            <param><value><string/></value></param><param><value/></param>
            <param><value><string><![CDATA[<x>]]>y</string></value></param>
            </params>\n</methodCall>\n";
        let call = XmlRpcCall::parse(xml).unwrap();
        let expected = [
            XmlRpcValue::from("untyped"),
            XmlRpcValue::Int(3),
            "".into(),
            "".into(),
            "<x>y".into(),
        ];
        assert_eq!((call.method.as_str(), &call.params[..]), ("getPid", &expected[..]));
        let none =
            XmlRpcCall::parse(b"<methodCall><methodName>m</methodName></methodCall>").unwrap();
        assert!(none.params.is_empty());
    }

    #[test]
    fn malformed_documents_are_refused() {
        let value = |inner: &str| {
            let xml = format!(
                "<methodResponse><params><param><value>{inner}</value></param></params></methodResponse>"
            );
            parse_response(xml.as_bytes()).map_err(|error| error.to_string())
        };
        for wrong in ["<i4>x</i4>", "<int>2147483648</int>", "<boolean>2</boolean>", "<nil/>"] {
            assert!(value(wrong).is_err(), "{wrong}");
        }
        assert!(value("<base64>AA==</base64>").unwrap_err().contains("base64"));
        let deep = "<array><data><value>".repeat(100) + &"</value></data></array>".repeat(100);
        assert!(value(&deep).unwrap_err().contains("nested arrays"));
        let bomb =
            b"<!DOCTYPE a [<!ENTITY b 'c'>]><methodCall><methodName>&b;</methodName></methodCall>";
        assert!(XmlRpcCall::parse(bomb).is_err());
        assert!(XmlRpcCall::parse(b"\xff").is_err() && XmlRpcCall::parse(b"<a/>").is_err());
    }

    #[test]
    fn a_very_deep_document_does_not_exhaust_the_stack() {
        let xml = "<methodCall>".repeat(200_000);
        assert!(XmlRpcCall::parse(xml.as_bytes()).is_err());
        let closed = "<a>".repeat(100_000) + &"</a>".repeat(100_000);
        assert!(XmlRpcCall::parse(closed.as_bytes()).is_err());
    }
}
