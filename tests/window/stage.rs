//! The window on a stage: egui's harness runs the window, and a test says what a person would do.

use std::cell::{Ref, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{
    self, ColorImage, Event, Key, Modifiers, MouseWheelUnit, OutputCommand, Pos2, Rect, Theme, ThemePreference,
    TouchPhase, Vec2, vec2,
};
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};
use poscope::app::App;
use poscope::app::preferences::Preferences;
use poscope::encoding::{Scheme, SchemeKind};
use poscope::session::Session;
use poscope::text::{Language, choice_name, scheme_name, setting_name};
use poscope::view;

use crate::common::locale;

/// The size of the window at the first start, in points.
pub const FIRST_SIZE: Vec2 = vec2(1280.0, 800.0);

/// The window and the person before it.
pub struct Stage {
    pub harness: Harness<'static, Shared>,
    /// The picture that was put on the clipboard last, in any frame.
    pub copied: Rc<RefCell<Option<ColorImage>>>,
    /// The text that was put on the clipboard last.
    pub copied_text: Rc<RefCell<Option<String>>>,
}

/// The app can be replaced while the context stays.
pub type Shared = Rc<RefCell<Option<App>>>;

/// Preferences of a person who chose both.
pub fn preferences(language: Language, theme: ThemePreference) -> Preferences {
    Preferences {
        language: Some(language),
        theme,
        ..Preferences::default()
    }
}

/// The English name of a scheme.
pub fn name(scheme: Scheme) -> String {
    scheme_name(scheme, Language::English)
}

/// The English title of a view.
pub fn title(view: &str) -> String {
    view::title_of(view, Language::English)
}

/// A setting and its chosen value.
pub fn setting(setting: &str, chosen: &str) -> String {
    let [setting, chosen] = [
        setting_name(setting, Language::English),
        choice_name(chosen, Language::English),
    ];
    format!("{setting}: {chosen}")
}

/// The same within a list, beginning with a small letter.
pub fn listed(name: &str, chosen: &str) -> String {
    let words = setting(name, chosen);
    words[..1].to_lowercase() + &words[1..]
}

/// The name of the field of a parameter.
pub fn field(parameter: &str) -> String {
    words!("controls.field_name", parameter)
}

/// The name of the heatmap of a scheme.
pub fn heatmap(scheme: Scheme) -> String {
    let key = match scheme.kind() {
        SchemeKind::Bias => "heatmap.name_bias",
        SchemeKind::Added | SchemeKind::Rotation => "heatmap.name",
    };
    words!(key, scheme = name(scheme))
}

/// The name of the strip of a scheme among the three ways.
pub fn strip(scheme: Scheme) -> String {
    words!(
        "three_ways.name",
        words = words!("three_ways.caption", scheme = name(scheme))
    )
}

impl Stage {
    /// The first screen in English and light colours.
    pub fn new() -> Self {
        Self::with(
            FIRST_SIZE,
            preferences(Language::English, ThemePreference::Light),
            Session::default(),
        )
    }

    /// The first screen with another session.
    pub fn on(change: impl FnOnce(&mut Session)) -> Self {
        let mut session = Session::default();
        change(&mut session);
        Self::with(
            FIRST_SIZE,
            preferences(Language::English, ThemePreference::Light),
            session,
        )
    }

    /// A window of a size in pixels.
    pub fn with(size_px: Vec2, preferences: Preferences, session: Session) -> Self {
        Self::build(size_px, preferences.zoom, preferences.theme, move |ctx| {
            App::new(ctx, preferences, session, None)
        })
    }

    /// A window on an app that is made once there is a context.
    pub fn build(
        size_px: Vec2,
        zoom: f32,
        theme: ThemePreference,
        app: impl FnOnce(&egui::Context) -> App + 'static,
    ) -> Self {
        let shared = Shared::default();
        let filled = shared.clone();
        let copied = Rc::<RefCell<Option<ColorImage>>>::default();
        let seen = copied.clone();
        let copied_text = Rc::<RefCell<Option<String>>>::default();
        let seen_text = copied_text.clone();
        let theme = match theme {
            ThemePreference::Dark => Theme::Dark,
            _ => Theme::Light,
        };
        let mut harness = Harness::builder()
            .with_size(size_px / zoom)
            .with_theme(theme)
            .with_max_steps(60)
            .with_context_setup(move |ctx| *filled.borrow_mut() = Some(app(ctx)))
            .build_ui_state(
                move |ui, app: &mut Shared| {
                    app.borrow_mut().as_mut().expect("it is filled").draw(ui);
                    ui.ctx().output(|output| {
                        for command in &output.commands {
                            match command {
                                OutputCommand::CopyImage(image) => *seen.borrow_mut() = Some(image.clone()),
                                OutputCommand::CopyText(text) => *seen_text.borrow_mut() = Some(text.clone()),
                                _ => {}
                            }
                        }
                    });
                },
                shared,
            );
        harness.set_size(size_px / zoom);
        let mut stage = Self {
            harness,
            copied,
            copied_text,
        };
        stage.settle();
        stage
    }

    /// Another app in the same context: as a restart, but quick.
    pub fn restart(&mut self, preferences: Preferences, session: Session) {
        let app = App::new(&self.harness.ctx, preferences, session, None);
        *self.harness.state().borrow_mut() = Some(app);
        self.harness.remove_cursor();
        self.harness.run_steps(2);
    }

