//! How long building takes and how it is paid (section 5).

use super::campaign::Building;
use super::catalogue::{Class, Variant};

/// Turns that a shipyard takes to build a ship: `BPV / (10 * size class)`, with the surcharge of its variant, to the nearest turn, a half down, at least one.
// rule: sfb.5.2.turns
pub fn turns(class: &Class, figures: &Building) -> u16 {
    let [over, under] = match class.variant {
        None => [1, 1],
        Some(Variant::Carrier) => figures.carrier_time,
        Some(Variant::Other) => figures.variant_time,
    };
    let above = u32::from(class.econ) * u32::from(over);
    let below = u32::from(figures.time_divisor) * u32::from(class.size) * u32::from(under);
    // ceil(x - 1/2) of the fraction x.
    let turns = (2 * above).saturating_sub(below).div_ceil(2 * below);
    turns.max(1) as u16
}

/// What is paid in turn `turn` of `turns`, counted from 1, for something of this price: as even as whole amounts can be.
// rule: sfb.5.4.even
pub fn payment(price: u32, turns: u16, turn: u16) -> u32 {
    let by = |turn: u16| u64::from(turn) * u64::from(price) / u64::from(turns);
    (by(turn) - by(turn - 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Campaign;
    use super::super::catalogue::Catalogue;
    use super::super::empire::Empire;
    use super::*;

    fn figures() -> Building {
        Campaign::parse(include_str!("data/campaign.toml")).unwrap().building
    }

    fn catalogue() -> Catalogue {
        Catalogue::parse(include_str!("data/ships.toml")).unwrap()
    }

    fn hull(econ: u16, size: u8, variant: Option<Variant>) -> Class {
        Class { econ, size, variant, ..catalogue().class(Empire::Federation, "CA").unwrap().clone() }
    }

    /// The worked examples of 5.3 and of section 20.
    #[test]
    fn sfb_5_2_turns_of_the_examples() {
        for (econ, size, variant, expected) in [
            (125, 3, None, 4),
            (121, 3, None, 4),
            (71, 4, None, 2),
            (62, 4, None, 2),
            (180, 2, None, 9),
            (142, 3, Some(Variant::Carrier), 7),
            (40, 4, None, 1),
            (60, 4, None, 1),
            (45, 3, None, 1),
            (105, 3, None, 3),
            (5, 4, None, 1),
        ] {
            assert_eq!(turns(&hull(econ, size, variant), &figures()), expected, "{econ} {size}");
        }
    }

    #[test]
    fn sfb_5_2_turns_of_the_gorn_cruiser_hang_on_the_fraction() {
        let catalogue = catalogue();
        let cruiser = catalogue.class(Empire::Gorn, "CC").unwrap();
        assert_eq!(turns(cruiser, &figures()), 5);
        assert_eq!(turns(cruiser, &Building { variant_time: [4, 3], ..figures() }), 6);
    }

    /// Column T of the catalogue (17.3), all 158 of it.
    #[test]
    fn sfb_5_2_turns_of_the_whole_catalogue() {
        let (catalogue, figures) = (catalogue(), figures());
        let mut compared = 0;
        for (empire, column) in PRINTED {
            let empire = Empire::from_id(empire).unwrap();
            for entry in column.split(' ') {
                let (code, printed) = entry.split_once(':').unwrap();
                let built = turns(catalogue.class(empire, code).unwrap(), &figures);
                assert_eq!(built.to_string(), printed, "{empire} {code}");
                compared += 1;
            }
        }
        assert_eq!(compared, 158);
    }

    #[test]
    fn sfb_5_4_even_payments_add_up() {
        for (price, turns) in [(1250, 4), (71, 2), (7, 12), (6000, 12), (10, 1)] {
            let paid: Vec<u32> = (1..=turns).map(|turn| payment(price, turns, turn)).collect();
            assert_eq!(paid.iter().sum::<u32>(), price);
            assert!(paid.iter().max().unwrap() - paid.iter().min().unwrap() <= 1, "{paid:?}");
        }
        assert_eq!([payment(7, 3, 1), payment(7, 3, 2), payment(7, 3, 3)], [2, 2, 3]);
    }

    const PRINTED: [(&str, &str); 10] = [
        (
            "federation",
            "DN:9 BCG:6 CC:6 CA:4 CVS:7 GSC:6 CL:3 NCL:4 CLC:6 DD:2 DDL:3 DW:2 SC:4 FF:2 FFG:2 FFE:3 POL:1 TUG:3",
        ),
        (
            "klingon",
            "C8:11 C7:6 D7C:6 D7:4 D7V:6 D6:4 D6S:6 D6M:6 D5:4 D5C:6 D5V:6 F5C:3 F5:2 F5W:2 E4:1 G2:1 TGA:4",
        ),
        (
            "romulan",
            "CON:12 NH-K:9 FH-K:6 SUP-A:10 KE:6 WE:3 KR:4 SPA:4 SPB:6 SPC:6 SPF:5 SKA:3 SKB:3 SKF:4 K5R:2 K4R:1 SNA:2 BH:2 WB:2 WB+:2 FAL:4",
        ),
        (
            "kzinti",
            "DN:11 BCH:6 CC:6 BC:4 CA:4 CS:4 CV:7 CVL:6 CVE:4 CM:4 MSC:5 CL:3 DD:2 DW:2 FF:2 SF:3 EFF:2 TGT:4",
        ),
        ("gorn", "DN:11 BCH:6 BC:5 CC:5 CA:4 CM:5 CV:6 HDD:4 CL:3 BDD:2 BDS:3 DDL:3 DD:2 SC:3 FF:1 Tug:3"),
        ("lyran", "DN:11 BCH:6 BC:5 CC:7 CA:4 CV:7 STT:7 CW:4 CL:3 CVL:6 DW:2 DD:2 SC:3 FF:2 POL:1 TGC:4"),
        (
            "hydran",
            "PAL:9 LB:7 LC:6 DG:4 RN:3 RGR:4 CAV:7 TAR:6 TR:3 HR:3 KN:2 LN:2 SC:2 UH:4 CU:2 HN:1 TUG:4",
        ),
        ("tholian", "D:9 CCH:7 CC:7 CA:4 C:4 CVA:7 CW:4 DD:2 PC+:2 PC:1 SC:3 CPC:2 POL:1"),
        ("orion", "BCH:6 BC:5 CA:4 MR:4 BR:4 CR:3 SAL:4 DBR:2 DW:2 LR:2 LRS:3 SLV:3"),
        ("isc", "DN:14 CC:10 CA:6 CS:7 CL:5 DDL:4 DD:2 SC:4 FF:2 POL:1"),
    ];
}
