//! The formula line: the rule of the scheme with the numbers of one cell.

use eframe::egui::{
    Align, Align2, Color32, FontId, Rect, Role, Sense, TextFormat, Ui, WidgetInfo, text::LayoutJob, text::TextWrapping,
};

use super::{Kit, Scene};
use crate::encoding::{ColumnLaw, Conventions, Divisor, Exponent, Phase, Scale, Scheme};
use crate::session::Pin;
use crate::text::{plain, rounded, significant};
use crate::tr;

/// A piece of a formula.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Line(String),
    Raised(String),
}

/// Draws the formula, as large as fits up to 20 points.
pub fn show(ui: &mut Ui, area: Rect, kit: &mut Kit<'_>) {
    let ink = kit.ink();
    let pieces = formula(kit.scene);
    let spoken: String = pieces
        .iter()
        .map(|(Piece::Line(text) | Piece::Raised(text))| text.as_str())
        .collect();
    let response = ui.interact(area, ui.scope_id().with("formula"), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(
            Role::Label,
            true,
            tr!(kit.scene.language, "formula.name", formula = spoken),
        )
    });
    let painter = ui.painter_at(area);
    let full = painter.layout_job(job(&pieces, 20.0, ink.text));
    let room = area.width() - 16.0;
    let size = (20.0 * (room / full.size().x).min(1.0)).max(11.0);
    let mut job = job(&pieces, size, ink.text);
    job.wrap = TextWrapping::truncate_at_width(room);
    let galley = painter.layout_job(job);
    let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), area).min;
    painter.galley(at, galley, ink.text);
}

fn job(pieces: &[Piece], size: f32, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for piece in pieces {
        let (text, size, valign) = match piece {
            Piece::Line(text) => (text, size, Align::Center),
            Piece::Raised(text) => (text, size * 0.65, Align::TOP),
        };
        job.append(
            text,
            0.0,
            TextFormat {
                font_id: FontId::proportional(size),
                color,
                valign,
                ..TextFormat::default()
            },
        );
    }
    job
}

fn formula(scene: &Scene<'_>) -> Vec<Piece> {
    let line = |text: String| Piece::Line(text);
    let Some(cell) = scene.focus() else {
        return general(scene);
    };
    let (p, j) = (cell.position, cell.dimension);
    let spec = scene.encoding.spec();
    let Some(value) = scene.encoding.value(p, j) else {
        return general(scene);
    };
    let head = format!("PE({p}, {j}) = ");
    let result = |value: f64| rounded(value, 6);
    match spec.scheme {
        Scheme::Sinusoidal => sinusoidal(scene, cell, &head, value),
        Scheme::Index => vec![line(format!("{head}{p}"))],
        Scheme::Normalized => {
            let divisor = match spec.divisor {
                Divisor::Length => format!("{}", spec.max_len),
                Divisor::LengthMinusOne if spec.max_len == 1 => {
                    let note = tr!(scene.language, "formula.single_position");
                    return vec![line(format!("{head}0 / (1 − 1): {note}"))];
                }
                Divisor::LengthMinusOne => format!("({} − 1)", spec.max_len),
            };
            vec![line(format!("{head}{p} / {divisor} = {}", result(value)))]
        }
        Scheme::Binary => vec![
            line(format!("{head}floor({p} / 2")),
            Piece::Raised(format!(" {j}")),
            line(format!(") mod 2 = {value}")),
        ],
    }
}

