//! Tests of what only the inside of the module can reach.
