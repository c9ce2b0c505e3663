//! Which file names what: every `use` and every path of src, with re-exports resolved to the file
//! that defines the item.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, UseTree, Visibility};

/// All files of src.
pub struct Sources {
    pub files: Vec<Source>,
    modules: BTreeMap<Names, Module>,
}

/// A file.
pub struct Source {
    /// Its path in src, such as `plot/axis.rs`.
    pub path: PathBuf,
    /// The paths that it names, as written there.
    named: Vec<Named>,
    /// The strings in it.
    pub literals: Vec<String>,
    /// The types and traits that it defines.
    pub types: Vec<String>,
    /// Whether something in it is a view.
    pub is_view: bool,
}

/// What a path of a file stands for.
#[derive(Debug, PartialEq, Eq)]
pub enum Target {
    /// An item of a file of src, with what is named in it: `Scheme`, `Rope`.
    Item(usize, Names),
    /// Something of another crate, or of the language.
    Outside(Names),
    /// A path into this crate that leads nowhere.
    Nowhere(Names),
}

/// A use of a path.
pub struct Use {
    pub target: Target,
    /// Whether only tests have it.
    pub is_test: bool,
    /// Whether a file re-exports what its own modules define.
    pub hands_on: bool,
}

type Names = Vec<String>;

/// A module: of a file, or within one.
#[derive(Default)]
struct Module {
    file: usize,
    items: BTreeMap<String, usize>,
    modules: BTreeSet<String>,
    imports: BTreeMap<String, Names>,
    globs: Vec<Names>,
}

struct Named {
    module: Names,
    path: Names,
    is_test: bool,
    is_handed_on: bool,
}

impl Sources {
    /// Reads a folder of sources.
    pub fn of(folder: &Path) -> Self {
        let mut sources = Self {
            files: Vec::new(),
            modules: BTreeMap::new(),
        };
        for path in paths(folder) {
            let tree = syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap();
            let path = path.strip_prefix(folder).unwrap().to_owned();
            let mut reader = Reader {
                module: module_of(&path),
                file: sources.files.len(),
                is_test: false,
                modules: &mut sources.modules,
                source: Source {
                    path,
                    named: Vec::new(),
                    literals: Vec::new(),
                    types: Vec::new(),
                    is_view: false,
                },
            };
            reader.open();
            reader.visit_file(&tree);
            let source = reader.source;
            sources.files.push(source);
        }
        sources
    }

    /// Returns the file of this path.
    pub fn file(&self, path: &str) -> usize {
        let place = self.files.iter().position(|file| file.path == Path::new(path));
        place.unwrap_or_else(|| panic!("{path} is not there"))
    }

    /// Returns what a file uses.
    pub fn uses(&self, file: usize) -> impl Iterator<Item = Use> {
        self.files[file].named.iter().map(move |named| {
            let target = self.resolve(&named.module, &named.path, 0);
            let own = module_of(&self.files[file].path);
            let is_below = |target: &usize| {
                let module = module_of(&self.files[*target].path);
                *target != file && module.starts_with(&own)
            };
            Use {
                is_test: named.is_test,
                hands_on: named.is_handed_on && matches!(&target, Target::Item(target, _) if is_below(target)),
                target,
            }
        })
    }

    /// Returns a target in words.
    pub fn shown(&self, target: &Target) -> String {
        match target {
            Target::Item(file, names) => format!("{} of {}", names.join("::"), self.files[*file].path.display()),
            Target::Outside(names) | Target::Nowhere(names) => names.join("::"),
        }
    }

