/* Explanations of agent `domino` for people and programs: probable hands, what the plays of a round have revealed about
 * them, styles of play and expected points. All figures come from the belief by which the agent chooses. */
#include "games/domino/explain.h"

#include "games/domino/text.h"

#include "core/number.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    COLUMNS = 78,
    INDENT = 2,
    TILES_SHOWN = 8,           /* of a hand */
    CHANGES = 3,               /* numbers of a hand */
    FINDINGS = 1 + 7 + 1 + CHANGES /* the opening, numbers left open, passes, changes */
};

static const double CHANGE_MIN = 0.1; /* a smaller change of a probability is not worth a word */

/* Sorts the tiles that a hidden hand may hold by probability, the likeliest first. */
static int sort_by_belief(const struct jg_domino_estimate *t, int seat, int tiles[JG_DOMINO_TILES]) {
    int n = 0;
    for (int tile = 0; tile < JG_DOMINO_TILES; tile++) {
        if (t->holds[seat][tile] <= 0) continue;
        int at = n++;
        for (; at > 0 && t->holds[seat][tiles[at - 1]] < t->holds[seat][tile]; at--) tiles[at] = tiles[at - 1];
        tiles[at] = tile;
    }
    return n;
}

/* Appends an item of a list, wrapping the line if needed. */
static void add_item(struct jg_text *out, int *column, const char *item, bool more) {
    int wide = 2 + (int)strlen(item);
    bool fits = *column + wide <= COLUMNS;
    if (!fits) jg_text_add(out, "\n%*s", 2 * INDENT, "");
    jg_text_add(out, "%s%s%s", fits ? " " : "", item, more ? "," : "");
    *column = wide + (fits ? *column : 2 * INDENT);
}

/* The deals behind the belief. */
static void explain_deals(const struct jg_domino_estimate *t, bool infers, jg_lang lang, struct jg_text *out) {
    if (t->exact)
        jg_text_add_tr(out, lang, "Probable hands in %%, from all %.0f deals consistent with the passes", t->possible);
    else
        jg_text_add_tr(out, lang, "Probable hands in %%, from %.0f of %.0f deals consistent with the passes", t->deals,
                       t->possible);
    jg_text_put(out, infers ? jg_tr(lang, "\nand weighted by the tiles played so far:\n") : ":\n");
}

static void explain_hand(const struct jg_game *g, const struct jg_domino *view, const struct jg_domino_estimate *t,
                         int seat, jg_lang lang, struct jg_text *out) {
    int tiles[JG_DOMINO_TILES], n = sort_by_belief(t, seat, tiles), shown = view->left[seat] + 2;
    if (shown > TILES_SHOWN) shown = TILES_SHOWN;
    jg_text_add(out, "  %-6s", jg_seat_name(g, seat, lang));
    for (int i = 0; i < n && i < shown; i++)
        jg_text_add(out, "  %d-%d %.0f", jg_domino_high[tiles[i]], jg_domino_low[tiles[i]],
                    100 * t->holds[seat][tiles[i]]);
    if (n > shown) jg_text_put(out, " ...");
    jg_text_char(out, '\n');
}

/* The probable models of a player, the likeliest first. */
static void explain_play(const char *who, const double plays_as[JG_DOMINO_MODELS], jg_lang lang, struct jg_text *out) {
    int order[JG_DOMINO_MODELS], column = INDENT + (int)strlen(who) + 1;
    for (int k = 0; k < JG_DOMINO_MODELS; k++) {
        int at = k;
        for (; at > 0 && plays_as[order[at - 1]] < plays_as[k]; at--) order[at] = order[at - 1];
        order[at] = k;
    }
    jg_text_add(out, "  %s:", who);
    for (int i = 0; i < JG_DOMINO_MODELS; i++) {
        char word[96];
        struct jg_text w;
        jg_text_init(&w, word, sizeof word);
        jg_text_add(&w, "%s %.0f %%", jg_tr(lang, jg_domino_models[order[i]].title), 100 * plays_as[order[i]]);
        add_item(out, &column, word, i + 1 < JG_DOMINO_MODELS);
    }
    jg_text_char(out, '\n');
}

/* Both opponents share one model. */
static void explain_players(const struct jg_game *g, const struct jg_query *query, const struct jg_domino_estimate *t,
                            jg_lang lang, struct jg_text *out) {
    int mate = query->seat ^ 2, opponent = query->seat ^ 1;
    bool knows_mate = !jg_domino_hidden(query->view, mate);
    if (knows_mate && !jg_domino_hidden(query->view, opponent) && !jg_domino_hidden(query->view, opponent ^ 2)) return;
    jg_text_put(out, jg_tr(lang, "Probable styles of play\n"));
    if (!knows_mate) explain_play(jg_seat_name(g, mate, lang), t->plays_as[mate], lang, out);
    if (jg_domino_hidden(query->view, opponent) || jg_domino_hidden(query->view, opponent ^ 2))
        explain_play(jg_domino_team_name(jg_team(opponent), lang), t->plays_as[opponent], lang, out);
}

