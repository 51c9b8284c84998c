"""The map of all source files, docs/files.md, from the first comment of every file.

    tools/file_map.py --update [ROOT]   writes docs/files.md
    tools/file_map.py --check [ROOT]    fails when it is out of date, or when a file has no first comment

A source and the header of the same name share a row: the header's comment, else the source's. The row shows the first
sentence, without citations.
"""

import argparse
import re
import sys
from pathlib import Path

HEAD = """# Files

One row for each source file: the first sentence of its first comment. `tools/file_map.py --update`
writes this page.
[architecture.md](architecture.md) explains the design.
"""

# In reading order. A star stands for all folders inside, by name.
FOLDERS = ["include/jogada", "src/core", "src/game", "src/search", "src/games", "src/games/*", "src/agents", "src/arena",
           "src/review", "src/store", "src/tune", "src/learn", "src/study", "src/report", "src/runs", "src/web", "src/site", "src/site/libc", "src/site/libc/sys", "src/kgp", "src/cli",
           "python", "python/jogada", "web", "web/src", "web/src/views", "web/src/views/*", "web/src/learn", "web/src/games", "web/src/games/*", "web/src/site",
           "web/test", "web/test/views", "web/test/games/*", "web/test/browser", "tests/core", "tests/game", "tests/search",
           "tests/games/*", "tests/agents", "tests/arena", "tests/review", "tests/store", "tests/tune", "tests/learn", "tests/study",
           "tests/report", "tests/runs", "tests/web", "tests/kgp", "tests/cli", "tests/python", "tests/checks", "tests/faults",
           "tests/support", "fuzz", "bench", "bench/games", "bench/games/*", "bench/python", "examples", "tools"]
EXTENSIONS = [".h", ".c", ".ts", ".js", ".mjs", ".css", ".py", ".sh"]
SKIPPED = {"node_modules", "build", "__pycache__"}


def comment(text, extension):
    """The first comment of a file as one line, or ""."""
    if extension == ".py":
        found = re.match(r'(?:#![^\n]*\n)?\s*"""(.*?)(?:"""|\n\n)', text, re.DOTALL)
    elif extension == ".sh":
        found = re.match(r"(?:#![^\n]*\n)?((?:#[^\n]*\n)+)", text)
    else:
        found = re.match(r"\s*/\*\*?(.*?)\*/", text, re.DOTALL) or re.match(r"((?:\s*//[^\n]*\n)+)", text)
    if not found:
        return ""
    marks = {".sh": r"^#", ".py": r"^$"}.get(extension, r"^\s*(?:\*|//)")
    return " ".join(re.sub(marks, "", found[1], flags=re.MULTILINE).split())


def sentence(text):
    """The first sentence, without citations in brackets, fit for a row."""
    text = re.sub(r" ?\((?:[^()]|\([^()]*\))*\b(?:1[89]|20)\d\d(?:[^()]|\([^()]*\))*\)", "", text)
    found = re.match(r"(.*?[^A-Z.\s]\.)(?:\s|$)", text)
    text = (found[1] if found else text).rstrip(".:")
    if len(text) > 200:
        text = re.split(r"[:;](?= )", text)[0]
    return text.replace("|", "\\|")


def folders(root):
    """The folders of FOLDERS that exist and have sources."""
    for entry in FOLDERS:
        for folder in sorted(root.glob(entry)):
            if folder.is_dir() and any(path.suffix in EXTENSIONS for path in folder.iterdir()):
                yield folder.relative_to(root).as_posix()


def rows(root, folder):
    stems = {}
    for path in sorted((root / folder).iterdir()):
        if path.is_file() and path.suffix in EXTENSIONS:
            stems.setdefault(path.name[: -len(path.suffix)], []).append(path)
    for stem, paths in stems.items():
        paths.sort(key=lambda path: EXTENSIONS.index(path.suffix))
        texts = [comment(path.read_text(encoding="utf-8"), path.suffix) for path in paths]
        public = root / "include/jogada" / (stem + ".h")
        if not any(texts) and folder.startswith("src/") and public.exists():
            texts = [f"Implements include/jogada/{stem}.h."]
        name = stem + "".join(sorted(path.suffix for path in paths)).replace(".", "/").replace("/", ".", 1)
        yield name, sentence(next(filter(None, texts), ""))


def page(root):
    """The text of the page, and the files without a comment."""
    lines, silent = [HEAD], []
    for folder in folders(root):
        lines += [f"## {folder}\n", "| file | |", "|---|---|"]
        for name, text in rows(root, folder):
            lines.append(f"| `{name}` | {text} |")
            if not text:
                silent.append(f"{folder}/{name}: no first comment that says what it does")
        lines.append("")
    return "\n".join(lines), silent


def unlisted(root):
    """Folders with sources that FOLDERS does not name."""
    listed = set(folders(root))
    for top in sorted({folder.split("/")[0] for folder in FOLDERS}):
        for path in sorted((root / top).rglob("*")):
            parts = path.relative_to(root).parts
            if path.suffix in EXTENSIONS and not SKIPPED & set(parts) and path.is_file():
                folder = "/".join(parts[:-1])
                if folder not in listed and not any(part in ("corpus", "data", "golden", "bots") for part in parts):
                    yield folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write docs/files.md")
    parser.add_argument("--check", action="store_true", help="fail if docs/files.md is out of date")
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    args = parser.parse_args()
    if args.update == args.check:
        parser.error("choose --update or --check")
    file = args.root / "docs/files.md"
    text, problems = page(args.root)
    problems += [f"{folder}: not among the FOLDERS of tools/file_map.py" for folder in sorted(set(unlisted(args.root)))]
    if args.update:
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        problems.append("docs/files.md is out of date: run tools/file_map.py --update")
    print("\n".join(problems) or f"{text.count(chr(10) + '| `')} files")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
