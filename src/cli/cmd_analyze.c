/* jogada analyze: an agent's evaluation of a position. */
#include "cli/analysis.h"

#include "core/clock.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct options {
    char position[JG_POSITION_MAX];
    char svg[SVG_PATH];
    uint64_t seed;
};

enum {
    SCREEN = 79, /* columns of a line that is rewritten and must not wrap */
};

struct analysis {
    struct cli *c;
    struct jg_game game;
    struct jg_agent agent;
    int seat;
    bool dealt; /* by the seed */
    uint64_t seed;
    union jg_state view; /* the view of the seat to move; nothing else is used */
    struct jg_ask ask;
    struct jg_report report;
    const char *svg; /* file for a picture of the board; "": none */
    double begin;
    int shown; /* depth of the line on the screen; -1: without depth, 0: no line yet */
};

/* ---- Values and principal variations -------------------------------------------------- */

static bool decided(const struct jg_report *r) { return r->by && (r->value >= JG_WIN / 2 || r->value <= -JG_WIN / 2); }

/* Adds a move to the principal variation. */
static void add_word(void *text, const struct jg_game *g, const void *state, jg_move move) {
    struct jg_text *t = text;
    char word[JG_MOVE_MAX];
    jg_text_add(t, "%s%s", t->used ? " " : "", move_text(g, state, move, word));
}

static void add_json(void *list, const struct jg_game *g, const void *state, jg_move move) {
    char word[JG_MOVE_MAX];
    json_array_append_new(list, json_string(move_text(g, state, move, word)));
}

static void along_line(const struct analysis *a, const struct jg_report *r,
                       void (*use)(void *arg, const struct jg_game *g, const void *state, jg_move move), void *arg) {
    jg_agent_walk_pv(&a->game, a->ask.query.view, a->ask.query.seat, r, use, arg);
}

/* ---- JSON ------------------------------------------------------------------------------- */

/* The chance to win, a draw counting half. */
static json_t *win_json(const struct jg_report *r, int32_t value) {
    return r->by ? json_real(jg_value_chance(r->by, value, r->proven)) : json_null();
}

static json_t *document(const struct analysis *a, bool cut) {
    const struct jg_game *g = &a->game;
    const struct jg_report *r = &a->report;
    char game[JG_SPEC_MAX], position[JG_POSITION_MAX], agent[JG_SPEC_MAX], move[JG_MOVE_MAX];
    struct jg_ranked_move moves[JG_MOVES_MAX];
    struct jg_text t;
    const char *note = r->note ? r->note : cut ? "stopped; this is the best move so far" : NULL;
    json_t *line = json_array(), *list = json_array();
    jg_text_init(&t, game, sizeof game);
    jg_game_spec(g, &t);
    jg_text_init(&t, position, sizeof position);
    g->kind->print(g, &a->view, &t);
    jg_text_init(&t, agent, sizeof agent);
    jg_agent_spec(&a->agent, &t);
    along_line(a, r, add_json, line);
    int n = jg_agent_sorted_moves(r, moves);
    for (int i = 0; i < n; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:o, s:o}", "move", move_text(g, &a->view, moves[i].move, move), "score",
                                        jg_value_json(r->by, moves[i].value), "win", win_json(r, moves[i].value)));
    return json_pack(
        "{s:s, s:s, s:o*, s:s, s:s, s:o, s:o, s:o, s:b, s:b, s:i, s:i, s:I, s:I, s:I, s:f, s:s?, s:o, s:o}", "game",
        game, "position", position, "deal_seed", a->dealt ? jg_run_seed_json(a->seed) : NULL, "agent", agent, "move",
        move_text(g, &a->view, r->move, move), "score", jg_value_json(r->by, r->value), "unit",
        r->by ? json_string(jg_value_unit(r->by)) : json_null(), "win", win_json(r, r->value), "proven", r->proven,
        "exact", r->by == &jg_eval_score, "plies", r->plies, "depth", r->depth, "nodes", (json_int_t)r->nodes, "leaves",
        (json_int_t)r->leaves, "cuts", (json_int_t)r->cuts, "seconds", r->seconds, "note", note, "pv", line, "moves",
        list);
}

