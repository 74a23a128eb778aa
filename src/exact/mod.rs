//! Distributions over all hands: counted one by one ([`hands`]), or known ([`known`]).

pub mod hands;
pub mod known;
