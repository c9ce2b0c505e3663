//! Which encodings are compared: every scheme with all that can be chosen about it.

use poscope::encoding::{Encoding, Mistake, Named, Preset, Scheme, Slot, Spec};

/// An encoding with a name for reports.
pub struct Case {
    /// Such as `preset llama-3.1-8b`.
    pub name: String,
    /// The encoding.
    pub encoding: Encoding,
    /// Whether it is from the list below, which has every setting.
    pub is_written: bool,
}

/// Rows of most tables: enough for every fold, few enough to compare thousands of tables.
const ROWS: usize = 40;

/// How many have settings drawn at random.
const DRAWN: usize = 300;

/// All of them.
pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: String, spec: Spec, is_written: bool| {
        if spec.scheme == Scheme::Learned {
            return; // has no code, see the tests of `poscope::code`
        }
        cases.push(Case {
            encoding: Encoding::new(spec).unwrap_or_else(|error| panic!("{name}: {error}")),
            name,
            is_written,
        });
    };
    for (text, spec) in written() {
        add(text.to_owned(), spec, true);
    }
    for named in Named::all() {
        for d_model in [1, 2, 3, 4, 7, 16, 18] {
            let spec = Spec {
                d_model,
                max_len: ROWS,
                ..Spec::default()
            };
            let mut spec = named.arrange(&spec);
            if spec.scheme == Scheme::Grid && d_model < 4 {
                spec.d_model += 4; // each half has a pair
            }
            add(format!("{} of {}", named.name, spec.d_model), spec, false);
        }
    }
    for preset in Preset::all() {
        let max_len = preset.spec.max_len.min(2 * ROWS);
        add(
            format!("preset {}", preset.name),
            Spec { max_len, ..preset.spec },
            false,
        );
    }
    for mistake in Mistake::all() {
        let max_len = mistake.spec.max_len.min(300);
        add(
            format!("mistake {}", mistake.name),
            Spec {
                max_len,
                ..mistake.spec
            },
            false,
        );
    }
    cases.extend(drawn());
    cases
}

/// Settings as the command line has them, at least one of each kind.
fn written() -> Vec<(&'static str, Spec)> {
    let texts = [
        "sinusoidal",
        "sinusoidal d=1",
        "sinusoidal d=5 layout=concat",
        "sinusoidal d=5 layout=concat odd=truncate order=cos-first",
        "sinusoidal d=5 odd=zero-column",
        "sinusoidal d=8 start=1 step=0.5",
        "sinusoidal d=8 step=-2 direction=descending start=0.1",
        "sinusoidal d=8 step=0.1 direction=mirrored",
        "sinusoidal d=8 step=0.1 start=3 direction=unsigned position_precision=f16",
        "sinusoidal d=8 exponent=half-minus-shift shift=-0.5",
        "sinusoidal d=9 exponent=half scale_by=sqrt-d factor=0.3",
        "sinusoidal d=8 scale_by=inverse-sqrt-d zero_rows=3 zero_from=2",
        "sinusoidal d=8 zero_rows=2 zero_from=38",
        "sinusoidal d=8 trained_len=9",
        "sinusoidal d=8 trained_len=9 beyond=restart",
        "sinusoidal d=8 trained_len=9 beyond=restart overlap=4 start=0.5 step=1.5",
        "sinusoidal d=8 trained_len=9 beyond=interpolate",
        "sinusoidal d=8 trained_len=9 beyond=interpolate start=1 step=0.3",
        "sinusoidal d=8 start=60000 step=500 position_precision=f16",
        "sinusoidal d=8 start=100 position_precision=bf16 angle_precision=f16 storage_precision=bf16",
        "sinusoidal d=8 storage_precision=f32",
        "sinusoidal d=8 angle_precision=f32 storage_precision=f16 scale_by=sqrt-d",
        "sinusoidal d=8 mistake=whole-numbers factor=3",
        "sinusoidal d=7 mistake=exponent-per-column layout=concat",
        "sinusoidal d=7 mistake=whole-exponent odd=truncate",
        "sinusoidal d=8 mistake=exponent-per-pair exponent=half-minus-one",
        "sinusoidal d=8 mistake=rows-equal start=3 direction=descending",
        "sinusoidal d=8 mistake=cosine-of-sine angle_precision=bf16",
        "index d=3",
        "normalized d=3",
        "normalized d=3 divisor=length",
        "binary d=5",
        "binary d=70",
        "nope d=4",
        "grid d=16",
        "grid d=10 grid_width=7 grid_first=x grid_layout=concat grid_start=1 grid_unit=turn",
        "grid d=11 grid_layout=sines-of-both grid_start=-2.5",
        "grid d=4",
        "grid d=8 grid_width=1000 grid_unit=turn",
        "rope d=8",
        "rope d=2",
        "rope d=7 part=angle",
        "rope d=8 part=sin pairing=interleaved",
        "rope d=12 rotary_dims=6",
        "rope d=12 rotary_dims=6 part=sin pairing=interleaved scaling=yarn original_len=32",
        "rope d=16 scaling=linear",
        "rope d=16 scaling=ntk scaling_factor=8",
        "rope d=2 scaling=ntk",
        "rope d=16 scaling=dynamic-ntk original_len=10",
        "rope d=16 scaling=dynamic-ntk original_len=1000",
        "rope d=16 scaling=yarn original_len=256 scaling_factor=16",
        "rope d=16 scaling=yarn original_len=4 scaling_factor=16",
        "rope d=16 scaling=yarn scaling_factor=1 part=sin",
        "rope d=16 scaling=llama3 original_len=512 scaling_factor=8 part=angle",
        "rope d=8 scaling=longrope long_factors=1,1.5,2,4 original_len=64",
        "rope d=8 scaling=longrope scaling_factor=1",
        "rope d=8 part=angle angle_precision=f16 position_precision=bf16",
        "rope d=8 trained_len=9 beyond=restart overlap=2 storage_precision=bf16",
        "rope d=8 trained_len=9 beyond=interpolate position_precision=f16",
        "alibi d=1",
        "alibi d=8",
        "alibi d=12",
        "alibi d=12 offsets=both",
        "t5 d=4",
        "t5 d=4 offsets=both",
        "t5 d=3 offsets=both shows=bias max_distance=12",
        "t5 d=4 offsets=both keys=before",
        "relative d=3 offsets=both clip=5",
        "relative d=3 offsets=both far=logarithmic clip=12 relative_shows=bucket",
        "relative d=3 offsets=both far=logarithmic clip=12",
        "t5 d=4 keys=before shows=bias",
        "t5 d=2 buckets=6 max_distance=9",
        "t5 d=2 buckets=64 max_distance=20 shows=bias",
        "relative d=16",
        "relative d=3 relative_shows=bucket clip=5",
        "relative d=3 far=logarithmic clip=12",
        "relative d=3 far=logarithmic clip=12 relative_shows=bucket",
    ];
    texts.map(|text| (text, read(text))).to_vec()
}

