//! Names as people type them, and the message for a name that is only nearly right.

use crate::{done, refused, run};

#[test]
fn names_are_understood_whatever_their_capitals_and_signs() {
    let folder = tempfile::tempdir().unwrap();
    let table = |options: &str| done(folder.path(), &format!("table -o - --format csv --max-len 4 {options}"));
    assert_eq!(table("--d_model 8"), table("--d-model 8"));
    assert_eq!(table("--D_Model=8"), table("--d-model 8"));
    assert_eq!(table("--scheme RoPE --d-model 8"), table("--scheme rope --d-model 8"));
    assert_eq!(table("--preset Llama_3.1-8B"), table("--preset llama-3.1-8b"));
    assert_eq!(table("--layout Concat"), table("--layout concat"));
    assert_eq!(
        table("--convention Tensor2Tensor --d-model 8"),
        table("--convention tensor2tensor --d-model 8")
    );
    for (others, ours) in [
        ("--scheme rotary", "--scheme rope"),
        ("--convention t2t", "--convention tensor2tensor"),
        ("--storage-precision float16", "--storage-precision f16"),
    ] {
        assert_eq!(
            table(&format!("{others} --d-model 8")),
            table(&format!("{ours} --d-model 8"))
        );
    }
    let code = done(folder.path(), "code numpy");
    assert_eq!(done(folder.path(), "Code NumPy"), code);
    done(folder.path(), "Export three_ways -o ways.png");
    done(folder.path(), "table --sweep D-Model=4,8 -o d{d-model}.npy");
    let code = |language: &str| done(folder.path(), &format!("code {language}"));
    assert_eq!(code("torch"), code("pytorch"));
    assert_eq!(code("NumPy"), code("numpy"));
    let chinese = |language: &str| String::from_utf8(run(folder.path(), &format!("--lang {language} table")).stderr);
    for language in ["zh-CN", "zh_CN.UTF-8", "ZH", "Chinese", "中文"] {
        assert_eq!(chinese(language), chinese("zh"), "{language}");
    }
    done(
        folder.path(),
        "export difference --versus --max_len=4 --max-len 4 -o a.png",
    );
    done(folder.path(), "table --sweep max_len=2,4 -o {max_len}.npy");
    std::fs::write(folder.path().join("a.batch"), "table --d_model 8 -o b.npy\n").unwrap();
    assert!(run(folder.path(), "batch a.batch").status.success());
}

#[test]
fn a_name_that_is_nearly_right_is_answered_with_the_right_one() {
    for (arguments, meant) in [
        ("table -o x.npy --scheme sinusodial", "did you mean sinusoidal?"),
        ("table -o x.npy --preset lama-3.1-8b", "did you mean llama-3.1-8b?"),
        ("table -o x.npy --preset of-by-one", "did you mean off-by-one?"),
        ("table -o x.npy --layout concatt", "did you mean concat?"),
        ("table -o x.npy --dmodel 8", "did you mean --d-model?"),
        ("table -o x.npy --dim 8", "did you mean --d-model?"),
        ("table -o x.npy --rope_theta 5e5", "did you mean --base?"),
        ("table -o x.npy --seq-len=5", "did you mean --max-len?"),
        ("export heatmaps -o x.png", "did you mean heatmap?"),
        ("export difference -o x.png --versus=--theta", "did you mean --base?"),
        ("tabel -o x.npy", "did you mean table?"),
        ("export heatmpa -o x.png", "did you mean heatmap?"),
        ("code nunpy", "did you mean numpy?"),
        ("table -o x.npy --preset whisper-tin", "did you mean whisper-tiny?"),
        (
            "table -o x.npy --preset llama-3.1-8b-instruct",
            "did you mean llama-3.1-8b?",
        ),
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let said = refused(&words);
        assert!(said.ends_with(meant), "{arguments}: {said}");
    }
    let said = refused(&["table", "-o", "x.npy", "--scheme", "quux"]);
    assert!(!said.contains("did you mean"), "{said}");
}
