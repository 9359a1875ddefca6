//! The pages, one file per code.

use serde::Serialize;

/// Page about a code.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Page {
    /// The code.
    pub(super) code: &'static str,
    /// Markdown; the first line is `# CODE: title`.
    pub(super) text: &'static str,
}

impl Page {
    /// The page's first line without its code.
    pub(super) fn title(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.split_once(": ").map_or(first, |(_, title)| title)
    }
}

macro_rules! pages {
    ($($code:ident)*) => {
        [$(Page { code: stringify!($code), text: include_str!(concat!(stringify!($code), ".md")) }),*]
    };
}

/// Every page, errors first.
pub(super) const PAGES: &[Page] = &pages! {
    E001 E002 E003 E004 E005 E006 E007 E008 E009
    E010 E011 E012 E013 E014 E015
    E020 E021 E022 E023 E024 E025 E026
    E030 E031 E032 E033 E034 E035 E036 E037 E038 E039
    E040 E041 E042 E043 E044 E045
    E050 E051 E052 E053 E054 E055 E056 E057 E058 E059
    E060 E061 E062 E063 E064 E065 E066 E067 E068 E069
    E070 E071 E072 E073
    E080 E081 E082 E083 E084 E085 E086 E087 E088 E089
    E090 E091 E092 E093 E094 E095 E096 E097 E098 E099
    E100 E101 E102 E103 E104 E105 E106 E107 E108 E109
    E110 E111 E116
    E120 E121 E122 E123 E124 E125 E126 E127
    E130 E131 E132 E135 E136 E137 E138 E139
    E140 E141 E142 E143
    E150 E151 E152 E153 E154 E155 E156 E157 E158 E159
    E160 E161 E162 E163 E164 E165 E166 E167 E168 E169
    E170 E171 E172 E173 E174 E175
    E185 E186 E187 E188 E189
    E190 E195 E196 E197 E198 E199
    E200 E201 E202 E203 E205 E206 E207 E208 E209
    E210 E211 E212 E213 E214 E215 E216 E217 E218 E219
    E220 E221 E222 E223 E225 E226
    E230 E231 E232 E233 E234 E235 E236 E237 E238 E239
    E240 E241 E242 E243 E244 E245 E246 E247 E248 E249
    E255
    E250 E251 E252 E253
    E260 E261 E262 E263 E264 E265 E266
    E270 E271 E272 E273 E274 E275 E276 E277 E278 E279
    E280 E281
    W001 W002 W003 W004 W005 W006 W007 W008 W009
    W010
    W050 W051 W052 W053 W054 W055 W056 W057 W058 W059
    W060 W061 W062 W063 W064
    W070 W071 W072 W073 W074 W075
    W100 W101 W102 W103 W104 W105 W106
    W110 W111 W112 W113 W114 W115 W116 W117 W118 W119
    W120 W121
    W130 W131 W132 W133 W134 W135 W136 W137 W138 W139
    W140 W141 W142 W143 W144 W145 W146 W147 W148 W149
    W150 W151 W152 W153 W154 W155 W156 W157 W158 W159
    W160 W161 W162 W163 W164
    W170 W171 W172
    W180 W181 W182 W183 W184 W185 W186 W187 W188 W189
    W195 W196 W197 W198 W199 W200 W201 W202 W203
    W205 W206 W207 W208 W209
    W210 W211 W212 W213 W214 W215 W216 W217 W218 W219
    W220 W221 W222 W223 W224 W225 W226 W227 W228
    W235 W236 W239
    W240 W241 W242 W243 W246
    W260 W261 W262
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Every Rust file below a folder.
    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
        let files = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
        entries.flat_map(files).filter(|p| p.extension().is_some_and(|e| e == "rs")).collect()
    }

    /// Codes of errors and warnings: `=> "E001"` of a match, or a line `"E001" Variant` of `define_diagnostics!`.
    fn codes_in(text: &str) -> impl Iterator<Item = String> {
        let is_code =
            |c: &str| c.len() == 4 && c.starts_with(['E', 'W']) && c[1..].parse::<u16>().is_ok();
        text.lines().filter_map(move |line| {
            let line = line.split_once("=> ").map_or(line.trim_start(), |(_, value)| value);
            let code = line.strip_prefix('"')?.split('"').next()?;
            is_code(code).then(|| code.to_owned())
        })
    }

    fn codes_of_the_libraries() -> BTreeSet<String> {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let libraries = fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path());
        let libraries = libraries.filter(|folder| !folder.ends_with("taufit-cli"));
        let files: Vec<PathBuf> =
            libraries.flat_map(|folder| sources(&folder.join("src"))).collect();
        let codes =
            |path: &PathBuf| codes_in(&fs::read_to_string(path).unwrap()).collect::<Vec<_>>();
        files.iter().flat_map(codes).collect()
    }

    fn codes_of_the_pages() -> BTreeSet<String> {
        PAGES.iter().map(|page| page.code.to_owned()).collect()
    }

    #[test]
    fn every_code_has_a_page_and_every_page_a_code() {
        assert_eq!(codes_of_the_libraries(), codes_of_the_pages());
    }

    #[test]
    fn every_file_is_a_page() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/explain");
        let files = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
        let pages = files.filter(|p| p.extension().is_some_and(|e| e == "md"));
        let codes = pages.map(|p| p.file_stem().unwrap().to_string_lossy().into_owned());
        assert_eq!(codes.collect::<BTreeSet<_>>(), codes_of_the_pages());
    }

    #[test]
    fn every_page_says_what_why_and_what_to_do() {
        for Page { code, text } in PAGES {
            assert!(text.starts_with(&format!("# {code}: ")), "{code}: title");
            for part in ["## Causes", "## What to do", "## Example"] {
                assert!(text.contains(part), "{code}: {part}");
            }
            assert!(text.lines().all(|l| l.chars().count() <= 80), "{code}: long line");
        }
    }
}
