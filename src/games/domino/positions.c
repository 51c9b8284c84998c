/* Example positions of dominoes for the rules page: moments of real rounds, as South sees them. */
#include "games/domino/domino.h"

const struct jg_game_position jg_domino_positions[] = {
    {.position = "0-30 1 3* 00.02.03.04.22.34.44/?6/?5/?5 6-6 6-5@1 pass 6-3@2 3-1@2 6-4@3",
     .last = "6-4@3",
     .caption = "West plays 6-4 and opens a third arm. The ends are 5, 1 and 4. Their sum is 10, a multiple of five, "
                "so the team scores ten points. South passed before and therefore has no 5 and no 6."},
    {.position = "40-45 2 1 00.01.03.15.25.36/?7/?7/?7 5-5",
     .last = "5-5",
     .caption = "While it is alone, the opening double counts both halves: 5-5 scores ten points. Tiles go first to "
                "its two long sides, then to its two short sides."},
    {.position = "85-35 1 3* 02.03.14/?4/?4/?4 6-6 6-2@1 2-1@1 6-1@1 6-0@1 1-0@1 3-1@1 6-3@1 pass pass 6-4@2 6-5@3 "
                 "5-0@3 4-0@2 0-0@3 pass pass pass",
     .last = "pass",
     .caption = "All three other players had to pass after South's last tile: a galo. It scores 50 points in all, "
                "and South plays again."},
    {.position = "245-190 4 1 -/15/55/11.22 6-6 6-5@1 5-2@1 3-2@1 6-3@2 4-3@2 4-2@2 6-2@2 6-0@3 3-3@1 6-1@2 3-1@2 "
                 "5-3@1 0-0@3 1-0@3 2-1@3 3-0@2 5-4@1 4-0@2 2-0@3 6-4@1 4-4@2 5-0@3 pass 4-1@2",
     .last = "4-1@2",
     .caption = "South goes out. East and West still have 12 pips in hand, rounded down to 10: the garage for South "
                "and North."},
    {0},
};
