/* Resources for `jogada solve`: chooses the size of the endgame database and of the transposition table from estimated
 * costs and the available memory, then runs the solver. */
#include "games/kalah/solver.h"

#include "core/cache.h"
#include "core/clock.h"
#include "core/math.h"
#include "core/memory.h"
#include "games/kalah/sow.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    NODES_RATE = 2500000,   /* nodes per second of one thread */
    BUILD_RATE = 150000000, /* positions of a database built per second */
    CHECKS = 20,            /* loading a database is this many times as fast as building it */
    ENTRY = 12,             /* bytes of the transposition table per expected node */
    TABLE_LEAST = 1 << 20,  /* bytes */
    ALL_MOVES = 6,          /* solving every move takes this many times the work */
};

/* ---- Cost estimates -------------------------------------------------------------------- */

/* Estimated nodes of a search with a database of `reach` seeds: exponential in the seeds, as measured from (4,4) to
 * (6,5). */
static double nodes_for(int houses, int seeds, int reach) {
    double each = 0.2 + 0.05 * houses;
    return seeds <= reach ? 0 : jg_math_exp(each * seeds - 0.33 * (reach > 0 ? reach : 0) - 0.8);
}

/* Estimated seconds, including loading or building the database (reach < 0: none). */
static double seconds_for(int houses, int seeds, int reach, bool exists, bool all) {
    const double file = 0.002; /* seconds to create a file */
    double build = reach < 0 ? 0 : file + (double)jg_kalah_endgame_size(houses, reach) / BUILD_RATE;
    return (exists ? build / CHECKS : build) + nodes_for(houses, seeds, reach) * (all ? ALL_MOVES : 1) / NODES_RATE;
}

struct job {
    const struct jg_game *g;
    const struct jg_solve_query *query;
    struct jg_solution *out;
    double begin;
    int houses, seeds; /* seeds in the houses */
    bool emptycapture;
    uint64_t spare, memory; /* bytes: available, and allowed */
};

/* The seeds of the database with the least estimated time; -1: no database. */
static int choose(const struct job *j) {
    uint64_t room = j->memory / 2; /* the rest is for the table */
    int best = -1;
    int largest = jg_kalah_endgame_largest(j->houses, j->emptycapture);
    double least = seconds_for(j->houses, j->seeds, -1, false, j->query->all);
    for (int k = 1; k <= JG_KALAH_ENDGAME_SEEDS_MAX && jg_kalah_endgame_size(j->houses, k) <= room; k++) {
        double seconds = seconds_for(j->houses, j->seeds, k, k <= largest, j->query->all);
        if (seconds >= least) continue;
        least = seconds;
        best = k;
    }
    return best;
}

/* ---- Memory and disk --------------------------------------------------------------------------- */

/* Free bytes on the file system of a path, which need not exist yet. */
static uint64_t free_at(const char *path) {
    char folder[4096];
    struct statvfs fs;
    snprintf(folder, sizeof folder, "%s", path);
    while (statvfs(folder, &fs)) {
        char *slash = strrchr(folder, '/');
        if (!slash) return UINT64_MAX;
        *slash = '\0';
    }
    return (uint64_t)fs.f_bavail * fs.f_frsize;
}

/* Fails if a database does not fit into memory, or, if it has to be built, on the disk of the path unless that is
 * NULL. */
static enum jg_status fits(const struct job *j, int seeds, const char *path, struct jg_error *err) {
    uint64_t size = jg_kalah_endgame_size(j->houses, seeds);
    uint64_t room = j->query->memory ? j->query->memory : j->spare, disk = path ? free_at(path) : UINT64_MAX;
    char takes[32], has[32];
    struct jg_text t;
    enum jg_status status = jg_kalah_endgame_fits(j->houses, seeds, room, err);
    if (status || size <= disk || jg_kalah_endgame_exists(j->houses, j->emptycapture, seeds)) return status;
    jg_text_init(&t, takes, sizeof takes);
    jg_memory_print(&t, size, err ? err->lang : JG_EN);
    jg_text_init(&t, has, sizeof has);
    jg_memory_print(&t, disk, err ? err->lang : JG_EN);
    return jg_fail(err, JG_EIO, JG_NO_POSITION, "a database of %d seeds needs %s, but only %s is free for '%s'", seeds,
                   takes, has, path);
}

