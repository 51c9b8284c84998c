/* The texts of a drawn tree, for all output formats: names, values, reasons of cutoffs, headings and the legend. */
#include "report/tree.h"

#include "report/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAMES_MOST = 4,   /* most names of branches in a reason; the others are "n more" */
    SHARES_MOST = 64, /* greatest denominator of a probability that is printed as a fraction */
};

const char *jg_tree_name(const struct jg_tree *t, uint32_t node, char out[8]) {
    char reversed[8];
    int n = 0, i = 0;
    for (uint32_t rest = t->nodes[node].name; rest; rest = (rest - 1) / 26)
        reversed[n++] = (char)('a' + (rest - 1) % 26);
    while (n) out[i++] = reversed[--n];
    out[i] = 0;
    return out;
}

void jg_tree_move(const struct jg_tree *t, uint32_t node, struct jg_text *text) {
    union jg_state state;
    if (!t->nodes[node].move) return;
    jg_tree_state(t, t->nodes[node].parent, &state);
    t->game->kind->print_move(t->game, &state, t->nodes[node].move, text);
}

void jg_tree_position(const struct jg_tree *t, uint32_t node, struct jg_text *text) {
    union jg_state state;
    jg_tree_state(t, node, &state);
    t->game->kind->print(t->game, &state, text);
}

double jg_tree_probability(const struct jg_tree *t, uint32_t node) {
    const struct jg_tree_node *n = &t->nodes[node];
    const struct jg_game_kind *k = t->game->kind;
    union jg_state state;
    double probability;
    if (!n->move || t->nodes[n->parent].turn != JG_TREE_CHANCE) return 1;
    jg_tree_state(t, n->parent, &state);
    uint64_t all = k->outcomes(t->game, &state);
    for (uint64_t i = 0; i < all; i++)
        if (k->outcome(t->game, &state, i, &probability) == n->move) return probability;
    return 0;
}

/* Adds a probability: "1/6" if it is a simple fraction, else "12.5 %"; "1" if it is certain. */
static void put_probability(double p, jg_lang lang, struct jg_text *text) {
    for (int n = 1; n <= SHARES_MOST; n++) {
        double k = round(p * n);
        if (k < 1 || fabs(p * n - k) > 1e-9) continue;
        jg_text_add(text, n > 1 ? "%.0f/%d" : "%.0f", k, n);
        return;
    }
    jg_text_add_local(text, lang, "%.3g %%", 100 * p);
}

void jg_tree_label(const struct jg_tree *t, uint32_t node, jg_lang lang, struct jg_text *text) {
    const struct jg_tree_node *n = &t->nodes[node];
    jg_tree_move(t, node, text);
    if (!n->move || t->nodes[n->parent].turn != JG_TREE_CHANCE) return;
    jg_text_put(text, " (");
    put_probability(jg_tree_probability(t, node), lang, text);
    jg_text_char(text, ')');
}

/* ---- Numbers --------------------------------------------------------------------------- */

static const struct jg_evaluator *evaluator_of(const struct jg_tree *t) {
    return t->report.by ? t->report.by : t->game->kind->evaluators;
}

/* Expected values are fractions of a point; only a certain win is a win. */
static void put_parts(const struct jg_tree *t, int32_t value, jg_lang lang, struct jg_text *v) {
    const struct jg_evaluator *by = evaluator_of(t);
    double points = (double)value / t->scale;
    if (value % t->scale == 0 && (abs(value / t->scale) < JG_WIN / 2 || abs(value / t->scale) == JG_WIN))
        jg_value_print(v, by, value / t->scale, lang);
    else if (by->chance)
        jg_text_add_local(v, lang, "%.1f %%", 50 + 50 * points / JG_CHANCES);
    else
        jg_text_add_local(v, lang, "%+.2f", points / by->unit);
}

/* Adds a sign only if it is needed: a tree is full of numbers. */
void jg_tree_value(const struct jg_tree *t, int32_t value, jg_lang lang, bool unicode, struct jg_text *text) {
    char buffer[32];
    struct jg_text v;
    const char *minus = unicode ? "−" : "-", *infinite = unicode ? "∞" : "inf";
    jg_text_init(&v, buffer, sizeof buffer);
    if (value == INT32_MAX || value == -INT32_MAX) {
        jg_text_add(text, "%s%s", value > 0 ? "+" : minus, infinite);
        return;
    }
    put_parts(t, value, lang, &v);
    if (buffer[0] == '-') jg_text_put(text, minus);
    jg_text_put(text, buffer + (buffer[0] == '-' || buffer[0] == '+'));
}