    /// Returns what a path stands for in a module.
    fn resolve(&self, module: &[String], path: &[String], depth: usize) -> Target {
        assert!(depth < 32, "{} leads round in a circle", path.join("::"));
        let (start, rest) = match path[0].as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (module.to_vec(), &path[1..]),
            "super" => {
                let up = path.iter().take_while(|name| *name == "super").count();
                (module[..module.len() - up].to_vec(), &path[up..])
            }
            "" => return Target::Outside(path[1..].to_vec()),
            _ => {
                let found = self.walk(module.to_vec(), path, depth);
                return found.unwrap_or_else(|| Target::Outside(path.to_vec()));
            }
        };
        let found = self.walk(start, rest, depth);
        found.unwrap_or_else(|| Target::Nowhere(path.to_vec()))
    }

    /// Follows a path from a module, through re-exports; `None` if nothing has its name.
    fn walk(&self, mut module: Names, path: &[String], depth: usize) -> Option<Target> {
        let here = self.modules.get(&module)?;
        let Some((name, rest)) = path.split_first() else {
            return Some(Target::Item(here.file, Vec::new()));
        };
        // A module and a function may have the same name.
        let is_within = !rest.is_empty() && here.modules.contains(name);
        if let Some(file) = here.items.get(name).filter(|_| !is_within) {
            return Some(Target::Item(*file, path.to_vec()));
        }
        if here.modules.contains(name) {
            module.push(name.clone());
            return self.walk(module, rest, depth);
        }
        if let Some(import) = here.imports.get(name) {
            let whole = [import, rest].concat();
            // A crate with an item of the crate's own name.
            let is_outside = import[0] == *name;
            return Some(if is_outside {
                Target::Outside(whole)
            } else {
                self.resolve(&module, &whole, depth + 1)
            });
        }
        let is_inside = |first: &String| {
            ["crate", "self", "super"].contains(&first.as_str())
                || here.modules.contains(first)
                || here.items.contains_key(first)
                || here.imports.contains_key(first)
        };
        let of_glob = |glob: &Names| self.resolve(&module, &[glob, path].concat(), depth + 1);
        let inside = here.globs.iter().filter(|glob| is_inside(&glob[0]));
        let mut globs = inside.map(of_glob);
        globs.find(|target| matches!(target, Target::Item(..)))
    }
}

/// Returns all sources below a folder.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let nested = entries.flat_map(|path| if path.is_dir() { paths(&path) } else { vec![path] });
    let mut all: Vec<PathBuf> = nested
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect();
    all.sort();
    all
}

/// Returns the module of a file: `plot/layout/margins.rs` is `plot::layout::margins`.
fn module_of(path: &Path) -> Names {
    let names = path.with_extension("");
    let mut names: Names = names.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    if ["mod", "lib"].contains(&names.last().unwrap().as_str()) {
        names.pop();
    }
    names
}

struct Reader<'a> {
    module: Names,
    file: usize,
    is_test: bool,
    modules: &'a mut BTreeMap<Names, Module>,
    source: Source,
}

impl Reader<'_> {
    /// Enters the present module.
    fn open(&mut self) {
        let file = self.file;
        self.here().file = file;
        if let Some((name, above)) = self.module.split_last() {
            let above = self.modules.entry(above.to_vec()).or_default();
            above.modules.insert(name.clone());
        }
    }

    fn here(&mut self) -> &mut Module {
        self.modules.entry(self.module.clone()).or_default()
    }

    fn define(&mut self, name: String) {
        let file = self.file;
        self.here().items.insert(name, file);
    }

    fn name(&mut self, path: Names, is_handed_on: bool) {
        self.source.named.push(Named {
            module: self.module.clone(),
            path,
            is_test: self.is_test,
            is_handed_on,
        });
    }

    fn import(&mut self, tree: &UseTree, before: &Names, is_public: bool) {
        let with = |name: &syn::Ident| {
            let mut path = before.clone();
            if name != "self" || path.is_empty() {
                path.push(name.to_string());
            }
            path
        };
        let (path, name) = match tree {
            UseTree::Path(path) => return self.import(&path.tree, &with(&path.ident), is_public),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before, is_public);
                }
                return;
            }
            UseTree::Glob(_) => {
                self.here().globs.push(before.clone());
                return self.name(before.clone(), is_public);
            }
            UseTree::Name(name) => {
                let path = with(&name.ident);
                let name = path.last().cloned();
                (path, name.unwrap_or_default())
            }
            UseTree::Rename(renamed) => (with(&renamed.ident), renamed.rename.to_string()),
        };
        if path != [name.as_str()] {
            self.here().imports.insert(name, path.clone());
        }
        self.name(path, is_public);
    }

    /// Reads the input of a macro, which may be anything: paths, strings, items.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |place: usize, sign: char| matches!(tokens.get(place), Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
        let mut place = 0;
        while let Some(token) = tokens.get(place) {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        self.source.literals.push(text.value());
                    }
                }
                TokenTree::Ident(first) if place == 0 || !is(place - 1, '.') => {
                    let mut path = vec![first.to_string()];
                    while let (true, true, Some(TokenTree::Ident(next))) =
                        (is(place + 1, ':'), is(place + 2, ':'), tokens.get(place + 3))
                    {
                        path.push(next.to_string());
                        place += 3;
                    }
                    let kinds = ["enum", "struct", "trait", "type", "fn", "const", "static"];
                    if let (true, Some(TokenTree::Ident(item))) =
                        (kinds.contains(&path[0].as_str()), tokens.get(place + 1))
                    {
                        self.define(item.to_string());
                        if kinds[..4].contains(&path[0].as_str()) {
                            self.source.types.push(item.to_string());
                        }
                    }
                    self.name(path, false);
                }
                _ => {}
            }
            place += 1;
        }
    }
}

