//! A change of the session, as data: a click, a command and a key make the
//! same ones.

use crate::encoding::Encoding;
use crate::field::{Reduction, Span};

use super::{Checked, ColorMap, Pin, Versus, Ways};

/// A change of the session. Nothing else changes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Another session, all of it.
    Session(Box<Checked>),
    /// Another encoding in front.
    Encoding {
        /// The one in front.
        front: Box<Encoding>,
        /// The other one of A and B; none if it stays as it is.
        other: Option<Box<Encoding>>,
        /// Whether another table is shown, and so all of it, or this one with
        /// other settings.
        is_another: bool,
    },
    /// The right table and a wrong one, to see where they part.
    Compare(Box<[Encoding; 2]>),
    /// Hold a cell, or let go.
    Pin(Option<Pin>),
    /// Hold a cell, and show the lane of its band.
    Hold(Pin),
    /// Give a setting of a view another value; `None` is the usual one.
    Setting {
        /// The name of the view.
        view: String,
        /// The name of the setting.
        setting: String,
        /// Its value, checked by whoever asks.
        value: Option<String>,
    },
    /// Move the held cell by so many positions and dimensions.
    MovePin(i64, i64),
    /// Look at these positions and dimensions.
    Window(Span, Span),
    /// Look at these positions of the similarity matrix: along x, upward.
    Pairs(Span, Span),
    /// Show fewer cells of the table, around the pin, by so many steps; a
    /// negative number shows more.
    Closer(i8),
    /// Bring a position into view and hold it.
    GoTo(usize),
    /// Look at the whole table.
    ShowAll,
    /// Show a band's lane or take it away.
    ToggleLane(usize),
    /// What a pixel of the heatmap says.
    Reduction(Reduction),
    /// Offsets on a logarithmic axis, or back.
    ToggleLogOffsets,
    /// Other colours.
    ColorMap(ColorMap),
    /// The colours from their other end.
    ToggleReversed,
    /// Positions up and dimensions to the right, or back.
    ToggleTransposed,
    /// All sines before all cosines, or back.
    ToggleRegrouped,
    /// What the pane of strips shows.
    Ways(Ways),
    /// A scale of its own for each of the three ways, or one for all.
    ToggleOwnScales,
    /// Compare two encodings, the second a copy of the first; or keep only the
    /// one in front.
    ToggleVersus,
    /// Bring the other one of A and B to the front.
    Flip,
    /// Sliders move A and B, or only the one in front.
    ToggleLinked,
    /// B's columns in the order in which A has them, or as they are.
    ToggleAligned,
    /// Differences up to this are none.
    Tolerance(f64),
}

