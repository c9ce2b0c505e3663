//! Random sessions: every scheme, every setting, every view.

use std::collections::BTreeMap;

use poscope::encoding::{Encoding, Parameter, Scheme, Setting, Slot, Spec};
use poscope::field::{Reduction, Span};
use poscope::session::{ColorMap, Pin, Session, Versus, Views, Ways};

/// Numbers that follow from a seed (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A number with all its digits, sometimes one of the limits, 0 or -0.
    pub fn number(&mut self, low: f64, high: f64) -> f64 {
        let part = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let number = match self.below(6) {
            0 => low,
            1 => high,
            2 => 0.0,
            3 => -0.0,
            _ => low + (high - low) * part.powi(3),
        };
        number.clamp(low, high)
    }

    fn set(&mut self, setting: &mut Setting<'_>) {
        match &mut setting.slot {
            Slot::Number { value, low, high } => **value = self.number(*low, *high),
            Slot::Whole { value, low, high } => **value = *low + self.below((*high - *low).min(1000) + 1),
            Slot::List { values, low, high } => {
                **values = (0..self.below(9)).map(|_| self.number(*low, *high)).collect();
            }
            Slot::Choice(choice) => {
                let names = choice.names();
                assert!(choice.choose(self.one_of(&names)));
            }
        }
    }

    pub fn spec(&mut self) -> Spec {
        let mut spec = Spec::default();
        for scheme in Scheme::ALL {
            for setting in &mut spec.settings_of(scheme) {
                if self.coin() {
                    self.set(setting);
                }
            }
        }
        for parameter in Parameter::ALL {
            let (low, high) = parameter.limits();
            let value = self.number(low, high.min(5000.0));
            let value = if parameter.is_whole() { value.floor() } else { value };
            parameter.set(&mut spec, value).unwrap();
        }
        spec.scheme = self.one_of(&Scheme::ALL);
        if Encoding::check(&spec).is_err() {
            spec = spec.as_first(spec.scheme);
        }
        if Encoding::check(&spec).is_err() {
            spec = Spec::default(); // a learned table is not so wide
        }
        spec
    }

    fn span(&mut self) -> Span {
        let start = self.number(0.0, 1000.0);
        Span {
            start,
            end: start + self.number(0.1, 50.0),
        }
    }

    /// The settings of a view, at least one.
    fn settings(&mut self) -> BTreeMap<String, String> {
        let all = 0..=self.below(3);
        all.map(|place| (format!("setting {place}"), self.below(100).to_string()))
            .collect()
    }

    pub fn session(&mut self) -> Session {
        let views = Views {
            color_map: self.one_of(&ColorMap::ALL),
            reversed: self.coin(),
            range: self.coin().then(|| (self.number(-5.0, 0.0), self.number(1.0, 5.0))),
            transposed: self.coin(),
            from_top: self.coin(),
            causal: self.coin(),
            regrouped: self.coin(),
            reduction: self.one_of(&Reduction::ALL),
            ways: self.one_of(&Ways::ALL),
            own_scales: self.coin(),
            positions: self.coin().then(|| self.span()),
            dimensions: self.coin().then(|| self.span()),
            pairs: self.coin().then(|| (self.span(), self.span())),
            log_offsets: self.coin(),
            pin: self.coin().then(|| Pin {
                position: self.below(1 << 20),
                dimension: self.below(1 << 14),
            }),
            // 37 and 101 have no common factor: no lane comes twice.
            lanes: (0..=self.below(6)).map(|lane| lane * 37 % 101).collect(),
        };
        let preset = |chance: &mut Self| chance.coin().then(|| "opus-mt".to_owned());
        let versus = self.coin().then(|| Versus {
            spec: self.spec(),
            preset: preset(self),
            front_is_b: self.coin(),
            linked: self.coin(),
            aligned: self.coin(),
            tolerance: self.number(0.0, 1.0),
        });
        Session {
            spec: self.spec(),
            preset: preset(self),
            versus,
            views,
            settings: (0..self.below(3))
                .map(|view| (format!("view {view}"), self.settings()))
                .collect(),
        }
    }
}
