//! Texels: filters, wrap modes, updates and frees.

use super::*;

#[test]
fn nearest_texels_keep_their_exact_colours() {
    let texels = [Color32::RED, Color32::GREEN, Color32::BLUE, Color32::from_rgb(1, 2, 3)];
    let image = ColorImage::new([2, 2], texels.to_vec());
    let painter = with_texture(Painter::new(), 5, image, TextureOptions::NEAREST);
    let image = paint(
        &painter,
        [6, 6],
        Color32::WHITE,
        vec![textured(5, rect(0.0, 0.0, 6.0, 6.0), FULL_UV)],
    );
    for y in 0..6 {
        for x in 0..6 {
            let texel = texels[y / 3 * 2 + x / 3].to_array();
            assert_eq!(pixel(&image, x as u32, y as u32), Some(texel), "pixel {x}, {y}");
        }
    }
}

#[test]
fn linear_texels_are_mixed_between_their_centres_and_clamped_at_the_edge() {
    let painter = with_texture(Painter::new(), 5, greys(&[0, 128]), TextureOptions::LINEAR);
    let image = paint(
        &painter,
        [4, 1],
        Color32::WHITE,
        vec![textured(5, rect(0.0, 0.0, 4.0, 1.0), FULL_UV)],
    );
    assert_eq!(reds(&image, 0), [0, 32, 96, 128]);
}

#[test]
fn linear_texels_that_lie_on_pixels_keep_their_exact_colours() {
    let levels: Vec<u8> = (0..37).map(|i| i * 7).collect();
    let painter = with_texture(Painter::new(), 5, greys(&levels), TextureOptions::LINEAR);
    let image = paint(
        &painter,
        [40, 1],
        Color32::WHITE,
        vec![textured(5, rect(2.0, 0.0, 39.0, 1.0), FULL_UV)],
    );
    assert_eq!(reds(&image, 0)[2..39], levels);
}

#[test]
fn texels_outside_of_the_texture_follow_the_wrap_mode() {
    let wide = Rect {
        min: pos2(-1.0, 0.0),
        max: pos2(2.0, 1.0),
    };
    let row = |options| {
        let painter = with_texture(Painter::new(), 5, greys(&[10, 20, 30]), options);
        reds(
            &paint(
                &painter,
                [9, 1],
                Color32::WHITE,
                vec![textured(5, rect(0.0, 0.0, 9.0, 1.0), wide)],
            ),
            0,
        )
    };
    assert_eq!(row(TextureOptions::NEAREST), [10, 10, 10, 10, 20, 30, 30, 30, 30]);
    for options in [TextureOptions::NEAREST_REPEAT, TextureOptions::LINEAR_REPEAT] {
        assert_eq!(row(options), [10, 20, 30, 10, 20, 30, 10, 20, 30]);
    }
    for options in [
        TextureOptions::NEAREST_MIRRORED_REPEAT,
        TextureOptions::LINEAR_MIRRORED_REPEAT,
    ] {
        assert_eq!(row(options), [30, 20, 10, 10, 20, 30, 30, 20, 10]);
    }
}

#[test]
fn the_filter_depends_on_whether_texels_are_larger_than_pixels() {
    let options = TextureOptions {
        minification: egui::TextureFilter::Linear,
        ..TextureOptions::NEAREST
    };
    let painter = with_texture(Painter::new(), 5, greys(&[0, 100, 200, 40]), options);
    let row = |width: usize| {
        let area = rect(0.0, 0.0, width as f32, 1.0);
        reds(
            &paint(&painter, [width, 1], Color32::WHITE, vec![textured(5, area, FULL_UV)]),
            0,
        )
    };
    assert_eq!(row(8), [0, 0, 100, 100, 200, 200, 40, 40]);
    assert_eq!(row(2), [50, 120]);
}

#[test]
fn a_partial_update_changes_only_its_part_of_the_texture() {
    let mut painter = with_texture(
        Painter::new(),
        5,
        ColorImage::filled([3, 2], Color32::BLACK),
        TextureOptions::NEAREST,
    );
    let id = TextureId::Managed(5);
    let mut delta = TexturesDelta::default();
    delta.push(
        id,
        ImageDelta::partial([1, 1], greys(&[70, 80]), TextureOptions::NEAREST),
    );
    delta.push(id, ImageDelta::partial([2, 1], greys(&[1, 2]), TextureOptions::NEAREST)); // sticks out
    delta.push(
        id,
        ImageDelta::partial([usize::MAX, 0], greys(&[3]), TextureOptions::NEAREST),
    );
    delta.push(
        TextureId::Managed(6),
        ImageDelta::partial([0, 0], greys(&[4]), TextureOptions::NEAREST),
    );
    painter.update_textures(&mut delta);
    assert!(delta.is_empty());
    let image = paint(
        &painter,
        [3, 2],
        Color32::WHITE,
        vec![textured(5, rect(0.0, 0.0, 3.0, 2.0), FULL_UV)],
    );
    assert_eq!(reds(&image, 0), [0, 0, 0]);
    assert_eq!(reds(&image, 1), [0, 70, 80]);
}

#[test]
fn a_freed_texture_lasts_through_its_frame_and_then_is_skipped() {
    let mut painter = with_texture(painter(), 5, greys(&[90]), TextureOptions::NEAREST);
    let red = |painter: &Painter| {
        reds(
            &paint(painter, [1, 1], Color32::WHITE, vec![textured(5, FULL_UV, FULL_UV)]),
            0,
        )[0]
    };
    let mut delta = TexturesDelta::default();
    delta.free(TextureId::Managed(5));
    delta.free(TextureId::User(77));
    painter.update_textures(&mut delta);
    assert!(delta.is_empty());
    assert_eq!(red(&painter), 90);
    painter.update_textures(&mut delta);
    assert_eq!(red(&painter), 255);
}
