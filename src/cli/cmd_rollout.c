/* jogada rollout: the chance to win after every move, estimated by simulated games, with its standard error. */
#include "cli/stored.h"

#include "core/clock.h"
#include "runs/rollout.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char position[JG_POSITION_MAX], db[DB_PATH];
    uint64_t trials, seed;
    double confidence;
    int order;
    bool deal, no_store, again;
};

struct work {
    struct cli *c;
    const struct options *o;
    struct jg_game game;
    union jg_state state;
    char agent[JG_SPEC_MAX];
    struct jg_rollout_setting setting;
    struct jg_run_rollout stored;
    struct jg_rollout_result result;
    struct progress bar;
    double seconds;
    bool stopped;
};

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *document(const struct work *w) {
    const struct jg_rollout_result *r = &w->result;
    char game[JG_SPEC_MAX], position[JG_POSITION_MAX], move[JG_MOVE_MAX];
    const void *view = jg_rollout_view(w->stored.rollout);
    struct jg_text t;
    jg_text_init(&t, game, sizeof game);
    jg_game_spec(&w->game, &t);
    jg_text_init(&t, position, sizeof position);
    w->game.kind->print(&w->game, view, &t);
    jg_move best = r->moves[0].move;
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:s, s:I, s:f, s:s, s:b, s:b, s:o, s:o, s:f, s:o}", "game", game,
                     "position", position, "agent", w->agent, "seat", r->seat < 0 ? json_null() : json_integer(r->seat),
                     "move", best ? json_string(move_text(&w->game, view, best, move)) : json_null(), "unit", "score",
                     "trials", (json_int_t)r->trials, "confidence", w->setting.confidence, "order",
                     w->setting.whole_order ? "all" : "best", "settled", r->settled, "stopped", w->stopped, "seed",
                     jg_run_seed_json(w->setting.seed), "stored", jg_run_known_json(&w->stored.stored), "seconds",
                     w->seconds, "moves", jg_run_rollout_json(w->stored.rollout, &w->game, r));
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void show_board(const struct work *w) {
    const struct cli *c = w->c;
    int seat = w->result.seat;
    struct jg_style style = {.lang = c->lang, .colour = c->colour, .unicode = c->unicode, .seat = seat};
    char *picture = malloc(JG_PICTURE_MAX);
    struct jg_text t;
    if (!picture) print_out_of_memory(c);
    ink(c, JG_INK_STRONG);
    printf("%s", tr(c, w->game.kind->title));
    ink(c, JG_INK_PLAIN);
    printf(" - ");
    if (seat < 0)
        printf(tr(c, "chance to move, rolled out by %s\n"), w->agent);
    else
        printf(tr(c, "%s to move, rolled out by %s\n"), jg_seat_name(&w->game, seat, c->lang), w->agent);
    if (!picture) return;
    jg_text_init(&t, picture, JG_PICTURE_MAX);
    w->game.kind->show(&w->game, jg_rollout_view(w->stored.rollout), &style, &t);
    printf("\n%s\n", picture);
    free(picture);
}

static void put_right(const char *text, int columns) {
    int width = text_width(text);
    printf("%*s%s", columns > width ? columns - width : 0, "", text);
}

enum { CHANCE = 18, LOSS = 18, SCORE = 20, TRIALS = 12 }; /* columns */

/* Formats a value and its error; a negative or unknown error is not shown. */
static void format_error(const struct cli *c, char out[64], const char *value, const char *plus, double error) {
    char more[32] = "";
    if (error >= 0) format_local(c, more, sizeof more, plus, error);
    snprintf(out, 64, "%s%s", value, more);
}

static const char *note_of(const struct work *w, int i) {
    const struct jg_rollout_move *m = &w->result.moves[i];
    if (m->exact) return tr(w->c, "exact");
    if (m->same) return tr(w->c, "always the same game");
    return m->out ? tr(w->c, "worse") : "";
}

static void print_row(const struct work *w, int i, int wide) {
    const struct cli *c = w->c;
    const struct jg_rollout_move *m = &w->result.moves[i];
    char value[32], text[64], move[JG_MOVE_MAX] = "";
    if (m->move) move_text(&w->game, jg_rollout_view(w->stored.rollout), m->move, move);
    put_right(move, wide);
    format_local(c, value, sizeof value, "%.2f %%", 100 * m->chance);
    format_error(c, text, value, " ± %.2f", m->same || m->exact ? -1 : 100 * m->chance_error);
    put_right(text, CHANCE);
    format_local(c, value, sizeof value, "%.2f", 0 - 100 * m->loss); /* never "-0.00" */
    format_error(c, text, i ? value : "", " ± %.2f", i && !m->same && m->loss_error > 0 ? 100 * m->loss_error : -1);
    if (w->result.move_count > 1) put_right(text, LOSS);
    format_local(c, value, sizeof value, "%+.3f", m->score);
    format_error(c, text, value, " ± %.3f", m->same || m->exact || isnan(m->score_error) ? -1 : m->score_error);
    put_right(text, SCORE);
    snprintf(text, sizeof text, "%llu", (unsigned long long)m->trials);
    put_right(text, TRIALS);
    const char *note = note_of(w, i);
    printf("%s%s\n", *note ? "  " : "", note);
}

