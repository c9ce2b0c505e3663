//! `--help` in Chinese. The English words stand beside the options; here is
//! each of them with its translation, put in before the arguments are read.

use clap::{Arg, Command};

use super::settings;
use crate::text::Language;

/// English, Chinese.
const WORDS: &[(&str, &str)] = &[
    (
        "A table, a second one, and the second less the first, cell by cell",
        "一张表、第二张表以及逐格的第二减第一",
    ),
    (
        "The file to write: .png, .svg or .pdf, - for standard output",
        "要写的文件：.png、.svg 或 .pdf，- 为标准输出",
    ),
    (
        "Single frequencies over the positions, a lane each",
        "各频率随位置的曲线，每个一道",
    ),
    (
        "How slow each pair is, before and after a scaling, on a logarithmic axis",
        "各频率对的波长，缩放前后，对数坐标",
    ),
    (
        "Several views on one page, with one range of colours",
        "一页多个视图，共用一个色标",
    ),
    (
        "Every cell is N x N pixels, 1 to 64; the picture is as large as that needs",
        "每格 N x N 像素，1 至 64；图的大小随之而定",
    ),
    (
        "The picture is W x H pixels, or with mm behind it (89x60mm) so many millimetres",
        "图为 W x H 像素；后加 mm（89x60mm）则为毫米",
    ),
    ("The cells alone, without axes and words", "仅单元格，不含坐标轴与文字"),
    ("The figure", "图的版面"),
    (
        "The title; '' for none [default: what it shows]",
        "标题；'' 为无 [默认：所示内容]",
    ),
    (
        "What it is for: double or single (columns of a paper), slide or slide-4x3 [default: double]",
        "用途：double 或 single（论文双栏、单栏），slide 或 slide-4x3 [默认：double]",
    ),
    (
        "The page that it stands on, light or dark [default: light]",
        "所在页面：light 浅色或 dark 深色 [默认：light]",
    ),
    (
        "Pixels an inch, 36 to 1200 [default: 300 on paper, 144 on slides, 72 where --size is pixels]",
        "每英寸像素数，36 至 1200 [默认：论文 300，幻灯片 144，--size 为像素时 72]",
    ),
    (
        "The size of its letters in points, 4 to 96 [default: as fits the size]",
        "文字大小（磅），4 至 96 [默认：随图的大小]",
    ),
    (
        "Letters of an SVG as shapes, for where the font is not",
        "SVG 中的文字转为轮廓，供没有该字体处使用",
    ),
    (
        "png, svg or pdf [default: by the ending of OUT, png for standard output]",
        "png、svg 或 pdf [默认：按 OUT 的后缀，标准输出为 png]",
    ),
    (
        "The curve by offset on a logarithmic axis",
        "随间隔变化的曲线用对数坐标",
    ),
    (
        "Which bands, at most six, from the lowest lane on: 0,2,4 [default: 0,2,4]",
        "哪些频带，至多六个，自最低一道起：0,2,4 [默认：0,2,4]",
    ),
    (
        "From the top, with commas: heatmap,bands,similarity [default: heatmap,bands,similarity]",
        "自上而下，以逗号分隔：heatmap,bands,similarity [默认：heatmap,bands,similarity]",
    ),
    (
        "Every view has the colours of its own range, instead of one range for all",
        "各视图用各自的色标，而非共用一个",
    ),
    (
        "A saved session, or a picture that poscope wrote, to open the window on",
        "窗口要打开的已保存会话，或 poscope 写出的图片",
    ),
    (
        "Print the session in a picture or a file: poscope session h.png",
        "输出图片或文件中的会话：poscope session h.png",
    ),
    (
        "A saved session, a text that was shared, or a picture that poscope wrote",
        "已保存的会话、分享文本，或 poscope 写出的图片",
    ),
    (
        "The file to write, - for standard output [default: -]",
        "要写的文件，- 为标准输出 [默认：-]",
    ),
    (
        "The short text that can be pasted, instead of JSON",
        "改为输出可粘贴的短文本，而非 JSON",
    ),
    (
        "The encoding of a session, from a file or a picture that poscope wrote; the other options change it",
        "以会话的编码为起点，取自文件或 poscope 写出的图片；可用其他选项修改",
    ),
    (
        "List models with their encodings, and mistakes: poscope presets whisper",
        "列出各模型的编码与典型错误：poscope presets whisper",
    ),
    (
        "Only those whose name, source or numbers have every one of these words",
        "仅列出名称、来源或数字含有全部这些字词的条目",
    ),
    (
        "The gallery of mistakes instead: wrong tables, and what to look for",
        "改为列出典型错误：错误的表，以及看什么",
    ),
    (
        "Write the code that makes the table: poscope code numpy",
        "写出生成此表的代码：poscope code numpy",
    ),
    (
        "numpy, pytorch, jax, rust or latex",
        "numpy、pytorch、jax、rust 或 latex",
    ),
    (
        "The file to write [default: standard output]",
        "要写的文件 [默认：标准输出]",
    ),
    ("As JSON, for other programs", "输出 JSON，供其他程序使用"),
    (
        "A model's encoding or a mistake, by its name in poscope presets; the other options change it",
        "以模型的编码或典型错误为起点，名称见 poscope presets；可用其他选项修改",
    ),
    (
        "Also say which cell, row by row, is the first to differ by more than T",
        "并指出按行首个相差超过 T 的格",
    ),
    (
        "What the second table has different, in quotes: \"--start 1 --layout concat\"",
        "第二张表的不同之处，加引号：\"--start 1 --layout concat\"",
    ),
    (
        "Put the second table's columns in the order of the first's: sine k to sine k, cosine k to cosine k",
        "将第二张表的列按第一张表重排：正弦 k 对正弦 k，余弦 k 对余弦 k",
    ),
    (
        "A named arrangement of sines and cosines, such as tensor2tensor; the options below change it",
        "正弦与余弦的命名约定，如 tensor2tensor；可用下列选项修改",
    ),
    (
        "Dimensions, 1 to 16,384; of one head for rotations, the number of heads for biases [default: 16]",
        "维度数，1 至 16,384；旋转编码为一个头的维度，偏置为头数 [默认：16]",
    ),
    ("The settings of a scheme", "编码方式的设置"),
    (
        "The score of a query and a key of fixed content that rope has turned: keys to the right, queries up",
        "经 rope 旋转的固定查询与键的得分：键向右，查询向上",
    ),
    (
        "What a head of alibi, t5 or relative adds to the scores: keys to the right, queries up",
        "alibi、t5 或 relative 的一个头加在得分上的偏置：键向右，查询向上",
    ),
    ("Which head, from 0 [default: 0]", "哪个头，从 0 起 [默认：0]"),
    ("A microscope for positional encodings", "位置编码显微镜"),
    ("Without a command the window opens.", "不带命令时打开窗口。"),
    (
        "Write a picture: poscope export heatmap -o h.png",
        "写出图片：poscope export heatmap -o h.png",
    ),
    (
        "Write the numbers: poscope table -o pe.npy",
        "写出数值：poscope table -o pe.npy",
    ),
    (
        "Language of messages: en or zh; the system's unless given",
        "消息的语言：en 或 zh；默认随系统",
    ),
    ("Print help", "显示帮助"),
    ("Print help (see more with '--help')", "显示帮助（用 --help 查看更多）"),
    ("Print version", "显示版本"),
    (
        "The table: positions to the right, dimensions up, dimension 0 at the bottom",
        "编码表：位置向右，维度向上，维度 0 在最下",
    ),
    (
        "The cosine between every two positions, position 0 at the bottom left, and the curve of it",
        "每两个位置之间的余弦及其曲线，位置 0 在左下",
    ),
    ("The whole window, painted without a display", "整个窗口，无需显示器"),
    (
        "Index, normalized and sinusoidal as three strips; --scheme does not matter",
        "序号、归一化、正弦三条；与 --scheme 无关",
    ),
    (
        "What can be done beyond --trained-len as strips: go on, start over, squeeze; how a learned table is stretched",
        "超出 --trained-len 时的几种处理，各为一条：照旧、重启、挤压；learned 则为拉伸方式",
    ),
    (
        "The PNG file to write, - for standard output",
        "要写的 PNG 文件，- 为标准输出",
    ),
    ("The encoding", "编码"),
    ("The picture", "图片"),
    (
        "Positions, 1 to 1,048,576 [default: 50]",
        "位置数，1 至 1,048,576 [默认：50]",
    ),
    (
        "Base of the frequencies, 1.0001 to 1e9 [default: 10,000]",
        "频率的底数，1.0001 至 1e9 [默认：10,000]",
    ),
    (
        "RdBu, PuOr, coolwarm, viridis, magma, cividis or gray; with _r from its other end [default: RdBu]",
        "RdBu、PuOr、coolwarm、viridis、magma、cividis 或 gray；加 _r 则反向 [默认：RdBu]",
    ),
    (
        "The values of the first and the last colour; both are included",
        "首末两种颜色对应的数值，两端均含",
    ),
    ("Only the positions A to B - 1", "仅位置 A 至 B - 1"),
    ("Only the dimensions A to B - 1", "仅维度 A 至 B - 1"),
    ("Dimensions to the right and positions up", "维度向右，位置向上"),
    ("Nothing instead of white where no cell is", "无格之处透明，而非白色"),
    (
        "Each strip's colours span its own values, instead of -1..1 for all",
        "每条颜色按自身数值，而非统一的 -1..1",
    ),
    (
        "Size of the window in points [default: 1280x800]",
        "窗口大小，单位为点 [默认：1280x800]",
    ),
    ("Pixels a point: 1 to 4 [default: 1]", "每点像素数：1 至 4 [默认：1]"),
    ("Light or dark [default: light]", "light 或 dark [默认：light]"),
    (
        "The file to write, .npy, .npz, .csv or .safetensors, - for standard output",
        "要写的文件，.npy、.npz、.csv 或 .safetensors，- 为标准输出",
    ),
    (
        "npy, npz, csv or safetensors [default: by the ending of OUT]",
        "npy、npz、csv 或 safetensors [默认：按 OUT 的扩展名]",
    ),
    (
        "Write a file above 1 GiB without asking first",
        "不经询问即写出超过 1 GiB 的文件",
    ),
    (
        "Run the commands of a text file and make a folder of files: poscope batch figures.txt",
        "执行文本文件中的命令，写出一个文件夹的文件：poscope batch figures.txt",
    ),
    (
        "A text file with a command a line, such as export heatmap -o h.png; - for standard input",
        "文本文件，每行一条命令，如 export heatmap -o h.png；- 为标准输入",
    ),
    (
        "The folder of the files, made if it is missing [default: the folder of JOBS]",
        "写出文件的文件夹，没有则新建 [默认：JOBS 所在文件夹]",
    ),
    (
        "Check all commands and list the files, and make none",
        "只检查所有命令并列出文件，不写出",
    ),
    (
        super::sweep::HELP,
        "对另一选项的每个值各执行一次：base=100,1000 或 max-len=16..64:16（步长 16）或 base=10..1000:x10（逐次乘 10）；\
         值中有逗号时以分号分隔；OUT 中以 {base} 表示值的位置；多次给出则取所有组合",
    ),
    (
        "Write an animation: poscope animate heatmap --over base --from 100 --to 1e6 -o h.gif",
        "写出动画：poscope animate heatmap --over base --from 100 --to 1e6 -o h.gif",
    ),
    ("The motion", "变化"),
    (
        "What moves: base, d-model, max-len, or position, which is framed",
        "什么在变：base、d-model、max-len，或 position（以框标出）",
    ),
    ("Its first value", "起始值"),
    (
        "Its last value; by equal factors where one is more than ten times the other",
        "终止值；两端相差超过十倍时按等比变化",
    ),
    (
        "Frames from A to B, 2 to 600 [default: 60, fewer where there are fewer whole numbers]",
        "从 A 到 B 的帧数，2 至 600 [默认：60，整数较少时更少]",
    ),
    (
        "Frames a second, 1 to 50 [default: 15]; in a GIF exact where they divide 100",
        "每秒帧数，1 至 50 [默认：15]；GIF 中能整除 100 的才精确",
    ),
    ("Back from B to A as well", "再从 B 返回 A"),
    (
        super::animate::OUTPUT,
        "要写的文件：.gif、.png 或 .apng（后两者均为 APNG），- 为标准输出",
    ),
    (
        super::animate::FORMAT,
        "gif 或 apng [默认：按 OUT 的后缀，标准输出为 gif]",
    ),
    (
        super::animate::SIZE,
        "每帧 W x H 像素；后加 mm（89x60mm）则为毫米 [默认：1280x720]",
    ),
    (
        "The type that numbers are rounded to: f32, f64, f16 or bf16 [default: f32]",
        "数值舍入到的类型：f32、f64、f16 或 bf16 [默认：f32]",
    ),
    (
        "Say on standard error how long computing and writing took",
        "在标准错误输出计算与写出所用时间",
    ),
];

