//! The painter paints what egui asks for, to the pixel.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
#[path = "offscreen/textures.rs"]
mod textures;
#[path = "offscreen/window.rs"]
mod window;

use std::sync::Arc;

use eframe::egui::epaint::{ImageDelta, PaintCallback, Primitive, Vertex};
use eframe::egui::{
    self, ClippedPrimitive, Color32, ColorImage, Mesh, Pos2, Rect, TextureId, TextureOptions, TexturesDelta, Vec2,
    pos2, vec2,
};
use egui_kittest::{Harness, kittest::Queryable};
use image::RgbaImage;
use poscope::app::offscreen::{MAX_SIDE, PaintError, Painter, run_and_paint};

const WHITE: [u8; 4] = [255; 4];
const FULL_UV: Rect = Rect {
    min: Pos2::ZERO,
    max: Pos2 { x: 1.0, y: 1.0 },
};

fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
    Rect {
        min: pos2(left, top),
        max: pos2(right, bottom),
    }
}

/// A painter whose texture 0 is one white texel, as the corner of egui's font texture is.
fn painter() -> Painter {
    with_texture(
        Painter::new(),
        0,
        ColorImage::filled([1, 1], Color32::WHITE),
        TextureOptions::LINEAR,
    )
}

fn with_texture(mut painter: Painter, id: u64, image: ColorImage, options: TextureOptions) -> Painter {
    let mut delta = TexturesDelta::default();
    delta.push(TextureId::Managed(id), ImageDelta::full(image, options));
    painter.update_textures(&mut delta);
    painter
}

fn solid(area: Rect, colour: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.add_colored_rect(area, colour);
    mesh
}

fn textured(id: u64, area: Rect, uv: Rect) -> Mesh {
    let mut mesh = Mesh::with_texture(TextureId::Managed(id));
    mesh.add_rect_with_uv(area, uv, Color32::WHITE);
    mesh
}

fn clipped(clip_rect: Rect, mesh: Mesh) -> ClippedPrimitive {
    ClippedPrimitive {
        clip_rect,
        primitive: Primitive::Mesh(mesh),
    }
}

fn paint(painter: &Painter, size: [usize; 2], background: Color32, meshes: Vec<Mesh>) -> RgbaImage {
    let primitives: Vec<_> = meshes.into_iter().map(|mesh| clipped(Rect::EVERYTHING, mesh)).collect();
    painter.paint(size, 1.0, background, &primitives).unwrap()
}

/// One pixel; none outside the picture.
fn pixel(image: &RgbaImage, x: u32, y: u32) -> Option<[u8; 4]> {
    image.get_pixel_checked(x, y).map(|pixel| pixel.0)
}

/// The pixels of one row, red only.
fn reds(image: &RgbaImage, y: usize) -> Vec<u8> {
    (0..image.width()).map(|x| image.get_pixel(x, y as u32).0[0]).collect()
}

/// A row of grey texels.
fn greys(levels: &[u8]) -> ColorImage {
    ColorImage::new(
        [levels.len(), 1],
        levels.iter().map(|&level| Color32::from_gray(level)).collect(),
    )
}

#[test]
fn a_rectangle_has_its_colour_inside_and_nothing_outside() {
    let colour = Color32::from_rgb(12, 34, 56);
    let area = rect(2.0, 1.0, 5.0, 3.0);
    let image = paint(&painter(), [7, 4], Color32::WHITE, vec![solid(area, colour)]);
    for y in 0..4 {
        for x in 0..7 {
            let inside = (2..5).contains(&x) && (1..3).contains(&y);
            let expected = if inside { [12, 34, 56, 255] } else { WHITE };
            assert_eq!(pixel(&image, x, y), Some(expected), "pixel {x}, {y}");
        }
    }
    assert_eq!(pixel(&image, 7, 0), None);
    assert_eq!(pixel(&image, 0, 4), None);
}

#[test]
fn a_half_transparent_rectangle_blends_without_a_change_of_gamma() {
    let half = Color32::from_rgba_premultiplied(100, 0, 20, 128);
    let below = Color32::from_rgb(200, 100, 0);
    let image = paint(&painter(), [1, 1], below, vec![solid(FULL_UV, half)]);
    // 100 + 200 * 127/255 = 199.6; 100 * 127/255 = 49.8; 20.
    assert_eq!(pixel(&image, 0, 0), Some([200, 50, 20, 255]));
}

