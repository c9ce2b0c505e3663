//! Where the panes are: four views and the formula between them.

use eframe::egui::{self, Rect, Ui, Vec2};
use egui_tiles::{
    Behavior, Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree, UiResponse,
};

use super::pane::Pane;
use super::view::{Kit, ab, bands, formula, heatmap, near_far, ways};
use crate::session::{Change, Ways};

impl Pane {
    /// Draws it.
    pub fn show(self, ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
        match self {
            Self::Heatmap if kit.scene.compared.is_some() => ab::show(ui, area, kit),
            Self::Heatmap => heatmap::show(ui, area, kit),
            Self::NearFar => near_far::show(ui, area, kit),
            Self::Formula => formula::show(ui, area, kit),
            Self::Bands => bands::show(ui, area, kit),
            Self::ThreeWays => ways::show(ui, area, kit),
        }
    }
}

/// Height of the formula line, in points.
const FORMULA: f32 = 40.0;

/// Below this size there is room for the heatmap and one more pane only.
const SMALL: Vec2 = Vec2::new(1000.0, 640.0);

/// Whether a window of this size shows the heatmap and one more pane only.
#[must_use]
pub fn is_small(size: Vec2) -> bool {
    size.x < SMALL.x || size.y < SMALL.y
}

/// The panes and how they are arranged.
pub struct Layout {
    /// The arrangement, as egui_tiles has it.
    pub tree: Tree<Pane>,
    /// Whether panes stay where they are.
    pub locked: bool,
    /// The view that is shown alone.
    pub maximized: Option<Pane>,
    /// The view under the heatmap in a small window.
    pub tab: Pane,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            tree: first_tree(),
            locked: true,
            maximized: None,
            tab: Pane::NearFar,
        }
    }
}

impl Layout {
    /// The arrangement that was kept, if it has every pane once.
    #[must_use]
    pub fn with_tree(tree: Option<Tree<Pane>>) -> Self {
        let has_all = |tree: &Tree<Pane>| {
            Pane::ALL.iter().all(|pane| {
                tree.tiles
                    .tiles()
                    .filter(|tile| matches!(tile, Tile::Pane(kept) if kept == pane))
                    .count()
                    == 1
            }) && tree.root().is_some()
        };
        let tree = tree.filter(has_all).unwrap_or_else(first_tree);
        Self {
            tree,
            ..Self::default()
        }
    }

    /// Puts the panes back.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Shows a pane where only one or two are shown.
    pub fn bring(&mut self, pane: Pane) {
        self.tab = pane;
        self.maximized = self.maximized.map(|_| pane);
    }

    /// Draws the panes into what is left of the window. `size` is that of the
    /// whole window.
    pub fn show(&mut self, ui: &mut Ui, size: Vec2, kit: &mut Kit<'_>) {
        let area = ui.available_rect_before_wrap();
        if let Some(pane) = self.maximized {
            let (above, below) = area.split_top_bottom_at_y(area.bottom() - FORMULA);
            pane.show(ui, above, kit);
            formula::show(ui, below, kit);
        } else if is_small(size) {
            self.show_small(ui, area, kit);
        } else {
            if self.locked {
                self.fit_formula(area.height());
            }
            let mut behavior = Panes {
                kit,
                locked: self.locked,
            };
            self.tree.ui(&mut behavior, ui);
        }
    }

    fn show_small(&mut self, ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
        let language = kit.scene.language;
        let (heatmap, rest) = area.split_top_bottom_at_y(area.top() + (area.height() - FORMULA) * 0.52);
        let (line, rest) = rest.split_top_bottom_at_y(rest.top() + FORMULA * 0.8);
        Pane::Heatmap.show(ui, heatmap, kit);
        formula::show(ui, line, kit);
        let (tabs, pane) = rest.split_top_bottom_at_y(rest.top() + 26.0);
        let mut row = ui.new_child(egui::UiBuilder::new().max_rect(tabs.shrink2(egui::vec2(8.0, 0.0))));
        row.horizontal(|ui| {
            for pane in [Pane::NearFar, Pane::Bands] {
                ui.selectable_value(&mut self.tab, pane, pane.title(language));
            }
            // What shares a pane has its tabs here: there is no room for a second row of them.
            for way in Ways::ALL {
                let is_shown = self.tab == Pane::ThreeWays && way == kit.scene.session.views.ways;
                if ui.selectable_label(is_shown, ways::title(way, language)).clicked() {
                    self.tab = Pane::ThreeWays;
                    kit.change(Change::Ways(way));
                }
            }
        });
        match self.tab {
            Pane::ThreeWays => ways::show_without_tabs(ui, pane, kit),
            tab => tab.show(ui, pane, kit),
        }
    }