/* Whether a database that the user did not ask for may be saved: it takes less than a quarter of the free disk
 * space. */
static bool is_modest(const struct job *j, int seeds) {
    char path[4096];
    return !jg_kalah_endgame_path(path, sizeof path, j->houses, j->emptycapture, seeds, NULL) &&
           jg_kalah_endgame_size(j->houses, seeds) < free_at(path) / 4;
}

/* Whether the cache folder has room for a database; query->cache is its limit. */
static bool has_room(const struct job *j, int seeds) {
    uint64_t size = jg_kalah_endgame_size(j->houses, seeds), used = jg_cache_size();
    return used < j->query->cache && size <= j->query->cache - used;
}

/* ---- Solving --------------------------------------------------------------------------- */

static void show_building(void *arg, uint64_t done, uint64_t positions) {
    struct job *j = arg;
    j->out->doing = "building the endgame database";
    j->out->share = (double)done / (double)positions;
    j->out->seconds = jg_clock() - j->begin;
    if (j->query->progress) j->query->progress(j->query->arg, j->out);
}

static struct jg_kalah_endgame *open_endgame(struct job *j, int seeds, bool larger, bool save, struct jg_error *err) {
    struct jg_kalah_endgame_params params = {.houses = j->houses,
                                             .emptycapture = j->emptycapture,
                                             .seeds = seeds,
                                             .larger = larger,
                                             .threads = j->query->threads,
                                             .save = save,
                                             .stop = j->query->stop,
                                             .progress = show_building,
                                             .arg = j};
    bool made = false;
    double begin = jg_clock();
    struct jg_kalah_endgame *e = jg_kalah_endgame_open(&params, &made, err);
    j->out->build_seconds = made ? jg_clock() - begin : 0;
    if (made && save && jg_kalah_endgame_exists(j->houses, j->emptycapture, seeds))
        j->out->saved = jg_kalah_endgame_size(j->houses, seeds);
    j->out->save_failed = made && save && !j->out->saved;
    j->out->unsaved = made && !save ? jg_kalah_endgame_size(j->houses, seeds) : 0;
    return e;
}

/* Bytes for the transposition table: the memory that is left, but not more than the search is expected to fill. */
static uint64_t table_for(const struct job *j, int reach) {
    double wish = ENTRY * nodes_for(j->houses, j->seeds, reach) * (j->query->all ? ALL_MOVES : 1);
    uint64_t used = reach < 0 ? 0 : jg_kalah_endgame_size(j->houses, reach);
    uint64_t left = j->memory > used + TABLE_LEAST ? j->memory - used : TABLE_LEAST;
    return wish < TABLE_LEAST ? TABLE_LEAST : wish < (double)left ? (uint64_t)wish : left;
}

static enum jg_status prepare(struct job *j, struct jg_error *err) {
    const struct jg_kalah_options *o = jg_kalah_options(j->g);
    j->begin = jg_clock();
    j->houses = o->houses;
    j->emptycapture = o->emptycapture;
    j->spare = jg_memory_available();
    j->memory = j->query->memory ? j->query->memory : j->spare / 2;
    if (j->memory > j->spare) j->memory = j->spare;
    *j->out = (struct jg_solution){.doing = "searching", .share = -1};
    if (j->houses > JG_KALAH_ENDGAME_HOUSES_MAX)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "Kalah with more than %d houses a side cannot be solved; use 'jogada analyze'",
                       JG_KALAH_ENDGAME_HOUSES_MAX);
    return JG_OK;
}

