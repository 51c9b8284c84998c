# Sourced by ./jogada and ./test: installs missing packages and builds.

say() { printf 'jogada: %s\n' "$*" >&2; }

die() {
    say "$*"
    exit 1
}

# need STAMP PACKAGE...: installs missing Debian packages. A stamp in build/ records the list, so that dpkg is asked only
# when it changes.
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
                command -v sudo >/dev/null || die "cannot install ${missing[*]}: run as root, or install sudo"
                sudo=(sudo)
            fi
            { "${sudo[@]}" apt-get update &&
                "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
            } </dev/null >"$root/build/packages.log" 2>&1 ||
                die "apt-get failed; see $root/build/packages.log"
        fi
    else
        say "not a Debian system; make sure that these packages are installed: $*"
    fi
    printf '%s' "$*" >"$stamp"
}

# like PACKAGE: tries once, silently, to install an optional package that makes tests faster.
like() {
    local stamp=$root/build/.like-$1
    if [ -e "$stamp" ] || ! command -v apt-get >/dev/null; then return; fi
    if ! dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q ' installed$' && [ "$(id -u)" = 0 ]; then
        local quick=(-o Acquire::Retries=0 -o Acquire::http::Timeout=10)
        { timeout 60 apt-get "${quick[@]}" update &&
            DEBIAN_FRONTEND=noninteractive timeout 600 apt-get "${quick[@]}" install -y --no-install-recommends "$1"
        } </dev/null >"$root/build/packages.log" 2>&1 || true
    fi
    touch "$stamp"
}

# Any Node and npm will do; Debian's packages conflict with those from elsewhere, so install them only if both commands
# are missing.
if command -v node >/dev/null && command -v npm >/dev/null; then
    node_packages=()
else
    node_packages=(nodejs npm ca-certificates)
fi

# page_parts: fetches the npm packages of the web page, once for each lockfile.
page_parts() {
    local stamp=$root/build/.npm log=$root/build/npm.log sum
    sum=$(sha256sum <"$root/web/package-lock.json")
    exec 9>"$root/build/.lock"
    flock 9
    if [ ! -e "$root/web/node_modules/.package-lock.json" ] || [ ! -e "$stamp" ] || [ "$(<"$stamp")" != "$sum" ]; then
        say "fetching the npm packages of the web page (once)"
        [ ! -L "$root/web/node_modules" ] || rm "$root/web/node_modules" # npm would empty the folder of another worktree
        (cd "$root/web" && npm ci --ignore-scripts --prefer-offline --no-audit --no-fund \
            --fetch-retry-mintimeout 1000 --fetch-retry-maxtimeout 10000) </dev/null >"$log" 2>&1 ||
            die "npm failed; check the network and see $log"
        printf '%s' "$sum" >"$stamp"
    fi
    exec 9>&-
}

# configure ARGUMENT...: runs meson setup. Part of build, whose log it writes.
configure() {
    meson setup "$@" </dev/null >"$log" 2>&1 || {
        tail -n 30 "$log" >&2
        die "meson failed; see $log"
    }
}

# build NAME [MESON OPTION...]: brings build/NAME up to date; silent unless it must start from scratch. Meson looks for the
# tests and engines of games when it is configured, which ninja does not notice: a new one configures again. A lock
# serializes concurrent builds. `targets` in the environment: those of ninja, all by default.
build() {
    local name=$1 folder=$root/build/$1 log=$root/build/$1.log found
    shift
    found=$(cd "$root" && find bench tests web/test -name meson.build -o -name '*.test.mjs' | sort)
    exec 9>"$root/build/.lock"
    flock 9
    if [ ! -e "$folder/build.ninja" ] || [ ! -e "$folder/.options" ] || [ "$(<"$folder/.options")" != "$*" ]; then
        say "building $name (once)"
        rm -rf "$folder"
        configure "$folder" "$root" "$@"
        printf '%s' "$*" >"$folder/.options"
    elif [ ! -e "$folder/.found" ] || [ "$(<"$folder/.found")" != "$found" ]; then
        configure --reconfigure "$folder" "$root"
    fi
    printf '%s' "$found" >"$folder/.found"
    ninja -C "$folder" ${targets-} </dev/null >"$log" 2>&1 || {
        grep -vE '^\[[0-9]+/[0-9]+\]|^ninja: Entering' "$log" | tail -n 60 >&2
        die "the build failed; see $log"
    }
    exec 9>&-
}

packages=(gcc libc6-dev meson ninja-build pkg-config python3 gettext libjansson-dev libsqlite3-dev libedit-dev
    libwebsockets-dev zlib1g-dev libzstd-dev libxxhash-dev scdoc "${node_packages[@]}")
