//! What is kept for this person between starts, apart from the session.

use std::path::{Path, PathBuf};

use eframe::egui::{Context, ThemePreference, Vec2, ViewportBuilder, vec2};
use egui_tiles::Tree;
use etcetera::{AppStrategy, AppStrategyArgs};
use serde::{Deserialize, Serialize};

use super::export::Remembered;
use super::pane::{Pane, Tabs};
use crate::file::{self, Destination, FileError};
use crate::session::{Opened, Session, from_json, from_text, to_json};
use crate::text::Language;

/// Size of the window at the first start, in points.
pub const FIRST_SIZE: Vec2 = vec2(1280.0, 800.0);

/// The smallest window, in points.
const LEAST_SIZE: Vec2 = vec2(640.0, 480.0);

/// The smallest window that the controls fit into, in points.
const LEAST_ROOM: Vec2 = vec2(600.0, 400.0);

/// A settings file is a few kilobytes; a larger one is not ours.
const SIZE_LIMIT: u64 = 1 << 20;

/// How many files are remembered.
const RECENT: usize = 10;

/// Language, theme, zoom, panes and window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// None: the system's.
    pub language: Option<Language>,
    /// Light, dark, or the system's.
    pub theme: ThemePreference,
    /// Size of everything, 1 is 100 %.
    pub zoom: f32,
    /// Width and height of the window in points at zoom 1. Its place is the
    /// window system's to choose: a place that is remembered can lie on a
    /// screen that is gone.
    pub size: Option<[f32; 2]>,
    /// Whether the window fills the screen.
    pub maximized: bool,
    /// The arrangement of the panes, where it was changed.
    pub layout: Option<Tree<Pane>>,
    /// Which views each pane shows, where that was changed.
    pub tabs: Tabs,
    /// How each kind of figure, picture and table was exported last.
    pub export: Remembered,
    /// The files that were opened or saved last, the last one first.
    pub recent: Vec<String>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: None,
            theme: ThemePreference::System,
            zoom: 1.0,
            size: None,
            maximized: false,
            layout: None,
            tabs: Tabs::default(),
            export: Remembered::default(),
            recent: Vec::new(),
        }
    }
}

/// Sizes of everything that Ctrl + and Ctrl - go through.
const ZOOMS: [f32; 9] = [0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0];

impl Preferences {
    /// The language to speak.
    pub fn language(&self) -> Language {
        self.language.unwrap_or_else(Language::of_system)
    }

    /// Goes so many steps larger or smaller, as far as a window of this size (in
    /// points at zoom 1) still has room for its controls; 0 goes back to 100 %.
    pub fn zoom_by(&mut self, steps: i8, window: Vec2) {
        let has_room = |zoom: f32| (window / zoom).x >= LEAST_ROOM.x && (window / zoom).y >= LEAST_ROOM.y;
        let is_possible = |&zoom: &f32| zoom <= 1.0 || has_room(zoom);
        let last = ZOOMS.iter().rposition(is_possible).unwrap_or(2);
        let nearest = ZOOMS.iter().position(|&zoom| zoom >= self.zoom - 0.01).unwrap_or(last);
        self.zoom = match steps {
            0 => 1.0,
            1.. => ZOOMS[(nearest + 1).min(last)],
            _ => ZOOMS[nearest.saturating_sub(1)],
        };
    }

