/* The value and the cost of search depth by phase of the round: figures 17 to 21 of E. S. S. da Silva's
 * thesis. The figures are plots without numbers; the text gives the best of each test and the cost of depth
 * 10. */
#include "study/domino.h"

#include "arena/game.h"
#include "core/hash.h"
#include "core/math.h"
#include "games/domino/domino.h"
#include "study/checkpoint.h"
#include "study/games.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double MATCHES = JG_STUDY_MATCHES;

/* ---- Wins by depth ------------------------------------------------------------------ */

enum { TESTS = 3, DEPTHS = 7, QUICK_DEPTHS = 3, PAIRINGS = TESTS * DEPTHS * JG_STUDY_RULES_COUNT };

/* Depths at the start, in the middle and at the end; 0 is the one that varies. */
static const struct test {
    const char *name;
    int depths[3];
    double best; /* the paper's wins at depth 7 */
} TEST[TESTS] = {
    {"end", {5, 9, 0}, 2967}, /* 130 less than the third */
    {"middle", {5, 0, 9}, 2985},
    {"start", {0, 5, 9}, 3097},
};

static const char *const PHASES[TESTS] = {"at the end", "in the middle", "at the start"};

enum { D_DEPTH, D_THEIRS, D_SHARE, D_LOW, D_HIGH, D_DEVIATION, D_COIN, D_T, D_CHI, D_CHANCE };

static const struct jg_study_column DEPTH_COLUMNS[] = {
    [D_DEPTH] = {.name = "depth", .title = "depth", .unit = JG_UNIT_COUNT},
    [D_THEIRS] = {.name = "theirs", .title = "theirs", .unit = JG_UNIT_SHARE},
    [D_SHARE] = {.name = "share", .title = "ours", .unit = JG_UNIT_SHARE},
    [D_LOW] = {.name = "low", .group = "interval (95 %)", .title = "from", .unit = JG_UNIT_SHARE},
    [D_HIGH] = {.name = "high", .group = "interval (95 %)", .title = "to", .unit = JG_UNIT_SHARE},
    [D_DEVIATION] = {.name = "deviation", .group = "of 5000", .title = "deviation", .unit = JG_UNIT_MEAN},
    [D_COIN] = {.name = "binomial", .group = "of 5000", .title = "binomial", .unit = JG_UNIT_MEAN},
    [D_T] = {.name = "t", .title = "t", .unit = JG_UNIT_MEAN},
    [D_CHI] = {.name = "chi_square", .title = "chi-square", .unit = JG_UNIT_MEAN},
    [D_CHANCE] = {.name = "p_value", .title = "p-value", .unit = JG_UNIT_CHANCE},
};

static void add_depths(const struct jg_study_pairing_score *scores, int depths, int preset, int test,
                       struct jg_study_result *result) {
    static const char *const NAMES[] = {"usual_end",  "usual_middle",  "usual_start",
                                        "thesis_end", "thesis_middle", "thesis_start"};
    static const char *const TITLES[] = {
        "usual rules: by depth at the end (5 at the start, 9 in the middle)",
        "usual rules: by depth in the middle (5 at the start, 9 at the end)",
        "usual rules: by depth at the start (5 in the middle, 9 at the end)",
        "rules=thesis: by depth at the end (5 at the start, 9 in the middle)",
        "rules=thesis: by depth in the middle (5 at the start, 9 at the end)",
        "rules=thesis: by depth at the start (5 in the middle, 9 at the end)",
    };
    int which = preset * TESTS + test;
    struct jg_study_table *table = jg_study_add_table(result, NAMES[which], TITLES[which], DEPTH_COLUMNS,
                                                      sizeof DEPTH_COLUMNS / sizeof *DEPTH_COLUMNS);
    for (int i = 0; i < depths; i++) {
        double *row = jg_study_add_row(table);
        row[D_DEPTH] = i + 1;
        if (i + 1 == DEPTHS) row[D_THEIRS] = TEST[test].best / MATCHES;
        row[D_SHARE] = scores[i].share;
        row[D_LOW] = scores[i].low;
        row[D_HIGH] = scores[i].high;
        row[D_DEVIATION] = scores[i].deviation;
        row[D_COIN] = scores[i].binomial;
        row[D_T] = scores[i].t;
        row[D_CHI] = scores[i].chi;
        row[D_CHANCE] = scores[i].p_value;
    }
}

