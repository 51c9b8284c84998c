/* Explanations: the values of a mulligan decision, and the plan of a turn, as text and as JSON. */
#include "games/magic/explain.h"

#include "games/magic/mulligan.h"

#include <jansson.h>
#include <string.h>

enum { COLUMNS = 78, INDENT = 4, ITEM = 2 * JG_MAGIC_NAME + 24 };

/* ---- The mulligan ------------------------------------------------------------------------- */

struct hand {
    int cards, lands;
    double keep, mulligan; /* values */
    bool start, may, keeps;
};

static bool evaluate_hand(const struct jg_game *g, const struct jg_magic *s, struct hand *h) {
    const struct jg_magic_side *own = &s->side[s->active];
    const struct jg_magic_deck *deck = jg_magic_deck(g, s->active);
    struct jg_magic_mulligan m;
    bool has = deck->land != JG_MAGIC_NONE;
    if (s->phase != JG_MAGIC_MULLIGAN) return false;
    h->start = s->active == s->starter;
    h->cards = own->in_hand;
    h->lands = has ? own->hand[deck->land] : 0;
    if (jg_magic_mulligan_solve(JG_MAGIC_DECK, has ? deck->count[deck->land] : 0, h->start, &m, NULL)) return false;
    h->may = h->cards > 0;
    h->keep = m.keep[h->cards][h->lands];
    h->mulligan = h->may ? m.mulligan[h->cards] : 0;
    h->keeps = !m.take[h->cards][h->lands];
    return true;
}

void jg_magic_explain_mulligan(const struct jg_game *g, const struct jg_magic *s, const struct jg_style *style,
                               struct jg_text *t) {
    jg_lang lang = style->lang;
    struct hand h;
    if (!evaluate_hand(g, s, &h)) return;
    jg_text_put(t, jg_tr(lang, h.start ? "Mulligan policy, on the play\n" : "Mulligan policy, on the draw\n"));
    jg_text_add_tr(t, lang, "  keep (cards %d, lands %d)  %8.4f\n", h.cards, h.lands, h.keep);
    if (h.may) jg_text_add_tr(t, lang, "  mulligan to %d            %8.4f\n", h.cards - 1, h.mulligan);
    jg_text_put(t, jg_tr(lang, h.keeps ? "  choice: keep\n" : "  choice: mulligan\n"));
}

json_t *jg_magic_mulligan_json(const struct jg_game *g, const struct jg_magic *s) {
    struct hand h;
    if (!evaluate_hand(g, s, &h)) return NULL;
    return json_pack("{s:b, s:i, s:i, s:s, s:f, s:o, s:b}", "starts", h.start, "cards", h.cards, "lands", h.lands,
                     "unit", JG_MAGIC_KEEP_REWARD_UNIT, "keep", h.keep, "mulligan",
                     h.may ? json_real(h.mulligan) : json_null(), "keeps", h.keeps);
}

/* ---- A plan --------------------------------------------------------------------------------- */

struct plan_text {
    const struct jg_game *g;
    const struct jg_magic *s;
    const struct jg_magic_plan *plan;
    int next;
    jg_lang lang;
};

/* The kind of the creature that will enter with an id during the actions of the plan up to `last`,
 * or NONE. */
static int kind_to_come(const struct plan_text *m, int id, int last) {
    int coming = m->s->last_id;
    for (int i = m->next; i <= last; i++) {
        int kind = m->plan->action[i].kind;
        if (jg_magic_card(m->g, m->s->active, kind)->type == JG_MAGIC_CREATURE && ++coming == id) return kind;
    }
    return JG_MAGIC_NONE;
}

static void put_creature(const struct plan_text *m, int id, int last, struct jg_text *t) {
    int kind = kind_to_come(m, id, last);
    for (int seat = 0; seat < 2; seat++) {
        int i = jg_magic_find_creature(&m->s->side[seat], id);
        if (i < 0) continue;
        jg_text_add(t, "%s [%d]", jg_magic_card(m->g, seat, m->s->side[seat].creature[i].kind)->name, id);
        return;
    }
    if (kind != JG_MAGIC_NONE) jg_text_add(t, "%s [%d]", jg_magic_card(m->g, m->s->active, kind)->name, id);
}

