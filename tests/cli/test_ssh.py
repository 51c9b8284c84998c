"""Workers over ssh, as the documentation has them: a real sshd on this machine, with keys and a configuration of its own, in a
folder of the test. It is skipped where OpenSSH is not installed or does not start."""
import os
import pwd
import shlex
import shutil
import socket
import subprocess
import unittest

from helper import DEADLINE, JOGADA, delays, end
from test_cluster import MATCH, Cluster

PATHS = os.environ["PATH"] + ":/usr/sbin:/sbin"
SSHD = """Port {port}
ListenAddress 127.0.0.1
HostKey {place}/host
AuthorizedKeysFile {place}/user.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
"""
SSH = """Host node1 node2
HostName 127.0.0.1
Port {port}
User {user}
IdentityFile {place}/user
IdentitiesOnly yes
UserKnownHostsFile {place}/known
BatchMode yes
LogLevel ERROR
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as s:
        return s.getsockname()[1]


class Ssh(Cluster):
    def setUp(self):
        super().setUp()
        programs = {name: shutil.which(name, path=PATHS) for name in ("sshd", "ssh", "ssh-keygen")}
        if None in programs.values():
            self.skipTest(f"OpenSSH is not installed: {', '.join(name for name in programs if not programs[name])}")
        self.ssh, self.place_of = programs["ssh"], self.folder("ssh")
        for key in ("host", "user"):
            subprocess.run([programs["ssh-keygen"], "-q", "-t", "ed25519", "-N", "", "-f", self.at(key)], check=True, timeout=DEADLINE)
        port = free_port()
        values = {"port": port, "place": self.place_of, "user": pwd.getpwuid(os.getuid()).pw_name}
        self.write("sshd_config", SSHD.format(**values))
        self.write("config", SSH.format(**values))
        with open(self.at("host.pub"), encoding="utf-8") as f:
            self.write("known", f"[127.0.0.1]:{port} {f.read()}")
        self.begin(programs["sshd"])

    def at(self, name):
        return os.path.join(self.place_of, name)

    def write(self, name, text):
        with open(self.at(name), "w", encoding="utf-8") as f:
            f.write(text)

    def begin(self, sshd):
        """Starts sshd and waits until it answers; skips the test if it cannot."""
        if os.getuid() == 0:
            os.makedirs("/run/sshd", mode=0o755, exist_ok=True)  # where Debian's sshd confines its unprivileged part
        with open(self.at("log"), "w", encoding="utf-8") as log:
            daemon = subprocess.Popen([sshd, "-D", "-e", "-f", self.at("sshd_config")], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.addCleanup(end, daemon)
        for seconds in delays():
            answer = subprocess.run(self.words("true"), capture_output=True, text=True, timeout=DEADLINE)
            if not answer.returncode:
                return
            if daemon.poll() is not None or "refused" not in answer.stderr:
                with open(self.at("log"), encoding="utf-8") as log:
                    self.skipTest(f"sshd does not work here: {answer.stderr}{log.read()[-500:]}")
            try:
                daemon.wait(min(seconds, 1))
            except subprocess.TimeoutExpired:
                pass
        self.fail("sshd neither answers nor ends")

    def words(self, command, node="node1"):
        return [self.ssh, "-F", self.at("config"), node, command]

    def worker(self, node, command=f"{shlex.quote(JOGADA)} worker -j 1"):
        return shlex.join(self.words(command, node))

    def test_workers_on_two_nodes(self):
        self.assertEqual(self.worked(MATCH, self.worker("node1"), self.worker("node2")), (self.whole(MATCH), ""))

    def test_a_node_that_goes_away(self):
        """Its sshd session, its worker and its ssh end; the games are handed out again."""
        dying = f"cd {shlex.quote(self.work)} && {self.mortal(2)}"
        found, err = self.worked(MATCH, self.worker("node1", dying), self.worker("node2"))
        self.assertEqual(found, self.whole(MATCH))

    def test_what_a_node_says_is_the_reason(self):
        run = self.jogada(*MATCH, "--no-store", "--workers", self.worker("node1", "no-such-jogada worker"))
        self.assertEqual((run.status, run.out), (1, ""))
        self.assertIn("no-such-jogada", run.err)
        self.assertIn("not found", run.err)


if __name__ == "__main__":
    unittest.main()
