#!/bin/sh
# Runs one fuzz target for JOGADA_FUZZ_SECONDS (10): run.sh TARGET NAME CORPUS
# What it finds is kept beside the target, so that the next run goes on from there.
set -eu
found=$(dirname "$1")/found/$2
mkdir -p "$found"
exec "$1" -max_total_time="${JOGADA_FUZZ_SECONDS:-10}" -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$found/../" "$found" "$3"
