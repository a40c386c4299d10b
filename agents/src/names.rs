//! What to say when a name is not known.

/// A sentence without a full stop: no such `what`, the nearest name if one is near, and all names.
pub(crate) fn unknown_name<'a>(what: &str, got: &str, offered: impl IntoIterator<Item = &'a str>) -> String {
    let offered: Vec<&str> = offered.into_iter().collect();
    let all = offered.join(", ");
    let nearest = offered.iter().max_by(|a, b| strsim::jaro(got, a).total_cmp(&strsim::jaro(got, b)));
    match nearest {
        None => format!("no {what} '{got}'; there is none"),
        Some(name) if strsim::jaro(got, name) > 0.7 => {
            format!("no {what} '{got}'; did you mean '{name}'? There is {all}")
        }
        Some(_) => format!("no {what} '{got}'; there is {all}"),
    }
}
