/* Cross tables and other results of matches and tournaments as text. */
#include "cli/tournament.h"

#include "core/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 8 }; /* too few games to warn about repeated ones */
enum {
    LIVE_NAME = 30,
    BESIDES = 34,
    COLUMN = 7
}; /* widths in columns: of a name, of the other numbers, of an opponent */

/* jg_buffer_add with numbers in the notation of the language. */
__attribute__((format(printf, 3, 4))) static void put_numbers(struct jg_buffer *b, const struct tournament *k,
                                                              const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    jg_number_format(text, sizeof text, k->c->lang, format, args);
    va_end(args);
    jg_buffer_put(b, text);
}

/* Prints a name in a column; a long one is cut in the middle. */
static void put_name(struct jg_buffer *b, const char *name, int width) {
    int length = (int)strlen(name), half = (width - 2) / 2;
    if (text_width(name) <= width)
        jg_buffer_add(b, "%s%*s", name, width - text_width(name), "");
    else
        jg_buffer_add(b, "%.*s..%s", width - 2 - half, name, name + length - half);
}

static int widest(const struct tournament *k, int most) {
    int width = 6;
    for (int i = 0; i < k->plan.player_count; i++) {
        int n = text_width(k->players[i].name);
        if (n > width) width = n;
    }
    return width < most ? width : most;
}

static void put_row(struct jg_buffer *b, const struct tournament *k, const struct jg_standings *s,
                    const struct jg_ranking *ranking, int row, int width, int columns) {
    int player = ranking->order[row];
    double elo = ranking->ratings.elo[player];
    struct jg_tally all = jg_standings_of(s, player);
    struct jg_tally_score score;
    jg_tally_score(&all, &score);
    jg_buffer_add(b, "%2d  ", row + 1);
    put_name(b, k->players[player].name, width);
    put_numbers(b, k, "  %+6.0f %5.0f  %7llu  %5.1f", fabs(elo) < 0.5 ? 0 : elo, ranking->ratings.error[player],
                (unsigned long long)jg_tally_games(&all), 100 * score.share);
    for (int i = 0; i < columns; i++) {
        struct jg_tally t = {0};
        if (i != row) t = jg_standings_between(s, player, ranking->order[i]);
        jg_tally_score(&t, &score);
        if (jg_tally_games(&t))
            put_numbers(b, k, "  %5.1f", 100 * score.share);
        else
            jg_buffer_add(b, "  %5s", i == row ? "-" : "");
    }
    jg_buffer_put(b, "\n");
}

static void put_head(struct jg_buffer *b, const struct tournament *k, int width) {
    const char *agent = tr(k->c, "agent");
    jg_buffer_add(b, "    %s%*s", agent, width - text_width(agent), "");
}

static void put_columns(struct jg_buffer *b, int columns) {
    for (int i = 0; i < columns; i++) jg_buffer_add(b, "  %5d", i + 1);
    jg_buffer_put(b, "\n");
}

/* Prints the table with rows and columns in the order of the ratings. */
static void put_table(struct jg_buffer *b, const struct tournament *k, const struct jg_standings *s,
                      const struct jg_ranking *ranking, int width, int rows, int columns) {
    put_head(b, k, width);
    jg_buffer_add(b, "  %6s %5s  %7s  %5s", "Elo", "+-", tr(k->c, "games"), "%");
    put_columns(b, columns);
    for (int i = 0; i < rows; i++) put_row(b, k, s, ranking, i, width, columns);
}

/* Prints the differences between neighbours and the likelihoods of superiority. */
static void put_differences(struct jg_buffer *b, const struct tournament *k, const struct jg_ranking *ranking,
                            int width) {
    jg_buffer_put(b, tr(k->c, "Elo above the next agent, and likelihood in % of being stronger than each:\n"));
    put_head(b, k, width);
    jg_buffer_add(b, "  %6s %5s", tr(k->c, "next"), "+-");
    put_columns(b, ranking->players);
    for (int row = 0; row < ranking->players; row++) {
        double difference, error;
        jg_buffer_add(b, "%2d  ", row + 1);
        put_name(b, k->players[ranking->order[row]].name, width);
        if (jg_ranking_next(ranking, row, &difference, &error))
            put_numbers(b, k, "  %+6.0f %5.0f", difference < 0.5 ? 0 : difference, error);
        else
            jg_buffer_add(b, "  %6s %5s", "", "");
        for (int i = 0; i < ranking->players; i++) {
            if (i == row)
                jg_buffer_add(b, "  %5s", "-");
            else
                put_numbers(b, k, "  %5.1f", 100 * jg_ranking_superior(ranking, row, i));
        }
        jg_buffer_put(b, "\n");
    }
}

void tournament_cross_table(struct jg_buffer *b, const struct tournament *k, const struct jg_ranking *ranking) {
    int width = widest(k, JG_SPEC_MAX);
    put_table(b, k, &k->standings, ranking, width, ranking->players, ranking->players);
    jg_buffer_put(b, "\n");
    put_differences(b, k, ranking, width);
}

