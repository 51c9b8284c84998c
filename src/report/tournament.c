/* Reports of matches and tournaments. Players have their names for people; a spec is a tooltip, and a column of the
 * table of players. */
#include "agents/agents.h"
#include "report/format.h"
#include "report/plot.h"
#include "report/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PRINTED_MOST = 14, /* most players for a cross table of numbers on paper; the heat map is always printed */
    SHORT_MOST = 20,   /* most players whose ratings fit on one printed page */
    LABEL = 64,
};

/* A report in progress. */
struct tournament_page {
    struct jg_page *p;
    const struct jg_contest *c;
    const struct jg_standings *s;
    const struct jg_student *student; /* of a match, or NULL */
    int n;
    struct jg_ranking ranking;
    char titles[JG_PLAYERS_MAX][JG_AGENT_TITLE]; /* by player */
    const char *names[JG_PLAYERS_MAX];           /* by rank */
};

static const char *name_of(const struct tournament_page *k, int player) { return k->titles[player]; }

/* The spec of a player as it was given. */
static const char *spec_of(const struct tournament_page *k, int player) { return k->c->players[player].name; }

static struct jg_html_side side_of(const struct tournament_page *k, int player) {
    return (struct jg_html_side){.name = name_of(k, player), .spec = spec_of(k, player)};
}

static void name_players(struct tournament_page *k) {
    const char *specs[JG_PLAYERS_MAX] = {0};
    for (int i = 0; i < k->n; i++) specs[i] = spec_of(k, i);
    jg_agent_titles(k->c->game->kind, specs, k->n, k->p->lang, k->titles);
}

/* The cell of the player at a rank. */
static void put_name(const struct tournament_page *k, int rank) {
    jg_page_name(k->p, k->names[rank], spec_of(k, k->ranking.order[rank]));
}

/* ---- Head ------------------------------------------------------------------------------------- */

static void put_count(struct jg_page *p, const char *name, uint64_t n) {
    char words[JG_FORMAT_MAX];
    jg_page_setting(p, name, jg_html_number(p, JG_FORM_NUMBER, (double)n, 0, words, sizeof words));
}

/* The time controls of the players in order, or the one of all. */
static void put_controls(const struct tournament_page *k) {
    char first[JG_TIME_TEXT], text[JG_TIME_TEXT], list[JG_PLAYERS_MAX * (JG_TIME_TEXT + 2)];
    struct jg_text t, all;
    bool same = true;
    jg_text_init(&all, list, sizeof list);
    for (int i = 0; i < k->n; i++) {
        jg_text_init(&t, i ? text : first, JG_TIME_TEXT);
        jg_time_control_print(&k->c->controls[i], &t);
        same = same && (!i || !strcmp(text, first));
        jg_text_add(&all, "%s%s", i ? ", " : "", i ? text : first);
    }
    jg_page_setting(k->p, jg_tr(k->p->lang, "Time control"), same ? first : list);
}

static void put_settings(const struct tournament_page *k, const struct jg_setting_line *settings, size_t n) {
    struct jg_page *p = k->p;
    char spec[JG_SPEC_MAX];
    struct jg_text t;
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(k->c->game, &t);
    jg_page_settings_begin(p);
    jg_page_setting(p, jg_tr(p->lang, "Game"), spec);
    put_count(p, jg_tr(p->lang, "Games played"), k->s->games);
    if (k->s->games < jg_contest_games(k->c)) put_count(p, jg_tr(p->lang, "at most"), jg_contest_games(k->c));
    put_count(p, jg_tr(p->lang, "Random opening moves"), (uint64_t)k->c->opening);
    if (k->c->start_count) put_count(p, jg_tr(p->lang, "Starting positions"), k->c->start_count);
    if (k->c->controls) put_controls(k);
    jg_text_init(&t, spec, sizeof spec);
    jg_text_add(&t, "%llu", (unsigned long long)k->c->seed);
    jg_page_setting(p, jg_tr(p->lang, "Seed"), spec);
    jg_page_settings(p, settings, n);
    jg_page_table_end(p);
}