static void print_table(const struct work *w) {
    const struct cli *c = w->c;
    const void *view = jg_rollout_view(w->stored.rollout);
    char move[JG_MOVE_MAX];
    int wide = text_width(tr(c, "move"));
    for (int i = 0; i < w->result.move_count; i++) {
        jg_move m = w->result.moves[i].move;
        int width = m ? text_width(move_text(&w->game, view, m, move)) : 0;
        if (width > wide) wide = width;
    }
    wide += 2;
    ink(c, JG_INK_FAINT);
    put_right(w->result.moves[0].move ? tr(c, "move") : "", wide);
    put_right(tr(c, "chance to win"), CHANCE);
    if (w->result.move_count > 1) put_right(tr(c, "difference"), LOSS);
    put_right(tr(c, "mean score"), SCORE);
    put_right(tr(c, "trials"), TRIALS);
    ink(c, JG_INK_PLAIN);
    putchar('\n');
    for (int i = 0; i < w->result.move_count; i++) print_row(w, i, wide);
}

/* Prints how far the trials have determined the best move or the order. */
static void print_verdict(const struct work *w) {
    const struct cli *c = w->c;
    const struct jg_rollout_result *r = &w->result;
    double percent = 100 * w->setting.confidence;
    unsigned long long trials = (unsigned long long)r->trials;
    print_label(c, "order");
    if (r->seat < 0)
        print_local(c, stdout, tr(c, "chance is to move: this is the value of the position for %s"),
                    jg_seat_name(&w->game, 0, c->lang));
    else if (r->move_count == 1)
        printf("%s", tr(c, "the move is forced"));
    else if (r->settled)
        print_local(c, stdout,
                    w->setting.whole_order ? tr(c, "known with %g %% confidence")
                                           : tr(c, "the best move is known with %g %% confidence"),
                    percent);
    else if (percent > 0)
        print_local(c, stdout,
                    w->setting.whole_order
                        ? tr(c, "not known with %g %% confidence after %llu trials")
                        : tr(c, "the best move is not known with %g %% confidence after %llu trials"),
                    percent, trials);
    else
        printf(tr(c, "by chance to win, after %llu trials"), trials);
    putchar('\n');
}

static void print_result(const struct work *w) {
    const struct cli *c = w->c;
    const struct jg_rollout_result *r = &w->result;
    const void *view = jg_rollout_view(w->stored.rollout);
    char move[JG_MOVE_MAX], words[256];
    struct jg_text t;
    show_board(w);
    if (r->moves[0].move) {
        jg_text_init(&t, words, sizeof words);
        w->game.kind->describe_move(&w->game, view, r->moves[0].move, c->lang, &t);
        print_label(c, "best move");
        ink(c, JG_INK_STRONG);
        printf("%s", move_text(&w->game, view, r->moves[0].move, move));
        ink(c, JG_INK_PLAIN);
        printf(": %s\n", words);
    }
    print_verdict(w);
    print_label(c, "seed");
    printf("%llu\n", (unsigned long long)w->setting.seed);
    print_label(c, "time");
    print_local(c, stdout, "%.3f s\n", w->seconds);
    putchar('\n');
    print_table(w);
}

/* ---- The command ---------------------------------------------------------------------------- */

static void show(void *arg, double share) {
    struct work *w = arg;
    double n = (double)w->result.trials, round = fmin(256, fmax(4, n / 8)); /* about */
    progress_show(&w->bar, fmin(1, (n + share * round) / (double)w->setting.trials), 0);
}

static enum jg_status play(struct work *w, struct jg_error *err) {
    struct jg_run_rollout *k = &w->stored;
    enum jg_status status = JG_OK;
    double begin = jg_clock();
    jg_rollout_result(k->rollout, &w->result);
    progress_begin(&w->bar, w->c, tr(w->c, "trials"));
    while (!status && !jg_rollout_done(k->rollout)) {
        status = jg_run_rollout_step(k, show, w, err);
        jg_rollout_result(k->rollout, &w->result);
    }
    progress_end(&w->bar);
    w->seconds = jg_clock() - begin;
    return status;
}

