#!/usr/bin/env python3
"""A bot for servers of the Kalah Game Protocol: takes the first house that moves again, or else the last.

    jogada kgp --serve                      in one terminal
    examples/kgp_bot.py [HOST [PORT]]       in another (default: the server in the first)

docs/kgp.md describes the protocol. Replace `choose` by something cleverer.
"""
import re
import socket
import sys


def choose(size, houses):
    """A house from 1 to size that is not empty; houses are our own."""
    again = [i + 1 for i in range(size) if houses[i] == size - i]
    return again[0] if again else max(i + 1 for i in range(size) if houses[i])


host, port = (sys.argv[1:] + ["127.0.0.1", "2671"][len(sys.argv) - 1:])[:2]
with socket.create_connection((host, int(port))) as server, server.makefile("rw", newline="\r\n") as line:
    for heard in line:
        number, command, rest = re.match(r"(?:(\d*)(?:@\d+)? )?(\w+) ?(.*)", heard.rstrip()).groups()
        if command == "kgp":
            line.write('set info:name "example"\r\nmode freeplay\r\n')
        elif command == "state":
            size, _, _, *houses = map(int, rest.strip("<>").split(","))
            line.write(f"@{number} move {choose(size, houses)}\r\n@{number} yield\r\n")
        elif command == "ping":
            line.write(f"@{number} pong\r\n")
        elif command == "error":
            print("server error:", rest, file=sys.stderr)
        elif command == "goodbye":
            break
        line.flush()
