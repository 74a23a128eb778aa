//! What is left to do for an SVG: words for those who do not see it, a size that adapts, and no
//! digits that nobody sees.

use crate::escape::{valid_in_xml, xml};
use crate::report::chart::description::Chart;
use std::fmt::Write;

/// Finishes what kuva has written.
pub(super) fn finish(drawn: &str, chart: &Chart) -> String {
    let description = chart.in_words();
    // Several charts on one page must not share a name.
    let name = format!("chart-{:08x}", hash(&format!("{description}{drawn}")));
    let (opening, rest) = drawn.split_once('>').unwrap_or((drawn, ""));
    let mut svg = opening.to_owned();
    let size = |name: &str| {
        let (_, rest) = opening.split_once(&format!(" {name}=\""))?;
        rest.split_once('"').map(|(value, _)| value)
    };
    if let (Some(width), Some(height)) = (size("width"), size("height")) {
        let _ = write!(svg, " viewBox=\"0 0 {width} {height}\"");
    }
    let _ = write!(svg, " role=\"img\" aria-labelledby=\"{name}-title {name}-desc\">");
    let _ = write!(svg, "<title id=\"{name}-title\">{}</title>", xml(&chart.title));
    let _ = write!(svg, "<desc id=\"{name}-desc\">{}</desc>", xml(&description));
    // Kuva writes names as they are, but for what XML gives a meaning.
    svg.extend(rest.chars().map(valid_in_xml));
    let mut svg = rounded(&svg);
    svg.push('\n');
    svg
}

/// Numbers inside tags with two decimals at most: a hundredth of a pixel.
fn rounded(svg: &str) -> String {
    let mut text = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let end = rest[start..].find('>').map_or(rest.len(), |end| start + end + 1);
        text += &rest[..start];
        text += &rounded_tag(&rest[start..end]);
        rest = &rest[end..];
    }
    text + rest
}

fn rounded_tag(tag: &str) -> String {
    let mut text = String::with_capacity(tag.len());
    let mut parts = tag.split('.');
    text += parts.next().unwrap_or("");
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // Kuva has rounded, but not what follows from adding up the parts of a float.
        let number =
            part.get(..digits).and_then(|digits| format!("0.{digits}").parse::<f64>().ok());
        let whole = text.ends_with(|c: char| c.is_ascii_digit());
        match number {
            Some(number) if digits > 2 && whole && number < 0.995 => {
                let two = format!("{number:.2}");
                let kept = two.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.');
                text += kept;
            }
            Some(_) if digits > 2 && whole => one_more(&mut text),
            _ => {
                text.push('.');
                text += &part[..digits];
            }
        }
        text += &part[digits..];
    }
    text
}

/// The whole number at the end of a text becomes one larger.
fn one_more(text: &mut String) {
    let start = text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    if let Ok(number) = text[start..].parse::<u64>() {
        text.truncate(start);
        let _ = write!(text, "{}", number + 1);
    }
}

/// FNV-1a, 32 bits.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_of_tags_are_rounded() {
        for (from, to) in [
            ("<a x=\"12.370000000000001\"/>", "<a x=\"12.37\"/>"),
            ("<a d=\"M 0.30000000000000004 7.999999999\"/>", "<a d=\"M 0.3 8\"/>"),
            ("<a x=\"-2.0\"/>", "<a x=\"-2.0\"/>"),
            ("<t>0.00000123 %</t>", "<t>0.00000123 %</t>"),
            (
                "<svg xmlns=\"http://www.w3.org/2000/svg\">",
                "<svg xmlns=\"http://www.w3.org/2000/svg\">",
            ),
        ] {
            assert_eq!(rounded(from), to);
        }
    }
}
