//! What can be chosen, within which limits, and what is refused.

use poscope::encoding::rope::{Pairs, Rope, Scaling};
use poscope::encoding::{Parameter, PhaseOrder, Scheme, Setting, Spec, SpecError};

#[test]
fn a_setting_reads_what_it_writes_and_refuses_what_is_outside() {
    let (mut number, mut count, mut list, mut order) = (1.5, 3, vec![], PhaseOrder::SineFirst);
    let mut settings = [
        Setting::number("x", &mut number, -2.0, 2.0),
        Setting::whole("n", &mut count, 1, 4),
        Setting::list("list", &mut list, 1.0, 64.0),
        Setting::choice("order", &mut order),
    ];
    for (setting, good, bad) in [
        (0, "-2", "2.5"),
        (1, "4", "1.5"),
        (2, "1 2.5 64", "1 65"),
        (3, "cos-first", "up"),
    ] {
        let setting = &mut settings[setting];
        assert_eq!(setting.set(good), Ok(()));
        assert!(setting.set(bad).is_err(), "{bad}");
        assert_eq!(setting.text(), good, "an error leaves the value");
        assert_eq!(setting.check(), Ok(()));
    }
    drop(settings);
    assert_eq!(
        (number, count, list, order),
        (-2.0, 4, vec![1.0, 2.5, 64.0], PhaseOrder::CosineFirst)
    );
}

#[test]
fn values_outside_the_limits_are_refused_with_value_and_limit() {
    for (parameter, value) in [
        (Parameter::DModel, 65_536.0),
        (Parameter::DModel, 0.0),
        (Parameter::MaxLen, 1_048_577.0),
        (Parameter::Base, 1e30),
        (Parameter::Base, 0.0),
        (Parameter::Base, -5.0),
        (Parameter::Base, 1.0),
        (Parameter::Base, f64::INFINITY),
    ] {
        let (low, high) = parameter.limits();
        assert_eq!(
            parameter.check(value),
            Err(SpecError::OutOfRange {
                name: parameter.name(),
                value,
                low,
                high
            })
        );
    }
    assert!(matches!(
        Parameter::Base.check(f64::NAN),
        Err(SpecError::OutOfRange { .. })
    ));
    assert!(matches!(
        Parameter::Base.parse("nan"),
        Err(SpecError::OutOfRange { .. })
    ));
    assert_eq!(
        Parameter::DModel.check(2.5),
        Err(SpecError::NotWhole {
            name: "d_model",
            value: 2.5,
            low: 1.0,
            high: 16_384.0
        })
    );
}

fn counts(spec: &Spec) -> [usize; 3] {
    Pairs::new(spec).map_or([0; 3], |pairs| pairs.counts())
}

fn spec(d_model: usize, base: f64, rope: Rope) -> Spec {
    Spec {
        scheme: Scheme::Rope,
        d_model,
        base,
        max_len: 131_072,
        rope,
        ..Spec::default()
    }
}

#[test]
fn llama_3_1_keeps_29_pairs_mixes_6_and_divides_29() {
    let rope = Rope {
        scaling: Scaling::Llama3,
        factor: 8.0,
        original_len: 8192,
        ..Rope::default()
    };
    assert_eq!(counts(&spec(128, 5e5, rope)), [29, 6, 29]);
}

#[test]
fn ntk_keeps_the_fastest_pair_and_divides_the_slowest() {
    let rope = Rope {
        scaling: Scaling::Ntk,
        ..Rope::default()
    };
    let spec = spec(128, 1e4, rope);
    assert_eq!(counts(&spec), [1, 62, 1]);
}

#[test]
fn settings_that_contradict_each_other_are_refused() {
    let rope = |change: fn(&mut Rope)| {
        let mut rope = Rope::default();
        change(&mut rope);
        Pairs::new(&spec(8, 1e4, rope)).map(|_| ())
    };
    let three = rope(|rope| (rope.scaling, rope.long_factors) = (Scaling::LongRope, vec![1.0; 3]));
    assert_eq!(three, Err(SpecError::Factors { given: 3, pairs: 4 }));
    assert!(rope(|rope| (rope.scaling, rope.beta_fast) = (Scaling::Yarn, 1.0)).is_err());
    assert!(rope(|rope| (rope.scaling, rope.low_freq_factor) = (Scaling::Llama3, 4.0)).is_err());
    assert!(rope(|rope| (rope.scaling, rope.long_factors) = (Scaling::LongRope, vec![2.0; 4])).is_ok());
}
