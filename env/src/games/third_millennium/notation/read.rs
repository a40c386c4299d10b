//! A position from text.

use super::super::ThirdMillennium;
use super::super::setup::{LAST_TURN, empty_state};
use super::super::state::{
    Battle, Court, Due, Field, Fleet, Ground, GroundStage, Group, MAX_STOCK, Offensive, PackedGroup, Pending,
    Place, Planet, Report, Series, Ship, Spot, Square, Stage, State, Step, Volley, Weapon,
};
use super::super::turn::CLOSE_OUT;
use super::steps::read_classes;
use super::words::{
    number, read_class, read_flag, read_fleet, read_group, read_or_dash, read_seat, read_square, read_weapon,
    refuse,
};
use crate::core::{ParseError, Seat};

/// No side has more counters.
const MOST_COUNTERS: u32 = 144;
/// No field has more counters or points.
const MOST_MINES: u8 = 99;

impl ThirdMillennium {
    pub(super) fn read_position(&self, text: &str) -> Result<State, ParseError> {
        let mut state = empty_state();
        let mut stepped = false;
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let words: Vec<&str> = rest.split(' ').collect();
            match (word, &words[..]) {
                ("turn", words) => read_turn(&mut state, line, words)?,
                ("glory", [glory, "stock", stocks, "fought", fought]) => {
                    state.glory = number(glory)?;
                    let [terran, imperial] = pair(stocks)?;
                    (state.sides[0].stock, state.sides[1].stock) = (terran, imperial);
                    state.fought = number(fought)?;
                }
                (
                    "report",
                    [side, at, "turn", turn, "segment", segment, "warships", warships, "auxiliaries", others],
                ) => {
                    state.reports[read_seat(side)?.index()] = Some(Report {
                        at: self.read_system(at)?,
                        when: [number(turn)?, number(segment)?],
                        warships: pair(warships)?,
                        auxiliaries: read_or_dash(others, number)?,
                    });
                }
                ("orders", words) => self.read_orders(&mut state, line, words)?,
                ("world" | "outpost", [id, owner, "hits", hits]) => {
                    let planet = self.read_planet(id)?;
                    let owner = Some(read_seat(owner)?);
                    state.planets[planet.index()] =
                        Planet { hits: number(hits)?, ..Planet::new(owner, word == "world") };
                }
                ("founding", [id, founder]) => {
                    state.planets[self.read_planet(id)?.index()].founder = Some(read_seat(founder)?);
                }
                ("lost", [side, classes]) => {
                    state.sides[read_seat(side)?.index()].lost = read_classes(classes)?;
                }
                ("series", ["war", war, "began", began, "peace", peace, "won", won]) => {
                    state.series = Series {
                        war: number(war)?,
                        began: number(began)?,
                        peace: number(peace)?,
                        won: pair(won)?,
                    };
                }
                ("grown", [id, turns]) => {
                    state.planets[self.read_planet(id)?.index()].grown = number(turns)?;
                }
                ("court", words) => read_court(&mut state.court, line, words)?,
                ("fleet", [side, id, "at", spot, "active", active, "known_with", with, marks @ ..])
                    if matches!(marks, [] | ["emperor"] | ["laying", _] | ["emperor", "laying", _]) =>
                {
                    let fleet = Fleet {
                        at: self.read_spot(spot)?,
                        activated: read_flag(active)?,
                        known_with: read_fleet(with)?,
                        emperor: marks.contains(&"emperor"),
                        laying: match marks {
                            [.., "laying", counters] => number(counters)?,
                            _ => 0,
                        },
                    };
                    state.fleets.set(read_seat(side)?, read_fleet(id)?, fleet);
                }
                (
                    "mines",
                    [side, system, "counters", counters, "points", points, "most", most, "known", known],
                ) => {
                    let (seat, system) = (read_seat(side)?, self.read_system(system)?);
                    *state.field_mut(seat, system) = Field {
                        counters: number(counters)?,
                        points: number(points)?,
                        most: number(most)?,
                        known: read_flag(known)?,
                    };
                }
                ("units", _) => self.read_units(&mut state, line, rest)?,
                ("due", [turn, side, count, class, at]) => {
                    let due = Due {
                        turn: number(turn)?,
                        seat: read_seat(side)?,
                        class: read_class(class)?,
                        at: self.read_system(at)?,
                        count: number(count)?,
                    };
                    state.due.try_push(due).map_err(|_| refuse(line, "too many lines due"))?;
                }
                ("pending", [at, from, fleet]) => {
                    let pending = Pending {
                        at: self.read_battlefield(at)?,
                        from: read_or_dash(from, |word| self.read_system(word))?,
                        fleet: read_fleet(fleet)?,
                    };
                    state.pending.try_push(pending).map_err(|_| refuse(line, "too many battles"))?;
                }
                ("battle", words) => state.battle = Some(self.read_battle(line, words)?),
                ("ship", [side, place, kind, "aimed", aimed, "hits", hits, rest @ ..])
                    if matches!(rest, [] | ["leaves"] | ["at", _] | ["at", _, "leaves"]) =>
                {
                    let group = read_group(read_seat(side)?, self.read_place(place)?, kind)?;
                    let ship = Ship {
                        unit: PackedGroup::new(&group),
                        aimed: pair(aimed)?,
                        hits: number(hits)?,
                        leaves: rest.last() == Some(&"leaves"),
                        square: match rest {
                            ["at", square, ..] => read_square(square)?,
                            _ => Square::CORNER,
                        },
                    };
                    let battle = state.battle.as_mut().ok_or_else(|| refuse(line, "there is no battle"))?;
                    battle.ships.try_push(ship).map_err(|_| refuse(line, "too many ships"))?;
                }
                ("ground", words) => state.ground = Some(self.read_ground(line, words)?),
                ("won", ["by", winner]) => state.result = Some(read_or_dash(winner, read_seat)?),
                ("step", words) => {
                    state.step = self.read_step(line, words)?;
                    stepped = true;
                }
                _ => return Err(refuse(line, "no line of a position begins or goes on so")),
            }
        }
        if !stepped {
            return Err(refuse(text, "the line 'step' is missing"));
        }
        self.check(&state).map_err(|reason| refuse(text, reason))?;
        Ok(state)
    }

    fn read_orders(&self, state: &mut State, line: &str, words: &[&str]) -> Result<(), ParseError> {
        let [
            fleet,
            "made",
            made,
            "allowance",
            allowance,
            "from",
            from,
            "mustered",
            mustered,
            "under_way",
            under_way,
            "sighted",
            sighted,
            "unseen",
            unseen,
            "repulsed",
            repulsed,
        ] = words
        else {
            return Err(refuse(
                line,
                "expected 'orders FLEET made N allowance N from SYSTEM mustered TARGET ...'",
            ));
        };
        let orders = &mut state.orders;
        orders.fleet = read_fleet(fleet)?;
        (orders.made, orders.allowance) = (number(made)?, number(allowance)?);
        orders.from = read_or_dash(from, |word| self.read_system(word))?;
        orders.mustered = read_or_dash(mustered, |word| self.read_target(word))?;
        orders.under_way = read_flag(under_way)?;
        orders.sighted = read_or_dash(sighted, triple)?;
        (orders.unseen, orders.repulsed) = (read_flag(unseen)?, read_flag(repulsed)?);
        Ok(())
    }

    fn read_units(&self, state: &mut State, line: &str, rest: &str) -> Result<(), ParseError> {
        let head = rest.split_once(": ").and_then(|(head, groups)| Some((head.split_once(' ')?, groups)));
        let Some(((side, place), groups)) = head else {
            return Err(refuse(line, "expected 'units SIDE PLACE: COUNTERS'"));
        };
        let (seat, place) = (read_seat(side)?, self.read_place(place)?);
        let mut total = state.groups.of(seat).map(|group| u32::from(group.count)).sum::<u32>();
        for text in groups.split(", ") {
            let group = read_group(seat, place, text)?;
            total += u32::from(group.count);
            let twice =
                state.groups.at(seat, place).any(|other| Self::key_of(&other) == Self::key_of(&group));
            if twice || total > MOST_COUNTERS {
                return Err(refuse(text, "such counters are named twice, or there are too many"));
            }
            state.groups.add(group);
        }
        Ok(())
    }

    fn read_battle(&self, line: &str, words: &[&str]) -> Result<Battle, ParseError> {
        let [
            at,
            "attacker",
            attacker,
            "fleet",
            fleet,
            "from",
            from,
            "planet",
            planet,
            "bombardment",
            bombardment,
            "round",
            round,
            "band",
            band,
            "winner",
            winner,
            stage @ ..,
        ] = words
        else {
            return Err(refuse(
                line,
                "expected 'battle SPOT attacker SIDE fleet FLEET from SYSTEM planet PLANET ...'",
            ));
        };
        Ok(Battle {
            at: self.read_battlefield(at)?,
            attacker: read_seat(attacker)?,
            fleet: read_fleet(fleet)?,
            from: read_or_dash(from, |word| self.read_system(word))?,
            planet: read_or_dash(planet, |word| self.read_planet(word))?,
            bombardment: read_flag(bombardment)?,
            round: number(round)?,
            band: number(band)?,
            winner: read_or_dash(winner, read_seat)?,
            stage: self.read_stage(line, stage)?,
            ships: arrayvec::ArrayVec::new(),
        })
    }

    fn read_battlefield(&self, word: &str) -> Result<Spot, ParseError> {
        match self.read_spot(word)? {
            Spot::Lost(_) => Err(refuse(word, "nobody fights a lost fleet")),
            spot => Ok(spot),
        }
    }

    fn read_stage(&self, line: &str, words: &[&str]) -> Result<Stage, ParseError> {
        Ok(match words {
            ["range"] => Stage::Range,
            ["shift"] => Stage::Shift,
            ["steer", ship, taken] => Stage::Steer { ship: number(ship)?, taken: number(taken)? },
            ["aim", volley, ship] => Stage::Aim { volley: read_volley(volley)?, ship: number(ship)? },
            ["hits", volley, target] => Stage::Hits { volley: read_volley(volley)?, target: number(target)? },
            ["counter", volley, target] => {
                Stage::Counter { volley: read_volley(volley)?, target: number(target)? }
            }
            ["withdraw"] => Stage::Withdraw,
            ["leave", to, after] => Stage::Leave { to: self.read_system(to)?, after: number(after)? },
            ["escorts", weapon, dice, hits] => {
                let weapon: Weapon = read_weapon(weapon)?;
                Stage::Escorts { weapon, dice: number(dice)?, hits: number(hits)? }
            }
            ["allot", weapon, hits] => Stage::Allot { weapon: read_weapon(weapon)?, hits: number(hits)? },
            ["bombard", dice, hits] => Stage::Bombard { dice: number(dice)?, hits: number(hits)? },
            _ => return Err(refuse(line, "no such stage of a battle")),
        })
    }

    fn read_ground(&self, line: &str, words: &[&str]) -> Result<Ground, ParseError> {
        let [planet, "attacker", attacker, "landed", landed, "round", round, "hits", hits, stage @ ..] =
            words
        else {
            return Err(refuse(
                line,
                "expected 'ground PLANET attacker SIDE landed N,N round N hits N,N STAGE'",
            ));
        };
        let stage = match stage {
            ["strike", seat, first, easy, plain] => GroundStage::Strike {
                seat: read_seat(seat)?,
                first: read_flag(first)?,
                easy: number(easy)?,
                plain: number(plain)?,
            },
            ["losses", seat, first] => {
                GroundStage::Losses { seat: read_seat(seat)?, first: read_flag(first)? }
            }
            ["capture"] => GroundStage::Capture,
            ["bombarded"] => GroundStage::Bombarded,
            _ => return Err(refuse(line, "no such stage of combat on a planet")),
        };
        Ok(Ground {
            planet: self.read_planet(planet)?,
            attacker: read_seat(attacker)?,
            landed: pair(landed)?,
            round: number(round)?,
            stage,
            hits: pair(hits)?,
        })
    }

    /// Why this is no position of the game.
    fn check(&self, state: &State) -> Result<(), String> {
        if state.segment > CLOSE_OUT {
            return Err(format!("a turn has segments 0 to {CLOSE_OUT}"));
        }
        if state.turn > LAST_TURN || state.sides.iter().any(|side| side.stock > MAX_STOCK) {
            return Err(format!("there are at most {LAST_TURN} turns, and {MAX_STOCK} Resources in a stock"));
        }
        if state.series != Series::default() && self.scenario.campaign.is_none() {
            return Err("the scenario is no series of wars".into());
        }
        if state.series.began > state.turn || state.series.peace > LAST_TURN {
            return Err(format!(
                "a war begins before the turn at hand, and there are at most {LAST_TURN} turns of peace"
            ));
        }
        for seat in Seat::all(2) {
            for (id, fleet) in state.fleets.of(seat) {
                if state
                    .fleets
                    .get(seat, fleet.known_with)
                    .is_none_or(|with| with.known_with != fleet.known_with)
                {
                    return Err(format!("fleet {} is known with one that is not there", id.letter()));
                }
            }
            let ships =
                state.battle.iter().flat_map(|battle| battle.ships.iter().map(|ship| ship.unit.group()));
            for group in state.groups.of(seat).chain(ships.filter(|group| group.seat == seat)) {
                self.check_group(state, &group)?;
            }
            self.check_fighters(state, seat)?;
        }
        self.check_mines(state)?;
        if state.battle.is_some() != (state.step == Step::Battle)
            || state.ground.is_some() != (state.step == Step::Ground)
        {
            return Err("a battle or combat on a planet is on exactly at that step".into());
        }
        if state.result.is_some() != (state.step == Step::Over) {
            return Err("somebody has won exactly when the game is over".into());
        }
        if let Some(
            Stage::Aim { ship: index, .. }
            | Stage::Hits { target: index, .. }
            | Stage::Counter { target: index, .. }
            | Stage::Leave { after: index, .. }
            | Stage::Steer { ship: index, .. },
        ) = state.battle.as_ref().map(|battle| battle.stage)
            && state.battle.as_ref().is_some_and(|battle| usize::from(index) >= battle.ships.len())
        {
            return Err(format!("the battle has no ship {index}"));
        }
        Ok(())
    }

    fn check_fighters(&self, state: &State, seat: Seat) -> Result<(), String> {
        let fleets = state.fleets.of(seat).map(|(id, _)| Place::Fleet(id));
        let mut places = fleets.chain(self.map.system_ids().map(Place::Port));
        match places.find(|place| state.battle.is_none() && self.hangar(state, seat, *place) < 0) {
            Some(full) => Err(format!("{} has more fighters than its carriers take", self.place_word(full))),
            None => Ok(()),
        }
    }

    fn check_mines(&self, state: &State) -> Result<(), String> {
        let fields = || state.fields.iter().flatten().filter(|field| **field != Field::default());
        if !self.rules.mines && fields().next().is_some() {
            return Err("there are mines only with the option 'mines'".into());
        }
        if fields().any(|field| field.counters == 0 || field.counters.max(field.most) > MOST_MINES) {
            return Err(format!("mines have 1 to {MOST_MINES} counters and up to {MOST_MINES} points"));
        }
        if fields().any(|field| field.points > field.most || field.known && field.points < field.most) {
            return Err(
                "mines have no more points than they may have, and as many where they are known".into()
            );
        }
        let laying = Seat::all(2).flat_map(|seat| state.fleets.of(seat)).map(|(_, fleet)| fleet.laying).max();
        if laying.is_some_and(|most| most > MOST_MINES || most > 0 && !self.rules.mines) {
            return Err(format!("a fleet lays up to {MOST_MINES} counters, with the option 'mines'"));
        }
        let (seat, fleet) = (state.mover, state.orders.fleet);
        match state.step {
            Step::Mines { dice: 0, hits: 0, .. } | Step::Sweep { left: 0 } => Err("no die is left".into()),
            Step::Mines { .. } if self.jumpers(state, seat, fleet) == 0 => {
                Err("mines attack an active fleet with ships".into())
            }
            _ => Ok(()),
        }
    }

    fn check_group(&self, state: &State, group: &Group) -> Result<(), String> {
        let Some(figures) = self.units.find(group.seat, group.class) else {
            return Err(format!("{} has no {}", group.seat, group.class));
        };
        // Wrecks stay in a battle to the end of the round.
        if group.damage >= figures.defence && state.battle.is_none() {
            return Err(format!("{} with {} hits is destroyed", group.class, group.damage));
        }
        match group.place {
            Place::Fleet(fleet) if state.fleets.get(group.seat, fleet).is_none() => {
                Err(format!("fleet {} is not on the map", fleet.letter()))
            }
            _ => Ok(()),
        }
    }
}

