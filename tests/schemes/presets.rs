//! The lists of presets and of mistakes are complete, and their numbers fit together.

use poscope::encoding::{Encoding, Mistake, Named, Preset, Scheme, SchemeKind};

#[test]
fn every_preset_and_every_mistake_is_a_valid_encoding_with_a_name_of_its_own() {
    let presets = Preset::all();
    let mistakes = Mistake::all();
    let specs = presets.iter().map(|preset| &preset.spec);
    let of_mistakes = mistakes.iter().flat_map(|mistake| [&mistake.spec, &mistake.right]);
    for spec in specs.chain(of_mistakes) {
        assert!(Encoding::new(spec.clone()).is_ok(), "{spec:?}");
    }
    let mut names: Vec<_> = presets.iter().map(|preset| preset.name).collect();
    names.extend(mistakes.iter().map(|mistake| mistake.name));
    let is_a_word = |name: &&str| {
        name.chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c))
    };
    assert!(names.iter().all(is_a_word), "{names:?}");
    for name in &names {
        let alike = names.iter().filter(|other| other == &name);
        assert_eq!(alike.count(), 1, "{name}");
    }
}

#[test]
fn the_arrangement_of_every_sinusoidal_preset_and_of_every_grid_has_a_name_in_the_drawer() {
    let named = Named::all();
    for Preset { name, spec, .. } in Preset::all() {
        let is_arranged = matches!(spec.scheme, Scheme::Sinusoidal | Scheme::Grid);
        let has_name = named.iter().any(|named| named.arrange(&spec) == spec);
        assert_eq!(is_arranged, has_name, "{name}");
    }
}

#[test]
fn a_preset_says_the_width_of_its_model_where_the_table_does_not() {
    for Preset {
        name,
        spec,
        width,
        head,
        ..
    } in Preset::all()
    {
        let kind = spec.scheme.kind();
        assert_eq!(width.is_some(), kind != SchemeKind::Added, "{name}");
        assert_eq!(head.is_some(), kind == SchemeKind::Rotation, "{name}");
        assert!(head.is_none_or(|head| spec.d_model <= head), "{name}");
    }
}

#[test]
fn of_the_models_that_turn_four_turn_a_part_of_each_head() {
    let part = |preset: &Preset| preset.head.is_some_and(|head| head > preset.spec.d_model);
    let found: Vec<_> = Preset::all().into_iter().filter(part).collect();
    let found: Vec<_> = found
        .iter()
        .map(|preset| (preset.name, preset.spec.d_model, preset.head.unwrap_or_default()))
        .collect();
    let expected = [
        ("gpt-j-6b", 64, 256),
        ("gpt-neox-20b", 24, 96),
        ("pythia-70m", 16, 64),
        ("persimmon-8b", 32, 64),
    ];
    assert_eq!(found, expected);
}
