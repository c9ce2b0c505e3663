//! Random changes of bytes and of JSON.

use serde_json::Value;

use super::chance::Chance;

/// The longest file that is made.
const LONGEST: usize = 2 << 20;

/// Beginnings of what readers look for.
const MARKERS: [&[u8]; 20] = [
    b"poscope",
    b"poscope1.",
    b"poscope1.BKuuBQBDv6aj ",
    b"poscope-session ",
    b"<metadata id=\"poscope-session\">",
    b"<",
    b"<![CDATA[",
    b"<!--",
    b"&#x7b;",
    b"\0\0\0\x10iTXtposcope session\0",
    b"\0\0\0\0tEXt\0\0\0\0",
    b"!\xFE\x01p\0",
    b"(",
    b"/*",
    b"Some(",
    b"r#\"",
    b"{\"format\":\"poscope session\",",
    b"%PDF",
    b" \\\n",
    b"'\"",
];

/// Characters that turn, hide or break a line.
const CONTROLS: [&str; 9] = [
    "\u{202E}",
    "\u{2028}",
    "\u{2029}",
    "\u{200F}",
    "\u{0}",
    "\u{1B}[31m",
    "\u{7}",
    "\u{85}",
    "\r\n",
];

/// Numbers that are invalid in some places.
const NUMBERS: [&str; 15] = [
    "NaN",
    "inf",
    "-inf",
    "Infinity",
    "null",
    "1e309",
    "-1e309",
    "1e-400",
    "-0.0",
    "-1",
    "1.5",
    "18446744073709551616",
    "9007199254740993",
    "0x10",
    "1e308",
];

/// Changes bytes in one to three ways.
pub fn bytes(mut bytes: Vec<u8>, other: &[u8], chance: &mut Chance) -> Vec<u8> {
    for _ in 0..=chance.below(3) {
        if bytes.is_empty() {
            bytes.push(b'{');
        }
        let place = chance.below(bytes.len());
        let most = 1 << chance.below(17);
        let end = place + chance.below((bytes.len() - place).min(most) + 1);
        match chance.below(10) {
            0 => flip_bits(&mut bytes, chance),
            1 => bytes.truncate(place),
            2 => {
                let part = bytes[place..end].repeat(1 + chance.below(50));
                bytes.splice(end..end, part);
            }
            3 => drop(bytes.drain(place..end)),
            4 => {
                let byte = chance.one_of(&[0, 0xFF, 0x7F, b'0', b'9', b'"', b' ', b'\n']);
                bytes[place..end].fill(byte);
            }
            5 if !other.is_empty() => {
                let start = chance.below(other.len());
                bytes.splice(place..end, other[start..].iter().copied());
            }
            6 => {
                let marker = chance.one_of(&MARKERS);
                let part = marker.repeat(1 + chance.below(most));
                bytes.splice(place..place, part);
            }
            7 => {
                let text = chance.one_of(&CONTROLS);
                bytes.splice(place..place, text.bytes());
            }
            8 => {
                let number: [u8; 4] = chance.one_of(&[[0xFF; 4], [0x7F, 0xFF, 0xFF, 0xFF], [0; 4], [0, 0x10, 0, 0]]);
                bytes.splice(place..place.saturating_add(4).min(bytes.len()), number);
            }
            _ => {
                let numbered = a_number(&String::from_utf8_lossy(&bytes), chance);
                bytes = numbered.unwrap_or_default().into_bytes();
            }
        }
        bytes.truncate(LONGEST);
    }
    bytes
}

fn flip_bits(bytes: &mut [u8], chance: &mut Chance) {
    for _ in 0..=chance.below(8) {
        let place = chance.below(bytes.len());
        bytes[place] ^= 1 << chance.below(8);
    }
}

/// Replaces a number in a text by another one, or by one with very many digits.
fn a_number(text: &str, chance: &mut Chance) -> Option<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let starts: Vec<usize> = text.match_indices(is_digit).map(|(at, _)| at).collect();
    let at = *starts.get(chance.below(starts.len().max(1)))?;
    let end = text[at..]
        .find(|c: char| !is_digit(c))
        .map_or(text.len(), |length| at + length);
    let number = match chance.below(3) {
        0 => "9".repeat(1 + chance.below(100_000)),
        1 => format!("0.{}1", "0".repeat(chance.below(5000))),
        _ => chance.one_of(&NUMBERS).to_owned(),
    };
    Some(format!("{}{number}{}", &text[..at], &text[end..]))
}

/// A session's JSON in which a field has another value, another type or another name, or a number
/// is one that JSON cannot have.
pub fn json(text: &str, chance: &mut Chance) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else {
        return text.to_owned();
    };
    for _ in 0..=chance.below(2) {
        let mut all = 0;
        visit(&mut value, &mut |_| all += 1);
        let chosen = chance.below(all);
        let new = new_value(chance);
        let (mut at, mut name) = (0, Some(a_name(chance)));
        visit(&mut value, &mut |value| {
            if at == chosen {
                match value {
                    // A field that does not exist, or one from another place.
                    Value::Object(fields) if name.is_some() && chosen.is_multiple_of(2) => {
                        fields.insert(name.take().unwrap_or_default(), new.clone());
                    }
                    _ => *value = new.clone(),
                }
            }
            at += 1;
        });
    }
    let text = value.to_string();
    if chance.below(4) > 0 {
        return text;
    }
    a_number(&text, chance).unwrap_or(text)
}

/// Goes through a value and all that is in it.
fn visit(value: &mut Value, see: &mut impl FnMut(&mut Value)) {
    see(value);
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| visit(value, see)),
        Value::Object(fields) => fields.values_mut().for_each(|value| visit(value, see)),
        _ => {}
    }
}

fn a_name(chance: &mut Chance) -> String {
    let names = [
        "spec",
        "versus",
        "views",
        "settings",
        "d_model",
        "lanes",
        "format",
        "scheme",
        "x\u{202E}y",
        "",
        "\u{1B}[2J",
    ];
    chance.one_of(&names).to_owned()
}

fn new_value(chance: &mut Chance) -> Value {
    let many = 1 << chance.below(15);
    match chance.below(12) {
        0 => Value::Null,
        1 => Value::Bool(chance.coin()),
        2 => chance
            .one_of(&[0.0, -0.0, -1.0, 0.5, 1e308, 5e-324, 1e15, 16384.0, 1_048_576.0])
            .into(),
        3 => chance.next().into(),
        4 => chance.below(70).into(),
        5 => a_name(chance).into(),
        6 => chance
            .one_of(&[
                "sinusoidal",
                "rope",
                "alibi",
                "t5",
                "learned",
                "grid",
                "relative",
                "index",
            ])
            .into(),
        7 => Value::Array(vec![Value::from(chance.below(9)); many]),
        8 => Value::Object((0..many).map(|number| (number.to_string(), Value::from("1"))).collect()),
        9 => "長".repeat(many).into(),
        10 => {
            let depth = 1 + chance.below(300);
            (0..depth).fold(Value::Null, |value, _| Value::Array(vec![value]))
        }
        _ => serde_json::json!({"heatmap": {"x": "\u{2028}"}, "decay": {"axis": chance.below(99).to_string()}}),
    }
}