/* ---- What the plays reveal ------------------------------------------------------------------ */

/* What a seat did in this round, and the numbers whose probability its plays have changed most. */
struct finding {
    char item[FINDINGS][64];
    int n;
};

static struct jg_text add_finding(struct finding *f) {
    struct jg_text t;
    jg_text_init(&t, f->item[f->n++], sizeof *f->item);
    return t;
}

/* The opening tile, and the numbers that the seat has left open with later ones. */
static void find_plays(const struct jg_game *g, const struct jg_domino *view, int seat, jg_lang lang,
                       struct finding *f) {
    struct jg_domino_table table = {0};
    int left[7] = {0};
    for (int i = 0; i < view->count; i++) {
        int tile = view->log[i] & 31, arm = view->log[i] >> 5 & 3;
        if (i)
            jg_domino_join(jg_domino_rules(g), &table, tile, arm);
        else
            jg_domino_open_table(jg_domino_rules(g), &table, tile);
        if (view->by[i] != seat) continue;
        if (i) {
            left[table.end[arm]]++;
        } else {
            struct jg_text t = add_finding(f);
            jg_text_add_tr(&t, lang, "opened with %d-%d", jg_domino_high[tile], jg_domino_low[tile]);
        }
    }
    for (int number = 6; number >= 0; number--) {
        if (!left[number]) continue;
        struct jg_text t = add_finding(f);
        if (left[number] == 1)
            jg_text_add_tr(&t, lang, "left %d open", number);
        else
            jg_text_add_tr(&t, lang, "left %d open %d times", number, left[number]);
    }
}

static void find_passes(const struct jg_domino *view, int seat, jg_lang lang, struct finding *f) {
    char numbers[16];
    struct jg_text list;
    jg_text_init(&list, numbers, sizeof numbers);
    for (int number = 6; number >= 0; number--)
        if (view->lacks[seat] >> number & 1) jg_text_add(&list, "%s%d", numbers[0] ? "/" : "", number);
    if (!numbers[0]) return;
    struct jg_text t = add_finding(f);
    jg_text_add_tr(&t, lang, "passed on %s", numbers);
}

/* At most CHANGES numbers, the most changed first. */
static void find_changes(const struct jg_domino_estimate *t, int seat, jg_lang lang, struct finding *f) {
    for (int n = 0, done = 0; n < CHANGES; n++) {
        int most = -1;
        double change = CHANGE_MIN;
        for (int number = 0; number < 7; number++) {
            double by = fabs(t->has[seat][number] - t->had[seat][number]);
            if (done >> number & 1 || by < change) continue;
            most = number;
            change = by;
        }
        if (most < 0) return;
        done |= 1 << most;
        struct jg_text out = add_finding(f);
        jg_text_add_tr(&out, lang, "holds a %d: %.0f %% instead of %.0f %%", most, 100 * t->has[seat][most],
                       100 * t->had[seat][most]);
    }
}

/* A line per hidden hand whose plays have changed the belief: "North, your partner: opened with 3-3, left 3 open 2
 * times, passed on 5, holds a 3: 80 % instead of 55 %". */
static void explain_revealed(const struct jg_game *g, const struct jg_query *query, const struct jg_domino_estimate *t,
                             jg_lang lang, struct jg_text *out) {
    const struct jg_domino *view = query->view;
    bool first = true;
    for (int i = 1; i <= 3; i++) { /* the partner first */
        int seat = (query->seat + (i == 1 ? 2 : i == 2 ? 1 : 3)) & 3;
        struct finding f = {.n = 0};
        char who[64];
        struct jg_text w;
        if (!jg_domino_hidden(view, seat)) continue;
        find_plays(g, view, seat, lang, &f);
        find_passes(view, seat, lang, &f);
        int facts = f.n;
        find_changes(t, seat, lang, &f);
        if (f.n == facts) continue;
        jg_text_init(&w, who, sizeof who);
        jg_text_add_tr(&w, lang, i == 1 ? "%s, your partner" : "%s", jg_seat_name(g, seat, lang));
        if (first) jg_text_put(out, jg_tr(lang, "What the plays reveal\n"));
        first = false;
        jg_text_add(out, "  %s:", who);
        int column = INDENT + (int)strlen(who) + 1;
        for (int k = 0; k < f.n; k++) add_item(out, &column, f.item[k], k + 1 < f.n);
        jg_text_char(out, '\n');
    }
}

/* ---- Points, and the whole ------------------------------------------------------------------ */