fn read_turn(state: &mut State, line: &str, words: &[&str]) -> Result<(), ParseError> {
    let [turn, "segment", segment, "mover", mover, "first", first, "left", left, "passes", passes] = words
    else {
        return Err(refuse(line, "expected 'turn N segment N mover SIDE first SIDE left N,N passes N'"));
    };
    (state.turn, state.segment) = (number(turn)?, number(segment)?);
    (state.mover, state.first) = (read_seat(mover)?, read_seat(first)?);
    (state.left, state.passes) = (pair(left)?, number(passes)?);
    Ok(())
}

fn read_court(court: &mut Court, line: &str, words: &[&str]) -> Result<(), ParseError> {
    let [
        "budget",
        budget,
        "withheld",
        withheld,
        "level",
        level,
        "heard",
        heard,
        "glory",
        glory,
        "offensive",
        offensive,
    ] = words
    else {
        return Err(refuse(
            line,
            "expected 'court budget N withheld N level N heard yes glory N offensive -'",
        ));
    };
    let read_offensive = |word: &str| {
        let numbers: Vec<&str> = word.split(',').collect();
        let [until, glory, value] = numbers[..] else {
            return Err(refuse(word, "expected TURN,GLORY,VALUE"));
        };
        Ok(Offensive { until: number(until)?, glory: number(glory)?, value: number(value)? })
    };
    *court = Court {
        budget: number(budget)?,
        withheld: number(withheld)?,
        level: number(level)?,
        heard: read_flag(heard)?,
        glory: number(glory)?,
        offensive: read_or_dash(offensive, read_offensive)?,
    };
    Ok(())
}

fn triple(word: &str) -> Result<[u8; 3], ParseError> {
    let numbers: Vec<&str> = word.split(',').collect();
    let [capital, light, auxiliary] = numbers[..] else {
        return Err(refuse(word, "expected three numbers"));
    };
    Ok([number(capital)?, number(light)?, number(auxiliary)?])
}

fn pair<T: std::str::FromStr>(word: &str) -> Result<[T; 2], ParseError> {
    let (one, other) = word.split_once(',').ok_or_else(|| refuse(word, "expected two numbers"))?;
    Ok([number(one)?, number(other)?])
}

fn read_volley(word: &str) -> Result<Volley, ParseError> {
    match word.split_once(':') {
        Some(("space", weapon)) => read_weapon(weapon).map(Volley::Space),
        Some(("fighters", weapon)) => read_weapon(weapon).map(Volley::Fighters),
        None if word == "defences" => Ok(Volley::Defences),
        _ => Err(refuse(word, "expected space:WEAPON, fighters:WEAPON or defences")),
    }
}
