/* Kalah as text and JSON: positions, moves, the board for the terminal and for the web page. */
#include "games/kalah/kalah.h"

#include "core/scan.h"

#include <jansson.h>
#include <string.h>

/* ---- Positions: 4,4,4,4,4,4,0,4,4,4,4,4,4,0 1 ----------------------------------- */

void jg_kalah_print(const struct jg_game *g, const void *state, struct jg_text *t) {
    int houses = jg_kalah_options(g)->houses, turn = jg_kalah_turn(g, state);
    for (int seat = 0; seat < 2; seat++) {
        for (int house = 0; house < houses; house++) jg_text_add(t, "%d,", jg_kalah_seeds(g, state, seat, house));
        jg_text_add(t, "%d%c", jg_kalah_store(g, state, seat), seat ? ' ' : ',');
    }
    jg_text_char(t, turn == JG_OVER ? '-' : (char)('1' + turn));
}

enum jg_status jg_kalah_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    struct jg_scan scan = jg_scan_begin(text);
    int pits[22], n = 2 * o->houses + 2, total = 0, all = 2 * o->houses * o->seeds, turn = 0;
    for (int i = 0; i < n; i++) {
        if (i && !jg_scan_char(&scan, ','))
            return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected a comma: a position has %d numbers", n);
        if (!jg_scan_number(&scan, all, &pits[i]))
            return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected a number of seeds, 0 to %d", all);
        total += pits[i];
    }
    int after = jg_scan_position(&scan);
    bool over = !strcmp(scan.at, " -");
    if (*scan.at == ',') return jg_fail(err, JG_EINPUT, after, "too many numbers: a position has %d", n);
    if (!over && !jg_scan_player(&scan, &turn))
        return jg_fail(err, JG_EINPUT, after, "expected a space and the player to move, 1 or 2");
    if (jg_kalah_set_position(g, state, pits, turn))
        return jg_fail(err, JG_EINPUT, 0, "the position has %d seeds, but this game has %d", total, all);
    if (over && jg_kalah_turn(g, state) != JG_OVER)
        return jg_fail(err, JG_EINPUT, after + 1, "the game is not over: expected the player to move, 1 or 2");
    return JG_OK;
}

/* ---- Moves ----------------------------------------------------------------------- */

void jg_kalah_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    (void)g, (void)state;
    jg_text_add(t, "%u", move);
}

enum jg_status jg_kalah_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                   struct jg_error *err) {
    struct jg_scan scan = jg_scan_begin(text);
    int houses = jg_kalah_options(g)->houses, seat = jg_kalah_turn(g, state), first = seat * houses + 1, n;
    if (!jg_scan_number(&scan, 2 * houses, &n) || !n || !jg_scan_end(&scan))
        return jg_fail(err, JG_EINPUT, 0, "expected a house from %d to %d", first, first + houses - 1);
    if (n < first || n >= first + houses)
        return jg_fail(err, JG_EINPUT, 0, "house %d is the opponent's; yours are %d to %d", n, first,
                       first + houses - 1);
    if (!jg_kalah_seeds(g, state, seat, n - first)) return jg_fail(err, JG_EINPUT, 0, "house %d is empty", n);
    *move = (jg_move)n;
    return JG_OK;
}

void jg_kalah_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    int seat = jg_kalah_turn(g, state), house = (int)move - 1 - seat * o->houses;
    int seeds = jg_kalah_seeds(g, state, seat, house), captured = jg_kalah_captured(g, state, seat, house);
    union jg_state after;
    memcpy(&after, state, g->state_size);
    jg_apply(g, &after, move);
    jg_text_add(t, jg_tr(lang, seeds == 1 ? "sows %d seed from house %u" : "sows %d seeds from house %u"), seeds, move);
    if (captured) jg_text_add(t, jg_tr(lang, ", captures %d"), captured);
    if (jg_kalah_turn(g, &after) == JG_OVER)
        jg_text_put(t, jg_tr(lang, ", and the game is over"));
    else if (jg_kalah_turn(g, &after) == seat)
        jg_text_put(t, jg_tr(lang, ", and moves again"));
}

/* ---- The board, drawn as in the report's figures ----------------------------------- */

