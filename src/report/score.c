#include "report/score.h"

#include "agents/agents.h"
#include "report/format.h"
#include "report/plot.h"

#include <math.h>

enum { SENTENCE = JG_AGENT_TITLE + 512 };

/* ---- Numbers -------------------------------------------------------------------------------- */

const char *jg_html_number(const struct jg_page *p, enum jg_form form, double x, int decimals, char *out, size_t size) {
    struct jg_text t;
    jg_text_init(&t, out, size);
    switch (form) {
    case JG_FORM_NUMBER: jg_format_number(&t, x, decimals, p->lang); break;
    case JG_FORM_SIGNED: jg_format_signed(&t, x, decimals, p->lang); break;
    case JG_FORM_PERCENT: jg_format_percent(&t, x, decimals, p->lang); break;
    case JG_FORM_CHANCE: jg_format_probability(&t, x, p->lang); break;
    case JG_FORM_LIKELIHOOD:
        jg_text_put(&t, x > 0.9995 ? "> " : x < 0.0005 ? "< " : "");
        jg_format_percent(&t, fmax(0.001, fmin(0.999, x)), 1, p->lang);
        break;
    case JG_FORM_SECONDS: jg_format_seconds(&t, x, p->lang); break;
    }
    return out;
}

void jg_html_cell(struct jg_page *p, enum jg_form form, double x, int decimals) {
    char words[JG_FORMAT_MAX];
    jg_page_cell(p, jg_html_number(p, form, x, decimals, words, sizeof words), "n");
}

/* "58.1 % to 66.4 %" */
static const char *interval(const struct jg_page *p, enum jg_form form, double low, double high, int decimals,
                            char *out, size_t size) {
    char from[JG_FORMAT_MAX], to[JG_FORMAT_MAX];
    struct jg_text t;
    jg_text_init(&t, out, size);
    jg_text_add(&t, jg_tr(p->lang, "95 %%: %s to %s"), jg_html_number(p, form, low, decimals, from, sizeof from),
                jg_html_number(p, form, high, decimals, to, sizeof to));
    return out;
}

/* ---- Result ------------------------------------------------------------------------------- */

void jg_html_lead(struct jg_page *p, const struct jg_tally *t, const char *first, const char *second) {
    char words[SENTENCE], share[JG_FORMAT_MAX];
    struct jg_tally_score s;
    struct jg_text w;
    jg_tally_score(t, &s);
    bool ahead = s.share >= 0.5;
    jg_text_init(&w, words, sizeof words);
    jg_html_number(p, JG_FORM_PERCENT, ahead ? s.share : 1 - s.share, 1, share, sizeof share);
    if (!jg_tally_games(t))
        jg_text_put(&w, jg_tr(p->lang, "No pair of games was finished."));
    else if (jg_tally_verdict(&s))
        jg_text_add(&w, jg_tr(p->lang, "Stronger: %s, with %s of the points."), ahead ? first : second, share);
    else
        jg_text_add(&w, jg_tr(p->lang, "No significant difference: %s of the points for %s."), share,
                    ahead ? first : second);
    jg_page_say(p, "lead", words);
}

/* A message, with the name of the first player if it has one. */
static const char *named(const char *message, const char *named_message, const char *first, char *out, size_t size) {
    struct jg_text t;
    if (!first) return message;
    jg_text_init(&t, out, size);
    jg_text_add(&t, named_message, first);
    return out;
}

void jg_html_tiles(struct jg_page *p, const struct jg_tally *t, const char *first) {
    struct jg_tally_score s;
    char value[JG_FORMAT_MAX], more[3 * JG_FORMAT_MAX], title[SENTENCE], stronger[SENTENCE];
    jg_tally_score(t, &s);
    jg_page_tiles_begin(p);
    jg_page_tile(p,
                 named(jg_tr(p->lang, "First player's score"), jg_tr(p->lang, "Score: %s"), first, title, sizeof title),
                 jg_html_number(p, JG_FORM_PERCENT, s.share, 1, value, sizeof value),
                 interval(p, JG_FORM_PERCENT, s.low, s.high, 1, more, sizeof more));
    jg_page_tile(p, jg_tr(p->lang, "Elo difference"), jg_html_number(p, JG_FORM_SIGNED, s.elo, 0, value, sizeof value),
                 interval(p, JG_FORM_SIGNED, s.elo_low, s.elo_high, 0, more, sizeof more));
    jg_page_tile(p, jg_tr(p->lang, "Likelihood of superiority"),
                 jg_html_number(p, JG_FORM_LIKELIHOOD, s.superior, 1, value, sizeof value),
                 named(jg_tr(p->lang, "that the first player is stronger"),
                       jg_tr(p->lang, "that this side is stronger: %s"), first, stronger, sizeof stronger));
    jg_page_tile(p, jg_tr(p->lang, "p-value"), jg_html_number(p, JG_FORM_CHANCE, s.p_value, 3, value, sizeof value),
                 jg_tr(p->lang, "probability of this result, or a more extreme one, between equals"));
    jg_page_tiles_end(p);
}

