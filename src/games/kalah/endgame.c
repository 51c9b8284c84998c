/* Opening endgame databases: index tables, loading or building, the path in the cache. */
#include "games/kalah/endgame.h"

#include "core/file.h"
#include "core/memory.h"
#include "games/kalah/endgame_file.h"
#include "games/kalah/endgame_build.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SMALL = 4 << 20 }; /* bytes of a database that is opened without asking for the available memory */

static uint64_t choose(int n, int k) {
    uint64_t c = 1;
    for (int i = 1; i <= k; i++) c = c * (uint64_t)(n - k + i) / (uint64_t)i;
    return c;
}

uint64_t jg_kalah_endgame_size(int houses, int seeds) { return choose(seeds + 2 * houses, 2 * houses); }

/* Fills everything but the values: the tables that map a position to its index. */
static void lay_out(struct jg_kalah_endgame *e, int houses, bool emptycapture, int seeds) {
    *e = (struct jg_kalah_endgame){.houses = houses, .emptycapture = emptycapture, .seeds = seeds};
    for (int i = 1; i < houses; i++)
        for (int behind = 1; behind <= seeds; behind++)
            e->above[i - 1][behind] = (uint32_t)choose(behind - 1 + houses - i, houses - i);
    for (int m = 0; m <= seeds; m++) e->sides[m] = (uint32_t)choose(m + houses - 1, houses - 1);
    uint64_t place = 0;
    for (int n = 0; n <= seeds; n++)
        for (int m = 0; 2 * m <= n; m++) {
            uint64_t both = (uint64_t)e->sides[m] * e->sides[n - m];
            e->last[m][n - m] = (place += both) - 1;
            if (m < n - m) e->last[n - m][m] = (place += both) - 1;
        }
}

/* Builds the database in private memory and writes it to the path unless that is NULL. */
static enum jg_status build(struct jg_kalah_endgame *e, const struct jg_kalah_endgame_params *params, const char *path,
                            struct jg_error *err) {
    size_t size = jg_kalah_endgame_size(e->houses, e->seeds);
    void *values = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (values == MAP_FAILED) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    e->values = e->map = values;
    e->mapped = size;
    enum jg_status status = jg_kalah_endgame_build(e, values, params, err);
    if (!status) mprotect(values, size, PROT_READ);
    if (!status && path) jg_kalah_endgame_save(e, path, params->threads);
    return status;
}

/* Loads it from its file, or from the beginning of a larger one if that is allowed. */
static bool load(struct jg_kalah_endgame *e, const struct jg_kalah_endgame_params *params) {
    int most = params->larger ? JG_KALAH_ENDGAME_SEEDS_MAX : params->seeds;
    for (int seeds = params->seeds; seeds <= most && !(params->stop && *params->stop); seeds++) {
        char path[PATH_MAX];
        if (!jg_kalah_endgame_path(path, sizeof path, params->houses, params->emptycapture, seeds, NULL) &&
            jg_kalah_endgame_load(e, seeds, path, params->threads, params->stop))
            return true;
    }
    return false;
}

/* Loads the file, or builds the database. Looks for the file again under the lock: another process may have finished
 * it. */
static enum jg_status load_or_build(struct jg_kalah_endgame *e, const struct jg_kalah_endgame_params *params,
                                    bool *made, struct jg_error *err) {
    char path[PATH_MAX];
    bool has_path =
        !jg_kalah_endgame_path(path, sizeof path, params->houses, params->emptycapture, params->seeds, NULL);
    *made = false;
    if (load(e, params)) return JG_OK;
    int lock = has_path && params->save ? jg_kalah_endgame_lock(e, path, params->stop) : -1;
    if (params->stop && *params->stop) {
        if (lock >= 0) close(lock);
        return jg_fail(err, JG_ESTOP, JG_NO_POSITION, "stopped before it was finished");
    }
    enum jg_status status = JG_OK;
    if (lock < 0 || !load(e, params)) {
        status = build(e, params, lock < 0 ? NULL : path, err);
        *made = !status;
    }
    if (lock >= 0) close(lock);
    return status;
}