/* The gain in share per extra ply by least squares, and its standard error. */
static double slope(const struct jg_study_pairing_score *scores, int n, double *error) {
    double sum = 0, squares = 0, errors = 0;
    for (int i = 0; i < n; i++) {
        double x = i - (n - 1) / 2.0;
        squares += x * x;
        sum += x * scores[i].share;
        errors += (x * jg_study_pairing_error(&scores[i])) * (x * jg_study_pairing_error(&scores[i]));
    }
    *error = sqrt(errors) / squares;
    return sum / squares;
}

static void depth_verdict(const struct jg_study_pairing_score *scores, int depths, int preset, int test,
                          struct jg_study_result *result) {
    double error, a_ply = slope(scores, depths, &error);
    bool clear = !jg_study_shares_agree(a_ply, error, 0, 0);
    struct jg_phrase *text = jg_study_add_verdict(result, a_ply > 0 && clear);
    jg_phrase_add(text,
                  "%s: an extra ply %s wins %+.2f %% more (%+.2f to %+.2f): from %.1f %% at depth 1 to %.1f %% "
                  "at depth %d",
                  jg_study_rules_titles[preset], PHASES[test], 100 * a_ply, 100 * a_ply - 196 * error,
                  100 * a_ply + 196 * error, 100 * scores[0].share, 100 * scores[depths - 1].share, depths);
    jg_study_explain_difference(text, a_ply > 0 && clear, clear);
}

/* The paper's third test scores best: depth is worth most at the start, where most tiles are in the hands. */
static void best_verdict(const struct jg_study_pairing_score *scores, int depths, int preset,
                         struct jg_study_result *result) {
    const struct jg_study_pairing_score *last[TESTS];
    for (int i = 0; i < TESTS; i++) last[i] = &scores[i * depths + depths - 1];
    const struct jg_study_pairing_score *own = last[TESTS - 1];
    bool best = true, beaten = false;
    for (int i = 0; i + 1 < TESTS; i++) {
        bool clear = !jg_study_shares_agree(own->share, jg_study_pairing_error(own), last[i]->share,
                                            jg_study_pairing_error(last[i]));
        best &= clear && own->share > last[i]->share;
        beaten |= clear && own->share < last[i]->share;
    }
    struct jg_phrase *text = jg_study_add_verdict(result, best);
    jg_phrase_add(text,
                  "%s: depth %d wins most at the start (%.1f %%); in the middle %.1f %%, at the end %.1f %%; "
                  "paper at depth 7: %.1f, %.1f and %.1f %%",
                  jg_study_rules_titles[preset], depths, 100 * own->share, 100 * last[1]->share, 100 * last[0]->share,
                  100 * TEST[2].best / MATCHES, 100 * TEST[1].best / MATCHES, 100 * TEST[0].best / MATCHES);
    jg_study_explain_difference(text, best, beaten);
}

static void make_pairing(struct jg_study_pairing *c, int preset, const struct test *test, int depth) {
    int d[3];
    for (int i = 0; i < 3; i++) d[i] = test->depths[i] ? test->depths[i] : depth;
    c->preset = (enum jg_study_rules)preset;
    c->weight = 1;
    snprintf(c->name, sizeof c->name, "%s-%s-%d", jg_study_rules_names[preset], test->name, depth);
    snprintf(c->player, sizeof c->player, "domino.thesis:start=%d,middle=%d,end=%d", d[0], d[1], d[2]);
    snprintf(c->opponent, sizeof c->opponent, "%s", jg_study_rules_basic[preset]);
}

