"""--report: the page of a study, what it says, and what it must not overwrite."""
import json
import os
import re
import unittest
import xml.etree.ElementTree as ElementTree

from helper import Case

QUICK = ("--quick", "--games", "4")
HEAT = [f"h{i}" for i in range(11)]


def text_of(element):
    return "".join(element.itertext())


def variables(css):
    """The colours of the light and the dark theme: two dicts."""
    light, dark = {}, {}
    for block in re.finditer(r"(@media screen and \(prefers-color-scheme: dark\) \{\s*)?:root \{([^}]*)\}", css):
        (dark if block[1] else light).update(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[2]))
    return light, dark


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """As the Web Content Accessibility Guidelines reckon it: 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Page(Case):
    def report(self, *args, name="r.html"):
        self.good("study", *args, *QUICK, "--report", name)
        return ElementTree.fromstring(self.text_of(name))

    def test_tables_agree_with_json(self):
        page = self.report("mancala-random")
        document = json.loads(self.good("study", "mancala-random", *QUICK, "--json"))
        tables = [div for div in page.iter("div") if div.get("role") == "region"]
        for table, expected in zip(tables, document["tables"]):
            rows = [[text_of(cell) for cell in row.iter("td")] for row in table.iter("tr")]
            rows = [row for row in rows if row]
            self.assertEqual(len(rows), len(expected["rows"]))
            for row, numbers in zip(rows, expected["rows"]):
                counts = [numbers[key] for key in ("depth", "theirs", "wins", "draws", "losses")]
                self.assertEqual(row[:5], [str(count) for count in counts])
                self.assertEqual(row[5:8], [f"{100 * numbers[key]:.1f} %" for key in ("share", "low", "high")])
                self.assertEqual(row[9], "agrees" if numbers["agrees"] else "differs")
        verdicts = [text_of(item) for item in page.iter("li")]
        self.assertEqual(len(verdicts), len(document["verdicts"]))
        for verdict, expected in zip(verdicts, document["verdicts"]):
            self.assertEqual("not confirmed" in verdict, not expected["holds"])
            self.assertTrue(verdict.endswith(expected["text"]))

    def test_standard_output_is_as_without(self):
        plain = self.good("study", "mancala-random", *QUICK)
        self.assertEqual(self.good("study", "mancala-random", *QUICK, "--report", "r.html"), plain)
        document = self.good("study", "mancala-random", *QUICK, "--json", "--report", "r.html")
        self.assertEqual(document, self.good("study", "mancala-random", *QUICK, "--json"))
        self.assertEqual(os.listdir(self.work), ["r.html"])

    def test_the_command_repeats_it(self):
        self.report("mancala-random", "--seed", "7")
        first = self.text_of("r.html")
        command = re.search(r"<code>jogada (.*)</code>", first)[1]
        self.assertEqual(command, "study mancala-random --quick --games 4 --seed 7")
        self.good(*command.split(), "--report", "again.html")
        self.assertEqual(self.text_of("again.html"), first)

    def test_times(self):
        page = self.report("mancala-time")
        pictures = [e for e in page.iter() if e.tag.endswith("svg")]
        self.assertEqual(len(pictures), 4)
        for picture in pictures:
            self.assertEqual(picture.get("role"), "img")
            self.assertTrue(text_of(picture[0]) and text_of(picture[1]))  # title, description
        self.assertTrue(any("logarithmic" in text_of(caption) for caption in page.iter("figcaption")))

    def test_portuguese(self):
        page = self.report("mancala-random", "--lang", "pt-BR")
        self.assertEqual(page.get("lang"), "pt-BR")
        text = text_of(page.find("body"))
        self.assertIn("como primeiro jogador", text)
        self.assertRegex(text, r"\d,\d %")
        self.assertNotRegex(text, r"\d\.\d %")
        for word in ("Settings", "share", "confirmed", "Source", "depth", "command"):
            self.assertNotRegex(text, rf"\b{word}\b")

    def test_nothing_from_elsewhere(self):
        self.report("mancala-time")
        text = self.text_of("r.html")
        self.assertNotRegex(text, r"<script|\bsrc=|\bhref=|url\(|@import")
        self.assertEqual(set(re.findall(r"https?://[^\"]*", text)), {"http://www.w3.org/2000/svg"})

    def test_colours_are_distinct_and_readable(self):
        css = self.report("mancala-random").find("head/style").text
        for theme in variables(css):
            for ink in ("ink", "dim", "good", "min"):
                for ground in ("ground", "panel"):
                    self.assertGreaterEqual(contrast(theme[ink], theme[ground]), 4.5, (ink, ground))
            for i, cell in enumerate(HEAT):
                ink = theme["full-ink" if f".on{i}" in re.findall(r"\.on\d+", css) else "ink"]
                self.assertGreaterEqual(contrast(ink, theme[cell]), 4.5, cell)
            for line in range(6):
                self.assertGreaterEqual(contrast(theme[f"c{line}"], theme["panel"]), 3, line)


class File(Case):
    def refuse(self, name, *says):
        return self.refused("study", "mancala-time", "--report", name, says=says)  # and plays no game before

    def test_only_pages(self):
        for name in ("r", "r.txt", ".html", "html"):
            self.refuse(name, ".html")

    def test_other_files_stay(self):
        for text in ("mine\n", "<!DOCTYPE html>\n<html><head></head></html>\n", "x" * 5000 + 'content="jogada 1"'):
            self.file("r.html", text)
            self.refuse("r.html", "r.html", "not a report")
            self.assertEqual(self.text_of("r.html"), text)
        os.mkdir(os.path.join(self.work, "d.html"))
        self.refuse("d.html", "not a report")

    def test_reports_and_empty_files_are_replaced(self):
        self.file("r.html", "")
        for games in ("2", "3"):
            self.good("study", "mancala-random", "--quick", "--games", games, "--report", "r.html")
            self.assertIn(f"--games {games}<", self.text_of("r.html"))

    def test_no_folder(self):
        result = self.jogada("study", "mancala-time", "--report", "no/r.html")
        self.assertEqual((result.status, result.out), (1, ""))
        self.assertIn("no/r.html", result.err)

    def test_a_wrong_study_comes_first(self):
        self.refused("study", "nothing", "--report", "r.html", says=["mancala-time"])


if __name__ == "__main__":
    unittest.main()
