//! Distributions over all hands: counted one by one ([`hands`]), or known: of the number of sets
//! ([`known`]) and of every measure ([`measures`]); and what no hand has ([`impossible`]).

pub mod hands;
pub mod impossible;
pub mod known;
pub mod measures;
