//! Three ways: index, normalized and sinusoidal, one above the other.

use eframe::egui::{Align, Layout, Rect, Ui, UiBuilder, pos2};

use super::strip::{CAPTION, Strip};
use super::{BELOW, Kit, below_header};
use crate::analysis::three_ways::ThreeWays;
use crate::app::action::Change;
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::field::{Field, Key};
use crate::figure::range::default_range;
use crate::text::way_words;
use crate::tr;

/// Draws it. `free` is what is left of the title line.
pub fn show(ui: &mut Ui, area: Rect, free: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let own_scales = kit.scene.session.views.own_scales;
    let below = below_header(area);
    scale_switch(ui, free, kit);
    let strip = (below.height() - BELOW) / 3.0;
    let spec = kit.scene.encoding.spec().clone();
    let ways = kit.ask(&Key::new("three-ways", "ways"), ThreeWays { spec });
    for (place, way) in ways.answer().into_iter().flatten().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "three strips")]
        let top = below.top() + strip * place as f32;
        let plot = Rect::from_min_max(
            pos2(below.left() + 12.0, top + CAPTION),
            pos2(below.right() - 12.0, top + strip - 4.0),
        );
        let words = way_words(&way.encoding, way.step, language);
        let galley = axis::fitting(ui.painter(), &words, &small_font(), ink.text, below.width() - 12.0);
        ui.painter().galley(pos2(plot.left(), top), galley, ink.text);
        Strip {
            key: Key::new("three-ways", format!("cells:{}", way.encoding.spec().scheme.name())),
            name: tr!(language, "three_ways.name", words = words).into_owned(),
            encoding: &way.encoding,
            range: if own_scales {
                default_range(&Field::table(way.encoding.clone()))
            } else {
                (-1.0, 1.0)
            },
            hatched: !own_scales,
            has_axis: place == 2,
        }
        .show(ui, plot, kit);
    }
}

/// The switch of the scales, at the right end of the title line; where there is
/// no room for it, it is in the menu of the view.
fn scale_switch(ui: &mut Ui, free: Rect, kit: &mut Kit<'_>) {
    let words = tr!(kit.scene.language, "three_ways.own_scales");
    let font = eframe::egui::TextStyle::Body.resolve(ui.style());
    if axis::width(ui.painter(), &words, &font) + 24.0 > free.width() {
        return;
    }
    let mut own = kit.scene.session.views.own_scales;
    let layout = Layout::right_to_left(Align::Center);
    let mut inner = ui.new_child(UiBuilder::new().max_rect(free).layout(layout));
    if inner.checkbox(&mut own, words).changed() {
        kit.change(Change::ToggleOwnScales);
    }
}
