//! The line above A, B and their difference: which of the two is in front, and
//! how they are compared.

use eframe::egui::{
    Button, Checkbox, Id, Label, Rect, Response, RichText, Role, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};

use super::{Kit, overview};
use crate::app::action::Action;
use crate::app::commands::key_text;
use crate::app::ink::{Ink, small_font};
use crate::session::{Change, Compared};
use crate::tr;

/// One of the three matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first table.
    A,
    /// The second table.
    B,
    /// The second less the first.
    Difference,
}

impl Side {
    /// All three, from the left.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::Difference];

    /// The one in front.
    #[must_use]
    pub fn front(compared: &Compared) -> Self {
        if compared.front_is_b() { Self::B } else { Self::A }
    }

    /// How it is called, in every language.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::Difference => "B − A",
        }
    }
}

/// Where it is kept whether the difference is shown, where there is room for
/// one matrix: like the tabs of a small window it is no part of the session.
fn difference_is_chosen() -> Id {
    Id::unique("ab difference is chosen")
}

/// The matrix that is shown where there is room for one: the one in front, or
/// the difference.
#[must_use]
pub fn chosen(ui: &Ui, compared: &Compared) -> Side {
    match ui.data(|data| data.get_temp(difference_is_chosen())) {
        Some(true) => Side::Difference,
        _ => Side::front(compared),
    }
}

/// Draws the line. Where one matrix is shown alone, `chosen` says which, and
/// the line has a tab for each. Gives what room is left at its right end.
pub fn show(ui: &mut Ui, area: Rect, chosen: Option<Side>, kit: &mut Kit<'_>) -> Rect {
    let area = area.shrink2(vec2(8.0, 4.0));
    let line = Rect::from_min_size(area.min - vec2(0.0, 2.0), vec2(area.width(), 22.0));
    let mut inner = ui.new_child(UiBuilder::new().max_rect(line));
    let left = inner
        .horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().interact_size.y = 20.0;
            ui.spacing_mut().button_padding = vec2(6.0, 1.0);
            sides(ui, chosen, kit);
            ui.add_space(8.0);
            switches(ui, kit);
            ui.min_rect().right()
        })
        .inner;
    let mut right = area.right();
    if overview::is_shown(kit) {
        let at = Rect::from_min_size(pos2(right - overview::SIZE.x, area.top()), overview::SIZE);
        overview::show(ui, at, kit);
        right = at.left() - 10.0;
    }
    Rect::from_min_max(
        pos2((left + 12.0).min(right), area.top()),
        pos2(right, area.top() + 20.0),
    )
}

/// A and B: which is in front; and the difference where it needs a tab.
fn sides(ui: &mut Ui, chosen: Option<Side>, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    let Some(compared) = kit.scene.compared else { return };
    let front = Side::front(compared);
    if chosen.is_none() {
        let words = RichText::new(tr!(language, "ab.front")).font(small_font());
        ui.add(Label::new(words.color(kit.ink().weak)));
    }
    for side in [Side::A, Side::B] {
        let name = tr!(language, "ab.in_front", side = side.letter());
        let is_chosen = side == chosen.unwrap_or(front);
        let button = switch(ui, is_chosen, side.letter(), &name);
        let key = key_text(ui.ctx(), &Action::Change(Change::Flip));
        if button
            .on_hover_text(tr!(language, "ab.in_front_hint", key = key))
            .clicked()
        {
            ui.data_mut(|data| data.insert_temp(difference_is_chosen(), false));
            if side != front {
                kit.change(Change::Flip);
            }
        }
    }
    if let Some(chosen) = chosen {
        let difference = Side::Difference;
        let name = tr!(language, "ab.show_difference");
        if switch(ui, chosen == difference, difference.letter(), &name).clicked() {
            ui.data_mut(|data| data.insert_temp(difference_is_chosen(), true));
        }
    }
}

/// Whether the sliders are linked, and whether columns are put in order.
fn switches(ui: &mut Ui, kit: &mut Kit<'_>) {
    let language = kit.scene.language;
    let (Some(versus), Some(compared)) = (&kit.scene.session.versus, kit.scene.compared) else {
        return;
    };
    let name = tr!(language, "ab.linked");
    let link = switch(ui, versus.linked, &format!("{CHAIN_ROOM}{name}"), &name);
    chain(ui, &link, versus.linked, kit.ink());
    if link.on_hover_text(tr!(language, "ab.linked_hint")).clicked() {
        kit.change(Change::ToggleLinked);
    }
    ui.add_space(4.0);
    let mut is_aligned = versus.aligned;
    let name = tr!(language, "ab.aligned");
    let words = RichText::new(name.as_ref()).font(small_font());
    // Without sines and cosines there is nothing to put in order.
    let has_order = compared.a.pairs() > 0 && compared.b.pairs() > 0;
    let aligned = ui.add_enabled(has_order, Checkbox::new(&mut is_aligned, words));
    if aligned.on_hover_text(tr!(language, "ab.aligned_hint")).changed() {
        kit.change(Change::ToggleAligned);
    }
}

/// Room for the chain before the words of a button.
const CHAIN_ROOM: &str = "\u{2003}\u{2003}";

/// Two links of a chain at the left end of a button, apart where it is off. No
/// font here has the sign.
fn chain(ui: &Ui, button: &Response, is_on: bool, ink: Ink) {
    let center = pos2(button.rect.left() + 13.0, button.rect.center().y);
    let apart = if is_on { 2.5 } else { 4.5 };
    for side in [-1.0, 1.0] {
        let link = Rect::from_center_size(center + vec2(side * apart, 0.0), vec2(7.0, 5.0));
        let stroke = Stroke::new(1.3, ink.text);
        ui.painter().rect_stroke(link, 2.5, stroke, StrokeKind::Middle);
    }
}

/// A button that is on or off.
fn switch(ui: &mut Ui, is_on: bool, words: &str, name: &str) -> Response {
    let words = RichText::new(words).font(small_font());
    let button = ui.add(Button::selectable(is_on, words).frame_when_inactive(true));
    button.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, name));
    button
}
