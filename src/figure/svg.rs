//! The few elements of SVG that figures are made of.
//!
//! Source: W3C, Scalable Vector Graphics (SVG) 2.

use std::fmt::Write;

use super::lettering::drawable;
use crate::plot::ink::Rgb;
use crate::plot::layout::Rect;

/// Elements, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elements(String);

/// Where a text is relative to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// A line of text.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// What it says.
    pub words: &'a str,
    /// Where.
    pub at: [f64; 2],
    /// How large.
    pub size: f64,
    /// In which colour.
    pub color: Rgb,
    /// Which part of it is at its place.
    pub anchor: Anchor,
    /// Whether it runs upward.
    pub upward: bool,
}

/// `#rrggbb`.
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A text inside of an element or an attribute. What XML cannot have (control characters) is left
/// out.
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

/// A length with three digits after the point, and no more than it needs.
pub fn length(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl Elements {
    /// What was added.
    pub fn into_text(self) -> String {
        self.0
    }

    /// Adds an element as it is.
    pub fn add(&mut self, element: &str) {
        self.0.push_str(element);
        self.0.push('\n');
    }

    /// A filled rectangle.
    pub fn fill(&mut self, rect: Rect, color: Rgb) {
        let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(length);
        self.add(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            hex(color)
        ));
    }

    /// A frame around a rectangle, all of it outside: filled, since a thin line would be drawn as
    /// wide as a pixel and reach inside.
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

    /// A straight line.
    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], stroke: f64, color: Rgb, dashes: Option<f64>) {
        let [x1, y1, x2, y2] = [from[0], from[1], to[0], to[1]].map(length);
        self.add(&format!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
            hex(color),
            length(stroke),
            dashed(dashes)
        ));
    }

    /// Lines through points.
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

    /// A filled area.
    pub fn polygon(&mut self, points: &[[f64; 2]], color: Rgb, opacity: f64) {
        self.add(&format!(
            "<polygon points=\"{}\" fill=\"{}\"{}/>",
            pairs(points),
            hex(color),
            opaque("fill-opacity", opacity)
        ));
    }

    /// A dot.
    pub fn dot(&mut self, [x, y]: [f64; 2], radius: f64, color: Rgb) {
        let [x, y, radius] = [x, y, radius].map(length);
        self.add(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>",
            hex(color)
        ));
    }

    /// A line of text; characters that the font does not have are written as code points.
    pub fn text(&mut self, text: Text<'_>) {
        self.text_over(text, None);
    }

    /// A line of text, with a rim of another colour that keeps it legible on lines.
    pub fn text_over(&mut self, text: Text<'_>, rim: Option<Rgb>) {
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

    /// A picture that fills a rectangle; its pixels stay sharp.
    pub fn image(&mut self, rect: Rect, name: &str) {
        let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(length);
        self.add(&format!(
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
             image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\" xlink:href=\"{name}\"/>"
        ));
    }

    /// What is drawn by `draw`, cut off at a rectangle.
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
        // A text takes what is written to it.
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
