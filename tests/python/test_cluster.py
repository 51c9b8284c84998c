"""Matches on clusters: the result of one machine, also when tasks fail, lie or are cancelled."""

import concurrent.futures
import json
import multiprocessing
import os
import signal
import threading

import pytest

import jogada
from conftest import scaled
from jogada import cluster

MATCHES = {
    "match": lambda **on: jogada.match("kalah:houses=4,seeds=3", "ab:nodes=200,tt=64k", "mcts:playouts=20", games=24,
                                       **on),
    "chance": lambda **on: jogada.match("domino:target=30", "domino.basic", "random", games=12, **on),
    "tournament": lambda **on: jogada.tournament("tictactoe", "random", "greedy", "minimax:depth=2", games=8, **on),
    "sprt": lambda **on: jogada.match("tictactoe", "greedy", "random", games=2000, sprt=(0, 50), **on),
    "starts": lambda **on: jogada.match("kalah", "greedy", "random", games=8, starts=[
        "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1", "4,4,4,4,0,5,1,5,5,4,4,4,4,0 2"], **on),
    "adjudicated": lambda **on: jogada.match("kalah:houses=3,seeds=3", "ab:depth=3,tt=64k", "ab:depth=2,tt=64k",
                                             games=20, resign="movecount=1,score=80%", tb=True, **on),
}


def same(result):
    """A result without what depends on time."""
    document = result.as_dict()
    document.pop("seconds")
    document["rows"] = [{k: v for k, v in row.items() if not k.startswith("seconds")} for row in result.rows]
    return json.dumps(document)


class Recorder:
    """A cluster of threads that records its tasks; subclasses change their rows."""

    def __init__(self, slots=2):
        self.pool, self.batches, self.tasks, self.cancelled = concurrent.futures.ThreadPoolExecutor(slots), [], [], []
        self.slots = lambda: slots

    def submit(self, batch):
        self.batches.append(json.loads(batch))
        self.tasks.append(self.pool.submit(self.work, batch))
        return self.tasks[-1]

    def work(self, batch):
        return cluster.play(batch)

    def cancel(self, task):
        self.cancelled.append(task)
        task.cancel()


@pytest.mark.parametrize("name", MATCHES)
def test_a_pool_gives_the_same_result(name):
    alone = same(MATCHES[name]())
    for slots in (1, 3):
        with concurrent.futures.ThreadPoolExecutor(slots) as pool:
            assert same(MATCHES[name](cluster=pool)) == alone


def test_processes():
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawn) as pool:
        assert same(MATCHES["match"](cluster=pool)) == same(MATCHES["match"]())


def test_threads_limits_the_tasks_at_once():
    recorder = Recorder(slots=4)
    running, most, lock = [], [], threading.Lock()

    def work(batch):
        with lock:
            running.append(batch)
            most.append(len(running))
        rows = cluster.play(batch)
        with lock:
            running.remove(batch)
        return rows

    recorder.work = work
    assert same(MATCHES["match"](cluster=recorder, threads=1)) == same(MATCHES["match"]())
    assert max(most) <= 2  # those of one slot: the batch that is played, and the next one


def test_a_thousand_cores():
    recorder = Recorder()
    recorder.slots = lambda: 1000
    assert same(MATCHES["match"](cluster=recorder)) == same(MATCHES["match"]())


def test_batches_grow_with_fast_games():
    recorder = Recorder()
    games = max(4000, scaled(20000))
    assert jogada.match("tictactoe", "random", "random", games=games, cluster=recorder).games == games
    sizes = [len(batch["games"]) for batch in recorder.batches]
    assert max(sizes) > 10 * sizes[0] and len(sizes) < games / 2


def test_progress():
    shares = []
    MATCHES["match"](cluster=Recorder(), progress=shares.append)
    assert shares == sorted(shares) and all(0 <= share <= 1 for share in shares)


def test_tasks_that_fail_are_submitted_again():
    class Failing(Recorder):
        """Fails two tasks in all: a slot whose tasks fail three times in a row would be given up."""

        lock, count = threading.Lock(), 0

        def work(self, batch):
            with self.lock:
                self.count += 1
                number = self.count
            if number in (1, 4):
                raise OSError("the machine is gone")
            return cluster.play(batch)

    failing = Failing()
    assert same(MATCHES["match"](cluster=failing)) == same(MATCHES["match"]())
    assert failing.count > 4


@pytest.mark.parametrize("rows", ["hello\n", '{"number":1}\n', '{"number":99999,"moves":""}\n', "\0\n", 3])
def test_replies_that_are_no_rows(rows):
    class Lying(Recorder):
        def work(self, batch):
            return rows

    with pytest.raises(jogada.Error, match="no worker is left"):
        MATCHES["match"](cluster=Lying())


