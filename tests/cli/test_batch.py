"""Job scripts, with stand-ins for the schedulers' commands. Results are those of an ordinary run, to the byte."""
import json
import os
import re
import shlex
import shutil
import subprocess
import unittest

from helper import DEADLINE, JOGADA, Case

MATCH = ("match", "kalah:houses=4,seeds=3", "ab:nodes=200,tt=64k", "mcts:playouts=20", "-n", "24")
FIELD = ("tournament", "tictactoe", "random", "greedy", "minimax:depth=2", "-n", "8", "--gauntlet")
STUDY = ("study", "mancala-random", "--quick", "-n", "4")

# sbatch as the scripts call it: it runs the jobs at once, and notes their options.
SBATCH = """#!/usr/bin/env python3
import os, subprocess, sys
options = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
words = [word for word in sys.argv[1:] if not word.startswith("-")]
first, last = map(int, options.get("--array", "0-0").split("-"))
with open("submitted", "a") as f: f.write(" ".join(sys.argv[1:]) + "\\n")
for i in range(first, last + 1):
    if str(i) == os.environ.get("BROKEN"): continue
    with open(options["--output"].replace("%a", str(i)), "w") as f:
        array = {"SLURM_ARRAY_TASK_ID": str(i)} if "--array" in options else {}
        subprocess.run(["sh", *words], env=os.environ | array | {"SLURM_CPUS_PER_TASK": "2"}, stdout=f, stderr=f)
print("7;cluster" if "--parsable" in sys.argv else "Submitted batch job 8")
"""

# condor_submit_dag: runs the jobs of the descriptions in the order of the DAG.
CONDOR = """#!/usr/bin/env python3
import os, subprocess, sys
jobs, order = {}, None
for line in open(sys.argv[-1]):
    words = line.split()
    if words[0] == "JOB": jobs[words[1]] = words[2]
    if words[0] == "PARENT": order = [words[1], words[3]]
for name in order:
    text = {}
    for line in open(jobs[name]):
        key, _, value = line.strip().partition(" = ")
        if not value: key, value = line.split()
        text[key] = value
    for i in range(int(text["queue"])):
        fill = lambda s: s.replace("$(Process)", str(i))
        with open(fill(text["output"]), "w") as out, open(fill(text["error"]), "a") as err:
            if name == "parts" and str(i) == os.environ.get("BROKEN"): continue
            subprocess.run([text["executable"], *fill(text["arguments"]).split()], stdout=out, stderr=err, check=True)
"""


def result(text):
    """The bytes of the JSON of a run, but for durations."""
    json.loads(text)
    return re.sub(r'"seconds": [-+.\deE]+', '"seconds": 0', text)


class Batch(Case):
    def setUp(self):
        super().setUp()
        self.bin = self.folder("bin")
        for name, text in (("sbatch", SBATCH), ("condor_submit_dag", CONDOR)):
            path = os.path.join(self.bin, name)
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            os.chmod(path, 0o755)

    def environment(self, changes):
        env = super().environment(changes)
        return env if "PATH" in changes else env | {"PATH": self.bin + os.pathsep + env["PATH"]}

    def whole(self, call):
        return result(self.good(*call, "--json", "--no-store"))

    def sh(self, *words, **env):
        return subprocess.run(["sh", *words], cwd=self.work, env=self.environment(env), check=True, timeout=DEADLINE,
                              capture_output=True, text=True).stdout

    def rows(self, script="run.sh"):
        return sorted(name for name in os.listdir(os.path.join(self.work, script + ".rows")) if name.endswith(".ndjson"))


