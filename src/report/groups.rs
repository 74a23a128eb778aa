//! Groups rows by a key, keeping the order of first occurrence.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Groups rows by a key; groups and their rows keep the order of the input.
pub(super) fn by_key<T, K: Clone + Eq + Hash>(
    rows: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Vec<(K, Vec<T>)> {
    let mut places: HashMap<K, usize> = HashMap::new();
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for row in rows {
        let own = key(&row);
        let place = *places.entry(own.clone()).or_insert(groups.len());
        if place == groups.len() {
            groups.push((own, Vec::new()));
        }
        groups[place].1.push(row);
    }
    groups
}

/// Returns the distinct values, in the order of first occurrence.
pub(crate) fn each_once<T: Clone + Eq + Hash>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut known = HashSet::new();
    values.filter(|value| known.insert(value.clone())).collect()
}
