/* What the commands around the store share. */
#ifndef CLI_STORED_H
#define CLI_STORED_H

#include "cli/cli.h"

#include "arena/player.h"
#include "core/buffer.h"
#include "store/store.h"

enum { DB_PATH = 1024 };

#define DB_OPTION(holder) DB_OPTION_AT(holder, db)
#define DB_OPTION_AT(holder, member)                                                                                   \
    {                                                                                                                  \
        .name = "db", .type = JG_OPT_TEXT, JG_FIELD(holder, member), .value = "FILE",                                  \
        .help = "game store (default: the one in your data folder)"                                                    \
    }
#define NO_STORE_OPTION_AT(holder, member)                                                                             \
    { .name = "no-store", .type = JG_OPT_FLAG, JG_FIELD(holder, member), .help = "do not save games" }

/* Opens the store that --db names, or the usual one for "". NULL with err filled. */
struct jg_store *stored_open(const char *db, enum jg_store_mode mode, struct jg_error *err);

/* Reads the number of a game or says that it is none. */
bool stored_game_id(const struct cli *c, const char *word, int64_t *out);

/* A time as people in this place write it, without seconds; "-": nobody knows. */
void stored_date(int64_t at, char out[JG_DATE_TEXT]);

/* Who played against whom. */
void stored_players(const struct cli *c, const struct jg_stored_game *game, struct jg_text *t);

/* A game and its record; holds the game open for the next of the same. Starts as {0}. */
struct stored_record {
    char spec[JG_SPEC_MAX]; /* of the game that is open; "": none */
    struct jg_game game;
    struct jg_record record;
};

/* Opens the game of that spec, if it is not. Errors count in the spec. */
enum jg_status stored_record_open_game(struct stored_record *k, const char *spec, struct jg_error *err);

/* Makes the record of a kept game. */
enum jg_status stored_record_load(struct stored_record *k, const struct jg_stored_game *game, struct jg_error *err);
void stored_record_free(struct stored_record *k);

/* Keeps a record as the only game of a run of its own, with the agents as the tags name them. */
enum jg_status stored_add(struct jg_store *s, const char *kind, const struct jg_record *r, const struct jg_tags *tags,
                          int64_t *id, struct jg_error *err);

#endif
