//! What a person may choose, and what he typed.

use spinward_env::scene::{Scene, SiteIndex};

/// One legal action of a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What to type for it: a number. Where all choices are the same words with another number at the end, it is
    /// that number, else the place in the list, from 1.
    pub key: String,
    /// The action in the game's own words.
    pub text: String,
    /// What it means and may lead to; may be empty.
    pub explanation: String,
    /// The place that it names, if it names one.
    pub site: Option<SiteIndex>,
}

/// Why nothing was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// No choice is called so.
    Nothing,
    /// These choices (indices) are.
    Several(Vec<usize>),
}

/// The choices with these texts and explanations.
pub(super) fn choices(texts: Vec<(String, String)>, scene: &Scene) -> Vec<Choice> {
    let numbers = numbers_at_the_end(&texts);
    let key = |index: usize| numbers.as_ref().map_or((index + 1).to_string(), |n| n[index].clone());
    let of = |(index, (text, explanation)): (usize, (String, String))| {
        let site = site_named_in(scene, &text);
        Choice { key: key(index), text, explanation, site }
    };
    texts.into_iter().enumerate().map(of).collect()
}

/// `bid 3`, `bid 5`: the numbers, if nothing else tells the texts apart.
fn numbers_at_the_end(texts: &[(String, String)]) -> Option<Vec<String>> {
    let halves: Option<Vec<(&str, &str)>> = texts.iter().map(|(text, _)| text.rsplit_once(' ')).collect();
    let halves = halves?;
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let alike = halves.iter().all(|(words, last)| *words == halves[0].0 && number(last));
    (alike && !halves.is_empty()).then(|| halves.iter().map(|(_, last)| (*last).into()).collect())
}

/// The site with the longest name that the text names.
fn site_named_in(scene: &Scene, text: &str) -> Option<SiteIndex> {
    let named = scene.sites.iter().enumerate().filter(|(_, site)| text.contains(&site.name));
    named.max_by_key(|(_, site)| site.name.len()).map(|(index, _)| SiteIndex(index))
}

/// The choice that was typed: its key, its text, the beginning of its text, or beginnings of words of it, as long
/// as one choice alone is meant. Capitals don't matter.
///
/// # Errors
/// What is wrong with it.
pub fn find(choices: &[Choice], typed: &str) -> Result<usize, Miss> {
    let typed = typed.trim().to_lowercase();
    if typed.is_empty() {
        return Err(Miss::Nothing);
    }
    let texts: Vec<String> = choices.iter().map(|choice| choice.text.to_lowercase()).collect();
    if let Some(exact) = texts.iter().position(|text| *text == typed) {
        return Ok(exact);
    }
    if let Some(by_key) = choices.iter().position(|choice| choice.key == typed) {
        return Ok(by_key);
    }
    let words: Vec<&str> = typed.split_whitespace().collect();
    let begins = |text: &String| text.starts_with(&typed);
    let has_words =
        |text: &String| words.iter().all(|word| text.split_whitespace().any(|own| own.starts_with(word)));
    let meant = |fits: &dyn Fn(&String) -> bool| -> Vec<usize> {
        (0..texts.len()).filter(|&index| fits(&texts[index])).collect()
    };
    let starting = meant(&begins);
    let found = if starting.is_empty() { meant(&has_words) } else { starting };
    match found[..] {
        [] => Err(Miss::Nothing),
        [one] => Ok(one),
        _ => Err(Miss::Several(found)),
    }
}
