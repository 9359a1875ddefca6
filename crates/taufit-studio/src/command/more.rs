//! Further options, typed as on the command line.

use super::verbs::OfferedVerb;
use crate::diagnostics::{Result, StudioError};
use crate::project::OptionValue;
use std::collections::BTreeMap;

/// Options in a text.
pub(super) fn parse(verb: &OfferedVerb, text: &str) -> Result<BTreeMap<String, OptionValue>> {
    let words = words(text)?;
    let mut words = words.iter().peekable();
    let mut options: BTreeMap<String, OptionValue> = BTreeMap::new();
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            return Err(StudioError::malformed(format!(
                "{word:?} is no option: options begin with two dashes"
            )));
        }
        let (name, value) =
            word.split_once('=').map_or((&word[..], None), |(n, v)| (n, Some(v.to_owned())));
        let argument = verb.option(name)?;
        let mut values: Vec<String> = value.into_iter().collect();
        if values.is_empty() && !argument.flag && !argument.bare {
            while let Some(next) = words.next_if(|next| !next.starts_with("--")) {
                values.push(next.clone());
                if !argument.many {
                    break;
                }
            }
            if values.is_empty() {
                return Err(verb.needs_value(argument));
            }
        }
        let value = match (values.is_empty(), options.remove(&argument.name)) {
            (true, _) => OptionValue::Flag(true),
            (false, Some(OptionValue::List(earlier))) => {
                OptionValue::List([earlier, values].concat())
            }
            (false, _) => OptionValue::List(values),
        };
        options.insert(argument.name.clone(), value);
    }
    Ok(options)
}

/// Words of a line as a shell splits it: spaces, quotes, backslashes.
fn words(text: &str) -> Result<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(open)) if letter == open => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(letters.next()),
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(StudioError::malformed("a quote is open at the end of the options"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_in_a_shell() {
        let expected = ["--fix", "Ia1=0.5", "--only", "a b", "it's", ""];
        assert_eq!(words(r#"--fix  Ia1=0.5 --only 'a b' "it's" ''"#).unwrap(), expected);
        assert!(words("--only 'a").is_err());
    }
}