#[test]
fn colours_without_alpha_are_added_and_stay_in_range() {
    let glow = Color32::from_rgba_premultiplied(100, 100, 0, 0);
    let image = paint(
        &painter(),
        [1, 1],
        Color32::from_rgb(10, 200, 30),
        vec![solid(FULL_UV, glow)],
    );
    assert_eq!(pixel(&image, 0, 0), Some([110, 255, 30, 255]));
}

#[test]
fn colours_change_linearly_between_corners() {
    let mut mesh = solid(rect(0.0, 0.0, 4.0, 4.0), Color32::WHITE);
    for vertex in &mut mesh.vertices {
        vertex.color = Color32::from_gray(if vertex.pos.x == 0.0 { 0 } else { 200 });
    }
    let image = paint(&painter(), [4, 4], Color32::WHITE, vec![mesh]);
    for y in 0..4 {
        assert_eq!(reds(&image, y), [25, 75, 125, 175]);
    }
}

#[test]
fn a_fan_of_triangles_covers_every_pixel_exactly_once() {
    // A hub at an odd place and an uneven rim: edges of every direction, none on the pixel grid.
    let rim = [
        (0.0, 0.0),
        (31.0, 0.0),
        (64.0, 0.0),
        (64.0, 17.3),
        (64.0, 48.0),
        (11.7, 48.0),
        (0.0, 48.0),
        (0.0, 5.1),
    ];
    let half = Color32::from_rgba_premultiplied(0, 0, 0, 128);
    let mut mesh = Mesh::default();
    mesh.colored_vertex(pos2(29.37, 21.61), half);
    for (x, y) in rim {
        mesh.colored_vertex(pos2(x, y), half);
    }
    for i in 0..8 {
        mesh.add_triangle(0, 1 + i, 1 + (i + 1) % 8);
    }
    let image = paint(&painter(), [64, 48], Color32::WHITE, vec![mesh]);
    assert!(image.pixels().all(|pixel| pixel.0 == [127, 127, 127, 255]));
}

#[test]
fn a_shared_edge_through_pixel_centres_is_painted_once() {
    // The diagonal of a square goes through the middle of its pixels, and so do the outer edges
    // of squares at half pixels: neighbours share them.
    let half = Color32::from_rgba_premultiplied(0, 0, 0, 128);
    let squares = [0.5, 4.5, 8.5].map(|left| solid(rect(left, 0.5, left + 4.0, 4.5), half));
    for winding in [false, true] {
        let mut squares = squares.to_vec();
        if winding {
            squares.iter_mut().for_each(|mesh| mesh.indices.reverse());
        }
        let image = paint(&painter(), [14, 5], Color32::WHITE, squares);
        // An edge at the top or left owns its pixels, one at the bottom or right does not.
        let expected: Vec<u8> = (0..14).map(|x| if x < 12 { 127 } else { 255 }).collect();
        for y in 0..4 {
            assert_eq!(reds(&image, y), expected, "row {y}");
        }
        assert_eq!(reds(&image, 4), [255; 14]);
    }
}

#[test]
fn nothing_is_painted_outside_of_the_clip_rectangle_and_its_edges_are_rounded() {
    let mesh = solid(rect(-50.0, -50.0, 50.0, 50.0), Color32::BLACK);
    let clip = rect(1.4, 0.6, 3.5, 2.4);
    let image = painter()
        .paint([6, 4], 1.0, Color32::WHITE, &[clipped(clip, mesh.clone())])
        .unwrap();
    for y in 0..4 {
        let expected = if y == 1 { [255, 0, 0, 0, 255, 255] } else { [255; 6] };
        assert_eq!(reds(&image, y), expected, "row {y}");
    }
    for clip in [
        Rect::NOTHING,
        Rect::NAN,
        rect(9.0, 9.0, 12.0, 12.0),
        rect(3.0, 3.0, 1.0, 1.0),
    ] {
        let image = painter()
            .paint([6, 4], 1.0, Color32::WHITE, &[clipped(clip, mesh.clone())])
            .unwrap();
        assert!(image.iter().all(|&byte| byte == 255), "{clip:?}");
    }
}