static json_t *with_explanation(struct analysis *a, json_t *o) {
    if (o && a->agent.kind->explain_json)
        json_object_set_new(o, "explain", a->agent.kind->explain_json(&a->agent, &a->ask.query));
    return o;
}

/* ---- Text ------------------------------------------------------------------------------- */

/* Adds text right-aligned in this many columns. */
static void add_right(struct jg_text *t, const char *text, int columns) {
    jg_text_add(t, "%*s%s", columns > text_width(text) ? columns - text_width(text) : 0, "", text);
}

static void put_clipped(const char *text, int room) {
    for (const char *p = text; *p; p++) {
        if ((*p & 0xc0) != 0x80 && !room--) return;
        putchar(*p);
    }
}

static void show_heading(const struct cli *c) {
    char head[256];
    struct jg_text t;
    jg_text_init(&t, head, sizeof head);
    add_right(&t, tr(c, "depth"), 5);
    add_right(&t, tr(c, "score"), 10);
    add_right(&t, tr(c, "nodes"), 14);
    jg_text_add(&t, "%16s%s", "", tr(c, "best line"));
    printf("\r\033[K");
    ink(c, JG_INK_FAINT);
    printf("%s\n", head);
    ink(c, JG_INK_PLAIN);
}

/* Shows the best move so far: one line per depth, rewritten while the depth stays the same. */
static void show_iteration(void *arg, const struct jg_report *r) {
    struct analysis *a = arg;
    char value[32], text[512], line[SCREEN + 1];
    double seconds = jg_clock() - a->begin;
    int depth = r->depth ? r->depth : -1;
    struct jg_text t;
    if (!a->shown) show_heading(a->c);
    jg_text_init(&t, line, sizeof line);
    along_line(a, r, add_word, &t);
    jg_text_init(&t, text, sizeof text);
    if (r->depth)
        jg_text_add(&t, "%5d", r->depth);
    else
        jg_text_add(&t, "%5s", "");
    add_right(&t, r->by || !r->note ? analysis_value(a->c, r, r->value, value) : tr(a->c, r->note), 10);
    add_local(a->c, &t, "%12.3f M%10.1f M/s  %s", (double)r->nodes / 1e6,
              seconds > 0 ? (double)r->nodes / seconds / 1e6 : 0, line);
    if (a->shown && a->shown != depth) putchar('\n');
    printf("\r\033[K");
    put_clipped(text, SCREEN);
    fflush(stdout);
    a->shown = depth;
}

static void show_board(const struct analysis *a) {
    const struct cli *c = a->c;
    struct jg_style style = {.lang = c->lang, .colour = c->colour, .unicode = c->unicode, .seat = a->seat};
    char *picture = malloc(JG_PICTURE_MAX), agent[JG_SPEC_MAX];
    struct jg_text t;
    if (!picture) print_out_of_memory(c);
    jg_text_init(&t, agent, sizeof agent);
    jg_agent_spec(&a->agent, &t);
    ink(c, JG_INK_STRONG);
    printf("%s", tr(c, a->game.kind->title));
    ink(c, JG_INK_PLAIN);
    printf(" - ");
    printf(tr(c, "%s to move, evaluated by %s\n"), jg_seat_name(&a->game, a->seat, c->lang), agent);
    if (!picture) return;
    jg_text_init(&t, picture, JG_PICTURE_MAX);
    a->game.kind->show(&a->game, &a->view, &style, &t);
    printf("\n%s\n", picture);
    free(picture);
}

static void print_move(const struct analysis *a, jg_move move) {
    char words[256];
    struct jg_text t;
    jg_text_init(&t, words, sizeof words);
    a->game.kind->describe_move(&a->game, &a->view, move, a->c->lang, &t);
    printf("%s\n", words);
}

static void print_score(const struct analysis *a) {
    const struct cli *c = a->c;
    const struct jg_report *r = &a->report;
    char value[32];
    if (!r->by) return;
    print_label(c, "score");
    printf("%s", analysis_value(c, r, r->value, value));
    if (decided(r) && r->plies == 1) printf("%s", tr(c, " in 1 move"));
    if (decided(r) && r->plies > 1) printf(tr(c, " in %d moves"), r->plies);
    if (!decided(r) && r->proven) printf("%s", tr(c, ", proven"));
    putchar('\n');
}

