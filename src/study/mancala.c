/* The experiments of "Trabalho 2 Versão A3" (Miguel Andrade and Diana Sandoval, FEUP, 2019) on Kalah: the time that
 * minimax and alpha-beta take per decision, and how often alpha-beta beats a random player. */
#include "study/study.h"

#include "arena/series.h"
#include "core/hash.h"
#include "core/math.h"
#include "core/stats.h"
#include "study/checkpoint.h"
#include "study/games.h"

#include <math.h>
#include <stdio.h>

static const char PAPER[] = "Miguel Andrade, Diana Sandoval: Trabalho 2 Versão A3, FEUP, 2019";

enum {
    DEPTHS = 10,
    QUICK_TIME_DEPTHS = 7,
    QUICK_RANDOM_DEPTHS = 6,
    THEIR_GAMES = 10,
    FAR = 32 /* bits: distance between the game numbers of depths */
};
enum { MINIMAX, ALPHABETA, ALGORITHMS };

static const char *const NAMES[ALGORITHMS] = {"minimax", "alphabeta"};

/* The report's average seconds per decision over 20 games, by depth; minimax was not run to depth 10. */
static const double THEIR_SECONDS[ALGORITHMS][DEPTHS] = {
    {6.355434782608699e-05, 0.00038020624999999993, 0.0015099647058823508, 0.007639854166666668, 0.03351009166666666,
     0.1736062576923077, 0.5134596305555558, 2.5876256178571433, 9.929812355000013, NAN},
    {7.478478260869559e-05, 0.00029995625000000034, 0.0006773529411764701, 0.003206154166666668, 0.00663799166666667,
     0.026838650000000016, 0.059131891666666735, 0.16887341071428577, 0.34320350250000004, 1.1970522824999992},
};

/* The report's wins in 10 games by depth, as first and as second player. */
static const int THEIR_WINS[2][DEPTHS] = {{5, 8, 7, 8, 7, 9, 9, 9, 10, 8}, {5, 8, 7, 9, 9, 9, 9, 10, 9, 10}};

/* ---- Progress ----------------------------------------------------------------------- */

/* Work to do, weighted by the report's seconds, which grow with depth as ours do. */
struct work {
    const struct jg_study_setting *setting;
    double total, done, now;
};

static double weight(int algorithm, int depth) {
    double seconds = THEIR_SECONDS[algorithm][depth - 1], before = depth > 1 ? weight(algorithm, depth - 1) : 0;
    return isnan(seconds) ? 4 * before : seconds;
}

static void show(void *arg, double share) {
    const struct work *w = arg;
    if (w->setting->progress) w->setting->progress(w->setting->arg, (w->done + share * w->now) / w->total);
}

static void spec_of(char out[JG_SPEC_MAX], int algorithm, int depth) {
    snprintf(out, JG_SPEC_MAX, "%s:depth=%d,eval=store", NAMES[algorithm], depth);
}

/* ---- Time --------------------------------------------------------------------------- */

struct timing {
    struct work *work;
    int depth, seat;                  /* seat: of the timed player */
    double seconds, nodes, decisions; /* totals over all games */
    uint64_t moves;                   /* hash of positions and chosen moves */
};

static void clock_decision(void *arg, const struct jg_record *r, int seat, const struct jg_report *report) {
    struct timing *t = arg;
    if (seat != t->seat) return;
    t->seconds += report->seconds;
    t->nodes += (double)report->nodes;
    t->decisions++;
    t->moves = jg_hash_mix(t->moves, jg_key(r->game, jg_record_state(r)) ^ report->move);
}

/* The tested player and the random one take turns at beginning. */
static bool timed_fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    const struct timing *t = arg;
    int seat = (int)(number & 1);
    *out = (struct jg_fixture){.players = {seat, !seat}, .deal = ((uint64_t)t->depth << FAR) + number};
    return true;
}

static enum jg_status count_timed(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct timing *t = arg;
    (void)err;
    t->seat = (int)((played->number + 1) & 1); /* of the next game */
    return JG_OK;
}

static void show_timed(void *arg, double share) { show(((struct timing *)arg)->work, share); }

/* Plays the games one after another on one thread, so that nothing else of ours disturbs the timing. */
static enum jg_status play_timed(struct work *w, const struct jg_game *g, const char *name, const char *spec,
                                 struct timing *t, struct jg_error *err) {
    const struct jg_study_setting *s = w->setting;
    struct jg_player players[2];
    enum jg_status status = jg_player_init(&players[0], g, spec, err);
    if (!status) status = jg_player_init(&players[1], g, "random", err);
    struct jg_series series = {.game = g,
                               .players = players,
                               .player_count = 2,
                               .seed = s->seed,
                               .stop = s->stop,
                               .count = (uint64_t)s->games,
                               .threads = 1,
                               .fixture = timed_fixture,
                               .take = count_timed,
                               .watch = clock_decision,
                               .progress = show_timed,
                               .arg = t};
    return status ? status : jg_study_play_series(s, name, &series, err);
}