def test_a_lying_task_is_found_out():
    class Lying(Recorder):
        lied = False

        def work(self, batch):
            rows = [json.loads(row) for row in cluster.play(batch).splitlines()]
            if not self.lied:
                self.lied = True
                rows[0]["moves"] = rows[0]["moves"].rpartition(" ")[0]
            return "".join(json.dumps(row) + "\n" for row in rows)

    assert same(MATCHES["chance"](cluster=Lying())) == same(MATCHES["chance"]())


def test_without_a_machine_the_reason_is_reported():
    class Gone(Recorder):
        def work(self, batch):
            raise OSError("the machine is gone")

    class Closed(Recorder):
        def submit(self, batch):
            raise RuntimeError("closed")

    for gone, says in ((Gone(), "the machine is gone"), (Closed(), "closed")):
        with pytest.raises(jogada.Error, match=says):
            MATCHES["match"](cluster=gone)


def quiet():
    return not any(thread.name == "jogada cluster" for thread in threading.enumerate())


def long_match(games=1000000, **on):
    return jogada.match("kalah", "ab:nodes=2k,tt=64k", "ab:nodes=2k,tt=64k", games=games, **on)


def seen_until_enough(cluster):
    """The shares that progress reports while tasks are running, until an exception ends the match after three."""
    shares = []

    def report(share):
        if not shares or share > shares[-1]:
            shares.append(share)
        if len(shares) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        long_match(games=4000, cluster=cluster, progress=report)  # shares are in thousandths
    assert quiet()
    return shares


def test_progress_while_tasks_are_running():
    recorder = Recorder()
    assert max(seen_until_enough(recorder)) < 1
    assert all(task.done() or task in recorder.cancelled for task in recorder.tasks)
    recorder.pool.shutdown(cancel_futures=True)


def test_an_exception_cancels_the_tasks():
    def fail(share):
        if recorder.tasks:
            raise LookupError("enough")

    recorder = Recorder()
    with pytest.raises(LookupError):
        long_match(cluster=recorder, progress=fail)
    assert quiet() and all(task.done() or task in recorder.cancelled for task in recorder.tasks)
    recorder.pool.shutdown(cancel_futures=True)


def test_ctrl_c_cancels_the_tasks():
    def interrupt(share):
        if recorder.tasks:
            os.kill(os.getpid(), signal.SIGINT)

    recorder = Recorder()
    with pytest.raises(KeyboardInterrupt):
        long_match(cluster=recorder, progress=interrupt)
    assert quiet() and all(task.done() or task in recorder.cancelled for task in recorder.tasks)
    recorder.pool.shutdown(cancel_futures=True)


def test_a_timeout_ends_the_match():
    recorder = Recorder()
    assert not long_match(cluster=recorder, timeout=0.1).complete
    assert quiet()
    recorder.pool.shutdown(cancel_futures=True)


def test_refusals():
    pool = Recorder()
    for wrong in (3, "dask", object()):
        with pytest.raises(TypeError, match="Client"):
            jogada.match("tictactoe", "random", "random", cluster=wrong)
    with pytest.raises(jogada.Error, match="ab:ms=5.*inexact"):
        jogada.match("tictactoe", "ab:ms=5", "random", games=2, cluster=pool)
    with pytest.raises(jogada.Error, match="clocks.*inexact"):
        jogada.match("tictactoe", "random", "random", games=2, tc="10", cluster=pool)
    with pytest.raises(jogada.Error, match="Python"):
        jogada.match("tictactoe", lambda view, moves, rng: moves[0], "random", games=2, cluster=pool)
    with pytest.raises(jogada.Error, match="even"):
        jogada.match("tictactoe", "random", "random", games=3, cluster=pool)
    assert not pool.tasks and quiet()
    assert jogada.match("tictactoe", "ab:ms=1", "random", games=2, cluster=pool, inexact=True).games == 2


def test_invalid_batches():
    recorder = Recorder()
    jogada.match("tictactoe", "random", "greedy", games=2, cluster=recorder)
    good = recorder.batches[0]
    rows = cluster.play(json.dumps(good)).splitlines()
    assert [json.loads(row)["number"] for row in rows] == [game[0] for game in good["games"]]
    for wrong in ("", "hello", "[]", "{}", json.dumps(good | {"format": 2}), json.dumps(good | {"games": []}),
                  json.dumps(good | {"games": [[0, 0, 9, 0, 0]]}), json.dumps(good | {"games": [[0, 0, 1, 0, 0, "?"]]}),
                  json.dumps(good | {"run": good["run"] | {"program": "0"}}),
                  json.dumps(good | {"run": good["run"] | {"players": [{"spec": "nobody"}]}})):
        with pytest.raises(jogada.Error):
            cluster.play(wrong)
    with pytest.raises(TypeError):
        cluster.play(3)
