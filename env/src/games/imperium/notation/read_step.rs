//! The step of a position from text, with the partly built decision: the mirror of `write::step`.

use super::super::action::{Kind, Quantity};
use super::super::state::{OrderStage, Orders, Peace, PendingMove, Place, Placing, Step};
use super::clauses::Reader;
use super::words::{Names, Word, class, halves, number, read_kind, read_side_code, unreadable};
use crate::core::ParseError;

type Read<T> = Result<T, ParseError>;

fn orders(reader: &mut Reader<'_>) -> Read<Orders> {
    Ok(Orders {
        stage: OrderStage::read(reader.get("stage")?)?,
        last: number(reader.get("last")?, 0, i64::from(u32::MAX))?,
    })
}

fn pending(names: &Names<'_>, text: &str) -> Read<PendingMove> {
    let (ships, from) = halves(text, " from ")?;
    let (count, kind) = halves(ships, " ")?;
    Ok(PendingMove { from: names.read_place(from)?, kind: read_kind(kind)?, count: number(count, 1, 255)? })
}

pub(super) fn step(names: &Names<'_>, line: &str) -> Read<Step> {
    let mut reader = Reader::new(line);
    let stack = |text: Option<&str>| -> Read<Option<(Place, Kind)>> {
        text.map(|text| names.read_stack(text)).transpose()
    };
    let step = match reader.name {
        "draw troops" => Step::Draw,
        "intervention roll" => Step::Intervention,
        "recall" => Step::Recall { left: number(reader.get("left")?, 1, 255)? },
        "appeal" => Step::Appeal,
        "appeal roll" => Step::AppealRoll { military: bool::read(reader.get("aid")?)? },
        "overhaul" => Step::Overhaul { after: stack(reader.maybe("after"))? },
        "routine" => Step::Routine { after: stack(reader.maybe("after"))? },
        "frontier roll" => Step::Frontier {
            group: number(reader.get("group")?, 0, i64::from(u16::MAX))?,
            destroyed: reader.maybe("destroyed").map(|count| number(count, 0, 255)).transpose()?,
        },
        "build" => {
            Step::Build { after: reader.maybe("after").map(|line| names.read_line(line)).transpose()? }
        }
        "orders" => Step::Orders(orders(&mut reader)?),
        "move roll" => {
            Step::MoveRoll { order: pending(names, reader.get("ships")?)?, orders: orders(&mut reader)? }
        }
        "destination" => {
            Step::Destination { order: pending(names, reader.get("ships")?)?, orders: orders(&mut reader)? }
        }
        "place worlds" | "place outposts" | "deploy" | "enter" => Step::Place(placing(names, &mut reader)?),
        "battle" => Step::Battle,
        "peace roll" | "attrition roll" | "scrap" => Step::Peace(peace(&mut reader)?),
        "over" => Step::Over,
        name => match name.strip_prefix("how many to ") {
            Some(verb) => Step::Quantity(quantity(names, verb, &mut reader)?),
            None => return Err(unreadable(name, "no step has this name")),
        },
    };
    reader.finish()?;
    Ok(step)
}

fn placing(names: &Names<'_>, reader: &mut Reader<'_>) -> Read<Placing> {
    let site = |text: Option<&str>| text.map(|text| names.read_site(text)).transpose();
    Ok(match reader.name {
        "place worlds" => {
            Placing::World { left: number(reader.get("left")?, 1, 255)?, after: site(reader.maybe("after"))? }
        }
        "place outposts" => Placing::Outpost {
            left: number(reader.get("left")?, 1, 255)?,
            after: site(reader.maybe("after"))?,
        },
        "deploy" => {
            let (side, code) = halves(reader.get("of")?, " ")?;
            let after = reader.maybe("after").map(|text| names.read_place(text)).transpose()?;
            Placing::Units { seat: read_side_code(side)?, class: class(code)?, after }
        }
        _ => Placing::Entry {
            class: class(reader.get("of")?)?,
            after: reader.maybe("after").map(|text| names.read_system(text)).transpose()?,
        },
    })
}

fn quantity(names: &Names<'_>, verb: &str, reader: &mut Reader<'_>) -> Read<Quantity> {
    if verb == "move" {
        let order = pending(names, reader.get("ships")?)?;
        return Ok(Quantity::Move { order, orders: orders(reader)? });
    }
    let of = reader.get("of")?;
    let most = number(reader.get("most")?, 0, 255)?;
    Ok(match verb {
        "load" | "unload" => {
            let ((class, at), orders) = (names.read_cargo(of)?, orders(reader)?);
            match verb {
                "load" => Quantity::Load { class, at, most, orders },
                _ => Quantity::Unload { class, at, most, orders },
            }
        }
        "deploy" => {
            let (units, place) = halves(of, " at ")?;
            let (side, code) = halves(units, " ")?;
            let (seat, class) = (read_side_code(side)?, class(code)?);
            Quantity::Deploy { seat, class, at: names.read_place(place)?, most }
        }
        "build" => {
            let (class, at) = names.read_line(of)?;
            Quantity::Build { class, at, most }
        }
        "overhaul" => {
            let (at, kind) = names.read_stack(of)?;
            Quantity::Overhaul { at, kind, most }
        }
        "leave out" => {
            let (at, kind) = names.read_stack(of)?;
            Quantity::LeaveOut { at, kind, most }
        }
        _ => {
            let expected = "expected 'move', 'load', 'unload', 'deploy', 'build', 'overhaul' or 'leave out'";
            return Err(unreadable(verb, expected));
        }
    })
}

fn peace(reader: &mut Reader<'_>) -> Read<Peace> {
    if reader.name == "peace roll" {
        return Ok(Peace::Length);
    }
    let (side, code) = halves(reader.get("of")?, " ")?;
    let (seat, class, left) = (read_side_code(side)?, class(code)?, number(reader.get("left")?, 0, 255)?);
    Ok(match reader.name {
        "scrap" => Peace::Scrap { seat, class, lost: number(reader.get("lost")?, 1, 255)?, left },
        _ => Peace::Attrition { seat, class, left },
    })
}