/* Opens the store, unless --no-store is given, and resumes. Without a data folder nothing is stored, with a warning. */
static enum jg_status open_stored(struct work *w, struct jg_error *err) {
    char usual[JG_STORE_PATH];
    const char *path = w->o->no_store ? NULL : w->o->db[0] ? w->o->db : usual;
    if (path == usual && jg_store_default_path(usual, err)) {
        print_error(w->c, err, NULL);
        fputs(tr(w->c, "jogada: the rollout will not be saved; --no-store hides this warning\n"), stderr);
        path = NULL;
        *err = (struct jg_error){.lang = w->c->lang};
    }
    w->stored.setting = &w->setting;
    enum jg_status status = jg_run_rollout_open(&w->stored, path, w->o->again, err);
    if (!status) stored_print_unused(w->c, &w->stored.unused);
    if (w->stored.damaged) {
        struct jg_error damaged = {.lang = w->c->lang};
        jg_fail(&damaged, JG_EINPUT, JG_NO_POSITION, "the stored state of this rollout is damaged; starting again");
        print_error(w->c, &damaged, NULL);
    }
    return status;
}

static int stopped(const struct work *w, struct jg_error *err) {
    const struct stored_resume how = {.stored = w->stored.store,
                                      .trust = &w->stored.trust,
                                      .again = w->o->again,
                                      .seed = w->o->seed ? NULL : &w->setting.seed};
    stored_stopped(&how, err);
    return print_error(w->c, err, NULL);
}

static int roll_out(struct work *w) {
    struct jg_error err = {.lang = w->c->lang};
    int status = EXIT_SUCCESS;
    if (w->o->deal) deal_by_seed(&w->game, w->setting.seed, &w->state);
    if (open_stored(w, &err)) return print_error(w->c, &err, err.position >= 0 ? w->agent : NULL);
    if (play(w, &err)) {
        w->stopped = err.code == JG_ESTOP;
        if (!w->stopped) return print_error(w->c, &err, NULL);
        status = stopped(w, &err);
    }
    if (!w->result.trials) return status;
    if (!w->c->options.json) {
        print_result(w);
        stored_print_known(w->c, &w->stored.stored, jg_rollout_games(w->stored.rollout));
    } else if (print_json(document(w))) {
        status = EXIT_FAILURE;
    }
    return status;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    if (o->order && o->confidence <= 0) {
        struct jg_error err = {.lang = c->lang};
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--order all needs a --confidence above 0; give one, such as 0.99");
        return print_error(c, &err, NULL);
    }
    struct work *w = calloc(1, sizeof *w);
    int status = EXIT_WRONG;
    if (!w) return print_out_of_memory(c);
    w->c = c;
    w->o = o;
    w->setting = (struct jg_rollout_setting){.game = &w->game,
                                             .state = &w->state,
                                             .agent = w->agent,
                                             .trials = o->trials,
                                             .confidence = o->confidence,
                                             .whole_order = o->order,
                                             .seed = o->seed,
                                             .threads = c->options.threads,
                                             .stop = &interrupted};
    if (open_game(c, &w->game, argv[0]) && random_seed(c, &w->setting.seed) &&
        open_view(c, &w->game, o->position, &w->state)) {
        snprintf(w->agent, sizeof w->agent, "%s", argc > 1 ? argv[1] : jg_rollout_agent(&w->game));
        status = roll_out(w);
    }
    jg_run_rollout_close(&w->stored);
    jg_game_close(&w->game);
    free(w);
    return status;
}

static const struct jg_option OPTIONS[] = {
    POSITION_OPTION(struct options),
    {.name = "trials",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, trials),
     .min = 2,
     .max = 1e9,
     .standard = "1000",
     .letter = 'n',
     .value = "N",
     .help = "maximum number of games after each move"},
    {.name = "confidence",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, confidence),
     .max = 0.999999,
     .standard = "0.99",
     .value = "X",
     .help = "stop as soon as --order is known with this confidence (0: play all games)"},
    {.name = "order",
     .type = JG_OPT_CHOICE,
     JG_FIELD(struct options, order),
     .choices = "best|all",
     .standard = "best",
     .help = "goal: find the best move, or the order of all moves"},
    {.name = "deal",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, deal),
     .help = "draw chance moves, such as the deal, from the seed until a player is to move"},
    {.name = "seed",
     .type = JG_OPT_COUNT,
     JG_FIELD(struct options, seed),
     .standard = "1",
     .letter = 's',
     .value = "N",
     .help = "random seed, 0 for a new one"},
    DB_OPTION(struct options),
    NO_STORE_OPTION_AT(struct options, no_store),
    {.name = "again", .type = JG_OPT_FLAG, JG_FIELD(struct options, again), .help = "play again, even if stored"},
    {0},
};

const struct command cmd_rollout = {
    .name = "rollout",
    .arguments = "GAME [AGENT]",
    .summary = "rate every move by rollouts: chance to win, with its standard error",
    .least = 1,
    .most = 2,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
