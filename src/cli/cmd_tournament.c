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
    char anchor[JG_SPEC_MAX];
    double anchor_elo;
};

/* ---- Text ------------------------------------------------------------------------------------ */

static int print_tournament(const struct tournament *k) {
    char text[512];
    struct jg_text out;
    struct jg_ranking ranking;
    if (!jg_standings_rank(&k->standings, k->plan.anchor, &ranking)) return print_out_of_memory(k->c);
    jg_text_init(&out, text, sizeof text);
    tournament_settings(k, &out);
    ink(k->c, JG_INK_STRONG);
    printf("%s\n", tr(k->c, k->plan.gauntlet ? "gauntlet" : "round robin"));
    ink(k->c, JG_INK_PLAIN);
    printf("%s\n\n", text);
    struct jg_buffer table = {0};
    tournament_cross_table(&table, k, &ranking);
    bool failed = table.failed;
    if (!failed) fputs(table.at, stdout);
    jg_buffer_free(&table);
    jg_ranking_free(&ranking);
    if (k->plan.adjudication) {
        jg_text_init(&out, text, sizeof text);
        tournament_adjudicated(k, &out);
        printf("%s: %s\n", tr(k->c, "adjudicated"), text);
    }
    tournament_print_warnings(k);
    return failed ? print_out_of_memory(k->c) : EXIT_SUCCESS;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* The difference to the next agent of the ranking; null for the last one. */
static json_t *next_json(const struct tournament *k, const struct jg_ranking *ranking, int rank) {
    double difference, error;
    if (!jg_ranking_next(ranking, rank, &difference, &error)) return json_null();
    return json_pack("{s:s, s:f, s:o, s:f}", "agent", k->players[ranking->order[rank + 1]].name, "elo", difference,
                     "error", jg_run_real_json(error), "superiority", jg_ranking_superior(ranking, rank, rank + 1));
}

static json_t *rating_json(const struct tournament *k, const struct jg_ranking *ranking, int rank) {
    int player = ranking->order[rank];
    struct jg_tally t = jg_standings_of(&k->standings, player);
    struct jg_tally_score s;
    jg_tally_score(&t, &s);
    json_t *time_forfeits = k->plan.controls ? json_integer((json_int_t)k->standings.time_forfeits[player]) : NULL;
    return json_pack("{s:s, s:o, s:o, s:I, s:I, s:I, s:I, s:f, s:[f, f], s:I, s:o*, s:o}", "agent",
                     k->players[player].name, "elo", jg_run_real_json(ranking->ratings.elo[player]), "error",
                     jg_run_real_json(ranking->ratings.error[player]), "games", (json_int_t)jg_tally_games(&t), "wins",
                     (json_int_t)t.wins, "draws", (json_int_t)t.draws, "losses", (json_int_t)t.losses, "score", s.share,
                     "ci95", s.low, s.high, "failures", (json_int_t)k->standings.forfeits[player], "time_forfeits",
                     time_forfeits, "next", next_json(k, ranking, rank));
}

/* The likelihoods of superiority, in the order of the agents: of the row over the column. */
static json_t *superiority_json(const struct jg_ranking *ranking) {
    json_t *rows = json_array();
    for (int a = 0; a < ranking->players; a++) {
        json_t *row = json_array();
        for (int b = 0; b < ranking->players; b++)
            json_array_append_new(
                row, a == b ? json_null() : json_real(jg_ratings_superior(&ranking->ratings, ranking->players, a, b)));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *anchor_json(const struct tournament *k) {
    const struct jg_anchor *anchor = k->plan.anchor;
    return anchor ? json_pack("{s:s, s:f}", "agent", k->players[anchor->player].name, "elo", anchor->elo) : NULL;
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
    struct jg_ranking ranking;
    json_t *agents = json_array(), *ratings = json_array();
    bool ranked = jg_standings_rank(&k->standings, k->plan.anchor, &ranking);
    if (!ranked) jg_json_fail();
    for (int i = 0; ranked && i < k->plan.player_count; i++) {
        json_array_append_new(agents, json_string(k->players[i].name));
        json_array_append_new(ratings, rating_json(k, &ranking, i));
    }
    json_t *o =
        json_pack("{s:s, s:o, s:b, s:I, s:[I, I], s:o, s:i, s:o*, s:o, s:o, s:o*, s:o*, s:o*, s:o, s:f}", "game",
                  k->game_spec, "agents", agents, "gauntlet", k->plan.gauntlet, "games", (json_int_t)k->standings.games,
                  "distinct", (json_int_t)k->standings.distinct, (json_int_t)k->standings.sampled, "seed",
                  jg_run_seed_json(k->plan.seed), "opening_plies", k->plan.opening, "anchor", anchor_json(k), "ratings",
                  ratings, "table", table_json(k), "superiority", ranked ? superiority_json(&ranking) : NULL,
                  "time_control", tournament_controls_json(k), "adjudicated", tournament_adjudicated_json(k), "stored",
                  jg_run_known_json(&k->stored.stored), "seconds", k->seconds);
    jg_ranking_free(&ranking);
    return o;
}

/* ---- The command ------------------------------------------------------------------------------ */

/* Finds the agent of --anchor, as typed or by its full spec. Prints an error if it does not play. */
static bool find_anchor(struct tournament *k, const struct options *o, struct jg_anchor *out) {
    struct jg_error err = {.lang = k->c->lang};
    for (int i = 0; i < k->plan.player_count; i++) {
        const struct jg_player *p = &k->players[i];
        if (strcmp(o->anchor, k->argv[i + 1]) && strcmp(o->anchor, p->name) && strcmp(o->anchor, p->spec)) continue;
        *out = (struct jg_anchor){.player = i, .elo = o->anchor_elo};
        k->plan.anchor = out;
        return true;
    }
    jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--anchor must be one of the agents that play, not '%s'", o->anchor);
    print_error(k->c, &err, NULL);
    return false;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct tournament_options settings = o->tournament;
    struct tournament k;
    struct jg_anchor anchor;
    if (!settings.games) settings.games = USUAL_GAMES;
    int status = tournament_open(&k, c, "tournament", o, &settings, argc, argv);
    k.plan.gauntlet = o->gauntlet;
    if (!status && o->anchor[0] && !find_anchor(&k, o, &anchor)) status = EXIT_WRONG;
    bool alone = shard_alone(&settings.shard);
    if (!status) status = alone ? tournament_shard(&k) : tournament_play(&k);
    if (!status && !alone && c->options.json)
        status = print_json(document(&k));
    else if (!status && !alone) {
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
    {.name = "anchor",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, anchor),
     .value = "AGENT",
     .help = "agent with a fixed rating; the errors of the others are relative to it"},
    {.name = "anchor-elo",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, anchor_elo),
     .min = -10000,
     .max = 10000,
     .standard = "0",
     .value = "ELO",
     .needs = "anchor",
     .help = "rating of the anchor (default 0)"},
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
