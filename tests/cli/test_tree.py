"""jogada tree: the same tree as text, picture, page and JSON."""
import json
import os
import re
import unittest
import xml.etree.ElementTree as ET

from helper import COLOUR, Case

SVG = "{http://www.w3.org/2000/svg}"


class Tree(Case):
    def tree(self, *args, **how):
        return json.loads(self.good("tree", *args, "--json", **how))

    def nodes(self, *args):
        return self.tree(*args)["trees"][0]["nodes"]

    def picture(self, *args):
        """Draws an SVG, which must be well-formed, and returns its root."""
        self.good("tree", *args, "-o", "x.svg")
        return ET.fromstring(self.text_of("x.svg"))

    def page(self, *args):
        """Writes a page and returns the data in it."""
        self.good("tree", *args, "-o", "x.html")
        text = self.text_of("x.html")
        self.assertEqual(text.count("</script>"), 2)
        return json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])

    def texts(self, root):
        return ["".join(e.itertext()) for e in root.iter(SVG + "text")]


class Text(Tree):
    def test_five_coins_by_minimax(self):
        out = self.good("tree", "coins", "minimax")
        self.assertEqual(len(re.findall(r"(?m)[○□●■] [a-z]+ = -?100$", out)), 20)
        self.assertIn("nodes visited: 20, leaves: 8, cutoffs: 0, never visited: 0", out)

    def test_cuts_have_reasons(self):
        out = " ".join(self.good("tree", "coins", "alphabeta").split())
        self.assertIn("[-∞, 100]", out)
        self.assertIn("alpha cutoff: c is at most 100, but a already has 100 through b, so g does not matter", out)
        self.assertIn("beta cutoff: e is at least 100, but b already has 100 through d, so k does not matter", out)

    def test_negamax_changes_the_sign(self):
        out = self.good("tree", "coins", "negamax")
        self.assertIn("values are for the side to move", out)
        self.assertIn("○ a = 100\n┡━ 1  □ b = -100\n", out)

    def test_without_unicode(self):
        out = self.good("tree", "coins", "alphabeta", "--steps", LC_ALL="C")
        self.assertTrue(out.isascii())
        self.assertIn("MAX a = 100  [-inf, +inf]  #1\n", out)

    def test_colours(self):
        plain, colour = self.good("tree", "coins", "alphabeta"), self.good("tree", "coins", "alphabeta", "--color", "always")
        self.assertNotEqual(plain, colour)
        self.assertEqual(plain, COLOUR.sub("", colour))

    def test_lines_are_short(self):
        for args in (["coins", "alphabeta"], ["kalah", "alphabeta:depth=4"], ["tictactoe", "alphabeta:depth=0"]):
            for lang in ("en", "pt-BR"):
                lines = self.good("tree", *args, "--lang", lang).splitlines()
                self.assertLessEqual(max(map(len, lines[1:-1])), 80)

    def test_large_trees_fold(self):
        for args in (["kalah", "alphabeta:depth=4"], ["tictactoe", "alphabeta:depth=0"], ["tictactoe", "minimax:depth=0"]):
            with self.subTest(args=args):
                out = self.good("tree", *args)
                self.assertLess(len(out.splitlines()), 160)
                self.assertRegex(out, r"\+\d")
        self.assertIn("549,946", out)

    def test_nodes(self):
        def drawn(*args):
            return len(re.findall(r"(?m)^[^a-z]*[○□●■◆] [a-z]+\b", self.good("tree", "tictactoe", "minimax:depth=3", *args)))
        self.assertEqual(drawn("--nodes", "1000000"), 1 + 9 + 72 + 504)
        self.assertEqual(drawn("-n", "1"), 1 + 9 + 4 + 4)  # the principal variation is always open, with a few moves beside it
        self.assertTrue(18 < drawn("--nodes", "100") <= 100)

    def test_a_position(self):
        out = self.good("tree", "coins", "minimax", "-p", "2 2")
        self.assertIn("position 2 2", out)
        self.assertIn("○      MAX, player 2", out)

    def test_a_stopped_search(self):
        out = self.good("tree", "kalah", "alphabeta:depth=8,nodes=20")
        self.assertIn("○ a ?", out)
        self.assertIn("unfinished", out)

    def test_secondary_search(self):
        out = self.good("tree", "kalah:houses=3", "alphabeta:depth=1,secondary=2")
        self.assertIn("\nsecondary search, two plies deeper:\n", out)


