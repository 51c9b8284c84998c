#include "bench/games/kalah/solve.h"

#include "bench/games/kalah/plain.h"
#include "core/clock.h"
#include "games/kalah/solver.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct solve_case {
    int houses, seeds;
    bool emptycapture;
    int there;   /* seeds of a database that exists before the run; -1: none */
    int threads; /* 0: all cores */
    bool plain;  /* a search without tables can finish it too */
    bool large;  /* takes minutes and gigabytes */
} CASES[] = {
    {3, 5, false, -1, 1, true, false},  {4, 2, false, -1, 1, true, false},  {6, 1, false, -1, 1, true, false},
    {3, 6, false, -1, 1, true, false},  {6, 3, false, -1, 1, false, false}, {6, 3, true, -1, 1, false, false},
    {6, 4, false, -1, 1, false, false}, {6, 4, true, -1, 1, false, false},  {6, 4, false, 24, 1, false, false},
    {6, 4, true, 24, 1, false, false},  {6, 5, false, -1, 0, false, true},
};

struct solve_row {
    const struct solve_case *of;
    const atomic_bool *stop;
    struct jg_solution out;
    double begin;
    double build, build_rate; /* seconds and positions/s of building the database; 0: none was built */
    double search;            /* seconds */
    uint64_t plain_nodes;
    double plain; /* seconds of the plain search; 0: not measured */
};

/* ---- Measuring ----------------------------------------------------------------------- */