/* The players by rank, with their specs. */
static void put_players(const struct tournament_page *k) {
    struct jg_page *p = k->p;
    jg_page_table_begin(p, jg_tr(p->lang, "Players"), NULL, k->n > SHORT_MOST ? "long" : NULL);
    jg_page_heading(p, jg_tr(p->lang, "Player"), NULL);
    jg_page_heading(p, jg_tr(p->lang, "Agent"), NULL);
    jg_page_head_end(p);
    for (int rank = 0; rank < k->n; rank++) {
        int player = k->ranking.order[rank];
        jg_page_row_begin(p);
        jg_page_name(p, name_of(k, player), NULL);
        jg_page_name(p, spec_of(k, player), NULL);
        jg_page_row_end(p);
    }
    jg_page_table_end(p);
}

/* ---- Lengths ---------------------------------------------------------------------------------- */

static void put_lengths(const struct tournament_page *k) {
    const uint64_t *lengths = k->s->lengths;
    uint64_t games = 0, before = 0;
    double sum = 0;
    int least = -1, middle = -1, most = -1;
    for (int i = 0; i < JG_LENGTHS; i++) {
        if (!lengths[i]) continue;
        if (least < 0) least = i;
        most = i;
        games += lengths[i];
        sum += (double)i * (double)lengths[i];
    }
    if (!games) return;
    for (int i = least; middle < 0; i++)
        if ((before += lengths[i]) * 2 >= games) middle = i;
    char note[256], mean[JG_FORMAT_MAX];
    struct jg_text t;
    jg_text_init(&t, note, sizeof note);
    jg_text_add(&t, jg_tr(k->p->lang, "%d to %d plies, median %d, mean %s"), least, most, middle,
                jg_html_number(k->p, JG_FORM_NUMBER, sum / (double)games, 1, mean, sizeof mean));
    if (lengths[JG_LENGTHS - 1]) jg_text_add(&t, jg_tr(k->p->lang, "; longer games count as %d"), JG_LENGTHS - 1);
    struct jg_plot plot = {
        .out = k->p->out, .lang = k->p->lang, .title = jg_tr(k->p->lang, "Game lengths"), .note = note};
    jg_plot_histogram(&plot, jg_tr(k->p->lang, "plies"), jg_tr(k->p->lang, "games"), 0, lengths, JG_LENGTHS);
}

/* ---- Scores ------------------------------------------------------------------------------------- */

static struct jg_bar score_bar(const struct tournament_page *k, const struct jg_tally *t, const char *name,
                               char label[LABEL]) {
    struct jg_tally_score s;
    struct jg_text w;
    bool any = jg_tally_games(t);
    jg_tally_score(t, &s);
    jg_text_init(&w, label, LABEL);
    jg_format_percent(&w, any ? s.share : NAN, 1, k->p->lang);
    if (any) {
        jg_text_put(&w, " (");
        jg_format_number(&w, 100 * s.low, 1, k->p->lang);
        jg_text_put(&w, "–");
        jg_format_number(&w, 100 * s.high, 1, k->p->lang);
        jg_text_put(&w, ")");
    }
    return (struct jg_bar){.name = name,
                           .value = any ? s.share : NAN,
                           .low = any ? s.low : NAN,
                           .high = any ? s.high : NAN,
                           .label = label};
}

/* Plots the score of each player against all others; in a gauntlet, of the first against each. */
static void put_scores(const struct tournament_page *k) {
    struct jg_bar bars[JG_PLAYERS_MAX];
    char labels[JG_PLAYERS_MAX][LABEL];
    size_t n = 0;
    bool gauntlet = k->c->gauntlet && k->n > 2;
    for (int rank = 0; rank < k->n; rank++) {
        int player = k->ranking.order[rank];
        if (gauntlet && !player) continue;
        struct jg_tally t = gauntlet ? jg_standings_between(k->s, 0, player) : jg_standings_of(k->s, player);
        bars[n] = score_bar(k, &t, name_of(k, player), labels[n]);
        n++;
    }
    struct jg_plot plot = {.out = k->p->out,
                           .lang = k->p->lang,
                           .title = k->n == 2        ? jg_tr(k->p->lang, "Scores")
                                    : k->c->gauntlet ? jg_tr(k->p->lang, "First player's score against each opponent")
                                                     : jg_tr(k->p->lang, "Scores against all opponents"),
                           .note = jg_tr(k->p->lang, "share of the points with its confidence interval (95 %)")};
    struct jg_axis axis = {.title = jg_tr(k->p->lang, "share of the points"), .scale = JG_SCALE_SHARE};
    jg_plot_bars(&plot, &axis, bars, n, 0.5);
}

