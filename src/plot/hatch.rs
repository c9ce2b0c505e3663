//! Stripes over a cell whose colour does not show its value: the value lies outside the range of the
//! colours, or is undefined.

/// The period of the stripes in pixels, along a row and along a column.
const PERIOD: u64 = 6;

/// How many of these pixels are dark.
const STRIPE: u64 = 2;

/// Returns the colour of the pixel at (x, y) of a hatched cell: diagonal stripes, bottom left to top
/// right, of the cell's colour and a darker one (a lighter one if the colour is dark).
///
/// x and y count the pixels of the whole picture, not of the cell, so that the stripes continue from
/// one cell to the next.
///
/// ```
/// use poscope::plot::hatch::hatched;
/// let row: Vec<u8> = (0..8).map(|x| hatched([200, 200, 200], x, 0)[0]).collect();
/// assert_eq!(row, [120, 120, 200, 200, 200, 200, 120, 120]);
/// assert_eq!(hatched([200, 200, 200], 0, 5), hatched([200, 200, 200], 5, 0));
/// ```
pub fn hatched(color: [u8; 3], x: u64, y: u64) -> [u8; 3] {
    if (x % PERIOD + y % PERIOD) % PERIOD >= STRIPE {
        return color;
    }
    // ITU-R BT.601: perceived brightness, in thousandths.
    let [r, g, b] = color.map(u32::from);
    let is_dark = 299 * r + 587 * g + 114 * b < 100_000;
    let toward = if is_dark { 255 } else { 0 };
    // Two fifths of the way from the channel to `toward`, so the result fits into a byte.
    color.map(|channel| ((u16::from(channel) * 3 + toward * 2) / 5) as u8)
}
