"""Waits for events. The only bound on time in a test is the hang guard."""
import time

DEADLINE = 1800  # seconds after which a wait is a hang


def wait_for(condition):
    limit = time.monotonic() + DEADLINE
    while not condition():
        if time.monotonic() > limit:
            raise AssertionError("what was waited for did not come")
        time.sleep(0.001)


def delays():
    """Seconds to sleep before one more try, each longer than the last: for what shows only afterwards whether it came."""
    seconds = 0.05
    while seconds < DEADLINE:
        yield seconds
        seconds *= 1.5
