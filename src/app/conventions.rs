//! The conventions drawer, and the chips that show what differs from the
//! paper wherever the drawer is.

use eframe::egui::{self, ComboBox, Grid, Role, Ui, WidgetInfo};

use super::action::{Action, Change};
use super::controls::{Fields, field};
use super::ink::Ink;
use crate::encoding::{
    Conventions, Divisor, Exponent, Layout, Named, OddWidth, Order, Parameter, Precision, Scale, Scheme, Spec,
};
use crate::text::{Language, plain, scheme_name, scheme_rule};
use crate::tr;

/// Draws the settings of this scheme.
pub fn drawer(ui: &mut Ui, fields: &mut Fields, spec: &Spec, language: Language, ink: Ink, actions: &mut Vec<Action>) {
    ui.heading(scheme_name(spec.scheme, language));
    ui.label(scheme_rule(spec.scheme, language));
    ui.add_space(6.0);
    match spec.scheme {
        Scheme::Sinusoidal => sinusoidal(ui, fields, spec, language, ink, actions),
        Scheme::Normalized => {
            ui.label(tr!(language, "conventions.divisor"));
            for divisor in Divisor::ALL {
                let name = tr!(language, divisor_key(divisor));
                if ui.radio(spec.divisor == divisor, name).clicked() {
                    actions.push(Action::Change(Change::Divisor(divisor)));
                }
            }
        }
        Scheme::Index | Scheme::Binary => {
            ui.label(egui::RichText::new(tr!(language, "conventions.none")).weak());
        }
    }
}

fn sinusoidal(ui: &mut Ui, fields: &mut Fields, spec: &Spec, language: Language, ink: Ink, actions: &mut Vec<Action>) {
    let now = spec.conventions;
    named(ui, now, language, actions);
    let numbers = [
        (Parameter::Start, now.start, "conventions.start"),
        (Parameter::Step, now.step, "conventions.step"),
    ];
    Grid::new("conventions")
        .num_columns(2)
        .spacing([8.0, 5.0])
        .show(ui, |ui| {
            for (parameter, value, key) in numbers {
                ui.label(tr!(language, key));
                field(ui, fields, parameter, value, &tr!(language, key), ink, actions);
                ui.end_row();
            }
            choices(ui, now, language, actions);
        });
    for (parameter, ..) in numbers {
        fields.refusal(ui, parameter, language, ink);
    }
}

/// The choices that are no numbers, a row each.
fn choices(ui: &mut Ui, now: Conventions, language: Language, actions: &mut Vec<Action>) {
    // The choice of one part of the conventions; the others stay.
    macro_rules! choose {
        ($part:ident, $title:literal, $hint:literal, $all:expr, $words:expr) => {
            let words = $words;
            let title = (&*tr!(language, $title), &*tr!(language, $hint));
            if let Some($part) = choice(ui, title, $all, now.$part, words) {
                actions.push(Action::Change(Change::Conventions(Conventions { $part, ..now })));
            }
        };
    }
    let said = |key| tr!(language, key).into_owned();
    choose!(
        layout,
        "conventions.layout",
        "conventions.layout_hint",
        Layout::ALL,
        |layout| { said(layout_key(layout)) }
    );
    choose!(
        order,
        "conventions.order",
        "conventions.order_hint",
        Order::ALL,
        |order| { said(order_key(order)) }
    );
    choose!(
        exponent,
        "conventions.exponent",
        "conventions.exponent_hint",
        Exponent::ALL,
        exponent_words
    );
    let scales = [Scale::One, Scale::RootD, Scale::InverseRootD];
    choose!(
        scale,
        "conventions.scale",
        "conventions.scale_hint",
        scales,
        scale_words
    );
    choose!(odd, "conventions.odd", "conventions.odd_hint", OddWidth::ALL, |odd| {
        said(odd_key(odd))
    });
    let name = |precision: Precision| precision.name().to_owned();
    choose!(
        position_precision,
        "conventions.positions_in",
        "conventions.precision_hint",
        Precision::ALL,
        name
    );
    choose!(
        angle_precision,
        "conventions.angles_in",
        "conventions.precision_hint",
        Precision::ALL,
        name
    );
}

/// One of the arrangements that have a name.
fn named(ui: &mut Ui, now: Conventions, language: Language, actions: &mut Vec<Action>) {
    let all = Named::all();
    let current = all.iter().find(|named| named.conventions == now);
    let shown = current.map_or_else(
        || tr!(language, "conventions.custom").into_owned(),
        |named| named.name.to_owned(),
    );
    let combo = ComboBox::from_id_salt("convention")
        .selected_text(shown.as_str())
        .width(200.0)
        .show_ui(ui, |ui| {
            for named in &all {
                let choice = ui.selectable_label(current == Some(named), named.name);
                if choice.on_hover_text(named.source).clicked() {
                    actions.push(Action::Change(Change::Conventions(named.conventions)));
                }
            }
        });
    let name = tr!(language, "conventions.named", name = shown);
    combo
        .response
        .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &name));
    if let Some(named) = current {
        ui.add(egui::Label::new(egui::RichText::new(named.source).small().weak()).wrap());
    }
    ui.add_space(4.0);
}

