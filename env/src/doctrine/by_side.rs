//! Parameters that each side of a game of two has its own value of.

/// Declares a struct `Parameters` of what shapes one side's play: each field with its default for the first and the
/// second side, its range and a summary. Doctrine files set `FIRST.FIELD` and `SECOND.FIELD`.
macro_rules! parameters_by_side {
    ($first:literal, $second:literal; $($field:ident: $of_first:literal, $of_second:literal, $range:expr, $summary:literal;)*) => {
        /// What shapes one side's play.
        #[derive(Clone, Copy, Debug)]
        pub(super) struct Parameters {
            $(#[doc = $summary] pub(super) $field: f32,)*
        }

        impl Parameters {
            /// The values of one side.
            pub(super) fn of(seat: $crate::core::Seat, doctrine: &$crate::doctrine::DoctrineValues) -> Self {
                let side = seat.index();
                Self {
                    $($field: doctrine.get(
                        [concat!($first, ".", stringify!($field)), concat!($second, ".", stringify!($field))][side],
                    ),)*
                }
            }
        }

        /// Every parameter of both sides.
        pub(super) fn all() -> Vec<$crate::doctrine::DoctrineParameter> {
            vec![
                $($crate::doctrine::DoctrineParameter {
                    key: concat!($first, ".", stringify!($field)),
                    default: $of_first,
                    range: $range,
                    summary: $summary,
                },)*
                $($crate::doctrine::DoctrineParameter {
                    key: concat!($second, ".", stringify!($field)),
                    default: $of_second,
                    range: $range,
                    summary: $summary,
                },)*
            ]
        }
    };
}

pub(crate) use parameters_by_side;
