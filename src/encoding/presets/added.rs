//! Models that add a vector to each embedding.

use super::Preset;
use crate::encoding::grid::{Grid, GridArrangement, GridAxis, Unit};
use crate::encoding::learned::{Learned, LearnedTable};
use crate::encoding::{ColumnLayout, Conventions, Exponent, OddWidth, Scheme, Spec};

/// Returns the sinusoidal tables.
pub(super) fn sinusoidal() -> Vec<Preset> {
    let paper = Conventions::default();
    let halves = Conventions {
        layout: ColumnLayout::Concat,
        ..paper
    };
    let tensor2tensor = Conventions {
        exponent: Exponent::HalfMinusOne,
        odd: OddWidth::ZeroColumn,
        ..halves
    };
    let fairseq = Conventions {
        start: 2.0,
        ..tensor2tensor
    };
    let vaswani = "Vaswani et al. 2017, table 3; length of tensor2tensor";
    let whisper = "openai/whisper: model.py, encoder";
    vec![
        waves("transformer-base", vaswani, (512, 256), paper),
        waves("transformer-big", vaswani, (1024, 256), paper),
        waves(
            "transformer-base-t2t",
            "tensorflow/tensor2tensor: models/transformer.py",
            (512, 256),
            tensor2tensor,
        ),
        waves(
            "opus-mt",
            "huggingface/transformers: marian/modeling_marian.py",
            (512, 512),
            halves,
        ),
        waves(
            "pegasus-large",
            "huggingface/transformers: pegasus/modeling_pegasus.py",
            (1024, 1024),
            halves,
        ),
        waves(
            "m2m100-418m",
            "huggingface/transformers: m2m_100/modeling_m2m_100.py",
            (1024, 1024),
            fairseq,
        ),
        waves(
            "ctrl",
            "huggingface/transformers: ctrl/modeling_ctrl.py",
            (1280, 256),
            halves,
        ),
        waves("whisper-tiny", whisper, (384, 1500), tensor2tensor),
        waves("whisper-base", whisper, (512, 1500), tensor2tensor),
        waves("whisper-small", whisper, (768, 1500), tensor2tensor),
        waves("whisper-medium", whisper, (1024, 1500), tensor2tensor),
        waves("whisper-large", whisper, (1280, 1500), tensor2tensor),
    ]
}

/// Returns the grids of image patches.
pub(super) fn grids() -> Vec<Preset> {
    vec![
        grid(
            "detr-resnet-50",
            "facebookresearch/detr: models/position_encoding.py, for an image of 800 × 1066",
            (256, 25),
            Grid {
                width: 34,
                start: 1.0,
                unit: Unit::Turn,
                ..Grid::default()
            },
        ),
        grid(
            "mae-vit-base",
            "facebookresearch/mae: util/pos_embed.py, without the row of the class token",
            (768, 14),
            Grid {
                width: 14,
                first: GridAxis::X,
                layout: GridArrangement::Concat,
                ..Grid::default()
            },
        ),
    ]
}

/// Returns the learned tables. Only MiniLM's numbers are part of the program; the others have the
/// model's size and drawn numbers.
pub(super) fn learned() -> Vec<Preset> {
    let gpt2 = "Radford et al. 2019, table 2; huggingface/transformers: gpt2/configuration_gpt2.py, initializer_range";
    vec![
        table(
            "all-minilm-l6-v2",
            "sentence-transformers/all-MiniLM-L6-v2: position_embeddings, as float16",
            (384, 512),
            LearnedTable::MiniLm,
        ),
        table(
            "bert-base",
            "google-bert/bert-base-uncased: config.json; Devlin et al. 2018",
            (768, 512),
            LearnedTable::Untrained,
        ),
        table(
            "roberta-base",
            "FacebookAI/roberta-base: config.json, the first two of 514 rows unused",
            (768, 514),
            LearnedTable::Untrained,
        ),
        table("gpt2", gpt2, (768, 1024), LearnedTable::Untrained),
        table("gpt2-medium", gpt2, (1024, 1024), LearnedTable::Untrained),
        table("gpt2-large", gpt2, (1280, 1024), LearnedTable::Untrained),
        table("gpt2-xl", gpt2, (1600, 1024), LearnedTable::Untrained),
    ]
}

/// Creates a sinusoidal preset of `d_model` dimensions and `max_len` positions at base 10,000.
fn waves(
    name: &'static str,
    source: &'static str,
    (d_model, max_len): (usize, usize),
    conventions: Conventions,
) -> Preset {
    let spec = Spec {
        d_model,
        max_len,
        conventions,
        ..Spec::default()
    };
    Preset::new(name, source, spec)
}

/// Creates a grid of `lines` lines at base 10,000.
fn grid(name: &'static str, source: &'static str, (d_model, lines): (usize, usize), grid: Grid) -> Preset {
    let spec = Spec {
        scheme: Scheme::Grid,
        d_model,
        max_len: lines * grid.width,
        grid,
        ..Spec::default()
    };
    Preset::new(name, source, spec)
}

/// Creates a learned table of `d_model` dimensions and `max_len` positions.
fn table(name: &'static str, source: &'static str, (d_model, max_len): (usize, usize), table: LearnedTable) -> Preset {
    let spec = Spec {
        scheme: Scheme::Learned,
        d_model,
        max_len,
        learned: Learned {
            table,
            // Seeds differ between models, so that no two tables have the same numbers.
            seed: name.bytes().map(usize::from).sum(),
            ..Learned::default()
        },
        ..Spec::default()
    };
    Preset::new(name, source, spec)
}