enum jg_status jg_kalah_endgame_fits(int houses, int seeds, uint64_t room, struct jg_error *err) {
    uint64_t size = jg_kalah_endgame_size(houses, seeds);
    jg_lang lang = err ? err->lang : JG_EN;
    char takes[32], has[32];
    struct jg_text t;
    if (size <= room) return JG_OK;
    jg_text_init(&t, takes, sizeof takes);
    jg_memory_print(&t, size, lang);
    jg_text_init(&t, has, sizeof has);
    jg_memory_print(&t, room, lang);
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION,
                   "a database of %d seeds needs %s of memory, but only %s is available", seeds, takes, has);
}

struct jg_kalah_endgame *jg_kalah_endgame_open(const struct jg_kalah_endgame_params *params, bool *made,
                                               struct jg_error *err) {
    bool small = jg_kalah_endgame_size(params->houses, params->seeds) <= SMALL;
    if (!small && jg_kalah_endgame_fits(params->houses, params->seeds, jg_memory_available(), err)) return NULL;
    struct jg_kalah_endgame *e = malloc(sizeof *e);
    if (!e) {
        jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
        return NULL;
    }
    assert(params->houses >= 1 && params->houses <= JG_KALAH_ENDGAME_HOUSES_MAX);
    assert(params->seeds >= 0 && params->seeds <= JG_KALAH_ENDGAME_SEEDS_MAX);
    lay_out(e, params->houses, params->emptycapture, params->seeds);
    if (!load_or_build(e, params, made, err)) return e;
    jg_kalah_endgame_close(e);
    return NULL;
}

void jg_kalah_endgame_close(struct jg_kalah_endgame *e) {
    if (!e) return;
    if (e->map) munmap(e->map, e->mapped);
    free(e);
}

int jg_kalah_endgame_seeds(const struct jg_kalah_endgame *e) { return e->seeds; }

bool jg_kalah_endgame_exists(int houses, bool emptycapture, int seeds) {
    char path[PATH_MAX];
    struct jg_kalah_endgame e;
    if (jg_kalah_endgame_path(path, sizeof path, houses, emptycapture, seeds, NULL)) return false;
    lay_out(&e, houses, emptycapture, seeds);
    return jg_kalah_endgame_matches(&e, path);
}

int jg_kalah_endgame_largest(int houses, bool emptycapture) {
    int seeds = JG_KALAH_ENDGAME_SEEDS_MAX;
    while (seeds > 0 && !jg_kalah_endgame_exists(houses, emptycapture, seeds)) seeds--;
    return seeds;
}

bool jg_kalah_endgame_describe(const char *name, jg_lang lang, struct jg_text *out) {
    int houses, seeds, end = 0;
    if (sscanf(name, "kalah-%d-%d%n", &houses, &seeds, &end) < 2) return false;
    const char *rest = name + end;
    const char *rules = !strncmp(rest, "-emptycapture", 13) ? ", emptycapture" : "";
    if (rules[0]) rest += 13;
    bool part = !strcmp(rest, ".endings.part");
    if (!part && strcmp(rest, ".endings")) return false;
    jg_text_add(out, jg_tr(lang, "Kalah endgame database: houses %d, up to %d seeds%s"), houses, seeds, rules);
    if (part) jg_text_put(out, jg_tr(lang, " (incomplete)"));
    return true;
}

enum jg_status jg_kalah_endgame_path(char *out, size_t size, int houses, bool emptycapture, int seeds,
                                     struct jg_error *err) {
    char name[64];
    struct jg_text t;
    jg_text_init(&t, name, sizeof name);
    jg_text_add(&t, "kalah-%d-%d%s.endings", houses, seeds, emptycapture ? "-emptycapture" : "");
    return jg_file_cache_path(out, size, name, err);
}
