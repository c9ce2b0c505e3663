//! Bands: lanes of single frequencies over the positions, under the heatmap
//! and in step with it.

use eframe::egui::{Align2, Rangef, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2};

use super::lanes::{Lanes, Whose};
use super::trained::{self, Along};
use super::{BELOW, Hover, Kit, LEFT, RIGHT, Scene, axis_name, headed, on_pixels, pixels_in};
use crate::analysis::{band_range, wavelength};
use crate::app::ink::small_font;
use crate::app::widget::axis;
use crate::app::widget::matrix::crosshair;
use crate::app::widget::scale::Scale;
use crate::encoding::{Encoding, Kind};
use crate::field::Axis;
use crate::session::{Change, Pin};
use crate::text::{axis_names, band_name, count, significant};
use crate::tr;

/// Draws the pane.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let (ink, language) = (kit.ink(), kit.scene.language);
    let encoding = kit.scene.encoding;
    let lanes = kit.scene.session.views.lanes_of(encoding);
    let title = tr!(language, "bands.title");
    let below = headed(ui, ink, area, &title, Some(&legend(ui, area, kit)));
    let plot = Rect::from_min_max(
        pos2(below.left() + LEFT, below.top() + 2.0),
        pos2(below.right() - RIGHT, below.bottom() - BELOW),
    );
    if plot.width() < 12.0 || plot.height() < 12.0 {
        return;
    }
    let plot = on_pixels(ui, plot);
    let (positions, _) = kit.scene.window();
    let x = Scale::rightward(positions, plot.x_range());
    let font = small_font();
    axis::below(ui.painter(), x, plot.bottom(), &font, ink.weak);
    let [rows, _] = axis_names(encoding.kind(), language);
    let name = format!("{rows} →");
    axis_name(
        ui,
        ink,
        pos2(plot.right() + 8.0, plot.bottom() + 4.0),
        Align2::LEFT_TOP,
        &name,
    );
    let response = ui.interact(plot, ui.scope_id().with("bands"), Sense::click());
    let list: Vec<String> = lanes.iter().map(|&lane| count(lane)).collect();
    let name = match kit.scene.compared {
        Some(_) => tr!(language, "ab.bands_name", bands = list.join(", ")),
        None => tr!(language, "bands.name", bands = list.join(", ")),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));

    let pixels = pixels_in(ui, plot.width());
    let axis = Axis {
        span: positions,
        pixels,
    };
    #[expect(clippy::cast_precision_loss, reason = "at most six lanes")]
    let height = plot.height() / lanes.len() as f32;
    // The first lane is the lowest: slow at the top, as in the heatmap.
    #[expect(clippy::cast_precision_loss, reason = "at most six lanes")]
    let lane_rect = |place: usize| {
        let bottom = plot.bottom() - height * place as f32;
        Rect::from_x_y_ranges(plot.x_range(), Rangef::new(bottom - height + 3.0, bottom - 3.0))
    };
    let frame = Lanes {
        lanes: &lanes,
        axis,
        x,
        rect: &lane_rect,
        range: &|band| lane_range(kit.scene, band),
    };
    shades(
        ui,
        Along {
            plot,
            scale: x,
            is_x: true,
        },
        kit,
    );
    let ghost = kit
        .scene
        .ghost
        .filter(|ghost| ghost.spec().scheme == encoding.spec().scheme);
    if let Some(ghost) = ghost {
        frame.draw(ui, ghost, Whose::Ghost, kit);
    }
    if let Some(compared) = kit.scene.compared {
        frame.draw(ui, &compared.a, Whose::A, kit);
        frame.draw(ui, &compared.b, Whose::B, kit);
    } else {
        frame.draw(ui, encoding, Whose::Alone, kit);
    }
    for (place, &lane) in lanes.iter().enumerate() {
        label(ui, lane_rect(place), lane, kit);
    }
    marks(ui, plot, x, kit);
    if let Some(at) = response.hover_pos()
        && let Some(position) = x.cell_at(at.x, encoding.max_len())
    {
        *kit.hover = Some(Hover::Position(position));
        let lane = (0..lanes.len())
            .find(|&place| lane_rect(place).y_range().contains(at.y))
            .map(|place| lanes[place]);
        if let (true, Some(lane)) = (response.clicked(), lane) {
            let dimension = encoding.bands()[lane].first;
            kit.change(Change::Pin(Some(Pin { position, dimension })));
        }
    }
}

/// What lies beyond the trained lengths, behind the curves.
fn shades(ui: &Ui, along: Along, kit: &Kit<'_>) {
    let ink = kit.ink();
    if let Some(compared) = kit.scene.compared {
        trained::shade(ui, along, &compared.a, ink.curve.gamma_multiply(0.12));
        trained::shade(ui, along, &compared.b, ink.second.gamma_multiply(0.12));
    } else {
        trained::shade(ui, along, kit.scene.encoding, ink.frame.gamma_multiply(0.22));
    }
}

