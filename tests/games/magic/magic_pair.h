/* The engine and the plain engine side by side; they must agree after every move. Moves are written
 * in words: "play Nest Robber", "aim 3", "attack 1". */
#ifndef TESTS_MAGIC_PAIR_H
#define TESTS_MAGIC_PAIR_H

#include "games/magic/magic.h"
#include "bench/games/magic/plain.h"
#include "test.h"

enum { MAGIC_WORDS = 48, MAGIC_PICTURE = 2000 };

struct magic_pair {
    char spec[JG_SPEC_MAX];
    struct jg_game g;
    const struct plain_magic_copies *deck[2];
    const char *name[2][JG_MAGIC_KINDS]; /* of the kinds of a seat, as the plain engine has them */
    uint64_t game;                       /* shown when they disagree */
    int made;                            /* moves */
    union jg_state state;
    struct jg_magic *s; /* that state */
    struct plain_magic plain;
};

/* Fails the test unless a condition holds, and shows where. */
#define AGREE(p, condition)                                                                                            \
    do {                                                                                                               \
        if (!(condition)) magic_pair_differ(p, #condition, __LINE__);                                                  \
    } while (0)
void magic_pair_differ(const struct magic_pair *p, const char *what, int line);

/* Starts both before the toss, with the decks of the spec. */
void magic_pair_open(struct magic_pair *p, const char *spec, const struct plain_magic_copies *first,
                     const struct plain_magic_copies *second);

/* The same for two decks by their names, "red/white", or "embers/graves" for files of tests/games/magic. */
void magic_pair_open_decks(struct magic_pair *p, const char *decks, const char *options);
/* what is in the files */
extern const struct plain_magic_copies MAGIC_EMBERS[], MAGIC_GRAVES[], MAGIC_GROVE[], MAGIC_SPARKS[], MAGIC_GUARD[],
    MAGIC_NIGHT[];

void magic_pair_start(struct magic_pair *p);
void magic_pair_close(struct magic_pair *p);

/* Both in the state that the engine has: any one without combat under way. */
void magic_pair_copy(struct magic_pair *p);

/* The legal moves of the engine; returns their number. */
int magic_pair_moves(const struct magic_pair *p, jg_move out[JG_MOVES_MAX]);
void magic_pair_word(const struct magic_pair *p, jg_move move, char out[MAGIC_WORDS]);

/* Makes a move in both and compares all of it. */
void magic_pair_play(struct magic_pair *p, jg_move move);

/* Compares everything: state, who decides, moves, chances, cards of all zones. */
void magic_pair_agree(struct magic_pair *p);

/* Makes moves separated by "; ". "!attack 1" must be illegal, and "= pass | play Mountain" must be
 * all legal moves. */
void magic_pair_script(struct magic_pair *p, const char *moves);

/* Both sides: life, creatures as the paper prints them, "/" and what lies in the graveyard.
 *   20: [1] Nest Robber T 2/1 (0) | 17: / Fencing Ace
 * Of a game that is over only the lives: "20 | 0 lost". */
void magic_pair_show(const struct magic_pair *p, char out[MAGIC_PICTURE]);

/* ---- Scenes ------------------------------------------------------------------------------ */

/* A scene: a first main phase of the first player, moves, and the expected result. Creatures are
 * numbered from 1, the first player's first. All other cards are in the library. */
struct magic_scene {
    const char *what;
    const char *decks;         /* and lives, if they are not 20: "red/white", "red/white 20 4" */
    const char *mine, *theirs; /* creatures: "Nest Robber, Fencing Ace tapped, Siege Mastodon damage 2" */
    int lands;                 /* of the first player, untapped */
    const char *hand;          /* of the first player; NULL: none */
    const char *moves;         /* as magic_pair_script takes them */
    const char *after;         /* as magic_pair_show gives it, NULL: not looked at */
};

/* Opens the game and sets the scene. */
void magic_scene_set(struct magic_pair *p, const struct magic_scene *scene);
void magic_scene_play(const struct magic_scene *scene);

#define MAGIC_PLAY(scenes)                                                                                             \
    for (size_t i_ = 0; i_ < sizeof(scenes) / sizeof *(scenes); i_++) magic_scene_play(&(scenes)[i_])

int magic_kind(const struct jg_game *g, int seat, const char *name);

#endif
