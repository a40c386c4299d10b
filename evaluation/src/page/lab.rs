//! The page of a lab: who is how strong at what cost, how long games last, and what else is known, in one HTML file that loads
//! nothing.

use std::fmt::Write;
use std::path::{Path, PathBuf, absolute};

use super::chart::{Chart, Drawn, Line, Scale, number};
use super::documents::{balance, puzzles, reliability, thinking_chart};
use super::result::{ABOUT_GAMES, cross_table, cycles, meetings, ratings};
use super::{RunFiles, alone, curves, escape, head, percent, write_facts};
use crate::arena::scores::{of_meeting, points, sample};
use crate::arena::{ArenaPlan, ArenaRecord, PlayedGame};
use crate::balance::report::BalanceReport;
use crate::changes::in_words;
use crate::pool::{PERIOD_GAMES, Pool};
use crate::probe::{Probe, ProbeReport};
use crate::rating::Rating;
use crate::report::{ArenaReport, PairReport, SprtReport, sprt_words, time_text};

/// Links to replays, at most, of each setting: the newest.
const LINKS: usize = 60;
/// Columns of a histogram, about.
const COLUMNS: f64 = 24.0;
/// Points of a curve of ratings, at most about.
const CURVE_POINTS: usize = 40;

/// Everything that was recorded of one game under the same options and limits of thinking, by one version of the rules and of the
/// program: agents can be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The names of the seats.
    pub seats: Vec<String>,
    /// The version of the game's rules; 0: unknown.
    pub rules: u32,
    /// The version of the program.
    pub program: String,
    /// All its games as one arena, in the order in which they were recorded: `meetings` are those agents that met, the pairs of a
    /// meeting are numbered from 0, and luck is there where it was measured.
    pub record: ArenaRecord,
    /// The games of agents against themselves, each agent's as a meeting of two by its name: they say what the seats are worth to it,
    /// and nothing of its strength.
    pub alone: ArenaRecord,
    /// Whether a sequential test could have ended the meeting of each game of `record`, in every arena that the game was played in.
    pub stopped: Vec<bool>,
    /// The replays that there are, in the order in which their games were recorded.
    pub replays: Vec<Replay>,
    /// What sequential tests said.
    pub tests: Vec<Tested>,
}

/// A game of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// Whether it is one of [`Setting::alone`] rather than [`Setting::record`].
    pub is_alone: bool,
    /// Its index in that record.
    pub index: usize,
}

/// A game's replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Where it lies.
    pub file: PathBuf,
    /// Of which game.
    pub game: GamePlace,
}

/// What the sequential test of a meeting said.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// The agent that may be stronger.
    pub a: String,
    /// The other.
    pub b: String,
    /// How the test stands.
    pub sprt: SprtReport,
}

impl Setting {
    /// A setting of this record's games, of which nothing else is known.
    pub fn new(record: ArenaRecord) -> Self {
        let (stopped, program) = (vec![false; record.games.len()], String::new());
        let alone = ArenaRecord::new(record.plan.clone());
        let (seats, replays, tests) = (vec![], vec![], vec![]);
        Self { seats, rules: 0, program, record, alone, stopped, replays, tests }
    }

    /// A game, with the plan that its key is of.
    pub fn game(&self, place: GamePlace) -> (&ArenaPlan, &PlayedGame) {
        let record = if place.is_alone { &self.alone } else { &self.record };
        (&record.plan, &record.games[place.index])
    }

    /// All games, those of agents against themselves at the end.
    fn games(&self) -> impl Iterator<Item = &PlayedGame> {
        self.record.games.iter().chain(&self.alone.games)
    }

