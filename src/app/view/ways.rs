//! The pane of strips: the articles' three ways, what is done beyond the
//! trained length, and the wavelengths of pairs; one of them at a time.

use eframe::egui::{Button, Rect, RichText, Role, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::{Kit, headed, pairs, strategies, three_ways};
use crate::app::action::Change;
use crate::session::Ways;
use crate::text::Language;
use crate::tr;

/// The title of one of them.
#[must_use]
pub fn title(ways: Ways, language: Language) -> String {
    match ways {
        Ways::Three => tr!(language, "three_ways.title"),
        Ways::Strategies => tr!(language, "strategies.title"),
        Ways::Pairs => tr!(language, "pairs.title"),
    }
    .into_owned()
}

/// Draws the pane, with a tab for each in its title line.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let line = Rect::from_min_max(area.min + vec2(6.0, 2.0), pos2(area.right() - 8.0, area.top() + 24.0));
    let left = tabs(ui, line, kit);
    body(ui, area, left, kit);
}

/// Draws the pane where its tabs are elsewhere.
pub fn show_without_tabs(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let title = title(kit.scene.session.views.ways, kit.scene.language);
    headed(ui, kit.ink(), area, &title, None);
    let width = crate::app::widget::axis::width(ui.painter(), &title, &crate::app::ink::title_font());
    body(ui, area, area.left() + 8.0 + width, kit);
}

/// The one that is chosen. `left` is where its title line is free from.
fn body(ui: &mut Ui, area: Rect, left: f32, kit: &mut Kit<'_>) {
    let ways = kit.scene.session.views.ways;
    let free = Rect::from_min_max(
        pos2(left + 14.0, area.top() + 2.0),
        pos2(area.right() - 10.0, area.top() + 24.0),
    );
    match ways {
        Ways::Three => three_ways::show(ui, area, free, kit),
        Ways::Strategies => strategies::show(ui, area, kit),
        Ways::Pairs => pairs::show(ui, area, free, kit),
    }
}

/// Draws the tabs; gives their right end.
fn tabs(ui: &mut Ui, line: Rect, kit: &mut Kit<'_>) -> f32 {
    let language = kit.scene.language;
    let mut inner = ui.new_child(UiBuilder::new().max_rect(line));
    inner
        .horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            ui.spacing_mut().interact_size.y = 20.0;
            ui.spacing_mut().button_padding = vec2(6.0, 1.0);
            for ways in Ways::ALL {
                let is_shown = ways == kit.scene.session.views.ways;
                let title = title(ways, language);
                let name = tr!(language, "ways.show", name = title);
                let tab = ui.add(Button::selectable(is_shown, RichText::new(title).size(13.0)));
                tab.widget_info(|| WidgetInfo::selected(Role::Tab, true, is_shown, &name));
                if tab.clicked() {
                    kit.change(Change::Ways(ways));
                }
            }
            ui.min_rect().right()
        })
        .inner
}