impl Change {
    /// Makes the change.
    pub fn apply(self, checked: &mut Checked) {
        let (front, other) = (checked.encoding().clone(), checked.other());
        let (max_len, d_model) = checked.session.shape();
        let views = &mut checked.session.views;
        match self {
            Self::Session(new) => *checked = *new,
            Self::Encoding {
                front,
                other: moved,
                is_another,
            } => {
                checked.set(*front, moved.map(|moved| *moved).or(other));
                if is_another {
                    Self::ShowAll.apply(checked);
                }
            }
            Self::Compare(tables) => {
                let [right, wrong] = *tables;
                checked.session.versus = Some(Versus {
                    front_is_b: true,
                    ..Versus::copy_of(right.spec())
                });
                checked.set(wrong, Some(right));
                Self::ShowAll.apply(checked);
            }
            Self::ToggleVersus => {
                let is_one = checked.session.versus.is_none();
                checked.session.versus = is_one.then(|| Versus::copy_of(front.spec()));
                checked.set(front.clone(), Some(front));
            }
            Self::Flip => flip(checked),
            Self::ToggleAligned => checked.compare(|versus| versus.aligned ^= true),
            Self::ToggleLinked => checked.compare(|versus| versus.linked ^= true),
            Self::Tolerance(tolerance) => checked.compare(|versus| versus.tolerance = tolerance),
            Self::Pin(pin) => views.pin = pin,
            Self::Hold(pin) => {
                views.pin = Some(pin);
                // The other one of A and B may be wider.
                let band = (pin.dimension < front.d_model()).then(|| front.band_of(pin.dimension));
                if let Some(band) = band.filter(|band| !views.lanes_of(&front).contains(band)) {
                    views.toggle_lane(band);
                }
            }
            Self::Setting { view, setting, value } => {
                let settings = &mut checked.session.settings;
                let of_view = settings.entry(view.clone()).or_default();
                match value {
                    Some(value) => of_view.insert(setting, value),
                    None => of_view.remove(&setting),
                };
                if of_view.is_empty() {
                    settings.remove(&view);
                }
            }
            Self::MovePin(positions, dimensions) => {
                let from = views.pin_within((max_len, d_model)).unwrap_or(Pin {
                    position: 0,
                    dimension: 0,
                });
                let moved = |from: usize, by: i64, count: usize| {
                    let by_size = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
                    if by < 0 {
                        from.saturating_sub(by_size)
                    } else {
                        from.saturating_add(by_size)
                    }
                    .min(count - 1)
                };
                let pin = Pin {
                    position: moved(from.position, positions, max_len),
                    dimension: moved(from.dimension, dimensions, d_model),
                };
                views.pin = Some(pin);
                views.positions = views.positions.map(|span| showing(span, pin.position, max_len));
                views.dimensions = views.dimensions.map(|span| showing(span, pin.dimension, d_model));
            }
            Self::Window(positions, dimensions) => {
                views.positions = partial(positions, max_len);
                views.dimensions = partial(dimensions, d_model);
            }
            Self::Pairs(x, y) => {
                let whole = Span::whole(front.max_len());
                views.pairs = ((x, y) != (whole, whole)).then_some((x, y));
            }
            Self::Closer(steps) => {
                let (positions, dimensions) = views.window((max_len, d_model));
                let pin = views.pin_within((max_len, d_model));
                let [position, dimension] = [pin.map(|pin| pin.position), pin.map(|pin| pin.dimension)];
                let positions = closer(positions, steps, position, max_len);
                let dimensions = closer(dimensions, steps, dimension, d_model);
                views.positions = partial(positions, max_len);
                views.dimensions = partial(dimensions, d_model);
            }
            Self::GoTo(position) => {
                let position = position.min(max_len - 1);
                let dimension = views.pin_within((max_len, d_model)).map_or(0, |pin| pin.dimension);
                views.pin = Some(Pin { position, dimension });
                views.positions = views.positions.map(|span| showing(span, position, max_len));
            }
            Self::ShowAll => (views.positions, views.dimensions, views.pairs) = (None, None, None),
            Self::ToggleLane(band) => views.toggle_lane(band),
            Self::Reduction(reduction) => views.reduction = reduction,
            Self::ToggleLogOffsets => views.log_offsets ^= true,
            Self::ColorMap(map) => views.color_map = map,
            Self::ToggleReversed => views.reversed ^= true,
            Self::ToggleTransposed => views.transposed ^= true,
            Self::ToggleRegrouped => views.regrouped ^= true,
            Self::Ways(ways) => views.ways = ways,
            Self::ToggleOwnScales => views.own_scales ^= true,
        }
    }
}

/// Brings the other one of A and B to the front.
fn flip(checked: &mut Checked) {
    let Some(compared) = checked.compared() else { return };
    let (front, other) = (checked.encoding().clone(), compared.other().clone());
    let place = checked
        .session
        .views
        .pin
        .map(|pin| compared.shown_column(pin.dimension));
    if let Some(versus) = &mut checked.session.versus {
        versus.front_is_b ^= true;
    }
    checked.set(other, Some(front));
    // What is held stays where it is on the screen.
    let dimension = checked
        .compared()
        .zip(place)
        .map(|(compared, place)| compared.front_column(place));
    if let (Some(pin), Some(dimension)) = (&mut checked.session.views.pin, dimension) {
        pin.dimension = dimension;
    }
}

/// A span, or none where it is the whole.
fn partial(span: Span, cells: usize) -> Option<Span> {
    let span = span.within(cells);
    (span != Span::whole(cells)).then_some(span)
}

/// The span zoomed by so many steps of a half, about the middle of a cell that
/// stays where it is, or about its own middle where there is none in view. At
/// least one cell stays in view.
#[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
fn closer(span: Span, steps: i8, about: Option<usize>, cells: usize) -> Span {
    let about = about
        .map(|cell| cell as f64 + 0.5)
        .filter(|place| (span.start..span.end).contains(place))
        .unwrap_or(f64::midpoint(span.start, span.end));
    let length = (span.length() / 1.5f64.powi(i32::from(steps))).clamp(1.0, cells as f64);
    let part = (about - span.start) / span.length();
    let start = about - part * length;
    Span {
        start,
        end: start + length,
    }
    .within(cells)
}