/* A value within a sentence: "a win". */
static void tell_value(const struct jg_tree *t, int32_t value, jg_lang lang, bool unicode, struct jg_text *text) {
    double least = t->scale == 1 ? JG_WIN / 2 : (double)JG_WIN * t->scale;
    if (value >= least)
        jg_text_put(text, jg_tr(lang, "a win"));
    else if (value <= -least)
        jg_text_put(text, jg_tr(lang, "a loss"));
    else
        jg_tree_value(t, value, lang, unicode, text);
}

/* In a finished game nobody is to move: the value is for the opponent of the last mover. */
int32_t jg_tree_shown(const struct jg_tree *t, uint32_t node) {
    const struct jg_tree_node *n = &t->nodes[node];
    bool over = jg_tree_over(n->turn);
    bool max = over && n->move ? t->nodes[n->parent].turn == JG_TREE_MIN : n->turn == JG_TREE_MAX;
    return t->by_mover && !max ? -n->value : n->value;
}

bool jg_tree_has_notes(const struct jg_tree *t) {
    for (uint32_t i = 0; i < t->count; i++)
        if (t->nodes[i].note) return true;
    return false;
}

bool jg_tree_is_static(const struct jg_tree *t, uint32_t node) {
    const struct jg_tree_node *n = &t->nodes[node];
    return n->visit && !jg_tree_over(n->turn) && !n->child && n->known == JG_TREE_EXACT;
}

/* Adds a number with thousands separators. */
static void add_number(uint64_t n, jg_lang lang, struct jg_text *text) { jg_format_number(text, (double)n, 0, lang); }

void jg_tree_more(const struct jg_tree *t, uint32_t node, jg_lang lang, struct jg_text *text) {
    uint32_t n = jg_tree_hidden(t, node);
    jg_text_char(text, '+');
    if (n == UINT32_MAX)
        jg_text_put(text, "...");
    else
        add_number(n, lang, text);
}

/* ---- Cutoffs ----------------------------------------------------------------------------- */

uint32_t jg_tree_bound_from(const struct jg_tree *t, uint32_t node, uint32_t *through) {
    const struct jg_tree_node *n = &t->nodes[node];
    bool alpha = jg_tree_cut_at(t, node) == JG_TREE_ALPHA;
    uint32_t up = n->parent, below = node;
    *through = 0;
    if (t->nodes[up].turn == JG_TREE_CHANCE) return up;
    while (t->nodes[up].move && (alpha ? t->nodes[up].alpha >= n->alpha : t->nodes[up].beta <= n->beta)) {
        below = up;
        up = t->nodes[up].parent;
        if (t->nodes[up].turn == JG_TREE_CHANCE) return up;
    }
    for (uint32_t c = t->nodes[up].child; c && c != below; c = t->nodes[c].next)
        if (t->nodes[c].raised && t->nodes[c].returned == (alpha ? n->alpha : n->beta)) *through = c;
    return up;
}

/* Adds the names "g", "g and h" or "g, h and 3 more". Returns their number. */
static uint32_t list_cut(const struct jg_tree *t, uint32_t node, jg_lang lang, struct jg_text *text) {
    uint32_t all = 0, drawn = 0, named = 0;
    char name[8];
    for (uint32_t c = t->nodes[node].child; c; c = t->nodes[c].next) {
        all += t->nodes[c].cut != 0;
        drawn += t->nodes[c].cut && t->nodes[c].name;
    }
    uint32_t most = drawn > NAMES_MOST ? NAMES_MOST : drawn, more = all - most;
    if (!most) return 0;
    for (uint32_t c = jg_tree_child(t, node); c && named < most; c = jg_tree_sibling(t, c)) {
        if (!t->nodes[c].cut) continue;
        bool last = named + 1 == most && !more;
        jg_text_put(text, !named ? "" : last ? jg_tr(lang, " and ") : ", ");
        jg_text_put(text, jg_tree_name(t, c, name));
        named++;
    }
    if (more) jg_text_add(text, jg_tr(lang, " and %u more"), more);
    return all;
}