/* A solver with a table of `table` bytes, halved until it can be allocated. */
static struct jg_kalah_solver *new_solver(const struct job *j, uint64_t table, const struct jg_kalah_endgame *e,
                                          struct jg_error *err) {
    for (;; table /= 2) {
        struct jg_kalah_solver_options options = {.threads = j->query->threads, .table = table, .endgame = e};
        struct jg_kalah_solver *s = jg_kalah_solver_new(j->g, &options, table > TABLE_LEAST ? NULL : err);
        if (s || table <= TABLE_LEAST) return s;
    }
}

/* Opens the database of the requested size, which must be possible, or else the best one if it is available. */
static enum jg_status find_endgame(struct job *j, struct jg_kalah_endgame **out, struct jg_error *err) {
    const struct jg_solve_query *query = j->query;
    struct jg_error why = {.lang = err ? err->lang : JG_EN};
    bool wanted = query->size >= 0;
    int seeds = wanted ? query->size : choose(j);
    *out = NULL;
    if (seeds <= 0) return JG_OK;
    enum jg_status status = wanted ? fits(j, seeds, NULL, err) : JG_OK;
    if (status) return status;
    bool save = query->cache && has_room(j, seeds) && (wanted || is_modest(j, seeds));
    *out = open_endgame(j, seeds, true, save, &why);
    if (*out || !wanted || why.code != JG_EMEMORY) return JG_OK; /* when stopped, the search still reports bounds */
    if (err) *err = why;
    return why.code;
}

static enum jg_status solve(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                            struct jg_error *err) {
    struct job j = {.g = g, .query = query, .out = out};
    struct jg_kalah_endgame *e;
    enum jg_status status = prepare(&j, err);
    if (status) return status;
    struct jg_kalah_sides x = jg_kalah_sides(g, query->state);
    j.seeds = (int)(jg_kalah_sum(x.own) + jg_kalah_sum(x.other));
    status = find_endgame(&j, &e, err);
    if (status) return status;
    struct jg_kalah_solver *s = new_solver(&j, table_for(&j, e ? jg_kalah_endgame_seeds(e) : -1), e, err);
    double build = out->build_seconds;
    uint64_t saved = out->saved, unsaved = out->unsaved;
    bool save_failed = out->save_failed;
    if (s) jg_kalah_solver_run(s, query, 0, out);
    jg_kalah_solver_free(s);
    jg_kalah_endgame_close(e);
    out->build_seconds = build;
    out->saved = saved;
    out->unsaved = unsaved;
    out->save_failed = save_failed;
    out->seconds = jg_clock() - j.begin;
    return s ? JG_OK : JG_EMEMORY;
}

/* ---- Building -------------------------------------------------------------------------- */

static enum jg_status build(const struct jg_game *g, const struct jg_solve_query *query, struct jg_solution *out,
                            bool *exists, struct jg_text *where, struct jg_error *err) {
    struct job j = {.g = g, .query = query, .out = out};
    char path[4096];
    enum jg_status status = prepare(&j, err);
    *exists = false;
    if (status) return status;
    if (query->size < 1 || query->size > JG_KALAH_ENDGAME_SEEDS_MAX)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "a database must have 1 to %d seeds, not %d",
                       JG_KALAH_ENDGAME_SEEDS_MAX, query->size);
    status = jg_kalah_endgame_path(path, sizeof path, j.houses, j.emptycapture, query->size, err);
    if (status) return status;
    jg_text_add(where, "%s", path);
    out->table = out->memory = jg_kalah_endgame_size(j.houses, query->size);
    if ((status = fits(&j, query->size, path, err))) return status;
    struct jg_kalah_endgame *e = open_endgame(&j, query->size, false, true, err);
    if (!e) return err && err->code ? err->code : JG_ESTOP;
    jg_kalah_endgame_close(e);
    out->seconds = jg_clock() - j.begin;
    *exists = out->build_seconds <= 0;
    if (!jg_kalah_endgame_exists(j.houses, j.emptycapture, query->size))
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "cannot write the database to '%s'", path);
    return JG_OK;
}

const struct jg_solver jg_kalah_solver = {.solve = solve, .build = build, .describe_file = jg_kalah_endgame_describe};