/// What lines and shades are.
fn legend(ui: &Ui, area: Rect, kit: &Kit<'_>) -> String {
    let (language, encoding) = (kit.scene.language, kit.scene.encoding);
    let (positions, _) = kit.scene.window();
    let width = f64::from((area.width() - LEFT - RIGHT) * ui.pixels_per_point());
    let is_envelope = positions.length() > width;
    let legend = if let Some(compared) = kit.scene.compared {
        match (compared.a.pairs() + compared.b.pairs() > 0, is_envelope) {
            (true, false) => tr!(language, "ab.legend"),
            (true, true) => tr!(language, "ab.legend_envelope"),
            (false, false) => tr!(language, "ab.legend_alone"),
            (false, true) => tr!(language, "ab.legend_envelope_alone"),
        }
    } else {
        match (encoding.pairs() > 0, is_envelope) {
            (true, false) if encoding.kind() == Kind::Rotation => tr!(language, "bands.legend_twins"),
            (true, false) => tr!(language, "bands.legend"),
            (true, true) => tr!(language, "bands.legend_envelope"),
            (false, false) => tr!(language, "bands.hint"),
            (false, true) => tr!(language, "bands.hint_envelope"),
        }
    };
    let mut legend = legend.into_owned();
    let compared = kit.scene.compared.map(|compared| [&compared.a, &compared.b]);
    let shown = compared.unwrap_or([encoding, encoding]);
    if shown.iter().any(|encoding| encoding.trained_end().is_some()) {
        legend = format!("{legend} · {}", tr!(language, "trained.legend"));
    }
    if kit.scene.ghost.is_some() {
        legend = format!("{legend} · {}", tr!(language, "bands.ghost"));
    }
    legend
}

fn label(ui: &mut Ui, lane: Rect, band: usize, kit: &mut Kit<'_>) {
    let (ink, language, encoding) = (kit.ink(), kit.scene.language, kit.scene.encoding);
    let painter = ui.painter();
    painter.rect_stroke(
        lane,
        0.0,
        Stroke::new(1.0, ink.frame.gamma_multiply(0.6)),
        StrokeKind::Outside,
    );
    let font = small_font();
    let name = band_name(encoding, band, language);
    let mut lines = match wavelengths(band, kit) {
        Some(lengths) => vec![format!("{name} · {lengths}")],
        None => vec![name.clone()],
    };
    let room = RIGHT - 34.0;
    let is_wide = axis::width(painter, &lines[0], &font) > room;
    if let (true, Some(lengths)) = (is_wide && lane.height() >= 32.0, wavelengths(band, kit)) {
        lines = vec![name, lengths];
    }
    let galleys: Vec<_> = lines
        .iter()
        .map(|line| axis::fitting(painter, line, &font, ink.text, room))
        .collect();
    let height: f32 = galleys.iter().map(|galley| galley.size().y).sum();
    let mut at = pos2(lane.right() + 8.0, lane.center().y - height / 2.0);
    for galley in galleys {
        let height = galley.size().y;
        painter.galley(at, galley, ink.text);
        at.y += height;
    }
    let (low, high) = lane_range(kit.scene, band);
    if lane.height() >= 2.0 * font.size + 2.0 {
        for (value, y, align) in [
            (high, lane.top() - 1.0, Align2::RIGHT_TOP),
            (low, lane.bottom() + 1.0, Align2::RIGHT_BOTTOM),
        ] {
            painter.text(
                pos2(lane.left() - 6.0, y),
                align,
                significant(value, 3),
                font.clone(),
                ink.weak,
            );
        }
    }
    if kit.scene.session.views.lanes_of(encoding).len() > 1 && lane.height() >= 14.0 {
        let at = Rect::from_center_size(
            pos2(lane.right() + RIGHT - 16.0, lane.center().y),
            eframe::egui::vec2(18.0, 14.0),
        );
        let close = tr!(language, "bands.remove", band = count(band));
        let response = ui.interact(at, ui.scope_id().with(("lane", band)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &close));
        let color = if response.hovered() { ink.text } else { ink.weak };
        let cross = at.shrink2(eframe::egui::vec2(5.5, 3.5));
        ui.painter()
            .line_segment([cross.left_top(), cross.right_bottom()], Stroke::new(1.5, color));
        ui.painter()
            .line_segment([cross.right_top(), cross.left_bottom()], Stroke::new(1.5, color));
        if response.on_hover_text(close.as_ref()).clicked() {
            kit.change(Change::ToggleLane(band));
        }
    }
}

/// The wavelength of a band, `λ 19.9`; those of A and of B, where they differ.
/// If only one of the two is a wave, whose it is: `B λ 19.9`.
fn wavelengths(band: usize, kit: &Kit<'_>) -> Option<String> {
    let length = |encoding: &Encoding| Some(significant(wavelength(encoding, band)?, 3));
    let Some(compared) = kit.scene.compared else {
        return length(kit.scene.encoding).map(|length| format!("λ {length}"));
    };
    let has = |encoding: &&Encoding| band < encoding.bands().len();
    match [&compared.a, &compared.b].map(|encoding| Some(encoding).filter(has).and_then(length)) {
        [Some(a), Some(b)] if a != b => Some(format!("λ {a} | {b}")),
        [Some(a), Some(_)] => Some(format!("λ {a}")),
        [Some(a), None] => Some(format!("A λ {a}")),
        [None, Some(b)] => Some(format!("B λ {b}")),
        [None, None] => None,
    }
}

/// The range of a band's values: of all that is drawn in its lane.
fn lane_range(scene: &Scene<'_>, band: usize) -> (f64, f64) {
    let Some(compared) = scene.compared else {
        return band_range(scene.encoding, band);
    };
    let (a, b) = (band_range(&compared.a, band), band_range(&compared.b, band));
    (a.0.min(b.0), a.1.max(b.1))
}

fn marks(ui: &Ui, plot: Rect, x: Scale, kit: &Kit<'_>) {
    let ink = kit.ink();
    if let Some(pin) = kit.scene.pin() {
        crosshair(ui, plot, Some(x.middle(pin.position)), None, ink.pinned);
    }
    if let Some(position) = kit.scene.hovered_position() {
        crosshair(ui, plot, Some(x.middle(position)), None, ink.hovered);
    }
}
