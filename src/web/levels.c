/* Where the game allows it, each level wins clearly more than half of its games against the one below: 52 to 100 % in
 * matches of 10 to 200 games. Limits are nodes and not time, so that a level is equally strong on every machine. */
#include "web/levels.h"

#include <string.h>

#define BEGINNER(spec)                                                                                                 \
    { .name = "beginner", .title = "Beginner", .agent = spec }
#define EASY(spec)                                                                                                     \
    { .name = "easy", .title = "Easy", .agent = spec }
#define MEDIUM(spec)                                                                                                   \
    { .name = "medium", .title = "Medium", .agent = spec }
#define HARD(spec)                                                                                                     \
    { .name = "hard", .title = "Hard", .agent = spec }
#define STRONGEST                                                                                                      \
    { .name = "strongest", .title = "Strongest" }
#define END                                                                                                            \
    { 0 }

enum { LEVELS_MAX = 6 };

static const struct jg_level OTHERS[] = {BEGINNER("random"), STRONGEST, END};

static const struct {
    const char *game;
    struct jg_level levels[LEVELS_MAX];
} TABLE[] = {
    {"coins", {BEGINNER("random"), EASY("greedy"), MEDIUM("alphabeta:depth=3"), STRONGEST, END}},
    {"tictactoe",
     {BEGINNER("random"), EASY("greedy"), MEDIUM("alphabeta:depth=2"), HARD("alphabeta:depth=4"), STRONGEST, END}},
    {"pig", {BEGINNER("random"), MEDIUM("expectiminimax:depth=2,eval=points"), STRONGEST, END}},
    {"kalah",
     {BEGINNER("random"), EASY("greedy"), MEDIUM("ab:depth=2,tt=64k"), HARD("ab:depth=5,tt=1M"), STRONGEST, END}},
    {"loa", {BEGINNER("greedy"), EASY("loa:nodes=300"), MEDIUM("loa:nodes=3k"), HARD("loa:nodes=50k"), STRONGEST, END}},
    {"domino",
     {BEGINNER("domino:level=beginner"), EASY("domino:level=amateur"), MEDIUM("domino:level=club"),
      HARD("domino:level=expert"), STRONGEST, END}},
    {"magic", {BEGINNER("magic.random"), MEDIUM("magic.search"), HARD("magic:rollouts=300"), STRONGEST, END}},
};

const struct jg_level *jg_levels(const struct jg_game_kind *kind) {
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++)
        if (!strcmp(TABLE[i].game, kind->name)) return TABLE[i].levels;
    return OTHERS;
}
