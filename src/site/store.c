/* Rows, transactions and opening. A transaction that fails puts the old rows back; one that succeeds hands its rows to
 * the page, which stores those of one turn together. */
#include "site/store.h"

#include "core/json.h"
#include "site/host.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_MAX = 128, BEFORE = 3 }; /* bytes of a row's key; elements of an entry of `before` */

static const char *const KINDS[JG_SITE_KINDS] = {"game", "run", "table", "player", "meta"};

static struct jg_store only;

/* ---- Rows ------------------------------------------------------------------------------------- */

json_t *jg_site_row(const struct jg_store *s, enum jg_site_row_kind kind, const char *id) {
    return json_object_get(s->rows[kind], id);
}

json_t *jg_site_row_numbered(const struct jg_store *s, enum jg_site_row_kind kind, int64_t id) {
    char key[24];
    struct jg_text t;
    jg_text_init(&t, key, sizeof key);
    jg_text_add(&t, "%lld", (long long)id);
    return jg_site_row(s, kind, key);
}

const char *jg_site_row_text(const json_t *row, const char *name) {
    const char *text = json_string_value(json_object_get(row, name));
    return text ? text : "";
}

int64_t jg_site_row_number(const json_t *row, const char *name) {
    return json_integer_value(json_object_get(row, name));
}

bool jg_site_row_flag(const json_t *row, const char *name) { return json_is_true(json_object_get(row, name)); }

bool jg_site_row_lists(const json_t *row, const char *name, const char *text) {
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(row, name), i, one) {
        if (json_is_string(one) && !strcmp(json_string_value(one), text)) return true;
    }
    return false;
}

static void set(struct jg_store *s, enum jg_site_row_kind kind, const char *id, json_t *row) {
    if (row)
        json_object_set(s->rows[kind], id, row);
    else
        json_object_del(s->rows[kind], id);
}

enum jg_status jg_site_row_put(struct jg_store *s, enum jg_site_row_kind kind, const char *id, json_t *row,
                          struct jg_error *err) {
    enum jg_status status = jg_store_begin(s, err);
    json_t *old = jg_site_row(s, kind, id);
    if (!status && json_array_append_new(s->before, json_pack("[i, s, O?]", (int)kind, id, old)))
        status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    if (!status) {
        set(s, kind, id, row);
        if (!jg_json_complete()) status = jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    }
    json_decref(row);
    return jg_store_end(s, status, err);
}

/* ---- Transactions ------------------------------------------------------------------------------ */

static void roll_back(struct jg_store *s) {
    for (size_t i = json_array_size(s->before); i-- > 0;) {
        const json_t *entry = json_array_get(s->before, i);
        json_t *old = json_array_get(entry, 2);
        set(s, (enum jg_site_row_kind)json_integer_value(json_array_get(entry, 0)),
            json_string_value(json_array_get(entry, 1)), json_is_null(old) ? NULL : old);
    }
}

static enum jg_status commit(struct jg_store *s, struct jg_error *err) {
    size_t i;
    json_t *entry;
    json_array_foreach(s->before, i, entry) {
        enum jg_site_row_kind kind = (enum jg_site_row_kind)json_integer_value(json_array_get(entry, 0));
        const char *id = json_string_value(json_array_get(entry, 1));
        const json_t *row = jg_site_row(s, kind, id);
        char key[KEY_MAX];
        struct jg_text t;
        jg_text_init(&t, key, sizeof key);
        jg_text_add(&t, "%s/%s", KINDS[kind], id);
        char *text = row ? json_dumps(row, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
        if (row && !text) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        jg_host_put(key, strlen(key), text, text ? strlen(text) : 0);
        free(text);
    }
    return JG_OK;
}

enum jg_status jg_store_begin(struct jg_store *s, struct jg_error *err) {
    if (!s->depth) s->before = json_array();
    if (!s->before) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    s->depth++;
    return JG_OK;
}

enum jg_status jg_store_end(struct jg_store *s, enum jg_status status, struct jg_error *err) {
    if (status && s->depth > 1) json_array_append_new(s->before, json_null()); /* fails the outermost one, too */
    if (--s->depth) return status;
    for (size_t i = json_array_size(s->before); i-- > 0;)
        if (json_is_null(json_array_get(s->before, i))) {
            json_array_remove(s->before, i);
            if (!status) status = jg_fail(err, JG_EIO, JG_NO_POSITION, "the transaction failed; nothing was saved");
        }
    if (!status) status = commit(s, err);
    if (status) roll_back(s);
    json_decref(s->before);
    s->before = NULL;
    return status;
}

/* ---- Opening ------------------------------------------------------------------------------------- */

struct jg_store *jg_site_store(void) {
    for (int kind = 0; kind < JG_SITE_KINDS; kind++)
        if (!only.rows[kind]) only.rows[kind] = json_object();
    return &only;
}

bool jg_site_store_restore(struct jg_store *s, const char *key, const char *value, size_t size) {
    const char *slash = strchr(key, '/');
    json_t *row = slash ? jg_json_read(value, size, JSON_REJECT_DUPLICATES, NULL) : NULL;
    int kind = 0;
    while (row && kind < JG_SITE_KINDS && strncmp(key, KINDS[kind], (size_t)(slash - key))) kind++;
    if (!json_is_object(row) || kind == JG_SITE_KINDS) {
        json_decref(row);
        return false;
    }
    int64_t id = strtoll(slash + 1, NULL, 10);
    if (kind == JG_SITE_GAME && id > s->last_game) s->last_game = id;
    if (kind == JG_SITE_RUN && id > s->last_run) s->last_run = id;
    return !json_object_set_new(s->rows[kind], slash + 1, row);
}

/* There is one process, and no file. */
const char *jg_store_file_path(const struct jg_store *s) { return (void)s, "the browser's storage"; }
void jg_store_set_timeout(struct jg_store *s, int milliseconds) { (void)s, (void)milliseconds; }
void jg_store_set_stop(struct jg_store *s, const atomic_bool *stop) { (void)s, (void)stop; }
enum jg_status jg_store_lock_tables(struct jg_store *s, struct jg_error *err) { return (void)s, (void)err, JG_OK; }
void jg_store_close(struct jg_store *s) { (void)s; }
