"""Helpers for fault injection: the control file of faulty.c, runs of the command under it, and checks of each run."""
import errno
import json
import mmap
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from helper import JOGADA  # noqa: E402

LIBRARY = os.environ.get("JOGADA_FAULTY", "")
assert os.access(LIBRARY, os.R_OK), "the environment's JOGADA_FAULTY does not name the library of faulty.c"
LONG = float(os.environ.get("JOGADA_TEST_SCALE", "100")) > 200
SEED = int(os.environ.get("JOGADA_TEST_SEED", "1"))
PATIENCE = 1800  # seconds after which a run hangs: many thousand times what one takes
ALWAYS = (1 << 64) - 1
WAYS = {"no space": errno.ENOSPC, "bad disk": errno.EIO, "half written": 0}


def scratch():
    """A folder of its own, in memory if there is one: files are written thousands of times."""
    return tempfile.TemporaryDirectory(prefix="jogada-faults-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)


SHARED = 2 * 8 * 8  # bytes


class Control:
    """The numbers that faulty.c shares: for allocations and for writes count, first, last, error, failed, and of writes
    of data in streams how many, the number of the last one, and how many failed."""

    KINDS = {"allocations": 0, "writes": 1}

    def __init__(self, path):
        self.path = path
        with open(path, "wb") as f:
            f.write(bytes(SHARED))
        with open(path, "r+b") as f:
            self.memory = mmap.mmap(f.fileno(), SHARED)

    def set(self, kind, field, value):
        struct.pack_into("=Q", self.memory, 64 * self.KINDS[kind] + 8 * field, value)

    def get(self, kind, field):
        return struct.unpack_from("=Q", self.memory, 64 * self.KINDS[kind] + 8 * field)[0]

    def count(self, kind):
        return self.get(kind, 0)

    def failed(self, kind):
        return self.get(kind, 4)

    def streams(self):
        """Writes of data in streams so far: how many, the number of the last one among all writes, how many failed."""
        return tuple(self.get("writes", field) for field in (5, 6, 7))

    def arm(self, kind, first, last, error=errno.ENOSPC):
        self.set(kind, 1, 0)  # nothing fails while it is changed
        self.set(kind, 2, 0)
        self.set(kind, 3, error)
        self.set(kind, 4, 0)
        self.set(kind, 2, last)
        self.set(kind, 1, first or ALWAYS)

    def clear(self):
        self.memory[:] = bytes(SHARED)

    def environment(self):
        return {"LD_PRELOAD": LIBRARY, "FAULTY": self.path}


def chosen(total, most, what):
    """The calls that fail one after another: all of them, or in a quick test `most`: the first, the last, and others at
    random."""
    if LONG or total <= most:
        return range(1, total + 1)
    few = most // 4
    rest = random.Random(f"{SEED} {what}").sample(range(few + 1, total - few + 1), most - 2 * few)
    return [*range(1, few + 1), *sorted(rest), *range(total - few + 1, total + 1)]


# ---- Runs of the command ------------------------------------------------------------------------

VOLATILE = re.compile(r"second|rate|speed|date|begun|ended|per_|path|_ms$")


def without_times(o):
    if isinstance(o, dict):
        return {k: "?" if VOLATILE.search(k) else without_times(v) for k, v in o.items()}
    return [without_times(v) for v in o] if isinstance(o, list) else o


def plain(text):
    """Without what differs from run to run. The command prints a rate only if it took more than a millisecond."""
    try:
        return without_times(json.loads(text))
    except ValueError:
        text = re.sub(r", [\d.]+ million nodes/s", "", text)
        return re.sub(r"\s+", " ", re.sub(r"[-+]?\d[\d.,:e+-]*( ?(k|M|G|µs|us|ms|s|min|h)\b)?", "#", text))


def read(path):
    if path.endswith(".zst"):
        text = subprocess.run(["zstd", "-dc", path], capture_output=True).stdout.decode(errors="replace")
    else:
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
    if not path.endswith(".html"):
        return plain(text)
    headings = [plain(h) for h in re.findall(r"<h\d[^>]*>(.*?)</h\d>", text)]  # plots of times differ from run to run
    return text[:15].lower(), headings, text.rstrip()[-7:]


def kept(path):
    """The contents of a store, which must be sound: its games, and the numbers of runs, tables and steps."""
    db = sqlite3.connect(path)
    try:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert not db.execute("PRAGMA foreign_key_check").fetchall()
        names = [n for n, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        return {n: db.execute(f"SELECT count(*) FROM {n}").fetchone()[0] for n in names}
    finally:
        db.close()


class Run:
    def __init__(self, status, out, err, files, stores):
        self.status, self.out, self.err, self.files, self.stores = status, out, err, files, stores


class Place:
    """A folder that is as it was before every run."""

    def __init__(self, root, template):
        self.root, self.template = root, template
        self.work = os.path.join(root, "work")
        self.control = Control(os.path.join(root, "control"))

    def reset(self, kind="allocations", first=0, last=0, error=errno.ENOSPC):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.template, self.work)
        self.control.clear()
        self.control.arm(kind, first, last, error)

    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": self.work, "XDG_DATA_HOME": os.path.join(self.work, "data"),
                "XDG_CACHE_HOME": os.path.join(self.work, "cache"), "LC_ALL": "C.UTF-8", "TERM": "dumb"} | self.control.environment()

    def run(self, args, typed="", kind="allocations", first=0, last=0, error=errno.ENOSPC, stdout=subprocess.PIPE):
        self.reset(kind, first, last, error)
        done = subprocess.run([JOGADA, *args], input=typed.encode(), stdout=stdout, stderr=subprocess.PIPE, cwd=self.work,
                              env=self.environment(), timeout=PATIENCE, check=False)
        return Run(done.returncode, (done.stdout or b"").decode(errors="replace"), done.stderr.decode(errors="replace"),
                   *self.found())

    def found(self):
        files, stores = {}, {}
        for folder, _, names in os.walk(self.work):
            for name in names:
                path = os.path.join(folder, name)
                short = os.path.relpath(path, self.work)
                if name.endswith((".db", ".sqlite")):
                    stores[short] = kept(path)
                elif not name.endswith(("-wal", "-shm", "-journal", "-lock", ".run")) and not short.startswith(("cache/", "data/jogada/study/", "data/jogada/unfinished/")):  # where a later call resumes
                    files[short] = read(path)
        return files, stores


