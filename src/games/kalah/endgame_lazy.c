/* Opens the endgame database of a game once, under a lock; later probes do not lock. */
#include "games/kalah/endgame_lazy.h"

#include "games/kalah/sow.h"

void jg_kalah_lazy_endgame_init(struct jg_kalah_lazy_endgame *e) {
    atomic_init(&e->table, NULL);
    atomic_init(&e->failed, false);
    pthread_mutex_init(&e->lock, NULL);
}

void jg_kalah_lazy_endgame_free(struct jg_kalah_lazy_endgame *e) {
    jg_kalah_endgame_close(atomic_load(&e->table));
    pthread_mutex_destroy(&e->lock);
}

/* Not inlined, so that the common case stays short. */
__attribute__((noinline)) static const struct jg_kalah_endgame *open_database(struct jg_kalah_lazy_endgame *e,
                                                                              const struct jg_game *g) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    struct jg_kalah_endgame_params params = {.houses = o->houses,
                                             .emptycapture = o->emptycapture,
                                             .seeds = JG_KALAH_ENDGAME_SEEDS_DEFAULT,
                                             .threads = 1,
                                             .save = true};
    bool made;
    if (atomic_load(&e->failed)) return NULL;
    pthread_mutex_lock(&e->lock);
    struct jg_kalah_endgame *table = atomic_load(&e->table);
    if (!table && !atomic_load(&e->failed)) {
        table = jg_kalah_endgame_open(&params, &made, NULL);
        atomic_store_explicit(&e->table, table, memory_order_release);
        if (!table) atomic_store(&e->failed, true);
    }
    pthread_mutex_unlock(&e->lock);
    return table;
}

void jg_kalah_lazy_endgame_open(struct jg_kalah_lazy_endgame *e, const struct jg_game *g) {
    if (!atomic_load_explicit(&e->table, memory_order_acquire)) open_database(e, g);
}

bool jg_kalah_lazy_endgame_probe(struct jg_kalah_lazy_endgame *e, const struct jg_game *g, uint64_t own, uint64_t other,
                                 int *gain) {
    if (jg_kalah_sum(own + other) > JG_KALAH_ENDGAME_SEEDS_DEFAULT) return false;
    const struct jg_kalah_endgame *table = atomic_load_explicit(&e->table, memory_order_acquire);
    if (!table && !(table = open_database(e, g))) return false;
    *gain = jg_kalah_endgame_probe(table, own, other);
    return true;
}
