//! Names as people type them: with other capitals, with other separators, almost right.

/// How similar a name has to be to be suggested in place of another; 1 is equal.
const NEAR: f64 = 0.6;

/// The longest name for which a similar one is looked for, in bytes.
const LONGEST: usize = 40;

/// What other programs call a thing, and its name here.
const SYNONYMS: [(&str, &str); 46] = [
    ("dim", "d-model"),
    ("embed-dim", "d-model"),
    ("embedding-dim", "d-model"),
    ("hidden-size", "d-model"),
    ("head-dim", "d-model"),
    ("n-embd", "d-model"),
    ("length", "max-len"),
    ("seq-len", "max-len"),
    ("max-seq-len", "max-len"),
    ("max-position-embeddings", "max-len"),
    ("context-length", "max-len"),
    ("n-positions", "max-len"),
    ("n-ctx", "max-len"),
    ("theta", "base"),
    ("rope-theta", "base"),
    ("n-heads", "d-model"),
    ("num-heads", "d-model"),
    ("num-attention-heads", "d-model"),
    ("rope-scaling", "scaling"),
    ("partial-rotary-factor", "rotary-dims"),
    ("dtype", "precision"),
    ("cmap", "colormap"),
    ("width", "size"),
    ("height", "size"),
    ("figsize", "size"),
    ("storage", "storage-precision"),
    ("float64", "f64"),
    ("double", "f64"),
    ("float32", "f32"),
    ("float16", "f16"),
    ("fp16", "f16"),
    ("bfloat16", "bf16"),
    ("rotary", "rope"),
    ("roformer", "rope"),
    ("sine", "sinusoidal"),
    ("sinusoidal-2d", "grid"),
    ("t5-buckets", "t5"),
    ("relative-bias", "relative"),
    ("heads", "d-model"),
    ("num-buckets", "buckets"),
    ("bidirectional", "keys"),
    ("python", "numpy"),
    ("none", "nope"),
    ("t2t", "tensor2tensor"),
    ("vaswani", "paper"),
    ("attention-is-all-you-need", "transformer-base"),
];

/// Returns whether a text is a name, apart from capitals, spaces, underscores and hyphens, or is what other programs
/// call the same thing.
///
/// ```
/// use poscope::encoding::is_named;
/// assert!(is_named("Llama_3.1 8B", "llama-3.1-8b"));
/// assert!(is_named("float32", "f32"));
/// assert!(!is_named("llama-3.1", "llama-3.1-8b"));
/// ```
pub fn is_named(text: &str, name: &str) -> bool {
    let is_synonym = |(other, here): &(&str, &str)| *here == name && plain(text).eq(plain(other));
    plain(text).eq(plain(name)) || SYNONYMS.iter().any(is_synonym)
}

/// Returns the name that is most similar to a text; `None` if none is similar, or the text is longer than 40 bytes.
/// A name that contains the text or is contained in it counts as similar; one that [`is_named`] accepts comes first.
///
/// ```
/// use poscope::encoding::nearest;
/// assert_eq!(nearest("Sinusodial", ["index", "sinusoidal"]), Some("sinusoidal"));
/// assert_eq!(nearest("quux", ["index", "sinusoidal"]), None);
/// assert_eq!(nearest("bert", ["gpt-2", "bert-base"]), Some("bert-base"));
/// assert_eq!(nearest("rope_theta", ["theme", "base"]), Some("base"));
/// ```
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if text.len() > LONGEST {
        return None;
    }
    let names: Vec<&str> = names.into_iter().collect();
    if let Some(name) = names.iter().find(|name| is_named(text, name)) {
        return Some(name);
    }
    let text: String = plain(text).collect();
    let nearness = |name: &str| {
        let name: String = plain(name).collect();
        let is_part = text.len() > 2 && name.len() > 2 && (name.contains(&text) || text.contains(&name));
        strsim::normalized_damerau_levenshtein(&text, &name) + if is_part { NEAR } else { 0.0 }
    };
    let names = names.into_iter().map(|name| (nearness(name), name));
    let nearest = names.max_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.filter(|(near, _)| *near > NEAR).map(|(_, name)| name)
}

/// The letters of a name, without differences in capitals and separators.
fn plain(name: &str) -> impl Iterator<Item = char> {
    let letters = name.trim().chars().filter(|letter| !matches!(letter, ' ' | '_' | '-'));
    letters.flat_map(char::to_lowercase)
}
