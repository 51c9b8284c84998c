/* Tables, the player and the secret in the store of a page without a server. */
#include "site/store.h"

#include "core/clock.h"
#include "core/entropy.h"
#include "core/json.h"

#include <stdlib.h>
#include <string.h>

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

/* ---- The secret and the player ----------------------------------------------------------------- */

enum jg_status jg_store_secret(struct jg_store *s, unsigned char out[JG_SECRET], struct jg_error *err) {
    const char *text = jg_site_row_text(jg_site_row(s, JG_SITE_META, "secret"), "key");
    char hex[2 * JG_SECRET + 1];
    struct jg_text t;
    if (strlen(text) == 2 * JG_SECRET) {
        for (int i = 0; i < JG_SECRET; i++)
            out[i] = (unsigned char)strtoul((char[]){text[2 * i], text[2 * i + 1], 0}, NULL, 16);
        return JG_OK;
    }
    enum jg_status status = jg_entropy(out, JG_SECRET, err);
    jg_text_init(&t, hex, sizeof hex);
    for (int i = 0; i < JG_SECRET; i++) jg_text_add(&t, "%02x", out[i]);
    return status ? status : jg_site_row_put(s, JG_SITE_META, "secret", json_pack("{s:s}", "key", hex), err);
}

bool jg_store_player_name(struct jg_store *s, const char *player, char *name, size_t size) {
    const json_t *row = jg_site_row(s, JG_SITE_PLAYER, player);
    struct jg_text t;
    jg_text_init(&t, name, size);
    jg_text_put(&t, jg_site_row_text(row, "name"));
    return row;
}

enum jg_status jg_store_set_player_name(struct jg_store *s, const char *player, const char *name,
                                        struct jg_error *err) {
    return jg_site_row_put(s, JG_SITE_PLAYER, player, json_pack("{s:s}", "name", name), err);
}

/* One person uses the page: nobody signs in or out, and nobody is forgotten. */
int64_t jg_store_now(struct jg_store *s) { return (void)s, jg_unix_time(); }
enum jg_status jg_store_drop_players(struct jg_store *s, int days, struct jg_error *err) {
    return (void)s, (void)days, (void)err, JG_OK;
}
enum jg_status jg_store_delete_player(struct jg_store *s, const char *player, struct jg_error *err) {
    return jg_site_row_put(s, JG_SITE_PLAYER, player, NULL, err);
}

/* ---- Tables --------------------------------------------------------------------------------------- */

/* The row of a table; without `players` the seats and witnesses of the old one remain. */
static json_t *table_row(const struct jg_stored_table *table, const json_t *old) {
    json_t *row = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:I, s:I, s:I, s:b, s:b}", "owner", table->owner,
                            "game", table->game, "start", table->start, "moves", table->moves, "seats", table->seats,
                            "rest", table->rest, "plies", table->plies, "seed", (json_int_t)table->seed, "version",
                            (json_int_t)table->version, "changed", (json_int_t)table->changed, "listed",
                            table->listed, "over", table->over);
    json_t *players = json_array(), *witnesses = json_array();
    for (int seat = 0; table->players && seat < JG_SEATS_MAX; seat++)
        json_array_append_new(players, table->players[seat] ? json_string(table->players[seat]) : json_null());
    for (int i = 0; table->players && i < table->witness_count; i++)
        json_array_append_new(witnesses, json_string(table->witnesses[i]));
    json_t *had = json_object_get(old, "players"), *saw = json_object_get(old, "witnesses");
    json_object_set(row, "players", !table->players && had ? had : players);
    json_object_set(row, "witnesses", !table->players && saw ? saw : witnesses);
    json_decref(players);
    json_decref(witnesses);
    return row;
}

enum jg_status jg_store_put_table(struct jg_store *s, const struct jg_stored_table *table, struct jg_error *err) {
    json_t *row = table_row(table, jg_site_row(s, JG_SITE_TABLE, table->id));
    if (row) return jg_site_row_put(s, JG_SITE_TABLE, table->id, row, err);
    return no_memory(err);
}

