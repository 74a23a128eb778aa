//! Cards and hands as people and programs write them: [`notation`] reads and writes cards,
//! [`text`] reads hands from lines, CSV and JSON.

pub mod notation;
pub mod text;
mod words;
