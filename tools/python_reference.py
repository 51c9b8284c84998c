"""Writes the reference of the Python package into docs/python.md, from its docstrings.

    tools/python_reference.py --update   replaces the part between the two marks
    tools/python_reference.py --check    fails when that part is out of date

The package and numpy must be importable: install them, or set PYTHONPATH to the folder `python` of a build.
"""

import ast
import inspect
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).parents[1]
PAGE = ROOT / "docs/python.md"
BEGIN, END = "<!-- reference: begin -->\n", "<!-- reference: end -->\n"
SKIPPED = {"CHANCE", "OVER"}
# Modules that need other packages are read as source, so that the reference can be written without these packages.
SOURCES = {"gymnasium": ["VectorEnv"], "pettingzoo": ["env", "raw_env"],
           "openspiel": ["game", "Bot", "OpenSpielGame", "OpenSpielState"]}


def signature(public):
    """The signature of a function or class, or ""."""
    try:
        text = str(inspect.signature(public))
    except (TypeError, ValueError):
        return ""
    return re.sub(r"\((?:self|cls|type)(?:, /)?(?:, |(?=\)))", "(", text).replace(", /)", ")")


def paragraphs(doc):
    """A docstring as Markdown: examples become blocks, lists of fields become lists."""
    for part in (doc or "").split("\n\n"):
        lines = part.splitlines()
        if lines and lines[0].startswith(">>>"):
            yield "```python\n" + part + "\n```"
        elif lines and all(line.startswith("    ") for line in lines):
            yield "```python\n" + textwrap.dedent(part) + "\n```"
        elif all(": " in line or line[:1] == " " for line in lines) and re.match(r"[a-z][\w, ;()]*: ", part):
            yield "\n".join("- " + line for line in re.sub(r"\n +", " ", part).splitlines())
        else:
            yield part


def members(public):
    """Documented methods and attributes of a class, in the order of their names."""
    found = {}
    for base in reversed(public.__mro__[:-1]):
        found.update({name: value for name, value in vars(base).items() if not name.startswith("_")})
    for name in sorted(found):
        doc = inspect.getdoc(found[name])
        if doc:
            yield name, found[name], doc


def describe(name, public):
    """The section of one name."""
    yield f"### `jogada.{name}{signature(public) if not inspect.isclass(public) or name != 'State' else ''}`\n"
    yield from (text + "\n" for text in paragraphs(inspect.getdoc(public)))
    if not inspect.isclass(public) or issubclass(public, Exception):
        return
    for member, value, doc in members(public):
        value = getattr(value, "__func__", value)
        call = signature(value) if callable(value) else ""
        yield f"- `{member}{call}`: " + "\n".join(item(doc))
    yield ""


def item(doc):
    """A docstring as an item of a list: its prose, then its fields as a list of their own."""
    prose, fields = [], []
    for part in paragraphs(doc):
        if part.startswith("- "):
            fields += ["  " + line for line in part.splitlines()]
        elif not part.startswith("```"):
            prose += part.split()
    return [" ".join(prose), *fields]


def describe_source(module):
    """The sections of the public names of a module, from its source."""
    tree = ast.parse((ROOT / f"python/jogada/{module}.py").read_text(encoding="utf-8"))
    found = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    for name in SOURCES[module]:
        node = found[name]
        begin = node if isinstance(node, ast.FunctionDef) else next(
            (n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"), None)
        call = re.sub(r"^self(?:, )?", "", ast.unparse(begin.args)) if begin else ""
        docs = [ast.get_docstring(node), ast.get_docstring(begin) if begin and begin is not node else None]
        yield f"### `jogada.{module}.{name}({call})`\n"
        yield from (text + "\n" for doc in docs for text in paragraphs(doc) if text)


def reference():
    import jogada

    lines = []
    for name in sorted(jogada.__all__, key=str.lower):
        if name not in SKIPPED:
            lines += describe(name, getattr(jogada, name))
    lines += describe("Vector", jogada.Vector)
    for module in SOURCES:
        lines += describe_source(module)
    return "\n".join(lines)


def main(how):
    text = PAGE.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    _, tail = rest.split(END)
    new = head + BEGIN + "\n" + reference() + "\n" + END + tail
    if how == "--update":
        PAGE.write_text(new, encoding="utf-8")
    elif new != text:
        sys.exit("docs/python.md is out of date: run tools/python_reference.py --update")


if __name__ == "__main__":
    if sys.argv[1:] not in (["--update"], ["--check"]):
        sys.exit(__doc__)
    main(sys.argv[1])