def complaints(before, good, run, lenient):
    """The problems of a run in which something failed; `before` is without the command, `good` with all well.
    `lenient`: the command may complain and go on."""
    if run.status == 0 and run.err.startswith("jogada: ") and lenient:
        return None
    if run.status < 0:
        return f"ended by signal {-run.status}"
    if run.status not in (0, 1):
        return f"status {run.status}: {run.err}"
    if run.status == 1 and "jogada: " not in run.err:
        return f"failed without a word: {run.err!r}"
    if run.status == 0 and plain(run.out) != plain(good.out):
        return f"status 0, but the output differs: {run.out[-500:]!r}, {run.err!r}"
    if run.status == 0 and "will not be saved" not in run.err and (run.files, run.stores) != (good.files, good.stores):
        return f"status 0, but other files: {run.files.keys()} {run.stores}, {run.err!r}"
    for name, text in run.files.items():
        if text not in (before.files.get(name), good.files.get(name)):
            return f"{name} is neither as before nor whole"
    for name, rows in run.stores.items():
        for table, n in rows.items():
            old, new = before.stores.get(name, {}).get(table, 0), good.stores.get(name, {}).get(table, 0)
            if not min(old, new) <= n <= max(old, new):
                return f"{name} holds {n} rows of {table}, not {old} to {new}"
    return None
