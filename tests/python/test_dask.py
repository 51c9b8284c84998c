"""Matches on a real dask.distributed cluster of processes on this machine."""

import os
import signal

import pytest

import jogada
from jogada import cluster
from patience import DEADLINE, wait_for
from test_cluster import MATCHES, long_match, quiet, same, seen_until_enough

distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")


@pytest.fixture(scope="module", params=[2, 4])
def client(request):
    dask = pytest.importorskip("dask")
    patience = {f"distributed.comm.timeouts.{name}": f"{DEADLINE}s" for name in ("connect", "tcp")}
    with dask.config.set(patience):
        local = distributed.LocalCluster(n_workers=request.param, threads_per_worker=1, dashboard_address=None)
        with local, distributed.Client(local, timeout=DEADLINE) as client:
            yield client


@pytest.mark.parametrize("name", MATCHES)
def test_the_result_of_one_machine(client, name):
    assert same(MATCHES[name](cluster=client)) == same(MATCHES[name]())


class Killing(cluster.Dask):
    """Kills a worker, as kill -9 does, when some tasks were submitted. Dask starts another one."""

    submitted, killed = 0, None

    def submit(self, batch):
        self.submitted += 1
        if self.submitted == 10:
            self.killed = next(iter(self.client.run(os.getpid).values()))
            os.kill(self.killed, signal.SIGKILL)
        return super().submit(batch)


def test_a_worker_that_is_killed(client):
    def match(**on):
        return jogada.match("kalah", "ab:nodes=2k,tt=64k", "mcts:playouts=100", games=200, **on)

    killing = Killing(client)
    assert same(match(cluster=killing)) == same(match())
    assert killing.killed


def test_progress_while_tasks_are_running(client):
    assert max(seen_until_enough(client)) < 1
    wait_for(lambda: not client.futures)  # the exception has cancelled them
    assert same(MATCHES["match"](cluster=client)) == same(MATCHES["match"]())


def test_ctrl_c_cancels_the_tasks(client):
    def interrupt(share):
        if client.futures:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        long_match(cluster=client, progress=interrupt)
    assert quiet()
    wait_for(lambda: not client.futures)  # a callback of Dask, in a thread of its own, may still refer to a task
    assert same(MATCHES["match"](cluster=client)) == same(MATCHES["match"]())


def test_an_error_of_the_workers_is_reported(client):
    with pytest.raises(jogada.Error, match="nobody"):
        jogada.match("tictactoe", "nobody", "random", games=2, cluster=client)
