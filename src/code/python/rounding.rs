//! Rounding in Python, each result once. The conversions of PyTorch and JAX themselves go from 64
//! to 16 bits by way of 32 bits, and so round twice.

use super::Dialect;
use crate::code::recipe::Recipe;
use crate::encoding::Precision;

impl Dialect {
    /// Returns the rounding functions that the recipe uses.
    pub(super) fn helpers(&self, recipe: &Recipe) -> String {
        let all = [Precision::F32, Precision::F16, Precision::Bf16];
        let used = all.into_iter().filter(|precision| recipe.rounds(*precision));
        used.map(|precision| format!("\n\n{}", self.helper(precision)))
            .collect()
    }

    /// Returns a function that rounds once.
    fn helper(&self, precision: Precision) -> String {
        let np = self.np();
        let (words, body) = match (precision, self) {
            (Precision::F32, Self::PyTorch) => ("float32", "    return x.float().double()\n".to_owned()),
            (Precision::F32, _) => (
                "float32",
                format!("    return {np}.asarray(x, dtype={np}.float32).astype({np}.float64)\n"),
            ),
            (Precision::F16, Self::NumPy) => (
                "float16",
                "    return np.asarray(x, dtype=np.float16).astype(np.float64)\n".to_owned(),
            ),
            (Precision::F16, _) => (
                "float16, of 11 binary digits",
                format!(
                    "{}    y = {}(x / unit) * unit\n    \
                         return {np}.where(abs(y) > 65504, {np}.sign(y) * {np}.inf, y)\n",
                    self.unit(-14, 10),
                    self.rint(),
                ),
            ),
            _ => (
                "bfloat16, of 8 binary digits",
                format!("{}    return {}(x / unit) * unit\n", self.unit(-126, 7), self.rint()),
            ),
        };
        format!(
            "def to_{}(x):\n    \"\"\"The nearest {words}; rounded once.\"\"\"\n{body}",
            precision.name()
        )
    }

    /// Returns the function that rounds to whole numbers, ties to even.
    fn rint(&self) -> String {
        match self {
            Self::PyTorch => "torch.round".to_owned(),
            Self::NumPy | Self::Jax => format!("{}.rint", self.np()),
        }
    }

    /// Returns the lines that compute the unit of a number's last digit: a power of two made from
    /// the number's exponent, which is at least `least`.
    fn unit(&self, least: i32, digits: i32) -> String {
        match self {
            Self::NumPy => format!(
                "    exponent = np.maximum(np.frexp(x)[1] - 1, {least})\n    \
                     unit = np.ldexp(1.0, exponent - {digits})\n"
            ),
            Self::PyTorch => format!(
                "    exponent = torch.clamp(torch.frexp(x)[1] - 1, min={least})\n    \
                     unit = 2.0 ** (exponent - {digits}).double()\n"
            ),
            Self::Jax => format!(
                "    x = jnp.asarray(x, dtype=float)\n    \
                     exponent = jnp.maximum(jnp.frexp(x)[1] - 1, {least})\n    \
                     unit = jnp.ldexp(1.0, exponent - {digits})\n"
            ),
        }
    }
}
