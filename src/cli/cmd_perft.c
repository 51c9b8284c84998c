/* jogada perft: counts move sequences, to check and time move generation. */
#include "cli/cli.h"

#include "core/clock.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PERFT_MAX = 100 };

struct options {
    char position[JG_POSITION_MAX];
    bool divide;
};

static const struct jg_option OPTIONS[] = {
    POSITION_OPTION(struct options),
    {.name = "divide",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, divide),
     .letter = 'd',
     .help = "count the last depth by first move"},
    {0},
};

struct count {
    const struct jg_game *g;
    union jg_state state;
    int moves;
    jg_move move[JG_MOVES_MAX];
    uint64_t nodes[JG_MOVES_MAX], total;
};

static bool count_depth(struct cli *c, struct count *k, int depth) {
    struct progress bar;
    char title[32];
    snprintf(title, sizeof title, "perft %d", depth);
    progress_begin(&bar, c, title);
    struct jg_perft_split how = {
        .threads = c->options.threads, .stop = &interrupted, .progress = progress_show, .arg = &bar};
    k->moves = jg_perft_divide(k->g, &k->state, depth, &how, k->move, k->nodes, JG_MOVES_MAX, &k->total);
    progress_end(&bar);
    if (k->moves >= 0) return true;
    struct jg_error err = {.lang = c->lang};
    jg_fail(&err, JG_ESTOP, JG_NO_POSITION, "stopped at depth %d", depth);
    print_error(c, &err, NULL);
    return false;
}

static json_t *divide_json(const struct count *k) {
    json_t *list = json_array();
    char move[JG_MOVE_MAX];
    for (int i = 0; i < k->moves && i < JG_MOVES_MAX; i++)
        json_array_append_new(list, json_pack("{s:s, s:I}", "move", move_text(k->g, &k->state, k->move[i], move),
                                              "nodes", (json_int_t)k->nodes[i]));
    return list;
}

static void print_divide(const struct count *k) {
    char move[JG_MOVE_MAX];
    for (int i = 0; i < k->moves && i < JG_MOVES_MAX; i++)
        printf("%12s %20llu\n", move_text(k->g, &k->state, k->move[i], move), (unsigned long long)k->nodes[i]);
}

static json_t *document(const struct count *k, json_t *perft) {
    char spec[JG_SPEC_MAX], position[JG_POSITION_MAX];
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(k->g, &t);
    jg_text_init(&t, position, sizeof position);
    k->g->kind->print(k->g, &k->state, &t);
    return json_pack("{s:s, s:s, s:o}", "game", spec, "position", position, "perft", perft);
}

static int count_all(struct cli *c, struct count *k, int depth, bool divide) {
    json_t *perft = json_array();
    double begin = jg_clock(), nodes = 0;
    for (int d = 1; d <= depth; d++) {
        if (!count_depth(c, k, d)) {
            json_decref(perft);
            return EXIT_FAILURE;
        }
        nodes += (double)k->total;
        json_array_append_new(perft, json_pack("{s:i, s:I}", "depth", d, "nodes", (json_int_t)k->total));
        if (!c->options.json && !divide) {
            printf("%6d %20llu\n", d, (unsigned long long)k->total);
            fflush(stdout);
        }
    }
    double seconds = jg_clock() - begin;
    if (c->options.json) {
        json_t *o = document(k, perft);
        if (divide) json_object_set_new(o, "divide", divide_json(k));
        return print_json(o);
    }
    json_decref(perft);
    if (divide) {
        print_divide(k);
        printf("%12s %20llu\n", tr(c, "total"), (unsigned long long)k->total);
    }
    if (c->progress) print_local(c, stderr, tr(c, "%.2f s, %.1f million leaves/s\n"), seconds, nodes / seconds / 1e6);
    return EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    static const struct jg_option DEPTH = {
        .name = "DEPTH", .type = JG_OPT_INT, .size = sizeof(int), .min = 1, .max = PERFT_MAX};
    const struct options *o = options;
    struct jg_error err = {.lang = c->lang};
    struct jg_game g;
    struct count k = {.g = &g};
    int depth, status = EXIT_WRONG;
    (void)argc;
    if (!open_game(c, &g, argv[0])) return EXIT_WRONG;
    if (jg_options_set(&DEPTH, &depth, argv[1], strlen(argv[1]), 0, &err))
        print_error(c, &err, argv[1]);
    else if (open_position(c, &g, o->position, &k.state))
        status = count_all(c, &k, depth, o->divide);
    jg_game_close(&g);
    return status;
}

const struct command cmd_perft = {
    .name = "perft",
    .arguments = "GAME DEPTH",
    .summary = "count move sequences, to check and time move generation",
    .least = 2,
    .most = 2,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
