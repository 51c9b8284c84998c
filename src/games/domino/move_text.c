/* Moves of dominoes as text (6-4@1, 6-4@1!, pass, deal:00.12...), explanations of illegal moves, and
 * descriptions in words. */
#include "games/domino/round.h"
#include "games/domino/text.h"

#include "core/scan.h"

#include <string.h>
#include <strings.h>

void jg_domino_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    const struct jg_domino *s = state;
    (void)g;
    if (move == JG_DOMINO_HIDDEN_DEAL) {
        jg_text_put(t, "deal:?");
    } else if (move & JG_DOMINO_DEAL_MOVE) {
        jg_text_put(t, "deal:");
        jg_domino_print_tiles(t, move & JG_DOMINO_ALL);
    } else {
        jg_domino_print_play(t, move, !s->count);
    }
}

/* ---- Reading a deal ------------------------------------------------------------------------ */

static enum jg_status parse_deal(const struct jg_game *g, const struct jg_domino *s, const char *text, jg_move *move,
                                 struct jg_error *err) {
    struct jg_scan scan = jg_scan_begin(text + 5);
    uint32_t hand = 0;
    int low, high;
    if (strncmp(text, "deal:", 5)) return jg_fail(err, JG_EINPUT, 0, "expected a deal, such as deal:00.01.02...");
    do {
        int at = 5 + jg_scan_position(&scan);
        if (!jg_scan_digit(&scan, 6, &low) || !jg_scan_digit(&scan, 6, &high) || low > high)
            return jg_fail(err, JG_EINPUT, at, "expected a tile, two digits from 0 to 6, the lower first");
        uint32_t tile = 1u << jg_domino_tile[low][high];
        if (hand >= tile) return jg_fail(err, JG_EINPUT, at, "write the tiles of a hand in order: 00, 01, ... 66");
        hand |= tile;
    } while (jg_scan_char(&scan, '.'));
    *move = JG_DOMINO_DEAL_MOVE | hand;
    if (!jg_scan_end(&scan) || jg_domino_count(hand) != JG_DOMINO_HAND)
        return jg_fail(err, JG_EINPUT, 0, "a hand must have 7 tiles");
    if (!jg_legal(g, s, *move)) return jg_fail(err, JG_EINPUT, 0, "a tile of this hand has already been dealt");
    return JG_OK;
}

/* ---- Reading a play ------------------------------------------------------------------------ */

struct play {
    int tile, arm; /* arm -1: not given */
    bool announces;
};

/* 6-4@1!, 64, 4-6 ... */
static bool read_play(const char *text, struct play *p) {
    struct jg_scan s = jg_scan_begin(text);
    int a, b;
    *p = (struct play){.arm = 0};
    if (!jg_scan_digit(&s, 6, &a)) return false;
    jg_scan_char(&s, '-');
    if (!jg_scan_digit(&s, 6, &b)) return false;
    p->tile = jg_domino_tile[a][b];
    if (jg_scan_char(&s, '@') && (!jg_scan_digit(&s, 9, &p->arm) || !p->arm)) return false;
    p->arm--;
    p->announces = jg_scan_char(&s, '!');
    return jg_scan_end(&s);
}

/* Whether the text is "pass" or one of its words in any language, which a catalogue separates by spaces. */
static bool is_pass(const char *text) {
    size_t length = strlen(text);
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        const char *word = jg_tr_context(lang, "move", "pass");
        for (size_t n; (n = strcspn(word, " ")); word += n + (word[n] == ' '))
            if (n == length && !strncasecmp(text, word, n)) return true;
    }
    return false;
}

static enum jg_status parse_pass(const struct jg_domino *s, jg_move first, jg_move *move, struct jg_error *err) {
    *move = JG_DOMINO_PASS;
    if (first == JG_DOMINO_PASS) return JG_OK;
    int tile = jg_domino_move_tile(first), high = jg_domino_high[tile], low = jg_domino_low[tile];
    return s->count ? jg_fail(err, JG_EINPUT, 0, "you cannot pass: you can play %d-%d", high, low)
                    : jg_fail(err, JG_EINPUT, 0, "you cannot pass: you can open with %d-%d", high, low);
}

static enum jg_status parse_opening(const struct jg_domino *s, const struct play *p, struct jg_error *err) {
    if (p->arm >= 0) return jg_fail(err, JG_EINPUT, 0, "the opening tile has no arm: leave out the @");
    return s->sena ? jg_fail(err, JG_EINPUT, 0, "you must open with 6-6")
                   : jg_fail(err, JG_EINPUT, 0, "you must open with a double");
}

/* Two opened arms are interchangeable for any tile. */
static bool alike(const struct jg_domino_table *t, int a, int b) {
    return a < t->arms && b < t->arms && t->end[a] == t->end[b] && t->worth[a] == t->worth[b];
}

