/* jogada match: two agents, pairs of games with seats swapped, and the statistics of the result. */
#include "cli/tournament.h"

#include "core/stats.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct options {
    struct tournament_options tournament;
    char sprt[64];
    double alpha, beta;
    int simulations;
};

enum { SIMULATIONS_MAX = 10000 };

/* ---- The tests of paper 004 ------------------------------------------------------------------ */

/* Chi-square of wins against equal chances; draws do not count. */
static double chi_square(const struct jg_tally *t, double *p_value) {
    double half = (double)(t->wins + t->losses) / 2, counts[] = {(double)t->wins, (double)t->losses};
    double x = half > 0 ? jg_chi_square(counts, (double[]){half, half}, 2) : 0;
    *p_value = jg_chi_square_tail(x, 1);
    return x;
}

static void count(void *arg, const struct jg_fixture *f, const struct jg_result *r) {
    struct tournament *k = arg;
    int team = f->players[0] != 0;
    int32_t score = team ? -r->score : r->score;
    k->sides[team][score > 0 ? 0 : score == 0 ? 1 : 2]++;
    if (!k->part_count) return;
    uint64_t games = jg_contest_games(&k->plan), part = r->number * (uint64_t)k->part_count / games;
    k->parts[part] += score > 0 ? 1 : score == 0 ? 0.5 : 0;
}

/* Splits the match into simulations. Prints an error and returns false if that is impossible. */
static bool part_match(struct tournament *k, const struct options *o) {
    struct jg_error err = {.lang = k->c->lang};
    uint64_t games = jg_contest_games(&k->plan), n = (uint64_t)o->simulations;
    if (!n) return true;
    if (n == 1)
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "--simulations must be 2 or more: one simulation has no deviation");
    else if (games % (2 * n))
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION,
                "%llu games do not split into %llu simulations of whole pairs; choose a "
                "multiple of twice the simulations",
                (unsigned long long)games, (unsigned long long)n);
    else if (!(k->parts = calloc(n, sizeof *k->parts)))
        jg_fail(&err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    k->part_count = o->simulations;
    if (err.code) print_error(k->c, &err, NULL);
    return !err.code;
}

/* ---- Text ---------------------------------------------------------------------------------- */

static void put_elo(struct jg_text *t, double elo) {
    if (isinf(elo))
        jg_text_put(t, elo > 0 ? "+inf" : "-inf");
    else
        jg_text_add(t, "%+.0f", fabs(elo) < 0.5 ? 0 : elo);
}

/* Prints a label and its value in two columns. */
static void line(const char *name, const char *value) {
    printf("%s%*s%s\n", name, 14 - text_width(name) > 1 ? 14 - text_width(name) : 1, "", value);
}

static void print_strength(const struct cli *c, const struct jg_tally *t) {
    char text[256];
    struct jg_text out;
    struct jg_tally_score s;
    jg_tally_score(t, &s);
    format_local(c, text, sizeof text, tr(c, "%.1f %%  (95 %%: %.1f to %.1f %%)"), 100 * s.share, 100 * s.low,
                 100 * s.high);
    line(tr(c, "points"), text);
    jg_text_init(&out, text, sizeof text);
    put_elo(&out, s.elo);
    jg_text_put(&out, tr(c, "  (95 %: "));
    put_elo(&out, s.elo_low);
    jg_text_put(&out, tr(c, " to "));
    put_elo(&out, s.elo_high);
    jg_text_put(&out, ")");
    line("Elo", text);
    format_local(c, text, sizeof text, tr(c, "%.1f %% likelihood of being stronger"), 100 * s.superior);
    line(tr(c, "superiority"), text);
    format_local(c, text, sizeof text,
                 tr(c, "%.2g: probability of this result, or a more extreme one, between equal players"), s.p_value);
    line(tr(c, "p-value"), text);
}