    /// Remembers a file, as the last one that was used. A name that is no text
    /// cannot be remembered as one.
    pub fn note_file(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let Some(path) = path.to_str() else { return };
        self.recent.retain(|recent| recent != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(RECENT);
    }

    /// Takes note of the window as it is.
    pub fn note_window(&mut self, ctx: &Context) {
        let (size, maximized) = ctx.input(|input| {
            let viewport = input.viewport();
            let size = viewport.inner_rect.map(|rect| rect.size());
            (size, viewport.maximized.unwrap_or(false))
        });
        self.note_size(size, ctx.zoom_factor(), maximized);
    }

    /// Takes note of a size in points at a zoom. That of a window that fills
    /// the screen is not noted: it is not the size to go back to.
    pub fn note_size(&mut self, size: Option<Vec2>, zoom: f32, maximized: bool) {
        self.maximized = maximized;
        if let Some(size) = size.filter(|size| size.is_finite() && !maximized) {
            let size = size * zoom;
            self.size = Some([size.x, size.y]);
        }
    }

    /// The window as it was, never larger than the screen and never smaller
    /// than is of use; where it opens is left to the window system.
    pub fn viewport(&self) -> ViewportBuilder {
        let size = self.size.map(Vec2::from).filter(|size| size.is_finite());
        let size = size.unwrap_or(FIRST_SIZE).max(LEAST_SIZE).min(Vec2::splat(16_000.0));
        ViewportBuilder::default()
            .with_title("poscope")
            .with_app_id("poscope")
            .with_inner_size(size)
            .with_min_inner_size(LEAST_SIZE)
            .with_clamp_size_to_monitor_size(true)
            .with_maximized(self.maximized)
    }
}

/// The folder in which preferences and the last session are kept.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// What was found at the start.
#[derive(Default)]
pub struct Found {
    /// The preferences, or the first ones.
    pub preferences: Preferences,
    /// The last session, or the first one.
    pub session: Session,
    /// What the session has and this version does not know.
    pub unknown: Vec<String>,
    /// Files that could not be read and were put aside.
    pub put_aside: Vec<PathBuf>,
}

impl Store {
    /// The folder that the system has for such things; none where there is no
    /// home.
    pub fn of_system() -> Option<Self> {
        let args = AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "poscope".to_owned(),
        };
        let strategy = etcetera::choose_app_strategy(args).ok()?;
        Some(Self::at(strategy.config_dir()))
    }

    /// A folder of one's own.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Reads both files. One that is damaged is renamed, so that nothing of it
    /// is lost, and the first values are used.
    ///
    /// Where there is no session yet, that of a version before there was a
    /// format is read, and stays as it is: such a version still finds it.
    pub fn load(&self) -> Found {
        let mut put_aside = Vec::new();
        let parsed = |text: &str| {
            let mut preferences: Preferences = ron::from_str(text).ok()?;
            preferences.recent.truncate(RECENT);
            Some(preferences)
        };
        let preferences = self.read("preferences.ron", parsed, &mut put_aside);
        let damaged = put_aside.len();
        let mut session = self.read("session.json", |text| from_json(text).ok(), &mut put_aside);
        if session.is_none() && put_aside.len() == damaged {
            session = self.read("session.ron", |text| from_text(text).ok(), &mut put_aside);
        }
        let Opened { session, unknown } = session.unwrap_or_default();
        Found {
            preferences: preferences.unwrap_or_default(),
            session,
            unknown,
            put_aside,
        }
    }

    /// Writes both files, each whole or not at all.
    ///
    /// # Errors
    /// Why one was not written.
    pub fn save(&self, preferences: &Preferences, session: &Session) -> Result<(), FileError> {
        file::make_folder(&self.folder)?;
        let preferences = ron::ser::to_string_pretty(preferences, ron::ser::PrettyConfig::default())
            .map_err(|error| FileError::from(std::io::Error::other(error)))?;
        self.write("preferences.ron", &preferences)?;
        self.write("session.json", &to_json(session))
    }

    /// What a file says; none where there is no file. One that cannot be read is
    /// put aside.
    fn read<T>(&self, name: &str, parse: impl Fn(&str) -> Option<T>, put_aside: &mut Vec<PathBuf>) -> Option<T> {
        let path = self.folder.join(name);
        // What is no text, or not ours, is put aside below.
        let text = file::read_text(&path, SIZE_LIMIT).unwrap_or_else(|_| Some(String::new()))?;
        let value = parse(&text);
        if value.is_none()
            && let Ok(aside) = file::put_aside(&path)
        {
            put_aside.push(aside);
        }
        value
    }

    fn write(&self, name: &str, text: &str) -> Result<(), FileError> {
        let path = self.folder.join(name);
        let destination = Destination::Path(path.clone());
        // To open a pipe is to wait for its reader.
        if !file::takes_space(&destination) {
            return Err(FileError::NotRegular { path });
        }
        file::write_whole(&destination, |out| Ok(out.write_all(text.as_bytes())?))
    }
}
