/* Batches: requests of a coordinator to a worker, one line of JSON each. A batch describes its series completely, so a
 * worker needs no other state: docs/cluster.md has the format. */
#ifndef ARENA_BATCH_H
#define ARENA_BATCH_H

#include "arena/series.h"

#include "core/buffer.h"

enum {
    JG_BATCH_FORMAT = 1,
    JG_BATCH_MAX = 4 << 20,   /* bytes of a batch */
    JG_BATCH_GAMES = 1024,    /* games of a batch */
    JG_BATCH_PLAYERS = 1024,  /* players of a series */
    JG_BATCH_TABLE = 1 << 30, /* bytes of a hash table that a stranger may ask for */
    JG_BATCH_TABLES = 4,      /* times as much for the tables of all players */
};

/* The description of a series. The caller frees it; NULL without memory. */
char *jg_batch_run(const struct jg_series *s);

/* Begin a batch, add a game of it, and end it with a line break. */
void jg_batch_begin(struct jg_buffer *b, const char *run);
void jg_batch_add(struct jg_buffer *b, uint64_t number, const struct jg_fixture *f, bool first);
void jg_batch_end(struct jg_buffer *b);

/* A series that a worker plays. */
struct jg_batch_series {
    char *run; /* its description, to recognize it; NULL: none */
    struct jg_game game;
    bool open; /* the game is */
    struct jg_player *players;
    double *weights; /* of all players, JG_FEATURES_MAX each */
    struct jg_time_control *controls;
    struct jg_adjudication adjudication;
    struct jg_series series;
};

/* A game of a batch. */
struct jg_batch_game {
    uint64_t number;
    struct jg_fixture fixture;
    char start[JG_POSITION_MAX]; /* of the fixture, if it has one */
};

struct jg_batch {
    struct json_t *document;
    char *run;
    size_t count;
};

/* Parses a batch; the caller frees it in any case. JG_EINPUT: it is none, has a newer format, or comes from another
 * build of jogada. */
enum jg_status jg_batch_read(struct jg_batch *out, const char *line, size_t length, struct jg_error *err);
void jg_batch_free(struct jg_batch *b);

/* Opens the series of a batch. Files that it names must have the content that the coordinator's have. With `strange`,
 * agents that run programs, files, larger endgame databases than the one that is built in, tables of more than
 * JG_BATCH_TABLE bytes and several threads per agent are refused. The caller closes it in any case; it must not move while it is played. */
enum jg_status jg_batch_open(struct jg_batch_series *out, const struct jg_batch *b, bool strange, struct jg_error *err);
void jg_batch_close(struct jg_batch_series *s);

/* Reads game i of a batch of this series. */
enum jg_status jg_batch_game(const struct jg_batch *b, size_t i, const struct jg_batch_series *s,
                             struct jg_batch_game *out, struct jg_error *err);

#endif
