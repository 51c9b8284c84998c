/* Private header of the store of a page without a server: rows of JSON in memory, which the page's worker writes to
 * IndexedDB. They are stored by kind and id; each has the members of its struct in store/store.h. */
#ifndef SITE_STORE_H
#define SITE_STORE_H

#include "store/store.h"

#include <jansson.h>

enum jg_site_row_kind { JG_SITE_GAME, JG_SITE_RUN, JG_SITE_TABLE, JG_SITE_PLAYER, JG_SITE_META, JG_SITE_KINDS };

struct jg_store {
    json_t *rows[JG_SITE_KINDS]; /* objects by id */
    json_t *before;             /* list of [kind, id, row or null]: what this transaction has replaced */
    int depth;                  /* of nested transactions */
    int64_t last_game, last_run;
};

/* The store of this page. Restores a row as it was written; false: it is damaged, and left out. */
struct jg_store *jg_site_store(void);
bool jg_site_store_restore(struct jg_store *s, const char *key, const char *value, size_t size);

/* The row with an id; NULL if there is none. */
json_t *jg_site_row(const struct jg_store *s, enum jg_site_row_kind kind, const char *id);
json_t *jg_site_row_numbered(const struct jg_store *s, enum jg_site_row_kind kind, int64_t id);

/* Stores a row, whose reference it takes; NULL deletes it. */
enum jg_status jg_site_row_put(struct jg_store *s, enum jg_site_row_kind kind, const char *id, json_t *row,
                               struct jg_error *err);

/* Members of a row; "", 0 and false if they are missing. */
const char *jg_site_row_text(const json_t *row, const char *name);
int64_t jg_site_row_number(const json_t *row, const char *name);
bool jg_site_row_flag(const json_t *row, const char *name);

/* Whether a list of a row has this text. */
bool jg_site_row_lists(const json_t *row, const char *name, const char *text);

#endif