    /// The version of rules and program, and whether tests ended meetings, in sentences.
    fn remarks(&self) -> String {
        let rules = match self.rules {
            0 => "rules of an unknown version".into(),
            rules => format!("version {rules} of the rules"),
        };
        let mut remarks = format!("{rules}, program {}.", self.program);
        let stopped = self.stopped.iter().filter(|stopped| **stopped).count();
        if stopped > 0 {
            _ = write!(
                remarks,
                " {} of the games are of meetings that a sequential test could end: where it did, their scores and ratings lean towards \
                 what it accepted.",
                number(stopped as f64)
            );
        }
        remarks
    }
}

/// What the page tells of.
#[derive(Debug)]
pub struct LabPage<'a> {
    /// The lab's name.
    pub name: &'a str,
    /// Its games.
    pub settings: &'a [Setting],
    /// Runs whose learning curves are shown.
    pub runs: &'a [RunFiles],
    /// Documents of `spinward balance`.
    pub balances: &'a [BalanceReport],
    /// Documents of `spinward probe`.
    pub probes: &'a [ProbeReport],
    /// The folder that the page will lie in: links lead from there.
    pub folder: &'a Path,
}

impl LabPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let mut out = head(self.name, "Spinward lab");
        let games: usize = self.settings.iter().map(|setting| setting.games().count()).sum();
        let records = self.settings.iter().flat_map(|setting| [&setting.record, &setting.alone]);
        let mut agents: Vec<&String> = records.flat_map(|record| &record.plan.agents).collect();
        agents.sort();
        agents.dedup();
        let facts = [
            ("games", number(games as f64)),
            ("agents", number(agents.len() as f64)),
            ("settings", number(self.settings.len() as f64)),
        ];
        write_facts(&mut out, &facts);
        self.contents(&mut out);
        out += "</header>\n<main>\n";
        for (index, setting) in self.settings.iter().enumerate() {
            self.setting(&mut out, index, setting);
        }
        self.runs.iter().for_each(|run| learning(&mut out, run));
        self.probes(&mut out);
        self.balances.iter().for_each(|report| balance(&mut out, report));
        out += "</main>\n</body>\n</html>\n";
        out
    }

    /// Where to find what, if there is more than one setting.
    fn contents(&self, out: &mut String) {
        if self.settings.len() < 2 {
            return;
        }
        *out += "<nav aria-label=\"Settings\"><ul>\n";
        for (index, setting) in self.settings.iter().enumerate() {
            let (title, games) = (escape(&title(setting)), number(setting.games().count() as f64));
            _ = writeln!(out, "<li><a href=\"#setting-{index}\">{title}</a> ({games} games)</li>");
        }
        *out += "</ul></nav>\n";
    }

    fn setting(&self, out: &mut String, index: usize, setting: &Setting) {
        let seats: Vec<&str> = setting.seats.iter().map(String::as_str).collect();
        let arena = ArenaReport::new(&setting.record, &seats);
        let games = number(setting.games().count() as f64);
        _ = writeln!(
            out,
            "<section id=\"setting-{index}\">\n<h2>{}</h2>\n<p>{games} games by {} {ABOUT_GAMES}</p>",
            escape(&title(setting)),
            escape(&setting.remarks())
        );
        if !arena.ratings.is_empty() {
            strength(out, setting, &arena, &seats);
        } else {
            *out += "<p>No two agents have played a pair of games yet.</p>\n";
            if setting.games().next().is_some() {
                write_charts(out, &[lengths(setting)]);
            }
        }
        alone::table(out, &setting.alone, &seats);
        tests(out, &setting.tests);
        self.replays(out, setting);
        *out += "</section>\n";
    }

    /// Links to the newest replays, with who played and how it ended.
    fn replays(&self, out: &mut String, setting: &Setting) {
        let all = &setting.replays;
        if all.is_empty() {
            return;
        }
        let shown = all.len().min(LINKS);
        _ = writeln!(
            out,
            "<details><summary>Replays: the newest {shown} of {}</summary><div class=\"scroll\" tabindex=\"0\"><table><thead><tr>\
             <th scope=\"col\">replay</th><th scope=\"col\" class=\"word\">a</th><th scope=\"col\" class=\"word\">b</th>\
             <th scope=\"col\">score of a</th><th scope=\"col\">decisions</th></tr></thead><tbody>",
            all.len()
        );
        for Replay { file: replay, game } in all.iter().rev().take(shown) {
            let (plan, game) = setting.game(*game);
            let (a, b) = plan.meetings[game.key.meeting];
            let file =
                replay.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            _ = writeln!(
                out,
                "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td class=\"word\">{}</td><td class=\"word\">{}</td>\
                 <td>{}</td><td>{}</td></tr>",
                escape(&link(self.folder, replay)),
                escape(&file),
                escape(&plan.agents[a]),
                escape(&plan.agents[b]),
                number(points(plan, game)),
                game.decisions.iter().sum::<u32>()
            );
        }
        *out += "</tbody></table></div></details>\n";
    }

    fn probes(&self, out: &mut String) {
        if self.probes.is_empty() {
            return;
        }
        *out += "<section>\n<h2>Probes</h2>\n<div class=\"charts\">\n";
        let all = || self.probes.iter().flat_map(|report| &report.probes);
        for probe in all() {
            match probe {
                Probe::Calibration(calibration) => *out += &reliability(calibration).figure(),
                Probe::Thinking(thinking) => *out += &thinking_chart(thinking).figure(),
                Probe::Puzzles(_) => {}
            }
        }
        *out += "</div>\n";
        for probe in all() {
            if let Probe::Puzzles(scores) = probe {
                puzzles(out, scores);
            }
        }
        *out += "</section>\n";
    }
}

