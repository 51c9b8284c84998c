"""The server and its files: others cannot read them, no second server gets them, clients learn no paths."""
import os
import shutil
import sqlite3
import stat
import subprocess
import tempfile
import unittest

from ws import DEADLINE, JOGADA, Denied, Refused, Server

ENDS = ("", "-wal", "-shm")


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.db = os.path.join(self.folder, "jogada.db")
        self.addCleanup(os.umask, os.umask(0o022))

    def second(self, db):
        """The error of a server that should not start."""
        result = subprocess.run([JOGADA, "serve", "--port", "0", "--db", db], capture_output=True, text=True,
                                timeout=DEADLINE)
        self.assertNotEqual(result.returncode, 0)
        return result.stderr

    def test_the_store_is_private(self):
        with Server(self.db) as server:
            server.join("Ana").ok("create", game="kalah", seats=["me", "open"])
            for end in ENDS:
                self.assertEqual(mode(self.db + end), 0o600, end)
            self.assertEqual(server.stop(), (0, ""))
        os.chmod(self.db, 0o644)
        with Server(self.db) as server:
            server.join("Ana")
            for end in ENDS:
                self.assertEqual(mode(self.db + end), 0o600, end)
            status, errors = server.stop()
            self.assertEqual(status, 0)
            self.assertIn("was readable by other users", errors)
        with Server(self.db) as server:
            self.assertEqual(server.stop(), (0, ""))

    def test_one_server(self):
        other = os.path.join(self.folder, "other.db")
        with Server(self.db) as server:
            ana = server.join("Ana")
            table = ana.ok("create", game="kalah", seats=["me", "me"])["table"]
            self.assertIn("another server is using this store", self.second(self.db))
            for name in os.listdir(self.folder):
                if name.endswith("-lock"):
                    os.unlink(os.path.join(self.folder, name))
            self.assertIn("another server is using this store", self.second(self.db))
            os.symlink(self.db, other)
            self.assertIn("another server is using this store", self.second(other))
            os.unlink(other)
            os.link(self.db, other)
            self.assertIn("hard links", self.second(other))
            os.unlink(other)
            ana.ok("move", table=table, move="1", ply=0)
            self.assertEqual(server.stop(), (0, ""))
        with sqlite3.connect(self.db) as db:
            self.assertEqual(db.execute("PRAGMA integrity_check").fetchone(), ("ok",))
            self.assertEqual(db.execute("SELECT moves FROM web_table").fetchone(), ("1",))

    def test_clients_learn_no_paths(self):
        name = os.path.basename(self.folder)
        with Server(self.db, "--lab") as server:
            ana = server.join("Ana")
            table = ana.ok("create", game="kalah", seats=["me", "open"])["table"]
            for path in ("runs/99", "log/99", "export/99"):
                status, _, body = server.get("/api/v1/" + path)
                self.assertEqual(status, 404)
                self.assertIn(b"there is no", body)
                self.assertNotIn(name.encode(), body, path)
            with sqlite3.connect(self.db) as db:
                for lost in ("game", "run", "web_table", "player"):
                    db.execute(f"ALTER TABLE {lost} RENAME TO lost_{lost}")
            for path in ("runs", "runs/1", "log", "log/1"):
                status, _, body = server.get("/api/v1/" + path)
                self.assertEqual(status, 500, body)
                self.assertIn(b"cannot read or write its files", body)
                self.assertNotIn(name.encode(), body, path)
            cookie = server.cookie()  # a session that cannot be looked up is not taken from anybody
            self.assertNotIn("set-cookie", server.get("/", headers={"Cookie": cookie})[1])
            with self.assertRaises(Refused) as refused:
                server.socket(cookie)
            self.assertEqual(refused.exception.status, 503)
            for do, members in (("open", {"table": "a" * 16}), ("rename", {"name": "Bia"})):
                try:
                    ana.ok(do, **members)
                except Denied as denied:
                    self.assertNotIn(name, denied.text)
            run = ana.ok("match", game="kalah", agents=["random", "random"], games=2)["run"]
            ana.ok("watch", run=run)
            text = ana.event("run", lambda e: e["state"] == "failed")["text"]
            self.assertIn("cannot read or write its files", text)
            with sqlite3.connect(self.db) as db:
                for lost in ("game", "run", "web_table", "player"):
                    db.execute(f"ALTER TABLE lost_{lost} RENAME TO {lost}")
            del table
            status, errors = server.stop()
            self.assertEqual(status, 0)
            self.assertIn(self.db, errors)  # the operator sees all of it
