//! An encoding in writing: its specification and the order of its columns, from which everything
//! else follows. Reading one checks it.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Encoding, Rotated, Spec};

#[derive(Serialize)]
struct WrittenSpec<'a> {
    spec: &'a Spec,
    order: Option<&'a [usize]>,
}

#[derive(Deserialize)]
struct Read {
    spec: Spec,
    order: Option<Vec<usize>>,
}

impl Serialize for Encoding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let order = self.order.as_deref();
        WrittenSpec {
            spec: &self.spec,
            order,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Encoding {
    /// Refuses what [`Encoding::new`] refuses, and an order that does not name every column once.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Read { spec, order } = Read::deserialize(deserializer)?;
        let encoding = Self::new(spec).map_err(D::Error::custom)?;
        match order {
            Some(order) => encoding
                .reordered(&order)
                .ok_or_else(|| D::Error::custom("an order of columns that does not name each of them once")),
            None => Ok(encoding),
        }
    }
}

impl Serialize for Rotated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.encoding().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rotated {
    /// Refuses encodings for which [`Rotated::new`] returns `None`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let encoding = Encoding::deserialize(deserializer)?;
        Self::new(&encoding).ok_or_else(|| D::Error::custom("scores of a table that is no rotation"))
    }
}
