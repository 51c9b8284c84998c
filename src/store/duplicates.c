#include "store/duplicates.h"

#include "core/hash.h"
#include "store/db.h"

#include <string.h>

/* The hashes of a game's content. */
struct key {
    uint64_t texts, numbers;
};

static struct key key_of(const struct jg_stored_game *g) {
    const char *const texts[3 + JG_SEATS_MAX] = {g->game,     g->start,    g->moves,   g->seats[0],
                                                 g->seats[1], g->seats[2], g->seats[3]};
    const uint64_t numbers[] = {g->seed, (uint64_t)g->ended, (uint64_t)g->resigned, jg_stored_adjudicated(g)};
    struct key key = {.numbers = jg_hash(numbers, sizeof numbers)};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        key.texts = jg_hash_mix(key.texts, texts[i] ? jg_hash(texts[i], strlen(texts[i])) : i);
    return key;
}

static void bind(sqlite3_stmt *q, struct key key) {
    sqlite3_bind_int64(q, 1, (int64_t)key.texts);
    sqlite3_bind_int64(q, 2, (int64_t)key.numbers);
}

/* Keys come in random order, so most of the table should fit in the cache: 16 MB hold half a million. */
static enum jg_status open_set(struct jg_duplicates *set, struct jg_error *err) {
    static const char TABLE[] = "CREATE TABLE known (texts INTEGER, numbers INTEGER, PRIMARY KEY (texts, numbers)) "
                                "WITHOUT ROWID; PRAGMA cache_size = -16000";
    struct jg_store *s = set->store = jg_store_open_temporary(err);
    if (!s) return err->code;
    enum jg_status status = sqlite3_exec(s->db, TABLE, NULL, NULL, NULL) ? jg_db_fail(s, err) : JG_OK;
    if (!status) status = jg_db_prepare(s, &set->add, "INSERT OR IGNORE INTO known VALUES (?, ?)", err);
    if (!status) status = jg_db_prepare(s, &set->find, "SELECT 1 FROM known WHERE texts = ? AND numbers = ?", err);
    if (!status) status = jg_store_begin(s, err);
    if (status) jg_duplicates_free(set);
    return status;
}

void jg_duplicates_free(struct jg_duplicates *set) {
    sqlite3_finalize(set->add);
    sqlite3_finalize(set->find);
    jg_store_close(set->store);
    *set = (struct jg_duplicates){0};
}

/* Adds a game, which may be present already. */
static enum jg_status add_game(struct jg_duplicates *set, const struct jg_stored_game *game, struct jg_error *err) {
    enum jg_status status = set->store ? JG_OK : open_set(set, err);
    if (status) return status;
    bind(set->add, key_of(game));
    status = jg_db_execute(set->store, set->add, err);
    if (!status) set->count += (uint64_t)sqlite3_changes(set->store->db);
    return status;
}

enum jg_status jg_duplicates_find(const struct jg_duplicates *set, const struct jg_stored_game *game, bool *found,
                                  struct jg_error *err) {
    *found = false;
    if (!set->store) return JG_OK;
    bind(set->find, key_of(game));
    int code = sqlite3_step(set->find);
    *found = code == SQLITE_ROW;
    enum jg_status status = *found || code == SQLITE_DONE ? JG_OK : jg_db_fail(set->store, err);
    sqlite3_reset(set->find);
    return status;
}

struct filling {
    struct jg_duplicates *set;
    enum jg_status status;
    struct jg_error *err;
};

static bool add_one(void *arg, const struct jg_stored_game *game) {
    struct filling *f = arg;
    f->status = add_game(f->set, game, f->err);
    if (!f->status) f->set->last = game->id;
    return !f->status;
}

enum jg_status jg_duplicates_add_store(struct jg_duplicates *set, struct jg_store *s, struct jg_error *err) {
    struct filling f = {.set = set, .err = err};
    struct jg_store_filter fresh = {.after = set->last, .oldest_first = true};
    enum jg_status status = jg_store_games(s, &fresh, add_one, &f, err);
    return status ? status : f.status;
}
