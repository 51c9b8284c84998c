#include "store/duplicates.h"

#include "core/hash.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static struct jg_duplicates_key key_of(const struct jg_stored_game *g) {
    const char *const texts[3 + JG_SEATS_MAX] = {g->game,     g->start,    g->moves,   g->seats[0],
                                                 g->seats[1], g->seats[2], g->seats[3]};
    const uint64_t numbers[] = {g->seed, (uint64_t)g->ended, (uint64_t)g->resigned};
    struct jg_duplicates_key key = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        key.texts = jg_hash_mix(key.texts, texts[i] ? jg_hash(texts[i], strlen(texts[i])) : i);
    key.numbers = jg_hash(numbers, sizeof numbers) | 1; /* never zeroes */
    return key;
}

static bool same(struct jg_duplicates_key a, struct jg_duplicates_key b) {
    return a.texts == b.texts && a.numbers == b.numbers;
}

/* The entry of a key, or the empty one where it belongs; the set is never full. */
static struct jg_duplicates_key *find_entry(const struct jg_duplicates *set, struct jg_duplicates_key key) {
    size_t at = jg_hash_mix(key.texts, key.numbers) & (set->room - 1);
    while (set->keys[at].numbers && !same(set->keys[at], key)) at = (at + 1) & (set->room - 1);
    return &set->keys[at];
}

static bool grow(struct jg_duplicates *set) {
    struct jg_duplicates more = {.count = set->count, .room = set->room ? 2 * set->room : FIRST_ROOM};
    more.keys = calloc(more.room, sizeof *more.keys);
    if (!more.keys) return false;
    for (size_t i = 0; i < set->room; i++)
        if (set->keys[i].numbers) *find_entry(&more, set->keys[i]) = set->keys[i];
    free(set->keys);
    *set = more;
    return true;
}

void jg_duplicates_free(struct jg_duplicates *set) {
    free(set->keys);
    *set = (struct jg_duplicates){0};
}

bool jg_duplicates_add(struct jg_duplicates *set, const struct jg_stored_game *game) {
    if (2 * set->count >= set->room && !grow(set)) return false;
    struct jg_duplicates_key key = key_of(game), *place = find_entry(set, key);
    set->count += !place->numbers;
    *place = key;
    return true;
}

bool jg_duplicates_has(const struct jg_duplicates *set, const struct jg_stored_game *game) {
    return set->room && find_entry(set, key_of(game))->numbers;
}

struct filling {
    struct jg_duplicates *set;
    bool failed;
};

static bool add_one(void *arg, const struct jg_stored_game *game) {
    struct filling *f = arg;
    f->failed = !jg_duplicates_add(f->set, game);
    return !f->failed;
}

enum jg_status jg_duplicates_add_store(struct jg_duplicates *set, struct jg_store *s, struct jg_error *err) {
    struct filling f = {.set = set};
    enum jg_status status = jg_store_games(s, &(struct jg_store_filter){.oldest_first = true}, add_one, &f, err);
    return !status && f.failed ? jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory") : status;
}
