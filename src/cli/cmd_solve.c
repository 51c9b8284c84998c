/* jogada solve: exact values with best play. */
#include "cli/cli.h"

#include "core/cache.h"
#include "core/memory.h"
#include "report/format.h"
#include "search/solve.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char position[JG_POSITION_MAX];
    size_t memory, cache;
    int database, build;
    bool no_cache, value;
};

struct solving {
    struct cli *c;
    const struct options *o;
    struct jg_game game;
    union jg_state state;
    int seat; /* to move */
    struct jg_solution out;
    struct progress progress;
    const char *doing;     /* of the last progress */
    struct jg_bounds last; /* of the last progress */
};

static const double MILLION = 1e6;

/* Whether the bounds say nothing. */
static bool is_open(struct jg_bounds b) { return b.low <= -JG_WIN && b.high >= JG_WIN; }

/* Formats bounds: "+8", "0", "between -2 and +6", "unknown". */
static const char *bounds_text(const struct cli *c, struct jg_bounds b, char out[64]) {
    char low[16], high[16];
    struct jg_text t;
    snprintf(low, sizeof low, b.low ? "%+d" : "%d", b.low);
    snprintf(high, sizeof high, b.high ? "%+d" : "%d", b.high);
    jg_text_init(&t, out, 64);
    if (jg_bounds_met(b))
        jg_text_put(&t, low);
    else if (is_open(b))
        jg_text_put(&t, tr(c, "unknown"));
    else
        jg_text_add(&t, tr(c, "between %s and %s"), low, high);
    return out;
}

/* ---- Progress ------------------------------------------------------------------------ */

static void show_progress(void *arg, const struct jg_solution *now) {
    struct solving *s = arg;
    const struct cli *c = s->c;
    bool plain = c->progress == PROGRESS_PLAIN;
    char bounds[64];
    bool news = now->doing != s->doing || now->value.low != s->last.low || now->value.high != s->last.high;
    if (news) s->progress.tenths = -1;
    if (!progress_due(&s->progress, now->share)) return;
    int seconds = (int)(s->progress.shown - s->progress.begin);
    s->doing = now->doing;
    s->last = now->value;
    fprintf(stderr, "%s%s", plain ? "" : "\r\033[K", tr(c, now->doing));
    if (now->share >= 0) fprintf(stderr, "  %.0f %%", 100 * now->share);
    if (now->move_count && jg_bounds_met(now->value)) fprintf(stderr, "  %s", tr(c, "value"));
    if (now->move_count) fprintf(stderr, "  %s", bounds_text(c, now->value, bounds));
    if (now->nodes) print_local(c, stderr, tr(c, "  %.1f million nodes"), (double)now->nodes / MILLION);
    fprintf(stderr, "  %d:%02d%s", seconds / 60, seconds % 60, plain ? "\n" : "");
}

static struct jg_solve_query question(struct solving *s) {
    return (struct jg_solve_query){.state = &s->state,
                                   .all = !s->o->value,
                                   .threads = s->c->options.threads,
                                   .memory = s->o->memory,
                                   .size = s->o->database,
                                   .cache = s->o->no_cache ? 0 : s->o->cache,
                                   .stop = &interrupted,
                                   .progress = show_progress,
                                   .arg = s};
}

/* ---- JSON ---------------------------------------------------------------------------- */

/* A bound as JSON; null if it is infinite. */
static json_t *bound_json(int32_t bound) {
    return bound <= -JG_WIN || bound >= JG_WIN ? json_null() : json_integer(bound);
}

/* The chance to win with best play, a draw counting half; null: unknown. */
static json_t *win_json(struct jg_bounds b) {
    if (b.low > 0 || b.high < 0) return json_real(b.low > 0);
    return jg_bounds_met(b) ? json_real(0.5) : json_null();
}

static json_t *bounds_json(struct jg_bounds b) {
    return json_pack("{s:o, s:o, s:o, s:o}", "value", jg_bounds_met(b) ? json_integer(b.low) : json_null(), "low",
                     bound_json(b.low), "high", bound_json(b.high), "win", win_json(b));
}