static enum jg_status run_depth(const struct jg_study_setting *s, struct jg_study_result *result,
                                struct jg_error *err) {
    int depths = s->quick ? QUICK_DEPTHS : DEPTHS, n = 0;
    struct jg_study_pairing *pairings = calloc(PAIRINGS, sizeof *pairings);
    struct jg_study_pairing_score scores[PAIRINGS];
    if (!pairings) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++)
        for (int test = 0; test < TESTS; test++)
            for (int depth = 1; depth <= depths; depth++) make_pairing(&pairings[n++], p, &TEST[test], depth);
    enum jg_status status = jg_study_play_pairings(s, pairings, n, err);
    bool outlined = jg_study_is_outlined(s);
    for (int i = 0; i < n && !status && !outlined; i++) scores[i] = jg_study_pairing_score(&pairings[i]);
    free(pairings);
    if (status || outlined) return status;
    for (int p = 0; p < JG_STUDY_RULES_COUNT; p++) {
        const struct jg_study_pairing_score *of = scores + p * TESTS * depths;
        for (int test = 0; test < TESTS; test++) {
            add_depths(of + test * depths, depths, p, test, result);
            depth_verdict(of + test * depths, depths, p, test, result);
        }
        best_verdict(of, depths, p, result);
    }
    return JG_OK;
}

const struct jg_study jg_study_domino_depth = {
    .name = "domino-depth",
    .title = "Dominoes: wins by search depth in each phase",
    .summary = "expectiminimax against the basic player, with varying depth at the start, in the middle and at the "
               "end",
    .source = jg_study_domino_source,
    .games = 5000,
    .quick_games = 100,
    .splits = true,
    .game_bytes = 700,
    .run = run_depth,
};

/* ---- Nodes and time by depth -------------------------------------------------------- */

enum { NODE_DEPTHS = 10, QUICK_NODE_DEPTHS = 4, START = 8, OTHER_DEPTH = 2 };
enum { WHOLE, PRUNED, SEARCHES };

static const double THEIR_NODES = 1e9, THEIR_SECONDS = 1e3; /* at depth 10, in 5000 matches */

static const char *const SEARCH[SEARCHES] = {"whole", "pruned"};

struct timing {
    double seconds, nodes, decisions; /* totals at the start of rounds */
    uint64_t moves;                   /* hash of positions and chosen moves */
};

static void clock_decision(void *arg, const struct jg_record *r, int seat, const struct jg_report *report) {
    struct timing *t = arg;
    const struct jg_domino *s = jg_record_state(r);
    if (jg_team(seat) != 0) return;
    t->moves = jg_hash_mix(t->moves, jg_key(r->game, s) ^ report->move);
    if (s->count >= START || !report->nodes) return; /* a forced move is not searched */
    t->seconds += report->seconds;
    t->nodes += (double)report->nodes;
    t->decisions++;
}

static void part_name(char out[JG_STUDY_PART_NAME_MAX], int preset, int search, int depth) {
    snprintf(out, JG_STUDY_PART_NAME_MAX, "%s-%s-%d", jg_study_rules_names[preset], SEARCH[search], depth);
}

static bool load_part(const struct jg_study_setting *s, int preset, int search, int depth, struct timing *t) {
    char name[JG_STUDY_PART_NAME_MAX];
    double n[4];
    part_name(name, preset, search, depth);
    if (!jg_study_has_games(s, name) || !jg_study_checkpoint_find(s->checkpoint, name, n, 4)) return false;
    for (int i = 0; i < 4; i++)
        if (!(n[i] >= 0 && n[i] < 0x1p53)) return false;
    *t = (struct timing){.seconds = n[0], .nodes = n[1], .decisions = n[2], .moves = (uint64_t)n[3]};
    return t->decisions > 0;
}

/* Plays the games one after another on one thread, so that nothing else of ours disturbs the timing. */
static enum jg_status play_timed(const struct jg_study_setting *s, const struct jg_game *g, const char *name,
                                 const char *spec, const char *basic, struct timing *t, struct jg_error *err) {
    struct jg_player players[2];
    enum jg_status status = jg_player_init(&players[0], g, spec, err);
    if (!status) status = jg_player_init(&players[1], g, basic, err);
    struct jg_series series = {.game = g,
                               .players = players,
                               .player_count = 2,
                               .seed = s->seed,
                               .stop = s->stop,
                               .count = (uint64_t)s->games,
                               .threads = 1,
                               .watch = clock_decision,
                               .arg = t};
    return status ? status : jg_study_play_series(s, name, &series, err);
}

