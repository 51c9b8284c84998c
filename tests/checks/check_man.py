"""The manual page names every subcommand and every option: check_man.py JOGADA PAGE"""

import re
import subprocess
import sys

jogada, page = sys.argv[1], open(sys.argv[2], encoding="utf-8").read()


def output(*words):
    return subprocess.run([jogada, *words], capture_output=True, text=True, check=True, env={"LC_ALL": "C"}).stdout


commands = re.findall(r"^  jogada (\w+)\b.*  ", output("--help"), re.M)
missing = ["jogada " + name for name in commands if "*jogada %s*" % name not in page]
for name in commands:
    for option in re.findall(r"--[a-z][a-z-]*", output(name, "--help").split("\n\n", 2)[2]):
        if "*%s*" % option not in page and option not in missing:
            missing.append(option)
print("not in the manual page: " + ", ".join(missing) if missing else "%d commands and their options" % len(commands))
sys.exit(bool(missing) or len(commands) < 6)
