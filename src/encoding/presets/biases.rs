//! Models that add a bias to each score: the columns of a table are their heads.

use super::Preset;
use crate::encoding::t5::{Keys, T5};
use crate::encoding::{Scheme, Spec};

/// Returns the presets of T5, whose encoders look both ways and whose decoders look back. Trained
/// biases are not part of the program: bucket numbers are shown.
pub(super) fn t5() -> Vec<Preset> {
    let source = "Raffel et al. 2020; huggingface/transformers: t5/modeling_t5.py";
    let bucketed = |name, (heads, width), keys| {
        let spec = Spec {
            scheme: Scheme::T5,
            d_model: heads,
            max_len: 512,
            t5: T5 { keys, ..T5::default() },
            ..Spec::default()
        };
        with_width(width, Preset::new(name, source, spec))
    };
    let (small, base, large) = ((8, 512), (12, 768), (16, 1024));
    vec![
        bucketed("t5-small-encoder", small, Keys::Both),
        bucketed("t5-small-decoder", small, Keys::Before),
        bucketed("t5-base-encoder", base, Keys::Both),
        bucketed("t5-base-decoder", base, Keys::Before),
        bucketed("t5-large-encoder", large, Keys::Both),
        bucketed("t5-large-decoder", large, Keys::Before),
    ]
}

/// Returns the presets with ALiBi.
pub(super) fn alibi() -> Vec<Preset> {
    let biased = |name, source, (heads, width), max_len| {
        let spec = Spec {
            scheme: Scheme::Alibi,
            d_model: heads,
            max_len,
            ..Spec::default()
        };
        with_width(width, Preset::new(name, source, spec))
    };
    vec![
        biased(
            "bloom-176b",
            "bigscience/bloom: config.json; huggingface/transformers: bloom/modeling_bloom.py",
            (112, 14_336),
            2048,
        ),
        biased("mpt-7b", "mosaicml/mpt-7b: config.json, attention.py", (32, 4096), 2048),
        biased(
            "replit-code-v1.5-3b",
            "replit/replit-code-v1_5-3b: config.json",
            (24, 3072),
            4096,
        ),
    ]
}

/// Returns the preset, for a model of this width.
fn with_width(width: usize, preset: Preset) -> Preset {
    Preset {
        width: Some(width),
        ..preset
    }
}