/// Whether an item is compiled for tests alone.
fn is_of_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        attribute.path().is_ident("cfg") && list.is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Macro(item) => item.ident.as_ref(),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            _ => None,
        };
        if let Some(name) = name {
            self.define(name.to_string());
            if matches!(item, Item::Enum(_) | Item::Struct(_) | Item::Trait(_) | Item::Type(_)) {
                self.source.types.push(name.to_string());
            }
        }
        match item {
            Item::Macro(item)
                if item
                    .attrs
                    .iter()
                    .any(|attribute| attribute.path().is_ident("macro_export")) =>
            {
                // Such a macro is at the root, wherever it is defined.
                let name = item.ident.as_ref().unwrap().to_string();
                self.modules
                    .entry(Vec::new())
                    .or_default()
                    .items
                    .insert(name, self.file);
            }
            Item::Impl(item) => {
                let of = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                self.source.is_view |= of.is_some_and(|of| of.ident == "View");
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.content.is_none() {
            return;
        }
        let was_test = self.is_test;
        self.is_test |= is_of_tests(&item.attrs);
        self.module.push(item.ident.to_string());
        self.open();
        visit::visit_item_mod(self, item);
        self.module.pop();
        self.is_test = was_test;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let start = item.leading_colon.iter().map(|_| String::new()).collect();
        self.import(&item.tree, &start, !matches!(item.vis, Visibility::Inherited));
    }

    /// `pub(super)` names nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let start = path.leading_colon.iter().map(|_| String::new());
        let names = path.segments.iter().map(|segment| segment.ident.to_string());
        self.name(start.chain(names).collect(), false);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        visit::visit_macro(self, item);
        self.tokens(item.tokens.clone());
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        self.source.literals.push(text.value());
    }
}

#[test]
fn a_path_leads_through_re_exports_globs_and_macros_to_the_file_that_defines_the_item() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("lib.rs", "pub mod low; pub mod high;"),
        (
            "low/mod.rs",
            "mod item; pub mod more; pub use item::{Item as Renamed, *}; pub(super) use more::deep;",
        ),
        (
            "low/item.rs",
            "pub enum Item { One } pub struct Other; kinds! { pub enum Made { Two } }",
        ),
        ("low/more.rs", "pub fn deep() {}"),
        (
            "high/mod.rs",
            "use crate::low::{self, Renamed}; use super::low::*;
             fn a() { vec![Renamed::One, low::Made::Two]; deep(); std::fs::read(\"x\"); Other; }
             #[cfg(test)] mod tests { use super::*; use crate::low::absent; }",
        ),
    ];
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let sources = Sources::of(folder.path());
    let uses = |path: &str| -> BTreeSet<String> {
        let all = sources.uses(sources.file(path)).filter(|named| !named.hands_on);
        all.map(|named| sources.shown(&named.target)).collect()
    };
    let found = uses("high/mod.rs");
    for expected in [
        "Item::One of low/item.rs",
        "Made::Two of low/item.rs",
        "Other of low/item.rs",
        "deep of low/more.rs",
        "std::fs::read",
        "crate::low::absent",
    ] {
        assert!(found.contains(expected), "{expected} is not in {found:?}");
    }
    assert!(uses("low/mod.rs").is_empty(), "{:?}", uses("low/mod.rs"));
    let absent = |named: &Use| matches!(&named.target, Target::Nowhere(_)) && named.is_test;
    assert!(sources.uses(sources.file("high/mod.rs")).any(|named| absent(&named)));
}
