#!/usr/bin/env bash
# The speed of WebAssembly as a share of the native program's, in processor time, several times in turn, since other work
# still disturbs the caches: bench/site_ratio.sh NATIVE WASM [TIMES], such as
# bench/site_ratio.sh build/plain/bench/site_games build/site_games.wasm
set -eu
here=$(dirname "$0")
for _ in $(seq "${3:-3}"); do
    native=$("$1" speed)
    wasm=$(node "$here/site_run.mjs" "$2" speed)
    paste -d ' ' <(echo "$native") <(echo "$wasm") |
        awk '{printf "%-8s %-24s native %10d  wasm %10d  ratio %.2f\n", $1, $2, $3, $6, $6 / $3}'
done
