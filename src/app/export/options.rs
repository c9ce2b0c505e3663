//! The controls of the choices of each kind.

use eframe::egui::{ComboBox, DragValue, Slider, TextEdit, Ui};

use super::choices::{Choices, ExportKind, FigureSize, Moving, page_views, swept_key, usual_ends};
use crate::app::controls::one_in_list;
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
pub fn show(ui: &mut Ui, kind: ExportKind, choices: &mut Choices, language: Language) {
    match kind {
        ExportKind::Figure(_) | ExportKind::Page => figure(ui, kind, choices, language),
        ExportKind::Animation => {
            moving(ui, &mut choices.moving, language);
            sheet(ui, choices, language);
        }
        ExportKind::Table(format) => storage(ui, format, choices),
        ExportKind::Window => slider(
            ui,
            Slider::new(&mut choices.scale, 1..=4),
            tr!(language, "export.scale"),
        ),
        ExportKind::Cells(_) => {
            let cell_size = Slider::new(&mut choices.cell_size, 1..=64);
            slider(ui, cell_size, tr!(language, "export.cell_size"));
            ui.checkbox(&mut choices.in_view, tr!(language, "export.in_view"));
            ui.checkbox(&mut choices.transparent, tr!(language, "export.transparent_cells"));
        }
    }
}

fn slider(ui: &mut Ui, slider: Slider<'_>, name: String) {
    ui.horizontal(|ui| {
        ui.label(name.as_str());
        ui.add(slider).accessible_name(name);
        ui.label("px");
    });
}

/// Draws a row of radio buttons.
fn one_of<T: PartialEq>(ui: &mut Ui, name: String, chosen: &mut T, all: impl IntoIterator<Item = (T, String)>) {
    ui.horizontal(|ui| {
        ui.label(name);
        for (value, words) in all {
            ui.radio_value(chosen, value, words);
        }
    });
}

/// Draws a number that can be dragged or typed.
fn number(ui: &mut Ui, number: DragValue<'_>, name: String) {
    ui.label(name.as_str());
    ui.add(number).accessible_name(name);
}

fn figure(ui: &mut Ui, kind: ExportKind, choices: &mut Choices, language: Language) {
    let formats = [Format::Png, Format::Svg, Format::Pdf].map(|format| (format, format.name().to_uppercase()));
    one_of(ui, tr!(language, "export.format"), &mut choices.format, formats);
    size(ui, choices, language);
    sheet(ui, choices, language);
    if choices.format == Format::Svg {
        ui.checkbox(&mut choices.outlines, tr!(language, "export.outlines"));
    }
    if kind == ExportKind::Page {
        page(ui, choices, language);
    }
}

/// Draws the controls that figures and animations share.
fn sheet(ui: &mut Ui, choices: &mut Choices, language: Language) {
    let themes = [(Theme::Light, "export.light"), (Theme::Dark, "export.dark")];
    let themes = themes.map(|(theme, key)| (theme, tr!(language, key)));
    one_of(ui, tr!(language, "export.page_is"), &mut choices.theme, themes);
    ui.checkbox(&mut choices.transparent, tr!(language, "export.transparent"));
    ui.checkbox(&mut choices.in_view, tr!(language, "export.in_view"));
    ui.horizontal(|ui| {
        let mut has_own = choices.title.is_some();
        if ui.checkbox(&mut has_own, tr!(language, "export.has_title")).changed() {
            choices.title = has_own.then(String::new);
        }
        if let Some(title) = &mut choices.title {
            let mut layouter = crate::app::fonts::boxed;
            let width = ui.available_width().clamp(80.0, 240.0);
            ui.add(TextEdit::singleline(title).desired_width(width).layouter(&mut layouter))
                .accessible_name(tr!(language, "export.title_text"));
        }
    });
}

