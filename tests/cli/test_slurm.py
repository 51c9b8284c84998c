"""Job scripts on a real Slurm of one node: Debian's daemons with a configuration of their own, in a folder of the test. It is
skipped where they are not installed or do not start."""
import os
import shlex
import shutil
import socket
import subprocess
import unittest

from helper import DEADLINE, JOGADA, delays, end
from test_batch import Batch, result

DAEMONS = ("munged", "slurmctld", "slurmd")
COMMANDS = ("sbatch", "squeue", "sinfo", "scontrol", "scancel")
CONFIGURATION = """ClusterName=jogada
SlurmctldHost={node}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.log
ReturnToService=2
MinJobAge=1000000
SlurmdParameters=config_overrides
NodeName={node} NodeAddr=127.0.0.1 CPUs=4 RealMemory=100 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def system(name):
    """The path of a program of the system."""
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def free_ports(n):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(n)]
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Slurm(Batch):
    """A test with a Slurm of its own."""

    def setUp(self):
        super().setUp()
        missing = [name for name in DAEMONS + COMMANDS if not system(name)]
        if missing:
            self.skipTest(f"Slurm is not installed: {', '.join(missing)}")
        os.remove(os.path.join(self.bin, "sbatch"))
        self.slurm = self.folder("slurm")
        os.mkdir(os.path.join(self.slurm, "state"))
        os.mkdir(os.path.join(self.slurm, "spool"))
        with open(self.at("munge.key"), "wb", opener=lambda path, flags: os.open(path, flags, 0o400)) as f:
            f.write(os.urandom(1024))
        with open(self.at("slurm.conf"), "w", encoding="utf-8") as f:
            f.write(CONFIGURATION.format(node=socket.gethostname().split(".")[0], ports=free_ports(2), place=self.slurm,
                                         user=subprocess.check_output(["id", "-un"], text=True).strip()))
        self.daemons = []
        self.daemon("munged", "--foreground", "--force", *(f"--{name}-file={self.at('munge.' + name)}" for name in ("key", "pid", "log", "seed")),
                    f"--socket={self.at('munge.socket')}")
        self.wait(lambda: os.path.exists(self.at("munge.socket")))
        self.daemon("slurmctld", "-D", "-f", self.at("slurm.conf"))
        self.daemon("slurmd", "-D", "-f", self.at("slurm.conf"))
        self.wait(lambda: self.ask("sinfo", "-h", "-o", "%T").strip() == "idle")
        self.addCleanup(self.ask, "scancel", "--state=RUNNING")

    def at(self, name):
        return os.path.join(self.slurm, name)

    def environment(self, changes):
        return super().environment({"SLURM_CONF": os.path.join(self.place.name, "slurm", "slurm.conf")} | changes)

    def daemon(self, name, *words):
        with open(self.at(f"{name}.out"), "w", encoding="utf-8") as out:
            process = subprocess.Popen([system(name), *words], stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=self.slurm,
                                       env=self.environment({}))
        self.addCleanup(end, process)
        self.daemons.append((name, process))

    def ask(self, name, *words):
        """The output of a command of Slurm, "" if it fails."""
        return subprocess.run([system(name), *words], env=self.environment({}), timeout=DEADLINE, capture_output=True, text=True).stdout

    def wait(self, condition):
        """Waits while Slurm starts; skips the test if it cannot."""
        for seconds in delays():
            if condition():
                return
            reason = self.ask("sinfo", "-h", "-R", "-o", "%E") if len(self.daemons) == 3 else ""
            for name, process in self.daemons:
                if process.poll() is not None:
                    with open(self.at(f"{name}.out"), encoding="utf-8") as f:
                        reason = f"{name}: " + f.read()[-500:]
            if reason:
                self.skipTest(f"Slurm does not start here: {reason}")
            try:
                self.daemons[-1][1].wait(min(seconds, 1))
            except subprocess.TimeoutExpired:
                pass
        self.fail("Slurm neither starts nor ends")

    def until_all_jobs_end(self):
        for seconds in delays():
            states = self.ask("squeue", "-h", "-t", "all", "-o", "%T").split()
            if states and not {"PENDING", "RUNNING", "COMPLETING", "CONFIGURING"} & set(states):
                return sorted(states)
            try:
                self.daemons[-1][1].wait(min(seconds, 1))
                self.fail("slurmd has ended")
            except subprocess.TimeoutExpired:
                pass
        self.fail(f"jobs do not end: {states}")

    def test_an_array_with_one_part_killed(self):
        """The bot of the second part kills its match, as kill -9 does, after some moves of a game."""
        self.file("bot.sh", f"{shlex.quote(JOGADA)} bot tictactoe greedy | while read -r line; do\n"
                            "    echo \"$line\" && n=$((${n-0} + 1))\n"
                            "    [ \"${SLURM_ARRAY_TASK_ID-none}.$n\" != 2.9 ] || kill -9 $PPID\ndone\n")
        call = ("match", "tictactoe", "program:run=sh bot.sh", "minimax:depth=2", "-n", "24", "--inexact")
        whole = self.whole(call)
        said = self.good("batch", "slurm", *call, "--parts", "4", "-o", "run.sh", "--json", "--no-store", "--submit")
        self.assertIn("Submitted batch job", said)
        self.assertEqual(self.until_all_jobs_end(), ["COMPLETED"] * 4 + ["FAILED"])
        self.assertEqual(self.rows(), [f"games-{first:07}-{first + 5:07}.ndjson" for first in (0, 12, 18)])
        self.assertEqual(result(self.text_of("run.sh.out")), whole)


if __name__ == "__main__":
    unittest.main()
