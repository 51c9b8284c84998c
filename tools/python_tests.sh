#!/usr/bin/env bash
# Tests the Python package: builds the wheel, installs it into a virtual environment of its own, and runs tests/python
# there; or, with a folder of a sanitized build, runs them on the module of that build.
#
#   python_tests.sh            build/python: the wheel, its environment and the results, junit.xml
#   python_tests.sh BUILD      the module in BUILD/python, under the address sanitizer; BUILD/python/junit.xml
#
# The wheel is built again only when a file that goes into it has changed, and the environment when its requirements
# have. JOGADA names the command to compare with.
set -eu
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
here=$root/build/python
venv=$here/venv
mkdir -p "$here"
export JOGADA=${JOGADA:-$root/build/plain/jogada}

# sum FILE...: a hash of the contents of files and folders.
sum() {
    (cd "$root" && find "$@" -type f ! -path '*/__pycache__/*' | LC_ALL=C sort | xargs sha256sum | sha256sum)
}

# fresh STAMP TEXT: whether the stamp already has this text.
fresh() { [ -e "$here/$1" ] && [ "$(<"$here/$1")" = "$2" ]; }

environment() {
    local now
    now=$(sum tests/python/requirements.txt)
    if fresh .environment "$now"; then return; fi
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install -q --no-compile --disable-pip-version-check -r "$root/tests/python/requirements.txt"
    # It has no wheels for some systems; the tests that need it are skipped then.
    "$venv/bin/pip" install -q --no-compile --disable-pip-version-check open_spiel || echo "open_spiel does not install here" >&2
    printf '%s' "$now" >"$here/.environment"
    rm -f "$here/.wheel" "$here/.ray"
}

# Ray is large, so only ./test --long installs it. The tests that need it are skipped where it has no wheel.
ray() {
    if [ "${JOGADA_TEST_SCALE:-100}" -lt 2000 ] || [ -e "$here/.ray" ]; then return; fi
    "$venv/bin/pip" install -q --no-compile --disable-pip-version-check ray || echo "ray does not install here" >&2
    touch "$here/.ray"
}

wheel() {
    local now
    now=$(sum python src include meson.build meson_options.txt pyproject.toml subprojects/jansson.wrap \
        subprojects/packagefiles tools/embed.py tools/catalogue.py docs/games README.md)
    if fresh .wheel "$now"; then return; fi
    rm -rf "$here/dist" "$here/needs"
    # pkg-config finds these two alone: the package needs neither SQLite nor libwebsockets.
    mkdir -p "$here/needs"
    for package in jansson libxxhash; do
        if pkg-config --exists "$package"; then
            ln -s "$(pkg-config --variable=pcfiledir "$package")/$package.pc" "$here/needs"
        fi
    done
    (cd "$root" && PKG_CONFIG_LIBDIR=$here/needs "$venv/bin/pip" wheel -q --disable-pip-version-check --no-deps \
        -w "$here/dist" .)
    "$venv/bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall "$here"/dist/jogada-*.whl
    printf '%s' "$now" >"$here/.wheel"
}

environment
ray
cd "$root/tests/python"
# Modules are compiled when they are first imported, into a folder of their own: most never are.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX=$here/pycache
if [ $# = 0 ]; then
    wheel
    JOGADA_WHEEL=$(echo "$here"/dist/jogada-*.whl) "$venv/bin/python" -m pytest -q -p no:cacheprovider \
        --junitxml="$here/junit.xml" .
else
    # Leaks of the interpreter itself are not ours: test_memory.py looks for growth instead.
    LD_PRELOAD=$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
        PYTHONPATH=$1/python "$venv/bin/python" -m pytest -q -p no:cacheprovider --junitxml="$1/python/junit.xml" \
        test_states.py test_matches.py test_agents.py test_contests.py test_environments.py test_cluster.py test_fuzz.py \
        test_hostile.py
fi
