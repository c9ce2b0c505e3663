//! Models that rotate query and key. The table is that of one head: its columns are the dimensions
//! of a head that rotate.

use super::Preset;
use crate::encoding::rope::{Pairing, Rope, Scaling};
use crate::encoding::{Scheme, Spec};

/// Returns every rotation preset, older ones first.
pub(super) fn all() -> Vec<Preset> {
    let interleaved = Rope {
        pairing: Pairing::Interleaved,
        ..Rope::default()
    };
    let llama3 = |factor| Rope {
        scaling: Scaling::Llama3,
        factor,
        original_len: 8192,
        ..Rope::default()
    };
    let stretched = |scaling, factor| Rope {
        scaling,
        factor,
        original_len: 4096,
        ..Rope::default()
    };
    vec![
        rope(
            "gpt-j-6b",
            "EleutherAI/gpt-j-6b: config.json; huggingface/transformers: gptj/modeling_gptj.py",
            (4096, 256, 2048, 1e4),
        )
        .in_part(64)
        .turned_by(interleaved),
        rope(
            "gpt-neox-20b",
            "EleutherAI/gpt-neox: configs/20B.yml",
            (6144, 96, 2048, 1e4),
        )
        .in_part(24),
        rope(
            "pythia-70m",
            "EleutherAI/pythia: models/70M/pythia-70m.yml",
            (512, 64, 2048, 1e4),
        )
        .in_part(16),
        rope(
            "llama-2-7b",
            "meta-llama/Llama-2-7b-hf: config.json; huggingface/transformers: llama/modeling_llama.py",
            (4096, 128, 4096, 1e4),
        ),
        rope(
            "llama-2-7b-32k",
            "togethercomputer/LLaMA-2-7B-32K: config.json, linear scaling of Llama 2",
            (4096, 128, 32_768, 1e4),
        )
        .turned_by(stretched(Scaling::Linear, 8.0)),
        rope(
            "yarn-llama-2-7b-64k",
            "NousResearch/Yarn-Llama-2-7b-64k: config.json; jquesnelle/yarn: train.sh; Peng et al. 2023",
            (4096, 128, 65_536, 1e4),
        )
        .turned_by(stretched(Scaling::Yarn, 16.0)),
        rope(
            "codellama-7b",
            "codellama/CodeLlama-7b-hf: config.json; Rozière et al. 2023",
            (4096, 128, 16_384, 1e6),
        ),
        rope(
            "llama-3-8b",
            "meta-llama/Meta-Llama-3-8B: config.json",
            (4096, 128, 8192, 5e5),
        ),
        rope(
            "llama-3.1-8b",
            "meta-llama/Llama-3.1-8B: config.json, rope_scaling",
            (4096, 128, 131_072, 5e5),
        )
        .turned_by(llama3(8.0)),
        rope(
            "llama-3.2-1b",
            "meta-llama/Llama-3.2-1B: config.json, rope_scaling",
            (2048, 64, 131_072, 5e5),
        )
        .turned_by(llama3(32.0)),
        rope(
            "mistral-7b",
            "mistralai/Mistral-7B-v0.1: config.json",
            (4096, 128, 32_768, 1e4),
        ),
        rope(
            "mixtral-8x7b",
            "mistralai/Mixtral-8x7B-v0.1: config.json",
            (4096, 128, 32_768, 1e6),
        ),
        rope("gemma-2b", "google/gemma-2b: config.json", (2048, 256, 8192, 1e4)),
        rope(
            "persimmon-8b",
            "adept/persimmon-8b-base: config.json",
            (4096, 64, 16_384, 25_000.0),
        )
        .in_part(32),
        rope(
            "nomic-bert",
            "nomic-ai/nomic-embed-text-v1.5: config.json",
            (768, 64, 8192, 1000.0),
        )
        .trained_up_to(2048),
    ]
}

/// Creates a preset of one head, all of whose dimensions rotate, half-split and without scaling, from
/// model width, head dimensions, number of positions and base of the frequencies.
fn rope(name: &'static str, source: &'static str, (width, head, max_len, base): (usize, usize, usize, f64)) -> Preset {
    let spec = Spec {
        scheme: Scheme::Rope,
        d_model: head,
        max_len,
        base,
        ..Spec::default()
    };
    Preset {
        width: Some(width),
        head: Some(head),
        ..Preset::new(name, source, spec)
    }
}

impl Preset {
    /// Returns the preset with only `turning` dimensions of the head rotating.
    fn in_part(mut self, turning: usize) -> Self {
        self.spec.d_model = turning;
        self
    }

    /// Returns the preset with other settings. The original length of a scaling is a setting of its
    /// own; models are trained further after scaling.
    fn turned_by(mut self, rope: Rope) -> Self {
        self.spec.rope = rope;
        self
    }

    /// Returns the preset, trained on `trained_len` positions.
    fn trained_up_to(mut self, trained_len: usize) -> Self {
        self.spec.beyond.trained_len = trained_len;
        self
    }
}
