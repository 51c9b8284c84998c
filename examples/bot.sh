#!/bin/sh
# The smallest bot: the first legal move, in any game. See docs/bots.md.
#
#     jogada play kalah human program:run=./examples/bot.sh
while read -r word rest; do
    case $word in
    jogada) echo ok ;;
    moves) first=${rest%% *} ;;
    go) echo "$first" ;;
    quit) exit ;;
    esac
done
