//! Robots of Universal Robots over their real-time data exchange.
