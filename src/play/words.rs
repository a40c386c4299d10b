//! What frontends say, in words.

use spinward_agents::session::{Choice, Entry, Hint, Player, Roll, Session};
use spinward_env::core::Seat;

/// The name of a seat with a capital letter.
pub(crate) fn seat_name(seats: &[&str], seat: Seat) -> String {
    let mut letters = seats[seat.index()].chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `Terran: build DD at Sol`; `Dice: … each hits on 4+ (50 %). hits 1 (50 %; else hits 0 25 %, hits 2 25 %)`.
pub(super) fn entry_text(entry: &Entry, seats: &[&str]) -> String {
    match (entry.who, &entry.roll) {
        (Some(seat), _) => {
            let forced = if entry.forced { " (no other choice)" } else { "" };
            format!("{}: {}{forced}", seat_name(seats, seat), entry.text)
        }
        (None, Some(roll)) => format!("Dice: {}. {}", roll.what, fallen_text(roll)),
        (None, None) => format!("Dice: {}", entry.text),
    }
}

/// `It falls: hits 1 (50 %); it could have been hits 0 (25 %), hits 2 (25 %).`
fn fallen_text(roll: &Roll) -> String {
    let with_odds = |(text, p): &(String, f64)| format!("{text} ({})", percent(*p));
    if roll.outcomes.len() == 1 {
        return format!("{}.", roll.outcomes[0].0);
    }
    let likely = roll.outcomes[0].1;
    let alike = roll.outcomes.iter().all(|(_, p)| *p == likely);
    if alike && roll.outcomes.len() > 3 {
        return format!("It falls: {}, one of {} alike.", roll.outcomes[roll.fell].0, roll.outcomes.len());
    }
    let others = roll.outcomes.iter().enumerate().filter(|(k, _)| *k != roll.fell);
    let others: Vec<String> = others.map(|(_, outcome)| with_odds(outcome)).collect();
    format!("It falls: {}; else {}.", with_odds(&roll.outcomes[roll.fell]), others.join(", "))
}

/// `50 %`, never 0 or 100 where it is not sure.
pub(crate) fn percent(p: f64) -> String {
    let rounded = (p * 100.0).round();
    if rounded < 1.0 && p > 0.0 { "under 1 %".into() } else { format!("{rounded} %") }
}

/// `3. build DD at Sol: destroyer …`.
pub(super) fn choice_text(choice: &Choice) -> String {
    if choice.explanation.is_empty() {
        format!("{}. {}", choice.key, choice.text)
    } else {
        format!("{}. {}: {}", choice.key, choice.text, choice.explanation)
    }
}

/// What the adviser says.
pub(super) fn hint_text(hint: &Hint, choices: &[Choice]) -> String {
    let named = |index: usize| choices.get(index).map_or(String::new(), |c| format!("{}. {}", c.key, c.text));
    let mut text = format!("{} would choose {}", hint.adviser, named(hint.choice));
    if let Some(expects) = hint.expects {
        text += &format!(" and expects {expects:.2} of it (0 is the worst result, 1 the best)");
    }
    let others: Vec<String> =
        hint.others.iter().take(3).map(|(index, value)| format!("{} {value:.2}", named(*index))).collect();
    if !others.is_empty() {
        text += &format!("; then {}", others.join("; "));
    }
    text + "."
}

/// Who plays: `You are Terran; Imperial is played by scripted.`
pub(super) fn players_text(session: &dyn Session) -> String {
    let seats = session.seats();
    let persons = session.players().iter().filter(|player| **player == Player::Person).count();
    let part = |(seat, player): (Seat, &Player)| {
        let name = seat_name(seats, seat);
        match player {
            Player::Person if persons == 1 => format!("You are {name}"),
            Player::Person => format!("{name} is played by a person"),
            Player::Agent(spec) => format!("{name} is played by {spec}"),
        }
    };
    let parts: Vec<String> = Seat::all(seats.len()).zip(session.players()).map(part).collect();
    parts.join("; ") + "."
}

/// How the game ended, for everybody.
pub(super) fn ending_text(session: &dyn Session) -> String {
    let Some(outcome) = session.outcome() else { return "The game is not over.".into() };
    let seats = session.seats();
    let returns: Vec<String> = Seat::all(seats.len())
        .map(|seat| format!("{} {}", seat_name(seats, seat), outcome.returns[seat.index()]))
        .collect();
    let winner =
        outcome.winner().map_or("Nobody wins".into(), |seat| format!("{} wins", seat_name(seats, seat)));
    format!("{winner}. Returns: {}.", returns.join(", "))
}
