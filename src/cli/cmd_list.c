/* jogada games, jogada agents and jogada rules: lists of games, agents and options, and the rules. */
#include "cli/cli.h"

#include "game/info.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Options and evaluators as text ------------------------------------------------ */

/* The choices of an option whose label says more than the word, one to a line. */
static void list_labels(const struct cli *c, const struct jg_option *o) {
    char word[64];
    struct jg_text t;
    jg_text_init(&t, word, sizeof word);
    for (int i = 0; jg_option_choice(&t, o, i); i++) {
        const char *label = jg_option_label(o, i);
        if (label && strcasecmp(word, tr(c, label))) printf("%21s%-20s %s\n", "", word, tr(c, label));
        jg_text_clear(&t);
    }
}

static void list_options(const struct cli *c, const struct jg_option *table) {
    for (const struct jg_option *o = table; o && o->type; o++) {
        char range[128];
        struct jg_text t;
        jg_text_init(&t, range, sizeof range);
        jg_option_range(&t, o);
        printf("    %-14s %-22s ", o->name, range);
        print_option_help(c, o,
                          o->standard                                          ? o->standard
                          : o->type == JG_OPT_TEXT || o->type == JG_OPT_CHOICE ? ""
                                                                               : "0");
        putchar('\n');
        if (o->labels) list_labels(c, o);
    }
}

static void list_evaluators(const struct cli *c, const struct jg_game_kind *k) {
    for (const struct jg_evaluator *e = k->evaluators; e->name; e++) {
        printf("    eval=%-22s %s\n", e->name, tr(c, e->help));
        for (int i = 0; i < e->feature_count; i++)
            print_local(c, stdout, "      %-25s %s (%g)\n", e->features[i].name, tr(c, e->features[i].help),
                        e->features[i].weight);
    }
}

/* ---- jogada games ------------------------------------------------------------------- */

static void print_game(const struct cli *c, const struct jg_game *g) {
    const struct jg_game_kind *k = g->kind;
    ink(c, JG_INK_STRONG);
    printf("%-12s", k->name);
    ink(c, JG_INK_PLAIN);
    printf(" %s: %s\n", tr(c, k->title), tr(c, k->summary));
}

static json_t *game_json(const struct jg_game *g) {
    const struct jg_game_kind *k = g->kind;
    return json_pack("{s:s, s:s, s:s, s:i, s:o, s:s, s:s, s:o, s:o}", "name", k->name, "title", k->title, "summary",
                     k->summary, "seats", k->seats, "traits", jg_info_traits_json(k->traits), "opponent", k->opponent,
                     "rollout", jg_rollout_agent(g), "options",
                     jg_info_options_json(k->options, &g->options, JG_EN, NULL), "evaluators",
                     jg_info_evaluators_json(k, JG_EN));
}

static int one_game(struct cli *c, const char *spec) {
    struct jg_game g;
    if (!open_game(c, &g, spec)) return EXIT_WRONG;
    if (c->options.json) {
        int status = print_json(game_json(&g));
        jg_game_close(&g);
        return status;
    }
    print_game(c, &g);
    if (g.kind->options) printf("\n  %s\n", tr(c, "Options:"));
    list_options(c, g.kind->options);
    printf("\n  %s\n", tr(c, "Evaluators and their feature weights:"));
    list_evaluators(c, g.kind);
    printf("\n  %s %s\n", tr(c, "Default opponent:"), g.kind->opponent);
    printf("  %s %s\n", tr(c, "Default agent of rollouts:"), jg_rollout_agent(&g));
    jg_game_close(&g);
    return EXIT_SUCCESS;
}

static int run_games(struct cli *c, const void *options, int argc, char **argv) {
    (void)options;
    if (argc) return one_game(c, argv[0]);
    json_t *list = json_array();
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        struct jg_game g;
        if (!open_game(c, &g, jg_game_kind_at(i)->name)) return EXIT_FAILURE;
        if (c->options.json)
            json_array_append_new(list, game_json(&g));
        else
            print_game(c, &g);
        jg_game_close(&g);
    }
    if (c->options.json) return print_json(json_pack("{s:o}", "games", list));
    json_decref(list);
    printf("\n%s\n", tr(c, "'jogada games GAME' shows a game's options, 'jogada rules GAME' its rules."));
    return EXIT_SUCCESS;
}

const struct command cmd_games = {
    .name = "games",
    .arguments = "[GAME]",
    .summary = "list the games, or show the options and evaluators of one",
    .most = 1,
    .run = run_games,
};

/* ---- jogada agents ------------------------------------------------------------------ */

static int run_agents(struct cli *c, const void *options, int argc, char **argv) {
    struct jg_game g = {0};
    (void)options;
    if (argc && !open_game(c, &g, argv[0])) return EXIT_WRONG;
    json_t *list = json_array();
    for (size_t i = 0; jg_agent_kind_at(i); i++) {
        const struct jg_agent_kind *k = jg_agent_kind_at(i);
        struct jg_agent a = {0};
        if (argc && jg_agent_fits(k, &g, NULL)) continue;
        jg_options_reset(k->options, &a.options);
        if (c->options.json) {
            json_array_append_new(list, json_pack("{s:s, s:s, s:s?, s:o}", "name", k->name, "summary", k->summary,
                                                  "game", k->game, "options",
                                                  jg_info_options_json(k->options, &a.options, JG_EN, NULL)));
            continue;
        }
        ink(c, JG_INK_STRONG);
        printf("%-14s", k->name);
        ink(c, JG_INK_PLAIN);
        printf(" %s\n", tr(c, k->summary));
        list_options(c, k->options);
    }
    jg_game_close(&g);
    if (c->options.json) return print_json(json_pack("{s:o}", "agents", list));
    json_decref(list);
    return EXIT_SUCCESS;
}

const struct command cmd_agents = {
    .name = "agents",
    .arguments = "[GAME]",
    .summary = "list the agents and their options, all or those of a game",
    .most = 1,
    .run = run_agents,
};

/* ---- jogada rules ------------------------------------------------------------------- */

/* The page of a game, or by its own name a second page such as kalah-reference. */
static int run_rules(struct cli *c, const void *options, int argc, char **argv) {
    struct jg_game g = {0};
    (void)options, (void)argc;
    const char *name = argv[0], *page = jg_rules_page(name, c->lang);
    if (!page) {
        if (!open_game(c, &g, name)) return EXIT_WRONG;
        name = g.kind->name;
        page = jg_rules_page(name, c->lang);
    }
    if (c->options.json) {
        json_t *document = json_pack("{s:s, s:s}", "game", name, "rules", page ? page : "");
        if (g.kind || !jg_game_open(&g, name, NULL))
            json_object_set_new(document, "examples", jg_info_examples_json(&g, c->lang));
        jg_game_close(&g);
        return print_json(document);
    }
    print_markdown(c, page ? page : tr(c, g.kind->summary));
    jg_game_close(&g);
    return EXIT_SUCCESS;
}

const struct command cmd_rules = {
    .name = "rules",
    .arguments = "GAME",
    .summary = "show the rules of a game",
    .least = 1,
    .most = 1,
    .run = run_rules,
};
