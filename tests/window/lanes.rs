//! The lanes of the bands: what they are called, their ranges, and gaps in their curves.

use eframe::egui::{Pos2, Rect, Shape};
use poscope::encoding::{Precision, Scheme, Spec};
use poscope::session::Pin;

use super::stage::Stage;

/// Every corner of what the last frame draws, with what is painted of it at most.
fn corners(stage: &Stage) -> Vec<(Pos2, Rect)> {
    fn walk(shape: &Shape, clip: Rect, corners: &mut Vec<(Pos2, Rect)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk(shape, clip, corners)),
            Shape::Path(path) => corners.extend(path.points.iter().map(|&at| (at, clip))),
            Shape::Mesh(mesh) => corners.extend(mesh.vertices.iter().map(|vertex| (vertex.pos, clip))),
            Shape::Circle(circle) => corners.push((circle.center, clip)),
            Shape::LineSegment { points, .. } => corners.extend(points.iter().map(|&at| (at, clip))),
            _ => {}
        }
    }
    let mut corners = Vec::new();
    for clipped in &stage.harness.output().shapes {
        walk(&clipped.shape, clipped.clip_rect, &mut corners);
    }
    corners
}

/// Angles in float16 that overflow from row 20 on.
fn overflowing(max_len: usize) -> Stage {
    Stage::on(|session| {
        session.spec.max_len = max_len;
        session.spec.conventions.start = 65_500.0;
        session.spec.conventions.angle_precision = Precision::F16;
        session.views.pin = None;
    })
}

#[test]
fn values_that_are_no_numbers_leave_a_gap_in_lines_and_envelopes() {
    for max_len in [60, 4096] {
        let stage = overflowing(max_len);
        assert!(
            stage.has_part(words!("sentence.overflow", row = 20)),
            "{}",
            stage.screen()
        );
        let plot = stage.lanes();
        let corners = corners(&stage);
        assert!(corners.iter().all(|(at, _)| at.is_finite()), "{max_len}");
        // Where row 20 begins; the lines through zero are one lane wide and end at its edge.
        let border = plot.left() + plot.width() * 20.5 / max_len as f32;
        let is_curve = |(at, clip): &&(Pos2, Rect)| {
            let in_lane = plot.expand(2.0).contains_rect(*clip) && clip.height() < plot.height();
            in_lane && at.x < plot.right() - 0.5
        };
        let curve: Vec<_> = corners.iter().filter(is_curve).collect();
        assert!(!curve.is_empty());
        let beyond = curve.iter().filter(|(at, _)| at.x > border.max(plot.left() + 3.0));
        assert_eq!(beyond.count(), 0, "{max_len}");
    }
}

#[test]
fn lanes_of_a_learned_table_have_each_the_range_of_its_column() {
    let stage = Stage::on(|session| {
        session.spec = Spec {
            scheme: Scheme::Learned,
            d_model: 384,
            max_len: 512,
            ..Spec::default()
        };
        session.views.lanes = vec![3, 50];
    });
    let screen = stage.screen();
    for range in ["\n0.05\n", "\n−0.05\n"] {
        assert_eq!(screen.matches(range).count(), 2, "{screen}");
    }
}

#[test]
fn a_lane_of_a_grid_says_which_direction_it_is_for_and_so_does_the_formula() {
    let stage = Stage::on(|session| {
        session.spec.scheme = Scheme::Grid;
        session.spec.grid.start = 1.0;
        session.views.lanes = vec![0, 4];
        session.views.pin = Some(Pin {
            position: 17,
            dimension: 8,
        });
    });
    let screen = stage.screen();
    for (pair, direction) in [(0, "y"), (4, "x")] {
        let name = words!("bands.pair", pair);
        let lane = words!("bands.of_direction", name, direction) + " · λ 6.28";
        assert!(screen.contains(&lane), "{lane} in\n{screen}");
    }
    assert!(screen.contains("sin((17 → x 8) × 1) = sin(8)"), "{screen}");
}