static void put_score(struct jg_buffer *b, const struct tournament *k, const struct jg_standings *s) {
    struct jg_tally t = jg_standings_between(s, 0, 1);
    struct jg_tally_score score;
    jg_tally_score(&t, &score);
    jg_buffer_add(b, tr(k->c, "%llu won, %llu drawn, %llu lost"), (unsigned long long)t.wins,
                  (unsigned long long)t.draws, (unsigned long long)t.losses);
    put_numbers(b, k, "   %.1f %% (%.1f..%.1f)", 100 * score.share, 100 * score.low, 100 * score.high);
    if (isfinite(score.elo)) jg_buffer_add(b, "   Elo %+.0f", score.elo);
    if (k->plan.sprt) {
        struct jg_sprt_state state;
        jg_sprt(k->plan.sprt, &t, &state);
        put_numbers(b, k, "   LLR %.2f (%.2f..%.2f)", state.llr, state.lower, state.upper);
    }
    jg_buffer_put(b, "\n");
}

static int at_most(int a, int b) { return a < b ? a : b; }

void tournament_live_table(struct jg_buffer *b, const struct tournament *k, const struct jg_standings *s, int width,
                           int height) {
    int name = widest(k, LIVE_NAME), room = (width - name - BESIDES) / COLUMN;
    struct jg_ranking ranking;
    if (s->players == 2) {
        put_score(b, k, s);
    } else if (height > 0 && jg_standings_rank(s, k->plan.anchor, &ranking)) {
        put_table(b, k, s, &ranking, name, at_most(s->players, height), at_most(s->players, room > 0 ? room : 0));
        jg_ranking_free(&ranking);
    }
}

void tournament_settings(const struct tournament *k, struct jg_text *t) {
    const struct jg_contest *p = &k->plan;
    jg_text_add(t, tr(k->c, "%s, %llu games, seed %llu"), k->game_spec, (unsigned long long)k->standings.games,
                (unsigned long long)p->seed);
    if (p->opening) jg_text_add(t, tr(k->c, ", %d random opening moves"), p->opening);
    if (p->start_count) jg_text_add(t, tr(k->c, ", from %zu positions"), p->start_count);
    if (p->controls) jg_text_add(t, tr(k->c, ", time control %s"), k->o->controls);
    if (p->adjudication) {
        jg_text_put(t, tr(k->c, ", adjudication by "));
        jg_adjudication_print(p->adjudication, t);
    }
    if (p->anchor) add_local(k->c, t, tr(k->c, ", %s has %+g Elo"), k->players[p->anchor->player].name, p->anchor->elo);
}

void tournament_adjudicated(const struct tournament *k, struct jg_text *t) {
    const struct jg_standings *s = &k->standings;
    const char *separator = ": ";
    jg_text_add(t, tr(k->c, "%llu of %llu games"), (unsigned long long)jg_standings_adjudicated(s),
                (unsigned long long)s->games);
    for (int i = 1; i < JG_ADJUDICATION_COUNT; i++) {
        if (!s->adjudicated[i]) continue;
        jg_text_add(t, "%s%s %llu", separator, tr(k->c, jg_adjudication_reason((enum jg_adjudication_kind)i)),
                    (unsigned long long)s->adjudicated[i]);
        separator = ", ";
    }
}

static void print_forfeits(const struct tournament *k, const char *format, const uint64_t *counts) {
    for (int i = 0; i < k->plan.player_count; i++) {
        if (!counts[i]) continue;
        printf(format, k->players[i].name, (unsigned long long)counts[i]);
        if (k->stored.run.id)
            printf(tr(k->c, "; 'jogada log --run %lld --failed' shows why"), (long long)k->stored.run.id);
        putchar('\n');
    }
}

void tournament_print_warnings(const struct tournament *k) {
    const struct jg_standings *s = &k->standings;
    print_forfeits(k, tr(k->c, "%s: games forfeited: %llu"), s->forfeits);
    print_forfeits(k, tr(k->c, "%s: games lost on time: %llu"), s->time_forfeits);
    if (s->sampled >= FEW && 2 * s->distinct < s->sampled)
        printf(tr(k->c, "Only %llu of the first %llu games differ; repeated games add no information.\n"),
               (unsigned long long)s->distinct, (unsigned long long)s->sampled);
}

void tournament_print_end(const struct tournament *k) {
    unsigned long long known = k->standings.known, games = k->standings.games;
    long long run = (long long)k->stored.run.id;
    stored_print_known(k->c, &k->stored.stored, games);
    if (!k->c->progress || known >= games) return;
    print_local(k->c, stderr, tr(k->c, "%.1f s, %.0f games/s\n"), k->seconds, (double)(games - known) / k->seconds);
    if (run) fprintf(stderr, tr(k->c, "saved as run %lld: 'jogada log --run %lld' lists the games\n"), run, run);
}