/* "Volcanic Hammer at Siege Mastodon [2]" */
static void put_action(const struct plan_text *m, int i, struct jg_text *t) {
    const struct jg_magic_action *a = &m->plan->action[i];
    int number = jg_magic_move_arg(a->target);
    jg_text_put(t, jg_magic_card(m->g, m->s->active, a->kind)->name);
    if (!a->target) return;
    jg_text_put(t, jg_tr(m->lang, " on "));
    if (jg_magic_move_type(a->target) == JG_MAGIC_TARGET_PLAYER)
        jg_text_put(t, jg_seat_name(m->g, number, m->lang));
    else
        put_creature(m, number, i, t);
}

/* Appends an item of a list, on a new line if it does not fit. */
static void put_item(struct jg_text *t, int *column, const char *item, bool more) {
    int width = 2 + (int)strlen(item);
    bool fits = *column + width <= COLUMNS;
    if (!fits) jg_text_add(t, "\n%*s", INDENT - 1, "");
    jg_text_add(t, " %s%s", item, more ? "," : "\n");
    *column = width + (fits ? *column : INDENT);
}

static void put_actions(const struct plan_text *m, const char *title, struct jg_text *t) {
    int column = COLUMNS / 4;
    jg_text_add(t, "  %s:", title);
    if (m->next >= m->plan->actions) jg_text_add(t, " %s\n", jg_tr(m->lang, "nothing"));
    for (int i = m->next; i < m->plan->actions; i++) {
        char item[ITEM];
        struct jg_text x;
        jg_text_init(&x, item, sizeof item);
        put_action(m, i, &x);
        put_item(t, &column, item, i + 1 < m->plan->actions);
    }
}

static void put_attackers(const struct plan_text *m, struct jg_text *t) {
    int column = COLUMNS / 4;
    jg_text_add(t, "  %s:", jg_tr(m->lang, "attack"));
    if (!m->plan->attackers) jg_text_add(t, " %s\n", jg_tr(m->lang, "none"));
    for (int i = 0; i < m->plan->attackers; i++) {
        char item[ITEM];
        struct jg_text x;
        jg_text_init(&x, item, sizeof item);
        put_creature(m, m->plan->attacker[i], m->plan->actions - 1, &x);
        put_item(t, &column, item, i + 1 < m->plan->attackers);
    }
}

static bool in_second(const struct jg_magic *s) { return s->phase == JG_MAGIC_MAIN_2 || s->phase == JG_MAGIC_TARGET_2; }

void jg_magic_explain_plan(const struct jg_game *g, const struct jg_magic *view, const struct jg_magic_plan *plan,
                           int next, uint64_t nodes, const struct jg_style *style, struct jg_text *t) {
    jg_lang lang = style->lang;
    const struct plan_text m = {.g = g, .s = view, .plan = plan, .next = next, .lang = lang};
    bool second = in_second(view);
    jg_text_put(t, jg_tr(lang, "Plan\n"));
    if (view->phase != JG_MAGIC_ATTACK)
        put_actions(&m, jg_tr(lang, second ? "second main phase" : "first main phase"), t);
    if (!second) put_attackers(&m, t);
    if (!second) jg_text_add_tr(t, lang, "  reward after combat    %+.1f\n", plan->combat / 10.0);
    jg_text_add_tr(t, lang, "  reward at end of turn  %+.1f\n", plan->value / 10.0);
    if (nodes) jg_text_add(t, jg_tr(lang, "  states visited         %llu\n"), (unsigned long long)nodes);
}

static json_t *action_json(const struct plan_text *m, int i) {
    const struct jg_magic_action *a = &m->plan->action[i];
    json_t *o = json_pack("{s:s}", "card", jg_magic_card(m->g, m->s->active, a->kind)->name);
    const char *what = jg_magic_move_type(a->target) == JG_MAGIC_TARGET_PLAYER ? "player" : "creature";
    if (a->target) json_object_set_new(o, what, json_integer(jg_magic_move_arg(a->target)));
    return o;
}

json_t *jg_magic_plan_json(const struct jg_game *g, const struct jg_magic *view, const struct jg_magic_plan *plan,
                           int next, uint64_t nodes) {
    const struct plan_text m = {.g = g, .s = view, .plan = plan, .next = next};
    json_t *actions = json_array(), *attackers = json_array();
    for (int i = next; i < plan->actions; i++) json_array_append_new(actions, action_json(&m, i));
    for (int i = 0; i < plan->attackers; i++) json_array_append_new(attackers, json_integer(plan->attacker[i]));
    return json_pack("{s:o, s:o, s:s, s:f, s:f, s:I}", "actions", actions, "attackers", attackers, "unit",
                     JG_MAGIC_REWARD_UNIT, "after_combat", plan->combat / 10.0, "reward", plan->value / 10.0, "states",
                     (json_int_t)nodes);
}
