#!/bin/sh
# Runs one fuzz target for JOGADA_FUZZ_SECONDS (10), or JOGADA_FUZZ_RUNS executions: run.sh TARGET NAME CORPUS
# Findings are stored beside the target, so that the next run continues from there.
# With JOGADA_FUZZ_REACH=N it only reads the corpus, which must have a game of every kind that is finished or has N moves.
set -eu
found=$(dirname "$1")/found/$2
mkdir -p "$found"
# -entropic=0: counting how rare features are took a third of the time, and found no more.
set -- "$1" "$2" "$3" -entropic=0 -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$found/../"
case $2 in
lobby | http) set -- "$@" -detect_leaks=0 ;; # their threads allocate meanwhile; leaks are looked for at the end
esac
target=$1 corpus=$3
shift 3
if [ -n "${JOGADA_FUZZ_REACH:-}" ]; then exec "$target" "$@" -runs=0 "$corpus"; fi
if [ -n "${JOGADA_FUZZ_RUNS:-}" ]; then
    exec "$target" "$@" -runs="$JOGADA_FUZZ_RUNS" "$found" "$corpus"
fi
exec "$target" "$@" -max_total_time="${JOGADA_FUZZ_SECONDS:-10}" "$found" "$corpus"
