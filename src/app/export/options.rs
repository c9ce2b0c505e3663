//! The controls of the choices, each kind's own.

use eframe::egui::emath::Numeric;
use eframe::egui::{ComboBox, DragValue, Role, Slider, TextEdit, Ui, WidgetInfo};

use super::choices::{Choices, Kind, Moving, Size, page_views, swept_key, usual_ends};
use crate::app::controls::named;
use crate::encoding::Precision;
use crate::figure::animation::AnimationFormat;
use crate::figure::motion::{FRAME_LIMITS, RATE_LIMITS, Swept};
use crate::figure::paper::Purpose;
use crate::figure::render::Format;
use crate::file::TableFormat;
use crate::plot::ink::Theme;
use crate::text::Language;
use crate::tr;
use crate::view;

/// Draws the controls of a kind.
pub fn show(ui: &mut Ui, kind: Kind, choices: &mut Choices, language: Language) {
    match kind {
        Kind::Figure(_) | Kind::Page => figure(ui, kind, choices, language),
        Kind::Animation => {
            moving(ui, &mut choices.moving, language);
            sheet(ui, choices, language);
        }
        Kind::Table(format) => storage(ui, format, choices),
        Kind::Window => {
            slider(ui, &mut choices.scale, 1..=4, &tr!(language, "export.scale"));
        }
        Kind::HeatmapCells | Kind::MatrixCells | Kind::ThreeWaysCells => {
            slider(ui, &mut choices.cell_size, 1..=64, &tr!(language, "export.cell_size"));
            ui.checkbox(&mut choices.in_view, tr!(language, "export.in_view"));
            ui.checkbox(&mut choices.transparent, tr!(language, "export.transparent_cells"));
        }
    }
}

fn slider(ui: &mut Ui, value: &mut u32, range: std::ops::RangeInclusive<u32>, name: &str) {
    ui.horizontal(|ui| {
        ui.label(name);
        let slider = ui.add(Slider::new(value, range));
        slider.widget_info(|| WidgetInfo::slider(true, f64::from(*value), name));
        ui.label("px");
    });
}

fn figure(ui: &mut Ui, kind: Kind, choices: &mut Choices, language: Language) {
    ui.horizontal(|ui| {
        ui.label(tr!(language, "export.format"));
        for (format, name) in [(Format::Png, "PNG"), (Format::Svg, "SVG"), (Format::Pdf, "PDF")] {
            ui.radio_value(&mut choices.format, format, name);
        }
    });
    size(ui, choices, language);
    sheet(ui, choices, language);
    if choices.format == Format::Svg {
        ui.checkbox(&mut choices.outlines, tr!(language, "export.outlines"));
    }
    if kind == Kind::Page {
        page(ui, choices, language);
    }
}

/// What figures and animations have alike.
fn sheet(ui: &mut Ui, choices: &mut Choices, language: Language) {
    ui.horizontal(|ui| {
        ui.label(tr!(language, "export.page_is"));
        for (theme, key) in [(Theme::Light, "export.light"), (Theme::Dark, "export.dark")] {
            ui.radio_value(&mut choices.theme, theme, tr!(language, key));
        }
    });
    ui.checkbox(&mut choices.transparent, tr!(language, "export.transparent"));
    ui.checkbox(&mut choices.in_view, tr!(language, "export.in_view"));
    ui.horizontal(|ui| {
        let name = tr!(language, "export.has_title");
        let mut has_own = choices.title.is_some();
        if ui.checkbox(&mut has_own, name.as_str()).changed() {
            choices.title = has_own.then(String::new);
        }
        if let Some(title) = &mut choices.title {
            let mut layouter = crate::app::fonts::boxed;
            let width = ui.available_width().clamp(80.0, 240.0);
            let edit = ui.add(TextEdit::singleline(title).desired_width(width).layouter(&mut layouter));
            named(&edit, Role::TextInput, title, &tr!(language, "export.title_text"));
        }
    });
}