class Scripts(Batch):
    def test_the_result_of_an_ordinary_run(self):
        for call in (MATCH, FIELD, STUDY):
            whole = self.whole(call)
            for scheduler in ("slurm", "htcondor"):
                name = f"{call[0]}-{scheduler}.sh"
                self.good("batch", scheduler, *call, "--parts", "5", "-o", name, "-j", "2", "--json", "--no-store", "--submit")
                self.assertEqual(result(self.text_of(name + ".out")), whole)
                self.assertEqual(len(self.rows(name)), 5)

    def test_missing_parts_are_played_by_the_gathering_job(self):
        whole = self.whole(MATCH)
        for scheduler in ("slurm", "htcondor"):
            self.good("batch", scheduler, *MATCH, "--parts", "4", "-o", "run.sh", "--json", "--no-store")
            self.sh("run.sh", BROKEN="2")
            self.assertEqual(len(self.rows()), 3)
            self.assertEqual(result(self.text_of("run.sh.out")), whole)
            kept = os.stat(os.path.join(self.work, "run.sh.rows", self.rows()[0]))
            self.sh("run.sh", "submit")  # resumes
            self.assertEqual(len(self.rows()), 4)
            self.assertEqual(os.stat(os.path.join(self.work, "run.sh.rows", self.rows()[0])).st_ino, kept.st_ino)
            shutil.rmtree(os.path.join(self.work, "run.sh.rows"))

    def test_parts_of_another_run(self):
        """The same script name for another run: its rows are not taken, and not lost. More games of the same run use those so far."""
        more = (*MATCH[:-1], "48")
        self.good("batch", "slurm", *MATCH, "--parts", "4", "-o", "run.sh", "--json", "--no-store", "--submit")
        before = self.text_of("run.sh")
        for call in ((*MATCH, "--seed", "2"), FIELD):
            self.refused("batch", "slurm", *call, "--parts", "4", "-o", "run.sh", "--submit",
                         says=["another run", "delete run.sh.rows", "another script"])
        self.assertEqual(self.text_of("run.sh"), before)
        self.good("batch", "slurm", *more, "--parts", "6", "-o", "run.sh", "--json", "--no-store", "--submit")
        self.assertEqual(result(self.text_of("run.sh.out")), self.whole(more))
        self.assertEqual(len(self.rows()), 4 + 6)  # 6 games each before, 8 now
        self.assertIn("games-0000040-0000047.ndjson", self.rows())

    def test_without_any_part_the_gathering_job_plays_all_games(self):
        self.good("batch", "slurm", *MATCH, "--parts", "4", "-o", "run.sh", "--json", "--no-store")
        self.assertEqual(result(self.sh("run.sh", "gather")), self.whole(MATCH))

    def test_verbs_by_hand(self):
        self.good("batch", "slurm", *MATCH, "--parts", "3", "-o", "run.sh", "--no-store")
        os.mkdir(os.path.join(self.work, "run.sh.rows"))
        for part in ("3", "1", "2"):
            self.sh("run.sh", "part", part)
        self.assertIn("24", self.sh("run.sh", "gather"))
        run = subprocess.run(["sh", "run.sh", "nothing"], cwd=self.work, capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn("usage:", run.stderr)

    def test_the_gathering_job_depends_on_the_parts(self):
        self.good("batch", "slurm", *MATCH, "--parts", "1000", "-o", "run.sh", "--no-store", "--submit")
        array, gather = self.text_of("submitted").splitlines()
        self.assertIn("--array=1-24 ", array)  # no more parts than games
        self.assertIn("--dependency=afterany:7 ", gather)

    def test_sequential_tests_and_stores(self):
        """The options of the result are those of the gathering job."""
        call = (*MATCH[:-1], "200", "--sprt", "0,300")
        self.good("batch", "slurm", *call, "--parts", "3", "-o", "run.sh", "--json", "--db", "a.db", "--report", "a.html", "--submit")
        self.assertEqual(result(self.text_of("run.sh.out")), self.whole(call))
        self.assertTrue({"a.db", "a.html"} <= set(os.listdir(self.work)))

    def test_words_with_spaces_and_quotes(self):
        work = self.work = os.path.join(self.place.name, "it's a folder")
        os.mkdir(work)
        self.file("bot.sh", f"exec {shlex.quote(JOGADA)} bot tictactoe greedy\n")
        call = ("match", "tictactoe", "program:run=sh bot.sh", "random", "-n", "4", "--inexact")
        whole = self.whole(call)
        self.good("batch", "slurm", *call, "--parts", "2", "-o", "run.sh", "--json", "--no-store", "--submit")
        self.assertEqual(result(self.text_of("run.sh.out")), whole)

    def test_refusals(self):
        self.file("mine.sh", "precious\n")
        parts = ("--parts", "2", "-o", "run.sh")
        for call, says in ((("batch",), ["SCHEDULER"]), (("batch", "slurm"), ["SCHEDULER"]),
                           (("batch", "pbs", *MATCH, *parts), ["pbs", "slurm", "htcondor"]),
                           (("batch", "slurm", "tune", "kalah", *parts), ["tune", "--workers"]),
                           (("batch", "slurm", "nothing", *parts), ["nothing", "match"]),
                           (("batch", "slurm", "--parts", "2", "-o", "run.sh", *MATCH), ["'--parts' comes before", "batch slurm match ... --parts"]),
                           (("batch", "slurm", "-o", "run.sh", *MATCH, "--parts", "2"), ["'-o' comes before"]),
                           (("batch", "slurm", "--json", "nothing", *parts), ["'nothing' cannot be split"]),
                           (("batch", "slurm", *MATCH), ["--parts", "-o"]),
                           (("batch", "slurm", *MATCH, "--parts", "2"), ["--parts", "-o"]),
                           (("batch", "slurm", *MATCH, "-o", "run.sh"), ["--parts", "-o"]),
                           (("batch", "slurm", *MATCH, *parts, "--nothing"), ["--nothing"]),
                           (("batch", "slurm", "match", "kalah", "ab:ms=5", "random", *parts), ["ab:ms=5", "--inexact"]),
                           (("batch", "slurm", *MATCH, "--parts", "2", "-o", "$(run).sh"), ["letters"]),
                           (("batch", "slurm", *MATCH, "--parts", "2", "-o", "mine.sh"), ["mine.sh", "not a script"]),
                           (("--lang", "pt-BR", "batch", "pbs", *MATCH, *parts), ["escalonador"])):
            self.refused(*call, says=says)
        self.assertEqual(self.text_of("mine.sh"), "precious\n")
        self.assertEqual(os.listdir(self.work), ["mine.sh"])
        self.assertIn("--submit", self.good("batch", "--help"))
        self.assertIn("--sprt", self.good("batch", "slurm", "match", "--help"))

    def test_a_scheduler_that_is_not_installed(self):
        for scheduler, command in (("slurm", "sbatch"), ("htcondor", "condor_submit_dag")):
            os.remove(os.path.join(self.bin, command))
            call = ("batch", scheduler, *MATCH, "--parts", "2", "-o", "run.sh")
            run = self.jogada(*call, "--submit", PATH=self.bin)
            self.assertEqual((run.status, run.out), (1, ""), run)
            self.assertIn(f"needs the command {command}", run.err)
            self.assertEqual(os.listdir(self.work), [])  # nothing was written
            self.good(*call, PATH=self.bin)
            os.remove(os.path.join(self.work, "run.sh"))


if __name__ == "__main__":
    unittest.main()