/* One thread is timed by its CPU time, several by the clock. */
static double now(const struct solve_row *r) {
    struct timespec t;
    if (r->of->threads != 1) return jg_clock();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure_plain(struct solve_row *r) {
    struct plain_kalah k;
    plain_kalah_start(&k, r->of->houses, r->of->seeds, r->of->emptycapture);
    double begin = now(r);
    plain_kalah_alphabeta(&k, -1000, 1000, &r->plain_nodes);
    r->plain = now(r) - begin;
}

/* Called while a database is built, and once more when it is complete. */
static void note_build(void *arg, const struct jg_solution *so_far) {
    struct solve_row *r = arg;
    if (so_far->share >= 0) r->build = now(r) - r->begin;
}

/* Solves as `jogada solve --value` does without a stored database. */
static enum jg_status from_nothing(const struct jg_game *g, const void *start, struct solve_row *r,
                                   struct jg_error *err) {
    struct jg_solve_query query = {
        .state = start, .threads = r->of->threads, .size = -1, .stop = r->stop, .progress = note_build, .arg = r};
    return jg_solve(g, &query, &r->out, err);
}

/* Solves with a database that is first built in memory. */
static enum jg_status with_database(const struct jg_game *g, const void *start, struct solve_row *r,
                                    struct jg_error *err) {
    struct jg_kalah_endgame_params make = {.houses = r->of->houses,
                                           .emptycapture = r->of->emptycapture,
                                           .seeds = r->of->there,
                                           .threads = r->of->threads,
                                           .stop = r->stop};
    bool made;
    struct jg_kalah_endgame *e = jg_kalah_endgame_open(&make, &made, err);
    if (!e) return err->code;
    r->build = now(r) - r->begin;
    struct jg_kalah_solver_options options = {.threads = r->of->threads, .table = 256 << 20, .endgame = e};
    struct jg_kalah_solver *s = jg_kalah_solver_new(g, &options, err);
    struct jg_solve_query query = {.state = start, .stop = r->stop};
    if (s) jg_kalah_solver_run(s, &query, 0, &r->out);
    jg_kalah_solver_free(s);
    jg_kalah_endgame_close(e);
    return s ? JG_OK : JG_EMEMORY;
}

static enum jg_status measure(struct solve_row *r, struct jg_error *err) {
    char spec[64];
    struct jg_game g;
    union jg_state start;
    snprintf(spec, sizeof spec, "kalah:houses=%d,seeds=%d,emptycapture=%d", r->of->houses, r->of->seeds,
             r->of->emptycapture);
    enum jg_status status = jg_game_open(&g, spec, err);
    if (status) return status;
    jg_start(&g, &start);
    r->begin = now(r);
    status = r->of->there < 0 ? from_nothing(&g, &start, r, err) : with_database(&g, &start, r, err);
    r->out.seconds = now(r) - r->begin;
    r->search = r->out.seconds - r->build;
    if (r->build > 0) r->build_rate = (double)r->out.table / r->build;
    if (!status && r->of->plain) measure_plain(r);
    jg_game_close(&g);
    return status;
}

/* ---- Output -------------------------------------------------------------------------- */

static json_t *row_json(const struct solve_row *r) {
    json_t *o = json_pack("{s:i, s:i, s:b, s:i, s:i, s:f, s:f, s:f, s:I, s:I, s:f, s:I}", "houses", r->of->houses,
                          "seeds", r->of->seeds, "emptycapture", r->of->emptycapture, "there", r->of->there, "value",
                          r->out.value.low, "seconds", r->out.seconds, "build_seconds", r->build, "search_seconds",
                          r->search, "nodes", (json_int_t)r->out.nodes, "database", (json_int_t)r->out.table,
                          "build_rate", r->build_rate, "memory", (json_int_t)r->out.memory);
    if (r->of->plain)
        json_object_update_new(o, json_pack("{s:f, s:I, s:f}", "plain_seconds", r->plain, "plain_nodes",
                                            (json_int_t)r->plain_nodes, "ratio", r->plain / r->out.seconds));
    return o;
}

static void row_text(const struct solve_row *r, jg_lang lang, struct jg_text *t) {
    jg_text_add_local(t, lang, "(%d,%d)%s %+3d %8.3f s", r->of->houses, r->of->seeds, r->of->emptycapture ? " e" : "  ",
                      r->out.value.low, r->of->there < 0 ? r->out.seconds : r->search);
    if (r->of->there >= 0)
        jg_text_add_tr(t, lang, " with a stored database of %d seeds", r->of->there);
    else if (r->build > 0)
        jg_text_add_tr(t, lang, " = %.3f s database + %.3f s search", r->build, r->search);
    jg_text_add_tr(t, lang, ", %llu nodes", (unsigned long long)r->out.nodes);
    if (r->build_rate > 1e6) jg_text_add_tr(t, lang, "; database %.0f M positions/s", r->build_rate / 1e6);
    if (r->plain > 0)
        jg_text_add_tr(t, lang, "; plain search %.3f s, %llu nodes: time 1/%.1f, nodes 1/%.1f", r->plain,
                       (unsigned long long)r->plain_nodes, r->plain / r->out.seconds,
                       (double)r->plain_nodes / (double)(r->out.nodes ? r->out.nodes : 1));
}

static enum jg_status run_case(const struct solve_case *of, const struct bench_solving *how, struct solve_row *r,
                               struct jg_error *err) {
    char line[512];
    struct jg_text t;
    *r = (struct solve_row){.of = of, .stop = how->stop};
    enum jg_status status = measure(r, err);
    if (status) return status;
    if (!jg_bounds_met(r->out.value)) return JG_ESTOP;
    jg_text_init(&t, line, sizeof line);
    row_text(r, how->lang, &t);
    how->solved(how->arg, line, row_json(r));
    return JG_OK;
}

static enum jg_status run_cases(const struct bench_solving *how, struct jg_error *err) {
    struct solve_row *r = malloc(sizeof *r);
    enum jg_status status = r ? JG_OK : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES && !status; i++)
        if (!CASES[i].large || how->large) status = run_case(&CASES[i], how, r, err);
    free(r);
    return status;
}

enum jg_status bench_kalah_solve(const struct bench_solving *how, struct jg_error *err) {
    char folder[] = "/tmp/jogada-bench-XXXXXX"; /* an empty folder in place of the user's cache */
    if (mkdtemp(folder)) setenv("XDG_CACHE_HOME", folder, 1);
    char cache[sizeof folder + 8];
    enum jg_status status = run_cases(how, err);
    snprintf(cache, sizeof cache, "%s/jogada", folder);
    rmdir(cache);
    rmdir(folder);
    return status;
}