/* The first player's score in each seat, or for each pair of partners. */
static double side_score(const struct tournament *k, int team, double *low, double *high) {
    const uint64_t *n = k->sides[team];
    double games = (double)(n[0] + n[1] + n[2]), points = (double)n[0] + (double)n[1] / 2;
    jg_wilson_interval(points, games, low, high);
    return games > 0 ? points / games : 0;
}

static void print_sides(const struct tournament *k) {
    for (int team = 0; team < 2; team++) {
        const uint64_t *n = k->sides[team];
        char name[64], text[256];
        double low, high, share = side_score(k, team, &low, &high);
        snprintf(name, sizeof name, tr(k->c, "as %s"), jg_seat_name(&k->game, team, k->c->lang));
        format_local(k->c, text, sizeof text,
                     tr(k->c, "%.1f %%  (95 %%: %.1f to %.1f %%), %llu won, %llu drawn, %llu lost"), 100 * share,
                     100 * low, 100 * high, (unsigned long long)n[0], (unsigned long long)n[1],
                     (unsigned long long)n[2]);
        line(name, text);
    }
}

static void print_classic(const struct tournament *k, const struct jg_tally *t) {
    double p_value, x = chi_square(t, &p_value);
    char text[256];
    format_local(k->c, text, sizeof text, tr(k->c, "%.2f, p-value %.2g: wins against equal chances"), x, p_value);
    line(tr(k->c, "chi-square"), text);
    if (!k->part_count) return;
    struct jg_student s = tournament_t_test(k);
    format_local(k->c, text, sizeof text,
                 tr(k->c, "t %.2f, p-value %.2g: %d simulations of %.0f games, mean %.2f, deviation %.2f"), s.t,
                 s.p_value, k->part_count, s.games, s.mean, s.deviation);
    line("Student", text);
}

static void print_sprt(const struct tournament *k, const struct jg_tally *t) {
    const struct jg_sprt *test = k->plan.sprt;
    struct jg_sprt_state s;
    char text[256];
    if (!test) return;
    jg_sprt(test, t, &s);
    bool accepted = s.verdict == JG_SPRT_ACCEPTED;
    const char *format = s.verdict == JG_SPRT_OPEN ? tr(k->c, "undecided between %+g and %+g Elo")
                         : accepted                ? tr(k->c, "accepted: closer to %+g than to %+g Elo")
                                                   : tr(k->c, "rejected: closer to %+g than to %+g Elo");
    struct jg_text out;
    jg_text_init(&out, text, sizeof text);
    add_local(k->c, &out, format, accepted ? test->elo1 : test->elo0, accepted ? test->elo0 : test->elo1);
    add_local(k->c, &out, tr(k->c, "; log likelihood ratio %.2f (%.2f to %.2f)"), s.llr, s.lower, s.upper);
    line("SPRT", text);
    puts(tr(k->c, "Interval and p-value assume a match of fixed length."));
}

