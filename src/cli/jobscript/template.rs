//! Texts with gaps: `{{NAME}}` stands for a value.

/// What stands for each name.
pub(super) type Values = Vec<(&'static str, String)>;

/// The template with its gaps filled. A value is not looked through for gaps of its own.
///
/// # Panics
///
/// If a gap has no value: the templates belong to the program, and the tests fill each of them.
pub(super) fn fill(template: &str, values: &Values) -> String {
    let (mut filled, mut rest) = (String::new(), template);
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").expect("a gap has an end");
        let value = values.iter().find(|(known, _)| *known == name);
        filled += before;
        filled += &value.unwrap_or_else(|| panic!("no value for the gap `{name}`")).1;
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_once() {
        let values = vec![("A", "{{B}}".to_owned()), ("B", "2".to_owned())];
        assert_eq!(fill("{{A}}, {{B}} and ${C} {{A}}", &values), "{{B}}, 2 and ${C} {{B}}");
    }

    #[test]
    #[should_panic(expected = "no value for the gap `A`")]
    fn no_gap_is_left() {
        fill("{{A}}", &Vec::new());
    }
}