static json_t *document(const struct solving *s) {
    const struct jg_solution *out = &s->out;
    const struct jg_game *g = &s->game;
    char spec[JG_SPEC_MAX], position[JG_POSITION_MAX], move[JG_MOVE_MAX];
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(g, &t);
    jg_text_init(&t, position, sizeof position);
    g->kind->print(g, &s->state, &t);
    json_t *o = json_pack("{s:s, s:s, s:b, s:s}", "game", spec, "position", position, "over", s->seat == JG_OVER,
                          "unit", "score");
    json_object_update_new(o, bounds_json(out->value));
    json_t *moves = json_array();
    for (int i = 0; i < out->move_count; i++) {
        json_t *m = json_pack("{s:s}", "move", move_text(g, &s->state, out->moves[i].move, move));
        json_object_update_new(m, bounds_json(out->moves[i].value));
        json_array_append_new(moves, m);
    }
    json_object_update_new(o, json_pack("{s:o, s:I, s:f, s:f, s:I, s:I, s:I}", "moves", moves, "nodes",
                                        (json_int_t)out->nodes, "seconds", out->seconds, "build_seconds",
                                        out->build_seconds, "database", (json_int_t)out->table, "memory",
                                        (json_int_t)out->memory, "saved", (json_int_t)out->saved));
    return o;
}

/* ---- Text ---------------------------------------------------------------------------- */

static void show_board(const struct solving *s) {
    const struct cli *c = s->c;
    struct jg_style style = {.lang = c->lang, .colour = c->colour, .unicode = c->unicode, .seat = s->seat};
    char *picture = malloc(JG_PICTURE_MAX);
    struct jg_text t;
    if (!picture) print_out_of_memory(c);
    ink(c, JG_INK_STRONG);
    printf("%s", tr(c, s->game.kind->title));
    ink(c, JG_INK_PLAIN);
    if (s->seat >= 0) printf(tr(c, " - %s to move"), jg_seat_name(&s->game, s->seat, c->lang));
    putchar('\n');
    if (!picture) return;
    jg_text_init(&t, picture, JG_PICTURE_MAX);
    s->game.kind->show(&s->game, &s->state, &style, &t);
    printf("\n%s\n", picture);
    free(picture);
}

/* Prints "player 1 wins by 8" for a score of the seat to move. */
static void print_result(const struct solving *s, int32_t score, int seat) {
    const struct cli *c = s->c;
    const char *winner = jg_seat_name(&s->game, score > 0 ? seat : seat ^ 1, c->lang);
    int32_t margin = score < 0 ? -score : score;
    if (!score)
        printf("%s", tr(c, "a draw"));
    else if (margin == 1)
        printf(tr(c, "%s wins"), winner);
    else
        printf(tr(c, "%s wins by %d"), winner, margin);
}

static void print_value(const struct solving *s) {
    const struct cli *c = s->c;
    char bounds[64];
    print_label(c, "value");
    ink(c, JG_INK_STRONG);
    if (is_open(s->out.value)) {
        printf("%s", tr(c, "not solved"));
    } else if (!jg_bounds_met(s->out.value)) {
        printf(tr(c, "not solved; for %s it is "), jg_seat_name(&s->game, s->seat, c->lang));
        printf("%s", bounds_text(c, s->out.value, bounds));
    } else {
        print_result(s, s->out.value.low, s->seat);
        printf("%s", tr(c, " with best play"));
    }
    ink(c, JG_INK_PLAIN);
    putchar('\n');
}

static bool is_best(const struct jg_solution *out, int i) {
    return jg_bounds_met(out->value) && out->moves[i].value.low == out->value.low;
}

/* With --value, only the best moves are listed. */
static bool is_shown(const struct solving *s, int i) { return !s->o->value || is_best(&s->out, i); }