static void print_match(const struct tournament *k) {
    const struct cli *c = k->c;
    const struct jg_tally t = jg_standings_between(&k->standings, 0, 1);
    char text[512];
    struct jg_text out;
    jg_text_init(&out, text, sizeof text);
    tournament_settings(k, &out);
    ink(c, JG_INK_STRONG);
    printf(tr(c, "%s against %s\n"), k->players[0].name, k->players[1].name);
    ink(c, JG_INK_PLAIN);
    printf("%s\n\n", text);
    snprintf(text, sizeof text, tr(c, "%llu won, %llu drawn, %llu lost"), (unsigned long long)t.wins,
             (unsigned long long)t.draws, (unsigned long long)t.losses);
    line(tr(c, "result"), text);
    print_strength(c, &t);
    snprintf(text, sizeof text, tr(c, "%llu %llu %llu %llu %llu with 0, 1/2, 1, 1 1/2, 2 points"),
             (unsigned long long)t.pairs[0], (unsigned long long)t.pairs[1], (unsigned long long)t.pairs[2],
             (unsigned long long)t.pairs[3], (unsigned long long)t.pairs[4]);
    line(tr(c, "pairs"), text);
    print_sides(k);
    format_local(c, text, sizeof text, tr(c, "%+.2f per game"), t.margin / (double)k->standings.games);
    line(tr(c, "margin"), text);
    if (k->plan.adjudication) {
        jg_text_init(&out, text, sizeof text);
        tournament_adjudicated(k, &out);
        line(tr(c, "adjudicated"), text);
    }
    print_classic(k, &t);
    print_sprt(k, &t);
    tournament_print_warnings(k);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static json_t *chi_square_json(const struct jg_tally *t) {
    double p_value, x = chi_square(t, &p_value);
    return json_pack("{s:f, s:f}", "value", x, "p_value", p_value);
}

static json_t *student_json(const struct tournament *k) {
    if (!k->part_count) return NULL;
    struct jg_student s = tournament_t_test(k);
    return json_pack("{s:i, s:f, s:f, s:o, s:o}", "simulations", k->part_count, "mean", s.mean, "deviation",
                     s.deviation, "t", jg_run_real_json(s.t), "p_value", jg_run_real_json(s.p_value));
}

static json_t *sprt_json(const struct tournament *k, const struct jg_tally *t) {
    static const char *const NAMES[] = {"rejected", "open", "accepted"};
    const struct jg_sprt *test = k->plan.sprt;
    struct jg_sprt_state s;
    if (!test) return NULL;
    jg_sprt(test, t, &s);
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", test->elo0, "elo1", test->elo1, "alpha",
                     test->alpha, "beta", test->beta, "llr", s.llr, "lower", s.lower, "upper", s.upper, "verdict",
                     NAMES[s.verdict + 1]);
}

static json_t *sides_json(const struct tournament *k) {
    json_t *sides = json_array();
    for (int team = 0; team < 2; team++) {
        const uint64_t *n = k->sides[team];
        double low, high, share = side_score(k, team, &low, &high);
        json_array_append_new(sides, json_pack("{s:s, s:I, s:I, s:I, s:f, s:[f, f]}", "seat",
                                               jg_seat_name(&k->game, team, JG_EN), "wins", (json_int_t)n[0], "draws",
                                               (json_int_t)n[1], "losses", (json_int_t)n[2], "score", share, "ci95",
                                               low, high));
    }
    return sides;
}

/* The games that each agent lost on time; NULL without clocks. */
static json_t *time_forfeits_json(const struct tournament *k) {
    const uint64_t *n = k->standings.time_forfeits;
    return k->plan.controls ? json_pack("[I, I]", (json_int_t)n[0], (json_int_t)n[1]) : NULL;
}

static json_t *document(const struct tournament *k) {
    const struct jg_tally t = jg_standings_between(&k->standings, 0, 1);
    const struct jg_standings *st = &k->standings;
    struct jg_tally_score s;
    jg_tally_score(&t, &s);
    json_t *pairs = json_array();
    for (int i = 0; i < JG_PAIR_SCORES; i++) json_array_append_new(pairs, json_integer((json_int_t)t.pairs[i]));
    double games = (double)st->games, points = (double)t.wins + (double)t.draws / 2;
    return json_pack(
        "{s:s, s:[s, s], s:I, s:[I, I], s:I, s:[f, f], s:f, s:[f, f], s:f, s:o, s:[o, o], s:f, s:o, s:f, "
        "s:[I, I], s:[I, I], s:o, s:o, s:o*, s:o, s:i, s:o*, s:o*, s:o*, s:o*, s:o, s:f}",
        "game", k->game_spec, "agents", k->players[0].name, k->players[1].name, "games", (json_int_t)st->games, "wins",
        (json_int_t)t.wins, (json_int_t)t.losses, "draws", (json_int_t)t.draws, "points", points, games - points,
        "score", s.share, "ci95", s.low, s.high, "p_value", s.p_value, "elo", jg_run_real_json(s.elo), "elo_ci95",
        jg_run_real_json(s.elo_low), jg_run_real_json(s.elo_high), "superiority", s.superior, "pairs", pairs, "margin",
        games > 0 ? t.margin / games : 0, "failures", (json_int_t)st->forfeits[0], (json_int_t)st->forfeits[1],
        "distinct", (json_int_t)st->distinct, (json_int_t)st->sampled, "sides", sides_json(k), "chi_square",
        chi_square_json(&t), "student", student_json(k), "seed", jg_run_seed_json(k->plan.seed), "opening_plies",
        k->plan.opening, "sprt", sprt_json(k, &t), "time_control", tournament_controls_json(k), "time_forfeits",
        time_forfeits_json(k), "adjudicated", tournament_adjudicated_json(k), "stored",
        jg_run_known_json(&k->stored.stored), "seconds", k->seconds);
}

