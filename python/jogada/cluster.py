"""Matches on a cluster: each batch of games is a task that returns their rows.

The coordinator that `jogada match --workers` uses sends batches of about a second of work through sockets, checks every
row, and hands out again what is missing, so the result is that of one machine. Here a thread passes the batches on as
tasks, and their rows back. docs/cluster.md has both formats.
"""

import concurrent.futures
import contextlib
import json
import resource
import selectors
import socket
import threading

from . import _jogada

ALIVE = 5  # seconds between two signs of life of a task that waits or plays
TRIES = 3  # failures of tasks in a row, after which no more are submitted
SLOTS = 1000  # sockets
FILES = 3  # that each socket needs


def play(batch):
    """The task: plays the games of a batch, one line of JSON, and returns their rows."""
    return _jogada.play_batch(batch)


class Dask:
    """Tasks of a dask.distributed Client."""

    def __init__(self, client):
        self.client = client

    def slots(self):
        return sum(self.client.nthreads().values())

    def submit(self, batch):
        return self.client.submit(play, batch, pure=False)

    def cancel(self, task):
        task.cancel()


class Ray:
    """Tasks of Ray, which ray.init() has connected."""

    def __init__(self, ray):
        self.ray, self.play = ray, ray.remote(max_retries=-1)(play)

    def slots(self):
        return int(self.ray.cluster_resources().get("CPU", 1))

    def submit(self, batch):
        reference = self.play.remote(batch)
        task = reference.future()
        task.reference = reference
        return task

    def cancel(self, task):
        self.ray.cancel(task.reference)


class Pool:
    """Tasks of an Executor of concurrent.futures."""

    def __init__(self, executor):
        self.submit = lambda batch: executor.submit(play, batch)
        self.slots = lambda: getattr(executor, "_max_workers", 1)

    def cancel(self, task):
        task.cancel()


def adapter(cluster):
    """The object whose submit(batch) returns a future, cancel(future) ends it, and slots() counts cores."""
    if hasattr(cluster, "scheduler_info"):
        return Dask(cluster)
    if hasattr(cluster, "cluster_resources"):
        return Ray(cluster)
    if isinstance(cluster, concurrent.futures.Executor):
        return Pool(cluster)
    if all(callable(getattr(cluster, name, None)) for name in ("submit", "cancel", "slots")):
        return cluster
    raise TypeError("cluster must be a dask.distributed Client, the module ray or an Executor, not "
                    f"{type(cluster).__name__}")


class _Slot:
    """A socket of the coordinator with the tasks for its batches."""

    def __init__(self, end):
        self.end, self.text, self.tasks, self.failures = end, b"", {}, 0


class _Relay(threading.Thread):
    """Passes batches on to tasks, and rows back, until the coordinator closes its sockets."""

    def __init__(self, cluster, ends):
        super().__init__(name="jogada cluster", daemon=True)
        self.cluster, self.lock, self.done = cluster, threading.Lock(), []
        self.bell, self.rung = socket.socketpair()
        self.bell.setblocking(False)
        self.slots = [_Slot(end) for end in ends]

    def run(self):
        hello = {"jogada": "worker", "format": 1, "version": _jogada.__version__, "threads": 1}
        with selectors.DefaultSelector() as selector:
            selector.register(self.rung, selectors.EVENT_READ)
            for slot in self.slots:
                self.send(slot, json.dumps(hello) + "\n")
                selector.register(slot.end, selectors.EVENT_READ, slot)
            while len(selector.get_map()) > 1:
                events = selector.select(ALIVE)
                for key, _ in events:
                    if key.data is None:
                        self.rung.recv(1 << 16)
                    elif not self.receive(key.data):
                        selector.unregister(key.fileobj)
                with self.lock:
                    done, self.done = self.done, []
                for slot, task in done:
                    self.finish(slot, task)
                for slot in self.slots if not events else ():
                    self.send(slot, '{"alive":true}\n' if slot.tasks else "")

    def send(self, slot, text):
        with contextlib.suppress(OSError):  # the coordinator has closed its end, which receive() notices
            slot.end.sendall(text.encode())

    def receive(self, slot):
        """Reads batches and submits them. False: there are no more."""
        try:
            some = slot.end.recv(1 << 20)
        except OSError:
            some = b""
        *lines, slot.text = (slot.text + some).split(b"\n")
        for line in lines:
            self.submit(slot, line.decode())
        if not some:
            for task in slot.tasks:
                with contextlib.suppress(Exception):
                    self.cluster.cancel(task)
            slot.tasks.clear()
        return bool(some)

    def submit(self, slot, batch):
        try:
            task = self.cluster.submit(batch)
        except Exception as e:
            self.send(slot, json.dumps({"error": f"cannot submit a task: {e}"}) + "\n")
            return
        slot.tasks[task] = batch
        task.add_done_callback(lambda task: self.ring(slot, task))

    def ring(self, slot, task):
        """Called by any thread when a task has ended, possibly after the relay."""
        with self.lock:
            if self.slots:
                self.done.append((slot, task))
        with contextlib.suppress(OSError):  # it rings already, or the relay has ended
            self.bell.send(b"!")

    def forget(self):
        """Drops the tasks, whose results the cluster stores as long as someone refers to them."""
        with self.lock:
            self.done.clear()
            self.slots.clear()

    def finish(self, slot, task):
        """Sends the rows of a task, or submits its batch again if it failed, as its machine did."""
        batch = slot.tasks.pop(task, None)
        if batch is None:
            return
        try:
            self.send(slot, task.result())
            slot.failures = 0
        except BaseException as e:
            slot.failures += 1
            if isinstance(e, _jogada.Error) or slot.failures == TRIES:
                self.send(slot, json.dumps({"error": str(e) or type(e).__name__}) + "\n")
            else:
                self.submit(slot, batch)


def allow_files(count):
    """Raises the limit of open files of this process, if it is too low and may be raised."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < count:
        most = count if hard == resource.RLIM_INFINITY else min(count, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


@contextlib.contextmanager
def tasks(cluster, count=0):
    """The descriptors of sockets, `count` (0: one for each core of the cluster), whose other ends are tasks."""
    cluster = adapter(cluster)
    count = min(max(count or cluster.slots(), 1), SLOTS)
    allow_files(FILES * count + 1000)
    pairs = [socket.socketpair() for _ in range(count)]
    relay = _Relay(cluster, [far for _, far in pairs])
    relay.start()
    try:
        yield [near.fileno() for near, _ in pairs]
    finally:
        for near, _ in pairs:
            near.close()
        relay.join()
        relay.forget()
        for end in [far for _, far in pairs] + [relay.bell, relay.rung]:
            end.close()