/* Prints every move with its value and marks the best ones. */
static void print_moves(const struct solving *s) {
    const struct jg_solution *out = &s->out;
    char move[JG_MOVE_MAX], words[256], bounds[64];
    size_t width = 0;
    for (int i = 0; i < out->move_count; i++) {
        size_t length = strlen(bounds_text(s->c, out->moves[i].value, bounds));
        if (length > width && is_shown(s, i)) width = length;
    }
    for (int i = 0; i < out->move_count; i++) {
        struct jg_bounds b = out->moves[i].value;
        bool best = is_best(out, i);
        struct jg_text t;
        jg_text_init(&t, words, sizeof words);
        s->game.kind->describe_move(&s->game, &s->state, out->moves[i].move, s->c->lang, &t);
        if (!is_shown(s, i)) continue;
        if (best) ink(s->c, JG_INK_STRONG);
        printf("%c %4s  %*s  %s\n", best ? '*' : ' ', move_text(&s->game, &s->state, out->moves[i].move, move),
               (int)width, bounds_text(s->c, b, bounds), words);
        if (best) ink(s->c, JG_INK_PLAIN);
    }
}

static const char *size_text(const struct cli *c, uint64_t bytes, char out[32]) {
    struct jg_text t;
    jg_text_init(&t, out, 32);
    jg_memory_print(&t, bytes, c->lang);
    return out;
}

/* Prints what was written to the cache folder, or why it was not. */
static void print_saved(const struct solving *s) {
    const struct cli *c = s->c;
    char folder[PATH_MAX], size[32], limit[32];
    if (s->out.saved && !jg_cache_folder(folder, sizeof folder, NULL)) {
        print_label(c, "saved");
        printf(tr(c, "database, %s, in %s; 'jogada cache' lists the files there\n"), size_text(c, s->out.saved, size),
               folder);
    } else if (s->out.unsaved && s->o->cache && !s->o->no_cache) {
        print_label(c, "not saved");
        printf(tr(c, "database, %s: no room in the cache, whose limit is %s (--cache)\n"),
               size_text(c, s->out.unsaved, size), size_text(c, s->o->cache, limit));
    }
}

static void print_effort(const struct solving *s) {
    const struct cli *c = s->c;
    const struct jg_solution *out = &s->out;
    double search = out->seconds - out->build_seconds;
    char memory[32];
    print_label(c, "nodes");
    printf("%llu", (unsigned long long)out->nodes);
    if (out->nodes && search > 0.001)
        print_local(c, stdout, tr(c, ", %.1f million nodes/s"), (double)out->nodes / search / MILLION);
    putchar('\n');
    print_label(c, "time");
    print_local(c, stdout, "%.3f s", out->seconds);
    if (out->build_seconds > 0)
        print_local(c, stdout, tr(c, ", including %.3f s for the endgame database"), out->build_seconds);
    putchar('\n');
    if (out->table) {
        print_label(c, "database");
        printf(tr(c, "%llu positions"), (unsigned long long)out->table);
        putchar('\n');
    }
    if (out->memory) {
        print_label(c, "memory");
        printf("%s\n", size_text(c, out->memory, memory));
    }
    print_saved(s);
}

/* ---- The command --------------------------------------------------------------------- */

static int print_finished(struct solving *s) {
    int32_t score = jg_score(&s->game, &s->state, 0);
    s->out.value = (struct jg_bounds){score, score};
    if (s->c->options.json) return print_json(document(s));
    show_board(s);
    printf("%s", tr(s->c, "the game is over in this position: "));
    print_result(s, score, 0);
    putchar('\n');
    return EXIT_SUCCESS;
}

static bool solved(const struct solving *s) {
    bool met = jg_bounds_met(s->out.value);
    for (int i = 0; i < s->out.move_count && !s->o->value; i++) met &= jg_bounds_met(s->out.moves[i].value);
    return met;
}

static int solve(struct solving *s) {
    struct jg_error err = {.lang = s->c->lang};
    struct jg_solve_query query = question(s);
    s->seat = jg_turn(&s->game, &s->state);
    if (s->seat == JG_OVER) return print_finished(s);
    enum jg_status status = jg_solve(&s->game, &query, &s->out, &err);
    progress_end(&s->progress);
    if (status) return print_error(s->c, &err, NULL);
    if (s->out.save_failed)
        fprintf(stderr, "jogada: %s\n", tr(s->c, "cannot save the endgame database in the cache folder"));
    bool stopped = atomic_load(&interrupted); /* main reports it */
    int exit = solved(s) || stopped ? EXIT_SUCCESS : EXIT_FAILURE;
    if (s->c->options.json) return print_json(document(s)) ? EXIT_FAILURE : exit;
    show_board(s);
    print_value(s);
    print_effort(s);
    putchar('\n');
    print_moves(s);
    return exit;
}

