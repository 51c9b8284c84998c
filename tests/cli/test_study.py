"""jogada study: the list, the tables, both languages, and resuming after an interrupt."""
import contextlib
import json
import os
import pathlib
import re
import signal
import sqlite3
import unittest
from fractions import Fraction
from math import comb

from helper import COLOUR, Case, one_thread, wait_for

QUICK = ("--quick", "--games", "4")
DOMINO = ("domino-complexity", "domino-rounds", "domino-depth", "domino-basic", "domino-genetic", "domino-antonio",
          "domino-strategies", "domino-nodes")


def mulligan(rewards):
    """Hand size -> rewards for keeping and the value of a mulligan, or None, in exact fractions: 24 lands in 60 cards."""
    hands, values = {}, None
    for hand in range(8):
        keep, again = [reward + Fraction(7, 2) * hand for reward in rewards[:hand + 1]], None
        if hand:
            again = sum(Fraction(comb(24, lands) * comb(36, hand - 1 - lands), comb(60, hand - 1)) * value
                        for lands, value in enumerate(values))
        values = keep if again is None else [max(reward, again) for reward in keep]
        hands[hand] = keep, again
    return hands


class List(Case):
    def test_without_a_name(self):
        out = self.good("study")
        studies = json.loads(self.good("study", "--json"))["studies"]
        names = [study["name"] for study in studies]
        for study in studies:
            subject = study["name"].split("-")[0]
            self.assertEqual(study["game"], "kalah" if subject == "mancala" else subject)
        self.assertLessEqual({"mancala-time", "mancala-random", "loa-genetic", *DOMINO, "magic-mulligan", "magic-duels",
                              "kalah-values"}, set(names))
        for name in names:
            self.assertRegex(out, rf"(?m)^{name} ")

    def test_unknown_names(self):
        for name in ("nothing", "", "mancala", "Mancala-time"):
            self.refused("study", name, says=["mancala-time", "mancala-random"])
        self.refused("study", "mancala-time", "mancala-random")

    def test_nonsense(self):
        self.refused("study", "mancala-time", "--games", "-1", says=["games"])
        self.refused("study", "mancala-time", "--games", "1e3", says=["games"])
        self.refused("study", "mancala-time", "--seed", "x", says=["seed"])
        self.refused("study", "loa-genetic", "--quick", "--games", "3", says=["pairs", "3"])
        self.refused("study", "domino-basic", "--quick", "--games", "3", says=["pairs", "3"])
        for name in ("mancala-time", "loa-genetic", "domino-basic", "magic-mulligan"):
            self.refused("study", name, "--compat", says=["--compat", name, "magic-duels"])
            self.refused("study", name, "--all", says=["--all", name, "kalah-values"])
        self.refused("study", "kalah-values", "--all", "--quick", says=["--all", "--quick"])