/// The specification that a line stands for.
fn read(text: &str) -> Spec {
    let mut words = text.split(' ');
    let scheme = words.next().unwrap();
    let mut spec = Spec {
        scheme: Scheme::ALL
            .into_iter()
            .find(|found| found.name() == scheme)
            .expect(text),
        max_len: ROWS,
        ..Spec::default()
    };
    for word in words {
        let (name, value) = word.split_once('=').expect(text);
        if name == "d" {
            spec.d_model = value.parse().unwrap();
            continue;
        }
        let mut settings = spec.settings();
        let setting = settings.iter_mut().find(|setting| setting.name == name).expect(text);
        setting.set(value).expect(text);
    }
    spec
}

/// Specifications with settings drawn at random; contradictory ones are left out.
fn drawn() -> Vec<Case> {
    let mut dice = Dice(7);
    // Those with many settings more often.
    let often = [Scheme::Sinusoidal, Scheme::Rope].repeat(4);
    let schemes = [&Scheme::ALL[..], &often].concat();
    let mut cases = Vec::new();
    while cases.len() < DRAWN {
        let mut spec = Spec {
            scheme: *dice.of(&schemes),
            d_model: 1 + dice.below(20),
            max_len: 1 + dice.below(2 * ROWS),
            base: *dice.of(&[10_000.0, 10_000.0, 500_000.0, 100.0, 1.5, 777.7]),
            ..Spec::default()
        };
        for setting in &mut spec.settings() {
            let is_precision = setting.name.ends_with("precision");
            if dice.below(if is_precision { 2 } else { 3 }) > 0 {
                continue;
            }
            let text = match &setting.slot {
                Slot::Choice(choice) => (*dice.of(&choice.names())).to_owned(),
                Slot::Whole { .. } => (*dice.of(&[0, 1, 2, 4, 6, 9, 10, 16, 33, 64, 500])).to_string(),
                Slot::Number { .. } => (*dice.of(&["-3", "0.1", "0.5", "1", "1.7", "2", "8", "100", "1e5"])).to_owned(),
                Slot::List { .. } => continue,
            };
            // Outside the limits nothing changes.
            let _ = setting.set(&text);
        }
        if spec.scheme == Scheme::Learned {
            continue;
        }
        if let Ok(encoding) = Encoding::new(spec) {
            let changed = encoding.spec().changed_settings().join(" ");
            let Spec {
                scheme,
                d_model,
                max_len,
                base,
                ..
            } = encoding.spec();
            let name = format!(
                "drawn {}: {} {d_model} {max_len} {base} {changed}",
                cases.len(),
                scheme.name()
            );
            cases.push(Case {
                name,
                encoding,
                is_written: false,
            });
        }
    }
    cases
}

/// Numbers that look random and are the same in every run: `SplitMix64`.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % limit as u64).unwrap()
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}
