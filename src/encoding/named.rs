//! Arrangements of sines and cosines that have a name: those of papers and of widely used code.

use super::conventions::{ColumnLayout, Conventions, Direction, Exponent, OddWidth, PhaseOrder, TableScale};
use super::grid::{Grid, GridArrangement, GridAxis, Unit};
use super::{Scheme, Spec};

/// A combination that has a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Named {
    /// The name on the command line and in the window.
    pub name: &'static str,
    /// Where the combination is used: repository and file, or the paper.
    pub source: &'static str,
    /// The combination for rows of positions.
    pub conventions: Conventions,
    /// The combination for the cells of a grid; `None` for rows.
    pub grid: Option<Grid>,
}

impl Named {
    /// Returns every named combination, the paper's first.
    pub fn all() -> Vec<Self> {
        let paper = Conventions::default();
        let tensor2tensor = Conventions {
            layout: ColumnLayout::Concat,
            exponent: Exponent::HalfMinusOne,
            odd: OddWidth::ZeroColumn,
            ..paper
        };
        let concat = Conventions {
            layout: ColumnLayout::Concat,
            ..paper
        };
        let named = |name, source, conventions| Self {
            name,
            source,
            conventions,
            grid: None,
        };
        let of_cells = |name, source, grid| Self {
            name,
            source,
            conventions: paper,
            grid: Some(grid),
        };
        let detr = Grid {
            start: 1.0,
            ..Grid::default()
        };
        vec![
            named(
                "paper",
                "Vaswani et al. 2017, section 3.5; harvardnlp/annotated-transformer",
                paper,
            ),
            named(
                "tensor2tensor",
                "tensorflow/tensor2tensor: layers/common_attention.py",
                tensor2tensor,
            ),
            named(
                "fairseq",
                "facebookresearch/fairseq: modules/sinusoidal_positional_embedding.py, rows in use (padding_idx 1)",
                Conventions {
                    start: 2.0,
                    ..tensor2tensor
                },
            ),
            named(
                "fairseq-table",
                "facebookresearch/fairseq: modules/sinusoidal_positional_embedding.py, all rows (padding_idx 1)",
                Conventions {
                    zero_from: 1,
                    zero_rows: 1,
                    ..tensor2tensor
                },
            ),
            named("whisper", "openai/whisper: whisper/model.py", tensor2tensor),
            named(
                "marian",
                "marian-nmt/marian-dev: tensors/cpu/tensor_operators.cpp",
                tensor2tensor,
            ),
            named(
                "marian-transformers",
                "huggingface/transformers: models/marian/modeling_marian.py",
                concat,
            ),
            named(
                "opennmt-tf",
                "OpenNMT/OpenNMT-tf: opennmt/layers/position.py",
                Conventions {
                    start: 1.0,
                    ..tensor2tensor
                },
            ),
            named(
                "tensorflow-tutorial",
                "tensorflow/text: docs/tutorials/transformer.ipynb",
                Conventions {
                    exponent: Exponent::Half,
                    ..concat
                },
            ),
            named(
                "dit",
                "facebookresearch/DiT: models.py, timestep embedding",
                Conventions {
                    exponent: Exponent::Half,
                    order: PhaseOrder::CosineFirst,
                    odd: OddWidth::ZeroColumn,
                    ..concat
                },
            ),
            named(
                "diffusers",
                "huggingface/diffusers: models/embeddings.py, timestep embedding",
                tensor2tensor,
            ),
            named(
                "transformer-xl",
                "kimiyoung/transformer-xl: pytorch/mem_transformer.py",
                Conventions {
                    direction: Direction::Descending,
                    ..concat
                },
            ),
            named(
                "espnet-relative",
                "espnet/espnet: nets/pytorch_backend/transformer/embedding.py, RelPositionalEncoding",
                Conventions {
                    direction: Direction::Mirrored,
                    ..paper
                },
            ),
            named(
                "x-transformers",
                "lucidrains/x-transformers: x_transformers.py",
                Conventions {
                    scale: TableScale::InverseRootD,
                    ..concat
                },
            ),
            of_cells(
                "detr",
                "facebookresearch/detr: models/position_encoding.py, PositionEmbeddingSine",
                detr,
            ),
            of_cells(
                "detr-normalized",
                "facebookresearch/detr: models/position_encoding.py, normalize=True as DETR is trained",
                Grid {
                    unit: Unit::Turn,
                    ..detr
                },
            ),
            of_cells(
                "mae",
                "facebookresearch/mae: util/pos_embed.py, get_2d_sincos_pos_embed",
                Grid {
                    first: GridAxis::X,
                    layout: GridArrangement::Concat,
                    ..Grid::default()
                },
            ),
            of_cells(
                "timm",
                "huggingface/pytorch-image-models: timm/layers/pos_embed_sincos.py, build_sincos2d_pos_embed",
                Grid {
                    layout: GridArrangement::SinesFirst,
                    ..Grid::default()
                },
            ),
        ]
    }

    /// Returns a specification in this arrangement: of rows or of the cells of a grid, whatever its
    /// own scheme; a grid keeps its width.
    pub fn arrange(&self, spec: &Spec) -> Spec {
        let mut arranged = spec.clone();
        if let Some(grid) = self.grid {
            let width = spec.grid.width;
            (arranged.scheme, arranged.grid) = (Scheme::Grid, Grid { width, ..grid });
        } else {
            (arranged.scheme, arranged.conventions) = (Scheme::Sinusoidal, self.conventions);
        }
        arranged
    }
}