static enum jg_status time_one(const struct jg_study_setting *s, const struct jg_game *g, int preset, int search,
                               int depth, struct timing *t, struct jg_error *err) {
    char spec[JG_SPEC_MAX], name[JG_STUDY_PART_NAME_MAX];
    if (load_part(s, preset, search, depth, t)) return JG_OK;
    *t = (struct timing){0};
    snprintf(spec, sizeof spec, "domino.thesis:start=%d,middle=%d,end=%d,prune=%d", depth, OTHER_DEPTH, OTHER_DEPTH,
             search == PRUNED);
    part_name(name, preset, search, depth);
    enum jg_status status = play_timed(s, g, name, spec, jg_study_rules_basic[preset], t, err);
    if (status) return status;
    t->moves >>= 11; /* a double holds 53 bits */
    jg_study_checkpoint_add(s->checkpoint, name, (double[]){t->seconds, t->nodes, t->decisions, (double)t->moves}, 4);
    return JG_OK;
}

enum { N_DEPTH, N_WHOLE, N_PRUNED, N_GAIN, N_WHOLE_S, N_PRUNED_S, N_THEIRS, N_OURS, N_THEIRS_S, N_OURS_S, N_DECISIONS };

static const struct jg_study_column NODE_COLUMNS[] = {
    [N_DEPTH] = {.name = "depth", .title = "depth", .unit = JG_UNIT_COUNT},
    [N_WHOLE] = {.name = "nodes", .group = "nodes per decision", .title = "all", .unit = JG_UNIT_MEAN},
    [N_PRUNED] = {.name = "nodes_pruned", .group = "nodes per decision", .title = "with pruning", .unit = JG_UNIT_MEAN},
    [N_GAIN] = {.name = "cuts", .title = "pruning gain", .unit = JG_UNIT_TIMES},
    [N_WHOLE_S] = {.name = "seconds", .group = "time per decision", .title = "all", .unit = JG_UNIT_SECONDS},
    [N_PRUNED_S] = {.name = "seconds_pruned",
                    .group = "time per decision",
                    .title = "with pruning",
                    .unit = JG_UNIT_SECONDS},
    [N_THEIRS] = {.name = "theirs_nodes", .group = "nodes in 5000 matches", .title = "theirs", .unit = JG_UNIT_COUNT},
    [N_OURS] = {.name = "match_nodes", .group = "nodes in 5000 matches", .title = "ours", .unit = JG_UNIT_COUNT},
    [N_THEIRS_S] = {.name = "theirs_seconds",
                    .group = "time for 5000 matches",
                    .title = "theirs",
                    .unit = JG_UNIT_SECONDS},
    [N_OURS_S] = {.name = "match_seconds", .group = "time for 5000 matches", .title = "ours", .unit = JG_UNIT_SECONDS},
    [N_DECISIONS] = {.name = "decisions", .title = "moves", .unit = JG_UNIT_COUNT},
};

static void node_row(double *row, int depth, const struct timing t[SEARCHES], double games) {
    row[N_DEPTH] = depth;
    row[N_WHOLE] = t[WHOLE].nodes / t[WHOLE].decisions;
    row[N_PRUNED] = t[PRUNED].nodes / t[PRUNED].decisions;
    row[N_GAIN] = row[N_WHOLE] / row[N_PRUNED];
    row[N_WHOLE_S] = t[WHOLE].seconds / t[WHOLE].decisions;
    row[N_PRUNED_S] = t[PRUNED].seconds / t[PRUNED].decisions;
    if (depth == NODE_DEPTHS) {
        row[N_THEIRS] = THEIR_NODES;
        row[N_THEIRS_S] = THEIR_SECONDS;
    }
    row[N_OURS] = t[WHOLE].nodes / games * MATCHES;
    row[N_OURS_S] = t[WHOLE].seconds / games * MATCHES;
    row[N_DECISIONS] = t[PRUNED].decisions;
}

