#!/usr/bin/env bash
# Runs a test of the page without a server, which tools/site.sh has made in build/dist, and prints TAP. Skips it if there
# is none, because the compiler for WebAssembly is missing:
#   tools/site_test.sh moves NATIVE     the agents play the same games in NATIVE (bench/site_games.c) and in WebAssembly
#   tools/site_test.sh [firefox] FILE   a browser test, on the site; in Debian's Firefox, if it is installed
set -eu
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
if [ ! -e "$root/build/dist/index.html" ]; then
    echo "1..0 # SKIP no site in build/dist: it needs the compiler for WebAssembly (./test)"
    exit
fi
if [ "$1" = moves ]; then exec node "$root/bench/site_compare.mjs" "$2" "$root/build/site_games.wasm"; fi
if [ "$1" = firefox ]; then
    if [ ! -x /usr/bin/firefox-esr ]; then
        echo "1..0 # SKIP no Firefox: apt-get install firefox-esr"
        exit
    fi
    export JOGADA_BROWSER=firefox
    shift
fi
cd "$root/web"
JOGADA_SITE=$root/build/dist exec node --test --test-reporter=./test/tap.mjs "$1"