class Json(Tree):
    def test_fields(self):
        document = self.tree("coins", "alphabeta")
        self.assertEqual({k: v for k, v in document.items() if k != "trees"}, {
            "game": "coins", "position": "5 1", "agent": "alphabeta", "move": "1", "value": 100, "unit": "points", "win": 1, "max": 1, "nodes": 17,
            "leaves": 6, "cuts": 2, "unseen": 3, "unseen_more": False, "stopped": False})
        root, *rest = document["trees"][0]["nodes"]
        self.assertEqual(root, {"name": "a", "position": "5 1", "turn": "max", "depth": 6, "visit": 1, "alpha": None,
                                "beta": None, "known": "exact", "value": 100, "returned": 100, "best": "b"})
        self.assertEqual([n["name"] for n in rest], list("bcdefghijklmnopqrst"))
        g = next(n for n in rest if n["name"] == "g")
        self.assertEqual(g, {"name": "g", "parent": "c", "move": "2", "position": "1 1", "turn": "max", "depth": 4,
                             "cut": "alpha"})

    def test_the_same_in_every_language(self):
        args = ["tree", "tictactoe", "alphabeta:depth=2", "--json"]
        self.assertEqual(self.good(*args), self.good(*args, "--lang", "pt-BR"))

    def test_counts_agree(self):
        for agent in ("minimax:depth=3", "alphabeta:depth=4", "alphabeta:depth=2,quiesce=1", "alphabeta:depth=3,order=best"):
            document = self.tree("kalah", agent)
            nodes = document["trees"][0]["nodes"]
            self.assertEqual(sum("visit" in n for n in nodes), document["nodes"])
            self.assertEqual(sum("visit" not in n for n in nodes) + sum(n.get("folded", 0) for n in nodes),
                             document["unseen"])
            self.assertEqual(sum("reason" in n for n in nodes), document["cuts"])
            self.assertEqual(len({n["name"] for n in nodes}), len(nodes))

    def test_alphabeta_agrees_with_minimax(self):
        whole = {n["position"] + n["name"]: n for n in self.nodes("coins:n=9,take=3", "minimax:depth=5")}
        for n in self.nodes("coins:n=9,take=3", "alphabeta:depth=5"):
            other = whole[n["position"] + n["name"]]
            if "value" in n:
                right = {"exact": n["value"] == other["value"], "at most": other["value"] <= n["value"],
                         "at least": other["value"] >= n["value"]}
                self.assertTrue(right[n["known"]], n)

    def test_with_a_file(self):
        document = self.tree("coins", "minimax", "-o", "x.svg")
        self.assertEqual(document["nodes"], 20)
        ET.fromstring(self.text_of("x.svg"))


