//! A change of the session, as data: a click, a command and a key make the same changes.

use crate::encoding::{Encoding, SchemeKind, float};
use crate::field::{Reduction, Span};

use super::{Checked, ColorMap, Pin, Session, Versus, Ways};

/// A change of the session. Nothing else changes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Replace the whole session.
    Session(Box<Checked>),
    /// Replace the encoding in front.
    Encoding {
        /// The new encoding in front.
        front: Box<Encoding>,
        /// The new value of the other encoding of A and B; `None` if it stays.
        other: Option<Box<Encoding>>,
        /// Whether this is another table, which is then shown whole, or the same one with other settings.
        is_another: bool,
    },
    /// The encoding of a preset or mistake, shown whole.
    Preset(&'static str, Box<Encoding>),
    /// Give the colours the view's own range again.
    ForgetRange,
    /// The encoding in front without the name of its preset.
    ForgetPreset,
    /// The right table and a wrong one, to see where they differ, and the name of the mistake.
    Compare(&'static str, Box<[Encoding; 2]>),
    /// Hold a cell, or let go.
    Pin(Option<Pin>),
    /// Hold a cell, and show the lane of its band.
    Hold(Pin),
    /// Set a setting of a view; `None` is the default.
    Setting {
        /// The name of the view.
        view: String,
        /// The name of the setting.
        setting: String,
        /// The value, checked by whoever makes the change.
        value: Option<String>,
    },
    /// Move the held cell by a number of positions and dimensions.
    MovePin(i64, i64),
    /// Bring these positions and dimensions into view.
    Window(Span, Span),
    /// Bring these positions of the similarity matrix into view: along x, upward.
    Pairs(Span, Span),
    /// Zoom the table by this many steps, around the pin; a negative number zooms out.
    Closer(i8),
    /// Bring a position into view and hold it.
    GoTo(usize),
    /// Show the whole table.
    ShowAll,
    /// Show the lane of a band, or remove it.
    ToggleLane(usize),
    /// Set what a pixel of the heatmap says about its cells.
    Reduction(Reduction),
    /// Switch between a logarithmic and a linear axis of offsets.
    ToggleLogOffsets,
    /// Set the colour map.
    ColorMap(ColorMap),
    /// Reverse the colour map.
    ToggleReversed,
    /// Switch between positions along x and positions along y.
    ToggleTransposed,
    /// Switch between pictures that begin at the bottom and at the top.
    ToggleFromTop,
    /// Switch between all keys and those up to the query.
    ToggleCausal,
    /// Switch between all sines before all cosines and the stored order.
    ToggleRegrouped,
    /// Set what the pane of strips shows.
    Ways(Ways),
    /// Switch between a colour scale for each of the three ways and a common one.
    ToggleOwnScales,
    /// Compare two encodings, the second a copy of the first; or keep only the one in front.
    ToggleVersus,
    /// Bring the other encoding of A and B to the front.
    Flip,
    /// Switch between sliders that move A and B and sliders that move only the one in front.
    ToggleLinked,
    /// Switch between B's columns in A's order and in their own.
    ToggleAligned,
    /// Set the largest difference that does not count.
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
                front: new,
                other: moved,
                is_another,
            } => {
                // A pinned offset stays pinned when its row moves.
                let [before, after] = [&front, &*new].map(|encoding| encoding.spec().zero_offset_row());
                if let Some(pin) = views
                    .pin
                    .as_mut()
                    .filter(|_| new.kind() == SchemeKind::Bias && front.kind() == SchemeKind::Bias)
                {
                    pin.position = (pin.position + after).saturating_sub(before);
                }
                if is_another || new.spec().scheme != front.spec().scheme {
                    // A new table chooses its lanes and is not a preset.
                    views.lanes.clear();
                    if new.kind() != front.kind() {
                        views.ways = Ways::telling(new.kind());
                    }
                    checked.session.preset = None;
                }
                checked.set(*new, moved.map(|moved| *moved).or(other));
                if is_another {
                    Self::ShowAll.apply(checked);
                }
            }
            Self::Preset(name, encoding) => {
                Self::another_encoding(*encoding).apply(checked);
                checked.session.preset = Some(name.to_owned());
            }
            Self::ForgetRange => views.range = None,
            Self::ForgetPreset => checked.session.preset = None,
            Self::Compare(name, tables) => {
                let [right, wrong] = *tables;
                checked.session.preset = Some(name.to_owned());
                checked.session.versus = Some(Versus {
                    front_is_b: true,
                    ..Versus::copy_of(right.spec())
                });
                checked.set(wrong, Some(right));
                Self::ShowAll.apply(checked);
            }
            Self::ToggleVersus => {
                let is_one = checked.session.versus.is_none();
                checked.session.versus = is_one.then(|| Versus {
                    preset: checked.session.preset.clone(),
                    ..Versus::copy_of(front.spec())
                });
                checked.set(front.clone(), Some(front));
            }
            Self::Flip => flip(checked),
            Self::ToggleAligned => checked.compare(|versus| versus.aligned ^= true),
            Self::ToggleLinked => checked.compare(|versus| versus.linked ^= true),
            Self::Tolerance(tolerance) => checked.compare(|versus| versus.tolerance = tolerance),
            Self::Pin(pin) => views.pin = pin,
            Self::Hold(pin) => {
                views.pin = Some(pin);
                // The pin can be a column of the other encoding of A and B, which may be wider.
                let band = (pin.dimension < front.d_model()).then(|| front.band_of(pin.dimension));
                if let Some(band) = band.filter(|band| !views.lanes_of(&front).contains(band)) {
                    views.toggle_lane(band, &front);
                }
            }
            Self::Setting { view, setting, value } => checked.session.set(&view, setting, value),
            Self::MovePin(positions, dimensions) => {
                let from = views.pin_within((max_len, d_model)).unwrap_or(Pin {
                    position: 0,
                    dimension: 0,
                });
                let moved = |from: usize, by: i64, count: usize| {
                    let by = by.clamp(isize::MIN as i64, isize::MAX as i64) as isize;
                    from.saturating_add_signed(by).min(count - 1)
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
            Self::ToggleLane(band) => views.toggle_lane(band, &front),
            Self::Reduction(reduction) => views.reduction = reduction,
            Self::ToggleLogOffsets => views.log_offsets ^= true,
            Self::ColorMap(map) => views.color_map = map,
            Self::ToggleReversed => views.reversed ^= true,
            Self::ToggleTransposed => views.transposed ^= true,
            Self::ToggleFromTop => views.from_top ^= true,
            Self::ToggleCausal => views.causal ^= true,
            Self::ToggleRegrouped => views.regrouped ^= true,
            Self::Ways(ways) => views.ways = ways,
            Self::ToggleOwnScales => views.own_scales ^= true,
        }
    }
}

