//! Fills triangles, row by row.
//!
//! Every corner is snapped to a grid of 1/256 pixel, as graphics cards do, and from there on
//! integers decide which pixels a triangle covers: two triangles that share an edge never leave a
//! gap and never both paint a pixel. Each row of a triangle is one span of pixels, filled in one go
//! if colour and texture are constant along it.

use std::ops::Range;

use eframe::egui::TextureFilter;
use eframe::egui::epaint::Vertex;

use super::texture::Texture;

/// Steps of the grid per pixel.
const GRID: i64 = 256;

/// Returns the middle of a pixel's column or row, on the grid.
fn centre(pixel: i64) -> i64 {
    pixel * GRID + GRID / 2
}

/// What changes linearly over a triangle: red, green, blue, alpha (0 to 255), u and v.
type CornerValues = [f32; 6];

/// A corner of a triangle, in steps of the grid.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    x: i64,
    y: i64,
    values: CornerValues,
}

impl Corner {
    /// Returns a corner; `None` if its place is not a number.
    pub(super) fn new(vertex: &Vertex, pixels_per_point: f32) -> Option<Self> {
        // A corner more than a million pixels away is moved in, so that products fit in 64 bits.
        let snap = |points: f32| {
            let steps = f64::from(points) * f64::from(pixels_per_point) * GRID as f64;
            (!steps.is_nan()).then(|| steps.round().clamp(-268_435_456.0, 268_435_456.0) as i64)
        };
        let [r, g, b, a] = vertex.color.to_array().map(f32::from);
        Some(Self {
            x: snap(vertex.pos.x)?,
            y: snap(vertex.pos.y)?,
            values: [r, g, b, a, vertex.uv.x, vertex.uv.y],
        })
    }
}

/// A side of a triangle, whose inside is where [`Self::at`] is positive.
struct Edge {
    from: Corner,
    dx: i64,
    dy: i64,
    /// The smallest value that is inside: an edge at the top or left owns the pixels exactly on it.
    least: i64,
}

impl Edge {
    fn new(from: Corner, to: Corner) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let top_or_left = dy < 0 || (dy == 0 && dx > 0);
        Self {
            from,
            dx,
            dy,
            least: i64::from(!top_or_left),
        }
    }

    /// Returns twice the signed area of the triangle between the edge and a point.
    fn at(&self, x: i64, y: i64) -> i64 {
        self.dx * (y - self.from.y) - self.dy * (x - self.from.x)
    }

    /// Keeps the columns whose middle is inside, in the row whose middle is at `y`.
    fn narrow(&self, columns: &mut Range<i64>, y: i64) {
        let spare = self.at(centre(0), y) - self.least;
        let per_column = -self.dy * GRID;
        if per_column > 0 {
            columns.start = columns.start.max(-spare.div_euclid(per_column));
        } else if per_column < 0 {
            columns.end = columns.end.min(spare.div_euclid(-per_column) + 1);
        } else if spare < 0 {
            columns.end = columns.start;
        }
    }
}

/// The picture while it is painted, and the part of it that may be painted.
pub(super) struct Canvas<'a> {
    pub(super) pixels: &'a mut [[u8; 4]],
    /// Pixels per row.
    pub(super) width: usize,
    /// The columns and rows that may be painted; inside the picture.
    pub(super) clip: [Range<i64>; 2],
}

impl Canvas<'_> {
    /// Paints the pixels whose middle lies in the triangle.
    pub(super) fn triangle(&mut self, [a, mut b, mut c]: [Corner; 3], texture: &Texture) {
        let mut area = Edge::new(a, b).at(c.x, c.y);
        if area == 0 {
            return;
        }
        if area < 0 {
            // egui winds its triangles either way.
            (b, c, area) = (c, b, -area);
        }
        let within = |clip: &Range<i64>, sides: [i64; 3]| {
            let [least, middle, most] = sides;
            let first = least.min(middle).min(most).div_euclid(GRID);
            let last = least.max(middle).max(most).div_euclid(GRID);
            clip.start.max(first)..clip.end.min(last + 1)
        };
        let columns = within(&self.clip[0], [a.x, b.x, c.x]);
        let rows = within(&self.clip[1], [a.y, b.y, c.y]);
        if columns.is_empty() || rows.is_empty() {
            return;
        }
        let edges = [Edge::new(a, b), Edge::new(b, c), Edge::new(c, a)];
        let fill = Fill::new([a, b, c], &edges, area, texture);
        for row in rows {
            let mut columns = columns.clone();
            for edge in &edges {
                edge.narrow(&mut columns, centre(row));
            }
            if !columns.is_empty() {
                let start = row as usize * self.width;
                let span = start + columns.start as usize..start + columns.end as usize;
                fill.span(&mut self.pixels[span], centre(columns.start), centre(row));
            }
        }
    }
}

