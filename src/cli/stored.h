/* Shared by the commands that use the game store. */
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

/* Opens the store of --db, or the default one for "". Returns NULL with err filled on failure. */
struct jg_store *stored_open(const char *db, enum jg_store_mode mode, struct jg_error *err);

/* Parses the id of a game, or prints an error and returns false. */
bool stored_game_id(const struct cli *c, const char *word, int64_t *out);

/* Formats a local time without seconds; "-" if it is unknown. */
void stored_date(int64_t at, char out[JG_DATE_TEXT]);

/* Adds the players of a game: "ab - random". */
void stored_players(const struct cli *c, const struct jg_stored_game *game, struct jg_text *t);

/* A game and its record. The game stays open for further records of the same spec. Initialize with {0}. */
struct stored_record {
    char spec[JG_SPEC_MAX]; /* spec of the open game; "": none */
    struct jg_game game;
    struct jg_record record;
};

/* Opens the game of a spec, unless it is open. Error positions refer to the spec. */
enum jg_status stored_record_open_game(struct stored_record *k, const char *spec, struct jg_error *err);

/* Replays a stored game into the record. */
enum jg_status stored_record_load(struct stored_record *k, const struct jg_stored_game *game, struct jg_error *err);
void stored_record_free(struct stored_record *k);

/* Stores a record as the only game of a new run, with the agents of the tags. */
enum jg_status stored_add(struct jg_store *s, const char *kind, const struct jg_record *r, const struct jg_tags *tags,
                          int64_t *id, struct jg_error *err);

#endif
