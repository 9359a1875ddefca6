//! Connections: accepted up to a number, with time limits for slow clients.

use crate::diagnostics::{Result, StudioError};
use crate::guard::{RequestGuard, USUAL_PORT};
use crate::routes::routes;
use crate::settings::{StudioLimits, StudioSettings};
use crate::state::Shared;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Period at which the wish to end is looked at.
const STOP_PERIOD: Duration = Duration::from_millis(100);

/// Longest head of a request \[bytes\].
const MAX_HEAD_BYTES: usize = 64 << 10;

/// A studio that listens and does not answer yet.
pub struct Studio {
    listener: TcpListener,
    shared: Arc<Shared>,
    limits: StudioLimits,
}

impl Studio {
    /// Opens the project folder and listens.
    pub fn open(settings: StudioSettings) -> Result<Self> {
        let listener = listen(settings.listen, settings.port)?;
        let address = local_address(&listener)?;
        let guard = RequestGuard::new(address)?;
        let limits = settings.limits.clone();
        let shared = Arc::new(Shared::new(settings, guard)?);
        Ok(Self { listener, shared, limits })
    }

    /// Address of the page, with its token.
    pub fn url(&self) -> String {
        self.shared.guard.url()
    }

    /// Answers until the flag is raised; running jobs are ended then.
    pub fn serve(self, stop: &AtomicBool) -> Result<()> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|error| self.unusable(&error))?;
        let served = runtime.block_on(self.answer(stop));
        self.shared.jobs.shut_down();
        runtime.shutdown_timeout(Duration::from_millis(500));
        served
    }

    async fn answer(&self, stop: &AtomicBool) -> Result<()> {
        let listener = self.listener.try_clone().and_then(tokio::net::TcpListener::from_std);
        let listener = listener.map_err(|error| self.unusable(&error))?;
        let places = Arc::new(Semaphore::new(self.limits.n_connections));
        let service = TowerToHyperService::new(routes(Arc::clone(&self.shared)));
        tokio::spawn(crate::events::watch_folder(Arc::clone(&self.shared)));
        while !stop.load(Ordering::Relaxed) {
            let place = timeout(STOP_PERIOD, Arc::clone(&places).acquire_owned()).await;
            let Ok(Ok(place)) = place else { continue };
            // An error of one connection is not an error of the others.
            let Ok(Ok((stream, _))) = timeout(STOP_PERIOD, listener.accept()).await else {
                continue;
            };
            let (service, head_time) = (service.clone(), self.limits.head_time);
            tokio::spawn(async move {
                serve_connection(stream, service, head_time).await;
                drop(place);
            });
        }
        Ok(())
    }

    fn unusable(&self, error: &std::io::Error) -> StudioError {
        StudioError::Address { address: self.shared.guard.address(), reason: error.to_string() }
    }
}

async fn serve_connection(
    stream: TcpStream,
    service: TowerToHyperService<axum::Router>,
    head_time: Duration,
) {
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    // A client that went away, or was too slow, is no error of ours.
    let _ = connection.await;
}

/// Listens at a port: that one, or the usual one, or any other where the usual one is taken.
fn listen(address: IpAddr, port: Option<u16>) -> Result<TcpListener> {
    let bind = |port: u16| TcpListener::bind(SocketAddr::new(address, port));
    let listener = match port {
        Some(port) => bind(port),
        None => bind(USUAL_PORT).or_else(|_| bind(0)),
    };
    let unusable = |error: std::io::Error| StudioError::Address {
        address: SocketAddr::new(address, port.unwrap_or(USUAL_PORT)).to_string(),
        reason: error.to_string(),
    };
    let listener = listener.map_err(unusable)?;
    listener.set_nonblocking(true).map_err(unusable)?;
    Ok(listener)
}

fn local_address(listener: &TcpListener) -> Result<SocketAddr> {
    listener.local_addr().map_err(|error| StudioError::Address {
        address: "this computer".to_owned(),
        reason: error.to_string(),
    })
}
