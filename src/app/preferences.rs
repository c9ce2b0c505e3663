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

/// The size of the window at the first start, in points.
pub const FIRST_SIZE: Vec2 = vec2(1280.0, 800.0);

/// The smallest window, in points.
const LEAST_SIZE: Vec2 = vec2(640.0, 480.0);

/// The smallest window that the controls fit into, in points.
const LEAST_ROOM: Vec2 = vec2(600.0, 400.0);

/// The largest settings file that is read, in bytes: ours have a few kilobytes.
const SIZE_LIMIT: u64 = 1 << 20;

/// The number of recent files that are kept.
const RECENT: usize = 10;

/// Language, theme, zoom, panes and window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The chosen language; `None` for the system's.
    pub language: Option<Language>,
    /// The light theme, the dark one, or the system's.
    pub theme: ThemePreference,
    /// The scale of the whole window; 1 is 100 %.
    pub zoom: f32,
    /// The width and height of the window in points at zoom 1. Its position is left to the window
    /// system: a remembered one may lie on a screen that is gone.
    pub size: Option<[f32; 2]>,
    /// Whether the window fills the screen.
    pub maximized: bool,
    /// The arrangement of the panes, if it was changed.
    pub layout: Option<Tree<Pane>>,
    /// The views that each pane shows, if changed.
    pub tabs: Tabs,
    /// How each kind of figure, picture and table was last exported.
    pub export: Remembered,
    /// The files opened or saved most recently, the latest first.
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

/// The zoom factors that Ctrl + and Ctrl - step through.
const ZOOMS: [f32; 9] = [0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0];

impl Preferences {
    /// Returns the language to use.
    pub fn language(&self) -> Language {
        self.language.unwrap_or_else(Language::of_system)
    }

    /// Zooms in or out by a number of steps, as far as a window of this size (in points at zoom 1)
    /// still has room for its controls; 0 returns to 100 %.
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

    /// Puts a file first among the recent ones. A path that is not Unicode text cannot be kept.
    pub fn note_file(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let Some(path) = path.to_str() else { return };
        self.recent.retain(|recent| recent != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(RECENT);
    }

    /// Notes the current state of the window.
    pub fn note_window(&mut self, ctx: &Context) {
        let (size, maximized) = ctx.input(|input| {
            let viewport = input.viewport();
            let size = viewport.inner_rect.map(|rect| rect.size());
            (size, viewport.maximized.unwrap_or(false))
        });
        self.note_size(size, ctx.zoom_factor(), maximized);
    }

    /// Notes a size in points at a zoom. The size of a maximized window is not noted: it is not the
    /// size to return to.
    pub fn note_size(&mut self, size: Option<Vec2>, zoom: f32, maximized: bool) {
        self.maximized = maximized;
        if let Some(size) = size.filter(|size| size.is_finite() && !maximized) {
            let size = size * zoom;
            self.size = Some([size.x, size.y]);
        }
    }

    /// Returns a window of the kept size, never larger than the screen and never too small to use;
    /// where it opens is left to the window system.
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
pub struct PreferencesFolder {
    folder: PathBuf,
}

/// What was found at the start.
#[derive(Default)]
pub struct Found {
    /// The kept preferences, or the defaults.
    pub preferences: Preferences,
    /// The last session, or the default one.
    pub session: Session,
    /// The parts of the session that this version does not know.
    pub unknown: Vec<String>,
    /// Files that could not be read and were renamed.
    pub put_aside: Vec<PathBuf>,
}

impl PreferencesFolder {
    /// Returns the system's folder for settings; `None` if there is no home folder.
    pub fn of_system() -> Option<Self> {
        let args = AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "poscope".to_owned(),
        };
        let strategy = etcetera::choose_app_strategy(args).ok()?;
        Some(Self::at(strategy.config_dir()))
    }

    /// Returns a store in a given folder.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Reads both files. A damaged file is renamed, so that nothing of it is lost, and the defaults are used.
    ///
    /// If there is no session yet, one from a version before the current format is read and left in
    /// place, so that such a version still finds it.
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
    /// The reason why a file was not written.
    pub fn save(&self, preferences: &Preferences, session: &Session) -> Result<(), FileError> {
        file::make_folder(&self.folder)?;
        let preferences = ron::ser::to_string_pretty(preferences, ron::ser::PrettyConfig::default())
            .map_err(|error| FileError::from(std::io::Error::other(error)))?;
        self.write("preferences.ron", &preferences)?;
        self.write("session.json", &to_json(session))
    }

    /// Returns the contents of a file; `None` if there is no file. A file that cannot be read is renamed.
    fn read<T>(&self, name: &str, parse: impl Fn(&str) -> Option<T>, put_aside: &mut Vec<PathBuf>) -> Option<T> {
        let path = self.folder.join(name);
        // A file that is not text, or not ours, is renamed below.
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
        // Opening a pipe would wait for its reader.
        if !file::takes_space(&destination) {
            return Err(FileError::NotRegular { path });
        }
        file::write_whole(&destination, |out| Ok(out.write_all(text.as_bytes())?))
    }
}
