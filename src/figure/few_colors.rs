//! 256 colours for those of a figure: a GIF has no more.
//!
//! A figure with at most 256 colours keeps them all. Otherwise the colour map's own colours are
//! thinned evenly, the most frequent others (the page, letters, frames) are exact, and what is left
//! goes, one after the other, to the colour that is farthest from all that are there. A colour
//! without a place gets the nearest one; nothing is dithered, as a cell has one colour.
//!
//! Source: T. F. Gonzalez, Clustering to minimize the maximum intercluster distance, Theoretical
//! Computer Science 38 (1985), for the colours that are left.

use std::collections::HashMap;

use crate::file::GIF_COLORS;
use crate::plot::ink::Rgb;

/// How many colours of the map are kept at most.
const OF_MAP: usize = 128;

/// How many of the most frequent other colours are exact.
const FREQUENT: usize = 32;

/// Some colours, and which of them any other colour gets.
#[derive(Clone, Debug)]
pub struct FewColors {
    table: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
    largest_error: u8,
}

impl FewColors {
    /// The colours for pictures like these, red, green, blue, pixel by pixel.
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

    /// The colours, at most 256.
    pub fn table(&self) -> &[Rgb] {
        &self.table
    }

    /// The numbers of the colours of a picture's pixels.
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

    /// How many steps of 255 red, green or blue of any pixel so far is off at most.
    pub fn largest_error(&self) -> u8 {
        self.largest_error
    }
}

fn colors(picture: &[u8]) -> impl Iterator<Item = Rgb> {
    picture.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]])
}

/// The square of how far apart two colours are.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let square = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
    a.into_iter().zip(b).map(square).sum()
}

fn chosen(counts: &HashMap<Rgb, usize>, map: &[Rgb]) -> Vec<Rgb> {
    // The most frequent first; in any order they would be others each time.
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
    // How far each is from the nearest that is there.
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