class Shipped(Case):
    """The results that come with the program."""

    def test_every_study_has_them(self):
        for study in json.loads(self.good("study", "--json"))["studies"]:
            out = self.good("study", study["name"], "--shipped", "--db", "s.db")
            self.assertRegex(out, r"^results of version [\d.]+, \d{4}-\d\d-\d\d\n")
            document = json.loads(self.good("study", study["name"], "--shipped", "--json"))
            self.assertEqual((document["games"], document["quick"]), (study["games"], False))
            self.assertTrue(document["tables"] and document["verdicts"])
        self.assertFalse(os.path.exists(os.path.join(self.work, "s.db")))  # nothing was played

    def test_parts_become_such_results(self):
        self.good("study", "domino-complexity", "--figures", "parts.txt", "--no-store")
        with open(os.path.join(self.work, "parts.txt"), encoding="utf-8") as f:
            self.assertRegex(f.read().splitlines()[1], r" version [\d.]+ .* date \d{4}-\d\d-\d\d$")

    def test_other_options_are_refused(self):
        for option in ("--quick", "--all", "--games=4", "--seed=2", "--figures=p.txt", "--store-games"):
            self.refused("study", "kalah-values", "--shipped", option, says=["--shipped plays nothing"])

    def test_the_documentation_has_the_same_tables(self):
        """The first block of each section of docs/studies.md, but times, and Kalah's boards of --all."""
        path = pathlib.Path(__file__).parents[2] / "docs" / "studies.md"
        sections = re.split(r"(?m)^### .*`jogada study ([\w-]+)`.*$", path.read_text(encoding="utf-8"))
        checked = set()
        for name, text in zip(sections[1::2], sections[2::2]):
            block = re.search(r"(?ms)^```\n(.*?)^```$", text)
            if not block or name in ("mancala-time", "kalah-values"):
                continue
            out = {" ".join(line.split()) for line in self.good("study", name, "--shipped").splitlines()}
            for line in block[1].splitlines():
                self.assertIn(" ".join(line.split()), out, name)
            checked.add(name)
        self.assertLessEqual({"mancala-random", "domino-rounds", "domino-genetic", "domino-basic", "magic-duels"}, checked)


