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
        .name = "db", .type = JG_OPT_TEXT, JG_FIELD(holder, member), .value = "FILE", .excludes = "no-store",          \
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

/* Reports on standard error, if there are any, stored results that are not used, since agents may have changed since. */
void stored_print_unused(const struct cli *c, const struct jg_run_unused *unused);

/* Reports on standard error that games come from the store, if some do; `all`: the number of games of the result. */
void stored_print_known(const struct cli *c, const struct jg_run_known *known, uint64_t all);

/* How a stopped run resumes. */
struct stored_resume {
    bool stored;
    const struct jg_run_trust *trust;
    bool again;           /* --again was given */
    const uint64_t *seed; /* the seed that --seed 0 drew; NULL: the call has another */
};

/* Says that a run was stopped, and how to resume it. Returns JG_ESTOP. */
enum jg_status stored_stopped(const struct stored_resume *how, struct jg_error *err);

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
