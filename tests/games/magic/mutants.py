#!/usr/bin/env python3
"""Mutation tests of the stack and priority: changes one rule at a time in a copy of the sources, and shows which tests
find it.

    tests/games/magic/mutants.py BUILD

BUILD is a built build directory. Every mutant is compiled and linked in BUILD/mutants; the sources and the build stay as
they are. Ends with status 1 if a mutant survives, or if a pattern does not occur exactly once in its file."""

import os
import resource
import shlex
import shutil
import subprocess
import sys

TESTS = ["magic_stack", "magic_effects", "magic_rules", "magic"]
SOURCES = "src/games/magic"
SECONDS = 120

# File, text, replacement: what the mutant does instead.
MUTANTS = [
    ("stack.c", "s->stack[s->spells - 1].seat == s->priority ?", "s->stack[s->spells - 1].seat != s->priority ?",
     "stops after own spells and after the opponent's are exchanged"),
    ("stack.c", "s->priority == s->active ? JG_MAGIC_STOP_STEP", "s->priority != s->active ? JG_MAGIC_STOP_STEP",
     "stops in the own turn and in the opponent's are exchanged"),
    ("stack.c", "struct jg_magic_spell top = s->stack[s->spells - 1];\n    jg_magic_remove_spell(s, s->spells - 1);",
     "struct jg_magic_spell top = s->stack[0];\n    jg_magic_remove_spell(s, 0);", "the first spell resolves first"),
    ("stack.c", "    s->priority = s->active;\n    s->passes = 0;\n    if (s->phase == JG_MAGIC_END) clear(s);",
     "    s->priority = 1 - s->active;\n    s->passes = 0;\n    if (s->phase == JG_MAGIC_END) clear(s);",
     "the opponent has priority first after a spell resolves"),
    ("stack.c", "if (s->passes == 2 && !s->spells) break;", "if (s->passes >= 1 && !s->spells) break;",
     "a step ends when one player passes"),
    ("stack.c", "} else if (stops(g, s)) {", "} else if (true) {", "players are asked everywhere"),
    ("stack.c", "        if (s->passes == 2) {\n            resolve_top", "        if (s->passes) {\n            resolve_top",
     "a spell resolves when one player passes"),
    ("stack.c", "    s->priority = (uint8_t)seat;\n    s->passes = 0;\n    give_priority(g, s);",
     "    s->priority = (uint8_t)(1 - seat);\n    s->passes = 0;\n    give_priority(g, s);",
     "the opponent of the caster has priority first"),
    ("stack.c", "    s->step = (uint8_t)step;\n    s->priority = s->active;",
     "    s->step = (uint8_t)step;\n    s->priority = 1 - s->active;", "the opponent has priority first in a step"),
    ("stack.c", "return s->side[s->active].draws ? s->active : s->side[1 - s->active].draws ? 1 - s->active : -1;",
     "return s->side[s->active].draws ? s->active : -1;", "only the active player draws by effects"),
    ("stack.c", "    s->passes++;\n    s->priority = 1 - s->priority;\n    give_priority(g, s);",
     "    s->passes++;\n    give_priority(g, s);", "the player who passes is asked again"),
    ("cast.c", "if (id && target && !is_legal_target(s, seat, card, target)) {", "if (false) {",
     "targets are not checked on resolution"),
    ("cast.c", "s->side[s->stack[place].seat].grave[s->stack[place].kind]++;", "",
     "a countered spell leaves the game"),
    ("cast.c", "(!jg_magic_is_fast(card) || s->spells == JG_MAGIC_STACK)", "(s->spells == JG_MAGIC_STACK)",
     "sorceries may respond"),
    ("cast.c", "|| s->spells == JG_MAGIC_STACK)", "|| s->spells == 1)", "the stack holds one spell"),
    ("cast.c", "creatures += s->stack[i].seat == mover && ", "creatures += 0 && ",
     "creature spells do not count for the room"),
    ("cast.c", "for (; at > 0 && own->creature[at - 1].id > id; at--)", "for (; false; at--)",
     "creatures are in the order in which they enter"),
    ("cast.c", "if (e->verb == JG_MAGIC_PREVENT) s->fog = 1;", "", "damage is not prevented"),
    ("cast.c", "(card->target & JG_MAGIC_SPELL && s->spells);", "(card->target & JG_MAGIC_SPELL);",
     "a counterspell needs no spell"),
    ("cast.c", "if (s->step == JG_MAGIC_STEP_ATTACKERS || s->step == JG_MAGIC_STEP_BLOCKERS) jg_magic_mend_combat(s);",
     "", "combat is not mended after creatures have left it"),
    ("combat.c", "if (!n && attacker->flags & JG_MAGIC_BLOCKED) continue;", "",
     "an attacker whose blockers are gone deals damage to the player"),
    ("magic.c", "case JG_MAGIC_STEP_END: end_turn(s); break;", "case JG_MAGIC_STEP_END: s->phase = JG_MAGIC_MAIN_2; break;",
     "the turn does not end"),
    ("magic.c", "own->draws--;", "own->draws = 0;", "an effect draws one card"),
]