/// Who is how strong.
fn strength(out: &mut String, setting: &Setting, arena: &ArenaReport, seats: &[&str]) {
    let (pool, history) = rate_in_order(setting);
    let glicko = arena.ratings.iter().map(|rating| {
        let at = setting.record.plan.agents.iter().position(|agent| *agent == rating.agent);
        let own = at.and_then(|at| pool[at]);
        own.map_or_else(String::new, |own| format!("{:+.0} ± {:.0}", own.elo, own.half_width))
    });
    let costs = costs(&arena.pairs);
    let cost_texts = arena.ratings.iter().map(|rating| {
        let cost = costs.iter().find(|(agent, _)| *agent == rating.agent);
        cost.map_or_else(String::new, |(_, seconds)| time_text(*seconds))
    });
    ratings(
        out,
        &arena.ratings,
        &[("in order of play", glicko.collect()), ("CPU a decision", cost_texts.collect())],
    );
    _ = writeln!(
        out,
        "<p>Elo: by maximum likelihood from all games at once, with the first seat's advantage. In order of play: Glicko-2 in \
         periods that end when an agent has played {PERIOD_GAMES} games, above the mean of the two agents who met first; old games fade there.</p>"
    );
    write_charts(out, &[cost_chart(arena, &costs), lengths(setting), history]);
    *out += "<h3>Payoffs</h3>\n";
    cross_table(out, arena, None);
    if seats.len() == 2 {
        seats.iter().for_each(|seat| cross_table(out, arena, Some(seat)));
    }
    meetings(out, &arena.pairs);
    cycles(out, arena);
}

/// Those of the charts that have something to show.
fn write_charts(out: &mut String, charts: &[Chart]) {
    *out += "<div class=\"charts\">\n";
    charts.iter().filter(|chart| chart.has_points()).for_each(|chart| *out += &chart.figure());
    *out += "</div>\n";
}

/// What sequential tests said.
fn tests(out: &mut String, tests: &[Tested]) {
    if tests.is_empty() {
        return;
    }
    *out += "<div class=\"scroll\" tabindex=\"0\"><table><caption>Sequential tests</caption><thead><tr><th scope=\"col\">a</th>\
             <th scope=\"col\" class=\"word\">b</th><th scope=\"col\" class=\"word\">says</th></tr></thead><tbody>\n";
    for Tested { a, b, sprt } in tests {
        let (a, b, says) = (escape(a), escape(b), escape(&sprt_words(sprt)));
        _ = writeln!(
            out,
            "<tr><th scope=\"row\">{a}</th><td class=\"word\">{b}</td><td class=\"word\">{says}</td></tr>"
        );
    }
    *out += "</tbody></table></div>\n";
}

