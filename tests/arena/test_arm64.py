"""Another kind of processor, emulated, plays the same games: arm64 by qemu-user, with Debian's cross compiler.

Elementary functions are compared always; matches only in long tests, since the library must be compiled for it.
"""
import os
import shutil
import subprocess
import tempfile
import unittest

from helper import DEADLINE

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
COMPILER = "aarch64-linux-gnu-gcc"
EMULATORS = ("qemu-aarch64-static", "qemu-aarch64")
LONG = float(os.environ.get("JOGADA_TEST_SCALE", 100)) > 200
EXACT = ["-std=c17", "-D_GNU_SOURCE", "-O2", "-ffp-contract=off", f"-I{ROOT}/src", f"-I{ROOT}/include"]

CROSS = """[binaries]
c = '{compiler}'
ar = 'aarch64-linux-gnu-ar'
strip = 'aarch64-linux-gnu-strip'
pkgconfig = 'pkg-config'
[properties]
pkg_config_libdir = '{libdir}'
[built-in options]
c_args = ['-idirafter', '/usr/include']
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
"""

# The bits of elementary functions at many points.
POINTS = r"""
#include "core/math.h"
#include <stdio.h>
int main(void) {
    for (int k = 1; k < 4000; k++) {
        double x = 0.00871 * k;
        printf("%a %a %a %a %a %a %a %a %a %a %a\n", jg_math_exp(x - 17), jg_math_log(x), jg_math_log1p(x / 9), jg_math_log10(x),
               jg_math_tanh(x / 5), jg_math_atanh(x / 36), jg_math_cos(x), jg_math_sin(x), jg_math_erfc(x / 4),
               jg_math_pow(x, x / 4 - 3), (double)jg_math_expf((float)x - 20));
    }
}
"""


def emulator():
    return next(filter(None, map(shutil.which, EMULATORS)), None)


def call(*words, **how):
    run = subprocess.run(words, capture_output=True, text=True, timeout=DEADLINE, **how)
    if run.returncode:
        raise AssertionError(f"{' '.join(words)}: {run.stdout[-3000:]}{run.stderr[-3000:]}")
    return run.stdout


@unittest.skipUnless(shutil.which(COMPILER) and emulator(),
                     "the cross compiler or the emulator is missing: gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user-static")
class Arm64(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="jogada-arm64-")
        self.addCleanup(place.cleanup)
        self.place = place.name

    def test_elementary_functions(self):
        with open(os.path.join(self.place, "points.c"), "w", encoding="utf-8") as f:
            f.write(POINTS)
        outputs = []
        for compiler, flags, prefix in ((os.environ.get("CC", "cc"), [], []), (COMPILER, ["-static"], [emulator()])):
            program = os.path.join(self.place, f"points{len(outputs)}")
            call(*compiler.split(), *EXACT, *flags, f"{self.place}/points.c", f"{ROOT}/src/core/math.c", "-lm", "-o", program)
            outputs.append(call(*prefix, program))
        self.assertEqual(len(outputs[0].splitlines()), 3999)
        self.assertEqual(outputs[0], outputs[1])

    @unittest.skipUnless(LONG, "the library is compiled for arm64 in long tests only")
    def test_matches(self):
        libdir = call("pkg-config", "--variable=pc_path", "pkg-config").strip()
        with open(os.path.join(self.place, "cross"), "w", encoding="utf-8") as f:
            f.write(CROSS.format(compiler=COMPILER, libdir=libdir))
        build = os.path.join(self.place, "build")
        try:
            call("meson", "setup", build, ROOT, "--cross-file", os.path.join(self.place, "cross"), "-Dcommand=false",
                 "-Dtranslations=false", "-Ddefault_library=static", "-Doptimization=1", "--wrap-mode=forcefallback",
                 "--force-fallback-for=jansson")
        except AssertionError as fault:
            if "download" in str(fault).lower():
                self.skipTest("the source of jansson cannot be fetched")
            raise
        call("ninja", "-C", build, "libjogada.a")
        program = os.path.join(self.place, "play")
        libraries = [os.path.join(folder, name) for folder, _, names in os.walk(build) for name in names if name.endswith(".a")]
        libraries.sort(key=lambda path: "jansson" in path)
        call(COMPILER, *EXACT, "-static", f"{ROOT}/tests/arena/play_everywhere.c", *libraries, "-lm", "-pthread", "-o", program)
        here, there = call(os.environ["PLAY_EVERYWHERE"]), call(emulator(), program)
        self.assertGreater(len(here.splitlines()), 90)
        self.assertEqual(here, there)


if __name__ == "__main__":
    unittest.main()
