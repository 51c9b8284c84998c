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

enum jg_status jg_kalah_lazy_endgame_open(struct jg_kalah_lazy_endgame *e, const struct jg_game *g,
                                          struct jg_error *err) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    struct jg_kalah_endgame_params params = {.houses = o->houses,
                                             .emptycapture = o->emptycapture,
                                             .seeds = JG_KALAH_ENDGAME_SEEDS_DEFAULT,
                                             .threads = 1,
                                             .save = true};
    bool made;
    if (atomic_load_explicit(&e->table, memory_order_acquire)) return JG_OK;
    pthread_mutex_lock(&e->lock);
    struct jg_kalah_endgame *table = atomic_load(&e->table);
    if (!table) {
        table = jg_kalah_endgame_open(&params, &made, err);
        atomic_store_explicit(&e->table, table, memory_order_release);
    }
    pthread_mutex_unlock(&e->lock);
    return table ? JG_OK : JG_EMEMORY; /* without a stop flag nothing else can fail */
}

/* Not inlined, so that the common case stays short. */
__attribute__((noinline)) static const struct jg_kalah_endgame *open_database(struct jg_kalah_lazy_endgame *e,
                                                                              const struct jg_game *g) {
    if (atomic_load(&e->failed)) return NULL;
    if (jg_kalah_lazy_endgame_open(e, g, NULL)) atomic_store(&e->failed, true);
    return atomic_load(&e->table);
}

enum jg_status jg_kalah_lazy_endgame_check(struct jg_kalah_lazy_endgame *e, struct jg_error *err) {
    if (!atomic_load_explicit(&e->failed, memory_order_relaxed) || !atomic_exchange(&e->failed, false)) return JG_OK;
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

bool jg_kalah_lazy_endgame_probe(struct jg_kalah_lazy_endgame *e, const struct jg_game *g, uint64_t own, uint64_t other,
                                 int *gain) {
    if (jg_kalah_sum(own + other) > JG_KALAH_ENDGAME_SEEDS_DEFAULT) return false;
    const struct jg_kalah_endgame *table = atomic_load_explicit(&e->table, memory_order_acquire);
    if (!table && !(table = open_database(e, g))) return false;
    *gain = jg_kalah_endgame_probe(table, own, other);
    return true;
}