/// `imperium/nusku-gap (cobb-2005), 16 simulations a decision`.
fn title(setting: &Setting) -> String {
    let plan = &setting.record.plan;
    let what = in_words(&plan.preset, &plan.changed_options(), &plan.figures);
    let mut title = format!("{}/{} ({what})", plan.game, plan.scenario);
    let limits = [
        plan.thinking.visits.map(|visits| format!("{visits} simulations")),
        plan.thinking.seconds.map(|seconds| format!("{seconds} s")),
        plan.thinking.cpu_seconds.map(|seconds| format!("{seconds} s of processor time")),
    ];
    for limit in limits.into_iter().flatten() {
        _ = write!(title, ", {limit} a decision");
    }
    title
}

/// The ratings in the order of play, and how they went: each agent from its first game on.
fn rate_in_order(setting: &Setting) -> (Vec<Option<Rating>>, Chart) {
    let plan = &setting.record.plan;
    let mut pool = Pool::new(plan.agents.len());
    let mut curves: Vec<Vec<(f64, f64)>> = vec![Vec::new(); plan.agents.len()];
    let games = setting.record.games.len();
    let every = games.div_ceil(CURVE_POINTS);
    let mut note = |pool: &Pool, count: usize| {
        for (curve, rating) in curves.iter_mut().zip(pool.ratings()) {
            curve.extend(rating.map(|rating| (count as f64, rating.elo)));
        }
    };
    let only: Vec<Option<u32>> =
        (0..plan.meetings.len()).map(|index| only_pair(&setting.record, index)).collect();
    for (index, game) in setting.record.games.iter().enumerate() {
        let (a, b) = plan.meetings[game.key.meeting];
        if only[game.key.meeting].is_none_or(|pair| pair == game.key.pair) {
            pool.play(a, b, points(plan, game));
        }
        if (index + 1).is_multiple_of(every) && index + 1 < games {
            note(&pool, index + 1);
        }
    }
    pool.end_period();
    note(&pool, games);
    let lines = plan.agents.iter().zip(curves).map(|(agent, points)| Line::joined(agent, points));
    let anchors: Vec<&str> = pool.anchors().iter().map(|&agent| plan.agents[agent].as_str()).collect();
    let chart = Chart {
        title: "Ratings in the order of play".into(),
        meaning: format!(
            "Glicko-2, in Elo points above the mean of {}, who met first, after so many of the recorded games.",
            anchors.join(" and ")
        ),
        x_name: "games".into(),
        x_scale: Scale::Whole,
        range: None,
        lines: lines.collect(),
    };
    (pool.ratings(), chart)
}

/// The only pair of a meeting that counts, where all others repeat it.
fn only_pair(record: &ArenaRecord, meeting: usize) -> Option<u32> {
    let pairs = of_meeting(record, meeting);
    match (sample(&pairs), pairs.len()) {
        ([only], 2..) => Some(only.number),
        _ => None,
    }
}

/// Processor seconds a decision of every agent, over all its meetings.
fn costs(pairs: &[PairReport]) -> Vec<(String, f64)> {
    let mut sums: Vec<(String, f64, u64)> = Vec::new();
    let mut add =
        |agent: &str, cpu_s: f64, decisions: u64| match sums.iter_mut().find(|(other, ..)| other == agent) {
            Some(sum) => {
                sum.1 += cpu_s;
                sum.2 += decisions;
            }
            None => sums.push((agent.into(), cpu_s, decisions)),
        };
    for pair in pairs {
        add(&pair.a, pair.a_cpu_s, pair.a_decisions);
        add(&pair.b, pair.b_cpu_s, pair.b_decisions);
    }
    sums.into_iter().map(|(agent, cpu_s, decisions)| (agent, cpu_s / decisions.max(1) as f64)).collect()
}

