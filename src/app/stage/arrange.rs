//! The arrangement of the panels of a block in a pane.

use std::mem::take;

use eframe::egui::{self, Id, Rect, Ui, pos2, vec2};

use super::Stage;
use super::letters::{OnScreen, style};
use super::panel::per_pixel;
use crate::encoding::single;
use crate::plot::layout::{self, plots};
use crate::plot::remark::PerPixel;
use crate::plot::{Arrangement, Block, Panel, Row};

/// The height below which strips are arranged in two columns, in points.
const LEAST_STRIP: f32 = 34.0;

/// The narrowest pane that shows all panels of a block that may show one alone, in points.
const LEAST_WIDTH: f32 = 560.0;

/// The size below which a window shows only one panel of such a block.
const SMALL: egui::Vec2 = vec2(1000.0, 640.0);

/// The panels that are shown, with their plots.
pub struct Arranged {
    /// Each panel that is shown, with its plot.
    pub panels: Vec<(Panel, Rect)>,
    /// The room of the pane, for words beside plots.
    pub body: Rect,
}

impl Arranged {
    /// Returns the cells per pixel of the first panel.
    pub fn per_pixel(&self, ui: &Ui) -> PerPixel {
        let first = self.panels.first().map(|(panel, plot)| per_pixel(ui, panel, *plot));
        first.unwrap_or(PerPixel { x: 0.0, y: 0.0 })
    }
}

/// A panel that is shown alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alone {
    /// The index of the panel.
    pub panel: usize,
    /// Whether it was chosen, rather than shown as the one in front.
    pub is_chosen: bool,
}

/// Returns whether a window of this size has little room.
pub fn is_small(size: egui::Vec2) -> bool {
    size.x < SMALL.x || size.y < SMALL.y
}

/// Returns the id under which the chosen panel is kept; like the tabs of a small window it is not
/// part of the session.
fn chosen_id(stage: &Stage<'_>) -> Id {
    Id::unique(("chosen panel", stage.view, stage.place))
}

/// Chooses the panel to show if there is room for only one; `None` stands for the one in front.
pub fn choose(ui: &Ui, stage: &Stage<'_>, panel: Option<usize>) {
    ui.data_mut(|data| data.insert_temp(chosen_id(stage), panel));
}

/// Returns the panel that is shown alone in a pane of this width; `None` if there is room for all.
pub fn alone(ui: &Ui, width: f32, block: &Block, stage: &Stage<'_>) -> Option<Alone> {
    let has_room = !is_small(ui.ctx().content_rect().size()) && width >= LEAST_WIDTH;
    if block.arrangement != Arrangement::AllOrOne || has_room {
        return None;
    }
    let chosen: Option<Option<usize>> = ui.data(|data| data.get_temp(chosen_id(stage)));
    let chosen = chosen.flatten().filter(|&chosen| chosen < block.panels().count());
    let front = || block.panels().position(|panel| panel.title.is_front).unwrap_or(0);
    Some(Alone {
        panel: chosen.unwrap_or_else(front),
        is_chosen: chosen.is_some(),
    })
}

/// Returns the panels of a block with their plots, or no panels if one of them has no room. The
/// panels are moved out of the block, unless one is shown alone.
pub fn arrange(ui: &Ui, body: Rect, block: &mut Block, alone: Option<Alone>) -> Arranged {
    let groups: Vec<(Vec<Row>, Rect)> = match (block.arrangement, alone) {
        (_, Some(alone)) => vec![(only(block, alone.panel), body)],
        (Arrangement::BesideOrBelow, _) if body.width() <= 1.2 * body.height() => {
            let panels = take(&mut block.rows).into_iter().flat_map(|row| row.panels);
            let rows = panels.zip([0.62, 0.38].into_iter().cycle()).map(|(panel, share)| Row {
                share,
                panels: vec![panel],
            });
            vec![(rows.collect(), body)]
        }
        (Arrangement::Columns, _) => columns(take(&mut block.rows), body),
        _ => vec![(take(&mut block.rows), body)],
    };
    let placed = groups.into_iter().flat_map(|(rows, area)| place(ui, rows, area));
    Arranged {
        panels: placed.collect(),
        body,
    }
}

/// Splits rows into two columns if they would be too low; the last row of each has the x axis.
fn columns(mut rows: Vec<Row>, body: Rect) -> Vec<(Vec<Row>, Rect)> {
    let height = (body.height() - 20.0) / rows.len() as f32;
    if rows.len() <= 3 || height >= LEAST_STRIP {
        return vec![(rows, body)];
    }
    let mut second = rows.split_off(rows.len().div_ceil(2));
    let mut first = rows;
    let (left, right) = body.split_left_right_at_fraction(0.5);
    let lowest = second.last().and_then(|row| row.panels.first());
    if let (Some(lowest), Some(last)) = (lowest, first.last_mut().and_then(|row| row.panels.first_mut())) {
        last.x = lowest.x.clone();
    }
    // Pad to the number of rows of the first column.
    while second.len() < first.len() {
        let mut empty = second.first().cloned().unwrap_or_else(|| Row::of(Vec::new()));
        empty.panels.clear();
        second.push(empty);
    }
    vec![(first, left), (second, right)]
}

/// Returns one panel of a block, with the axis labels and the colour bar that it shares with the others.
fn only(block: &Block, panel: usize) -> Vec<Row> {
    let (Some(first), Some(panel)) = (block.panels().next(), block.panels().nth(panel)) else {
        return Vec::new();
    };
    let mut panel = panel.clone();
    (panel.y.has_labels, panel.y.name) = (first.y.has_labels, first.y.name.clone());
    let last = block.panels().last().unwrap_or(first);
    (panel.x.has_labels, panel.x.name) = (last.x.has_labels, last.x.name.clone());
    let mut bars = block.panels().filter_map(|other| other.bar.as_ref());
    let shared = || bars.find(|bar| bar.is_shared).cloned();
    panel.bar = panel.bar.take().or_else(shared);
    vec![Row::of(vec![panel])]
}

/// Places rows; legends, then axis names are dropped if there is no room.
fn place(ui: &Ui, mut rows: Vec<Row>, area: Rect) -> Vec<(Panel, Rect)> {
    for row in &mut rows {
        // Of adjacent panels with the same name of the x axis, only the last shows it.
        let mut after = None;
        for panel in row.panels.iter_mut().rev().filter(|panel| !panel.square) {
            if after.as_ref() == Some(&panel.x.name) {
                panel.x.name.clear();
            } else {
                after = Some(panel.x.name.clone());
            }
        }
    }
    let style = style(ui.pixels_per_point());
    let measure = OnScreen(ui.painter());
    let body = layout::Rect {
        x: f64::from(area.left()),
        y: f64::from(area.top()),
        width: f64::from(area.width()),
        height: f64::from(area.height()),
    };
    let give_up: [fn(&mut Panel); 3] = [
        |_| {},
        |panel| panel.legend.clear(),
        |panel| {
            panel.x.name.clear();
            panel.y.name.clear();
        },
    ];
    for give_up in give_up {
        rows.iter_mut().flat_map(|row| &mut row.panels).for_each(give_up);
        if let Some(found) = plots(&rows, body, &style, &[], &measure) {
            let panels = rows.into_iter().flat_map(|row| row.panels);
            return panels.zip(found.into_iter().flatten().map(on_screen)).collect();
        }
    }
    Vec::new()
}

fn on_screen(rect: layout::Rect) -> Rect {
    let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(single);
    Rect::from_min_size(pos2(x, y), vec2(width, height))
}