/// The span moved as little as needed to show a cell.
#[expect(clippy::cast_precision_loss, reason = "cells are far below 2^53")]
fn showing(span: Span, cell: usize, cells: usize) -> Span {
    let (first, end) = (cell as f64, cell as f64 + 1.0);
    let shift = if first < span.start {
        first - span.start
    } else {
        (end - span.end).max(0.0)
    };
    Span {
        start: span.start + shift,
        end: span.end + shift,
    }
    .within(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Parameter, Scheme, Spec};
    use crate::session::{Made, Session};

    fn after(changes: &[Change]) -> Session {
        let mut checked = Checked::new(Session::default(), None);
        for change in changes {
            change.clone().apply(&mut checked);
        }
        checked.session
    }

    #[test]
    fn the_pin_stops_at_the_edges_of_the_table() {
        let pin = |change| after(&[change]).views.pin;
        assert_eq!(
            pin(Change::MovePin(1, 0)),
            Some(Pin {
                position: 4,
                dimension: 5
            })
        );
        assert_eq!(
            pin(Change::MovePin(-9, 100)),
            Some(Pin {
                position: 0,
                dimension: 15
            })
        );
        assert_eq!(
            pin(Change::MovePin(i64::MAX, i64::MIN)),
            Some(Pin {
                position: 49,
                dimension: 0
            })
        );
        assert_eq!(
            pin(Change::GoTo(10_000)),
            Some(Pin {
                position: 49,
                dimension: 5
            })
        );
    }

    #[test]
    fn going_to_a_position_brings_it_into_view() {
        let near = Change::Window(Span { start: 0.0, end: 10.0 }, Span::whole(16));
        let session = after(&[near, Change::GoTo(20)]);
        assert_eq!(session.views.positions, Some(Span { start: 11.0, end: 21.0 }));
    }

    #[test]
    fn coming_closer_keeps_the_pin_where_it_is_and_ends_at_one_cell() {
        let session = after(&[Change::Closer(1)]);
        let (positions, dimensions) = session.views.window((50, 16));
        assert!((positions.length() - 50.0 / 1.5).abs() < 1e-9);
        let part = |span: Span, cell: f64| (cell + 0.5 - span.start) / span.length();
        assert!((part(positions, 3.0) - 3.5 / 50.0).abs() < 1e-9);
        assert!((part(dimensions, 5.0) - 5.5 / 16.0).abs() < 1e-9);
        let session = after(&[Change::Closer(100)]);
        let length = session.views.positions.map(Span::length).unwrap_or_default();
        assert!((length - 1.0).abs() < 1e-9);
        let session = after(&[Change::Closer(3), Change::Closer(-100)]);
        assert_eq!((session.views.positions, session.views.dimensions), (None, None));
    }

    #[test]
    fn another_encoding_is_shown_whole() {
        let near = Change::Window(Span { start: 0.0, end: 10.0 }, Span { start: 1.0, end: 3.0 });
        let pairs = Change::Pairs(Span { start: 0.0, end: 5.0 }, Span { start: 0.0, end: 5.0 });
        let other = Spec {
            d_model: 32,
            ..Spec::default()
        };
        for change in [
            Change::another(other.clone()),
            Change::compare(Spec::default(), other.clone()),
        ] {
            let Ok((change, None)) = change else {
                unreachable!("within the limits")
            };
            let session = after(&[near.clone(), pairs.clone(), change]);
            assert_eq!(session.spec, other);
            let views = session.views;
            assert_eq!((views.positions, views.dimensions, views.pairs), (None, None, None));
        }
    }

    #[test]
    fn the_encodings_are_those_of_the_session_whatever_changes_it() {
        let other = Spec {
            base: 500.0,
            ..Spec::default()
        };
        let made = |made: Made| match made {
            Ok((change, _)) => change,
            Err(error) => unreachable!("{error}"),
        };
        let mut checked = Checked::new(Session::default(), None);
        let known = |checked: &Checked| {
            let session = checked.session();
            assert_eq!(checked.encoding().spec(), &session.spec);
            let other = checked.compared().map(|compared| compared.other().spec());
            assert_eq!(other, session.versus.as_ref().map(|versus| &versus.spec));
            assert_eq!(*checked, Checked::new(session.clone(), None));
        };
        let steps: [fn(&Session) -> Made; 7] = [
            |_| Ok((Change::ToggleVersus, None)),
            |session| Change::parameter(session, Parameter::DModel, 24.0),
            |session| Change::scheme(&session.spec, Scheme::Binary),
            |_| Ok((Change::ToggleAligned, None)),
            |_| Ok((Change::Flip, None)),
            |session| Change::reset(session),
            |_| Ok((Change::ToggleVersus, None)),
        ];
        for step in steps {
            made(step(checked.session())).apply(&mut checked);
            known(&checked);
        }
        made(Change::compare(other.clone(), Spec::default())).apply(&mut checked);
        known(&checked);
        assert_eq!(checked.other().map(|other| other.spec().clone()), Some(other));
    }

    #[test]
    fn a_window_of_everything_is_no_window() {
        let session = after(&[Change::Window(Span::whole(50), Span { start: 1.0, end: 3.0 })]);
        assert_eq!(session.views.positions, None);
        assert_eq!(session.views.dimensions, Some(Span { start: 1.0, end: 3.0 }));
    }
}