def commands(build, target):
    """The last command that makes a target, as words."""
    out = subprocess.run(["ninja", "-C", build, "-t", "commands", target], capture_output=True, text=True, check=True)
    return shlex.split(out.stdout.strip().splitlines()[-1])


def limit():
    """A mutant that does not end is killed, after seconds of processor time that no test needs."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


class Workshop:
    """Compiles and links mutants in a directory beside the build's own files."""

    def __init__(self, root, build):
        self.root, self.build = root, build
        self.place = os.path.join(build, "mutants")
        shutil.rmtree(self.place, ignore_errors=True)
        os.makedirs(self.place)
        targets = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], capture_output=True, text=True,
                                 check=True).stdout.splitlines()
        self.targets = [t.rsplit(":", 1)[0] for t in targets]
        self.links = {t: commands(build, "tests/test_" + t) for t in TESTS}

    def run(self, words, **more):
        return subprocess.run(words, cwd=self.build, capture_output=True, text=True, **more)

    def compile(self, name, source):
        """The object of a changed source, under the name that it has in the library."""
        member = "src_games_magic_" + name + ".o"
        target = next(t for t in self.targets if t.startswith("libjogada.so") and t.endswith("/" + member))
        words = commands(self.build, target)
        path, out = os.path.join(self.place, name), os.path.join(self.place, member)
        with open(path, "w", encoding="utf-8") as f:
            f.write(source)
        words[words.index("-o") + 1] = out
        words[words.index("-c") + 1] = path
        for flag in ("-MF", "-MQ"):
            words[words.index(flag) + 1] = out + ".d"
        done = self.run(words)
        if done.returncode:
            sys.exit(done.stderr)
        return out

    def killer(self, obj):
        """The first test that fails with an object in place of the library's own, or None."""
        library = os.path.join(self.place, "libjogada.a")
        shutil.copyfile(os.path.join(self.build, "libjogada.a"), library)
        self.run(["ar", "r", library, obj], check=True)
        for test in TESTS:
            exe = os.path.join(self.place, "test")
            words = [library if w == "libjogada.a" else w for w in self.links[test]]
            words[words.index("-o") + 1] = exe
            self.run(words, check=True)
            env = dict(os.environ, MESON_SOURCE_ROOT=self.root)
            if self.run([exe], env=env, preexec_fn=limit).returncode:
                return test
        return None


def main():
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
    shop = Workshop(root, os.path.abspath(sys.argv[1]))
    survivors = 0
    originals = {m[0] for m in MUTANTS}
    texts = {name: open(os.path.join(root, SOURCES, name), encoding="utf-8").read() for name in originals}
    name = sorted(originals)[0]
    if (by := shop.killer(shop.compile(name, texts[name]))) is not None:
        sys.exit(f"{by} fails without a mutant")
    for name, old, new, what in MUTANTS:
        if texts[name].count(old) != 1:
            sys.exit(f"{name}: the pattern of '{what}' occurs {texts[name].count(old)} times")
        by = shop.killer(shop.compile(name, texts[name].replace(old, new)))
        survivors += by is None
        print(f"{'survives' if by is None else 'killed':8}  {by or '':30}  {name}: {what}", flush=True)
    print(f"{len(MUTANTS) - survivors} of {len(MUTANTS)} mutants are killed")
    return survivors > 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main())
