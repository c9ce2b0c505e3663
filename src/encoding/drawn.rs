//! Pseudo-random numbers that are the same every time: each follows from a seed and its place
//! alone, so any part of a table can be computed without the rest.

use std::f64::consts::TAU;

/// The largest magnitude that [`normal`] can return: sqrt(-2 ln 2^-53).
pub const LARGEST: f64 = 8.5717;

/// Returns a number of the standard normal distribution, the same for the same seed and place: two
/// uniform numbers (`SplitMix64`, Steele et al. 2014), transformed by the method of Box and Muller
/// (1958).
pub fn normal(seed: u64, place: u64) -> f64 {
    let state = mixed(seed).wrapping_add(place.wrapping_mul(2));
    let one = (1.0 - uniform(mixed(state))).ln(); // the argument is above 0
    (-2.0 * one).sqrt() * (TAU * uniform(mixed(state.wrapping_add(1)))).cos()
}

/// Returns a number from 0 up to, but not including, 1, made of the upper 53 bits.
fn uniform(bits: u64) -> f64 {
    (bits >> 11) as f64 / 9_007_199_254_740_992.0 // 2^53
}

fn mixed(state: u64) -> u64 {
    let mut z = state
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_of_them_have_the_mean_the_spread_and_the_tails_of_a_normal_distribution() {
        let count = 200_000u32;
        let numbers: Vec<f64> = (0..count).map(|place| normal(7, u64::from(place))).collect();
        let mean = numbers.iter().sum::<f64>() / f64::from(count);
        let square = numbers.iter().map(|x| x * x).sum::<f64>() / f64::from(count);
        assert!(mean.abs() < 0.01 && (square - 1.0).abs() < 0.02, "{mean} {square}");
        let within = |limit: f64| numbers.iter().filter(|x| x.abs() < limit).count();
        let share = |count: usize| f64::from(u32::try_from(count).unwrap_or(0)) / 200_000.0;
        assert!((share(within(1.0)) - 0.6827).abs() < 0.005);
        assert!((share(within(2.0)) - 0.9545).abs() < 0.003);
        // Neighbours are uncorrelated.
        let product: f64 = numbers.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>() / f64::from(count);
        assert!(product.abs() < 0.01, "{product}");
        assert!(normal(7, 3) == numbers[3] && normal(8, 3) != numbers[3]);
        assert!(numbers.iter().all(|x| x.abs() <= LARGEST));
    }
}
