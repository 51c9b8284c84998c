#!/usr/bin/env bash
# Runs a test of the page without a server, which tools/site.sh has made in build/dist, and prints TAP. Skips it if there
# is none, because the compiler for WebAssembly is missing:
#   tools/site_test.sh moves NATIVE     the agents play the same games in NATIVE (bench/site_games.c) and in WebAssembly
#   tools/site_test.sh FILE             a browser test, on the site
set -eu
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
if [ ! -e "$root/build/dist/index.html" ]; then
    echo "1..0 # SKIP no site in build/dist: it needs the compiler for WebAssembly (./test)"
    exit
fi
if [ "$1" = moves ]; then exec node "$root/bench/site_compare.mjs" "$2" "$root/build/site_games.wasm"; fi
cd "$root/web"
JOGADA_SITE=$root/build/dist exec node --test --test-reporter=./test/tap.mjs "$1"