static void part_name(char out[JG_STUDY_PART_NAME_MAX], const char *what, int depth) {
    snprintf(out, JG_STUDY_PART_NAME_MAX, "%s-%d", what, depth);
}

static bool load_timing(const struct jg_study_setting *s, int algorithm, int depth, struct timing *t) {
    char name[JG_STUDY_PART_NAME_MAX];
    double n[4];
    part_name(name, NAMES[algorithm], depth);
    if (!jg_study_has_games(s, name) || !jg_study_checkpoint_find(s->checkpoint, name, n, 4)) return false;
    if (n[0] <= 0 || n[1] < 1 || n[1] >= 0x1p53 || n[2] < 1 || n[2] >= 0x1p53 || n[3] < 0 || n[3] >= 0x1p53)
        return false;
    *t = (struct timing){.seconds = n[0], .nodes = n[1], .decisions = n[2], .moves = (uint64_t)n[3]};
    return true;
}

static enum jg_status time_one(struct work *w, const struct jg_game *g, int algorithm, int depth, struct timing *t,
                               struct jg_error *err) {
    char spec[JG_SPEC_MAX], name[JG_STUDY_PART_NAME_MAX];
    if (load_timing(w->setting, algorithm, depth, t)) return JG_OK;
    *t = (struct timing){.work = w, .depth = depth};
    spec_of(spec, algorithm, depth);
    w->now = weight(algorithm, depth);
    part_name(name, NAMES[algorithm], depth);
    enum jg_status status = play_timed(w, g, name, spec, t, err);
    if (status) return status;
    w->done += w->now;
    t->moves >>= 11; /* a double holds 53 bits */
    jg_study_checkpoint_add(w->setting->checkpoint, name,
                            (double[]){t->seconds, t->nodes, t->decisions, (double)t->moves}, 4);
    return JG_OK;
}

enum { T_DEPTH, T_MM_THEIRS, T_MM_OURS, T_MM_RATIO, T_AB_THEIRS, T_AB_OURS, T_AB_RATIO, T_THEIRS, T_OURS, T_MOVES };

static const struct jg_study_column TIME_COLUMNS[] = {
    [T_DEPTH] = {.name = "depth", .title = "depth", .unit = JG_UNIT_COUNT},
    [T_MM_THEIRS] = {.name = "minimax_theirs", .group = "minimax", .title = "theirs", .unit = JG_UNIT_SECONDS},
    [T_MM_OURS] = {.name = "minimax_ours", .group = "minimax", .title = "ours", .unit = JG_UNIT_SECONDS},
    [T_MM_RATIO] = {.name = "minimax_ratio", .group = "minimax", .title = "ratio", .unit = JG_UNIT_TIMES},
    [T_AB_THEIRS] = {.name = "alphabeta_theirs", .group = "alpha-beta", .title = "theirs", .unit = JG_UNIT_SECONDS},
    [T_AB_OURS] = {.name = "alphabeta_ours", .group = "alpha-beta", .title = "ours", .unit = JG_UNIT_SECONDS},
    [T_AB_RATIO] = {.name = "alphabeta_ratio", .group = "alpha-beta", .title = "ratio", .unit = JG_UNIT_TIMES},
    [T_THEIRS] = {.name = "cuts_theirs", .group = "pruning gain", .title = "theirs", .unit = JG_UNIT_TIMES},
    [T_OURS] = {.name = "cuts_ours", .group = "pruning gain", .title = "ours", .unit = JG_UNIT_TIMES},
    [T_MOVES] = {.name = "decisions", .title = "moves", .unit = JG_UNIT_COUNT},
};

static void time_row(double *row, int depth, const struct timing t[ALGORITHMS]) {
    row[T_DEPTH] = depth;
    row[T_MM_THEIRS] = THEIR_SECONDS[MINIMAX][depth - 1];
    row[T_AB_THEIRS] = THEIR_SECONDS[ALPHABETA][depth - 1];
    row[T_MM_OURS] = t[MINIMAX].seconds / t[MINIMAX].decisions;
    row[T_AB_OURS] = t[ALPHABETA].seconds / t[ALPHABETA].decisions;
    row[T_MM_RATIO] = row[T_MM_THEIRS] / row[T_MM_OURS];
    row[T_AB_RATIO] = row[T_AB_THEIRS] / row[T_AB_OURS];
    row[T_THEIRS] = row[T_MM_THEIRS] / row[T_AB_THEIRS];
    row[T_OURS] = row[T_MM_OURS] / row[T_AB_OURS];
    row[T_MOVES] = t[ALPHABETA].decisions;
}