    pub fn app(&self) -> Ref<'_, App> {
        Ref::map(self.harness.state().borrow(), |app| app.as_ref().unwrap())
    }

    pub fn session(&self) -> Session {
        self.app().session().clone()
    }

    /// Runs frames until nothing is asked for any more and nothing is computed elsewhere.
    pub fn settle(&mut self) {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(30) {
            self.harness.run_ok();
            if !self.app().is_busy() {
                return;
            }
            std::thread::sleep(Duration::from_millis(4));
        }
        panic!("the window does not come to rest");
    }

    /// Everything whose name matches.
    fn named(&self, is: impl Fn(&str) -> bool) -> Vec<Node<'_>> {
        let is_named = |node: &Node<'_>| {
            let node = node.accesskit_node();
            let is_label = node.role() == Role::Label;
            let name = if is_label { node.value() } else { node.label() };
            name.is_some_and(|name| is(&name))
        };
        self.harness.query_all(By::new()).filter(is_named).collect()
    }

    /// The control with this name, wherever it is.
    pub fn control(&self, name: impl AsRef<str>) -> Node<'_> {
        let name = name.as_ref();
        let controls = self.named(|its| locale::is(its, name));
        // The words of a button are a node of their own; the control is what can be used.
        let used = controls.iter().find(|node| node.accesskit_node().role() != Role::Label);
        match used.or(controls.first()) {
            Some(control) => *control,
            None => panic!("there is no {name:?}"),
        }
    }

    pub fn has(&self, name: impl AsRef<str>) -> bool {
        !self.named(|its| locale::is(its, name.as_ref())).is_empty()
    }

    pub fn has_part(&self, part: impl AsRef<str>) -> bool {
        !self.named(|its| locale::holds(its, part.as_ref())).is_empty()
    }

    /// Whether these words are on the screen.
    pub fn shows(&self, words: impl AsRef<str>) -> bool {
        locale::holds(&self.screen(), words.as_ref())
    }

    /// The control of a role whose name begins like this.
    pub fn starting(&self, role: Role, start: impl AsRef<str>) -> Node<'_> {
        let start = start.as_ref();
        let found = self.named(|its| locale::begins(its, start)).into_iter();
        let mut found = found.filter(|node| node.accesskit_node().role() == role);
        found.next().unwrap_or_else(|| panic!("there is no {role:?} {start:?}"))
    }

    /// Whether the control of a role whose name begins like this can be used.
    pub fn is_enabled(&self, role: Role, start: impl AsRef<str>) -> bool {
        !self.starting(role, start).accesskit_node().is_disabled()
    }

    /// The rectangle of the plot whose name begins like this.
    pub fn plot(&self, start: impl AsRef<str>) -> Rect {
        self.starting(Role::Image, start).rect()
    }

    /// The rectangle of all lanes.
    pub fn lanes(&self) -> Rect {
        let lane = words!(self.app().preferences().language(); "bands.lane_name");
        let lanes = self.named(|its| locale::is(its, &lane)).into_iter();
        lanes.map(|node| node.rect()).fold(Rect::NOTHING, Rect::union)
    }

    pub fn click(&mut self, name: impl AsRef<str>) {
        self.control(name).click();
        self.settle();
    }

    /// Opens the list whose name begins like this.
    pub fn open(&mut self, start: impl AsRef<str>) {
        self.starting(Role::ComboBox, start).click();
        self.settle();
    }

    pub fn click_at(&mut self, at: Pos2) {
        self.harness.hover_at(at);
        self.harness.drag_at(at);
        self.harness.event(released(at));
        self.settle();
    }

    pub fn hover(&mut self, at: Pos2) {
        self.harness.hover_at(at);
        self.settle();
    }

    /// Presses, moves over these places, and releases.
    pub fn drag(&mut self, places: &[Pos2]) {
        self.press(places);
        self.harness.event(released(*places.last().unwrap()));
        self.settle();
    }

    /// As [`Self::drag`], still held.
    pub fn press(&mut self, places: &[Pos2]) {
        self.harness.hover_at(places[0]);
        self.harness.drag_at(places[0]);
        for &place in &places[1..] {
            self.harness.hover_at(place);
        }
        self.harness.step();
        self.harness.step();
    }

    /// Two clicks within a frame's time.
    pub fn double_click(&mut self, at: Pos2) {
        self.hover(at);
        for pressed in [true, false, true, false] {
            let event = Event::PointerButton {
                pos: at,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            self.harness.input_mut().events.push(event);
        }
        self.settle();
    }

    pub fn wheel(&mut self, at: Pos2, points: f32) {
        self.hover(at);
        self.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, points),
            phase: TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        self.harness.run_steps(8);
        self.settle();
    }

    pub fn key(&mut self, key: Key) {
        self.shortcut(Modifiers::NONE, key);
    }

    pub fn shortcut(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }

    /// Types into the control that has the keyboard focus.
    pub fn types(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.settle();
    }

    /// Replaces the text of the field whose name begins like this, without Enter.
    pub fn fill(&mut self, field: impl AsRef<str>, text: &str) {
        self.starting(Role::TextInput, field).click();
        self.settle();
        self.shortcut(Modifiers::COMMAND, Key::A);
        if text.is_empty() {
            self.key(Key::Backspace);
        } else {
            self.types(text);
        }
    }

    /// As [`Self::fill`], and Enter.
    pub fn enter(&mut self, field: impl AsRef<str>, text: &str) {
        self.fill(field, text);
        self.key(Key::Enter);
    }

    /// Runs a command by its name from the palette.
    pub fn command(&mut self, title: impl AsRef<str>) {
        self.shortcut(Modifiers::COMMAND, Key::K);
        self.types(title.as_ref());
        self.key(Key::Enter);
    }

    /// All words on the screen, one text per line.
    pub fn screen(&self) -> String {
        let mut all = String::new();
        for text in super::words::on_screen(&self.harness) {
            all.push_str(&text.words);
            all.push('\n');
        }
        all
    }
}

fn released(pos: Pos2) -> Event {
    Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed: false,
        modifiers: Modifiers::NONE,
    }
}