/// `PE(3, 5) = cos(3 / 10000^(4/16)) = cos(0.3) = 0.955336`, with what the
/// conventions change in it.
fn sinusoidal(scene: &Scene<'_>, cell: Pin, head: &str, value: f64) -> Vec<Piece> {
    let (encoding, spec) = (scene.encoding, scene.encoding.spec());
    let conventions = &spec.conventions;
    let law = encoding.columns().get(cell.dimension);
    let Some((law, phase)) = law.and_then(|law| Some((law, law.phase()?))) else {
        return vec![Piece::Line(format!("{head}0"))];
    };
    let function = match phase {
        Phase::Sine => "sin",
        Phase::Cosine => "cos",
    };
    let p = cell.position;
    let position = match (conventions.start, conventions.step) {
        (0.0, 1.0) => format!("{p}"),
        (start, 1.0) => format!("({} + {p})", plain(start)),
        (start, -1.0) => format!("({} − {p})", plain(start)),
        (0.0, step) => format!("({} × {p})", plain(step)),
        (start, step) => format!("({} + {} × {p})", plain(start), plain(step)),
    };
    #[expect(clippy::cast_precision_loss, reason = "positions are far below 2^53")]
    let row = p as f64;
    let (angle, amplitude, position) = match law {
        ColumnLaw::Wave {
            frequency,
            shift,
            amplitude,
            ..
        } => (shift.high + frequency.high * row, *amplitude, position),
        ColumnLaw::Rounded(wave) => {
            let held = wave.position_at(row);
            let position = if held == conventions.start + conventions.step * row {
                position
            } else {
                format!("({position} → {})", plain(held))
            };
            (wave.angle_at(row), wave.amplitude, position)
        }
        ColumnLaw::Zero | ColumnLaw::Linear { .. } | ColumnLaw::Bit { .. } => (0.0, 1.0, position),
    };
    let d = conventions.odd.effective(spec.d_model);
    let (numerator, denominator) = conventions.exponent.of(d);
    let scale = match conventions.scale {
        Scale::One => String::new(),
        Scale::RootD => format!("√{} · ", spec.d_model),
        Scale::InverseRootD => format!("1/√{} · ", spec.d_model),
        Scale::Number(number) => format!("{} · ", plain(number)),
    };
    let scaled = if (amplitude - 1.0).abs() < f64::EPSILON {
        String::new()
    } else {
        format!("{} · ", significant(amplitude, 6))
    };
    let k = encoding.band_of(cell.dimension);
    vec![
        Piece::Line(format!("{head}{scale}{function}({position} / {}", spec.base)),
        Piece::Raised(format!(" {}/{denominator}", k * numerator)),
        Piece::Line(format!(
            ") = {scaled}{function}({}) = {}",
            significant(angle, 6),
            rounded(value, 6)
        )),
    ]
}

/// The rule without numbers, where no cell is held or hovered.
fn general(scene: &Scene<'_>) -> Vec<Piece> {
    let line = |text: &str| Piece::Line(text.to_owned());
    match scene.encoding.spec().scheme {
        Scheme::Sinusoidal if scene.encoding.spec().conventions != Conventions::default() => vec![
            line("PE = sin, cos (pos / base"),
            Piece::Raised(
                match scene.encoding.spec().conventions.exponent {
                    Exponent::Width => " 2k/d",
                    Exponent::Half => " k/h",
                    Exponent::HalfMinusOne => " k/(h − 1)",
                }
                .to_owned(),
            ),
            line(")"),
        ],
        Scheme::Sinusoidal => vec![
            line("PE(pos, 2i) = sin(pos / base"),
            Piece::Raised(" 2i/d".to_owned()),
            line(")    PE(pos, 2i + 1) = cos(pos / base"),
            Piece::Raised(" 2i/d".to_owned()),
            line(")"),
        ],
        Scheme::Index => vec![line("PE(pos, j) = pos")],
        Scheme::Normalized => match scene.encoding.spec().divisor {
            Divisor::Length => vec![line("PE(pos, j) = pos / L")],
            Divisor::LengthMinusOne => vec![line("PE(pos, j) = pos / (L − 1)")],
        },
        Scheme::Binary => vec![
            line("PE(pos, j) = floor(pos / 2"),
            Piece::Raised(" j".to_owned()),
            line(") mod 2"),
        ],
    }
}
