//! Distributions over all hands: counted one by one ([`hands`]), or known: of the number of sets
//! ([`known`]) and of every measure ([`measures`]).

pub mod hands;
pub mod known;
pub mod measures;
