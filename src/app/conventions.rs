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
    let mut change = |conventions| actions.push(Action::Change(Change::Conventions(conventions)));
    choice(
        ui,
        (
            &tr!(language, "conventions.layout"),
            &tr!(language, "conventions.layout_hint"),
        ),
        Layout::ALL,
        now.layout,
        |layout| {
            (
                tr!(language, layout_key(layout)).into_owned(),
                Conventions { layout, ..now },
            )
        },
    )
    .map(&mut change);
    choice(
        ui,
        (
            &tr!(language, "conventions.order"),
            &tr!(language, "conventions.order_hint"),
        ),
        Order::ALL,
        now.order,
        |order| {
            (
                tr!(language, order_key(order)).into_owned(),
                Conventions { order, ..now },
            )
        },
    )
    .map(&mut change);
    choice(
        ui,
        (
            &tr!(language, "conventions.exponent"),
            &tr!(language, "conventions.exponent_hint"),
        ),
        Exponent::ALL,
        now.exponent,
        |exponent| (exponent_words(exponent), Conventions { exponent, ..now }),
    )
    .map(&mut change);
    let scales = [Scale::One, Scale::RootD, Scale::InverseRootD];
    choice(
        ui,
        (
            &tr!(language, "conventions.scale"),
            &tr!(language, "conventions.scale_hint"),
        ),
        scales,
        now.scale,
        |scale| (scale_words(scale), Conventions { scale, ..now }),
    )
    .map(&mut change);
    choice(
        ui,
        (
            &tr!(language, "conventions.odd"),
            &tr!(language, "conventions.odd_hint"),
        ),
        OddWidth::ALL,
        now.odd,
        |odd| (tr!(language, odd_key(odd)).into_owned(), Conventions { odd, ..now }),
    )
    .map(&mut change);
    let of_positions = |position_precision: Precision| {
        let conventions = Conventions {
            position_precision,
            ..now
        };
        (position_precision.name().to_owned(), conventions)
    };
    let of_angles = |angle_precision: Precision| {
        let conventions = Conventions { angle_precision, ..now };
        (angle_precision.name().to_owned(), conventions)
    };
    let hint = tr!(language, "conventions.precision_hint");
    let title = tr!(language, "conventions.positions_in");
    choice(
        ui,
        (&title, &hint),
        Precision::ALL,
        now.position_precision,
        of_positions,
    )
    .map(&mut change);
    let title = tr!(language, "conventions.angles_in");
    choice(ui, (&title, &hint), Precision::ALL, now.angle_precision, of_angles).map(&mut change);
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
    of: impl Fn(T) -> (String, Conventions),
) -> Option<Conventions> {
    let mut chosen = None;
    ui.label(title).on_hover_text(hint);
    let (shown, _) = of(now);
    let combo = ComboBox::from_id_salt(title)
        .selected_text(shown.as_str())
        .width(110.0)
        .show_ui(ui, |ui| {
            for one in all {
                let (words, conventions) = of(one);
                if ui.selectable_label(one == now, words).clicked() {
                    chosen = Some(conventions);
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
    let mut add = |differs: bool, words: String, back: Conventions| {
        if differs {
            chips.push((words, Change::Conventions(back)));
        }
    };
    add(
        now.start != paper.start,
        format!("start = {}", plain(now.start)),
        Conventions {
            start: paper.start,
            ..now
        },
    );
    add(
        now.step != paper.step,
        format!("step = {}", plain(now.step)),
        Conventions {
            step: paper.step,
            ..now
        },
    );
    add(
        now.layout != paper.layout,
        tr!(language, layout_key(now.layout)).into_owned(),
        Conventions {
            layout: paper.layout,
            ..now
        },
    );
    add(
        now.order != paper.order,
        tr!(language, order_key(now.order)).into_owned(),
        Conventions {
            order: paper.order,
            ..now
        },
    );
    add(
        now.exponent != paper.exponent,
        exponent_words(now.exponent),
        Conventions {
            exponent: paper.exponent,
            ..now
        },
    );
    add(
        now.scale != paper.scale,
        scale_words(now.scale),
        Conventions {
            scale: paper.scale,
            ..now
        },
    );
    add(
        now.odd != paper.odd,
        format!(
            "{}: {}",
            tr!(language, "conventions.odd"),
            tr!(language, odd_key(now.odd))
        ),
        Conventions { odd: paper.odd, ..now },
    );
    add(
        now.position_precision != paper.position_precision,
        format!(
            "{} {}",
            tr!(language, "conventions.positions_in"),
            now.position_precision.name()
        ),
        Conventions {
            position_precision: paper.position_precision,
            ..now
        },
    );
    add(
        now.angle_precision != paper.angle_precision,
        format!(
            "{} {}",
            tr!(language, "conventions.angles_in"),
            now.angle_precision.name()
        ),
        Conventions {
            angle_precision: paper.angle_precision,
            ..now
        },
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