/// Brings the other encoding of A and B to the front.
fn flip(checked: &mut Checked) {
    let Some(compared) = checked.compared() else { return };
    let (front, other) = (checked.encoding().clone(), compared.other().clone());
    let place = checked
        .session
        .views
        .pin
        .map(|pin| compared.shown_column(pin.dimension));
    let Session { versus, preset, .. } = &mut checked.session;
    if let Some(versus) = versus {
        versus.front_is_b ^= true;
        std::mem::swap(&mut versus.preset, preset);
    }
    if other.kind() != front.kind() {
        checked.session.views.ways = Ways::telling(other.kind());
    }
    checked.set(other, Some(front));
    // The held cell stays where it is on the screen.
    let dimension = checked
        .compared()
        .zip(place)
        .map(|(compared, place)| compared.front_column(place));
    if let (Some(pin), Some(dimension)) = (&mut checked.session.views.pin, dimension) {
        pin.dimension = dimension;
    }
}

/// Returns a span within the cells; `None` if it is all of them.
fn partial(span: Span, cells: usize) -> Option<Span> {
    let span = span.within(cells);
    (span != Span::whole(cells)).then_some(span)
}

/// Returns the span zoomed in by `steps` factors of 1.5, about the middle of a cell, which stays where
/// it is, or about its own middle if that cell is not in view. At least one cell stays in view.
fn closer(span: Span, steps: i8, about: Option<usize>, cells: usize) -> Span {
    let about = about
        .map(|cell| float(cell) + 0.5)
        .filter(|place| (span.start..span.end).contains(place))
        .unwrap_or(f64::midpoint(span.start, span.end));
    let length = (span.length() / 1.5f64.powi(i32::from(steps))).clamp(1.0, float(cells));
    let part = (about - span.start) / span.length();
    let start = about - part * length;
    Span {
        start,
        end: start + length,
    }
    .within(cells)
}

/// Returns the span moved as little as needed to show a cell.
fn showing(span: Span, cell: usize, cells: usize) -> Span {
    let (first, end) = (float(cell), float(cell) + 1.0);
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