class Tables(Case):
    def json(self, name, *more):
        return json.loads(self.good("study", name, *QUICK, *more, "--json"))

    def test_random(self):
        document = self.json("mancala-random")
        self.assertEqual((document["study"], document["games"], document["seed"], document["quick"]),
                         ("mancala-random", 4, 1, True))
        self.assertEqual([table["name"] for table in document["tables"]], ["first", "second"])
        for table in document["tables"]:
            self.assertEqual([row["depth"] for row in table["rows"]], [1, 2, 3, 4, 5, 6])
            for row in table["rows"]:
                self.assertEqual(row["wins"] + row["draws"] + row["losses"], 4)
                self.assertIsInstance(row["agrees"], bool)
        for verdict in document["verdicts"]:
            self.assertIsInstance(verdict["holds"], bool)
            self.assertTrue(verdict["text"])

    def test_results_depend_on_the_seed_and_not_on_threads(self):
        one, four = (self.good("study", "mancala-random", *QUICK, "-j", threads) for threads in ("1", "4"))
        self.assertEqual(one, four)
        self.assertNotEqual(one, self.good("study", "mancala-random", *QUICK, "--seed", "2"))

    def test_time(self):
        document = self.json("mancala-time")
        rows = document["tables"][0]["rows"]
        self.assertEqual([row["depth"] for row in rows], list(range(1, 8)))
        self.assertAlmostEqual(rows[6]["minimax_theirs"], 0.513, 3)
        for row in rows:
            self.assertAlmostEqual(row["minimax_ratio"] * row["minimax_ours"] / row["minimax_theirs"], 1)
        self.assertTrue(document["verdicts"][0]["holds"])  # the same moves

    def test_loa_genetic(self):
        document = json.loads(self.good("study", "loa-genetic", *QUICK, "--json", "--report", "loa.html"))
        tables = {table["name"]: table["rows"] for table in document["tables"]}
        weights = {row["term"]: row for row in tables["weights"]}
        self.assertEqual(list(weights), ["random", "distance", "concentration", "centralisation", "mass", "quads",
                                         "connectivity", "uniformity"])
        self.assertAlmostEqual(weights["quads"]["third_theirs"], 0.96032)
        self.assertIsNone(weights["mass"]["third_theirs"])
        self.assertEqual([row["generation"] for row in tables["generations_first"]], list(range(1, 11)))
        for row in tables["matches"] + tables["without"]:
            self.assertEqual(row["wins"] + row["draws"] + row["losses"], 4)
        self.assertIn({"player": "their final", "opponent": "their first"},
                      [{key: row[key] for key in ("player", "opponent")} for row in tables["matches"]])
        self.assertEqual([row["term"] for row in tables["without"]], list(weights)[1:])
        claims = {verdict["text"].split(":")[0]: verdict for verdict in document["verdicts"]}
        for claim in ("the terms that the report dropped are worth little",
                      "the report's final weights, without three terms, are as good as its first"):
            self.assertFalse(claims[claim]["holds"])  # four games show nothing
        dropped = claims["the terms that the report dropped are worth little"]["text"]
        self.assertRegex(dropped, "too few games to decide: concentration, mass, uniformity$")
        with open(os.path.join(self.work, "loa.html"), encoding="utf-8") as f:
            page = f.read()
        self.assertGreaterEqual(page.count("<svg"), 3)  # matches, terms, weights by generation
        self.assertIn("connectivity", page)
        self.assertRegex(page, r"runs: \d, generations per run: 10, depth: 2<")
        self.assertNotRegex(page, r"100 generations|1000 games")

    @one_thread
    def test_loa_genetic_in_portuguese(self):
        out = self.good("study", "loa-genetic", *QUICK, "--lang", "pt-BR")
        for word in ("pesos encontrados", "conectividade", "pesos iguais", "final deles", "relatório sobre um programa",
                     "gerações por execução: 10, profundidade: 2"):
            self.assertIn(word, out)
        for word in ("connectivity", "their", "weights", "score", "against", "generation"):
            self.assertNotIn(word, out)

    def test_domino_complexity(self):
        document = json.loads(self.good("study", "domino-complexity", "--quick", "--json"))
        tables = {table["name"]: table["rows"] for table in document["tables"]}
        self.assertEqual([row["ours"] for row in tables["sequences"]],
                         [1, 6, 66, 870, 12510, 192120, 3019200, 46911240])
        self.assertEqual(tables["deals"][4]["one_hand"], 1184040)
        self.assertEqual(tables["deals"][4]["deals"], 472518347558400)
        self.assertEqual([verdict["holds"] for verdict in document["verdicts"]], [True, False, False])

    def test_domino_matches(self):
        for name, whom in (("domino-basic", {"basic"}), ("domino-antonio", {"Antonio"}),
                           ("domino-strategies", {"1", "2", "5"})):
            document = self.json(name)
            tables = {table["name"]: table["rows"] for table in document["tables"]}
            self.assertEqual(list(tables), ["usual", "usual_best", "thesis", "thesis_best"])
            for rows in tables.values():
                self.assertEqual({row["opponent"] for row in rows}, whom)
            for row in tables["usual"] + tables["thesis"]:
                self.assertIn(4 * row["share"], range(5))
                self.assertLessEqual(row["low"], row["share"])
                self.assertIsNone(row["deviation"])  # four matches are no ten simulations
                self.assertGreater(row["theirs"], 2300)

    def test_domino_reports(self):
        for name in DOMINO:
            with self.subTest(name=name):
                out = self.good("study", name, *QUICK, "--lang", "pt-BR", "--report", "d.html")
                for word in ("theirs", "usual", "confirmed", "depth", "strategy", "rounds"):
                    self.assertNotIn(word, out)
                self.assertIn("Dominó: ", out)
                with open(os.path.join(self.work, "d.html"), encoding="utf-8") as f:
                    self.assertIn("Dominó: ", f.read())

    @one_thread
    def test_magic_mulligan(self):
        document = json.loads(self.good("study", "magic-mulligan", "--quick", "--json"))
        tables = {table["name"]: table["rows"] for table in document["tables"]}
        self.assertEqual(list(tables), ["play_lands", "play", "play_policy", "draw_lands", "draw", "draw_policy"])
        self.assertEqual([verdict["holds"] for verdict in document["verdicts"]], [True, False, True])
        self.assertRegex(document["verdicts"][1]["text"], "22.8395 should be 22.8394; 18.6328 should be 18.6327$")
        for side in ("play", "draw"):
            rewards = [row["ours"] for row in tables[side + "_lands"]]
            ours = {row["hand"]: row for row in tables[side] if row["whose"] == "ours"}
            theirs = {row["hand"]: row for row in tables[side] if row["whose"] == "theirs"}
            policy = {row["hand"]: row for row in tables[side + "_policy"]}
            self.assertEqual(sorted(policy), list(range(1, 8)))
            for hand, (keep, again) in mulligan(rewards).items():
                columns = [f"lands_{lands}" for lands in range(8)]
                self.assertEqual([ours[hand][column] for column in columns], keep + [None] * (7 - hand))
                self.assertEqual([theirs[hand][column] for column in columns], keep + [None] * (7 - hand))
                if again is None:
                    self.assertIsNone(ours[hand]["mulligan"])
                    continue
                self.assertAlmostEqual(ours[hand]["mulligan"], float(again), delta=1e-12)
                right = Fraction(str(theirs[hand]["mulligan"])) == round(again, 4)
                self.assertEqual(ours[hand]["agrees"], right)
                self.assertEqual(right, side == "draw" or hand < 6)
                self.assertEqual([policy[hand][column] for column in columns],
                                 ["mulligan" if again >= reward else "keep" for reward in keep] + [None] * (7 - hand))
        self.assertEqual(self.good("study", "magic-mulligan", "--quick"),
                         self.good("study", "magic-mulligan", "--games", "9", "--seed", "5").replace(
                             "games: 9, seed: 5", "games: 1, seed: 1"))

    @one_thread
    def test_magic_mulligan_in_portuguese(self):
        out = self.good("study", "magic-mulligan", "--lang", "pt-BR", "--report", "m.html")
        for word in ("theirs", "ours", "lands", "keep", "hand", "confirmed", "second", "differs"):
            self.assertNotIn(word, out)
        for word in ("quem começa", "terrenos na mão", "manter", "22,8394"):
            self.assertIn(word, out)
        with open(os.path.join(self.work, "m.html"), encoding="utf-8") as f:
            page = f.read()
        for word in ("Duelo de Magic", "22,8394", "20,8419", ">17,5<", ">mulligan<"):
            self.assertIn(word, page)

    DUELS = [("random against random: White", 0.718), ("search (White) against random: White", 0.959),
             ("search (Red) against random: Red", 0.972), ("search against search: Red", 0.765)]

    def test_magic_duels(self):
        document = json.loads(self.good("study", "magic-duels", "--quick", "--games", "100", "--json"))
        self.assertEqual((document["compat"], document["games"]), (False, 100))
        table, = document["tables"]
        self.assertEqual([(row["duel"], row["theirs"]) for row in table["rows"]], self.DUELS)
        for row, verdict in zip(table["rows"], document["verdicts"], strict=True):
            self.assertLess(row["theirs_low"], row["theirs"])
            self.assertLess(row["theirs"], row["theirs_high"])
            self.assertLess(abs(row["theirs_games"] - 70), 4)
            self.assertLess(row["low"], row["share"])
            self.assertLess(row["share"], row["high"])
            self.assertEqual(row["agrees"], row["p_value"] >= 0.05)
            self.assertEqual(verdict["holds"], row["agrees"])
        text = self.good("study", "magic-duels", "--quick", "--games", "100")
        for word in ("White always starts", "--compat", "search against search: Red"):
            self.assertIn(word, text)

    def test_magic_duels_compat(self):
        run = ("study", "magic-duels", "--quick", "--games", "20", "--compat")
        document = json.loads(self.good(*run, "--json"))
        self.assertTrue(document["compat"])
        tables = {table["name"]: table["rows"] for table in document["tables"]}
        self.assertEqual(list(tables), ["duels", "compat", "slips"])
        slips = {row["rules"]: row for row in tables["slips"]}
        self.assertEqual(list(slips), ["correct rules", "White always starts", "random takes no damage without creatures",
                                       "some dying creatures are skipped", "search scries and discards at random",
                                       "all of these", "theirs"])
        names = ("random", "white", "red", "search")
        for i, name in enumerate(names):
            self.assertEqual(slips["correct rules"][name], tables["duels"][i]["share"])
            self.assertEqual(slips["all of these"][name], tables["compat"][i]["share"])
            self.assertEqual(slips["theirs"][name], self.DUELS[i][1])
        missing = [(rules, name) for rules, row in slips.items() for name in names if row[name] is None]
        self.assertEqual(missing, [("random takes no damage without creatures", "search"),
                                   ("search scries and discards at random", "random")])
        self.assertEqual(len(document["verdicts"]), 5)
        alone = json.loads(self.good("study", "magic-duels", "--quick", "--games", "20", "--json"))
        self.assertEqual(alone["tables"], document["tables"][:1])
        self.assertEqual(self.good(*run, "-j", "1"), self.good(*run, "-j", "3"))

    @one_thread
    def test_magic_duels_in_portuguese(self):
        out = self.good("study", "magic-duels", "--quick", "--games", "10", "--compat", "--lang", "pt-BR", "--report",
                        "m.html")
        for word in ("theirs", "ours", "White", "search", "confirmed", "slips", "wins", "differs"):
            self.assertNotIn(word, out)
        for word in ("Duelo de Magic", "busca contra busca: Vermelho", "Branco sempre começa", "erros"):
            self.assertIn(word, out)
        with open(os.path.join(self.work, "m.html"), encoding="utf-8") as f:
            page = f.read()
        for word in ("Duelo de Magic", "71,8", "76,5", "Branco sempre começa"):
            self.assertIn(word, page)

    # Standard rules and empty capture, houses down, seeds across: as published. None: boards of more than 30 seeds.
    KALAH = [[[0, -2, 6, -2, 2, 0], [2, -2, -2, -10, 6, 8], [0, 4, 2, 2, 6, None], [2, 6, 6, None, None, None],
              [0, 2, 6, None, None, None], [2, 6, None, None, None, None]],
             [[0, -2, 6, -2, 2, 0], [2, -2, -2, -12, 6, 8], [0, 4, 2, 2, 6, None], [2, 6, 8, None, None, None],
              [0, 0, 8, None, None, None], [2, 10, None, None, None, None]]]

    def test_kalah_values(self):
        documents = [json.loads(self.good("study", "kalah-values", "--quick", "-j", threads, "--json"))
                     for threads in ("1", "2")]
        for document in documents:
            self.assertEqual((document["all"], document["quick"]), (False, True))
            self.assertEqual([verdict["holds"] for verdict in document["verdicts"]], [True, True])
            tables = {table["name"]: table["rows"] for table in document["tables"]}
            for name, published in zip(("standard", "empty"), self.KALAH, strict=True):
                ours = [[row[f"seeds_{seeds}"] for seeds in range(1, 7)] for row in tables[name] if row["whose"] == "ours"]
                self.assertEqual(ours, published)
                for cost in ("seconds", "nodes"):
                    costs = [[row[f"seeds_{seeds}"] for seeds in range(1, 7)] for row in tables[f"{name}_{cost}"]]
                    self.assertEqual([[x is None for x in row] for row in costs],
                                     [[x is None for x in row] for row in published])
        values = [[table for table in document["tables"] if table["name"] in ("standard", "empty", "openings")]
                  for document in documents]
        self.assertEqual(*values)  # whatever the number of threads
        self.assertIn("at least +4", values[0][0]["note"])
        left = [name for folder, _, names in os.walk(self.place.name) for name in names if self.data not in folder]
        self.assertEqual(left, [])  # a study keeps no database of endings

    @one_thread
    def test_kalah_values_in_portuguese(self):
        out = self.good("study", "kalah-values", "--quick", "--lang", "pt-BR", "--report", "k.html")
        for word in ("theirs", "ours", "houses", "seeds", "standard", "capture", "confirmed", "agrees", "board", "positions"):
            self.assertNotIn(word, out)
        for word in ("regras padrão", "captura vazia", "no mínimo +4", "concorda", "25 de 25"):
            self.assertIn(word, out)
        with open(os.path.join(self.work, "k.html"), encoding="utf-8") as f:
            page = f.read()
        for word in ("valores exatos", ">+12<", ">−12<", "Rawlings", "<svg"):
            self.assertIn(word, page)

    @one_thread
    def test_text_is_aligned(self):
        for lang in ("en", "pt-BR"):
            for name in ("mancala-random", "mancala-time"):
                with self.subTest(lang=lang, name=name):
                    out = self.good("study", name, *QUICK, "--lang", lang)
                    self.assertNotRegex(out, COLOUR)
                    for block in out.split("\n\n")[1:-1]:
                        lines = block.splitlines()
                        first = next(i for i, line in enumerate(lines) if re.match(r" +1 ", line))
                        head, rows = lines[first - 1], lines[first:]
                        self.assertLessEqual(max(map(len, lines)), 84)  # wider where the machine is slow
                        self.assertEqual({len(row) for row in rows}, {len(head)})

    def test_portuguese(self):
        out = self.good("study", "mancala-random", *QUICK, "--lang", "pt-BR")
        self.assertIn("como primeiro jogador", out)
        for word in ("depth", "theirs", "agree", "differs", "confirmed", "games"):
            self.assertNotIn(word, out)
        self.assertEqual(self.json("mancala-random"), self.json("mancala-random", "--lang", "pt-BR"))