static void print_effort(const struct analysis *a) {
    const struct cli *c = a->c;
    const struct jg_report *r = &a->report;
    if (r->nodes) {
        print_label(c, "search");
        if (r->depth && !r->proven)
            printf(tr(c, "depth %d"), r->depth);
        else
            printf("%s", tr(c, r->proven ? "to the end" : "stopped before it was finished"));
        putchar('\n');
        print_label(c, "nodes");
        printf(tr(c, "%llu (leaves: %llu, cutoffs: %llu)\n"), (unsigned long long)r->nodes,
               (unsigned long long)r->leaves, (unsigned long long)r->cuts);
    }
    print_label(c, "time");
    print_local(c, stdout, "%.3f s", r->seconds);
    if (r->nodes && r->seconds > 0.001)
        print_local(c, stdout, tr(c, ", %.1f million nodes/s"), (double)r->nodes / r->seconds / 1e6);
    putchar('\n');
}

static void print_line(const struct analysis *a) {
    char line[JG_PV_MAX * JG_MOVE_MAX];
    struct jg_text t;
    jg_text_init(&t, line, sizeof line);
    along_line(a, &a->report, add_word, &t);
    if (!line[0]) return;
    print_label(a->c, "best line");
    printf("%s\n", line);
}

static void print_result(const struct analysis *a, bool cut) {
    char move[JG_MOVE_MAX];
    if (a->dealt) {
        print_label(a->c, "deal");
        printf(tr(a->c, "from --seed %llu\n"), (unsigned long long)a->seed);
    }
    print_label(a->c, a->report.by ? "best move" : "move");
    ink(a->c, JG_INK_STRONG);
    printf("%s", move_text(&a->game, &a->view, a->report.move, move));
    ink(a->c, JG_INK_PLAIN);
    printf(": ");
    print_move(a, a->report.move);
    print_score(a);
    print_line(a);
    print_effort(a);
    if (a->report.note || cut) {
        print_label(a->c, "note");
        printf("%s\n", a->report.note ? tr(a->c, a->report.note) : tr(a->c, "stopped; this is the best move so far"));
    }
    analysis_moves(a->c, &a->game, &a->view, &a->report);
}

/* ---- Picture ----------------------------------------------------------------------------- */

/* Writes the board of the seat to move with the value of every move; without values, with the chosen move. */
static int write_picture(const struct analysis *a) {
    const struct jg_report *r = &a->report;
    struct jg_ranked_move moves[JG_MOVES_MAX];
    struct jg_mark marks[JG_MOVES_MAX];
    char labels[JG_MOVES_MAX][32];
    int n = jg_agent_sorted_moves(r, moves);
    for (int i = 0; i < n; i++)
        marks[i] = (struct jg_mark){.move = moves[i].move,
                                    .label = analysis_value(a->c, r, moves[i].value, labels[i]),
                                    .chance = jg_value_chance(r->by, moves[i].value, r->proven),
                                    .best = moves[i].value == moves[0].value};
    if (!n)
        marks[n++] = (struct jg_mark){
            .move = r->move, .label = r->by ? analysis_value(a->c, r, r->value, labels[0]) : "*", .chance = -1};
    struct jg_drawing how = {.lang = a->c->lang, .seat = a->seat, .marks = marks, .mark_count = (size_t)n};
    return board_write(a->c, a->svg, &a->game, &a->view, &how);
}

/* ---- The command ------------------------------------------------------------------------ */

static int analyze(struct analysis *a) {
    struct cli *c = a->c;
    struct jg_error err = {.lang = c->lang};
    bool live = c->live && !c->options.json;
    a->ask = (struct jg_ask){
        .seed = a->seed, .stop = &interrupted, .all = true, .progress = live ? show_iteration : NULL, .arg = a};
    if (!c->options.json) show_board(a);
    if (live) {
        printf("...");
        fflush(stdout);
    }
    a->begin = jg_clock();
    enum jg_status status = jg_ask_state(&a->ask, &a->agent, &a->view, &a->report, &err);
    if (live) printf(a->shown ? "\n\n" : "\r\033[K");
    if (status) return print_error(c, &err, NULL);
    bool cut = atomic_load(&interrupted);
    int result = a->svg[0] ? write_picture(a) : EXIT_SUCCESS;
    if (result) return result;
    if (c->options.json) return print_json(with_explanation(a, document(a, cut)));
    print_result(a, cut);
    analysis_explain(c, &a->agent, &a->ask.query);
    return EXIT_SUCCESS;
}