/* Chooses the arm of a move without one: the only arm that fits, or the first of interchangeable
 * ones; an error if the choice matters. */
static enum jg_status choose_arm(const struct jg_domino_rules *r, const struct jg_domino_table *t, struct play *p,
                                 struct jg_error *err) {
    int high = jg_domino_high[p->tile], low = jg_domino_low[p->tile], first = -1;
    bool several = false;
    char list[16];
    struct jg_text text;
    jg_text_init(&text, list, sizeof list);
    for (int arm = 0; arm < jg_domino_arms(t); arm++) {
        int number = jg_domino_number(t, arm);
        if (!(jg_domino_with[number] >> p->tile & 1)) continue;
        if (first >= 0 && !alike(t, first, arm) && !(r->merge && number == jg_domino_number(t, first))) several = true;
        jg_text_add(&text, "%s%d", first >= 0 ? ", " : "", arm + 1);
        if (first < 0) first = arm;
    }
    if (first < 0) return jg_fail(err, JG_EINPUT, 0, "%d-%d fits no open end", high, low);
    if (several)
        return jg_fail(err, JG_EINPUT, 0, "%d-%d fits arms %s: name one, such as %d-%d@%d", high, low, list, high, low,
                       first + 1);
    p->arm = first;
    return JG_OK;
}

static enum jg_status check_arm(const struct jg_domino_rules *r, const struct jg_domino_table *t, struct play *p,
                                struct jg_error *err) {
    if (p->arm < 0) return choose_arm(r, t, p, err);
    if (p->arm >= jg_domino_arms(t))
        return p->arm < 4 && t->spinner != JG_DOMINO_NONE
                   ? jg_fail(err, JG_EINPUT, 0, "arm %d cannot be played on yet", p->arm + 1)
                   : jg_fail(err, JG_EINPUT, 0, "no arm %d", p->arm + 1);
    int number = jg_domino_number(t, p->arm);
    if (!(jg_domino_with[number] >> p->tile & 1))
        return jg_fail(err, JG_EINPUT, 0, "%d-%d does not fit arm %d, which ends in %d", jg_domino_high[p->tile],
                       jg_domino_low[p->tile], p->arm + 1, number);
    for (int arm = 0; r->merge && arm < p->arm; arm++)
        if (jg_domino_number(t, arm) == number) p->arm = arm;
    return JG_OK;
}

enum jg_status jg_domino_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                    struct jg_error *err) {
    const struct jg_domino *s = state;
    const struct jg_domino_rules *r = jg_domino_rules(g);
    jg_move all[JG_MOVES_MAX];
    struct play p;
    enum jg_status status;
    if (s->turn >= JG_DOMINO_DEAL) return parse_deal(g, s, text, move, err);
    int n = jg_domino_moves(r, s, all);
    if (is_pass(text)) return parse_pass(s, all[0], move, err);
    if (!read_play(text, &p)) return jg_fail(err, JG_EINPUT, 0, "expected a tile, such as 6-4 or 6-4@1, or pass");
    if (!(s->hand[s->turn] >> p.tile & 1))
        return jg_fail(err, JG_EINPUT, 0, "%d-%d is not in your hand", jg_domino_high[p.tile], jg_domino_low[p.tile]);
    if (p.announces && r->galo != JG_DOMINO_GALO_ANNOUNCE)
        return jg_fail(err, JG_EINPUT, 0, "a galo can be announced only with galo=announce");
    if (s->count && (status = check_arm(r, &s->table, &p, err))) return status;
    *move = jg_domino_move(p.tile, s->count ? p.arm : 0, p.announces);
    if (!s->count && p.arm >= 0) return parse_opening(s, &p, err);
    for (int i = 0; i < n; i++)
        if (all[i] == *move) return JG_OK;
    if (all[0] == JG_DOMINO_PASS) return jg_fail(err, JG_EINPUT, 0, "you have no double to open with: pass");
    return parse_opening(s, &p, err);
}

/* ---- In words ------------------------------------------------------------------------------ */

const char *jg_domino_team_name(int team, jg_lang lang) {
    return team ? jg_tr(lang, "East and West") : jg_tr(lang, "South and North");
}

static void describe_deal(const struct jg_game *g, const struct jg_domino *s, jg_move move, jg_lang lang,
                          struct jg_text *t) {
    jg_text_add(t, jg_tr(lang, "%s is dealt 7 tiles"), jg_seat_name(g, s->turn - JG_DOMINO_DEAL, lang));
    if (move == JG_DOMINO_HIDDEN_DEAL) return;
    jg_text_put(t, ":");
    for (uint32_t tiles = move & JG_DOMINO_ALL; tiles; tiles &= tiles - 1) {
        int tile = jg_domino_lowest(tiles);
        jg_text_add(t, " %d-%d", jg_domino_high[tile], jg_domino_low[tile]);
    }
}

