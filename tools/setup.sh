# Sourced by ./jogada and ./test: installs what is missing and builds.

say() { printf 'jogada: %s\n' "$*" >&2; }

die() {
    say "$*"
    exit 1
}

# need STAMP PACKAGE...: the Debian packages, asked for once: a stamp in build/
# remembers the list that was found complete.
need() {
    local stamp=$root/build/.packages-$1 missing=() package sudo=()
    shift
    if [ -e "$stamp" ] && [ "$(<"$stamp")" = "$*" ]; then return; fi
    mkdir -p "$root/build"
    if command -v dpkg-query >/dev/null; then
        for package in "$@"; do
            dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
        done
        if [ ${#missing[@]} -gt 0 ]; then
            say "installing ${missing[*]}"
            if [ "$(id -u)" != 0 ]; then
                command -v sudo >/dev/null || die "needs root, or sudo, to install: ${missing[*]}"
                sudo=(sudo)
            fi
            { "${sudo[@]}" apt-get update &&
                "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
            } </dev/null >"$root/build/packages.log" 2>&1 ||
                die "apt-get failed; $root/build/packages.log says why"
        fi
    else
        say "not a Debian system: these must be there: $*"
    fi
    printf '%s' "$*" >"$stamp"
}

# like PACKAGE: what saves time and can be done without: asked for once, in silence.
like() {
    local stamp=$root/build/.like-$1
    if [ -e "$stamp" ] || ! command -v apt-get >/dev/null; then return; fi
    if ! dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q ' installed$' && [ "$(id -u)" = 0 ]; then
        local quick=(-o Acquire::Retries=0 -o Acquire::http::Timeout=10)
        { timeout 60 apt-get "${quick[@]}" update &&
            DEBIAN_FRONTEND=noninteractive timeout 120 apt-get "${quick[@]}" install -y --no-install-recommends "$1"
        } </dev/null >"$root/build/packages.log" 2>&1 || true
    fi
    touch "$stamp"
}

# Node and npm are wanted as commands: those that are not Debian's own do as well,
# and their packages cannot be there together with Debian's.
if command -v node >/dev/null && command -v npm >/dev/null; then
    node_packages=()
else
    node_packages=(nodejs npm ca-certificates)
fi

# page_parts: what the page is built with and from, fetched once for each lockfile.
page_parts() {
    local stamp=$root/build/.npm log=$root/build/npm.log sum
    sum=$(sha256sum <"$root/web/package-lock.json")
    exec 9>"$root/build/.lock"
    flock 9
    if [ ! -e "$root/web/node_modules/.package-lock.json" ] || [ ! -e "$stamp" ] || [ "$(<"$stamp")" != "$sum" ]; then
        say "fetching what the page is built with (once)"
        (cd "$root/web" && npm ci --ignore-scripts --prefer-offline --no-audit --no-fund \
            --fetch-retry-mintimeout 1000 --fetch-retry-maxtimeout 10000) </dev/null >"$log" 2>&1 ||
            die "npm could not fetch the page's parts: is there a network? $log says more"
        printf '%s' "$sum" >"$stamp"
    fi
    exec 9>&-
}

# build NAME [MESON OPTION...]: brings build/NAME up to date, in silence if that
# is quick; two at once wait for each other.
build() {
    local name=$1 folder=$root/build/$1 log=$root/build/$1.log
    shift
    exec 9>"$root/build/.lock"
    flock 9
    if [ ! -e "$folder/build.ninja" ] || [ ! -e "$folder/.options" ] || [ "$(<"$folder/.options")" != "$*" ]; then
        say "building $name (once)"
        rm -rf "$folder"
        meson setup "$folder" "$root" "$@" </dev/null >"$log" 2>&1 || {
            tail -n 30 "$log" >&2
            die "meson failed; $log says why"
        }
        printf '%s' "$*" >"$folder/.options"
    fi
    ninja -C "$folder" </dev/null >"$log" 2>&1 || {
        grep -vE '^\[[0-9]+/[0-9]+\]|^ninja: Entering' "$log" | tail -n 60 >&2
        die "the build failed; $log says why"
    }
    exec 9>&-
}

packages=(gcc libc6-dev meson ninja-build pkg-config python3 gettext libjansson-dev libsqlite3-dev libedit-dev
    libwebsockets-dev zlib1g-dev libxxhash-dev scdoc "${node_packages[@]}")
