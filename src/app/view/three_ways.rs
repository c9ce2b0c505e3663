//! Three ways: index, normalized and sinusoidal, one above the other.

use eframe::egui::{Rect, Ui, pos2};

use super::{BELOW, Hover, Kit, headed, on_pixels};
use crate::app::action::Change;
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::app::widget::matrix::{Matrix, crosshair};
use crate::app::widget::texture::Coloring;
use crate::app::work::{Answer, Question, Slot, Way};
use crate::field::{Field, Reduction};
use crate::figure::colormap::Palette;
use crate::figure::range::default_range;
use crate::session::Pin;
use crate::text::{Language, plain, scheme_name, significant};
use crate::tr;

/// Draws the pane.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let views = &kit.scene.session.views;
    let below = headed(ui, ink, area, &tr!(language, "three_ways.title"), None);
    scale_switch(ui, area, kit);
    let (positions, _) = kit.scene.window();
    // Another table that is compared may be wider; its dimensions are not here.
    let (_, dimensions) = views.window((kit.scene.encoding.max_len(), kit.scene.encoding.d_model()));
    let strip = (below.height() - BELOW) / 3.0;
    let font = small_font();
    for (place, way) in ways(ui, kit).into_iter().enumerate() {
        let field = Field::table(way.encoding.clone());
        #[expect(clippy::cast_precision_loss, reason = "three strips")]
        let top = below.top() + strip * place as f32;
        let plot = Rect::from_min_max(
            pos2(below.left() + 12.0, top + 17.0),
            pos2(below.right() - 12.0, top + strip - 4.0),
        );
        let words = caption(&way, language);
        let galley = axis::fitting(ui.painter(), &words, &font, ink.text, below.width() - 12.0);
        ui.painter().galley(pos2(plot.left(), top), galley, ink.text);
        if plot.width() < 8.0 || plot.height() < 6.0 {
            continue;
        }
        let plot = on_pixels(ui, plot);
        let (low, high) = if views.own_scales {
            default_range(&field)
        } else {
            (-1.0, 1.0)
        };
        let coloring = Coloring {
            palette: Palette::new(views.color_map, views.reversed, low, high),
            transposed: false,
            hatched: !views.own_scales,
        };
        let matrix = Matrix {
            slot: Slot::Way(place),
            name: tr!(language, "three_ways.name", words = words).into_owned(),
            field: &field,
            reduction: Reduction::Mean,
            extent: field.shape(),
            rows: positions,
            columns: dimensions,
            coloring,
            moves: false,
        };
        let shown = matrix.show(ui, plot, kit);
        if let Some(pin) = kit.scene.pin() {
            crosshair(ui, plot, Some(shown.x.middle(pin.position)), None, ink.pinned);
        }
        if let Some(position) = kit.scene.hovered_position() {
            crosshair(ui, plot, Some(shown.x.middle(position)), None, ink.hovered);
        }
        if place == 2 {
            axis::below(ui.painter(), shown.x, plot.bottom(), &font, ink.weak);
        }
        if let Some((position, dimension)) = shown.hovered {
            *kit.hover = Some(Hover::Position(position));
            if shown.response.clicked() {
                kit.change(Change::Pin(Some(Pin { position, dimension })));
            }
        }
    }
}

fn ways(ui: &Ui, kit: &mut Kit<'_>) -> Vec<Way> {
    let question = Question::Ways(kit.scene.encoding.spec().clone());
    match kit.desk.ask(ui.ctx(), Slot::Ways, &question).answer {
        Some((_, Answer::Ways(ways))) => ways.clone(),
        _ => Vec::new(),
    }
}

/// `Index: 0 to 49, neighbours 4 apart`.
fn caption(way: &Way, language: Language) -> String {
    let encoding = &way.encoding;
    let scheme = scheme_name(encoding.spec().scheme, language);
    let (low, high) = encoding.bounds();
    let (low, high) = (
        significant(low, 3),
        if high.fract() == 0.0 {
            plain(high)
        } else {
            significant(high, 3)
        },
    );
    match way.step {
        Some(step) => tr!(
            language,
            "three_ways.caption",
            scheme = scheme,
            low = low,
            high = high,
            step = significant(step, 3)
        ),
        None => tr!(
            language,
            "three_ways.caption_single",
            scheme = scheme,
            low = low,
            high = high
        ),
    }
    .into_owned()
}

fn scale_switch(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    let mut own = kit.scene.session.views.own_scales;
    let at = Rect::from_min_max(
        pos2(area.left() + 100.0, area.top() + 2.0),
        pos2(area.right() - 10.0, area.top() + 24.0),
    );
    let layout = eframe::egui::Layout::right_to_left(eframe::egui::Align::Center);
    let mut inner = ui.new_child(eframe::egui::UiBuilder::new().max_rect(at).layout(layout));
    if inner
        .checkbox(&mut own, tr!(language, "three_ways.own_scales"))
        .changed()
    {
        kit.change(Change::ToggleOwnScales);
    }
}