enum { N_DEPTH, N_MM, N_AB, N_GAIN };

static const struct jg_study_column NODE_COLUMNS[] = {
    [N_DEPTH] = {.name = "depth", .title = "depth", .unit = JG_UNIT_COUNT},
    [N_MM] = {.name = "minimax", .title = "minimax", .unit = JG_UNIT_MEAN},
    [N_AB] = {.name = "alphabeta", .title = "alpha-beta", .unit = JG_UNIT_MEAN},
    [N_GAIN] = {.name = "cuts", .title = "pruning gain", .unit = JG_UNIT_TIMES},
};

static void node_row(double *row, int depth, const struct timing t[ALGORITHMS]) {
    row[N_DEPTH] = depth;
    row[N_MM] = t[MINIMAX].nodes / t[MINIMAX].decisions;
    row[N_AB] = t[ALPHABETA].nodes / t[ALPHABETA].decisions;
    row[N_GAIN] = row[N_MM] / row[N_AB];
}

/* The first depth from which a column stays above a limit; 0: none. */
static int above_from(const struct jg_study_table *table, int column, double limit) {
    int from = 0;
    for (int i = table->row_count; i-- > 0;) {
        double x = table->cells[i][column];
        if (x <= limit) break;
        if (!isnan(x)) from = (int)table->cells[i][0];
    }
    return from;
}

/* The mean growth factor per ply, from depth 2 (depth 1 is too short for the clock) to the report's greatest depth. */
static double growth(const struct jg_study_table *table, int column) {
    int last = table->row_count - 1;
    while (isnan(table->cells[last][T_MM_THEIRS])) last--;
    return jg_math_pow(table->cells[last][column] / table->cells[1][column], 1.0 / (last - 1));
}

static void time_verdicts(struct jg_study_result *result, bool same) {
    const struct jg_study_table *table = &result->tables[0];
    double decisions = 0;
    for (int i = 0; i < table->row_count; i++) decisions += table->cells[i][T_MOVES];
    struct jg_phrase *text = jg_study_add_verdict(result, same);
    if (same)
        jg_phrase_add(text, "minimax and alpha-beta made the same moves in all %.0f decisions", decisions);
    else
        jg_phrase_add(text, "minimax and alpha-beta did not make the same moves, so the times cannot be "
                            "compared");
    int theirs = above_from(table, T_THEIRS, 1), ours = above_from(table, T_OURS, 1);
    text = jg_study_add_verdict(result, ours > 0);
    if (ours)
        jg_phrase_add(text, "alpha-beta is faster than minimax from depth %d; paper: from depth %d", ours, theirs);
    else
        jg_phrase_add(text, "alpha-beta is not faster than minimax");
    double mm = growth(table, T_MM_OURS), ab = growth(table, T_AB_OURS);
    text = jg_study_add_verdict(result, ab < mm);
    jg_phrase_add(text,
                  "an extra ply takes minimax %.1f times as long and alpha-beta %.1f times; paper: %.1f "
                  "and %.1f",
                  mm, ab, growth(table, T_MM_THEIRS), growth(table, T_AB_THEIRS));
}

static enum jg_status run_time(const struct jg_study_setting *s, struct jg_study_result *result, struct jg_error *err) {
    int depths = s->quick ? QUICK_TIME_DEPTHS : DEPTHS;
    struct work w = {.setting = s};
    struct timing t[ALGORITHMS];
    struct jg_game g;
    bool same = true;
    struct jg_study_table *times = jg_study_add_table(result, "seconds", "average time per decision", TIME_COLUMNS,
                                                      sizeof TIME_COLUMNS / sizeof *TIME_COLUMNS);
    struct jg_study_table *nodes = jg_study_add_table(result, "nodes", "nodes per decision, the same on every machine",
                                                      NODE_COLUMNS, sizeof NODE_COLUMNS / sizeof *NODE_COLUMNS);
    enum jg_status status = jg_game_open(&g, "kalah", err);
    if (status) return status;
    for (int depth = 1; depth <= depths; depth++)
        for (int a = 0; a < ALGORITHMS; a++)
            if (!load_timing(s, a, depth, &t[a])) w.total += weight(a, depth);
    for (int depth = 1; depth <= depths && !status; depth++) {
        for (int a = 0; a < ALGORITHMS && !status; a++) status = time_one(&w, &g, a, depth, &t[a], err);
        if (status) break;
        same &= t[MINIMAX].decisions == t[ALPHABETA].decisions && t[MINIMAX].moves == t[ALPHABETA].moves;
        time_row(jg_study_add_row(times), depth, t);
        node_row(jg_study_add_row(nodes), depth, t);
    }
    jg_game_close(&g);
    if (!status) time_verdicts(result, same);
    return status;
}