class Pictures(Tree):
    CASES = [
        ["coins", "minimax"], ["coins", "alphabeta", "--steps"], ["coins", "negamax"], ["kalah", "alphabeta:depth=4"],
        ["tictactoe", "minimax:depth=2"], ["tictactoe", "alphabeta:depth=0"], ["kalah", "alphabeta:depth=6,nodes=50"],
        ["kalah:houses=3", "alphabeta:depth=2,secondary=2"], ["kalah", "alphabeta:depth=2,quiesce=1"],
    ]

    def test_well_formed_and_within_the_picture(self):
        for lang in ("en", "pt-BR"):
            for args in self.CASES:
                with self.subTest(args=args, lang=lang):
                    root = self.picture(*args, "--lang", lang)
                    width, height = map(float, root.get("viewBox").split()[2:])
                    self.assertTrue(0.9 < width / height < 4.5, (width, height))
                    for rect in root.iter(SVG + "rect"):
                        self.assertTrue(float(rect.get("width")) > 0)
                    self.assertNotIn("http", self.text_of("x.svg").replace("http://www.w3.org/2000/svg", ""))

    def boxes(self, root):
        """Where the shapes of nodes are: those that stand in a <g> with a title."""
        for g in root.iter(SVG + "g"):
            rects = g.findall(SVG + "rect")
            if g.find(SVG + "title") is not None and rects:
                x, y, w, h = (float(rects[-1].get(k)) for k in ("x", "y", "width", "height"))
                yield x, y, x + w, y + h

    def test_no_two_nodes_overlap(self):
        for args in self.CASES:
            boxes = list(self.boxes(self.picture(*args)))
            self.assertGreater(len(boxes), 5)
            for i, (a, b, c, d) in enumerate(boxes):
                for e, f, g, h in boxes[:i]:
                    self.assertTrue(c <= e or g <= a or d <= f or h <= b, (args, i))

    def test_contents_of_the_file(self):
        texts = self.texts(self.picture("coins", "alphabeta"))
        for text in ("Coins", "≤ 100", "≥ 100", "−100", "α −∞", "β +∞", "α2", "β1"):
            self.assertIn(text, texts)
        self.assertTrue(any("c is at most 100" in text for text in texts))
        self.assertTrue(any("never visited: 3" in text for text in texts))
        self.assertIn("#17", self.texts(self.picture("coins", "alphabeta", "--steps")))

    def test_portuguese(self):
        texts = self.texts(self.picture("coins", "alphabeta", "--lang", "pt-BR"))
        for part in ("corte alfa: c é no máximo 100", "variante principal", "MAX, jogador 1", "nós visitados: 17"):
            self.assertTrue(any(part in text for text in texts), part)
        self.assertFalse(any("cut" in text or "visited" in text for text in texts))

    def test_pages(self):
        for args in self.CASES:
            with self.subTest(args=args):
                data = self.page(*args)
                one = data["passes"][0]
                n = len(one["kids"])
                self.assertEqual(sum(one["kids"]), n - 1)
                for key in ("move", "turn", "known", "value", "visit", "best", "cutKind"):
                    self.assertEqual(len(one[key]), n)
                self.assertTrue(all(str(v) in data["values"] for v, k in zip(one["value"], one["known"]) if k < 3))
                cut = {i for i, k in enumerate(one["cutKind"]) if k}
                parents = [i for i, k in enumerate(one["kids"]) for _ in range(k)]
                self.assertEqual({str(parents[i - 1]) for i in cut}, set(one["reason"]))

    def test_pages_speak_portuguese(self):
        data = self.page("coins", "alphabeta", "--lang", "pt-BR")
        self.assertIn('<html lang="pt-BR">', self.text_of("x.html"))
        self.assertEqual(data["words"]["open_all"], "Expandir tudo")
        english = self.page("coins", "alphabeta")["words"]
        self.assertEqual(set(english), set(data["words"]))
        for key, text in english.items():
            self.assertEqual(set(re.findall(r"{\w+}", text)), set(re.findall(r"{\w+}", data["words"][key])), key)

    def test_pages_ask_for_words_that_exist(self):
        data = self.page("coins", "alphabeta")
        asked = set(re.findall(r'\bword\("(\w+)"', self.text_of("x.html")))
        asked |= set(re.findall(r'\bput\("(\w+)"', self.text_of("x.html")))
        asked |= {b for a in re.findall(r'\bword\([^"()]*\? "(\w+)" : "(\w+)"', self.text_of("x.html")) for b in a}
        self.assertEqual(asked, set(data["words"]))

    def test_pages_need_nothing_from_elsewhere(self):
        self.page("coins", "alphabeta")
        text = self.text_of("x.html")
        inside = re.sub(r"xmlns='http://www.w3.org/2000/svg'|href='#[\w-]+'|url\(#[\w-]+\)", "", text)  # within pictures
        self.assertNotRegex(inside, r"\b(src|href)=|@import|url\(|https?:")
        self.assertIn("default-src 'none'", text)

    def test_the_largest_page(self):
        self.assertEqual(len(self.page("tictactoe", "minimax:depth=0")["passes"][0]["kids"]), 549946)


