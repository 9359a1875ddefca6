//! Who may ask: token, cookie, host and origin of a request; headers that bind the browser.
//!
//! The address with the token is given to the user alone. It becomes a cookie that no script can read and that the
//! browser sends from this very page only. The name in `Host` is ours or a number, so that a foreign name that leads
//! to this computer opens nothing; a request that changes something has our `Origin` and a header that forms cannot
//! send.

use crate::diagnostics::{Result, StudioError};
use crate::state::Shared;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Port where none is asked for.
pub(crate) const USUAL_PORT: u16 = 8732;

/// Header of every request of the page's scripts.
const OWN_HEADER: &str = "x-taufit";

/// Policy of the page: nothing but its own files, no script and no style within HTML.
const PAGE_POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// Keys of one run of the studio.
#[derive(Debug)]
pub(crate) struct RequestGuard {
    address: SocketAddr,
    token: String,
    session: String,
}

impl RequestGuard {
    /// New keys for this address.
    pub(crate) fn new(address: SocketAddr) -> Result<Self> {
        Ok(Self { address, token: random_key()?, session: random_key()? })
    }

    /// Address of the page, with its token.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/?token={}", self.address(), self.token)
    }

    /// Address and port, as a browser on this computer names them.
    pub(crate) fn address(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(if address.is_ipv4() {
                [127, 0, 0, 1].into()
            } else {
                IpAddr::from([0; 8])
            });
        }
        address.to_string()
    }

    /// The cookie of this run. Ports share cookies: its name tells the runs apart.
    pub(crate) fn cookie(&self) -> String {
        format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie_name(), self.session)
    }

    fn cookie_name(&self) -> String {
        format!("taufit-{}", self.address.port())
    }

    /// Checks the head of a request.
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<()> {
        self.check_host(headers)?;
        self.check_origin(method, headers)?;
        if self.has_cookie(headers) || self.has_token(uri) {
            Ok(())
        } else {
            Err(StudioError::NoToken)
        }
    }

    /// Whether the address of the page has the token.
    pub(crate) fn has_token(&self, uri: &Uri) -> bool {
        let pairs = uri.query().unwrap_or_default().split('&');
        let token = pairs.filter_map(|pair| pair.strip_prefix("token=")).next();
        uri.path() == "/" && token.is_some_and(|token| same(token, &self.token))
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies =
            headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let name = self.cookie_name();
        cookies
            .flat_map(|all| all.split(';'))
            .filter_map(|one| one.trim().split_once('='))
            .any(|(found, value)| found == name && same(value, &self.session))
    }

    fn check_host(&self, headers: &HeaderMap) -> Result<()> {
        let found = text(headers, header::HOST.as_str());
        if self.is_own_host(&found) {
            return Ok(());
        }
        Err(StudioError::ForeignRequest { header: "Host", found, expected: self.address() })
    }

    /// This computer by number or as `localhost`. A studio that listens to others is called by any number.
    fn is_own_host(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        if port != self.address.port().to_string() {
            return false;
        }
        let number: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
        match number {
            Some(ip) if self.address.ip().is_unspecified() => !ip.is_unspecified(),
            Some(ip) => ip == self.address.ip(),
            None => name == "localhost" && self.address.ip().is_loopback(),
        }
    }

    fn check_origin(&self, method: &Method, headers: &HeaderMap) -> Result<()> {
        let (origin, host) = (text(headers, "origin"), text(headers, header::HOST.as_str()));
        let expected = format!("http://{host}");
        let reads = [Method::GET, Method::HEAD].contains(method);
        let is_own = headers.contains_key(OWN_HEADER) || reads;
        if is_own && (origin == expected || (origin.is_empty() && reads)) {
            return Ok(());
        }
        Err(StudioError::ForeignRequest { header: "Origin", found: origin, expected })
    }
}

/// Lets a request through, or answers it; every answer gets the headers that bind the browser.
pub(crate) async fn guarded(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let checked = shared.guard.check(request.method(), request.uri(), request.headers());
    let is_page = !request.uri().path().starts_with("/api/");
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(error) if is_page => crate::answer::refusal_page(&error),
        Err(error) => error.into_response(),
    };
    bind(response.headers_mut());
    response
}

fn bind(headers: &mut HeaderMap) {
    let fixed = [
        ("content-security-policy", PAGE_POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ];
    for (name, value) in fixed {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

fn text(headers: &HeaderMap, name: &str) -> String {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

/// Comparison whose time does not depend on where two keys differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

/// 256 random bits, in hexadecimal.
fn random_key() -> Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| StudioError::Address {
        address: "this computer".to_owned(),
        reason: format!("the system gives no random numbers: {error}"),
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str) -> RequestGuard {
        RequestGuard::new(address.parse().unwrap()).unwrap()
    }

    #[test]
    fn names_that_somebody_else_can_own_are_no_hosts() {
        let local = guard("127.0.0.1:8732");
        assert!(local.is_own_host("127.0.0.1:8732") && local.is_own_host("localhost:8732"));
        for host in ["evil.example:8732", "127.0.0.1:80", "127.0.0.1", "10.0.0.1:8732", ""] {
            assert!(!local.is_own_host(host), "{host}");
        }
        let open = guard("0.0.0.0:8732");
        assert!(open.is_own_host("192.168.0.7:8732"));
        assert!(!open.is_own_host("localhost:8732") && !open.is_own_host("evil.example:8732"));
    }

    #[test]
    fn keys_are_long_and_new() {
        let (a, b) = (guard("127.0.0.1:1"), guard("127.0.0.1:1"));
        assert_eq!((a.token.len(), a.session.len()), (64, 64));
        assert!(a.token != b.token && a.token != a.session);
        assert!(same(&a.token, &a.token) && !same(&a.token, &b.token));
    }
}
