//! The recipes of biases: rows are offsets from the query back to the key, columns are heads.

use super::CodeError;
use super::expr::{Axes, Expr, Function, Name};
use super::recipe::{HEAD, HEADS, LookupRecipe, MAX_LEN, OFFSET, ROW, Recipe, TableRecipe};
use crate::encoding::relative::Far;
use crate::encoding::t5::{Keys, Shows};
use crate::encoding::{Encoding, Spec, float, natural};

const POWER: Name = Name::whole("power", "m", Axes::ONE);
/// The slope of a head.
pub const SLOPE: Name = Name::real("slope", "m_h", Axes::COLUMNS);
const BUCKETS: Name = Name::whole("buckets", "B", Axes::ONE);
const MAX_DISTANCE: Name = Name::whole("max_distance", "D", Axes::ONE);
const CLIP: Name = Name::whole("clip", "K", Axes::ONE);
const COUNT: Name = Name::whole("count", "c", Axes::ONE);
const EXACT: Name = Name::whole("exact", "e", Axes::ONE);
const DISTANCE: Name = Name::whole("distance", "o'", Axes::ROWS);
const NUMBER: Name = Name::real("number", "n", Axes::ROWS);
const MOST: Name = Name::whole("most", "M", Axes::ONE);
const MIDDLE: Name = Name::whole("middle", "m", Axes::ONE);
const GAP: Name = Name::whole("gap", "g", Axes::ROWS);
const LAST: Name = Name::whole("last", "D", Axes::ONE);
const SHARE: Name = Name::real("share", r"\lambda", Axes::ROWS);
const FAR: Name = Name::real("far", "f", Axes::ROWS);
const NEAR: Name = Name::whole("bucket", r"\beta", Axes::ROWS);
const BUCKET: Name = Name::real("bucket", r"\beta", Axes::ROWS);

/// The most drawn numbers that code may hold: nobody would read more.
pub const MOST_NUMBERS: usize = 4096;

/// Keeps numbers that are whole, apart from rounding errors, from being rounded to the wrong whole number.
const ROUNDING: f64 = 1e-9;

/// The offsets of the rows, in a recipe whose buckets are those of distances.
struct OffsetSides {
    /// The distance between the query and the key.
    distance: Expr,
    /// Whether half of the rows are for keys after the query.
    both: bool,
}

impl OffsetSides {
    /// Begins a recipe.
    fn begin(spec: &Spec) -> (Recipe, Self) {
        let mut recipe = Recipe::new((HEADS, spec.d_model), spec.max_len, OFFSET);
        let both = spec.zero_offset_row() > 0;
        let mut distance = OFFSET.e();
        if both {
            recipe.rows = ROW;
            recipe.noted(MIDDLE, (MAX_LEN.e() - 1).quotient(2), "the row of offset 0");
            let apart = Expr::Call(Function::Apart, vec![ROW.e(), MIDDLE.e()]);
            distance = recipe.noted(GAP, apart, "the offset is row - middle");
        }
        (recipe, Self { distance, both })
    }

    /// Returns one value for the keys after the query, and another for those before it.
    fn pick(&self, recipe: &mut Recipe, after: Expr, before: Expr) -> Expr {
        if self.both {
            recipe.step(NUMBER, Expr::IfLess(Box::new([ROW.e(), MIDDLE.e(), after, before])))
        } else {
            before
        }
    }
}

/// Returns the recipe of ALiBi, with one slope per head.
pub fn alibi(spec: &Spec) -> Recipe {
    let (mut recipe, sides) = OffsetSides::begin(spec);
    recipe.columns = Some((HEAD, HEADS.e()));
    let slope = |number: Expr, of: Name, eighths: usize| {
        let exponent = -(Expr::Whole(eighths) * number) / of.e();
        Expr::Real(2.0).power(exponent)
    };
    let power = 1 << spec.d_model.max(1).ilog2();
    let slopes = if power == spec.d_model {
        slope(HEAD.e() + 1, HEADS, 8)
    } else {
        recipe.whole(POWER, power);
        // Every other slope of twice as many heads.
        let more = Expr::Whole(2) * (HEAD.e() - POWER.e()) + 1;
        let parts = [
            HEAD.e(),
            POWER.e(),
            slope(HEAD.e() + 1, POWER, 8),
            slope(more, POWER, 4),
        ];
        Expr::IfLess(Box::new(parts))
    };
    recipe.step(SLOPE, slopes);
    recipe.table = TableRecipe::Cells(-SLOPE.e() * sides.distance);
    recipe
}

