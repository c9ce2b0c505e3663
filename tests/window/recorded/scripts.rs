//! What the pointer and the keys do in every view. A script is a text in `tests/recorded/scripts`:
//! lines at the left margin are read, the indented lines below each are its result.
//!
//! ```text
//! # a remark
//! window 640x480                    the size of the window; 1280x800 unless it is given
//! session {"versus": {}}            what it opens on
//! hover heatmap.name 0.3 0.4        at this part of the plot's width and height, from the left top
//! click ab.name#1 0.3 0.4           the second plot with a name of this key
//! double-click, hold, release       the same place; `hold` does not let go
//! drag heatmap.name 0.3 0.4 to 0.5 0.4
//! wheel heatmap.name 0.3 0.4 120    by so many points
//! pinch heatmap.name 0.3 0.4 2      by this factor
//! key Escape, key Ctrl+Z            without a pointer
//! use ways.show#1                   clicks a control
//! leave                             takes the pointer away
//! shift drag ...                    with Shift held, until it is over (`release` after `hold`)
//! ```
//!
//! Below it stand the fields of the session that changed, the words that went (-) and that appeared
//! (+), and what changed of the marks of what is hovered and pinned (|). Numbers alone are left out
//! of the words: which ticks have labels depends on the room.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Color32, Event, Key, Modifiers, Pos2, Rect, Shape, ThemePreference, Vec2, pos2, vec2};
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};
use poscope::session::{Session, Versus};
use poscope::text::Language;
use serde_json::Value;

use super::super::stage::{Stage, preferences};
use super::{FIRST, named, session, without_pixels};
use crate::common::locale;
use crate::common::recorded::{Made, compare};

/// The keys of the names of plots, the most special one first.
const PLOTS: [&str; 15] = [
    "heatmap.name",
    "heatmap.name_bias",
    "near_far.matrix_name",
    "near_far.scores_name",
    "near_far.buckets_name",
    "near_far.bias_name",
    "near_far.curve_name",
    "bands.lane_name",
    "three_ways.name",
    "strategies.name",
    "pairs.name",
    "overview.name",
    "heatmap.too_fast",
    "ab.difference_name",
    "ab.name",
];

#[test]
fn recorded_scripts_of_pointer_and_keys() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded/scripts");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() > 10, "{} scripts", paths.len());
    let played = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = played(&fs::read_to_string(path).unwrap());
        (name, Made::Text(text))
    };
    let made: Vec<_> = paths.iter().map(played).collect();
    compare("scripts", &made);
    for (name, text) in &made {
        let Made::Text(text) = text else { continue };
        assert!(!text.contains(NOT_PLAYED), "{name}:\n{text}");
    }
}

/// Written below a line that is not understood, or that names something not on the screen.
const NOT_PLAYED: &str = "not played";

/// Plays a script and returns it with its results.
fn played(script: &str) -> String {
    let (mut size, mut opened) = (FIRST, Session::default());
    let mut player: Option<Player> = None;
    let mut text = String::new();
    for line in script.lines() {
        if line.starts_with(' ') {
            continue;
        }
        writeln!(text, "{line}").unwrap();
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "" | "#" => {}
            "window" => {
                let (width, height) = rest.split_once('x').unwrap();
                size = vec2(width.parse().unwrap(), height.parse().unwrap());
            }
            "session" => opened = session(rest),
            _ => {
                let player = player.get_or_insert_with(|| Player::new(size, opened.clone()));
                match player.act(line) {
                    Some(()) => text.push_str(&player.news()),
                    // A later line may be played all the same.
                    None => writeln!(text, "    {NOT_PLAYED}: no such plot, control or word").unwrap(),
                }
            }
        }
    }
    text
}

struct Player {
    stage: Stage,
    seen: Seen,
}

/// What can be seen of the window.
struct Seen {
    session: BTreeMap<String, String>,
    words: Vec<String>,
    marks: BTreeMap<String, String>,
}

impl Player {
    fn new(size: Vec2, session: Session) -> Self {
        let stage = Stage::with(size, preferences(Language::English, ThemePreference::Light), session);
        let seen = Seen::of(&stage);
        Self { stage, seen }
    }

