//! The controls of the choices, each kind's own.

use eframe::egui::{ComboBox, DragValue, Role, Slider, TextEdit, Ui, WidgetInfo};

use super::choices::{Choices, Kind, Size, view_key};
use super::order::PAGE_VIEWS;
use crate::app::controls::named;
use crate::encoding::Precision;
use crate::figure::ink::Theme;
use crate::figure::paper::Purpose;
use crate::figure::render::Format;
use crate::file::TableFormat;
use crate::text::Language;
use crate::tr;

/// Draws the controls of a kind.
pub fn show(ui: &mut Ui, kind: Kind, choices: &mut Choices, language: Language) {
    match kind {
        Kind::Figure(_) | Kind::Page => figure(ui, kind, choices, language),
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
    ui.horizontal(|ui| {
        ui.label(tr!(language, "export.page_is"));
        for (theme, key) in [(Theme::Light, "export.light"), (Theme::Dark, "export.dark")] {
            ui.radio_value(&mut choices.theme, theme, tr!(language, key));
        }
    });
    ui.checkbox(&mut choices.transparent, tr!(language, "export.transparent"));
    ui.checkbox(&mut choices.in_view, tr!(language, "export.in_view"));
    if choices.format == Format::Svg {
        ui.checkbox(&mut choices.outlines, tr!(language, "export.outlines"));
    }
    ui.horizontal(|ui| {
        let name = tr!(language, "export.has_title");
        let mut has_own = choices.title.is_some();
        if ui.checkbox(&mut has_own, name.as_ref()).changed() {
            choices.title = has_own.then(String::new);
        }
        if let Some(title) = &mut choices.title {
            let mut layouter = crate::app::fonts::boxed;
            let width = ui.available_width().clamp(80.0, 240.0);
            let edit = ui.add(TextEdit::singleline(title).desired_width(width).layouter(&mut layouter));
            named(&edit, Role::TextInput, title, &tr!(language, "export.title_text"));
        }
    });
    if kind == Kind::Page {
        page(ui, choices, language);
    }
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
            .selected_text(chosen.as_ref())
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
                    ui.label(name.as_ref());
                    let drag = ui.add(DragValue::new(side).range(72..=5670).speed(4.0).suffix(" px"));
                    drag.widget_info(|| WidgetInfo::labeled(Role::SpinButton, true, &name));
                }
            });
        }
        Size::For(purpose) if purpose.is_paper() && choices.format == Format::Png => {
            ui.horizontal(|ui| {
                let name = tr!(language, "export.dpi");
                ui.label(name.as_ref());
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
        for view in PAGE_VIEWS {
            let mut has = choices.views.contains(&view);
            let words = tr!(language, view_key(view));
            if ui.checkbox(&mut has, words).changed() {
                let is_chosen = |other: &_| {
                    if *other == view {
                        has
                    } else {
                        choices.views.contains(other)
                    }
                };
                let views: Vec<_> = PAGE_VIEWS.into_iter().filter(is_chosen).collect();
                // The last one stays.
                if !views.is_empty() {
                    choices.views = views;
                }
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