/* ---- Match -------------------------------------------------------------------------------------- */

static const char *elo_text(const struct tournament_page *k, double elo, char out[JG_FORMAT_MAX]) {
    return jg_html_number(k->p, JG_FORM_SIGNED, elo, jg_format_decimals(elo, 0), out, JG_FORMAT_MAX);
}

/* The decision of the SPRT. It compares two hypotheses and does not estimate strength. */
static void put_verdict(const struct tournament_page *k, const struct jg_tally *t) {
    struct jg_page *p = k->p;
    const struct jg_sprt *test = k->c->sprt;
    struct jg_sprt_state state;
    char words[256], a[JG_FORMAT_MAX], b[JG_FORMAT_MAX];
    struct jg_text w;
    jg_sprt(test, t, &state);
    elo_text(k, test->elo0, a);
    elo_text(k, test->elo1, b);
    jg_text_init(&w, words, sizeof words);
    if (!jg_tally_games(t))
        jg_text_put(&w, jg_tr(p->lang, "No pair of games was finished."));
    else if (state.verdict == JG_SPRT_OPEN)
        jg_text_add(&w, jg_tr(p->lang, "Undecided: whether the first player is closer to %s than to %s Elo."), b, a);
    else if (state.verdict == JG_SPRT_ACCEPTED)
        jg_text_add(&w, jg_tr(p->lang, "Accepted: the first player is closer to %s than to %s Elo."), b, a);
    else
        jg_text_add(&w, jg_tr(p->lang, "Rejected: the first player is closer to %s than to %s Elo."), a, b);
    jg_page_say(p, "lead", words);
}

static void put_sprt(const struct tournament_page *k, const struct jg_tally *t) {
    struct jg_page *p = k->p;
    const struct jg_sprt *test = k->c->sprt;
    struct jg_sprt_state state;
    char a[JG_FORMAT_MAX], b[JG_FORMAT_MAX];
    jg_sprt(test, t, &state);
    jg_page_section(p, jg_tr(p->lang, "Sequential test"));
    jg_page_table_begin(p, jg_tr(p->lang, "Test state"),
                        jg_tr(p->lang, "the test ends when the log likelihood ratio leaves the bounds"), NULL);
    jg_page_heading(p, "Elo 0", "n");
    jg_page_heading(p, "Elo 1", "n");
    jg_page_heading(p, "α", "n");
    jg_page_heading(p, "β", "n");
    jg_page_heading(p, jg_tr(p->lang, "Log likelihood ratio"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Lower bound"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Upper bound"), "n");
    jg_page_head_end(p);
    jg_page_row_begin(p);
    jg_page_cell(p, elo_text(k, test->elo0, a), "n");
    jg_page_cell(p, elo_text(k, test->elo1, b), "n");
    jg_html_cell(p, JG_FORM_NUMBER, test->alpha, jg_format_decimals(test->alpha, 2));
    jg_html_cell(p, JG_FORM_NUMBER, test->beta, jg_format_decimals(test->beta, 2));
    jg_html_cell(p, JG_FORM_SIGNED, state.llr, 2);
    jg_html_cell(p, JG_FORM_SIGNED, state.lower, 2);
    jg_html_cell(p, JG_FORM_SIGNED, state.upper, 2);
    jg_page_row_end(p);
    jg_page_table_end(p);
}