    /// Does what a line says; `None` if it is not understood.
    fn act(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let stage = &mut self.stage;
        match words[..] {
            ["shift", ..] => {
                stage.harness.event(Event::ModifiersChanged(Modifiers::SHIFT));
                self.act(line.strip_prefix("shift ")?)?;
                if words[1] != "hold" {
                    self.stage.harness.event(Event::ModifiersChanged(Modifiers::NONE));
                }
                self.stage.settle();
                return Some(());
            }
            ["hover", place, x, y] => {
                let at = at(stage, place, x, y)?;
                stage.hover(at);
            }
            ["click", place, x, y] => {
                let at = at(stage, place, x, y)?;
                stage.click_at(at);
            }
            ["double-click", place, x, y] => {
                let at = at(stage, place, x, y)?;
                stage.double_click(at);
            }
            ["drag", place, ref path @ ..] => {
                let path = along(stage, place, path)?;
                stage.drag(&path);
            }
            ["hold", place, ref path @ ..] => {
                let path = along(stage, place, path)?;
                stage.press(&path);
            }
            ["release"] => {
                let at = stage.harness.ctx.input(|input| input.pointer.latest_pos())?;
                stage.harness.drop_at(at);
                stage.harness.event(Event::ModifiersChanged(Modifiers::NONE));
            }
            ["wheel", place, x, y, points] => {
                let at = at(stage, place, x, y)?;
                stage.wheel(at, points.parse().ok()?);
            }
            ["pinch", place, x, y, factor] => {
                let at = at(stage, place, x, y)?;
                stage.hover(at);
                stage.harness.event(Event::Zoom(factor.parse().ok()?));
            }
            ["key", key] => {
                let (modifiers, key) = match key.strip_prefix("Ctrl+") {
                    Some(key) => (Modifiers::COMMAND, key),
                    None => (Modifiers::NONE, key),
                };
                stage.shortcut(modifiers, Key::from_name(key)?);
            }
            ["use", place] => {
                let (key, place) = numbered(place)?;
                named(stage, key, place)?.click();
            }
            ["leave"] => stage.harness.remove_cursor(),
            _ => return None,
        }
        // More than a second: the next click is not part of a double click, words beside the
        // pointer appear, and the curves from before a slider moved disappear.
        stage.harness.run_steps(6);
        stage.settle();
        Some(())
    }

    /// What differs from what was seen last.
    fn news(&mut self) -> String {
        let now = Seen::of(&self.stage);
        let before = std::mem::replace(&mut self.seen, now);
        let now = &self.seen;
        let mut lines: Vec<String> = changed(&before.session, &now.session)
            .map(|(field, before, now)| format!("{field}: {before} -> {now}"))
            .collect();
        lines.extend(missing(&before.words, &now.words).map(|words| format!("- {words}")));
        lines.extend(missing(&now.words, &before.words).map(|words| format!("+ {words}")));
        lines.extend(changed(&before.marks, &now.marks).map(|(place, _, now)| format!("| {place}: {now}")));
        if lines.is_empty() {
            lines.push("nothing".to_owned());
        }
        lines.iter().map(|line| format!("    {line}\n")).collect()
    }
}

/// Where two maps differ: the name, and the two values.
fn changed<'a>(
    before: &'a BTreeMap<String, String>,
    now: &'a BTreeMap<String, String>,
) -> impl Iterator<Item = (&'a str, &'a str, &'a str)> {
    let names: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    let both = names.into_iter().map(move |name| {
        let value = |map: &'a BTreeMap<String, String>| map.get(name).map_or("none", String::as_str);
        (name.as_str(), value(before), value(now))
    });
    both.filter(|(_, before, now)| before != now)
}

/// What is in one list but not, or less often, in the other.
fn missing<'a>(here: &'a [String], there: &[String]) -> impl Iterator<Item = &'a String> {
    let mut left = there.to_vec();
    here.iter()
        .filter(move |words| match left.iter().position(|other| other == *words) {
            Some(at) => {
                left.swap_remove(at);
                false
            }
            None => true,
        })
}

impl Seen {
    fn of(stage: &Stage) -> Self {
        let session = serde_json::to_value(stage.session()).unwrap();
        let screen = super::super::words::screen(&stage.harness);
        let is_number = |words: &str| words.chars().all(|sign| !sign.is_alphabetic() || "eλ".contains(sign));
        let words = screen.texts.into_iter().filter(|text| text.clip.intersects(text.rect));
        Self {
            session: fields(&session),
            words: words
                .map(|text| without_pixels(text.words, Language::English))
                .filter(|words| !is_number(words))
                .collect(),
            marks: marks(stage),
        }
    }
}

/// Every number and text of a session by its name. Of the encoding that is compared, only what
/// differs from the first one is given.
fn fields(session: &Value) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    flatten(session, "", &mut fields);
    if session["versus"].is_object() {
        let mut usual = BTreeMap::new();
        flatten(&serde_json::to_value(Versus::default()).unwrap(), "versus", &mut usual);
        fields.retain(|name, value| usual.get(name) != Some(value));
        fields.insert("versus".to_owned(), "there".to_owned());
    }
    fields
}

/// Four digits of a number are enough, since it may depend on where a pixel is.
fn flatten(value: &Value, name: &str, fields: &mut BTreeMap<String, String>) {
    let below = |part: &str| {
        if name.is_empty() {
            part.to_owned()
        } else {
            format!("{name}.{part}")
        }
    };
    match value {
        Value::Null => {}
        Value::Object(parts) => parts
            .iter()
            .for_each(|(part, value)| flatten(value, &below(part), fields)),
        Value::Array(parts) if parts.iter().any(Value::is_object) => {
            for (place, value) in parts.iter().enumerate() {
                flatten(value, &below(&place.to_string()), fields);
            }
        }
        Value::Number(number) if number.is_f64() => {
            let rounded: f64 = format!("{:.3e}", number.as_f64().unwrap()).parse().unwrap();
            fields.insert(name.to_owned(), rounded.to_string());
        }
        _ => {
            fields.insert(name.to_owned(), value.to_string());
        }
    }
}

