"""Pictures of boards, of random positions of every game: well-formed XML that needs nothing else, with all that it draws
inside its viewBox. The golden pictures are those of the first example positions, tests/games/NAME/board.svg; after a
change to the look, write them again with JOGADA_GOLDEN=write and view each of them."""
import math
import os
import re
import subprocess
import unittest
import xml.etree.ElementTree as ET

from helper import ROOT, facts, games

DRAW = os.environ["DRAW_BOARDS"]
SEED = int(os.environ.get("JOGADA_TEST_SEED", "1"))
SCALE = float(os.environ.get("JOGADA_TEST_SCALE", "100")) / 100
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "defs", "g", "rect", "circle", "ellipse", "line", "path", "text", "tspan", "use", "stop",
            "linearGradient", "radialGradient"}
ATTRIBUTES = {"id", "class", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "x2", "y1", "y2", "d", "fill", "stroke",
              "fill-opacity", "fill-rule", "stroke-opacity", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
              "opacity", "transform", "href", "offset", "stop-color", "stop-opacity", "font-size", "font-weight", "font-family",
              "text-anchor", "paint-order", "viewBox", "role", "lang", "style", "{http://www.w3.org/XML/1998/namespace}space"}


def draw(spec, count):
    """The pictures of random positions, as texts."""
    done = subprocess.run([DRAW, spec, str(SEED), str(count)], capture_output=True, check=False)
    assert done.returncode == 0, (spec, done.stderr)
    return [text.decode("utf-8") for text in done.stdout.split(b"\0")[:-1]]


def matrix(text):
    """The transform attribute as a, b, c, d, e, f."""
    m = (1, 0, 0, 1, 0, 0)
    for kind, words in re.findall(r"(\w+)\(([^)]*)\)", text or ""):
        v = [float(w) for w in words.split()]
        if kind == "translate":
            n = (1, 0, 0, 1, v[0], v[1])
        elif kind == "rotate":
            c, s = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
            n = (c, s, -s, c, 0, 0)
        else:
            assert kind == "scale" and len(v) == 1, text
            n = (v[0], 0, 0, v[0], 0, 0)
        m = times(m, n)
    return m


def times(m, n):
    a, b, c, d, e, f = m
    g, h, i, j, k, l = n
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f)


def path_points(data):
    """The points of a path, control points too, which enclose its curves; of an arc its ends."""
    out, x, y, start = [], 0.0, 0.0, (0.0, 0.0)
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        v = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?", rest)]
        size = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "T": 2, "A": 7, "Z": 0}[letter.upper()]
        for at in range(0, len(v), size) if size else [0]:
            p, own = v[at:at + size], letter.islower()
            if letter in "zZ":
                x, y = start
            elif letter in "hH":
                x = p[0] + (x if own else 0)
            elif letter in "vV":
                y = p[0] + (y if own else 0)
            else:
                p = p[5:] if letter in "aA" else p
                points = [(p[i] + (x if own else 0), p[i + 1] + (y if own else 0)) for i in range(0, len(p), 2)]
                out += points
                x, y = points[-1]
                if letter in "mM" and not at:
                    start = (x, y)
            out.append((x, y))
    return out


def shape_points(e):
    """The corners of what an element draws, in its own coordinates."""
    get = lambda name: float(e.get(name, "0"))
    kind = e.tag.removeprefix(SVG)
    if kind == "rect":
        return [(get("x") + i * get("width"), get("y") + j * get("height")) for i in (0, 1) for j in (0, 1)]
    if kind in ("circle", "ellipse"):
        rx, ry = (get("r"), get("r")) if kind == "circle" else (get("rx"), get("ry"))
        return [(get("cx") + i * rx, get("cy") + j * ry) for i in (-1, 1) for j in (-1, 1)]
    if kind == "line":
        return [(get("x1"), get("y1")), (get("x2"), get("y2"))]
    if kind == "path":
        return path_points(e.get("d"))
    if kind == "text":
        size, words = get("font-size"), "".join(e.itertext())
        width = 0.5 * size * len(words)
        left = get("x") - {"middle": 0.5, "end": 1}.get(e.get("text-anchor"), 0) * width
        return [(left, get("y") - 0.7 * size), (left + width, get("y") + 0.1 * size)]
    return []


