//! The arrangement of the panes: four with views, and the formula between them.

use eframe::egui::{self, Button, Rect, RichText, Role, Shape, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2};
use egui_tiles::{
    Behavior, Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree, UiResponse,
};

use super::action::Action;
use super::formula;
use super::ink::title_font;
use super::pane::{Pane, Tabs};
use super::stage::{Stage, is_small};
use crate::plot::{Block, Refusal};
use crate::session::{Change, Ways};
use crate::text::Language;
use crate::tr;
use crate::view::{self, Subject, View};

/// The height of the formula line, in points.
const FORMULA: f32 = 40.0;

/// The most panes and containers of a kept arrangement; a file could nest containers deeper than
/// the stack allows.
const TILES: usize = 64;

/// The panes, their arrangement and their tabs.
pub struct PaneLayout {
    /// The arrangement, as an egui_tiles tree.
    pub tree: Tree<Pane>,
    /// Whether the panes are locked in place.
    pub locked: bool,
    /// The pane that is shown alone.
    pub maximized: Option<Pane>,
    /// The pane below the heatmap in a small window.
    pub tab: Pane,
    /// The views that each pane shows.
    pub tabs: Tabs,
}

impl Default for PaneLayout {
    fn default() -> Self {
        Self {
            tree: first_tree(),
            locked: true,
            maximized: None,
            tab: Pane::NearFar,
            tabs: Tabs::default(),
        }
    }
}

impl PaneLayout {
    /// Returns the layout with a kept arrangement, if it has every pane once, at most [`TILES`]
    /// tiles and only sizes that can be drawn; otherwise with the first arrangement.
    pub fn kept(tree: Option<Tree<Pane>>, tabs: Tabs) -> Self {
        let is_one = |tree: &Tree<Pane>| {
            let is_few = tree.tiles.tiles().count() <= TILES;
            tree.root().is_some() && panes(tree) == Pane::ALL && is_few && tree.tiles.tiles().all(has_sizes)
        };
        Self {
            tree: tree.filter(is_one).unwrap_or_else(first_tree),
            tabs,
            ..Self::default()
        }
    }

    /// Restores the first arrangement.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Shows a view in the pane that has a tab for it, or else in a new tab of the last pane.
    pub fn bring(&mut self, name: &str) {
        let pane = self.tabs.pane_of(name).unwrap_or(Pane::ThreeWays);
        self.tabs.show(pane, name);
        if pane != Pane::Heatmap {
            self.tab = pane;
        }
        self.maximized = self.maximized.map(|_| pane);
    }

    /// Draws the panes into the rest of the window; `size` is the size of the whole window.
    pub fn show(&mut self, ui: &mut Ui, size: Vec2, stage: &mut Stage<'_>) {
        let area = ui.available_rect_before_wrap();
        if let Some(pane) = self.maximized {
            let (above, below) = area.split_top_bottom_at_y(area.bottom() - FORMULA);
            show_pane(ui, above, pane, &mut self.tabs, stage);
            show_pane(ui, below, Pane::Formula, &mut self.tabs, stage);
        } else if is_small(size) {
            self.show_small(ui, area, stage);
        } else {
            if self.locked {
                self.fit_formula(area.height());
            }
            let mut behavior = Panes {
                stage,
                tabs: &mut self.tabs,
                locked: self.locked,
            };
            self.tree.ui(&mut behavior, ui);
        }
    }