static void games_with_databases(char *names, size_t size) {
    struct jg_text t;
    const struct jg_game_kind *k;
    jg_text_init(&t, names, size);
    for (size_t i = 0; (k = jg_game_kind_at(i)); i++)
        if (k->solver && k->solver->build) jg_text_add(&t, "%s%s", t.used ? ", " : "", k->name);
}

static int build(struct solving *s) {
    const struct cli *c = s->c;
    struct jg_error err = {.lang = c->lang};
    struct jg_solve_query query = question(s);
    const struct jg_solver *solver = s->game.kind->solver;
    bool there;
    char path[4096];
    struct jg_text where;
    jg_text_init(&where, path, sizeof path);
    query.size = s->o->build;
    if (!solver || !solver->build) {
        char games[256];
        games_with_databases(games, sizeof games);
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "%s has no endgame database; games with one: %s", s->game.kind->name,
                games);
        return print_error(c, &err, NULL);
    }
    enum jg_status status = solver->build(&s->game, &query, &s->out, &there, &where, &err);
    progress_end(&s->progress);
    if (status) return print_error(c, &err, NULL);
    double seconds = s->out.build_seconds;
    if (c->options.json)
        return print_json(json_pack("{s:i, s:I, s:b, s:s, s:f}", "seeds", s->o->build, "positions",
                                    (json_int_t)s->out.table, "there", there, "path", path, "seconds", seconds));
    char size[32];
    size_text(c, s->out.table, size);
    if (there)
        printf(tr(c, "%s already exists: %llu positions, %s\n"), path, (unsigned long long)s->out.table, size);
    else
        print_local(c, stdout, tr(c, "%s: %llu positions, %s, in %.1f s, %.0f million positions/s\n"), path,
                    (unsigned long long)s->out.table, size, seconds, (double)s->out.table / seconds / MILLION);
    return EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct solving *s = calloc(1, sizeof *s);
    int status = EXIT_WRONG;
    (void)argc;
    if (!s) return print_out_of_memory(c);
    s->c = c;
    s->o = o;
    progress_begin(&s->progress, c, "solve");
    if (open_game(c, &s->game, argv[0]) && open_position(c, &s->game, o->position, &s->state))
        status = o->build ? build(s) : solve(s);
    jg_game_close(&s->game);
    free(s);
    return status;
}

static const struct jg_option OPTIONS[] = {
    POSITION_OPTION(struct options),
    {.name = "value",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, value),
     .help = "find the value and one best move only, not the value of every move"},
    {.name = "memory",
     .type = JG_OPT_SIZE,
     JG_FIELD(struct options, memory),
     .standard = "0",
     .min = 0,
     .max = (double)((uint64_t)1 << 50),
     .value = "SIZE",
     .letter = 'm',
     .help = "memory for tables, such as 4G (default 0: half of the free memory)"},
    {.name = "database",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, database),
     .standard = "-1",
     .min = -1,
     .max = 32,
     .value = "K",
     .help = "use the endgame database of up to K seeds (0: none; default -1: the best for the position)"},
    {.name = "build",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, build),
     .standard = "0",
     .max = 32,
     .value = "K",
     .help = "build and save the endgame database of up to K seeds, without solving"},
    {.name = "cache",
     .type = JG_OPT_SIZE,
     JG_FIELD(struct options, cache),
     .standard = "2G",
     .min = 0,
     .max = (double)((uint64_t)1 << 50),
     .value = "SIZE",
     .help = "maximum size of the cache folder; a database that would exceed it is not saved"},
    {.name = "no-cache",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, no_cache),
     .help = "do not save an endgame database built for this run (--cache 0)"},
    {0},
};

const struct command cmd_solve = {
    .name = "solve",
    .arguments = "GAME",
    .summary = "solve a position: exact values with best play",
    .least = 1,
    .most = 1,
    .reports_cache = true,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