/// The plots with the keys of their names, numbered if several share one: `ab.name#1`. Lanes count as one plot.
fn plots(stage: &Stage) -> Vec<(String, Rect)> {
    let mut plots: Vec<(String, Rect)> = Vec::new();
    for node in stage.harness.query_all(By::new().role(Role::Image)) {
        let label = node.accesskit_node().label().unwrap_or_default();
        let is_of = |key: &&&str| locale::is_of(&label, key, Language::English);
        let key = PLOTS
            .iter()
            .find(is_of)
            .unwrap_or_else(|| panic!("{label:?} has no key in PLOTS"));
        if *key == "heatmap.too_fast" {
            continue; // a bar beside the plot, with words for a screen reader
        }
        if let ("bands.lane_name", Some(lanes)) = (*key, plots.iter_mut().find(|(name, _)| name == key)) {
            lanes.1 = lanes.1.union(node.rect());
            continue;
        }
        let same = plots
            .iter()
            .filter(|(name, _)| name.split('#').next() == Some(key))
            .count();
        plots.push((format!("{key}#{same}").replace("#0", ""), node.rect()));
    }
    plots
}

/// The lines, frames and points in the colour of what is hovered and of what is pinned, as shares
/// of the plot that they are in.
fn marks(stage: &Stage) -> BTreeMap<String, String> {
    let mut marks = BTreeMap::new();
    for (name, plot) in &plots(stage) {
        let mut found = Vec::new();
        for clipped in &stage.harness.output().shapes {
            mark(&clipped.shape, *plot, &mut found);
        }
        for (kind, color) in [("hovered", HOVERED), ("pinned", PINNED)] {
            let words: BTreeSet<&str> = found
                .iter()
                .filter(|(its, _)| *its == color)
                .map(|(_, words)| words.as_str())
                .collect();
            if !words.is_empty() {
                marks.insert(format!("{name} {kind}"), Vec::from_iter(words).join(", "));
            }
        }
    }
    marks
}

const HOVERED: Color32 = Color32::from_rgb(0, 110, 50);
const PINNED: Color32 = Color32::from_rgb(170, 80, 0);

fn mark(shape: &Shape, plot: Rect, found: &mut Vec<(Color32, String)>) {
    let is_inside = |at: Pos2| plot.expand(1.0).contains(at);
    // The middle of a cell is often half a hundredth, which must not go either way.
    let part = |part: f32| format!("{:.2}", part + 0.0013);
    let x = |at: Pos2| part((at.x - plot.left()) / plot.width());
    let y = |at: Pos2| part((at.y - plot.top()) / plot.height());
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| mark(shape, plot, found)),
        Shape::LineSegment { points: [a, b], stroke } if is_inside(*a) && is_inside(*b) => {
            let words = if (a.x - b.x).abs() < 0.1 {
                format!("line at x {}", x(*a))
            } else if (a.y - b.y).abs() < 0.1 {
                format!("line at y {}", y(*a))
            } else {
                "line".to_owned()
            };
            found.push((stroke.color, words));
        }
        Shape::Circle(circle) if is_inside(circle.center) => {
            let color = if circle.fill == Color32::TRANSPARENT {
                circle.stroke.color
            } else {
                circle.fill
            };
            found.push((color, format!("point at x {} y {}", x(circle.center), y(circle.center))));
        }
        Shape::Rect(rect) if is_inside(rect.rect.center()) => {
            let center = rect.rect.center();
            found.push((rect.stroke.color, format!("frame at x {} y {}", x(center), y(center))));
        }
        _ => {}
    }
}

/// `ab.name#1` as key and place.
fn numbered(place: &str) -> Option<(&str, usize)> {
    match place.split_once('#') {
        Some((key, number)) => Some((key, number.parse().ok()?)),
        None => Some((place, 0)),
    }
}

fn at(stage: &Stage, place: &str, x: &str, y: &str) -> Option<Pos2> {
    let plot = plots(stage).into_iter().find(|(name, _)| name == place);
    let rect = match plot {
        Some((_, rect)) => rect,
        None => {
            let (key, place) = numbered(place)?;
            named(stage, key, place)?.rect()
        }
    };
    let part = pos2(x.parse().ok()?, y.parse().ok()?);
    Some(rect.min + part.to_vec2() * rect.size())
}

/// `0.1 0.2 to 0.3 0.4` as places.
fn along(stage: &Stage, place: &str, path: &[&str]) -> Option<Vec<Pos2>> {
    path.split(|word| *word == "to")
        .map(|part| match part {
            [x, y] => at(stage, place, x, y),
            _ => None,
        })
        .collect()
}
