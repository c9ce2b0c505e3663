//! Models that turn query and key. The table is that of one head: its columns
//! are the dimensions of a head that turn.

use super::Preset;
use crate::encoding::beyond::Beyond;
use crate::encoding::rope::{Pairing, Rope, Scaling};
use crate::encoding::{Scheme, Spec};

/// The sizes of a model.
#[derive(Clone, Copy)]
struct Model {
    /// Its width.
    width: usize,
    /// Dimensions of a head.
    head: usize,
    /// How many of them turn.
    turning: usize,
    /// How many positions it takes.
    max_len: usize,
    /// The base of the frequencies.
    base: f64,
}

/// Those of the list, older ones first.
pub(super) fn all() -> Vec<Preset> {
    let half_split = Rope::default;
    let interleaved = Rope {
        pairing: Pairing::Interleaved,
        ..half_split()
    };
    let model = |width, head, max_len, base| Model {
        width,
        head,
        turning: head,
        max_len,
        base,
    };
    let in_part = |turning, model| Model { turning, ..model };
    let llama3 = |factor| Rope {
        scaling: Scaling::Llama3,
        factor,
        original_len: 8192,
        ..half_split()
    };
    let stretched = |scaling, factor| Rope {
        scaling,
        factor,
        original_len: 4096,
        ..half_split()
    };
    vec![
        rope(
            "gpt-j-6b",
            "EleutherAI/gpt-j-6b: config.json; huggingface/transformers: gptj/modeling_gptj.py",
            in_part(64, model(4096, 256, 2048, 1e4)),
            interleaved,
        ),
        rope(
            "gpt-neox-20b",
            "EleutherAI/gpt-neox: configs/20B.yml",
            in_part(24, model(6144, 96, 2048, 1e4)),
            half_split(),
        ),
        rope(
            "pythia-70m",
            "EleutherAI/pythia: models/70M/pythia-70m.yml",
            in_part(16, model(512, 64, 2048, 1e4)),
            half_split(),
        ),
        rope(
            "llama-2-7b",
            "meta-llama/Llama-2-7b-hf: config.json; huggingface/transformers: llama/modeling_llama.py",
            model(4096, 128, 4096, 1e4),
            half_split(),
        ),
        rope(
            "llama-2-7b-32k",
            "togethercomputer/LLaMA-2-7B-32K: config.json, linear scaling of Llama 2",
            model(4096, 128, 32_768, 1e4),
            stretched(Scaling::Linear, 8.0),
        ),
        rope(
            "yarn-llama-2-7b-64k",
            "NousResearch/Yarn-Llama-2-7b-64k: config.json; jquesnelle/yarn: train.sh; Peng et al. 2023",
            model(4096, 128, 65_536, 1e4),
            stretched(Scaling::Yarn, 16.0),
        ),
        rope(
            "codellama-7b",
            "codellama/CodeLlama-7b-hf: config.json; Rozière et al. 2023",
            model(4096, 128, 16_384, 1e6),
            half_split(),
        ),
        rope(
            "llama-3-8b",
            "meta-llama/Meta-Llama-3-8B: config.json",
            model(4096, 128, 8192, 5e5),
            half_split(),
        ),
        rope(
            "llama-3.1-8b",
            "meta-llama/Llama-3.1-8B: config.json, rope_scaling",
            model(4096, 128, 131_072, 5e5),
            llama3(8.0),
        ),
        rope(
            "llama-3.2-1b",
            "meta-llama/Llama-3.2-1B: config.json, rope_scaling",
            model(2048, 64, 131_072, 5e5),
            llama3(32.0),
        ),
        rope(
            "mistral-7b",
            "mistralai/Mistral-7B-v0.1: config.json",
            model(4096, 128, 32_768, 1e4),
            half_split(),
        ),
        rope(
            "mixtral-8x7b",
            "mistralai/Mixtral-8x7B-v0.1: config.json",
            model(4096, 128, 32_768, 1e6),
            half_split(),
        ),
        rope(
            "gemma-2b",
            "google/gemma-2b: config.json",
            model(2048, 256, 8192, 1e4),
            half_split(),
        ),
        rope(
            "persimmon-8b",
            "adept/persimmon-8b-base: config.json",
            in_part(32, model(4096, 64, 16_384, 25_000.0)),
            half_split(),
        ),
        trained_up_to(
            2048,
            rope(
                "nomic-bert",
                "nomic-ai/nomic-embed-text-v1.5: config.json",
                model(768, 64, 8192, 1000.0),
                half_split(),
            ),
        ),
    ]
}

/// One head of a model. The length that a scaling starts from is its own
/// setting; models are trained further after it.
fn rope(name: &'static str, source: &'static str, model: Model, rope: Rope) -> Preset {
    let spec = Spec {
        scheme: Scheme::Rope,
        d_model: model.turning,
        max_len: model.max_len,
        base: model.base,
        rope,
        ..Spec::default()
    };
    Preset {
        width: Some(model.width),
        head: Some(model.head),
        ..Preset::new(name, source, spec)
    }
}

/// The same, trained on so many positions.
fn trained_up_to(trained_len: usize, mut preset: Preset) -> Preset {
    preset.spec.beyond = Beyond {
        trained_len,
        ..Beyond::default()
    };
    preset
}
