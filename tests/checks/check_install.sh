#!/bin/sh
# meson install gives library, headers, pkg-config file, command and manual
# page, and a program outside the project can use them: check_install.sh BUILD SOURCE
set -eu
target=$(mktemp -d)
trap 'rm -rf "$target"' EXIT
meson install -C "$1" --no-rebuild --quiet --destdir "$target"
cd "$target"
for file in bin/jogada include/jogada/jogada.h include/jogada/game.h share/man/man1/jogada.1; do
    test -f "usr/local/$file" || { echo "missing: $file"; exit 1; }
done
pc=$(dirname "$(find . -name jogada.pc)")
export PKG_CONFIG_PATH="$target/$pc" PKG_CONFIG_SYSROOT_DIR="$target"
flags=$(pkg-config --cflags --libs jogada | tr ' ' '\n' | sed "s|$target/usr/include|/usr/include|; s|$target/usr/lib|/usr/lib|" | tr '\n' ' ')
library=$(dirname "$(find . -name libjogada.so)")
# shellcheck disable=SC2086
cc -std=c17 -Wall -Wextra -Werror -I"$target/usr/local/include" "$2/examples/best_move.c" -L"$target/$library" $flags -o best_move
answer=$(LD_LIBRARY_PATH="$target/$library" ./best_move coins alphabeta:depth=0)
[ "$answer" = "1 +100" ] || { echo "unexpected answer: $answer"; exit 1; }
LD_LIBRARY_PATH="$target/$library" ./best_move kalah alphabeta:depth=6 nonsense 2>/dev/null && exit 1
# The command brings the web table and its page along; the library needs nothing of it.
if ldd "$target/$library/libjogada.so" | grep -qE 'libwebsockets|libsqlite' || pkg-config --static --libs jogada | grep -qE 'websockets|sqlite'; then
    echo "the library needs libwebsockets or SQLite"
    exit 1
fi
# The functions that step a game are inline in C, and exported for bindings of other languages.
for public in jg_turn jg_moves jg_apply jg_score; do
    nm -D --defined-only "$target/$library/libjogada.so" | grep -qw "$public" || { echo "$public is not exported"; exit 1; }
done
mkfifo said
HOME=$target usr/local/bin/jogada serve --port 0 --json --db "$target/store.db" >said &
server=$!
url=$(sed -n 's/.*"local": "\(.*\)".*/\1/p;/}/q' said)
page=$(python3 -c 'import sys, urllib.request as u; sys.stdout.buffer.write(u.urlopen(sys.argv[1]).read())' "$url" | gzip -dcf)
kill $server
wait $server || { echo "the installed command did not serve"; exit 1; }
case $page in *'<script'*) ;; *) echo "no page: $page"; exit 1 ;; esac
# Nothing but the public functions is visible.
if nm -D --defined-only "$target/$library/libjogada.so" | awk '{print $3}' | grep -vE '^jg_[a-z_0-9]+$'; then exit 1; fi
for private in jg_parallel jg_file_read jg_search_enter jg_kalah_seeds; do
    if nm -D --defined-only "$target/$library/libjogada.so" | grep -qw "$private"; then
        echo "$private is visible"
        exit 1
    fi
done
echo "installed, compiled, ran: $answer"