    /// Gives the formula line its height, whatever the window's.
    fn fit_formula(&mut self, height: f32) {
        let Some(root) = self.tree.root() else { return };
        let formula = self.tree.tiles.find_pane(&Pane::Formula);
        let Some(Tile::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(root) else {
            return;
        };
        let Some(formula) = formula.filter(|formula| linear.children.contains(formula)) else {
            return;
        };
        let others: f32 = linear
            .children
            .iter()
            .filter(|&&child| child != formula)
            .map(|&child| linear.shares[child])
            .sum();
        linear
            .shares
            .set_share(formula, others * FORMULA / (height - FORMULA).max(1.0));
    }
}

/// The first arrangement: heatmap 62 % wide and 55 % high.
fn first_tree() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let [heatmap, near_far, formula, bands, three_ways] = Pane::ALL.map(|pane| tiles.insert_pane(pane));
    let row = |tiles: &mut Tiles<Pane>, children: [TileId; 2]| {
        let linear = Linear::new_binary(LinearDir::Horizontal, children, 0.62);
        tiles.insert_container(linear)
    };
    let above = row(&mut tiles, [heatmap, near_far]);
    let below = row(&mut tiles, [bands, three_ways]);
    let mut column = Linear::new(LinearDir::Vertical, vec![above, formula, below]);
    column.shares.set_share(above, 0.55);
    column.shares.set_share(formula, 0.06);
    column.shares.set_share(below, 0.45);
    let root = tiles.insert_container(column);
    Tree::new(egui::Id::unique("panes"), root, tiles)
}

struct Panes<'a, 'b> {
    kit: &'a mut Kit<'b>,
    locked: bool,
}

impl Behavior<Pane> for Panes<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        let area = ui.max_rect();
        ui.painter().rect_filled(area, 4.0, ui.visuals().panel_fill);
        let handle = Rect::from_min_size(area.min, egui::vec2(area.width() * 0.5, 24.0));
        let dragged = !self.locked && {
            let response = ui
                .interact(handle, ui.scope_id().with("handle"), egui::Sense::drag())
                .on_hover_cursor(egui::CursorIcon::Grab);
            response.drag_started()
        };
        pane.show(ui, area, self.kit);
        if dragged {
            UiResponse::DragStarted
        } else {
            UiResponse::None
        }
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.title(self.kit.scene.language).into()
    }

    fn gap_width(&self, _style: &egui::Style) -> f32 {
        2.0
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions {
            all_panes_must_have_tabs: false,
            ..SimplificationOptions::default()
        }
    }

    fn is_tile_draggable(&self, _tiles: &Tiles<Pane>, _tile: TileId) -> bool {
        !self.locked
    }

    fn is_container_resizable(&self, _tiles: &Tiles<Pane>, _tile: TileId) -> bool {
        !self.locked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_arrangement_is_replaced_by_the_first_one() {
        let mut tiles = Tiles::default();
        let only = tiles.insert_pane(Pane::Bands);
        let layout = Layout::with_tree(Some(Tree::new(egui::Id::unique("panes"), only, tiles)));
        assert_eq!(
            layout
                .tree
                .tiles
                .tiles()
                .filter(|tile| matches!(tile, Tile::Pane(_)))
                .count(),
            5
        );
        assert!(Layout::with_tree(Some(first_tree())).tree == first_tree());
    }
}