static uint64_t most_timed(const struct jg_study_setting *s) {
    return (uint64_t)s->games * ALGORITHMS * (s->quick ? QUICK_TIME_DEPTHS : DEPTHS);
}

const struct jg_study jg_study_mancala_time = {
    .name = "mancala-time",
    .title = "Mancala: time of minimax and alpha-beta",
    .summary = "average time per decision by depth, over 20 games against random play",
    .source = PAPER,
    .games = 20,
    .quick_games = 10,
    .game_bytes = 150,
    .most_games = most_timed,
    .run = run_time,
};

/* ---- Against random play -------------------------------------------------------------- */

struct score {
    struct work *work;
    int seat;
    double wins, draws, losses;
};

static enum jg_status count_result(void *arg, const struct jg_played *played, struct jg_error *err) {
    struct score *c = arg;
    int32_t score = jg_record_score(played->record, jg_team(c->seat));
    (void)err;
    c->wins += score > 0;
    c->draws += score == 0;
    c->losses += score < 0;
    return JG_OK;
}

static void show_score(void *arg, double share) { show(((struct score *)arg)->work, share); }

static const char *seat_word(int seat) { return seat ? "second" : "first"; }

static bool load_score(const struct jg_study_setting *s, int seat, int depth, struct score *c) {
    char name[JG_STUDY_PART_NAME_MAX];
    double n[3];
    part_name(name, seat_word(seat), depth);
    if (!jg_study_has_games(s, name) || !jg_study_checkpoint_find(s->checkpoint, name, n, 3)) return false;
    if (n[0] < 0 || n[1] < 0 || n[2] < 0 || n[0] + n[1] + n[2] != s->games) return false;
    if (floor(n[0]) != n[0] || floor(n[1]) != n[1]) return false; /* then the third is an integer, too */
    *c = (struct score){.wins = n[0], .draws = n[1], .losses = n[2]};
    return true;
}

static enum jg_status score_one(struct work *w, const struct jg_game *g, int seat, int depth, struct score *c,
                                struct jg_error *err) {
    const struct jg_study_setting *s = w->setting;
    char spec[JG_SPEC_MAX], name[JG_STUDY_PART_NAME_MAX];
    if (load_score(s, seat, depth, c)) return JG_OK;
    *c = (struct score){.work = w, .seat = seat};
    spec_of(spec, ALPHABETA, depth);
    struct jg_player players[2];
    enum jg_status status = jg_player_init(&players[seat], g, spec, err);
    if (!status) status = jg_player_init(&players[!seat], g, "random", err);
    if (status) return status;
    struct jg_series series = {.game = g,
                               .players = players,
                               .player_count = 2,
                               .seed = s->seed,
                               .stop = s->stop,
                               .first = (uint64_t)(2 * depth + seat) << FAR,
                               .count = (uint64_t)s->games,
                               .threads = s->threads,
                               .take = count_result,
                               .progress = show_score,
                               .arg = c};
    w->now = weight(ALPHABETA, depth);
    part_name(name, seat_word(seat), depth);
    status = jg_study_play_series(s, name, &series, err);
    if (status) return status;
    w->done += w->now;
    jg_study_checkpoint_add(s->checkpoint, name, (double[]){c->wins, c->draws, c->losses}, 3);
    return JG_OK;
}

enum { R_DEPTH, R_THEIRS, R_WINS, R_DRAWS, R_LOSSES, R_SHARE, R_LOW, R_HIGH, R_CHANCE, R_AGREES };