class GoingOn(Case):
    def kept(self, name):
        return os.path.join(self.data, "jogada", "study", name + ".txt")

    def read(self, name):
        with open(self.kept(name), encoding="utf-8") as f:
            return f.read()

    def keep(self, name, text):
        os.makedirs(os.path.dirname(self.kept(name)), exist_ok=True)
        with open(self.kept(name), "w", encoding="utf-8") as f:
            f.write(text)

    def interrupt(self, *args):
        """Stops a study once a part of it is finished; returns the checkpoint."""
        process = self.start("study", *args)
        wait_for(lambda: os.path.exists(self.kept(args[0])))
        process.send_signal(signal.SIGINT)
        result = self.finish(process)
        self.assertEqual((result.status, result.out), (1, ""))
        self.assertIn("run the same command again to resume", result.err)
        return self.read(args[0])

    def test_interrupted(self):
        for name in ("mancala-time", "mancala-random", "kalah-values"):
            with self.subTest(name=name):
                first, head, *parts = self.interrupt(name).splitlines()
                self.assertEqual(first, "jogada kept 1")
                self.assertIn(name, head)
                self.assertTrue(parts)

    def test_stored_parts_are_not_run_again(self):
        first, head, *_ = self.interrupt("mancala-random").splitlines()
        cells = [f"{seat}-{depth} 997 2 1" for seat in ("first", "second") for depth in range(1, 11)]
        self.keep("mancala-random", "\n".join([first, head, *cells, ""]))
        os.utime(self.kept("mancala-random"), (1700000000, 1700000000))
        document = json.loads(self.good("study", "mancala-random", "--json"))
        self.assertEqual(document["stored"], {"unit": "parts", "count": 20, "run": None, "date": "2023-11-14T22:13:20Z"})
        for table in document["tables"]:
            self.assertEqual({(row["wins"], row["draws"], row["losses"]) for row in table["rows"]}, {(997, 2, 1)})
        self.assertFalse(os.path.exists(self.kept("mancala-random")))  # it is done

    def test_parts_of_another_program_are_ignored(self):
        kept = self.interrupt("mancala-random")
        head = kept.splitlines()[1]
        self.assertRegex(head, r" program [0-9a-f]{16} ")
        self.keep("mancala-random", re.sub(r" program \w+ ", " program 0123456789abcdef ", kept))
        process = self.start("study", "mancala-random")
        wait_for(lambda: head in self.read("mancala-random"))  # written again from the beginning
        process.send_signal(signal.SIGINT)
        err = self.finish(process).err
        self.assertIn("another version", err)
        self.assertNotIn("resuming", err)

    def test_a_finished_study_keeps_nothing(self):
        whole = self.good("study", "mancala-random", *QUICK)
        self.assertFalse(os.path.exists(self.kept("mancala-random-quick")))
        self.assertEqual(self.good("study", "mancala-random", *QUICK), whole)

    def test_its_page_is_in_the_store(self):
        self.good("study", "mancala-random", *QUICK, "--db", "s.db", "--report", "r.html", "--no-store-games")
        self.good("study", "mancala-random", "--quick", "--games", "2", "--db", "s.db", "--no-store-games")
        runs = json.loads(self.good("log", "--runs", "--db", "s.db", "--json"))["runs"]
        self.assertEqual([(run["kind"], run["state"], run["parameters"]["games"]) for run in runs],
                         [("study", "finished", 2), ("study", "finished", 4)])
        with contextlib.closing(sqlite3.connect(os.path.join(self.work, "s.db"))) as db:
            pages = [json.loads(state)["html"] for state, in db.execute("SELECT state FROM step WHERE run = 1")]
        self.assertEqual(pages[0], pathlib.Path(os.path.join(self.work, "r.html")).read_text(encoding="utf-8"))
        self.assertIn('lang="pt-BR"', pages[1])
        self.good("study", "mancala-random", *QUICK, "--no-store")

    def test_one_run_gives_the_pages_of_all_languages(self):
        """Times differ from run to run, so equal times show that the study ran once, also without a checkpoint."""
        result = self.jogada("study", "mancala-time", "--quick", "--games", "1", "--db", "s.db", XDG_DATA_HOME="/dev/null/x")
        self.assertEqual(result.status, 0, result.err)
        with contextlib.closing(sqlite3.connect(os.path.join(self.work, "s.db"))) as db:
            pages = [json.loads(state)["html"] for state, in db.execute("SELECT state FROM step ORDER BY number")]
        self.assertEqual([re.search(r'<html lang="([^"]+)"', page)[1] for page in pages], ["en", "pt-BR", "es"])
        times = [[re.sub("[.,]", "", cell) for cell in re.findall(r">([\d.,]+ [µmn]?s)<", page)] for page in pages]
        self.assertGreater(len(times[0]), 20)
        self.assertEqual(times[0], times[1])
        self.assertEqual(times[0], times[2])

    def test_other_files_are_not_used(self):
        whole = self.good("study", "mancala-random", *QUICK)
        self.interrupt("mancala-random")
        settings = self.read("mancala-random")
        self.assertIn(" seeding 2 ", settings)
        for text, says in [("", "not a checkpoint"), ("nonsense\n", "not a checkpoint"), (settings, "other settings"),
                           ("jogada kept 1\n" + "x" * 2000000, "larger")]:
            with self.subTest(text=text[:40]):
                self.keep("mancala-random-quick", text)
                result = self.jogada("study", "mancala-random", *QUICK)
                self.assertEqual((result.status, result.out), (0, whole))
                self.assertIn(says, result.err)
                self.assertIn(self.kept("mancala-random-quick"), result.err)

    def test_nowhere_to_keep_anything(self):
        whole = self.good("study", "mancala-random", *QUICK)
        for env in ({"HOME": None, "XDG_DATA_HOME": None}, {"XDG_DATA_HOME": "/dev/null/x"}):
            result = self.jogada("study", "mancala-random", *QUICK, **env)
            self.assertEqual((result.status, result.out), (0, whole))
            self.assertTrue(result.err.startswith("jogada: "))
            self.assertEqual(result.err.count("\n"), 1, result.err)


if __name__ == "__main__":
    unittest.main()