/* The mean growth factor per ply. */
static double growth(const struct jg_study_table *table, int column) {
    int last = table->row_count - 1;
    return jg_math_pow(table->cells[last][column] / table->cells[0][column], 1.0 / last);
}

/* Within a factor of ten: the paper's numbers are powers of ten, read off a scale. */
static bool as_large(double theirs, double ours) { return fabs(jg_math_log10(ours / theirs)) <= 1; }

static void node_verdicts(const struct jg_study_table *table, int preset, bool same, struct jg_study_result *result) {
    const double *last = table->cells[table->row_count - 1];
    const char *rules = jg_study_rules_titles[preset];
    struct jg_phrase *text = jg_study_add_verdict(result, same);
    if (same)
        jg_phrase_add(text, "%s: the same moves with and without pruning", rules);
    else
        jg_phrase_add(text, "%s: pruning changes some moves", rules);
    text = jg_study_add_verdict(result, growth(table, N_PRUNED) < growth(table, N_WHOLE));
    jg_phrase_add(text, "%s: an extra ply takes %.1f times the nodes, with pruning %.1f times", rules,
                  growth(table, N_WHOLE), growth(table, N_PRUNED));
    if (growth(table, N_PRUNED) >= growth(table, N_WHOLE)) jg_phrase_add(text, "; too few plies for pruning to help");
    if (isnan(last[N_THEIRS])) return;
    text = jg_study_add_verdict(result, as_large(last[N_THEIRS], last[N_OURS]));
    jg_phrase_add(text,
                  "%s: at depth 10, 5000 matches take about 1e9 nodes (within a factor of ten): ours %.1e nodes "
                  "and %.1e seconds, paper 1e3 seconds",
                  rules, last[N_OURS], last[N_OURS_S]);
}

static enum jg_status run_preset(const struct jg_study_setting *s, int preset, struct jg_study_result *result,
                                 struct jg_error *err) {
    static const char *const NODE_TITLES[] = {"usual rules: by depth at the start of rounds",
                                              "rules=thesis: by depth at the start of rounds"};
    struct jg_study_table *table = jg_study_add_table(result, jg_study_rules_names[preset], NODE_TITLES[preset],
                                                      NODE_COLUMNS, sizeof NODE_COLUMNS / sizeof *NODE_COLUMNS);
    int depths = s->quick ? QUICK_NODE_DEPTHS : NODE_DEPTHS;
    bool same = true;
    struct jg_game g;
    enum jg_status status = jg_game_open(&g, jg_study_rules_games[preset], err);
    if (status) return status;
    for (int depth = 1; depth <= depths && !status; depth++) {
        struct timing t[SEARCHES] = {0};
        status = time_one(s, &g, preset, WHOLE, depth, &t[WHOLE], err);
        if (!status) status = time_one(s, &g, preset, PRUNED, depth, &t[PRUNED], err);
        if (status) break;
        same &= t[WHOLE].moves == t[PRUNED].moves;
        node_row(jg_study_add_row(table), depth, t, s->games);
        if (s->progress) s->progress(s->arg, (preset + jg_math_pow(2, depth - depths)) / JG_STUDY_RULES_COUNT);
    }
    jg_game_close(&g);
    if (!status) node_verdicts(table, preset, same, result);
    return status;
}

static enum jg_status run_nodes(const struct jg_study_setting *s, struct jg_study_result *result,
                                struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (int p = 0; p < JG_STUDY_RULES_COUNT && !status; p++) status = run_preset(s, p, result, err);
    return status;
}

static uint64_t most_nodes(const struct jg_study_setting *s) {
    return (uint64_t)s->games * JG_STUDY_RULES_COUNT * SEARCHES * (s->quick ? QUICK_NODE_DEPTHS : NODE_DEPTHS);
}

const struct jg_study jg_study_domino_nodes = {
    .name = "domino-nodes",
    .title = "Dominoes: nodes and time by search depth",
    .summary = "cost of an expectiminimax decision at the start of rounds, with and without pruning",
    .source = jg_study_domino_source,
    .games = 100,
    .quick_games = 4,
    .game_bytes = 700,
    .most_games = most_nodes,
    .run = run_nodes,
};