/// Returns the recipe of T5's buckets, or of the biases drawn for them.
///
/// # Errors
/// As for [`of_buckets`].
pub fn t5(encoding: &Encoding) -> Result<Recipe, CodeError> {
    let spec = encoding.spec();
    let t5 = &spec.t5;
    let (mut recipe, sides) = OffsetSides::begin(spec);
    recipe.whole(BUCKETS, t5.buckets);
    recipe.whole(MAX_DISTANCE, t5.max_distance);
    match t5.keys {
        Keys::Both => recipe.noted(
            COUNT,
            BUCKETS.e().quotient(2),
            "the others are for keys after the query",
        ),
        Keys::Before => recipe.step(COUNT, BUCKETS.e()),
    };
    recipe.noted(EXACT, COUNT.e().quotient(2), "offsets with a bucket of their own");
    let ln = |distance: Expr| (distance / EXACT.e()).call(Function::Ln);
    let distance = recipe.step(DISTANCE, sides.distance.clone().greatest(EXACT));
    recipe.step(SHARE, ln(distance) / ln(MAX_DISTANCE.e()));
    let steps = SHARE.e() * (COUNT.e() - EXACT.e()) + ROUNDING;
    recipe.step(FAR, EXACT.e() + steps.call(Function::Floor));
    let shared = FAR.e().least(COUNT.e() - 1);
    let own = sides.distance.clone();
    recipe.step(BUCKET, Expr::IfLess(Box::new([own.clone(), EXACT.e(), own, shared])));
    let after = match t5.keys {
        Keys::Both => BUCKET.e() + COUNT.e(),
        Keys::Before => Expr::Real(0.0),
    };
    let bucket = sides.pick(&mut recipe, after, BUCKET.e());
    of_buckets(recipe, encoding, bucket, t5.shows)
}

/// Returns the recipe of a bias per offset, or per bucket of offsets.
///
/// # Errors
/// As for [`of_buckets`].
pub fn relative(encoding: &Encoding) -> Result<Recipe, CodeError> {
    let spec = encoding.spec();
    let relative = &spec.relative;
    let (mut recipe, sides) = OffsetSides::begin(spec);
    recipe.whole(CLIP, relative.clip);
    let bucket = match relative.far {
        Far::Clipped => recipe.step(NEAR, sides.distance.clone().least(CLIP)),
        Far::Logarithmic => {
            recipe.noted(EXACT, CLIP.e().quotient(2), "offsets with a bucket of their own");
            let ln = |distance: Expr| (distance / EXACT.e()).call(Function::Ln);
            let last = recipe.step(LAST, Expr::Whole(2) * CLIP.e() - 1);
            let distance = recipe.step(DISTANCE, sides.distance.clone().greatest(EXACT));
            recipe.step(SHARE, ln(distance) / ln(last));
            let steps = SHARE.e() * (EXACT.e() - 1) - ROUNDING;
            recipe.step(FAR, EXACT.e() + steps.call(Function::Ceil));
            let own = sides.distance.clone();
            recipe.step(BUCKET, Expr::IfLess(Box::new([own.clone(), EXACT.e(), own, FAR.e()])))
        }
    };
    let signed = if !sides.both {
        bucket
    } else if relative.shows == Shows::Bucket {
        sides.pick(&mut recipe, Expr::Real(0.0) - bucket.clone(), bucket)
    } else {
        // The table of drawn numbers begins with the farthest key after the query.
        recipe.whole(MOST, most_after(spec));
        sides.pick(&mut recipe, MOST.e() - bucket.clone(), MOST.e() + bucket)
    };
    of_buckets(recipe, encoding, signed, relative.shows)
}

/// Completes a recipe with the bucket numbers, or with the biases drawn for the buckets.
///
/// # Errors
/// [`CodeError::TooManyNumbers`] if there are more than [`MOST_NUMBERS`] drawn biases.
fn of_buckets(mut recipe: Recipe, encoding: &Encoding, bucket: Expr, shows: Shows) -> Result<Recipe, CodeError> {
    recipe.table = match shows {
        Shows::Bucket => TableRecipe::Same(bucket),
        Shows::Bias => TableRecipe::Lookup(LookupRecipe {
            bucket,
            numbers: drawn(encoding)?,
        }),
    };
    Ok(recipe)
}

/// Returns the drawn biases of each bucket that an offset of the table falls into; those of a
/// bucket that is skipped are 0.
fn drawn(encoding: &Encoding) -> Result<Vec<Vec<f64>>, CodeError> {
    let spec = encoding.spec();
    let mut numbers: Vec<Option<Vec<f64>>> = Vec::new();
    let buckets = bucket_numbers(spec);
    let most = float(most_after(spec));
    for row in 0..spec.max_len {
        let bucket = buckets
            .as_ref()
            .and_then(|buckets| buckets.value(row, 0))
            .unwrap_or(0.0);
        let bucket = natural(bucket + most);
        let count = (bucket + 1) * spec.d_model;
        if count > MOST_NUMBERS {
            return Err(CodeError::TooManyNumbers { limit: MOST_NUMBERS });
        }
        if bucket >= numbers.len() {
            numbers.resize(bucket + 1, None);
        }
        if numbers[bucket].is_none() {
            let bias = |head: usize| encoding.value(row, head).unwrap_or(0.0);
            numbers[bucket] = Some((0..spec.d_model).map(bias).collect());
        }
    }
    let skipped = || vec![0.0; spec.d_model];
    Ok(numbers.into_iter().map(|row| row.unwrap_or_else(skipped)).collect())
}

/// Returns by how much the smallest bucket of a table is below 0.
fn most_after(spec: &Spec) -> usize {
    let farthest = bucket_numbers(spec).and_then(|buckets| buckets.value(0, 0));
    natural(-farthest.unwrap_or(0.0))
}

/// Returns the encoding reduced to one head, and showing bucket numbers.
fn bucket_numbers(spec: &Spec) -> Option<Encoding> {
    let mut spec = spec.clone();
    spec.d_model = 1;
    (spec.t5.shows, spec.relative.shows) = (Shows::Bucket, Shows::Bucket);
    Encoding::new(spec).ok()
}
