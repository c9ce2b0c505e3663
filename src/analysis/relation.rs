//! What a table says about two positions: how similar their rows are, what score a query and a key get
//! once they are rotated, or what is added to the score.

use serde::{Deserialize, Serialize};

use crate::encoding::{ColumnLaw, Encoding, Rotated, SchemeKind, float};
use crate::field::{Field, cosine, is_function_of_offset};

/// What a table says about two positions, the first of which is the query's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Relation {
    encoding: Encoding,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum What {
    Cosine,
    Score(Box<Rotated>),
    Bias { head: usize },
}

impl Relation {
    /// Returns the relation of an encoding; of a bias that of one head, the last one if `head` is too large.
    pub fn new(encoding: &Encoding, head: usize) -> Self {
        let what = match (encoding.kind(), Rotated::new(encoding)) {
            (SchemeKind::Rotation, Some(rotated)) => What::Score(Box::new(rotated)),
            (SchemeKind::Bias, _) => What::Bias {
                head: head.min(encoding.d_model() - 1),
            },
            _ => What::Cosine,
        };
        Self {
            encoding: encoding.clone(),
            what,
        }
    }

    /// Returns the kind of table that the relation belongs to: cosines belong to added vectors.
    pub fn kind(&self) -> SchemeKind {
        match self.what {
            What::Cosine => SchemeKind::Added,
            What::Score(_) => SchemeKind::Rotation,
            What::Bias { .. } => SchemeKind::Bias,
        }
    }

    /// Returns the encoding.
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// Returns the head; `None` unless the relation is a bias.
    pub fn head(&self) -> Option<usize> {
        match self.what {
            What::Bias { head } => Some(head),
            What::Cosine | What::Score(_) => None,
        }
    }

    /// Returns the first position whose value with itself is defined (a zero row has none); 0 if none
    /// of the first 64 has one.
    pub fn first_defined(&self) -> usize {
        let positions = 0..self.encoding.max_len().min(64);
        positions.into_iter().find(|&p| self.value(p, p).is_some()).unwrap_or(0)
    }

    /// Returns the field of all pairs of positions: first position x second position.
    pub fn field(&self) -> Field {
        match &self.what {
            What::Cosine => Field::Similarity(self.encoding.clone()),
            What::Score(rotated) => Field::Scores((**rotated).clone()),
            What::Bias { head } => Field::Bias {
                encoding: self.encoding.clone(),
                head: *head,
            },
        }
    }

    /// Returns the value for two positions; `None` if a cosine is undefined or a position is outside.
    ///
    /// ```
    /// use poscope::analysis::Relation;
    /// use poscope::encoding::{Encoding, Scheme, Spec};
    /// let alibi = Encoding::new(Spec { scheme: Scheme::Alibi, d_model: 8, ..Spec::default() })?;
    /// assert_eq!(Relation::new(&alibi, 0).value(7, 3), Some(-2.0)); // half of 4
    /// # Ok::<(), poscope::encoding::SpecError>(())
    /// ```
    pub fn value(&self, first: usize, second: usize) -> Option<f64> {
        if let What::Cosine = self.what {
            return cosine(&self.encoding, first, second);
        }
        let number = self.field().cell(first, second).number();
        number.is_finite().then_some(number)
    }

    /// Returns the range of the values, or one that contains it, symmetric about zero.
    pub fn range(&self) -> (f64, f64) {
        let largest = match &self.what {
            What::Cosine => 1.0,
            What::Score(rotated) => rotated.largest(),
            What::Bias { head } => match &self.encoding.columns()[*head] {
                // The range of the head alone, if it is known without going through all offsets.
                law @ ColumnLaw::Distance { .. } => law.bias(float((self.encoding.max_len() - 1).max(1))).abs(),
                _ => {
                    let (low, high) = self.encoding.bounds();
                    low.abs().max(high.abs())
                }
            },
        };
        let largest = if largest > 0.0 { largest } else { 1.0 };
        (-largest, largest)
    }

    /// Checks whether the value depends only on the offset between the two positions.
    pub fn is_function_of_offset(&self) -> bool {
        match &self.what {
            // Zero rows have no cosine, and row 0 may be one of them.
            What::Cosine => is_function_of_offset(&self.encoding) && self.encoding.is_whole(),
            What::Score(rotated) => rotated.is_function_of_offset(),
            What::Bias { .. } => true,
        }
    }
}