    /// Draws the heatmap, and below it one of the other panes under a row with the tabs of all of them.
    fn show_small(&mut self, ui: &mut Ui, area: Rect, stage: &mut Stage<'_>) {
        let (first, rest) = area.split_top_bottom_at_y(area.top() + (area.height() - FORMULA) * 0.52);
        let (line, rest) = rest.split_top_bottom_at_y(rest.top() + FORMULA * 0.8);
        let ways = stage.subject.views.ways;
        show_view(ui, first, Pane::Heatmap, self.tabs.shown(Pane::Heatmap, ways), stage);
        show_pane(ui, line, Pane::Formula, &mut self.tabs, stage);
        let (row, below) = rest.split_top_bottom_at_y(rest.top() + 26.0);
        let mut row = ui.new_child(UiBuilder::new().max_rect(row.shrink2(vec2(8.0, 0.0))));
        row.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.spacing_mut().button_padding.x = 5.0;
            for pane in Pane::VIEWS.into_iter().filter(|&pane| pane != Pane::Heatmap) {
                let shown = self.tabs.shown(pane, ways).filter(|_| pane == self.tab);
                let of_pane = self.tabs.shown(pane, ways);
                let views = of_pane.map(|of_pane| telling(self.tabs.views(pane), of_pane, stage.subject));
                for view in views.into_iter().flatten() {
                    let is_shown = shown.is_some_and(|shown| shown.name() == view.name());
                    let title = view::title(view, stage.subject.language);
                    if ui.selectable_label(is_shown, title).clicked() {
                        self.tab = pane;
                        choose(&mut self.tabs, pane, view.name(), stage);
                    }
                }
            }
            menu(ui, self.tab, &mut self.tabs, stage);
            let shown = self.tabs.shown(self.tab, ways);
            let shown = shown.map(|view| view::standing_for(view, stage.subject).name());
            help(ui, shown.unwrap_or_default(), stage.subject.language);
        });
        show_view(ui, below, self.tab, self.tabs.shown(self.tab, ways), stage);
    }

    /// Keeps the formula line at its height, whatever the height of the window.
    fn fit_formula(&mut self, height: f32) {
        let Some(root) = self.tree.root() else { return };
        let formula = self.tree.tiles.find_pane(&Pane::Formula);
        let Some(Tile::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(root) else {
            return;
        };
        let Some(formula) = formula.filter(|formula| linear.children.contains(formula)) else {
            return;
        };
        let others = linear.children.iter().filter(|&&child| child != formula);
        let others: f32 = others.map(|&child| linear.shares[child]).sum();
        let share = others * FORMULA / (height - FORMULA).max(1.0);
        linear.shares.set_share(formula, share);
    }
}

/// Returns the panes of an arrangement, in the order of [`Pane`].
fn panes(tree: &Tree<Pane>) -> Vec<Pane> {
    let panes = tree.tiles.tiles().filter_map(|tile| match tile {
        Tile::Pane(pane) => Some(*pane),
        Tile::Container(_) => None,
    });
    let mut panes: Vec<Pane> = panes.collect();
    panes.sort_unstable();
    panes
}

/// Returns whether a container's parts have finite sizes of at least 0; a pane has none to check.
fn has_sizes(tile: &Tile<Pane>) -> bool {
    let is_size = |size: &f32| (0.0..1e6).contains(size);
    match tile {
        Tile::Container(Container::Linear(linear)) => {
            linear.children.iter().all(|&child| is_size(&linear.shares[child]))
        }
        Tile::Container(Container::Grid(grid)) => grid.col_shares.iter().chain(&grid.row_shares).all(is_size),
        Tile::Container(Container::Tabs(_)) | Tile::Pane(_) => true,
    }
}

/// Returns the first arrangement: heatmap 62 % wide and 55 % high.
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

/// Draws a pane: its tabs and the chosen view.
fn show_pane(ui: &mut Ui, area: Rect, pane: Pane, tabs: &mut Tabs, stage: &mut Stage<'_>) {
    if pane == Pane::Formula {
        formula::show(ui, area, stage.subject, stage.ink);
        return;
    }
    let Some(shown) = tabs.shown(pane, stage.subject.views.ways) else {
        return;
    };
    let described = describe(pane, shown, stage);
    let views = telling(tabs.views(pane), shown, stage.subject);
    let line = Rect::from_min_max(area.min + vec2(6.0, 2.0), pos2(area.right() - 8.0, area.top() + 24.0));
    let mut row = ui.new_child(UiBuilder::new().max_rect(line));
    let left = row.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().interact_size.y = 20.0;
        ui.spacing_mut().button_padding = vec2(6.0, 1.0);
        if views.len() > 1 {
            for view in views {
                if tab(ui, view, view.name() == shown.name(), stage.subject.language) {
                    choose(tabs, pane, view.name(), stage);
                }
            }
        } else {
            ui.add_space(title(ui, area, shown, &described, stage) - ui.cursor().left());
        }
        menu(ui, pane, tabs, stage);
        help(ui, stage.view, stage.subject.language);
        ui.min_rect().right()
    });
    stage.show(ui, area, left.inner + 6.0, described);
}