static struct jg_stored_table read_table(const char *id, const json_t *row) {
    return (struct jg_stored_table){
        .id = id,
        .owner = jg_site_row_text(row, "owner"),
        .game = jg_site_row_text(row, "game"),
        .start = jg_site_row_text(row, "start"),
        .moves = jg_site_row_text(row, "moves"),
        .seats = jg_site_row_text(row, "seats"),
        .rest = jg_site_row_text(row, "rest"),
        .plies = (int)jg_site_row_number(row, "plies"),
        .seed = (uint64_t)jg_site_row_number(row, "seed"),
        .version = jg_site_row_number(row, "version"),
        .changed = jg_site_row_number(row, "changed"),
        .listed = jg_site_row_flag(row, "listed"),
        .over = jg_site_row_flag(row, "over"),
    };
}

enum jg_status jg_store_table(struct jg_store *s, const char *id,
                              void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                              struct jg_error *err) {
    json_t *row = json_incref(jg_site_row(s, JG_SITE_TABLE, id));
    if (!row) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "there is no such table");
    struct jg_stored_table table = read_table(id, row);
    each(arg, &table);
    json_decref(row);
    return JG_OK;
}

static int by_change(const void *a, const void *b) {
    const struct jg_stored_table *x = a, *y = b;
    return (x->changed < y->changed) - (x->changed > y->changed);
}

/* Passes the tables that `fits` accepts to `each`, the latest change first. */
static enum jg_status list_tables(struct jg_store *s,
                                  bool (*fits)(const json_t *row, const char *player, int64_t since),
                                  const char *player, int64_t since, int limit,
                                  void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                                  struct jg_error *err) {
    size_t n = 0, all = json_object_size(s->rows[JG_SITE_TABLE]);
    struct jg_stored_table *found = calloc(all + 1, sizeof *found);
    const char *id;
    json_t *row;
    if (!found) return no_memory(err);
    json_object_foreach(s->rows[JG_SITE_TABLE], id, row) {
        if (fits(row, player, since)) found[n++] = read_table(id, row);
    }
    qsort(found, n, sizeof *found, by_change);
    for (size_t i = 0; i < n && i < (size_t)limit; i++) each(arg, &found[i]);
    free(found);
    return JG_OK;
}

static bool is_shown(const json_t *row, const char *player, int64_t since) {
    return jg_site_row_lists(row, "players", player) ||
           (jg_site_row_flag(row, "listed") && !jg_site_row_flag(row, "over") &&
            jg_site_row_number(row, "changed") >= since);
}

enum jg_status jg_store_tables(struct jg_store *s, const char *player, int64_t since, int limit,
                               void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                               struct jg_error *err) {
    return list_tables(s, is_shown, player, since, limit, each, arg, err);
}

static bool is_unfinished(const json_t *row, const char *player, int64_t since) {
    (void)since;
    return !jg_site_row_flag(row, "over") &&
           (jg_site_row_lists(row, "players", player) || jg_site_row_lists(row, "witnesses", player));
}

enum jg_status jg_store_unfinished(struct jg_store *s, const char *player, int limit,
                                   void (*each)(void *arg, const struct jg_stored_table *table), void *arg,
                                   struct jg_error *err) {
    return list_tables(s, is_unfinished, player, 0, limit, each, arg, err);
}

/* Tables age by date here: the page does not run all the time. */
enum jg_status jg_store_drop_tables(struct jg_store *s, int64_t ran, int64_t over, int64_t others,
                                    struct jg_error *err) {
    int64_t now = jg_unix_time();
    const char *id;
    void *next;
    json_t *row;
    (void)ran;
    enum jg_status status = jg_store_begin(s, err);
    if (status) return status;
    json_object_foreach_safe(s->rows[JG_SITE_TABLE], next, id, row) {
        bool done = jg_site_row_flag(row, "over") || !jg_site_row_number(row, "plies");
        if (!status && now - jg_site_row_number(row, "changed") > (done ? over : others))
            status = jg_site_row_put(s, JG_SITE_TABLE, id, NULL, err);
    }
    return jg_store_end(s, status, err);
}

int jg_store_count_tables(struct jg_store *s, const char *owner, int64_t since) {
    int n = 0;
    const char *id;
    json_t *row;
    json_object_foreach(s->rows[JG_SITE_TABLE], id, row) {
        n += !jg_site_row_flag(row, "over") && jg_site_row_number(row, "changed") >= since &&
             !strcmp(jg_site_row_text(row, "owner"), owner);
    }
    return n;
}