static void describe_points(int points, int team, jg_lang lang, struct jg_text *t) {
    jg_text_add(t, jg_tr(lang, "%d points for %s"), points, jg_domino_team_name(team, lang));
}

static void describe_no_double(const struct jg_domino_rules *r, const struct jg_domino_event *e, jg_lang lang,
                               struct jg_text *t) {
    if (r->nodbl == JG_DOMINO_NODBL_REDEAL)
        jg_text_put(t, jg_tr(lang, "has no double: new deal"));
    else if (r->nodbl == JG_DOMINO_NODBL_SENA)
        jg_text_put(t, jg_tr(lang, "has no double: the holder of 6-6 opens"));
    else
        jg_text_put(t, jg_tr(lang, "has no double and passes"));
    for (int team = 0; team < 2; team++) {
        if (!e->pass[team]) continue;
        jg_text_put(t, ": ");
        describe_points(e->pass[team], team, lang, t);
    }
}

/* A galo that replaces the points of the passes; with pass=literal the opponents lose theirs too. */
static void describe_galo(const struct jg_domino_event *e, int team, jg_lang lang, struct jg_text *t) {
    jg_text_add(t, jg_tr(lang, ": galo, %d points for %s"), e->galo, jg_domino_team_name(team, lang));
    if (e->pass[team] < 0) jg_text_add(t, jg_tr(lang, ", replacing the %d of the pass"), -e->pass[team]);
    if (e->pass[1 - team] < 0)
        jg_text_add(t, jg_tr(lang, ", and %d back from %s"), -e->pass[1 - team], jg_domino_team_name(1 - team, lang));
}

static void describe_pass(const struct jg_domino *s, const struct jg_domino_event *e, jg_lang lang, struct jg_text *t) {
    jg_text_put(t, jg_tr(lang, "passes"));
    if (e->galo) describe_galo(e, jg_team(jg_domino_last_seat(s)), lang, t);
    for (int team = 0; team < 2; team++) {
        if (e->pass[team] <= 0) continue;
        jg_text_put(t, e->galo ? ", " : ": ");
        describe_points(e->pass[team], team, lang, t);
    }
}

static void describe_end(const struct jg_domino_event *e, bool known, jg_lang lang, struct jg_text *t) {
    if (e->went_out) {
        jg_text_put(t, e->out ? jg_tr(lang, "; goes out on a double") : jg_tr(lang, "; goes out"));
        if (e->out) jg_text_add(t, ": %d", e->out);
        if (known) jg_text_add(t, jg_tr(lang, ", garage %d"), e->garage);
    } else if (e->locked && known) {
        jg_text_add(t, jg_tr(lang, "; locked, %d pips to %d"), e->pips[0], e->pips[1]);
        if (!e->garage) return;
        jg_text_put(t, ": ");
        describe_points(e->garage, e->team, lang, t);
    } else if (e->locked) {
        jg_text_put(t, jg_tr(lang, "; locked"));
    }
}

static void describe_tile(const struct jg_domino_rules *r, const struct jg_domino *s, const struct jg_domino *after,
                          jg_move move, const struct jg_domino_event *e, bool known, jg_lang lang, struct jg_text *t) {
    int tile = jg_domino_move_tile(move), high = jg_domino_high[tile], low = jg_domino_low[tile];
    if (e->opened)
        jg_text_add(t, jg_tr(lang, "opens with %d-%d"), high, low);
    else
        jg_text_add(t, jg_tr(lang, "plays %d-%d on arm %d"), high, low, jg_domino_move_arm(move) + 1);
    if (jg_domino_move_announces(move)) jg_text_put(t, jg_tr(lang, " and announces a galo"));
    jg_text_add(t, jg_tr(lang, " (sum %d)"), jg_domino_sum(r, &after->table));
    if (e->table) jg_text_add(t, jg_tr(lang, ": %d points"), e->table);
    if (e->false_galo) {
        jg_text_put(t, jg_tr(lang, "; false galo: "));
        describe_points(e->false_galo, 1 - jg_team(jg_domino_last_seat(s)), lang, t);
    }
    describe_end(e, known, lang, t);
}

void jg_domino_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang,
                             struct jg_text *t) {
    const struct jg_domino_rules *r = jg_domino_rules(g);
    const struct jg_domino *s = state;
    struct jg_domino after;
    struct jg_domino_event e;
    if (move & JG_DOMINO_DEAL_MOVE) {
        describe_deal(g, s, move, lang, t);
        return;
    }
    bool known = jg_domino_preview(r, s, move, &after, &e);
    if (move != JG_DOMINO_PASS)
        describe_tile(r, s, &after, move, &e, known, lang, t);
    else if (s->count)
        describe_pass(s, &e, lang, t);
    else
        describe_no_double(r, &e, lang, t);
}
