/* A game from its first position to where it stands: what play, matches, files
 * and the store keep. It knows what a state alone cannot: earlier positions,
 * so that repetition ends a game, and who resigned. */
#ifndef JOGADA_RECORD_H
#define JOGADA_RECORD_H

#include <jogada/game.h>

#pragma GCC visibility push(default)

enum { JG_RECORD_MOVES_MAX = 100000 };

struct jg_record {
    const struct jg_game *game;
    int count; /* moves made */
    int room;
    jg_move *moves;        /* count of them */
    uint64_t *keys;        /* count + 1: key of the position before each move, and of the last */
    unsigned char *states; /* count + 1 */
    int resigned;          /* the seat that gave up, or -1 */
};

/* What a record's file says besides the moves. */
struct jg_tags {
    char game[JG_SPEC_MAX];
    char seat[JG_SEATS_MAX][JG_SPEC_MAX]; /* specs of the agents */
    char start[JG_POSITION_MAX];          /* "" for the game's own first position */
    uint64_t seed;
    int resigned;                                              /* seat or -1 */
    int game_at, seat_at[JG_SEATS_MAX], start_at, resigned_at; /* where the values stand in the file */
};

/* Begins at a position, or at the first if start is NULL. The game must stay open. */
enum jg_status jg_record_init(struct jg_record *r, const struct jg_game *g, const char *start, struct jg_error *err);
void jg_record_free(struct jg_record *r);

/* The position now, and after the first n moves. */
const void *jg_record_state(const struct jg_record *r);
const void *jg_record_state_at(const struct jg_record *r, int n);

/* Like jg_turn and jg_score, but a repetition or a resignation also ends the
 * game; a resignation scores as the smallest loss. */
int jg_record_turn(const struct jg_record *r);
int32_t jg_record_score(const struct jg_record *r, int team);
bool jg_record_repeated(const struct jg_record *r);

/* Makes a legal move. Fails without memory or after JG_RECORD_MOVES_MAX moves. */
enum jg_status jg_record_push(struct jg_record *r, jg_move move, struct jg_error *err);

/* Goes back to the position after the first n moves. */
void jg_record_cut(struct jg_record *r, int n);

/* The file: tags in brackets, then the moves, like chess's PGN. Writes a new
 * string that the caller frees; NULL without memory. */
char *jg_record_write(const struct jg_record *r, const struct jg_tags *tags);

/* Reads the tags; *moves is set to where the moves begin. The caller opens
 * tags->game and goes on with jg_record_replay. */
enum jg_status jg_tags_read(struct jg_tags *tags, const char *text, const char **moves, struct jg_error *err);

/* Begins as the tags say and makes the moves of `moves`, which points into
 * `text`; errors give the place in text. On failure r is empty. */
enum jg_status jg_record_replay(struct jg_record *r, const struct jg_game *g, const struct jg_tags *tags,
                                const char *text, const char *moves, struct jg_error *err);

#pragma GCC visibility pop

#endif