/// What changes in an animation.
fn moving(ui: &mut Ui, moving: &mut Moving, language: Language) {
    ui.horizontal(|ui| {
        ui.label(tr!(language, "export.format"));
        for (format, name) in [(AnimationFormat::Gif, "GIF"), (AnimationFormat::Apng, "APNG")] {
            ui.radio_value(&mut moving.format, format, name);
        }
    });
    let before = moving.swept;
    ui.horizontal(|ui| {
        let chosen = view::title_of(&moving.view, language);
        choice(
            ui,
            "view",
            &chosen,
            &tr!(language, "export.seen", view = chosen),
            |ui| {
                for view in page_views() {
                    let words = view::title(view, language);
                    ui.selectable_value(&mut moving.view, view.name().to_owned(), words);
                }
            },
        );
        ui.label(tr!(language, "export.over"));
        let name = |swept| tr!(language, swept_key(swept));
        let chosen = name(moving.swept);
        choice(
            ui,
            "swept",
            &chosen,
            &tr!(language, "export.changes", what = chosen),
            |ui| {
                for &swept in Swept::ALL {
                    ui.selectable_value(&mut moving.swept, swept, name(swept));
                }
            },
        );
    });
    if moving.swept != before {
        moving.ends = usual_ends(moving.swept);
    }
    ui.horizontal(|ui| {
        for (end, key) in moving.ends.iter_mut().zip(["export.from", "export.to"]) {
            let name = tr!(language, key);
            ui.label(name.as_str());
            let edit = ui.add(TextEdit::singleline(end).desired_width(80.0));
            named(&edit, Role::TextInput, end, &name);
        }
    });
    ui.horizontal(|ui| {
        let (least, most) = FRAME_LIMITS;
        number(
            ui,
            &mut moving.frames,
            least..=most,
            &tr!(language, "export.frame_count"),
        );
        let (least, most) = RATE_LIMITS;
        number(ui, &mut moving.rate, least..=most, &tr!(language, "export.rate"));
    });
    ui.checkbox(&mut moving.there_and_back, tr!(language, "export.there_and_back"));
}

/// A list to choose from, with a name.
fn choice(ui: &mut Ui, id: &str, chosen: &str, name: &str, list: impl FnOnce(&mut Ui)) {
    let combo = ComboBox::from_id_salt(id)
        .width(110.0)
        .selected_text(chosen)
        .show_ui(ui, list);
    combo
        .response
        .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
}

fn number<N: Numeric>(ui: &mut Ui, value: &mut N, range: std::ops::RangeInclusive<N>, name: &str) {
    ui.label(name);
    let drag = ui.add(DragValue::new(value).range(range));
    drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, name));
}

fn size(ui: &mut Ui, choices: &mut Choices, language: Language) {
    let name = |size: Size| tr!(language, size.key());
    ui.horizontal(|ui| {
        ui.label(tr!(language, "export.size"));
        let chosen = name(choices.size);
        let pixels = match choices.size {
            Size::Pixels(..) => choices.size,
            Size::For(_) => Size::Pixels(1600, 900),
        };
        let combo = ComboBox::from_id_salt("size")
            .width(170.0)
            .selected_text(chosen.as_str())
            .show_ui(ui, |ui| {
                for &purpose in Purpose::ALL {
                    ui.selectable_value(&mut choices.size, Size::For(purpose), name(Size::For(purpose)));
                }
                ui.selectable_value(&mut choices.size, pixels, name(pixels));
            });
        let words = tr!(language, "export.size_is", size = chosen);
        combo
            .response
            .widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, &words));
    });
    match &mut choices.size {
        Size::Pixels(width, height) => {
            ui.horizontal(|ui| {
                for (side, key) in [(width, "export.width"), (height, "export.height")] {
                    let name = tr!(language, key);
                    ui.label(name.as_str());
                    let drag = ui.add(DragValue::new(side).range(72..=5670).speed(4.0).suffix(" px"));
                    drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, &name));
                }
            });
        }
        Size::For(purpose) if purpose.is_paper() && choices.format == Format::Png => {
            ui.horizontal(|ui| {
                let name = tr!(language, "export.dpi");
                ui.label(name.as_str());
                let drag = ui.add(DragValue::new(&mut choices.dpi).range(36..=1200).suffix(" dpi"));
                drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, &name));
            });
        }
        Size::For(_) => {}
    }
}

/// Which views a page has, in their order.
fn page(ui: &mut Ui, choices: &mut Choices, language: Language) {
    ui.label(tr!(language, "export.page_views"));
    ui.horizontal_wrapped(|ui| {
        for view in page_views() {
            let was = choices.views.iter().any(|name| name == view.name());
            let mut has = was;
            ui.checkbox(&mut has, view::title(view, language));
            if has == was {
                continue;
            }
            let is_chosen = |other: &str| {
                if other == view.name() {
                    has
                } else {
                    choices.views.iter().any(|name| name == other)
                }
            };
            let views = page_views().map(|view| view.name()).filter(|name| is_chosen(name));
            let views: Vec<String> = views.map(str::to_owned).collect();
            // The last one stays.
            if !views.is_empty() {
                choices.views = views;
            }
        }
    });
    ui.checkbox(&mut choices.shares_scale, tr!(language, "export.shares_scale"));
}

fn storage(ui: &mut Ui, format: TableFormat, choices: &mut Choices) {
    ui.horizontal_wrapped(|ui| {
        ui.radio_value(&mut choices.storage, Precision::F32, "float32");
        ui.radio_value(&mut choices.storage, Precision::F64, "float64");
        ui.radio_value(&mut choices.storage, Precision::F16, "float16");
        if format.has_bf16() {
            ui.radio_value(&mut choices.storage, Precision::Bf16, "bfloat16");
        } else if choices.storage == Precision::Bf16 {
            choices.storage = Precision::F32;
        }
    });
}