fn chinese(english: &str) -> Option<&'static str> {
    WORDS
        .iter()
        .find(|(known, _)| *known == english)
        .map(|(_, chinese)| *chinese)
}

/// The command, which is built, with its help in Chinese.
#[must_use]
pub fn in_chinese(command: Command) -> Command {
    translated(command)
}

fn translated(command: Command) -> Command {
    let about = command.get_about().map(ToString::to_string);
    let after = command.get_after_help().map(ToString::to_string);
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let mut command = command
        .mut_args(argument)
        .subcommand_help_heading("命令")
        .help_template("{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}\n");
    if let Some(words) = about.as_deref().and_then(chinese) {
        command = command.about(words);
    }
    if let Some(words) = after.as_deref().and_then(chinese) {
        command = command.after_help(words);
    }
    for name in names {
        command = command.mut_subcommand(name, translated);
    }
    command
}

fn argument(argument: Arg) -> Arg {
    let argument = if settings::is_listed(argument.get_id().as_str()) {
        let words = settings::help(argument.get_id().as_str(), Language::Chinese);
        argument.help(words)
    } else {
        argument
    };
    let help = argument.get_help().map(ToString::to_string);
    let heading = argument.get_help_heading().unwrap_or_default().to_owned();
    let argument = argument.help_heading(chinese(&heading).unwrap_or("选项"));
    match help.as_deref().and_then(chinese) {
        Some(words) => argument.help(words),
        None => argument,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &Command) {
        let texts = command
            .get_arguments()
            .filter(|argument| !settings::is_listed(argument.get_id().as_str()))
            .filter_map(Arg::get_help)
            .chain(command.get_about());
        for text in texts.map(ToString::to_string) {
            assert!(chinese(&text).is_some(), "{text:?} has no translation");
        }
        command.get_subcommands().for_each(check);
    }

    #[test]
    fn every_word_of_help_has_a_translation() {
        check(&crate::cli::parser(Language::English));
    }
}
