"""Analysis and the lab over real connections: improving evaluations, reviews, trees, and runs that the command shares."""
import json
import pathlib
import subprocess
import tempfile
import unittest

from ws import JOGADA, Denied, Server

REFERENCES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "games"


def jogada(*args):
    return subprocess.run([JOGADA, *args], check=True, capture_output=True, text=True).stdout


class Analysis(unittest.TestCase):
    def test_a_review_is_told_ply_by_ply(self):
        with Server() as server:
            ana = server.join("Ana")
            number = ana.send("review", game="tictactoe", moves="1 2 3 4 5", agent="ab:nodes=1M")
            told = [ana.event("job", lambda e: e["job"] == number and "judgement" in e)["judgement"] for _ in range(6)]
            self.assertEqual([j["ply"] for j in told], list(range(6)))
            self.assertEqual([j.get("mark") for j in told][1:4], ["blunder"] * 3)
            self.assertEqual(ana.reply(number)["ok"]["plies"], told)

    def test_trees_are_the_commands(self):
        with Server() as server:
            ana = server.join("Ana")
            self.assertEqual(ana.ok("tree", game="coins", agent="alphabeta"),
                             json.loads(jogada("tree", "coins", "alphabeta", "--json")))

    def test_every_board_is_described(self):
        games = [g["name"] for g in json.loads(jogada("games", "--json"))["games"]]
        with Server() as server:
            ana = server.join("Ana")
            for game in games:
                board = ana.ok("state", game=game)["states"][0]["board"]
                text = (REFERENCES / f"{game}-reference.md").read_text(encoding="utf-8")
                self.assertEqual([name for name in board if f"`{name}`" not in text], [], game)

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
