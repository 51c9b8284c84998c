/* jogada tournament: a round robin or a gauntlet, with a cross table and ratings. */
#include "cli/tournament.h"

#include "core/json.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct options {
    struct tournament_options tournament;
    bool gauntlet;
};

/* ---- Text ------------------------------------------------------------------------------------ */

static int print_tournament(const struct tournament *k) {
    char text[512];
    struct jg_text out;
    jg_text_init(&out, text, sizeof text);
    tournament_settings(k, &out);
    ink(k->c, JG_INK_STRONG);
    printf("%s\n", tr(k->c, k->plan.gauntlet ? "gauntlet" : "round robin"));
    ink(k->c, JG_INK_PLAIN);
    printf("%s\n\n", text);
    struct jg_buffer table = {0};
    tournament_cross_table(&table, k, &k->standings);
    bool failed = table.failed;
    if (!failed) fputs(table.at, stdout);
    jg_buffer_free(&table);
    tournament_print_warnings(k);
    return failed ? print_out_of_memory(k->c) : EXIT_SUCCESS;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *rating_json(const struct tournament *k, const struct jg_standing *p) {
    struct jg_tally t = jg_standings_of(&k->standings, p->player);
    struct jg_tally_score s;
    jg_tally_score(&t, &s);
    return json_pack("{s:s, s:o, s:o, s:I, s:I, s:I, s:I, s:f, s:[f, f], s:I}", "agent", k->players[p->player].name,
                     "elo", jg_run_real_json(p->elo), "error", jg_run_real_json(p->error), "games",
                     (json_int_t)jg_tally_games(&t), "wins", (json_int_t)t.wins, "draws", (json_int_t)t.draws, "losses",
                     (json_int_t)t.losses, "score", s.share, "ci95", s.low, s.high, "failures",
                     (json_int_t)k->standings.forfeits[p->player]);
}

/* The cross table, in the order of the agents: the row's share of the points against the column. */
static json_t *table_json(const struct tournament *k) {
    json_t *rows = json_array();
    for (int a = 0; a < k->plan.player_count; a++) {
        json_t *row = json_array();
        for (int b = 0; b < k->plan.player_count; b++) {
            struct jg_tally t = a == b ? (struct jg_tally){0} : jg_standings_between(&k->standings, a, b);
            struct jg_tally_score s;
            jg_tally_score(&t, &s);
            json_array_append_new(row, jg_tally_games(&t) ? json_real(s.share) : json_null());
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *document(const struct tournament *k) {
    struct jg_standing order[JG_PLAYERS_MAX];
    json_t *agents = json_array(), *ratings = json_array();
    bool ranked = jg_standings_rank(&k->standings, order);
    if (!ranked) jg_json_fail();
    for (int i = 0; ranked && i < k->plan.player_count; i++) {
        json_array_append_new(agents, json_string(k->players[i].name));
        json_array_append_new(ratings, rating_json(k, &order[i]));
    }
    return json_pack("{s:s, s:o, s:b, s:I, s:[I, I], s:o, s:i, s:o, s:o, s:f}", "game", k->game_spec, "agents", agents,
                     "gauntlet", k->plan.gauntlet, "games", (json_int_t)k->standings.games, "distinct",
                     (json_int_t)k->standings.distinct, (json_int_t)k->standings.sampled, "seed",
                     jg_run_seed_json(k->plan.seed), "opening_plies", k->plan.opening, "ratings", ratings, "table",
                     table_json(k), "seconds", k->seconds);
}

/* ---- The command ------------------------------------------------------------------------------ */

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct tournament_options settings = o->tournament;
    struct tournament k;
    if (!settings.games) settings.games = USUAL_GAMES;
    int status = tournament_open(&k, c, "tournament", o, &settings, argc, argv);
    k.plan.gauntlet = o->gauntlet;
    if (!status) status = tournament_play(&k);
    if (!status && c->options.json)
        status = print_json(document(&k));
    else if (!status) {
        status = print_tournament(&k);
        tournament_print_end(&k);
    }
    tournament_close(&k);
    return status;
}

static const struct jg_option OPTIONS[] = {
    TOURNAMENT_OPTIONS(struct options, tournament, "games per pairing, in pairs with seats swapped (default 100)"),
    {.name = "gauntlet",
     .type = JG_OPT_FLAG,
     JG_FIELD(struct options, gauntlet),
     .letter = 'g',
     .help = "play the first agent against each other one, instead of a round robin"},
    {0},
};

const struct command cmd_tournament = {
    .name = "tournament",
    .arguments = "GAME AGENT AGENT...",
    .summary = "play a round robin, with a cross table and ratings",
    .least = 3,
    .most = INT_MAX,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