/// Returns the views of a pane that have something to show for this kind of encoding, and the one that is shown.
fn telling(views: Vec<&'static dyn View>, shown: &dyn View, subject: &Subject) -> Vec<&'static dyn View> {
    let kind = subject.encoding.kind();
    let is_telling = |view: &&'static dyn View| view.tells_of(kind) || view.name() == shown.name();
    views.into_iter().filter(is_telling).collect()
}

/// Draws a view under its title, for panes whose tabs are elsewhere.
fn show_view(ui: &mut Ui, area: Rect, pane: Pane, shown: Option<&'static dyn View>, stage: &mut Stage<'_>) {
    let Some(view) = shown else { return };
    let described = describe(pane, view, stage);
    let left = title(ui, area, view, &described, stage);
    if pane == Pane::Heatmap {
        let place = Rect::from_min_size(pos2(left + 3.0, area.top() + 3.0), vec2(16.0, 20.0));
        help(
            &mut ui.new_child(UiBuilder::new().max_rect(place)),
            stage.view,
            stage.subject.language,
        );
    }
    stage.show(ui, area, left + 20.0, described);
}

/// Returns what a view shows in a pane.
fn describe(pane: Pane, view: &'static dyn View, stage: &mut Stage<'_>) -> Result<Block, Refusal> {
    let view = view::standing_for(view, stage.subject);
    (stage.view, stage.place) = (view.name(), pane as u64);
    view.block(stage.subject, &mut *stage.desk)
}

/// Draws the title of a pane; returns its right end.
fn title(ui: &Ui, area: Rect, view: &dyn View, described: &Result<Block, Refusal>, stage: &Stage<'_>) -> f32 {
    let title = match described {
        Ok(block) => block.title.clone(),
        Err(_) => view::title(view, stage.subject.language),
    };
    let at = area.min + vec2(8.0, 4.0);
    let drawn = ui
        .painter()
        .text(at, egui::Align2::LEFT_TOP, title, title_font(), stage.ink.text);
    drawn.right()
}

fn tab(ui: &mut Ui, view: &dyn View, is_shown: bool, language: Language) -> bool {
    let title = view::title(view, language);
    let name = tr!(language, "ways.show", name = title);
    let tab = ui.add(Button::selectable(is_shown, RichText::new(title).size(13.0)));
    tab.widget_info(|| WidgetInfo::selected(Role::Tab, true, is_shown, &name));
    tab.clicked()
}

/// Shows a view of a pane; the session keeps which of the strips is shown.
fn choose(tabs: &mut Tabs, pane: Pane, name: &str, stage: &mut Stage<'_>) {
    tabs.show(pane, name);
    if let Some(way) = Ways::ALL.into_iter().find(|way| way.view() == name) {
        stage.actions.push(Action::Change(Change::Ways(way)));
    }
}

/// Draws the list of all views; those ticked have tabs in the pane.
fn menu(ui: &mut Ui, pane: Pane, tabs: &mut Tabs, stage: &mut Stage<'_>) {
    let language = stage.subject.language;
    let button = Button::new("").min_size(vec2(14.0, 20.0)).frame_when_inactive(false);
    let (button, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        for view in view::listed() {
            let mut is_on = tabs.views(pane).iter().any(|own| own.name() == view.name());
            if ui.checkbox(&mut is_on, view::title(view, language)).changed() {
                if is_on {
                    choose(tabs, pane, view.name(), stage);
                } else {
                    tabs.remove(pane, view.name());
                }
            }
        }
    });
    let name = tr!(language, "pane.views", name = pane.title(language));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let tip = Rect::from_center_size(button.rect.center(), vec2(7.0, 4.0));
    let corners = vec![tip.left_top(), tip.right_top(), tip.center_bottom()];
    let color = ui.style().interact(&button).text_color();
    ui.painter().add(Shape::convex_polygon(corners, color, Stroke::NONE));
    button.on_hover_text(name);
}

/// Draws a button that says what a view shows and what to try in it.
fn help(ui: &mut Ui, view: &str, language: Language) {
    ui.spacing_mut().button_padding.x = 3.0;
    let button = Button::new(RichText::new("?").size(12.0)).min_size(vec2(13.0, 20.0));
    let button = button.frame_when_inactive(false);
    let (button, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        ui.set_max_width(300.0);
        ui.label(view::help(view, language));
    });
    let name = tr!(language, "pane.help", name = view::title_of(view, language));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    button.on_hover_text(name);
}

struct Panes<'a, 'b> {
    stage: &'a mut Stage<'b>,
    tabs: &'a mut Tabs,
    locked: bool,
}

impl Behavior<Pane> for Panes<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        let area = ui.max_rect();
        ui.painter().rect_filled(area, 4.0, ui.visuals().panel_fill);
        let handle = Rect::from_min_size(area.min, vec2(area.width() * 0.5, 24.0));
        let dragged = !self.locked && {
            let response = ui.interact(handle, ui.scope_id().with("handle"), egui::Sense::DRAG);
            response.on_hover_cursor(egui::CursorIcon::Grab).drag_started()
        };
        show_pane(ui, area, *pane, self.tabs, self.stage);
        if dragged {
            UiResponse::DragStarted
        } else {
            UiResponse::None
        }
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.title(self.stage.subject.language).into()
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
        let layout = PaneLayout::kept(Some(Tree::new(egui::Id::unique("panes"), only, tiles)), Tabs::default());
        assert_eq!(panes(&layout.tree).len(), 5);
        assert!(PaneLayout::kept(Some(first_tree()), Tabs::default()).tree == first_tree());
    }
}
