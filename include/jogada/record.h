/* Records: a game from its initial position to the current one. A record knows what a state alone cannot: the earlier
 * positions, so that repetition can end a game, and who resigned. Files hold records in a format like PGN. */
#ifndef JOGADA_RECORD_H
#define JOGADA_RECORD_H

#include <jogada/game.h>

#pragma GCC visibility push(default)

enum { JG_RECORD_MOVES_MAX = 100000, JG_REASON_MAX = 128, JG_ANNOTATION_PV = 16 };

/* An agent's report about a move that it chose. An annotation without value, depth and nodes is empty. */
struct jg_annotation {
    const struct jg_evaluator *by; /* gives the value its unit: a score or a chance to win; NULL: no value */
    int32_t value;                 /* for the seat that moved; JG_WIN or -JG_WIN if the game is decided */
    bool proven;                   /* the value is exact */
    int depth;
    uint64_t nodes, microseconds;
    int pv_count;                 /* 0, or at least 2 */
    jg_move pv[JG_ANNOTATION_PV]; /* principal variation: begins with the move that was played */
};

struct jg_record {
    const struct jg_game *game;
    int count;                  /* moves made */
    int room;                   /* allocated moves */
    jg_move *moves;             /* `count` moves */
    uint64_t *keys;             /* jg_key of all count + 1 positions, if repetition matters */
    unsigned char *states;      /* all count + 1 positions */
    int opening;                /* number of random moves at the beginning */
    int resigned;               /* seat that resigned or forfeited; -1: none */
    char reason[JG_REASON_MAX]; /* why it forfeited, how it was adjudicated, JG_REASON_AGREED, or ""; in English */
    bool adjudicated;           /* the game was ended before its end, with the score `verdict` */
    int32_t verdict;            /* for team 0; 0 unless it was adjudicated */
    bool annotated;             /* its moves were annotated, as far as their agents report anything */
    struct jg_annotation *annotations; /* of the first annotation_count moves */
    int annotation_count, annotation_room;
    int comments;   /* in the text that it was replayed from: those that are not annotations, which are skipped */
    int comment_at; /* offset of the first of them in that text */
    int variations; /* in that text, which are skipped */
};

/* The tags of a record in a file. */
struct jg_tags {
    char game[JG_SPEC_MAX];
    char seat[JG_SEATS_MAX][JG_SPEC_MAX]; /* specs of the agents */
    char start[JG_POSITION_MAX];          /* "": the initial position */
    char reason[JG_REASON_MAX];           /* why a seat forfeited, how the game was adjudicated, or JG_REASON_AGREED */
    char result[8];                       /* as written in the file; "": missing */
    uint64_t seed;
    int64_t date;      /* end of the game, Unix time; 0: unknown */
    double seconds[2]; /* thinking time of the teams; 0: unknown */
    int opening;       /* number of random moves at the beginning */
    int resigned;      /* seat that resigned; -1: none */
    bool adjudicated;  /* with the score `verdict` for team 0 */
    int32_t verdict;
    int game_at, seat_at[JG_SEATS_MAX], start_at, opening_at, resigned_at, adjudicated_at,
        result_at; /* offsets of the values in the file */
};

/* Begins a record at a position; NULL is the initial position. The game must stay open. The caller frees r. */
enum jg_status jg_record_init(struct jg_record *r, const struct jg_game *g, const char *start, struct jg_error *err);
void jg_record_free(struct jg_record *r);

/* Begins a new record in the memory of r, which may be {0}. r must be freed, also after a failure. */
enum jg_status jg_record_restart(struct jg_record *r, const struct jg_game *g, const char *start, struct jg_error *err);

/* The same at a state. It may be one seat's view, as long as no move follows. */
enum jg_status jg_record_begin(struct jg_record *r, const struct jg_game *g, const void *state, struct jg_error *err);

/* The reason of a seat whose time ran out. */
#define JG_REASON_TIME "time"

/* Ends the game: the seat loses as if it had resigned, for this reason. */
void jg_record_forfeit(struct jg_record *r, int seat, const char *reason);

/* Ends an unfinished game by adjudication, with this score for team 0. The reason must not be empty. */
void jg_record_adjudicate(struct jg_record *r, int32_t score, const char *reason);

