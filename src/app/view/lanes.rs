//! The curves in the lanes of the bands: a line where positions are wide, else
//! what it would fill.

use eframe::egui::{Color32, Mesh, Painter, Pos2, Rangef, Rect, Shape, Stroke, Ui, pos2};

use super::Kit;
use crate::analysis::Trace;
use crate::app::ink::Ink;
use crate::app::widget::scale::Scale;
use crate::app::work::{Answer, Question, Slot};
use crate::encoding::{Between, Encoding, Phase};
use crate::field::Axis;

/// Whose curves are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Those of the only encoding: sines solid, cosines dashed.
    Alone,
    /// Those of the encoding before a slider moved.
    Ghost,
    /// Those of A: solid. Cosines are pale, as they are of B.
    A,
    /// Those of B: dashed.
    B,
}

impl Whose {
    fn slot(self) -> Slot {
        match self {
            Self::Alone | Self::A => Slot::Lanes,
            Self::Ghost => Slot::GhostLanes,
            Self::B => Slot::LanesOfB,
        }
    }

    fn color(self, is_cosine: bool, ink: Ink) -> Color32 {
        let pale = |color: Color32| if is_cosine { color.gamma_multiply(0.5) } else { color };
        match self {
            Self::Alone => ink.curve,
            Self::Ghost => ink.ghost,
            Self::A => pale(ink.curve),
            Self::B => pale(ink.second),
        }
    }

    fn is_dashed(self, is_cosine: bool) -> bool {
        match self {
            Self::Alone | Self::Ghost => is_cosine,
            Self::A => false,
            Self::B => true,
        }
    }
}

/// Where curves are drawn.
pub struct Lanes<'a> {
    /// The bands, from the lowest lane on.
    pub lanes: &'a [usize],
    /// The positions in view.
    pub axis: Axis,
    /// The same on the screen.
    pub x: Scale,
    /// The rectangle of the lane at a place.
    pub rect: &'a dyn Fn(usize) -> Rect,
    /// The range of a band's values, the same for all that is drawn in its lane.
    pub range: &'a dyn Fn(usize) -> (f64, f64),
}

impl Lanes<'_> {
    /// Draws the curves of an encoding.
    pub fn draw(&self, ui: &Ui, encoding: &Encoding, whose: Whose, kit: &mut Kit<'_>) {
        let (ink, x) = (kit.ink(), self.x);
        let bands = self.lanes.iter().filter_map(|&lane| encoding.bands().get(lane));
        let columns: Vec<usize> = bands.flat_map(|band| band.columns()).collect();
        // A shorter table than the one in view ends where it ends.
        let span = self.axis.span.within(encoding.max_len());
        let question = Question::Traces {
            encoding: encoding.clone(),
            columns,
            axis: Axis { span, ..self.axis },
        };
        let reply = kit.desk.ask(ui.ctx(), whose.slot(), &question);
        let Some((
            Question::Traces {
                columns,
                axis,
                encoding: shown,
            },
            Answer::Traces(traces),
        )) = reply.answer
        else {
            return;
        };
        for (&column, trace) in columns.iter().zip(traces) {
            let band = shown.band_of(column);
            let Some(place) = self.lanes.iter().position(|&lane| lane == band) else {
                continue;
            };
            let lane = (self.rect)(place);
            let (low, high) = (self.range)(band);
            #[expect(clippy::cast_possible_truncation, reason = "points are f32")]
            let y_at = |value: f64| lane.bottom() - 2.0 - ((value - low) / (high - low)) as f32 * (lane.height() - 4.0);
            let painter = ui.painter_at(lane.expand(1.0));
            if whose != Whose::Ghost && low < 0.0 && shown.bands()[band].first == column {
                let faint = Stroke::new(1.0, ink.frame.gamma_multiply(0.5));
                painter.hline(lane.x_range(), y_at(0.0), faint);
            }
            let is_cosine = shown.columns()[column].phase() == Some(Phase::Cosine);
            let (color, dashed) = (whose.color(is_cosine, ink), whose.is_dashed(is_cosine));
            match trace {
                Trace::Values { first, values } => {
                    // What is no number leaves a gap.
                    let point = |i: usize, value: f32| {
                        value
                            .is_finite()
                            .then(|| pos2(x.middle(first + i), y_at(f64::from(value))))
                    };
                    let points: Vec<Option<Pos2>> =
                        values.iter().enumerate().map(|(i, &value)| point(i, value)).collect();
                    for points in points.split(Option::is_none) {
                        let points: Vec<Pos2> = points.iter().flatten().copied().collect();
                        let line = between(shown, column, &points, x, &y_at);
                        stroke(&painter, line, dashed, color);
                        if x.points_per_cell() >= 7.0 || points.len() == 1 {
                            for &at in &points {
                                painter.circle_filled(at, if dashed { 1.4 } else { 2.0 }, color);
                            }
                        }
                    }
                }
                Trace::Envelope(extremes) => {
                    let shade = match whose {
                        Whose::Alone | Whose::Ghost => color.gamma_multiply(if is_cosine { 0.35 } else { 0.75 }),
                        // What is behind is seen through it.
                        Whose::A | Whose::B => color.gamma_multiply(0.5),
                    };
                    // One mesh: thousands of single lines would take milliseconds.
                    let mut mesh = Mesh::default();
                    let numbers = |(_, ends): &(usize, &[f32; 2])| ends.iter().all(|end| end.is_finite());
                    for (pixel, [least, most]) in extremes.iter().enumerate().filter(numbers) {
                        let span = axis.pixel(pixel);
                        let across = Rangef::new(x.screen_from_cell(span.start), x.screen_from_cell(span.end));
                        let range = Rangef::new(y_at(f64::from(*most)) - 0.5, y_at(f64::from(*least)) + 0.5);
                        mesh.add_colored_rect(Rect::from_x_y_ranges(across, range), shade);
                    }
                    painter.add(mesh);
                }
            }
        }
    }
}

/// The line between the values, as the law of the column has it. Its corners at
/// the positions are the values.
fn between(encoding: &Encoding, column: usize, points: &[Pos2], x: Scale, y_at: &dyn Fn(f64) -> f32) -> Vec<Pos2> {
    let ends = (encoding.columns().get(column), points.first(), points.last());
    let (Some(law), Some(first), Some(last)) = ends else {
        return Vec::new();
    };
    match law.between() {
        Between::Smooth if x.points_per_cell() >= 3.0 => {
            let steps = ((last.x - first.x) / 1.5).ceil().max(1.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a screen's points"
            )]
            let count = steps as u16;
            let place = |i: u16| first.x + (last.x - first.x) * f32::from(i) / f32::from(count);
            (0..=count)
                .map(|i| pos2(place(i), y_at(law.at(x.cell_from_screen(place(i)) - 0.5))))
                .collect()
        }
        Between::Step => points
            .iter()
            .flat_map(|at| {
                let half = x.points_per_cell() / 2.0;
                [pos2(at.x - half, at.y), pos2(at.x + half, at.y)]
            })
            .collect(),
        Between::Smooth | Between::Straight => points.to_vec(),
    }
}

fn stroke(painter: &Painter, line: Vec<Pos2>, dashed: bool, color: Color32) {
    if dashed {
        painter.extend(Shape::dashed_line(&line, Stroke::new(1.3, color), 4.0, 3.0));
    } else if line.len() > 1 {
        painter.add(Shape::line(line, Stroke::new(1.6, color)));
    }
}