class Files(Tree):
    def test_endings(self):
        for name in ("x.svg", "X.SVG", "x.html", "x.htm", "x.txt", "a.b.svg"):
            out = self.good("tree", "coins", "minimax", "--output", name)
            self.assertTrue(out.startswith(f"{name}: value: 100, move: 1, nodes visited: 20"), out)
            self.assertTrue(self.text_of(name))
        self.assertIn("○ a = 100", self.text_of("x.txt"))
        self.assertNotIn("\x1b", self.text_of("x.txt"))

    def test_text_files_do_not_depend_on_the_terminal(self):
        self.good("tree", "coins", "minimax", "-o", "a.txt", LC_ALL="C")
        self.good("tree", "coins", "minimax", "-o", "b.txt", "--color", "always")
        self.assertEqual(self.text_of("a.txt"), self.text_of("b.txt"))

    def test_other_endings_are_refused_before_anything_is_done(self):
        for name in ("x.png", "x", "x.", ".svg", "svg", "x.svg.gz", "x.svg/", "/", "-", "."):
            with self.subTest(name=name):
                self.refused("tree", "coins", "minimax", "-o", name, says=[name, ".svg", ".html", ".txt"])
        self.assertEqual(os.listdir(self.work), [])

    def test_files_that_cannot_be_written(self):
        os.mkdir(os.path.join(self.work, "folder.svg"))
        for name in ("folder.svg", "nowhere/x.svg"):
            result = self.jogada("tree", "coins", "minimax", "-o", name)
            self.assertEqual((result.status, result.out), (1, ""), result)
            self.assertIn(name, result.err)
        self.assertEqual(os.listdir(self.work), ["folder.svg"])

    def test_a_refused_tree_leaves_the_old_file(self):
        self.file("x.svg", "old")
        self.refused("tree", "kalah", "minimax:depth=20", "-o", "x.svg")
        self.assertEqual(self.text_of("x.svg"), "old")


class Refusals(Tree):
    def test_agents_without_a_tree(self):
        for agent in ("random", "human", "greedy"):
            with self.subTest(agent=agent):
                self.refused("tree", "coins", agent, says=[agent, "minimax, negamax, alphabeta"])
        self.assertIn("agentes que sabem", self.refused("tree", "coins", "random", "--lang", "pt-BR"))

    def test_too_large(self):
        self.refused("tree", "kalah", "minimax:depth=20", says=["1000000", "depth=3"])
        self.assertIn("profundidade menor", self.refused("tree", "kalah", "minimax:depth=0", "--lang", "pt-BR"))

    def test_nothing_to_search(self):
        self.refused("tree", "coins", "minimax", "-p", "0 1", says=["over"])

    def test_nonsense(self):
        for args in (["coins"], [], ["coins", "minimax", "x"], ["nope", "minimax"], ["coins", "nope"], ["coins", ""],
                     ["coins", "minimax:depth=x"], ["coins", "minimax", "-p", "x"], ["coins", "minimax", "--nodes", "-1"],
                     ["coins", "minimax", "--nodes", "1000001"], ["coins", "minimax", "-o", "x" * 5000 + ".svg"],
                     ["coins", "minimax", "--steps=2"]):
            with self.subTest(args=args):
                self.refused("tree", *args)


if __name__ == "__main__":
    unittest.main()
