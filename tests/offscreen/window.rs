//! Whole interfaces: text, frames, and windows under egui's test harness.

use super::*;

/// Paints a text and returns the picture and where the text is, in pixels.
fn painted_text(pixels_per_point: f32) -> (RgbaImage, Rect) {
    let mut area = Rect::NOTHING;
    let image = run_and_paint(
        &egui::Context::default(),
        vec2(120.0, 60.0),
        pixels_per_point,
        4,
        |ui| {
            ui.painter().rect_filled(ui.max_rect(), 0.0, Color32::WHITE);
            let galley =
                ui.painter()
                    .layout_no_wrap("position".to_owned(), egui::FontId::proportional(20.0), Color32::BLACK);
            area = galley.rect.translate(vec2(10.0, 15.0));
            ui.painter().galley(pos2(10.0, 15.0), galley, Color32::BLACK);
        },
    );
    (image.unwrap(), area * pixels_per_point)
}

#[test]
fn a_text_leaves_dark_pixels_where_it_is_and_nowhere_else() {
    let (image, area) = painted_text(1.0);
    let dark = |area| common::count(&image, area, |pixel| pixel[0] < 100);
    let everywhere = rect(0.0, 0.0, 120.0, 60.0);
    let inside = dark(area.expand(1.0));
    assert!(inside > 100, "{inside} dark pixels");
    assert!(
        inside < (area.width() * area.height() / 2.0) as usize,
        "{inside} dark pixels"
    );
    assert_eq!(dark(everywhere), inside);
    assert_eq!(common::count(&image, everywhere, |pixel| pixel[3] != 255), 0);
}

#[test]
fn at_twice_the_scale_the_picture_has_twice_the_sides_and_finer_text() {
    let ((small, small_area), (large, large_area)) = (painted_text(1.0), painted_text(2.0));
    assert_eq!(small.dimensions(), (120, 60));
    assert_eq!(large.dimensions(), (240, 120));
    let ink = |image: &RgbaImage, area: Rect| {
        let area = area.expand(1.0);
        (0..=254)
            .map(|level| {
                common::count(image, area, |pixel| pixel[0] == level) as f32 * (1.0 - f32::from(level) / 255.0)
            })
            .sum::<f32>()
    };
    let ratio = ink(&large, large_area) / ink(&small, small_area);
    assert!((3.5..4.5).contains(&ratio), "the text has {ratio} times the ink");
}

#[test]
fn painting_twice_gives_the_same_bytes() {
    assert!(painted_text(1.5).0 == painted_text(1.5).0);
}

#[test]
fn frames_are_run_until_no_more_are_asked_for_and_never_more_than_allowed() {
    let run = |frames: usize, wanted: usize| {
        let mut count = 0;
        let background = Color32::from_rgb(9, 8, 7);
        let ctx = egui::Context::default();
        ctx.all_styles_mut(|style| style.visuals.panel_fill = background);
        let image = run_and_paint(&ctx, Vec2::splat(4.0), 1.0, frames, |ui| {
            count += 1;
            if count < wanted {
                ui.ctx().request_repaint();
            }
        });
        assert_eq!(pixel(image.as_ref().unwrap(), 3, 3), Some([9, 8, 7, 255]));
        count
    };
    assert_eq!(run(6, usize::MAX), 6);
    assert_eq!(run(0, usize::MAX), 1);
    assert!((20..24).contains(&run(1000, 20)));
}

#[test]
fn a_texture_that_the_window_loads_is_painted() {
    let mut texture = None;
    let image = run_and_paint(&egui::Context::default(), vec2(8.0, 8.0), 1.0, 3, |ui| {
        let texture = texture.get_or_insert_with(|| {
            ui.ctx()
                .load_texture("red", ColorImage::filled([2, 2], Color32::RED), TextureOptions::NEAREST)
        });
        ui.painter()
            .image(texture.id(), rect(0.0, 0.0, 8.0, 8.0), FULL_UV, Color32::WHITE);
    });
    assert!(
        image
            .unwrap()
            .as_chunks::<4>()
            .0
            .iter()
            .all(|&pixel| pixel == [255, 0, 0, 255])
    );
}

#[test]
fn a_harness_shows_its_label_and_its_button_and_the_click_on_it() {
    let mut harness = Harness::builder()
        .with_size(vec2(160.0, 80.0))
        .with_context_setup(common::paintable)
        .build_ui_state(
            |ui, clicked| {
                ui.label("a label");
                if ui.button("a button").clicked() {
                    *clicked = true;
                }
                if *clicked {
                    ui.painter()
                        .rect_filled(rect(140.0, 60.0, 160.0, 80.0), 0.0, Color32::RED);
                }
            },
            false,
        );
    let before = common::picture(&harness);
    assert_eq!(before.dimensions(), (160, 80));
    let background = harness.ctx.global_style().visuals.panel_fill.to_array();
    let shown = |area| common::count(&before, area, |pixel| pixel != background);
    let label = harness.get_by_label("a label").rect();
    let button = harness.get_by_label("a button").rect();
    let letters = shown(label);
    assert!(
        (30..label.area() as usize / 2).contains(&letters),
        "{letters} pixels of the label"
    );
    let face = shown(button);
    assert!(
        face as f32 > 0.9 * button.shrink(1.0).area(),
        "{face} pixels of the button"
    );
    assert_eq!(shown(rect(0.0, 60.0, 160.0, 80.0)), 0);

    harness.get_by_label("a button").click();
    harness.run();
    let after = common::picture(&harness);
    assert_eq!(pixel(&after, 150, 70), Some([255, 0, 0, 255]));
}