void jg_tree_reason(const struct jg_tree *t, uint32_t node, jg_lang lang, bool unicode, struct jg_text *text) {
    char value[32], bound[32], list[64], name[8], other[8];
    struct jg_text v, b, l;
    uint32_t through, from = jg_tree_bound_from(t, node, &through);
    bool alpha = jg_tree_cut_at(t, node) == JG_TREE_ALPHA, mean = t->nodes[from].turn == JG_TREE_CHANCE;
    jg_text_init(&v, value, sizeof value);
    jg_text_init(&b, bound, sizeof bound);
    jg_text_init(&l, list, sizeof list);
    tell_value(t, t->nodes[node].value, lang, unicode, &v);
    tell_value(t, alpha ? t->nodes[node].alpha : t->nodes[node].beta, lang, unicode, &b);
    jg_text_add(text,
                jg_tr(lang, mean && alpha ? "alpha cutoff: %s is at most %s, but the chance node %s needs more than %s"
                            : mean        ? "beta cutoff: %s is at least %s, but for the chance node %s %s is enough"
                            : alpha       ? "alpha cutoff: %s is at most %s, but %s already has %s"
                                          : "beta cutoff: %s is at least %s, but %s already has %s"),
                jg_tree_name(t, node, name), value, jg_tree_name(t, from, other), bound);
    if (mean)
        ; /* the bound is its own */
    else if (!through)
        jg_text_put(text, jg_tr(lang, " from its static evaluation"));
    else if (t->nodes[through].name)
        jg_text_add(text, jg_tr(lang, " through %s"), jg_tree_name(t, through, name));
    uint32_t n = list_cut(t, node, lang, &l);
    if (n)
        jg_text_add(text, jg_tr(lang, n == 1 ? ", so %s does not matter" : ", so %s do not matter"), list);
    else
        jg_text_put(text, jg_tr(lang, ", so the rest does not matter"));
}

/* ---- Around the tree ----------------------------------------------------------------------- */

/* Adds "MAX, player 1", or "MAX" if the player has that name. */
static const char *side_name(const struct jg_tree *t, bool max, jg_lang lang, char out[128]) {
    const char *side = max ? "MAX" : "MIN", *player = jg_seat_name(t->game, max ? t->seat : t->seat ^ 1, lang);
    struct jg_text text;
    jg_text_init(&text, out, 128);
    jg_text_add(&text, strcmp(side, player) ? "%s, %s" : "%s", side, player);
    return out;
}

void jg_tree_whose(const struct jg_tree *t, uint8_t turn, jg_lang lang, struct jg_text *text) {
    static const enum jg_tree_key keys[] = {
        [JG_TREE_WON] = JG_TREE_KEY_WON, [JG_TREE_LOST] = JG_TREE_KEY_LOST, [JG_TREE_DRAWN] = JG_TREE_KEY_DRAWN};
    char side[128];
    if (turn == JG_TREE_CHANCE)
        jg_text_put(text, jg_tr(lang, "chance node"));
    else if (turn <= JG_TREE_MIN)
        jg_text_add(text, jg_tr(lang, "%s to move"), side_name(t, turn == JG_TREE_MAX, lang, side));
    else
        jg_tree_key_text(t, keys[turn], lang, text);
}

void jg_tree_heading(const struct jg_tree *t, jg_lang lang, struct jg_text *text) {
    char spec[JG_SPEC_MAX], position[JG_POSITION_MAX];
    struct jg_text s;
    jg_text_init(&s, spec, sizeof spec);
    jg_game_spec(t->game, &s);
    jg_text_init(&s, position, sizeof position);
    t->game->kind->print(t->game, &t->root, &s);
    jg_text_add(text, jg_tr(lang, "%s, position %s, searched by %s"), spec, position, t->agent);
    if (t->dealt) jg_text_add(text, jg_tr(lang, ", dealt from --seed %llu"), (unsigned long long)t->seed);
}

void jg_tree_caption(const struct jg_tree *t, uint32_t root, jg_lang lang, struct jg_text *text) {
    int further = t->nodes[root].depth - t->nodes[0].depth;
    if (further == 2)
        jg_text_put(text, jg_tr(lang, "secondary search, two plies deeper"));
    else
        jg_text_add(text, jg_tr(lang, "another iteration, to depth %d"), t->nodes[root].depth);
}

static void add_count(struct jg_text *text, const char *label, uint64_t n, jg_lang lang) {
    jg_text_add(text, "%s%s: ", text->used ? ", " : "", label);
    add_number(n, lang, text);
}

