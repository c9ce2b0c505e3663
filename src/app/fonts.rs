//! The fonts of the window: egui's own, and Noto Sans SC for Chinese, Greek and symbols.

use std::sync::Arc;

use eframe::egui::text::LayoutJob;
use eframe::egui::{Context, FontData, FontDefinitions, FontFamily, FontId, Galley, TextBuffer, TextStyle, Ui};

use crate::figure::lettering::{FAMILY, FONT};
use crate::file::acts;

/// Installs Noto Sans SC as the fallback of both font families.
pub fn install(ctx: &Context) {
    let mut fonts = FontDefinitions::default();
    fonts
        .font_data
        .insert(FAMILY.to_owned(), Arc::new(FontData::from_static(FONT)));
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.entry(family).or_default().push(FAMILY.to_owned());
    }
    ctx.set_fonts(fonts);
}

/// Returns the text with each character that no font has, that is invisible or that changes the
/// writing direction replaced by its code point, such as `[U+20BB7]`. For words that a person typed
/// or a file contains. Call it only within a frame: there are no fonts before the first one.
pub fn drawable(ctx: &Context, text: &str) -> String {
    ctx.fonts_mut(|fonts| {
        let font = FontId::proportional(14.0);
        let mut drawable = String::with_capacity(text.len());
        for character in text.chars() {
            let is_drawn = !acts(character) && fonts.has_glyph(&font, character);
            if is_drawn || character == '\n' {
                drawable.push(character);
            } else {
                drawable.push_str(&format!("[U+{:04X}]", u32::from(character)));
            }
        }
        drawable
    })
}

/// Lays out a line of a text field with a box in place of every character that no font has. The cursor needs one
/// glyph per character, so the code points (see [`drawable`]) have to stand beside the field.
pub fn boxed(ui: &Ui, text: &dyn TextBuffer, _wrap_width: f32) -> Arc<Galley> {
    const BOX: char = '\u{25A1}';
    let font = TextStyle::Body.resolve(ui.style());
    let color = ui.visuals().widgets.inactive.text_color();
    ui.fonts_mut(|fonts| {
        let shown = |character| {
            if !acts(character) && fonts.has_glyph(&font, character) {
                character
            } else {
                BOX
            }
        };
        let line: String = text.as_str().chars().map(shown).collect();
        fonts.layout_job(LayoutJob::simple_singleline(line, font, color))
    })
}