class Picture:
    def __init__(self, text):
        self.text = text
        self.root = ET.fromstring(text)
        self.ids = {e.get("id"): e for e in self.root.iter() if e.get("id")}

    def points(self, e=None, m=(1, 0, 0, 1, 0, 0)):
        """All corners, in the coordinates of the viewBox."""
        e = self.root if e is None else e
        if e.tag in (SVG + "defs", SVG + "title", SVG + "desc"):
            return
        m = times(m, matrix(e.get("transform")))
        if e.tag == SVG + "use":
            yield from self.points(self.ids[e.get("href")[1:]], m)
        for x, y in shape_points(e):
            yield m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5], e
        for child in e if e.tag != SVG + "text" else ():
            yield from self.points(child, m)


class Pictures(unittest.TestCase):
    def check_root(self, p, spec):
        root = p.root
        self.assertEqual(root.tag, SVG + "svg", spec)
        self.assertEqual(root.get("role"), "img")
        self.assertEqual(root[0].tag, SVG + "title")
        self.assertTrue(root[0].text.strip())
        self.assertEqual(root[1].tag, SVG + "desc")
        self.assertTrue(root[1].text.strip())
        box = [float(n) for n in root.get("viewBox").split()]
        self.assertEqual(box[:2], [0, 0])
        self.assertGreater(min(box[2:]), 100)
        self.assertAlmostEqual(float(root.get("width")) / float(root.get("height")), box[2] / box[3], delta=0.05)

    def check_alone(self, p, spec):
        """No scripts, styles, events or references to anything outside of the picture."""
        for e in p.root.iter():
            self.assertIn(e.tag.removeprefix(SVG), ELEMENTS, spec)
            self.assertLessEqual(set(e.keys()), ATTRIBUTES, spec)
            if e.tag == SVG + "use":
                self.assertIn(e.get("href")[1:], p.ids, spec)
            for name, value in e.items():
                for ref in re.findall(r"url\(([^)]*)\)", value):
                    self.assertIn(ref[1:], p.ids, (spec, name))
        self.assertTrue(all(i.startswith("jg-") for i in p.ids), spec)
        self.assertEqual(len(re.findall(r" id='", p.text)), len(p.ids), spec)

    def check_inside(self, p, spec):
        _, _, width, height = (float(n) for n in p.root.get("viewBox").split())
        for x, y, e in p.points():
            if not (-1 <= x <= width + 1 and -1 <= y <= height + 1):
                self.fail(f"{spec}: {ET.tostring(e).decode()[:200]} reaches {x:.1f}, {y:.1f} of {width} by {height} in {p.root[1].text}")

    def check(self, text, spec):
        try:
            p = Picture(text)
        except ET.ParseError as error:
            self.fail(f"{spec}: {error}: {text[:300]}")
        self.check_root(p, spec)
        self.check_alone(p, spec)
        self.check_inside(p, spec)

    def test_random_positions(self):
        for spec, *_ in facts("walk"):
            if ":" in spec and SCALE < 0.5:
                continue
            pictures = draw(spec, max(1, round(2 * SCALE)))
            self.assertTrue(pictures, spec)
            for text in pictures[:: max(1, round(len(pictures) / max(10, 60 * SCALE)))]:
                self.check(text, f"{spec}, seed {SEED}")

    def test_ids_mean_the_same_in_all_pictures_of_a_game(self):
        for name in games():
            known = {}
            for spec in [s for s, *_ in facts("walk") if s.split(":")[0] == name]:
                for text in draw(spec, 1)[:20]:
                    for i, e in Picture(text).ids.items():
                        self.assertEqual(known.setdefault(i, ET.tostring(e)), ET.tostring(e), (spec, i))

    def test_golden_pictures(self):
        for name in games():
            with self.subTest(game=name):
                pictures = draw(name, 0)
                self.assertTrue(pictures, name)
                self.check(pictures[0], name)
                path = os.path.join(ROOT, f"tests/games/{name}/board.svg")
                if os.environ.get("JOGADA_GOLDEN") == "write":
                    with open(path, "w", encoding="utf-8") as f:
                        f.write(pictures[0])
                with open(path, encoding="utf-8") as f:
                    self.assertTrue(pictures[0] == f.read(), f"{path} differs; JOGADA_GOLDEN=write writes it again")