#[test]
fn the_scale_applies_to_shapes_and_clip_rectangles() {
    let mesh = solid(rect(1.0, 0.0, 9.0, 9.0), Color32::BLACK);
    let image = painter()
        .paint([8, 4], 2.0, Color32::WHITE, &[clipped(rect(0.0, 0.0, 3.0, 1.0), mesh)])
        .unwrap();
    assert_eq!(reds(&image, 0), [255, 255, 0, 0, 0, 0, 255, 255]);
    assert_eq!(reds(&image, 1), reds(&image, 0));
    assert_eq!(reds(&image, 2), [255; 8]);
}

#[test]
fn broken_meshes_and_textures_do_no_harm() {
    let mut short = ColorImage::filled([2, 2], Color32::BLACK);
    short.pixels.pop();
    let painter = with_texture(painter(), 5, short, TextureOptions::NEAREST);
    let painter = with_texture(painter, 6, ColorImage::default(), TextureOptions::NEAREST);

    let good = solid(FULL_UV, Color32::BLACK);
    let mut bad_index = good.clone();
    bad_index.indices = vec![0, 1, 4, 0, u32::MAX, 2, 1];
    let place = |x, y| {
        let mut mesh = good.clone();
        mesh.vertices[0].pos = pos2(x, y);
        mesh.indices = vec![0, 1, 2];
        mesh
    };
    let mut flat = good.clone();
    flat.vertices.iter_mut().for_each(|vertex| vertex.pos.x = 0.5);
    let harmless = vec![
        bad_index,
        place(f32::NAN, 0.0),
        place(0.0, f32::NAN),
        flat,
        Mesh::default(),
        textured(5, FULL_UV, FULL_UV),
        textured(6, FULL_UV, FULL_UV),
        textured(99, FULL_UV, FULL_UV),
    ];
    assert_eq!(paint(&painter, [1, 1], Color32::WHITE, harmless).as_raw(), &WHITE);

    let callback = PaintCallback {
        rect: FULL_UV,
        callback: Arc::new(()),
    };
    let callback = ClippedPrimitive {
        clip_rect: FULL_UV,
        primitive: Primitive::Callback(callback),
    };
    assert_eq!(
        painter
            .paint([1, 1], 1.0, Color32::WHITE, &[callback])
            .unwrap()
            .as_raw(),
        &WHITE
    );

    // Corners and texture coordinates at the ends of the number range, painted or not, never panic.
    for far in [f32::MAX, f32::MIN, f32::INFINITY, f32::NEG_INFINITY, 1e9] {
        let mut mesh = Mesh::default();
        for (x, y) in [(far, 0.0), (0.0, far), (-far, -far)] {
            mesh.vertices.push(Vertex {
                pos: pos2(x, y),
                uv: pos2(far, y),
                color: Color32::RED,
            });
        }
        mesh.indices = vec![0, 1, 2];
        paint(&painter, [3, 3], Color32::WHITE, vec![mesh]);
    }
}

#[test]
fn a_picture_may_be_empty_but_not_too_large_and_needs_a_scale() {
    let mesh = solid(rect(0.0, 0.0, 9.0, 9.0), Color32::BLACK);
    for size in [[0, 0], [0, 5], [5, 0]] {
        let image = paint(&painter(), size, Color32::WHITE, vec![mesh.clone()]);
        assert_eq!(image.dimensions(), (size[0] as u32, size[1] as u32));
        assert!(image.is_empty());
    }
    for [width, height] in [[MAX_SIDE + 1, 1], [1, usize::MAX]] {
        let refused = painter().paint([width, height], 1.0, Color32::WHITE, &[]);
        assert_eq!(refused, Err(PaintError::TooLarge { width, height }));
    }
    for scale in [0.0, -1.0, f32::INFINITY] {
        let refused = painter().paint([1, 1], scale, Color32::WHITE, &[]);
        assert_eq!(refused, Err(PaintError::Scale(scale)));
    }
    let not_run = |_: &mut egui::Ui| panic!("the size is checked first");
    let refused = run_and_paint(&egui::Context::default(), vec2(1e9, 1.0), 1.0, 1, not_run);
    assert!(matches!(refused, Err(PaintError::TooLarge { .. })));
}
