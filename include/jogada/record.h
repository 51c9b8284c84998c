/* A game from its first position to where it stands: what play, matches, files
 * and the store keep. It knows what a state alone cannot: earlier positions,
 * so that repetition ends a game, and who resigned. */
#ifndef JOGADA_RECORD_H
#define JOGADA_RECORD_H

#include <jogada/game.h>

#pragma GCC visibility push(default)

enum { JG_RECORD_MOVES_MAX = 100000, JG_REASON_MAX = 128 };

struct jg_record {
    const struct jg_game *game;
    int count; /* moves made */
    int room;
    jg_move *moves; /* count of them */
    uint64_t *keys; /* where repetition counts, count + 1: key of the position before each move, and of the last */
    unsigned char *states;      /* count + 1 */
    int opening;                /* the first moves that were made at random, for nobody */
    int resigned;               /* the seat that gave up or failed, or -1 */
    char reason[JG_REASON_MAX]; /* why it failed, in English; "" */
};

/* What a record's file says besides the moves. */
struct jg_tags {
    char game[JG_SPEC_MAX];
    char seat[JG_SEATS_MAX][JG_SPEC_MAX]; /* specs of the agents */
    char start[JG_POSITION_MAX];          /* "" for the game's own first position */
    char reason[JG_REASON_MAX];           /* why somebody failed */
    char result[8];                       /* as the file says it; "": it does not */
    uint64_t seed;
    int64_t date;      /* when it ended, Unix time; 0: not said */
    double seconds[2]; /* thought by the teams; 0: not said */
    int opening;       /* plies made at random before anybody was asked */
    int resigned;      /* seat or -1 */
    int game_at, seat_at[JG_SEATS_MAX], start_at, opening_at, resigned_at,
        result_at; /* where the values stand in the file */
};

/* Begins at a position, or at the first if start is NULL. The game must stay open. */
enum jg_status jg_record_init(struct jg_record *r, const struct jg_game *g, const char *start, struct jg_error *err);
void jg_record_free(struct jg_record *r);

/* Begins anew in the memory that it has, which may be none ({0}). On failure r
 * can still be begun anew, and must be freed. */
enum jg_status jg_record_restart(struct jg_record *r, const struct jg_game *g, const char *start, struct jg_error *err);

/* The seat to move has failed and lost: as if it had resigned, but with a reason. */
void jg_record_forfeit(struct jg_record *r, int seat, const char *reason);

/* The position now, and after the first n moves. */
static inline const void *jg_record_state_at(const struct jg_record *r, int n) {
    return r->states + (size_t)n * r->game->state_size;
}
static inline const void *jg_record_state(const struct jg_record *r) { return jg_record_state_at(r, r->count); }

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
 * string that the caller frees; NULL without memory. In tags all blanks
 * become spaces, other control characters and what is not UTF-8 question marks. */
char *jg_record_write(const struct jg_record *r, const struct jg_tags *tags);

/* The moves alone in one line, parted by spaces: a new string; NULL without memory. */
char *jg_record_moves(const struct jg_record *r);

/* Sets a tag as if a file said so; tags begin as {.resigned = -1}. Names that are not
 * known are passed over. Refuses control characters and what is not UTF-8: tags are
 * shown on terminals. Errors count in the value. */
enum jg_status jg_tags_set(struct jg_tags *tags, const char *name, const char *value, struct jg_error *err);

/* Reads the tags; *moves is set to where the moves begin. The caller opens
 * tags->game and goes on with jg_record_replay. A UTF-8 byte order mark is passed over. */
enum jg_status jg_tags_read(struct jg_tags *tags, const char *text, const char **moves, struct jg_error *err);

/* Begins as the tags say and makes the moves of `moves`, which points into
 * `text`; errors give the place in text. On failure r is empty. */
enum jg_status jg_record_replay(struct jg_record *r, const struct jg_game *g, const struct jg_tags *tags,
                                const char *text, const char *moves, struct jg_error *err);

/* Files of several games, each of which begins with its tags, on a new line after
 * a blank one. Reads the tags of the game at *at, which points into text; sets *moves to where its
 * moves begin and *at to where it ends and the next begins. All places count from
 * the beginning of text. */
enum jg_status jg_tags_next(struct jg_tags *tags, const char *text, const char **at, const char **moves,
                            struct jg_error *err);

/* Whether another game, or something that is none, is at this place of a text. */
bool jg_record_more(const char *at);

/* Like jg_record_replay for `length` bytes of moves. r is begun anew as by
 * jg_record_restart; the caller frees it, whatever the result. */
enum jg_status jg_record_replay_part(struct jg_record *r, const struct jg_game *g, const struct jg_tags *tags,
                                     const char *text, const char *moves, size_t length, struct jg_error *err);

#pragma GCC visibility pop

#endif
