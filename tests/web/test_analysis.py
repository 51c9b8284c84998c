"""Analysis and the lab over real connections: improving evaluations, reviews, trees, and runs that the command shares."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import urllib.parse

from ws import JOGADA, Denied, Server

UNLIMITED = 600000  # milliseconds for a position: its number of nodes ends the search, also on a slow machine
REFERENCES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "games"


def jogada(*args):
    return subprocess.run([JOGADA, *args], check=True, capture_output=True, text=True).stdout


class Analysis(unittest.TestCase):
    def test_a_review_is_sent_ply_by_ply(self):
        with Server(None, "--think", str(UNLIMITED)) as server:
            ana = server.join("Ana")
            number = ana.send("review", game="tictactoe", moves="1 2 3 4 5", agent="ab:nodes=1M", ms=UNLIMITED)
            received = [ana.event("job", lambda e: e["job"] == number and "judgement" in e)["judgement"] for _ in range(6)]
            self.assertEqual([j["ply"] for j in received], list(range(6)))
            self.assertEqual([j.get("mark") for j in received][1:4], ["blunder"] * 3)
            self.assertEqual(ana.reply(number)["ok"]["plies"], received)

    def test_the_page_and_the_command_find_the_same_mistakes(self):
        moves = "1 2 3 4 5".split()
        with Server(None, "--think", str(UNLIMITED)) as server:
            plies = server.join("Ana").ok("review", game="tictactoe", moves=" ".join(moves), agent="ab:nodes=1M",
                                          ms=UNLIMITED)["plies"]
        typed = "\n".join([*moves, "mistakes", "quit", ""])
        with tempfile.TemporaryDirectory() as folder:
            out = subprocess.run([JOGADA, "play", "tictactoe", "human", "human"], input=typed, text=True, check=True,
                                 capture_output=True, env={**os.environ, "XDG_DATA_HOME": folder}).stdout
        found = [int(number) - 1 for number in re.findall(r"(?m)^  (\d+)\. .*; better: ", out)]
        self.assertEqual(found, [p["ply"] for p in plies if p.get("loss")])
        self.assertEqual(found, [1, 2, 3])

    def test_stored_evaluations(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "jogada.db")
            jogada("match", "kalah", "ab:depth=3", "greedy", "--games", "2", "--annotate", "--db", db)
            jogada("match", "coins", "random", "random", "--games", "2", "--db", db)
            received = json.loads(jogada("export", "1", "--json", "--db", db))["games"][0]
            text = jogada("export", "1", "--db", db)
            with Server(db) as server:
                game = server.json("/api/v1/log/1")
                found = game["evaluations"]
                wanted = [(ply, a) for ply, a in enumerate(received["annotations"]) if a]
                self.assertEqual([j["ply"] for j in found], [ply for ply, _ in wanted])
                for j, (ply, a) in zip(found, wanted):
                    self.assertEqual(j["move"], received["moves"][ply])
                    self.assertEqual(j["agent"], received["seats"][j["seat"]])
                    self.assertEqual((j["depth"], j["nodes"], j["moves"]), (a["depth"], a["nodes"], []))
                    self.assertEqual([m["move"] for m in j["line"]], a["pv"])
                    self.assertTrue(0 <= j["win"] <= 1 and j["shown"])
                self.assertNotIn("evaluations", server.json("/api/v1/log/3"))
                self.assertEqual(server.json("/api/v1/export/1?as=json")["games"][0]["annotations"], received["annotations"])
                self.assertEqual(server.get("/api/v1/export/1?as=text")[2].decode(), text)
                self.assertEqual(server.join("Ana").ok("read", text=text)["evaluations"], found)

    def test_past_games_are_found_by_the_names_of_levels(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "jogada.db")
            with Server(db) as server:
                levels = {g["name"]: {level["name"]: level["agent"] for level in g["levels"]}
                          for g in server.json("/api/v1/games")["games"]}
            medium, easy = levels["kalah"]["medium"], levels["kalah"]["easy"]
            self.assertNotIn("medium", medium)
            jogada("match", "kalah", medium, easy, "--games", "2", "--db", db)  # games 1 and 2
            jogada("match", "kalah:seeds=3", medium, "greedy", "--games", "2", "--db", db)  # 3 and 4
            jogada("match", "tictactoe", "random", "greedy", "--games", "2", "--db", db)  # 5 and 6
            with Server(db) as server:
                # A person without a name, and one with.
                text = '[Game "coins:n=1"]\n[Seat1 "{}"]\n[Seat2 "random"]\n\n1\n'
                for number, name in enumerate(("human", "Ana")):
                    path = os.path.join(folder, f"{number}.txt")
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(text.format(name))
                    jogada("import", path, "--db", db)  # 7 and 8

                def found(agent, lang="en", **more):
                    query = urllib.parse.urlencode({"agent": agent, "lang": lang, **more})
                    return sorted(g["id"] for g in server.json("/api/v1/log?" + query)["games"])

                for word in ("medium", "MEDIUM", "Computer, medium", medium):
                    self.assertEqual(found(word), [1, 2, 3, 4], word)
                for word in ("médio", "MÉDIO", "medio", "Computador, m"):
                    self.assertEqual(found(word, "pt-BR"), [1, 2, 3, 4], word)
                self.assertEqual(found("médio"), [])
                self.assertEqual(found("difícil", "pt-BR"), [])
                self.assertEqual(found("medium", game="tictactoe"), [])
                # What one game calls a level may be none of another.
                self.assertEqual(found("beginner", game="tictactoe"), [5, 6])
                self.assertEqual(found("guest"), [7])
                self.assertEqual(found("Convidado", "pt-BR"), [7])

    def test_variations_are_written_and_read(self):
        with tempfile.TemporaryDirectory() as folder:
            db = os.path.join(folder, "jogada.db")
            jogada("match", "loa", "ab:depth=2", "random", "--games", "2", "--annotate", "--db", db)
            text = jogada("export", "1", "--db", db)
            with Server(db) as server:
                ana = server.join("Ana")
                game = ana.ok("read", text=text)
                moves = [m["move"] for m in game["moves"]]
                other = [m for m in game["states"][2]["moves"] if m != moves[2]][:2]
                variations = [{"from": 2, "name": "It's \"A\"", "moves": other[0]}, {"from": 2, "name": "", "moves": other[1]}]

                def write(form, moves, variations):
                    return ana.ok("write", game=game["game"], text=text, moves=" ".join(moves), variations=variations,
                                  **{"as": form})["text"]

                # Without variations the file comes back as it was, tags and annotations included.
                self.assertEqual(write("text", moves, []), text)
                for form in ("text", "sgf"):
                    written = write(form, moves, variations)
                    back = ana.ok("read", text=written)
                    for member in ("game", "start", "names", "result", "moves", "states", "evaluations"):
                        self.assertEqual(back[member], game[member])
                    self.assertEqual([dict(v, moves=" ".join(m["move"] for m in v["moves"])) for v in back["variations"]],
                                     variations)
                    # The command reads the game and skips the variations.
                    file = os.path.join(folder, "file")
                    with open(file, "w", encoding="utf-8") as out:
                        out.write(written)
                    new = os.path.join(folder, form + ".db")
                    done = subprocess.run([JOGADA, "import", file, "--db", new], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0)
                    self.assertIn("skipped variations: 2; the first is in the game at line 1", done.stderr)
                    self.assertEqual(jogada("export", "1", "--db", new), text)
                # Another main line: annotations and the result of the moves that it replaces are gone.
                n = game["evaluations"][3]["ply"]
                changed = moves[:n] + [next(m for m in game["states"][n]["moves"] if m != moves[n])]
                back = ana.ok("read", text=write("text", changed, []))
                self.assertEqual(([m["move"] for m in back["moves"]], back["result"]), (changed, "*"))
                self.assertEqual(back.get("evaluations", []), [e for e in game["evaluations"] if e["ply"] < n])

    def test_a_text_is_packed_into_the_value_of_an_option(self):
        with Server() as server:
            ana = server.join("Ana")
            deck = "# mine\n52 Forest\n4 Grizzly Bears\n4 Giant Spider\n"
            value = ana.ok("pack", game="magic", option="decks", text=deck)["value"]
            self.assertEqual(value, "52F+4GB+4GS2")
            state = ana.ok("state", game=f"magic:decks={value}/red")["states"][0]
            self.assertEqual([c["name"] for c in state["board"]["decks"][0]["cards"]],
                             ["Forest", "Grizzly Bears", "Giant Spider"])
            with self.assertRaises(Denied) as denied:
                ana.ok("pack", game="magic", option="decks", text="52 Forest\n4 Grizzly Bers")
            self.assertIn("line 2, column 3", str(denied.exception))
            for game, option in (("magic", "first"), ("magic", "x"), ("tictactoe", "decks"), ("x", "decks"), ("", "")):
                with self.assertRaises(Denied):
                    ana.ok("pack", game=game, option=option, text=deck)

    def test_trees_are_the_commands(self):
        with Server() as server:
            ana = server.join("Ana")
            self.assertEqual(ana.ok("tree", game="coins", agent="alphabeta"),
                             json.loads(jogada("tree", "coins", "alphabeta", "--json")))

    def test_a_rollout_is_the_commands(self):
        with Server() as server:
            ana = server.join("Ana")
            number = ana.send("rollout", game="tictactoe", agent="random", position="xx./oo./... x", trials=100000)
            found = ana.reply(number)["ok"]
            self.assertEqual((found["ply"], found["seat"], found["most"], found["settled"]), (0, 0, 10000, True))
            self.assertTrue(found["moves"][0]["words"])
            for move in found["moves"]:
                del move["words"]
            command = json.loads(jogada("rollout", "tictactoe", "random", "-p", "xx./oo./... x", "-n", "10000", "--json",
                                        "--no-store"))
            self.assertEqual(found["moves"], command["moves"])

    def test_a_rollout_streams_and_stops(self):
        with Server() as server:
            ana = server.join("Ana")
            number = ana.send("rollout", game="loa", agent="random", trials=10000)
            first = ana.event("job", lambda e: e["job"] == number)["rollout"]
            self.assertGreater(first["trials"], 0)
            self.assertGreater(len(first["moves"]), 10)
            ana.ok("stop", job=number)
            last = ana.reply(number)["ok"]
            self.assertGreaterEqual(last["trials"], first["trials"])
            self.assertLess(last["trials"], 10000)

    def test_rollouts_are_refused(self):
        with Server() as server:
            ana = server.join("Ana")
            for members, text in (({"game": "kalah", "agent": "alphabeta:depth=1"}, "the same game"),
                                  ({"game": "kalah", "agent": "program:run=id"}, "not allowed on this server"),
                                  ({"game": "kalah", "agent": "ab:tt=8G"}, "at most"),
                                  ({"game": "tictactoe", "position": "xxx/oo./... o"}, "over")):
                with self.assertRaises(Denied) as refused:
                    ana.ok("rollout", **members)
                self.assertIn(text, refused.exception.text)

    def test_a_rollout_before_the_deal(self):
        with Server() as server:
            found = server.join("Ana").ok("rollout", game="domino:target=20", trials=10)
            self.assertEqual((found["seat"], [m["move"] for m in found["moves"]]), (None, [None]))

    def test_every_board_is_described(self):
        games = [g["name"] for g in json.loads(jogada("games", "--json"))["games"]]
        with Server() as server:
            ana = server.join("Ana")
            for game in games:
                board = ana.ok("state", game=game)["states"][0]["board"]
                text = (REFERENCES / f"{game}-reference.md").read_text(encoding="utf-8")
                self.assertEqual([name for name in board if f"`{name}`" not in text], [], game)

    def test_examples_are_the_commands_and_have_the_boards_of_the_table(self):
        games = [g["name"] for g in json.loads(jogada("games", "--json"))["games"]]
        with Server() as server:
            for game in games:
                ana = server.join("Ana")  # a connection each, since one may not send many messages at once
                examples = server.json(f"/api/v1/examples/{game}?lang=pt-BR")["examples"]
                self.assertEqual(examples, json.loads(jogada("rules", game, "--json", "--lang", "pt-BR"))["examples"])
                for example in examples:
                    state = ana.ok("state", game=game, position=example["state"]["position"])["states"][0]
                    state.pop("moves", None)
                    self.assertEqual(example["state"], state)

    def test_jobs_end_with_the_connection(self):
        with Server(None, "--think", "600000") as server:
            ana = server.join("Ana")
            for _ in range(4):
                ana.send("analyze", game="loa", agent="loa:nodes=1000G", ms=600000)
            with self.assertRaises(Denied) as refused:
                ana.ok("analyze", game="loa")
            self.assertEqual(refused.exception.code, "limit")
            ana.close()
            bia = server.join("Bia")
            self.assertTrue(bia.ok("analyze", game="tictactoe")["proven"])  # and does not wait for 40 minutes

    def test_strangers_read_no_files(self):
        with Server() as server:
            ana = server.join("Ana", lang="pt-BR")
            for request in ({"do": "analyze", "game": "kalah", "agent": "alphabeta:book=/etc/passwd"},
                            {"do": "tree", "game": "kalah", "agent": "program:run=id"},
                            {"do": "state", "game": "magic:cards=/etc/passwd"}):
                with self.assertRaises(Denied) as refused:
                    ana.ok(request.pop("do"), **request)
                self.assertEqual(refused.exception.code, "input")
                self.assertIn("este servidor", refused.exception.text)


class Lab(unittest.TestCase):
    def test_a_run_is_the_commands_own(self):
        with tempfile.TemporaryDirectory() as folder, Server(folder + "/s.db", "--lab") as server:
            ana = server.join("Ana")
            run = ana.ok("match", game="kalah", agents=["greedy", "random"], games=20, seed=3)["run"]
            ana.ok("watch", run=run)
            end = ana.event("run", lambda e: e["state"] == "done")
            match = json.loads(jogada("match", "kalah", "greedy", "random", "--games", "20", "--seed", "3", "--json", "--db",
                                      folder + "/s.db"))
            first = end["standings"][0]
            self.assertEqual([first["wins"], first["losses"]], match["wins"])
            runs = server.json("/api/v1/runs")["runs"]
            self.assertEqual([(run["id"], run["state"], run["games"]) for run in runs], [(end["kept"], "finished", 20)])
            status, _, page = server.get(f"/api/v1/runs/{end['kept']}")
            self.assertEqual(status, 200)
            self.assertIn("greedy", page.decode())


if __name__ == "__main__":
    unittest.main()