/// The colour of each pixel of one triangle.
struct Fill<'a> {
    first: CornerValues,
    /// The change of the values from the first corner to b and to c, per unit of that corner's weight.
    to_b: CornerValues,
    to_c: CornerValues,
    /// The edges opposite to corners c and b: [`Edge::at`] times `per_area` is the corner's weight.
    edge_ab: &'a Edge,
    edge_ca: &'a Edge,
    per_area: f64,
    /// The change of the values from one pixel to the next in a row.
    step: CornerValues,
    texture: &'a Texture,
    filter: TextureFilter,
    /// The texel, if all corners have the same one.
    texel: Option<[f32; 4]>,
    /// The colour, if all pixels have the same one.
    solid: Option<[f32; 4]>,
}

impl<'a> Fill<'a> {
    fn new([a, b, c]: [Corner; 3], edges: &'a [Edge; 3], area: i64, texture: &'a Texture) -> Self {
        let [edge_ab, _, edge_ca] = edges;
        let per_area = 1.0 / area as f64;
        let mut fill = Self {
            first: a.values,
            to_b: std::array::from_fn(|i| b.values[i] - a.values[i]),
            to_c: std::array::from_fn(|i| c.values[i] - a.values[i]),
            edge_ab,
            edge_ca,
            per_area,
            step: [0.0; 6],
            texture,
            filter: texture.options.magnification,
            texel: None,
            solid: None,
        };
        fill.step = fill.mix(-edge_ca.dy * GRID, -edge_ab.dy * GRID);

        let flat = |range: Range<usize>| {
            fill.to_b[range.clone()]
                .iter()
                .chain(&fill.to_c[range])
                .all(|&d| d == 0.0)
        };
        let (one_colour, one_texel) = (flat(0..4), flat(4..6));
        let [r, g, b, alpha, u, v] = fill.first;
        if one_texel {
            let texel = texture.sample(u, v, fill.filter);
            fill.texel = Some(texel);
            fill.solid = one_colour.then(|| product([r, g, b, alpha], texel));
        } else {
            let down = fill.mix(edge_ca.dx * GRID, edge_ab.dx * GRID);
            let [width, height] = texture.image.size.map(|side| side as f32);
            let texels = |change: &CornerValues| (change[4] * width).hypot(change[5] * height);
            if texels(&fill.step).max(texels(&down)) > 1.0 {
                fill.filter = texture.options.minification;
            }
        }
        fill
    }

    /// Returns the changes weighted by the areas opposite to corners b and c.
    fn mix(&self, area_b: i64, area_c: i64) -> CornerValues {
        let [b, c] = [area_b, area_c].map(|area| (area as f64 * self.per_area) as f32);
        std::array::from_fn(|i| self.to_b[i] * b + self.to_c[i] * c)
    }

    /// Paints pixels of one row; the middle of the first one is at `x` and `y`.
    fn span(&self, pixels: &mut [[u8; 4]], x: i64, y: i64) {
        match self.solid {
            Some(colour) if colour[3] >= 255.0 => pixels.fill(over([0; 4], colour)),
            Some(colour) => pixels.iter_mut().for_each(|pixel| *pixel = over(*pixel, colour)),
            None => self.changing_span(pixels, x, y),
        }
    }

    fn changing_span(&self, pixels: &mut [[u8; 4]], x: i64, y: i64) {
        let from_first = self.mix(self.edge_ca.at(x, y), self.edge_ab.at(x, y));
        for (index, pixel) in pixels.iter_mut().enumerate() {
            let index = index as f32;
            let value = |i: usize| self.first[i] + (from_first[i] + index * self.step[i]);
            let texel = self
                .texel
                .unwrap_or_else(|| self.texture.sample(value(4), value(5), self.filter));
            // Most texels are the transparent ones around the letters of a text.
            if texel != [0.0; 4] {
                let colour = [value(0), value(1), value(2), value(3)];
                *pixel = over(*pixel, product(colour, texel));
            }
        }
    }
}

fn product(colour: [f32; 4], texel: [f32; 4]) -> [f32; 4] {
    let [r, g, b, a] = colour;
    [r * texel[0], g * texel[1], b * texel[2], a * texel[3]]
}

/// Blends a colour with premultiplied alpha (0 to 255) over an opaque one, without gamma correction.
fn over([r, g, b, _]: [u8; 4], colour: [f32; 4]) -> [u8; 4] {
    let through = 1.0 - colour[3] / 255.0;
    // The cast to u8 saturates at 0 and 255.
    let mix = |below: u8, above: f32| (above + f32::from(below) * through + 0.5) as u8;
    [mix(r, colour[0]), mix(g, colour[1]), mix(b, colour[2]), 255]
}
