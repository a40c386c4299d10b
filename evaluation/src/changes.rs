//! What a setup has that its preset has not, so that no figure stands under the name of a preset alone.

use std::collections::BTreeMap;

use spinward_env::core::{ResolvedSetup, Setup};
use spinward_env::games::registry;

/// Options and figures by key.
pub(crate) type Changes = BTreeMap<String, String>;

/// The options that differ from the preset's; all of them where this program knows no such game.
pub(crate) fn options(
    [game, scenario, preset]: [&str; 3],
    options: impl Iterator<Item = (impl AsRef<str>, impl AsRef<str>)>,
) -> Changes {
    let cards = registry();
    let card = cards.iter().find(|card| card.id == game);
    let plain = card.and_then(|card| Setup::new(game).scenario(scenario).preset(preset).resolve(card).ok());
    let values: BTreeMap<&str, &str> = plain.iter().flat_map(ResolvedSetup::values).collect();
    let own = options.map(|(key, value)| (key.as_ref().to_string(), value.as_ref().to_string()));
    own.filter(|(key, value)| values.get(key.as_str()) != Some(&value.as_str())).collect()
}

/// `cobb-2005; fleets=medium; figure DD.price=4`.
pub(crate) fn in_words(preset: &str, options: &Changes, figures: &Changes) -> String {
    let options = options.iter().map(|(key, value)| format!("; {key}={value}"));
    let figures = figures.iter().map(|(key, value)| format!("; figure {key}={value}"));
    [preset.into()].into_iter().chain(options).chain(figures).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_from_the_preset_is_told() {
        let of = |target| options(["pig", "standard", "standard"], [("target", target)].into_iter());
        assert!(of("100").is_empty());
        assert_eq!(in_words("standard", &of("20"), &Changes::new()), "standard; target=20");
        let figures = Changes::from([("DD.price".into(), "4".into())]);
        assert_eq!(in_words("p", &Changes::new(), &figures), "p; figure DD.price=4");
        let unknown = options(["no game", "s", "p"], [("a", "1")].into_iter());
        assert_eq!(unknown, Changes::from([("a".into(), "1".into())]));
    }
}
