#!/usr/bin/env bash
# Makes the page without a server and runs all of its tests, which ./test does, too: agents play the same games in the
# native program and in WebAssembly, and browser tests pass on the site, offline. Needs build/plain (./test --quick).
set -eu
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/tools/setup.sh"
. "$root/tools/site.sh"
need site "${site_packages[@]}"
make_site_tests
meson test -C "$root/build/plain" --suite site "$@"