/* ---- Tables ----------------------------------------------------------------------------------- */

static void put_side(struct jg_page *p, const struct jg_tally *t, struct jg_html_side side,
                     const struct jg_standings *s, int player) {
    double games = (double)jg_tally_games(t), points = jg_html_points(t);
    jg_page_row_begin(p);
    jg_page_name(p, side.name, side.spec);
    jg_html_cell(p, JG_FORM_NUMBER, (double)t->wins, 0);
    jg_html_cell(p, JG_FORM_NUMBER, (double)t->draws, 0);
    jg_html_cell(p, JG_FORM_NUMBER, (double)t->losses, 0);
    jg_html_cell(p, JG_FORM_NUMBER, points, 1);
    jg_html_cell(p, JG_FORM_PERCENT, games > 0 ? points / games : NAN, 1);
    jg_html_cell(p, JG_FORM_SIGNED, games > 0 ? t->margin / games : NAN, 2);
    if (s) {
        jg_html_cell(p, JG_FORM_SECONDS, s->seconds[player], 0);
        jg_html_cell(p, JG_FORM_SECONDS, games > 0 ? s->seconds[player] / games : NAN, 0);
        if (s->forfeits[0] + s->forfeits[1]) jg_html_cell(p, JG_FORM_NUMBER, (double)s->forfeits[player], 0);
        if (s->time_forfeits[0] + s->time_forfeits[1])
            jg_html_cell(p, JG_FORM_NUMBER, (double)s->time_forfeits[player], 0);
    }
    jg_page_row_end(p);
}

void jg_html_results(struct jg_page *p, const struct jg_tally *t, struct jg_html_side first, struct jg_html_side second,
                     const struct jg_standings *s) {
    char note[128], games[JG_FORMAT_MAX];
    struct jg_text w;
    struct jg_tally turned = jg_tally_swap(t);
    jg_text_init(&w, note, sizeof note);
    jg_text_add(&w, jg_tr(p->lang, "games: %s"),
                jg_html_number(p, JG_FORM_NUMBER, (double)jg_tally_games(t), 0, games, sizeof games));
    jg_page_table_begin(p, jg_tr(p->lang, "Results"), note, NULL);
    jg_page_heading(p, jg_tr(p->lang, "Player"), NULL);
    jg_page_heading(p, jg_tr(p->lang, "Wins"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Draws"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Losses"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Points"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Share"), "n");
    jg_page_heading(p, jg_tr(p->lang, "Mean margin"), "n");
    if (s) {
        jg_page_heading(p, jg_tr(p->lang, "Thinking time"), "n");
        jg_page_heading(p, jg_tr(p->lang, "per game"), "n");
        if (s->forfeits[0] + s->forfeits[1]) jg_page_heading(p, jg_tr(p->lang, "Forfeits"), "n");
        if (s->time_forfeits[0] + s->time_forfeits[1]) jg_page_heading(p, jg_tr(p->lang, "Lost on time"), "n");
    }
    jg_page_head_end(p);
    put_side(p, t, first, s, 0);
    put_side(p, &turned, second, s, 1);
    jg_page_table_end(p);
    if (s && s->forfeits[0] + s->forfeits[1])
        jg_page_say(p, "note",
                    jg_tr(p->lang, "Forfeits: games that the agent lost because it returned no move or an illegal "
                                   "one."));
}

/* ---- Pairs ------------------------------------------------------------------------------------ */

void jg_html_pairs(struct jg_page *p, const struct jg_tally *t, const char *first) {
    static const char *const NAMES[JG_PAIR_SCORES] = {"0", "½", "1", "1½", "2"};
    struct jg_bar bars[JG_PAIR_SCORES];
    char labels[JG_PAIR_SCORES][2 * JG_FORMAT_MAX];
    double all = 0;
    for (int i = 0; i < JG_PAIR_SCORES; i++) all += (double)t->pairs[i];
    for (int i = 0; i < JG_PAIR_SCORES; i++) {
        struct jg_text w;
        double count = (double)t->pairs[i];
        jg_text_init(&w, labels[i], sizeof labels[i]);
        jg_format_number(&w, count, 0, p->lang);
        if (all > 0) {
            jg_text_put(&w, " (");
            jg_format_percent(&w, count / all, 1, p->lang);
            jg_text_put(&w, ")");
        }
        bars[i] = (struct jg_bar){.name = NAMES[i], .value = count, .low = NAN, .high = NAN, .label = labels[i]};
    }
    char note[SENTENCE];
    struct jg_text w;
    jg_text_init(&w, note, sizeof note);
    jg_text_add(&w, jg_tr(p->lang, "points of %s in the two games of a pair: same opening, seats swapped"), first);
    struct jg_plot plot = {.out = p->out, .lang = p->lang, .title = jg_tr(p->lang, "Pair results"), .note = note};
    struct jg_axis axis = {.title = jg_tr(p->lang, "pairs"), .scale = JG_SCALE_WHOLE};
    jg_plot_bars(&plot, &axis, bars, JG_PAIR_SCORES, NAN);
}