/* " +3.5", with the decimal separator of the language. */
static void add_points(struct jg_text *t, double points, jg_lang lang) {
    char digits[32];
    snprintf(digits, sizeof digits, "%+.1f", points);
    size_t whole = strcspn(digits, ".");
    jg_text_add(t, " %.*s%s%s", (int)whole, digits, jg_number_decimal(lang), digits + whole + 1);
}

/* Expected points of each move; the winning probabilities are part of the report. */
static void explain_points(const struct jg_game *g, const struct jg_domino *view, const struct jg_domino_estimate *t,
                           jg_lang lang, struct jg_text *out) {
    int column = 1;
    jg_text_put(out, jg_tr(lang, "Expected point difference in the rest of the round\n "));
    for (int i = 0; i < t->n; i++) {
        char word[JG_MOVE_MAX + 32];
        struct jg_text w;
        jg_text_init(&w, word, sizeof word);
        jg_domino_print_move(g, view, t->moves[i], &w);
        add_points(&w, jg_domino_margin(t, i), lang);
        add_item(out, &column, word, i + 1 < t->n);
    }
    jg_text_char(out, '\n');
}

/* How probable the partner finds each move: beside the chance to win, a reason to choose it. */
static void explain_clarity(const struct jg_game *g, const struct jg_domino *view, const struct jg_domino_estimate *t,
                            jg_lang lang, struct jg_text *out) {
    int column = 1;
    jg_text_put(out, jg_tr(lang, "Moves that your partner expects\n "));
    for (int i = 0; i < t->n; i++) {
        char word[JG_MOVE_MAX + 32];
        struct jg_text w;
        jg_text_init(&w, word, sizeof word);
        jg_domino_print_move(g, view, t->moves[i], &w);
        jg_text_add(&w, " %.0f %%", 100 * t->expected[i]);
        add_item(out, &column, word, i + 1 < t->n);
    }
    jg_text_char(out, '\n');
}

void jg_domino_explain(const struct jg_game *g, const struct jg_query *query, const struct jg_domino_estimate *t,
                       bool infers, jg_lang lang, struct jg_text *out) {
    explain_deals(t, infers, lang, out);
    for (int seat = 0; seat < 4; seat++)
        if (jg_domino_hidden(query->view, seat)) explain_hand(g, query->view, t, seat, lang, out);
    if (infers) {
        explain_revealed(g, query, t, lang, out);
        explain_players(g, query, t, lang, out);
    }
    explain_points(g, query->view, t, lang, out);
    if (t->clarity > 0) explain_clarity(g, query->view, t, lang, out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *seat_json(const struct jg_domino *view, const struct jg_domino_estimate *t, int seat) {
    json_t *tiles = json_object(), *models = json_object(), *lacks = json_array(),
           *suits = json_array();
    int order[JG_DOMINO_TILES], n = sort_by_belief(t, seat, order);
    for (int i = 0; i < n; i++) {
        char name[8] = {(char)('0' + jg_domino_high[order[i]]), '-', (char)('0' + jg_domino_low[order[i]])};
        json_object_set_new(tiles, name, json_real(t->holds[seat][order[i]]));
    }
    for (int k = 0; k < JG_DOMINO_MODELS; k++)
        json_object_set_new(models, jg_domino_models[k].name, json_real(t->plays_as[seat][k]));
    for (int number = 0; number < 7; number++)
        if (view->lacks[seat] >> number & 1) json_array_append_new(lacks, json_integer(number));
    for (int number = 0; number < 7; number++)
        json_array_append_new(suits,
                              json_pack("{s:f, s:f}", "holds", t->has[seat][number], "before", t->had[seat][number]));
    return json_pack("{s:i, s:i, s:o, s:o, s:o, s:o}", "seat", seat, "left", view->left[seat], "lacks", lacks, "tiles",
                     tiles, "suits", suits, "plays_as", models);
}

json_t *jg_domino_explain_json(const struct jg_game *g, const struct jg_query *query,
                               const struct jg_domino_estimate *t, bool valid) {
    json_t *hands = json_array(), *moves = json_array();
    for (int seat = 0; valid && seat < 4; seat++)
        if (jg_domino_hidden(query->view, seat)) json_array_append_new(hands, seat_json(query->view, t, seat));
    for (int i = 0; valid && i < t->n; i++) {
        char word[JG_MOVE_MAX];
        struct jg_text w;
        jg_text_init(&w, word, sizeof word);
        jg_domino_print_move(g, query->view, t->moves[i], &w);
        json_array_append_new(moves, json_pack("{s:s, s:f, s:f, s:f}", "move", word, "win", jg_domino_chance(t, i),
                                               "points", jg_domino_margin(t, i), "expected", t->expected[i]));
    }
    return json_pack("{s:b, s:f, s:f, s:f, s:i, s:i, s:o, s:o}", "exact", t->exact, "possible", t->possible, "deals",
                     t->deals, "sample", t->sample, "worlds", t->worlds, "solved", t->solved, "hands", hands, "moves",
                     moves);
}