void jg_tree_summary(const struct jg_tree *t, jg_lang lang, struct jg_text *text) {
    const struct jg_report *r = &t->report;
    char move[JG_MOVE_MAX];
    struct jg_text m;
    jg_text_add(text, "%s: ", jg_tr(lang, "value"));
    if (r->by)
        jg_tree_value(t, (t->turned && !t->by_mover ? -r->value : r->value) * t->scale, lang, false, text);
    else
        jg_text_char(text, '?');
    jg_text_init(&m, move, sizeof move);
    t->game->kind->print_move(t->game, &t->root, r->move, &m);
    jg_text_add(text, ", %s: %s", jg_tr(lang, "move"), move);
    add_count(text, jg_tr(lang, "nodes visited"), t->visited, lang);
    add_count(text, jg_tr(lang, "leaves"), r->leaves, lang);
    add_count(text, jg_tr(lang, "cutoffs"), r->cuts, lang);
    add_count(text, jg_tr(lang, t->unseen_more ? "never visited, at least" : "never visited"), t->unseen, lang);
}

/* ---- Legend ---------------------------------------------------------------------------------- */

void jg_tree_keys(const struct jg_tree *t, bool steps, bool used[JG_TREE_KEYS]) {
    memset(used, 0, JG_TREE_KEYS * sizeof *used);
    for (uint32_t i = 0; i < t->count; i++) {
        const struct jg_tree_node *n = &t->nodes[i];
        if (!n->name) continue;
        used[JG_TREE_KEY_MAX + n->turn] = true;
        used[JG_TREE_KEY_BEST] |= n->on_path && n->best;
        used[JG_TREE_KEY_LIMITS] |= n->known == JG_TREE_AT_MOST || n->known == JG_TREE_AT_LEAST;
        used[JG_TREE_KEY_STATIC] |= jg_tree_is_static(t, i);
        used[JG_TREE_KEY_CUT] |= n->cut;
        used[JG_TREE_KEY_PROBED] |= n->probed;
        used[JG_TREE_KEY_FOLDED] |= jg_tree_hidden(t, i) > 0;
        used[JG_TREE_KEY_UNFINISHED] |= n->known == JG_TREE_UNFINISHED;
    }
    used[JG_TREE_KEY_WINDOW] = t->bounded;
    used[JG_TREE_KEY_STEP] = steps;
    used[JG_TREE_KEY_MOVER] = t->by_mover;
}

void jg_tree_key_text(const struct jg_tree *t, enum jg_tree_key key, jg_lang lang, struct jg_text *text) {
    static const char *const KEYS[] = {
        [JG_TREE_KEY_MAX] = "%s: takes the maximum",
        [JG_TREE_KEY_MIN] = "%s: takes the minimum",
        [JG_TREE_KEY_WON] = "game over: MAX wins",
        [JG_TREE_KEY_LOST] = "game over: MAX loses",
        [JG_TREE_KEY_DRAWN] = "game over: draw",
        [JG_TREE_KEY_CHANCE] = "chance node: expected value of its children",
        [JG_TREE_KEY_BEST] = "principal variation",
        [JG_TREE_KEY_LIMITS] = "the value is only a bound",
        [JG_TREE_KEY_STATIC] = "static evaluation at the depth limit",
        [JG_TREE_KEY_WINDOW] = "window (alpha, beta)",
        [JG_TREE_KEY_CUT] = "cut off, never visited",
        [JG_TREE_KEY_FOLDED] = "folded nodes",
        [JG_TREE_KEY_STEP] = "visiting order",
        [JG_TREE_KEY_UNFINISHED] = "unfinished: the search was stopped here",
        [JG_TREE_KEY_MOVER] = "values are for the side to move",
        [JG_TREE_KEY_PROBED] = "probed: only one move was searched",
    };
    char side[128];
    if (key <= JG_TREE_KEY_MIN && t->by_mover) /* each takes the maximum of the negated values */
        jg_tree_whose(t, (uint8_t)key, lang, text);
    else if (key <= JG_TREE_KEY_MIN)
        jg_text_add(text, jg_tr(lang, KEYS[key]), side_name(t, key == JG_TREE_KEY_MAX, lang, side));
    else
        jg_text_put(text, jg_tr(lang, KEYS[key]));
}