/* ---- The command ---------------------------------------------------------------------------- */

static bool read_sprt(const struct cli *c, const struct options *o, struct jg_sprt *out) {
    struct jg_error err = {.lang = c->lang};
    char *end = NULL;
    *out = (struct jg_sprt){.elo0 = strtod(o->sprt, &end), .alpha = o->alpha, .beta = o->beta};
    bool good = end != o->sprt && *end == ',';
    if (good) {
        const char *second = end + 1;
        out->elo1 = strtod(second, &end);
        good = end != second && !*end && fabs(out->elo0) <= 2000 && fabs(out->elo1) <= 2000 && out->elo0 < out->elo1;
    }
    if (good) return true;
    jg_fail(&err, JG_EINPUT, JG_NO_POSITION,
            "--sprt must be two Elo differences, the smaller first, such as 0,20, not '%s'", o->sprt);
    print_error(c, &err, NULL);
    return false;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    const struct options *o = options;
    struct tournament_options settings = o->tournament;
    struct tournament k;
    struct jg_sprt sprt;
    if (o->sprt[0] && !read_sprt(c, o, &sprt)) return EXIT_WRONG;
    if (!settings.games) settings.games = o->sprt[0] ? SPRT_GAMES : USUAL_GAMES;
    int status = tournament_open(&k, c, "match", o, &settings, argc, argv);
    if (!status && o->sprt[0]) k.plan.sprt = &sprt;
    if (!status) k.plan.counted = count;
    if (!status && !part_match(&k, o)) status = EXIT_WRONG;
    bool alone = shard_alone(&settings.shard);
    if (!status) status = alone ? tournament_shard(&k) : tournament_play(&k);
    if (!status && !alone && c->options.json)
        status = print_json(document(&k));
    else if (!status && !alone) {
        print_match(&k);
        tournament_print_end(&k);
    }
    tournament_close(&k);
    return status;
}

static const struct jg_option OPTIONS[] = {
    TOURNAMENT_OPTIONS(struct options, tournament,
                       "games, in pairs with seats swapped (default 100; with --sprt at most 1M)"),
    {.name = "sprt",
     .type = JG_OPT_TEXT,
     JG_FIELD(struct options, sprt),
     .value = "ELO0,ELO1",
     .help = "sequential test: stop as soon as ELO0 or ELO1 is accepted"},
    {.name = "alpha",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, alpha),
     .needs = "sprt",
     .min = 0.0001,
     .max = 0.4999,
     .standard = "0.05",
     .value = "X",
     .help = "probability that --sprt accepts ELO1 when ELO0 is true"},
    {.name = "beta",
     .type = JG_OPT_REAL,
     JG_FIELD(struct options, beta),
     .needs = "sprt",
     .min = 0.0001,
     .max = 0.4999,
     .standard = "0.05",
     .value = "X",
     .help = "probability that --sprt rejects ELO1 when ELO1 is true"},
    {.name = "simulations",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, simulations),
     .excludes = "sprt",
     .max = SIMULATIONS_MAX,
     .standard = "0",
     .value = "N",
     .help = "add Student's t-test of the points in N equal parts of the match (default 0: none)"},
    {0},
};

const struct command cmd_match = {
    .name = "match",
    .arguments = "GAME AGENT AGENT",
    .summary = "play two agents against each other, with statistics",
    .least = 3,
    .most = 3,
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .run = run,
};
