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
                    const struct jg_standing *order, int row, int width, int columns) {
    int player = order[row].player;
    struct jg_tally all = jg_standings_of(s, player);
    struct jg_tally_score score;
    jg_tally_score(&all, &score);
    jg_buffer_add(b, "%2d  ", row + 1);
    put_name(b, k->players[player].name, width);
    put_numbers(b, k, "  %+6.0f %5.0f  %7llu  %5.1f", fabs(order[row].elo) < 0.5 ? 0 : order[row].elo, order[row].error,
                (unsigned long long)jg_tally_games(&all), 100 * score.share);
    for (int i = 0; i < columns; i++) {
        struct jg_tally t = {0};
        if (i != row) t = jg_standings_between(s, player, order[i].player);
        jg_tally_score(&t, &score);
        if (jg_tally_games(&t))
            put_numbers(b, k, "  %5.1f", 100 * score.share);
        else
            jg_buffer_add(b, "  %5s", i == row ? "-" : "");
    }
    jg_buffer_put(b, "\n");
}

/* Prints the table with rows and columns in the order of the ratings. */
static void put_table(struct jg_buffer *b, const struct tournament *k, const struct jg_standings *s, int width,
                      int rows, int columns) {
    struct jg_standing order[JG_PLAYERS_MAX];
    if (!jg_standings_rank(s, order)) {
        b->failed = true;
        return;
    }
    const char *agent = tr(k->c, "agent");
    jg_buffer_add(b, "    %s%*s  %6s %5s  %7s  %5s", agent, width - text_width(agent), "", "Elo", "+-",
                  tr(k->c, "games"), "%");
    for (int i = 0; i < columns; i++) jg_buffer_add(b, "  %5d", i + 1);
    jg_buffer_put(b, "\n");
    for (int i = 0; i < rows; i++) put_row(b, k, s, order, i, width, columns);
}

void tournament_cross_table(struct jg_buffer *b, const struct tournament *k, const struct jg_standings *s) {
    put_table(b, k, s, widest(k, JG_SPEC_MAX), s->players, s->players);
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
    if (s->players == 2)
        put_score(b, k, s);
    else if (height > 0)
        put_table(b, k, s, name, at_most(s->players, height), at_most(s->players, room > 0 ? room : 0));
}

void tournament_settings(const struct tournament *k, struct jg_text *t) {
    const struct jg_contest *p = &k->plan;
    jg_text_add(t, tr(k->c, "%s, %llu games, seed %llu"), k->game_spec, (unsigned long long)k->standings.games,
                (unsigned long long)p->seed);
    if (p->opening) jg_text_add(t, tr(k->c, ", %d random opening moves"), p->opening);
    if (p->start_count) jg_text_add(t, tr(k->c, ", from %zu positions"), p->start_count);
}

void tournament_print_warnings(const struct tournament *k) {
    const struct jg_standings *s = &k->standings;
    for (int i = 0; i < k->plan.player_count; i++) {
        unsigned long long n = s->forfeits[i];
        if (!n) continue;
        printf(tr(k->c, "%s: games forfeited: %llu"), k->players[i].name, n);
        if (k->stored.run.id)
            printf(tr(k->c, "; 'jogada log --run %lld --failed' shows why"), (long long)k->stored.run.id);
        putchar('\n');
    }
    if (s->sampled >= FEW && 2 * s->distinct < s->sampled)
        printf(tr(k->c, "Only %llu of the first %llu games differ; repeated games add no information.\n"),
               (unsigned long long)s->distinct, (unsigned long long)s->sampled);
}

void tournament_print_end(const struct tournament *k) {
    unsigned long long known = k->standings.known, games = k->standings.games;
    long long run = (long long)k->stored.run.id;
    if (!k->c->progress) return;
    if (known >= games) {
        fprintf(stderr, tr(k->c, "all games were already stored as run %lld; --again plays them again\n"), run);
        return;
    }
    print_local(k->c, stderr, tr(k->c, "%.1f s, %.0f games/s\n"), k->seconds, (double)(games - known) / k->seconds);
    if (known) fprintf(stderr, tr(k->c, "%llu games were already stored\n"), known);
    if (run) fprintf(stderr, tr(k->c, "saved as run %lld: 'jogada log --run %lld' lists the games\n"), run, run);
}