/// Draws the controls of what changes in an animation.
fn moving(ui: &mut Ui, moving: &mut Moving, language: Language) {
    let formats = AnimationFormat::ALL.iter();
    let formats = formats.map(|&format| (format, format.name().to_uppercase()));
    one_of(ui, tr!(language, "export.format"), &mut moving.format, formats);
    let before = moving.swept;
    ui.horizontal(|ui| {
        let list = |id| ComboBox::from_id_salt(id).width(110.0);
        let words = view::title_of(&moving.view, language);
        let name = tr!(language, "export.seen", view = words);
        let views = page_views().map(|view| (view.name().to_owned(), view::title(view, language)));
        one_in_list(ui, (list("view"), name), &mut moving.view, &words, views);
        ui.label(tr!(language, "export.over"));
        let words = tr!(language, swept_key(moving.swept));
        let name = tr!(language, "export.changes", what = words);
        let all = Swept::ALL.iter().map(|&swept| (swept, tr!(language, swept_key(swept))));
        one_in_list(ui, (list("swept"), name), &mut moving.swept, &words, all);
    });
    if moving.swept != before {
        moving.ends = usual_ends(moving.swept);
    }
    ui.horizontal(|ui| {
        for (end, key) in moving.ends.iter_mut().zip(["export.from", "export.to"]) {
            let name = tr!(language, key);
            ui.label(name.as_str());
            ui.add(TextEdit::singleline(end).desired_width(80.0))
                .accessible_name(name);
        }
    });
    ui.horizontal(|ui| {
        let frames = DragValue::new(&mut moving.frames).range(FRAME_LIMITS.0..=FRAME_LIMITS.1);
        number(ui, frames, tr!(language, "export.frame_count"));
        let rate = DragValue::new(&mut moving.rate).range(RATE_LIMITS.0..=RATE_LIMITS.1);
        number(ui, rate, tr!(language, "export.rate"));
    });
    ui.checkbox(&mut moving.there_and_back, tr!(language, "export.there_and_back"));
}

fn size(ui: &mut Ui, choices: &mut Choices, language: Language) {
    let words = |size: FigureSize| tr!(language, size.key());
    ui.horizontal(|ui| {
        ui.label(tr!(language, "export.size"));
        let pixels = match choices.size {
            FigureSize::Pixels(..) => choices.size,
            FigureSize::For(_) => FigureSize::Pixels(1600, 900),
        };
        let chosen = words(choices.size);
        let name = tr!(language, "export.size_is", size = chosen);
        let list = ComboBox::from_id_salt("size").width(170.0);
        let sizes = Purpose::ALL
            .iter()
            .map(|&purpose| FigureSize::For(purpose))
            .chain([pixels]);
        let sizes = sizes.map(|size| (size, words(size)));
        one_in_list(ui, (list, name), &mut choices.size, &chosen, sizes);
    });
    match &mut choices.size {
        FigureSize::Pixels(width, height) => {
            ui.horizontal(|ui| {
                for (side, key) in [(width, "export.width"), (height, "export.height")] {
                    let side = DragValue::new(side).range(72..=5670).speed(4.0).suffix(" px");
                    number(ui, side, tr!(language, key));
                }
            });
        }
        FigureSize::For(purpose) if purpose.is_paper() && choices.format == Format::Png => {
            ui.horizontal(|ui| {
                let dpi = DragValue::new(&mut choices.dpi).range(36..=1200).suffix(" dpi");
                number(ui, dpi, tr!(language, "export.dpi"));
            });
        }
        FigureSize::For(_) => {}
    }
}

/// Draws a checkbox per view of a page; the views keep their order.
fn page(ui: &mut Ui, choices: &mut Choices, language: Language) {
    ui.label(tr!(language, "export.page_views"));
    ui.horizontal_wrapped(|ui| {
        for view in page_views() {
            let has = |name: &str| choices.views.iter().any(|chosen| chosen == name);
            let mut is_on = has(view.name());
            if !ui.checkbox(&mut is_on, view::title(view, language)).changed() {
                continue;
            }
            let names = page_views().map(|view| view.name());
            let chosen = names.filter(|&name| if name == view.name() { is_on } else { has(name) });
            let views: Vec<String> = chosen.map(str::to_owned).collect();
            // The last view stays.
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