/* The house numbers of a row between horizontal lines: -----12-----11-----10--... */
static void numbers(const struct jg_game *g, const void *state, const struct jg_style *style, int seat,
                    struct jg_text *t) {
    int houses = jg_kalah_options(g)->houses;
    const char *rule = style->unicode ? "─────" : "-----";
    for (int i = 0; i < houses; i++) {
        int house = seat ? houses - 1 - i : i;
        jg_move move = (jg_move)(seat * houses + house + 1);
        bool mine = jg_kalah_turn(g, state) == seat && jg_kalah_seeds(g, state, seat, house);
        jg_ink(t, style, JG_INK_FAINT);
        jg_text_put(t, rule);
        jg_ink(t, style, JG_INK_PLAIN);
        if (mine) jg_ink(t, style, JG_INK_STRONG);
        jg_text_add(t, "%02u", move);
        jg_ink(t, style, JG_INK_PLAIN);
    }
    jg_ink(t, style, JG_INK_FAINT);
    jg_text_put(t, rule);
    jg_ink(t, style, JG_INK_PLAIN);
    jg_text_put(t, "\n");
}

static void seeds(const struct jg_game *g, const void *state, const struct jg_style *style, int seat,
                  struct jg_text *t) {
    int houses = jg_kalah_options(g)->houses, gap = 5;
    for (int i = 0; i < houses; i++) {
        int house = seat ? houses - 1 - i : i, n = jg_kalah_seeds(g, state, seat, house);
        bool last = style->last == (jg_move)(seat * houses + house + 1);
        bool brackets = last && !style->colour; /* round the house that was just sown from */
        jg_text_add(t, "%*s", gap, brackets ? "[" : "");
        jg_ink(t, style, last ? JG_INK_MARK : !n ? JG_INK_FAINT : seat ? JG_INK_SECOND : JG_INK_FIRST);
        jg_text_add(t, "%02d", n);
        jg_ink(t, style, JG_INK_PLAIN);
        if (brackets) jg_text_char(t, ']');
        gap = brackets ? 4 : 5;
    }
    jg_text_char(t, '\n');
}

static void store(const struct jg_game *g, const void *state, const struct jg_style *style, int seat,
                  struct jg_text *t) {
    jg_ink(t, style, seat ? JG_INK_SECOND : JG_INK_FIRST);
    jg_ink(t, style, JG_INK_STRONG);
    jg_text_add(t, "%02d", jg_kalah_store(g, state, seat));
    jg_ink(t, style, JG_INK_PLAIN);
}

/* The name of a store's owner, with a star for the side to move. */
static void owner(const struct jg_game *g, const void *state, const struct jg_style *style, int seat, int width,
                  struct jg_text *t) {
    bool mover = jg_kalah_turn(g, state) == seat;
    char name[64];
    struct jg_text n;
    jg_text_init(&n, name, sizeof name);
    if (seat == 0 && mover) jg_text_put(&n, "* ");
    jg_text_put(&n, jg_seat_name(g, seat, style->lang));
    if (seat == 1 && mover) jg_text_put(&n, " *");
    jg_ink(t, style, mover ? JG_INK_STRONG : JG_INK_FAINT);
    jg_text_add(t, seat ? "%-*s" : "%*s", width, name);
    jg_ink(t, style, JG_INK_PLAIN);
}

/* The owners' names between the stores, within `width` columns; small boards have no room for names. */
static void owners(const struct jg_game *g, const void *state, const struct jg_style *style, int width,
                   struct jg_text *t) {
    enum { NAME = 14 };
    if (width < 2 * NAME) {
        jg_text_add(t, "%*s", width, "");
        return;
    }
    jg_text_put(t, "  ");
    owner(g, state, style, 1, (width - 4) / 2, t);
    owner(g, state, style, 0, width - 4 - (width - 4) / 2, t);
    jg_text_put(t, "  ");
}

void jg_kalah_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    numbers(g, state, style, 1, t);
    seeds(g, state, style, 1, t);
    jg_text_char(t, ' ');
    store(g, state, style, 1, t);
    owners(g, state, style, 7 * jg_kalah_options(g)->houses - 1, t);
    store(g, state, style, 0, t);
    jg_text_char(t, '\n');
    seeds(g, state, style, 0, t);
    numbers(g, state, style, 0, t);
}

json_t *jg_kalah_json(const struct jg_game *g, const void *state) {
    int houses = jg_kalah_options(g)->houses;
    json_t *board = json_pack("{s:i}", "houses", houses), *sides = json_array(), *stores = json_array();
    for (int seat = 0; seat < 2; seat++) {
        json_t *side = json_array();
        for (int i = 0; i < houses; i++) json_array_append_new(side, json_integer(jg_kalah_seeds(g, state, seat, i)));
        json_array_append_new(sides, side);
        json_array_append_new(stores, json_integer(jg_kalah_store(g, state, seat)));
    }
    json_object_set_new(board, "seeds", sides);
    json_object_set_new(board, "stores", stores);
    return board;
}