/// Draws the choices of one kind; gives the one that was taken.
fn choice<T: Copy + PartialEq, const N: usize>(
    ui: &mut Ui,
    (title, hint): (&str, &str),
    all: [T; N],
    now: T,
    words: impl Fn(T) -> String,
) -> Option<T> {
    let mut chosen = None;
    ui.label(title).on_hover_text(hint);
    let shown = words(now);
    let combo = ComboBox::from_id_salt(title)
        .selected_text(shown.as_str())
        .width(110.0)
        .show_ui(ui, |ui| {
            for one in all {
                if ui.selectable_label(one == now, words(one)).clicked() {
                    chosen = Some(one);
                }
            }
        });
    combo
        .response
        .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("{title}: {shown}")));
    ui.end_row();
    chosen
}

/// What differs from the first choice of the scheme, each with a cross that
/// takes it back: hidden settings must not surprise.
pub fn chips(ui: &mut Ui, spec: &Spec, language: Language, actions: &mut Vec<Action>) {
    let chips = match spec.scheme {
        Scheme::Normalized if spec.divisor != Divisor::default() => vec![(
            tr!(language, "controls.chip_divisor").into_owned(),
            Change::Divisor(Divisor::default()),
        )],
        Scheme::Sinusoidal => differences(spec, language),
        _ => return,
    };
    if chips.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (name, change) in chips {
            let chip = ui.button(format!("{name}  ×"));
            chip.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!(language, "controls.remove", name = name)));
            if chip.clicked() {
                actions.push(Action::Change(change));
            }
        }
    });
}

/// What differs from the paper, in words, and the change that takes it back.
fn differences(spec: &Spec, language: Language) -> Vec<(String, Change)> {
    let (now, paper) = (spec.conventions, Conventions::default());
    let mut chips = Vec::new();
    // One part of the conventions, where it is not the paper's.
    macro_rules! chip {
        ($part:ident, $words:expr) => {
            if now.$part != paper.$part {
                let $part = paper.$part;
                chips.push(($words, Change::Conventions(Conventions { $part, ..now })));
            }
        };
    }
    let said = |key| tr!(language, key);
    chip!(start, format!("start = {}", plain(now.start)));
    chip!(step, format!("step = {}", plain(now.step)));
    chip!(layout, said(layout_key(now.layout)).into_owned());
    chip!(order, said(order_key(now.order)).into_owned());
    chip!(exponent, exponent_words(now.exponent));
    chip!(scale, scale_words(now.scale));
    chip!(odd, format!("{}: {}", said("conventions.odd"), said(odd_key(now.odd))));
    chip!(
        position_precision,
        format!("{} {}", said("conventions.positions_in"), now.position_precision.name())
    );
    chip!(
        angle_precision,
        format!("{} {}", said("conventions.angles_in"), now.angle_precision.name())
    );
    chips
}

fn divisor_key(divisor: Divisor) -> &'static str {
    match divisor {
        Divisor::LengthMinusOne => "conventions.length_minus_one",
        Divisor::Length => "conventions.length",
    }
}

fn layout_key(layout: Layout) -> &'static str {
    match layout {
        Layout::Interleaved => "conventions.interleaved",
        Layout::Concat => "conventions.concat",
    }
}

fn order_key(order: Order) -> &'static str {
    match order {
        Order::SineFirst => "conventions.sine_first",
        Order::CosineFirst => "conventions.cosine_first",
    }
}

fn odd_key(odd: OddWidth) -> &'static str {
    match odd {
        OddWidth::Split => "conventions.split",
        OddWidth::ZeroColumn => "conventions.zero_column",
        OddWidth::Truncate => "conventions.truncate",
    }
}

fn exponent_words(exponent: Exponent) -> String {
    match exponent {
        Exponent::Width => "2k / d",
        Exponent::Half => "k / h",
        Exponent::HalfMinusOne => "k / (h − 1)",
    }
    .to_owned()
}

fn scale_words(scale: Scale) -> String {
    match scale {
        Scale::One => "× 1".to_owned(),
        Scale::RootD => "× √d".to_owned(),
        Scale::InverseRootD => "× 1/√d".to_owned(),
        Scale::Number(number) => format!("× {}", plain(number)),
    }
}
