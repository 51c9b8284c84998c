# Sourced by ./jogada for `./jogada site [-o FOLDER]`: makes the page without a server, which any host of files can serve.

site_packages=(clang lld llvm wasi-libc libclang-rt-14-dev-wasm32 binaryen)

# What the engine's code has beyond the first WebAssembly.
site_features=(--enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-simd)

site_usage() {
    cat <<'END'
Usage: jogada site [-o FOLDER]

Makes a static site: the table with all games, agents and analysis as a page
that needs no server. Copy the folder to any web host (docs/offline.md).

  -o, --output FOLDER  folder of the site (site)
END
}

# The engine: WebAssembly in build/engine.wasm.
build_engine() {
    mkdir -p "$root/build/site.headers"
    ln -sfn /usr/include/xxhash.h "$root/build/site.headers/xxhash.h"
    sed "s|@ROOT@|$root|g" "$root/tools/wasm.cross" >"$root/build/site.cross"
    build site --cross-file "$root/build/site.cross" -Dbuildtype=release -Doptimization=2 -Db_asneeded=false \
        -Db_lundef=false -Dcommand=false
    local linked=$root/build/site/src/site/engine
    [ "$root/build/engine.wasm" -nt "$linked" ] ||
        wasm-opt -O3 "${site_features[@]}" --strip-debug --strip-producers "$linked" -o "$root/build/engine.wasm" ||
        die "wasm-opt failed"
}

# wrong MESSAGE: the command was called wrongly.
wrong() {
    say "$1; see './jogada site --help'"
    exit 2
}

# Sets `site_folder` from the arguments; ends the program if there is nothing to make.
site_arguments() {
    site_folder=site
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help) site_usage && exit ;;
        -o | --output)
            [ -n "${2-}" ] || wrong "$1 needs a folder"
            site_folder=$2
            shift
            ;;
        --output=*)
            site_folder=${1#*=}
            [ -n "$site_folder" ] || wrong "--output needs a folder"
            ;;
        *) wrong "unknown argument '$1'" ;;
        esac
        shift
    done
}

make_site() {
    node "$root/web/site_folder.mjs" "$site_folder" || exit 1
    need site "${site_packages[@]}"
    build_engine
    node "$root/web/build.mjs" --site "$site_folder" "$root/build/engine.wasm"
}

# The missing packages without which there is no site.
site_missing() {
    local package missing=()
    for package in "${site_packages[@]}"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
    done
    printf '%s' "${missing[*]}"
}

# make_site_tests: what tools/site_test.sh needs, the site in build/dist and build/site_games.wasm.
make_site_tests() {
    local linked=$root/build/site/src/site/site_games
    build_engine
    [ "$root/build/site_games.wasm" -nt "$linked" ] ||
        wasm-opt -O2 "${site_features[@]}" "$linked" -o "$root/build/site_games.wasm" || die "wasm-opt failed"
    node "$root/web/build.mjs" --site "$root/build/dist" "$root/build/engine.wasm" >"$root/build/dist.log" ||
        die "the site was not made; see $root/build/dist.log"
}