static const struct jg_study_column RANDOM_COLUMNS[] = {
    [R_DEPTH] = {.name = "depth", .title = "depth", .unit = JG_UNIT_COUNT},
    [R_THEIRS] = {.name = "theirs", .group = "theirs", .title = "of 10", .unit = JG_UNIT_COUNT},
    [R_WINS] = {.name = "wins", .group = "ours", .title = "W", .unit = JG_UNIT_COUNT},
    [R_DRAWS] = {.name = "draws", .group = "ours", .title = "D", .unit = JG_UNIT_COUNT},
    [R_LOSSES] = {.name = "losses", .group = "ours", .title = "L", .unit = JG_UNIT_COUNT},
    [R_SHARE] = {.name = "share", .group = "ours", .title = "share", .unit = JG_UNIT_SHARE},
    [R_LOW] = {.name = "low", .group = "interval (95 %)", .title = "from", .unit = JG_UNIT_SHARE},
    [R_HIGH] = {.name = "high", .group = "interval (95 %)", .title = "to", .unit = JG_UNIT_SHARE},
    [R_CHANCE] = {.name = "p_value", .title = "p-value", .unit = JG_UNIT_CHANCE},
    [R_AGREES] = {.name = "agrees", .title = "theirs", .unit = JG_UNIT_AGREES},
};

static const double LEVEL = 0.05;

/* Tests the report's ten games against the midpoint of our confidence interval, which is close to our share but never 0
 * or 1. */
static void random_row(double *row, int seat, int depth, const struct score *c) {
    double games = c->wins + c->draws + c->losses;
    row[R_DEPTH] = depth;
    row[R_THEIRS] = THEIR_WINS[seat][depth - 1];
    row[R_WINS] = c->wins;
    row[R_DRAWS] = c->draws;
    row[R_LOSSES] = c->losses;
    row[R_SHARE] = c->wins / games;
    jg_wilson_interval(c->wins, games, &row[R_LOW], &row[R_HIGH]);
    row[R_CHANCE] = jg_binomial_test(THEIR_WINS[seat][depth - 1], THEIR_GAMES, (row[R_LOW] + row[R_HIGH]) / 2);
    row[R_AGREES] = row[R_CHANCE] >= LEVEL;
}

static void random_verdicts(struct jg_study_result *result) {
    int cells = 0, agree = 0, from = 0;
    for (int seat = 0; seat < 2; seat++) {
        const struct jg_study_table *table = &result->tables[seat];
        int better = above_from(table, R_LOW, 0.5);
        if (better > from) from = better;
        if (!better) from = DEPTHS + 1;
        cells += table->row_count;
        for (int i = 0; i < table->row_count; i++) agree += table->cells[i][R_AGREES] != 0;
    }
    double by_chance = 0; /* probability that this many or more differ by chance */
    for (int k = cells - agree; k <= cells; k++) by_chance += jg_binomial_pmf(k, cells, LEVEL);
    struct jg_phrase *text = jg_study_add_verdict(result, by_chance >= LEVEL);
    jg_phrase_add(text, "%d of the paper's %d results agree with ours; by chance alone %.1f would differ", agree, cells,
                  LEVEL * cells);
    text = jg_study_add_verdict(result, from <= DEPTHS);
    if (from <= DEPTHS)
        jg_phrase_add(text, "from depth %d alpha-beta wins more than half of its games in either seat", from);
    else
        jg_phrase_add(text, "alpha-beta is not shown to win more than half of its games in either seat");
}

static enum jg_status run_random(const struct jg_study_setting *s, struct jg_study_result *result,
                                 struct jg_error *err) {
    int depths = s->quick ? QUICK_RANDOM_DEPTHS : DEPTHS, columns = sizeof RANDOM_COLUMNS / sizeof *RANDOM_COLUMNS;
    struct work w = {.setting = s};
    struct score c;
    struct jg_game g;
    jg_study_add_table(result, "first", "as first player", RANDOM_COLUMNS, columns);
    jg_study_add_table(result, "second", "as second player", RANDOM_COLUMNS, columns);
    enum jg_status status = jg_game_open(&g, "kalah", err);
    if (status) return status;
    for (int depth = 1; depth <= depths; depth++)
        for (int seat = 0; seat < 2; seat++)
            if (!load_score(s, seat, depth, &c)) w.total += weight(ALPHABETA, depth);
    for (int depth = 1; depth <= depths && !status; depth++)
        for (int seat = 0; seat < 2 && !status; seat++) {
            status = score_one(&w, &g, seat, depth, &c, err);
            if (!status) random_row(jg_study_add_row(&result->tables[seat]), seat, depth, &c);
        }
    jg_game_close(&g);
    if (!status && !jg_study_is_outlined(s)) random_verdicts(result);
    return status;
}

const struct jg_study jg_study_mancala_random = {
    .name = "mancala-random",
    .title = "Mancala: alpha-beta against random play",
    .summary = "wins by depth as first and as second player, 1000 games each",
    .source = PAPER,
    .games = 1000,
    .quick_games = 100,
    .game_bytes = 150,
    .splits = true,
    .run = run_random,
};
