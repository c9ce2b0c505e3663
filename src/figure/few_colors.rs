//! 256 colours for a figure: a GIF has no more.
//!
//! A figure with at most 256 colours keeps them all. Otherwise the colour map's own colours are
//! thinned evenly, the most frequent of the others (the page, letters, frames) stay exact, and each
//! remaining place goes to the colour that is farthest from all those chosen so far. A colour
//! without a place gets the nearest one; nothing is dithered, as a cell has one colour.
//!
//! Source: T. F. Gonzalez, Clustering to minimize the maximum intercluster distance, Theoretical
//! Computer Science 38 (1985), for the remaining places.

use std::collections::HashMap;

use crate::file::GIF_COLORS;
use crate::plot::ink::Rgb;

/// The most colours of the map that are kept.
const OF_MAP: usize = 128;

/// The number of most frequent other colours that stay exact.
const FREQUENT: usize = 32;

/// A table of colours, and the entry that stands for any other colour.
#[derive(Clone, Debug)]
pub struct FewColors {
    table: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
    largest_error: u8,
}

impl FewColors {
    /// Returns the colours for pictures like these, given as red, green, blue, pixel by pixel.
    ///
    /// ```
    /// use poscope::figure::few_colors::FewColors;
    /// let few = FewColors::of(&[vec![0, 0, 0, 9, 9, 9]], &[]);
    /// assert_eq!(few.table(), [[0, 0, 0], [9, 9, 9]]);
    /// ```
    pub fn of(pictures: &[Vec<u8>], map: &[Rgb]) -> Self {
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        for picture in pictures {
            for color in colors(picture) {
                *counts.entry(color).or_default() += 1;
            }
        }
        Self {
            table: chosen(&counts, map),
            known: HashMap::new(),
            largest_error: 0,
        }
    }

    /// Returns the colours, at most 256.
    pub fn table(&self) -> &[Rgb] {
        &self.table
    }

    /// Returns the table entry of each pixel of a picture.
    pub fn numbers(&mut self, picture: &[u8]) -> Vec<u8> {
        let mut last = None;
        let number = |color: Rgb| match last {
            Some((of, number)) if of == color => number,
            _ => {
                let number = self.number(color);
                last = Some((color, number));
                number
            }
        };
        colors(picture).map(number).collect()
    }

    fn number(&mut self, color: Rgb) -> u8 {
        if let Some(&number) = self.known.get(&color) {
            return number;
        }
        let nearest = (0..=u8::MAX)
            .zip(&self.table)
            .min_by_key(|(_, other)| distance(color, **other));
        let (number, other) = nearest.unwrap_or((0, &color));
        let steps = color.iter().zip(other).map(|(a, b)| a.abs_diff(*b)).max();
        self.largest_error = self.largest_error.max(steps.unwrap_or(0));
        self.known.insert(color, number);
        number
    }

    /// Returns the largest error of any channel of any pixel so far, in steps of 1/255.
    pub fn largest_error(&self) -> u8 {
        self.largest_error
    }
}

fn colors(picture: &[u8]) -> impl Iterator<Item = Rgb> {
    picture.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]])
}

/// Returns the squared distance of two colours.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let square = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
    a.into_iter().zip(b).map(square).sum()
}

fn chosen(counts: &HashMap<Rgb, usize>, map: &[Rgb]) -> Vec<Rgb> {
    // The most frequent first; ties are sorted too, so that every run chooses the same.
    let mut all: Vec<(Rgb, usize)> = counts.iter().map(|(color, count)| (*color, *count)).collect();
    all.sort_by_key(|(color, count)| (std::cmp::Reverse(*count), *color));
    if all.len() <= GIF_COLORS {
        return all.into_iter().map(|(color, _)| color).collect();
    }
    let mut table: Vec<Rgb> = Vec::with_capacity(GIF_COLORS);
    let there: Vec<Rgb> = map.iter().copied().filter(|color| counts.contains_key(color)).collect();
    let kept = there.len().min(OF_MAP);
    for place in 0..kept {
        let color = there[place * (there.len() - 1) / (kept - 1).max(1)];
        if !table.contains(&color) {
            table.push(color);
        }
    }
    let others = all.iter().map(|(color, _)| *color).filter(|color| !map.contains(color));
    table.extend(others.take(FREQUENT));
    // The distance of each colour from the nearest one chosen.
    let mut far: Vec<(Rgb, u32)> = all
        .iter()
        .map(|(color, _)| {
            let nearest = table.iter().map(|other| distance(*color, *other)).min();
            (*color, nearest.unwrap_or(u32::MAX))
        })
        .collect();
    while table.len() < GIF_COLORS {
        let Some(&(color, _)) = far.iter().max_by_key(|(color, far)| (*far, *color)) else {
            break;
        };
        table.push(color);
        for (other, far) in &mut far {
            *far = (*far).min(distance(*other, color));
        }
    }
    table
}
