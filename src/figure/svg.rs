//! The few SVG elements that figures are made of.
//!
//! Source: W3C, Scalable Vector Graphics (SVG) 2.

use std::fmt::Write;

use super::lettering::drawable;
use crate::plot::ink::Rgb;
use crate::plot::layout::Rect;

/// A sequence of elements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elements(String);

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The start.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// A line of text.
#[derive(Clone, Copy, Debug)]
pub struct SvgText<'a> {
    /// The text.
    pub words: &'a str,
    /// The place, x and y.
    pub at: [f64; 2],
    /// The size of the letters.
    pub size: f64,
    /// The colour.
    pub color: Rgb,
    /// The part of the text that is at its place.
    pub anchor: Anchor,
    /// Whether the text runs upward.
    pub upward: bool,
}

/// Returns a colour as `#rrggbb`.
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Returns a text escaped for an element or an attribute. Characters that XML does not allow
/// (control characters) are left out.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            character if character.is_control() || matches!(character, '\u{FFFE}' | '\u{FFFF}') => {}
            character => escaped.push(character),
        }
    }
    escaped
}

/// Returns a length with at most three digits after the point.
pub fn length(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl Elements {
    /// Returns the elements as text.
    pub fn into_text(self) -> String {
        self.0
    }

    /// Adds an element unchanged.
    pub fn add(&mut self, element: &str) {
        self.0.push_str(element);
        self.0.push('\n');
    }

    /// Adds a filled rectangle.
    pub fn fill(&mut self, rect: Rect, color: Rgb) {
        let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(length);
        self.add(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            hex(color)
        ));
    }

    /// Adds a frame around a rectangle, all of it outside: filled, since a thin line would be drawn
    /// one pixel wide and reach inside.
    pub fn frame(&mut self, rect: Rect, stroke: f64, color: Rgb) {
        let ring = |by: f64| {
            let [left, top] = [rect.x - by, rect.y - by].map(length);
            let [right, bottom] = [rect.right() + by, rect.bottom() + by].map(length);
            format!("M{left} {top}H{right}V{bottom}H{left}Z")
        };
        self.add(&format!(
            "<path d=\"{}{}\" fill=\"{}\" fill-rule=\"evenodd\"/>",
            ring(stroke),
            ring(0.0),
            hex(color)
        ));
    }

    /// Adds a straight line.
    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], stroke: f64, color: Rgb, dashes: Option<f64>) {
        let [x1, y1, x2, y2] = [from[0], from[1], to[0], to[1]].map(length);
        self.add(&format!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
            hex(color),
            length(stroke),
            dashed(dashes)
        ));
    }

    /// Adds a line through points.
    pub fn polyline(&mut self, points: &[[f64; 2]], stroke: f64, color: Rgb, dashes: Option<f64>, opacity: f64) {
        self.add(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{}{}/>",
            pairs(points),
            hex(color),
            length(stroke),
            dashed(dashes),
            opaque("stroke-opacity", opacity)
        ));
    }

    /// Adds a filled polygon.
    pub fn polygon(&mut self, points: &[[f64; 2]], color: Rgb, opacity: f64) {
        self.add(&format!(
            "<polygon points=\"{}\" fill=\"{}\"{}/>",
            pairs(points),
            hex(color),
            opaque("fill-opacity", opacity)
        ));
    }

    /// Adds a dot.
    pub fn dot(&mut self, [x, y]: [f64; 2], radius: f64, color: Rgb) {
        let [x, y, radius] = [x, y, radius].map(length);
        self.add(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>",
            hex(color)
        ));
    }

    /// Adds a line of text; characters that the font does not have become code points.
    pub fn text(&mut self, text: SvgText<'_>) {
        self.text_over(text, None);
    }

    /// Adds a line of text, with a rim of another colour that keeps it legible over lines.
    pub fn text_over(&mut self, text: SvgText<'_>, rim: Option<Rgb>) {
        let [x, y] = text.at.map(length);
        let anchor = match text.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let turn = if text.upward {
            format!(" transform=\"rotate(-90 {x} {y})\"")
        } else {
            String::new()
        };
        let rim = rim.map_or_else(String::new, |rim| {
            format!(
                " paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
                hex(rim),
                length(0.3 * text.size)
            )
        });
        self.add(&format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{}\"{anchor}{turn}{rim}>{}</text>",
            length(text.size),
            hex(text.color),
            escaped(&drawable(text.words))
        ));
    }

    /// Adds a picture that fills a rectangle; its pixels stay sharp.
    pub fn image(&mut self, rect: Rect, name: &str) {
        let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(length);
        self.add(&format!(
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
             image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\" xlink:href=\"{name}\"/>"
        ));
    }

    /// Adds what `draw` draws, clipped to a rectangle.
    pub fn clipped(&mut self, rect: Rect, name: &str, draw: impl FnOnce(&mut Self)) {
        let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(length);
        self.add(&format!(
            "<clipPath id=\"{name}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/></clipPath>"
        ));
        self.add(&format!("<g clip-path=\"url(#{name})\">"));
        draw(self);
        self.add("</g>");
    }
}

fn pairs(points: &[[f64; 2]]) -> String {
    let mut text = String::with_capacity(points.len() * 14);
    for (place, &[x, y]) in points.iter().enumerate() {
        let between = if place == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{between}{},{}", length(x), length(y));
    }
    text
}

fn dashed(dashes: Option<f64>) -> String {
    dashes.map_or_else(String::new, |dash| {
        format!(" stroke-dasharray=\"{} {}\"", length(dash), length(0.7 * dash))
    })
}

fn opaque(name: &str, opacity: f64) -> String {
    if opacity < 1.0 {
        format!(" {name}=\"{}\"", length(opacity))
    } else {
        String::new()
    }
}