/* Checks that a player is to move, if necessary after a deal, and that the agent can choose for it. */
static bool ready(struct analysis *a, void *state, struct jg_error *err) {
    a->dealt = deal_by_seed(&a->game, a->seed, state);
    a->seat = jg_turn(&a->game, state);
    int32_t score = a->seat == JG_OVER ? jg_score(&a->game, state, 0) : 0;
    char winner[64];
    if (score && side_name(a->c, &a->game, score < 0, winner))
        jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                "the game is over in this position: %s have won; give a position with a move to "
                "choose",
                winner);
    else if (score)
        jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                "the game is over in this position: %s has won; give a position with a move to "
                "choose",
                winner);
    else if (a->seat == JG_OVER)
        jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                "the game is over in this position: a draw; give a position with a move to choose");
    else if (a->seat == JG_CHANCE)
        jg_fail(
            err, JG_EINPUT, JG_NO_POSITION,
            "chance is to move in this player's view; give a position without hidden parts, or with a player to move");
    else if (a->agent.kind->human)
        jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s cannot choose moves; name an agent that can, such as random",
                a->agent.kind->name);
    else
        jg_view(&a->game, state, a->seat, &a->view);
    if (err->code == JG_OK && jg_ask_hides(&a->game, state))
        jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                "the position hides the hand of %s, the player to move; give a position that shows it",
                jg_seat_name(&a->game, a->seat, a->c->lang));
    return err->code == JG_OK;
}

/* Opens the agent. -j sets its threads only if nothing but time limits it; otherwise the result would depend on -j. */
static enum jg_status open_with_threads(struct analysis *a, const char *spec, struct jg_error *err) {
    static const char *const keys[] = {"threads", "depth", "nodes", "playouts"};
    char more[JG_SPEC_MAX];
    struct jg_text t;
    enum jg_status status = jg_agent_open_stoppable(&a->agent, &a->game, NULL, spec, &interrupted, err);
    if (status || !a->c->options.threads || !jg_options_find(a->agent.kind->options, "threads", 7)) return status;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (jg_spec_position(spec, keys[i]) >= 0) return status;
    jg_text_init(&t, more, sizeof more);
    jg_text_add(&t, "%s%cthreads=%d", spec, strchr(spec, ':') ? ',' : ':', a->c->options.threads);
    if (t.cut) return JG_OK;
    jg_agent_close(&a->agent);
    return jg_agent_open_stoppable(&a->agent, &a->game, NULL, more, &interrupted, err);
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    union jg_state state;
    int status = board_ready(c, o->svg);
    if (status) return status;
    status = EXIT_WRONG;
    struct analysis *a = calloc(1, sizeof *a);
    if (!a) return print_out_of_memory(c);
    a->c = c;
    a->seed = o->seed;
    a->svg = o->svg;
    if (open_game(c, &a->game, argv[0])) {
        const char *spec = argc > 1 ? argv[1] : a->game.kind->opponent;
        if (open_with_threads(a, spec, &err))
            status = print_error(c, &err, spec);
        else if (open_view(c, &a->game, o->position, &state))
            status = ready(a, &state, &err) ? analyze(a) : print_error(c, &err, NULL);
    }
    jg_agent_close(&a->agent);
    jg_game_close(&a->game);
    free(a);
    return status;
}

static const struct jg_option OPTIONS[] = {
    POSITION_OPTION(struct options),
    SEED_OPTION(struct options),
    SVG_OPTION(struct options, "write the board with the value of every move as a picture; FILE ends in .svg"),
    {0},
};

const struct command cmd_analyze = {
    .name = "analyze",
    .arguments = "GAME [AGENT]",
    .summary = "find the best move, the best line and the value of every move",
    .least = 1,
    .most = 2,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
