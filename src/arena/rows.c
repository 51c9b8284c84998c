/* Rows by number: an index of lines, in which games are found while a series plays. */
#include "arena/row.h"

#include <stdlib.h>

enum jg_status jg_rows_add(struct jg_rows *rows, const char *line, size_t length, struct jg_error *err) {
    uint64_t number;
    enum jg_status status = jg_row_number(line, length, &number, err);
    if (status) return status;
    if (rows->count == rows->room) {
        size_t room = 2 * rows->room + 256;
        struct jg_rows_entry *at = realloc(rows->at, room * sizeof *at);
        if (!at) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        rows->at = at;
        rows->room = room;
    }
    rows->at[rows->count] = (struct jg_rows_entry){
        .number = number, .line = line, .length = length, .order = rows->count};
    rows->count++;
    return JG_OK;
}

/* By number, then as they were added. */
static int by_number(const void *a, const void *b) {
    const struct jg_rows_entry *x = a, *y = b;
    return x->number != y->number ? (x->number > y->number) - (x->number < y->number)
                                  : (x->order > y->order) - (x->order < y->order);
}

void jg_rows_sort(struct jg_rows *rows) {
    if (rows->count) qsort(rows->at, rows->count, sizeof *rows->at, by_number);
}

void jg_rows_free(struct jg_rows *rows) {
    free(rows->at);
    *rows = (struct jg_rows){0};
}

/* The index of the first row of a game, or of a later one. */
static size_t find(const struct jg_rows *rows, uint64_t number) {
    size_t low = 0, high = rows->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows->at[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool jg_rows_take(struct jg_rows *rows, const struct jg_series *s, const struct jg_seeding *seeding,
                  const struct jg_fixture *f, uint64_t number, struct jg_record *r, double seconds[2]) {
    bool tried = false;
    uint64_t wanted = number + s->row_shift;
    for (size_t i = rows ? find(rows, wanted) : 0; rows && i < rows->count && rows->at[i].number == wanted; i++) {
        const struct jg_rows_entry *row = &rows->at[i];
        if (!jg_row_read(row->line, row->length, s, seeding, f, wanted, r, seconds, NULL)) {
            atomic_fetch_add(&rows->used, 1);
            return true;
        }
        tried = true;
    }
    seconds[0] = seconds[1] = 0;
    if (tried) atomic_fetch_add(&rows->refused, 1);
    return false;
}