fn cost_chart(arena: &ArenaReport, costs: &[(String, f64)]) -> Chart {
    let line = |rating: &crate::report::RatingReport| {
        let (_, cost) = costs.iter().find(|(agent, cost)| *agent == rating.agent && *cost > 0.0)?;
        Some(Line {
            name: rating.agent.clone(),
            points: vec![(*cost, rating.elo)],
            intervals: vec![rating.ci95],
            drawn: Drawn::Named,
        })
    };
    Chart {
        title: "Rating against cost".into(),
        meaning: "Elo points above the mean, with 95 % intervals, over the processor time of a decision."
            .into(),
        x_name: "processor time a decision".into(),
        x_scale: Scale::Log(power_of_time),
        range: None,
        lines: arena.ratings.iter().filter_map(line).collect(),
    }
}

/// `10 µs`.
fn power_of_time(seconds: f64) -> String {
    match seconds {
        s if s < 0.999e-6 => format!("{} ns", number(1e9 * s)),
        s if s < 0.999e-3 => format!("{} µs", number(1e6 * s)),
        s if s < 0.999 => format!("{} ms", number(1e3 * s)),
        s => format!("{} s", number(s)),
    }
}

fn lengths(setting: &Setting) -> Chart {
    let length = |decisions: &[u32]| f64::from(decisions.iter().sum::<u32>());
    let lengths: Vec<f64> = setting.games().map(|game| length(&game.decisions)).collect();
    let (low, high) =
        lengths.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &x| (low.min(x), high.max(x)));
    let rough = ((high - low) / COLUMNS).max(1.0);
    let unit = 10_f64.powf(rough.log10().floor());
    let width =
        [1.0, 2.0, 5.0, 10.0].map(|k| k * unit).into_iter().find(|&step| step >= rough).unwrap_or(rough);
    let first = (low / width).floor();
    let mut counts = vec![0.0; ((high / width).floor() - first) as usize + 1];
    lengths.iter().for_each(|length| counts[((length / width).floor() - first) as usize] += 1.0);
    let columns = counts.into_iter().enumerate().map(|(k, count)| ((first + k as f64) * width, count));
    Chart {
        title: "Length of games".into(),
        meaning: format!(
            "Games by unforced decisions of all sides, from each number to {} more.",
            number(width)
        ),
        x_name: "decisions".into(),
        x_scale: Scale::Linear,
        range: None,
        lines: vec![Line {
            name: "games".into(),
            points: columns.collect(),
            intervals: vec![],
            drawn: Drawn::Columns(width),
        }],
    }
}

fn learning(out: &mut String, run: &RunFiles) {
    let seats = run.arena.as_ref().and_then(|arena| arena.pairs.first());
    let seats: Vec<&str> =
        seats.map_or(vec![], |pair| pair.a_by_seat.iter().map(|seat| seat.name.as_str()).collect());
    let charts = curves::charts(&run.metrics, &seats);
    _ = writeln!(out, "<section>\n<h2>How {} learnt</h2>\n<div class=\"charts\">", escape(&run.name));
    charts.iter().for_each(|chart| *out += &chart.figure());
    *out += "</div>\n</section>\n";
}

/// The link from a folder to a file: relative where the file lies in the folder, below it or beside it.
fn link(folder: &Path, file: &Path) -> String {
    let whole = |path: &Path| absolute(path).unwrap_or_else(|_| path.into());
    let (folder, file) = (whole(folder), whole(file));
    let text = |path: &Path| percent(&path.to_string_lossy());
    if let Ok(below) = file.strip_prefix(&folder) {
        return text(below);
    }
    match folder.parent().and_then(|parent| file.strip_prefix(parent).ok()) {
        Some(beside) => format!("../{}", text(beside)),
        None => format!("file://{}", text(&file)),
    }
}