static void put_test(struct jg_page *p, const char *name, const char *of, double value, int freedom, double p_value) {
    jg_page_row_begin(p);
    jg_page_cell(p, name, NULL);
    jg_page_cell(p, of, "words");
    jg_html_cell(p, JG_FORM_NUMBER, value, 2);
    jg_html_cell(p, JG_FORM_NUMBER, freedom, 0);
    jg_html_cell(p, JG_FORM_CHANCE, p_value, 3);
    jg_page_row_end(p);
}

/* The classical tests of publications. */
static void put_classical(const struct tournament_page *k, const struct jg_tally *t) {
    struct jg_page *p = k->p;
    const struct jg_student *s = k->student;
    double half = (double)(t->wins + t->losses) / 2, counts[] = {(double)t->wins, (double)t->losses};
    double x = half > 0 ? jg_chi_square(counts, (double[]){half, half}, 2) : NAN;
    jg_page_table_begin(p, jg_tr(p->lang, "Classical tests"),
                        jg_tr(p->lang, "they assume independent games; the two games of a pair are not"), NULL);
    jg_page_heading(p, jg_tr(p->lang, "Test"), NULL);
    jg_page_heading(p, jg_tr(p->lang, "Sample"), NULL);
    jg_page_heading(p, jg_tr(p->lang, "Value"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Degrees of freedom"), "n");
    jg_page_heading(p, jg_tr(p->lang, "p-value"), "n");
    jg_page_head_end(p);
    put_test(p, "χ²", jg_tr(p->lang, "wins against equal chances, without draws"), x, 1, jg_chi_square_tail(x, 1));
    if (s) {
        char words[256], games[JG_FORMAT_MAX], mean[JG_FORMAT_MAX], deviation[JG_FORMAT_MAX];
        struct jg_text w;
        jg_text_init(&w, words, sizeof words);
        jg_text_add(&w, jg_tr(p->lang, "points in %d simulations of %s games: mean %s, deviation %s"), s->simulations,
                    jg_html_number(p, JG_FORM_NUMBER, s->games, 0, games, sizeof games),
                    jg_html_number(p, JG_FORM_NUMBER, s->mean, 2, mean, sizeof mean),
                    jg_html_number(p, JG_FORM_NUMBER, s->deviation, 2, deviation, sizeof deviation));
        put_test(p, jg_tr(p->lang, "Student's t"), words, s->t, s->simulations - 1, s->p_value);
    }
    jg_page_table_end(p);
}

static void put_match(const struct tournament_page *k) {
    struct jg_tally t = jg_standings_between(k->s, 0, 1);
    if (k->c->sprt)
        put_verdict(k, &t);
    else
        jg_html_lead(k->p, &t, name_of(k, 0), name_of(k, 1));
    jg_html_tiles(k->p, &t, NULL);
    if (k->c->sprt)
        jg_page_say(k->p, "note",
                    jg_tr(k->p->lang,
                          "The p-value and the intervals assume a match of fixed length; this one was stopped by "
                          "its test."));
    jg_html_results(k->p, &t, side_of(k, 0), side_of(k, 1), k->s);
    put_scores(k);
    jg_html_pairs(k->p, &t, name_of(k, 0));
    put_classical(k, &t);
    if (k->c->sprt) put_sprt(k, &t);
}

/* ---- Ratings ------------------------------------------------------------------------------------ */

static bool any_of(const uint64_t *counts, int n) {
    for (int i = 0; i < n; i++)
        if (counts[i]) return true;
    return false;
}

static void put_rating(const struct tournament_page *k, int rank) {
    int player = k->ranking.order[rank];
    struct jg_tally t = jg_standings_of(k->s, player);
    double games = (double)jg_tally_games(&t), points = jg_html_points(&t);
    struct jg_page *p = k->p;
    jg_page_row_begin(p);
    jg_html_cell(p, JG_FORM_NUMBER, rank + 1, 0);
    put_name(k, rank);
    jg_html_cell(p, JG_FORM_SIGNED, games > 0 ? k->ranking.ratings.elo[player] : NAN, 0);
    jg_html_cell(p, JG_FORM_NUMBER, games > 0 ? k->ranking.ratings.error[player] : NAN, 0);
    jg_html_cell(p, JG_FORM_NUMBER, games, 0);
    jg_html_cell(p, JG_FORM_NUMBER, points, 1);
    jg_html_cell(p, JG_FORM_PERCENT, games > 0 ? points / games : NAN, 1);
    jg_html_cell(p, JG_FORM_NUMBER, (double)t.wins, 0);
    jg_html_cell(p, JG_FORM_NUMBER, (double)t.draws, 0);
    jg_html_cell(p, JG_FORM_NUMBER, (double)t.losses, 0);
    jg_html_cell(p, JG_FORM_SIGNED, games > 0 ? t.margin / games : NAN, 2);
    jg_html_cell(p, JG_FORM_SECONDS, games > 0 ? k->s->seconds[player] / games : NAN, 0);
    if (any_of(k->s->forfeits, k->n)) jg_html_cell(p, JG_FORM_NUMBER, (double)k->s->forfeits[player], 0);
    if (any_of(k->s->time_forfeits, k->n)) jg_html_cell(p, JG_FORM_NUMBER, (double)k->s->time_forfeits[player], 0);
    jg_page_row_end(p);
}

static void put_ratings(const struct tournament_page *k) {
    struct jg_page *p = k->p;
    char note[JG_AGENT_TITLE + 256], elo[JG_FORMAT_MAX];
    struct jg_text w;
    jg_text_init(&w, note, sizeof note);
    if (k->c->anchor)
        jg_text_add(&w,
                    jg_tr(p->lang, "Elo relative to %s, which has %s; ± is half of the confidence interval (95 %%) of "
                                   "the difference"),
                    name_of(k, k->c->anchor->player), elo_text(k, k->c->anchor->elo, elo));
    else
        jg_text_put(&w, jg_tr(p->lang, "Elo relative to the mean of the pool, weighted by precision; ± is half of the "
                                       "confidence interval (95 %)"));
    jg_page_table_begin(p, jg_tr(p->lang, "Ratings"), note, k->n > SHORT_MOST ? "wide long" : "wide");
    jg_page_heading(p, "", "n");
    jg_page_heading(p, jg_tr(p->lang, "Player"), NULL);
    jg_page_heading(p, "Elo", "n");
    jg_page_heading(p, "±", "n");
    jg_page_heading(p, jg_tr(p->lang, "Games played"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Points"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Share"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Won"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Drawn"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Lost"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Margin"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Time per game"), "n");
    if (any_of(k->s->forfeits, k->n)) jg_page_heading(p, jg_tr(p->lang, "Forfeits"), "n");
    if (any_of(k->s->time_forfeits, k->n)) jg_page_heading(p, jg_tr(p->lang, "Lost on time"), "n");
    jg_page_head_end(p);
    for (int rank = 0; rank < k->n; rank++) put_rating(k, rank);
    jg_page_table_end(p);
}

static void put_ladder(const struct tournament_page *k) {
    struct jg_bar bars[JG_PLAYERS_MAX];
    char labels[JG_PLAYERS_MAX][LABEL];
    for (int rank = 0; rank < k->n; rank++) {
        int player = k->ranking.order[rank];
        struct jg_tally t = jg_standings_of(k->s, player);
        double elo = jg_tally_games(&t) ? k->ranking.ratings.elo[player] : NAN;
        struct jg_text w;
        jg_text_init(&w, labels[rank], LABEL);
        jg_format_signed(&w, elo, 0, k->p->lang);
        if (!isnan(elo)) {
            jg_text_put(&w, " ± ");
            jg_format_number(&w, k->ranking.ratings.error[player], 0, k->p->lang);
        }
        bars[rank] = (struct jg_bar){.name = name_of(k, player),
                                     .value = elo,
                                     .low = elo - k->ranking.ratings.error[player],
                                     .high = elo + k->ranking.ratings.error[player],
                                     .label = labels[rank]};
    }
    struct jg_plot plot = {.out = k->p->out, .lang = k->p->lang, .title = jg_tr(k->p->lang, "Rating ladder")};
    jg_plot_bars(&plot, &(struct jg_axis){.title = "Elo"}, bars, (size_t)k->n, 0);
}

/* ---- Differences -------------------------------------------------------------------------------- */

/* Headings of the columns, which are numbered like the rows. */
static void put_numbers(const struct tournament_page *k) {
    for (int i = 0; i < k->n; i++) {
        char number[16];
        struct jg_text t;
        jg_text_init(&t, number, sizeof number);
        jg_text_add(&t, "%d", i + 1);
        jg_page_heading(k->p, number, "n");
    }
    jg_page_head_end(k->p);
}

static void put_difference(const struct tournament_page *k, int row) {
    double difference = NAN, error = NAN;
    jg_ranking_next(&k->ranking, row, &difference, &error);
    jg_page_row_begin(k->p);
    jg_html_cell(k->p, JG_FORM_NUMBER, row + 1, 0);
    put_name(k, row);
    jg_html_cell(k->p, JG_FORM_SIGNED, difference, 0);
    jg_html_cell(k->p, JG_FORM_NUMBER, error, 0);
    for (int column = 0; column < k->n; column++) {
        if (column == row)
            jg_page_cell(k->p, "", "n self");
        else
            jg_html_cell(k->p, JG_FORM_LIKELIHOOD, jg_ranking_superior(&k->ranking, row, column), 1);
    }
    jg_page_row_end(k->p);
}

static void put_differences(const struct tournament_page *k) {
    struct jg_page *p = k->p;
    jg_page_table_begin(p, jg_tr(p->lang, "Likelihood of superiority"),
                        jg_tr(p->lang, "of the row player over the column player; before it the difference to the "
                                       "next player with its ± (95 %)"),
                        k->n > PRINTED_MOST ? "cross screen" : "cross");
    jg_page_heading(p, "", "n");
    jg_page_heading(p, jg_tr(p->lang, "Player"), NULL);
    jg_page_heading(p, jg_tr(p->lang, "To the next"), "n");
    jg_page_heading(p, "±", "n");
    put_numbers(k);
    for (int row = 0; row < k->n; row++) put_difference(k, row);
    jg_page_table_end(p);
}

/* ---- Cross table -------------------------------------------------------------------------------- */

static struct jg_tally meeting(const struct tournament_page *k, size_t row, size_t column) {
    return jg_standings_between(k->s, k->ranking.order[row], k->ranking.order[column]);
}

static double share_of(const void *arg, size_t row, size_t column) {
    struct jg_tally t = meeting(arg, row, column);
    uint64_t games = jg_tally_games(&t);
    return games ? jg_html_points(&t) / (double)games : NAN;
}

static void share_label(const void *arg, size_t row, size_t column, struct jg_text *out) {
    const struct tournament_page *k = arg;
    jg_format_number(out, 100 * share_of(arg, row, column), k->n <= 12 ? 1 : 0, k->p->lang);
}

static void share_title(const void *arg, size_t row, size_t column, struct jg_text *out) {
    const struct tournament_page *k = arg;
    struct jg_tally t = meeting(k, row, column);
    jg_text_add(out, jg_tr(k->p->lang, "%s against %s: "), k->names[row], k->names[column]);
    jg_format_percent(out, share_of(arg, row, column), 1, k->p->lang);
    jg_text_add(out, jg_tr(k->p->lang, "; won %llu, drawn %llu, lost %llu"), (unsigned long long)t.wins,
                (unsigned long long)t.draws, (unsigned long long)t.losses);
}

static void put_cross_cell(const struct tournament_page *k, int row, int column) {
    char words[2 * JG_FORMAT_MAX] = "";
    struct jg_text w;
    struct jg_tally t = meeting(k, (size_t)row, (size_t)column);
    jg_text_init(&w, words, sizeof words);
    if (row != column && jg_tally_games(&t)) {
        jg_format_number(&w, jg_html_points(&t), 1, k->p->lang);
        jg_text_char(&w, '/');
        jg_format_number(&w, (double)jg_tally_games(&t), 0, k->p->lang);
    }
    jg_page_cell(k->p, words, row == column ? "n self" : "n");
}

static void put_cross(const struct tournament_page *k) {
    struct jg_page *p = k->p;
    jg_page_table_begin(p, jg_tr(p->lang, "Cross table"),
                        jg_tr(p->lang, "points of the row player against the column player, out of games played"),
                        k->n > PRINTED_MOST ? "cross screen" : "cross");
    jg_page_heading(p, "", "n");
    jg_page_heading(p, jg_tr(p->lang, "Player"), NULL);
    put_numbers(k);
    for (int row = 0; row < k->n; row++) {
        jg_page_row_begin(p);
        jg_html_cell(p, JG_FORM_NUMBER, row + 1, 0);
        put_name(k, row);
        for (int column = 0; column < k->n; column++) put_cross_cell(k, row, column);
        jg_page_row_end(p);
    }
    jg_page_table_end(p);
}

static void put_everyone(const struct tournament_page *k) {
    struct jg_plot plot = {.out = k->p->out,
                           .lang = k->p->lang,
                           .title = jg_tr(k->p->lang, "Score matrix"),
                           .note = jg_tr(k->p->lang, "share of the points of the row player against the column "
                                                     "player, in percent")};
    struct jg_heat heat = {
        .names = k->names, .n = (size_t)k->n, .arg = k, .share = share_of, .label = share_label, .title = share_title};
    jg_plot_heat(&plot, &heat);
    put_cross(k);
}

/* ---- Tournament --------------------------------------------------------------------------------- */

static void put_tournament(struct tournament_page *k) {
    if (!jg_standings_rank(k->s, k->c->anchor, &k->ranking)) {
        k->p->out->failed = true;
        return;
    }
    for (int i = 0; i < k->n; i++) k->names[i] = name_of(k, k->ranking.order[i]);
    if (!k->s->games) jg_page_say(k->p, "lead", jg_tr(k->p->lang, "No pair of games was finished."));
    put_ratings(k);
    put_ladder(k);
    put_differences(k);
    jg_page_section(k->p, jg_tr(k->p->lang, "Head to head"));
    if (!k->c->gauntlet) put_everyone(k);
    put_scores(k);
}

static void put_about(const struct tournament_page *k, bool match) {
    char about[2 * JG_AGENT_TITLE + 64], games[JG_FORMAT_MAX];
    struct jg_text t;
    struct jg_page *p = k->p;
    const char *kind = match            ? jg_tr(p->lang, "Match")
                       : k->c->gauntlet ? jg_tr(p->lang, "Gauntlet")
                                        : jg_tr(p->lang, "Tournament");
    jg_text_init(&t, about, sizeof about);
    if (match)
        jg_text_add(&t, jg_tr(p->lang, "%s against %s"), name_of(k, 0), name_of(k, 1));
    else
        jg_text_add(&t, jg_tr(p->lang, "%d players, %s games"), k->n,
                    jg_html_number(p, JG_FORM_NUMBER, (double)k->s->games, 0, games, sizeof games));
    jg_page_begin(p, kind, jg_tr(p->lang, k->c->game->kind->title), about);
}

char *jg_html_tournament(const struct jg_contest *contest, const struct jg_standings *standings,
                         const struct jg_student *student, const struct jg_setting_line *settings, size_t n,
                         jg_lang lang) {
    struct jg_buffer out = {0};
    struct jg_page page = {.out = &out, .lang = lang};
    struct tournament_page k = {
        .p = &page, .c = contest, .s = standings, .student = student, .n = contest->player_count};
    bool match = k.n == 2;
    for (int i = 0; i < k.n; i++) k.ranking.order[i] = i;
    name_players(&k);
    put_about(&k, match);
    if (match)
        put_match(&k);
    else
        put_tournament(&k);
    if (standings->games) {
        jg_page_section(&page, jg_tr(lang, "Games played"));
        put_lengths(&k);
    }
    jg_page_section(&page, jg_tr(lang, "Settings"));
    put_settings(&k, settings, n);
    put_players(&k);
    jg_ranking_free(&k.ranking);
    return jg_page_end(&page, settings, n);
}