/* The reason of a game in which nobody resigned, but all agreed on a draw. */
#define JG_REASON_AGREED "agreed"

/* Ends the game in a draw by agreement; whether it ended so. */
void jg_record_agree(struct jg_record *r);
bool jg_record_agreed(const struct jg_record *r);

/* Ends the game by resignation, forfeit, adjudication or agreement if the tags say so and the moves have not ended it. */
void jg_record_end(struct jg_record *r, const struct jg_tags *tags);

/* The position after the first n moves, and the current position. */
static inline const void *jg_record_state_at(const struct jg_record *r, int n) {
    return r->states + (size_t)n * r->game->state_size;
}
static inline const void *jg_record_state(const struct jg_record *r) { return jg_record_state_at(r, r->count); }

/* As jg_turn and jg_score, but repetition, resignation, adjudication and agreement end the game too. A resignation scores
 * as the smallest loss. */
int jg_record_turn(const struct jg_record *r);
int jg_record_turn_at(const struct jg_record *r, int n); /* after the first n moves */
int32_t jg_record_score(const struct jg_record *r, int team);
bool jg_record_repeated(const struct jg_record *r);

/* Makes a legal move. Fails if memory runs out or after JG_RECORD_MOVES_MAX moves. */
enum jg_status jg_record_push(struct jg_record *r, jg_move move, struct jg_error *err);

/* Annotates the move after the first n, which is the next one or was made before. A report that does not fit in a struct
 * jg_annotation is cut: limits are large, and a principal variation ends at a chance move, at an illegal one, and where
 * the view of the seat ends. JG_EMEMORY: the record is unchanged. */
enum jg_status jg_record_annotate(struct jg_record *r, int n, const struct jg_annotation *annotation,
                                  struct jg_error *err);

/* The annotation of the move after the first n; NULL: none. */
const struct jg_annotation *jg_record_annotation(const struct jg_record *r, int n);

/* Takes moves back: the first n remain. */
void jg_record_cut(struct jg_record *r, int n);

/* The record as text: tags in brackets, then the moves, as in PGN, with annotations in braces. The caller frees the string; NULL without
 * memory. In tags, white space becomes spaces; other control characters and invalid UTF-8 become question marks. */
char *jg_record_write(const struct jg_record *r, const struct jg_tags *tags);

/* The moves in one line, separated by spaces. The caller frees the string; NULL without memory. */
char *jg_record_moves(const struct jg_record *r);

/* Sets a tag by its name in files; tags begin as {.resigned = -1}. Unknown names are ignored. Rejects control
 * characters and invalid UTF-8, since tags are shown on terminals. Positions of errors are offsets in the value. */
enum jg_status jg_tags_set(struct jg_tags *tags, const char *name, const char *value, struct jg_error *err);

/* Parses the tags of a file and sets *moves to the start of its moves. The caller opens tags->game and continues with
 * jg_record_replay. Skips a byte order mark. */
enum jg_status jg_tags_read(struct jg_tags *tags, const char *text, const char **moves, struct jg_error *err);

/* Begins a record as the tags say and makes the moves in `moves`, which points into `text`; positions of errors are
 * offsets in text. On failure r is empty. */
enum jg_status jg_record_replay(struct jg_record *r, const struct jg_game *g, const struct jg_tags *tags,
                                const char *text, const char *moves, struct jg_error *err);

/* Parses the tags of the next game in a file of several, in which a game begins with its tags after a blank line.
 * *at points into text: it moves to the end of the game, *moves to the start of its moves. Positions of errors are
 * offsets in text. */
enum jg_status jg_tags_next(struct jg_tags *tags, const char *text, const char **at, const char **moves,
                            struct jg_error *err);

/* Whether anything but white space remains. */
bool jg_record_more(const char *at);

/* As jg_record_replay, for `length` bytes of moves, in the memory of r as jg_record_restart does. r must be freed,
 * also after a failure. */
enum jg_status jg_record_replay_part(struct jg_record *r, const struct jg_game *g, const struct jg_tags *tags,
                                     const char *text, const char *moves, size_t length, struct jg_error *err);

#pragma GCC visibility pop

#endif
