#!/bin/sh
# Runs all studies, or those named, and stores the parts of their results in src/study/shipped, from which the program
# makes their tables again. Takes an hour on two cores; a stopped study resumes.
#
#   tools/ship_studies.sh [NAME...]
set -e
cd "$(dirname "$0")/.."
jogada=${JOGADA:-build/release/jogada}
[ $# -gt 0 ] || set -- $(ls src/study/shipped | sed 's/\.txt$//')
for name; do
    "$jogada" study "$name" --no-store --figures "src/study/shipped/$name.txt"
done
