"""Matches on a real Ray cluster on this machine; with ./test --long only, since Ray is large."""

import os
import signal

import pytest

import jogada
from conftest import SCALE
from jogada import cluster
from patience import wait_for
from test_cluster import MATCHES, long_match, quiet, same, seen_until_enough

if SCALE < 2000:
    pytest.skip("./test --long tests Ray", allow_module_level=True)
ray = pytest.importorskip("ray", reason="Ray is not installed")


def start():
    """Starts Ray, which gives up after half a minute on a machine with much other work."""
    try:
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    except Exception as e:
        ray.shutdown()
        if "timed out" not in str(e):
            raise
    return ray.is_initialized()


@pytest.fixture(scope="module", autouse=True)
def started():
    wait_for(start)
    yield
    ray.shutdown()


@pytest.mark.parametrize("name", MATCHES)
def test_the_result_of_one_machine(name):
    assert same(MATCHES[name](cluster=ray)) == same(MATCHES[name]())


def workers():
    """The processes that play."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                if f.read().startswith(b"ray::play"):
                    found.append(int(pid))
        except OSError:  # it has ended
            pass
    return found


class Killing(cluster.Ray):
    """Kills a process that plays, as kill -9 does."""

    submitted, killed = 0, None

    def submit(self, batch):
        self.submitted += 1
        if self.submitted >= 10 and not self.killed and (found := workers()):
            self.killed = found[0]
            os.kill(self.killed, signal.SIGKILL)
        return super().submit(batch)


def test_a_worker_that_is_killed():
    def match(**on):
        return jogada.match("kalah", "ab:nodes=20k,tt=64k", "mcts:playouts=1000", games=100, **on)

    killing = Killing(ray)
    assert same(match(cluster=killing)) == same(match())
    assert killing.killed and quiet()


class Recording(cluster.Ray):
    """Remembers its tasks."""

    def __init__(self):
        super().__init__(ray)
        self.tasks = []

    def submit(self, batch):
        self.tasks.append(super().submit(batch))
        return self.tasks[-1]


def idle():
    """Whether nothing plays, and nothing waits to be played."""
    return ray.available_resources().get("CPU", 0) == ray.cluster_resources()["CPU"]


def test_progress_while_tasks_are_running():
    recording = Recording()
    assert max(seen_until_enough(recording)) < 1
    wait_for(lambda: all(task.done() for task in recording.tasks))
    wait_for(idle)


def test_ctrl_c_cancels_the_tasks():
    recording = Recording()

    def interrupt(share):
        if recording.tasks:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        long_match(cluster=recording, progress=interrupt)
    assert quiet()
    wait_for(lambda: all(task.done() for task in recording.tasks))
    wait_for(idle)
    assert same(MATCHES["match"](cluster=ray)) == same(MATCHES["match"]())


def test_a_timeout_ends_the_match():
    recording = Recording()
    assert not long_match(cluster=recording, timeout=0.1).complete
    assert quiet()
    wait_for(lambda: all(task.done() for task in recording.tasks))


def test_an_error_of_the_workers_is_reported():
    with pytest.raises(jogada.Error, match="nobody"):
        jogada.match("tictactoe", "nobody", "random", games=2, cluster=ray)
