#!/usr/bin/env bash
# A fuzz campaign over all targets: bench/fuzz_campaign.sh [SECONDS [TARGET...]]
# Each target gets SECONDS (600), one target on each core at a time, and continues from what earlier runs found.
# Prints for each target: executions, executions a second of processor time, edges covered, inputs stored; then the
# total. Fails if a target failed. `./test` builds the targets. Corpora that have grown are made small again by
#   build/fuzz/fuzz/fuzz_NAME -merge=1 NEW fuzz/corpus/NAME build/fuzz/fuzz/found/NAME
set -u
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
folder=$root/build/fuzz/fuzz
seconds=${1:-600}
case $seconds in *[!0-9]*)
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
[ $# -gt 0 ] && shift
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 ASAN_OPTIONS=detect_leaks=1

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for target in "$folder"/fuzz_*; do
        if [ -f "$target" ] && [ -x "$target" ]; then targets+=("${target##*/fuzz_}"); fi
    done
fi
if [ ${#targets[@]} -eq 0 ]; then
    echo "no targets in $folder; ./test builds them" >&2
    exit 2
fi

one() {
    local log=$logs/$1 status=0
    TIMEFORMAT='processor %U %S'
    { time JOGADA_FUZZ_SECONDS=$seconds "$root/fuzz/run.sh" "$folder/fuzz_$1" "$1" "$root/fuzz/corpus/$1"; } >"$log" 2>&1 ||
        status=1
    awk -v name="$1" -v status=$status '
        /^stat::number_of_executed_units/ { runs = $2 }
        /^processor/ { used = $2 + $3 }
        { for (i = 1; i < NF; i++) { if ($i == "cov:") edges = $(i + 1); if ($i == "corp:") split($(i + 1), inputs, "/") } }
        END { printf "%-10s %12d %10.0f %8d %8d  %s\n", name, runs, used ? runs / used : 0, edges, inputs[1],
                     status ? "FAILED" : "" }' "$log"
    if [ $status -ne 0 ]; then
        tail -n 40 "$log" >&2
        cp "$log" "$folder/found/$1.log"
    fi
}
export -f one
export root folder logs seconds

printf '%-10s %12s %10s %8s %8s\n' target executions 'each s' edges inputs
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'one {}' | tee "$logs/.table"
awk '{ runs += $2; failed += $NF == "FAILED" } END { printf "%-10s %12d, %d failed\n", "total", runs, failed; exit failed > 0 }' "$logs/.table"
