/* Draws the table for the terminal: the opening double in the middle, arms 1 and 2 to its left and
 * right, 3 above and 4 below, and the hands beneath. Long arms are abbreviated in the picture and
 * listed in full below it. */
#include "games/domino/round.h"
#include "games/domino/text.h"

#include <string.h>

enum {
    COLUMNS = 78,
    ACROSS = 5, /* tiles drawn to the left and right */
    DOWN = 4,   /* tiles drawn above and below */
    MARGIN = 2, /* columns for the name of an arm */
    INDENT = 12 /* column of the hands */
};

void jg_domino_layout(const struct jg_domino *s, struct jg_domino_arm arms[4]) {
    int lead = s->log[0] & 31,
        at[4] = {jg_domino_low[lead], jg_domino_high[lead], jg_domino_low[lead], jg_domino_high[lead]};
    for (int i = 0; i < 4; i++) arms[i].count = 0;
    for (int i = 1; i < s->count; i++) {
        int tile = s->log[i] & 31, a = s->log[i] >> 5 & 3;
        struct jg_domino_arm *arm = &arms[a];
        int outer = jg_domino_other(tile, at[a]), n = arm->count++;
        arm->tiles[n].tile = tile;
        arm->tiles[n].inner = at[a];
        arm->tiles[n].outer = outer;
        arm->tiles[n].place = i;
        at[a] = outer;
    }
}

/* ---- Tiles ------------------------------------------------------------------------------- */

struct painter {
    const struct jg_game *g;
    const struct jg_domino *s;
    const struct jg_style *style;
    struct jg_text *t;
    int wide;   /* columns of a tile with the space before it */
    bool close; /* a bracket is open */
};

static void repeat(struct jg_text *t, int n) { jg_text_add(t, "%*s", n > 0 ? n : 0, ""); }

/* Unicode domino tiles: U+1F031 and up are horizontal, U+1F063 and up vertical. */
static void glyph(struct jg_text *t, int first, int second, bool stands) {
    unsigned code = (stands ? 0x1f063u : 0x1f031u) + 7 * (unsigned)first + (unsigned)second;
    jg_text_put(t, "\xf0\x9f");
    jg_text_char(t, (char)(0x80 | (code >> 6 & 63)));
    jg_text_char(t, (char)(0x80 | (code & 63)));
}

/* Draws a tile, the left or upper half first. Doubles lie crosswise. */
static void tile(struct painter *p, int first, int second, bool upright, bool last) {
    struct jg_text *t = p->t;
    bool brackets = last && !p->style->colour;
    jg_text_char(t, p->close ? ']' : brackets ? '[' : ' ');
    p->close = brackets;
    jg_ink(t, p->style, last ? JG_INK_MARK : JG_INK_PLAIN);
    if (p->style->unicode) {
        glyph(t, first, second, upright != (first == second));
        jg_text_add(t, " %d%d", first, second);
    } else {
        jg_text_add(t, "%d%c%d", first, upright ? '/' : '|', second);
    }
    jg_ink(t, p->style, JG_INK_PLAIN);
}

static void end_tiles(struct painter *p) {
    jg_text_char(p->t, p->close ? ']' : ' ');
    p->close = false;
}

/* The number of tiles of an arm that the picture omits. */
static int left_out(const struct jg_domino_arm *arm, int room) { return arm->count > room ? arm->count - room + 1 : 0; }

/* The number of cells of an arm, from the middle outwards: its tiles, or its first tile, the number
 * omitted, and its last tiles. */
static int cells(const struct jg_domino_arm *arm, int room) { return arm->count > room ? room : arm->count; }

static void cell(struct painter *p, const struct jg_domino_arm *arm, int n, int room, bool upright, bool outer_first) {
    int out = left_out(arm, room), i = !out || !n ? n : n + out - 1;
    if (out && n == 1) {
        char more[16];
        struct jg_text text;
        jg_text_init(&text, more, sizeof more);
        jg_text_add(&text, "+%d", out);
        jg_text_char(p->t, p->close ? ']' : ' ');
        p->close = false;
        jg_ink(p->t, p->style, JG_INK_FAINT);
        jg_text_add(p->t, "%-*s", p->wide - 1, more);
        jg_ink(p->t, p->style, JG_INK_PLAIN);
        return;
    }
    int inner = arm->tiles[i].inner, outer = arm->tiles[i].outer;
    tile(p, outer_first ? outer : inner, outer_first ? inner : outer, upright, arm->tiles[i].place == p->s->count - 1);
}

static bool can_play_on(const struct jg_domino *s, int arm) {
    return s->turn < JG_DOMINO_DEAL && arm < jg_domino_arms(&s->table);
}

static void arm_name(struct painter *p, int arm) {
    if (!can_play_on(p->s, arm)) {
        repeat(p->t, 2);
        return;
    }
    jg_ink(p->t, p->style, JG_INK_FAINT);
    jg_text_add(p->t, "@%d", arm + 1);
    jg_ink(p->t, p->style, JG_INK_PLAIN);
}

/* ---- The table ------------------------------------------------------------------------------ */

static void rise(struct painter *p, const struct jg_domino_arm *arm, int n, bool up) {
    repeat(p->t, MARGIN + ACROSS * p->wide);
    cell(p, arm, n, DOWN, true, up);
    end_tiles(p);
    jg_text_char(p->t, '\n');
}

static void name_line(struct painter *p, int arm) {
    if (!can_play_on(p->s, arm)) return;
    repeat(p->t, MARGIN + ACROSS * p->wide + p->wide / 2);
    arm_name(p, arm);
    jg_text_char(p->t, '\n');
}

static void middle(struct painter *p, const struct jg_domino_arm arms[4]) {
    int lead = p->s->log[0] & 31, n = cells(&arms[0], ACROSS);
    repeat(p->t, (ACROSS - n) * p->wide);
    arm_name(p, 0);
    for (int i = n; i-- > 0;) cell(p, &arms[0], i, ACROSS, false, true);
    tile(p, jg_domino_low[lead], jg_domino_high[lead], false, p->s->count == 1);
    for (int i = 0; i < cells(&arms[1], ACROSS); i++) cell(p, &arms[1], i, ACROSS, false, false);
    end_tiles(p);
    arm_name(p, 1);
    jg_text_char(p->t, '\n');
}

/* Lists an abbreviated arm from the middle outwards. */
static void list_arm(struct painter *p, const struct jg_domino_arm *arm, int number) {
    struct jg_text *t = p->t;
    int column = 3;
    jg_text_add(t, "@%d:", number + 1);
    for (int i = 0; i < arm->count; i++, column += 4) {
        if (column + 4 > COLUMNS) jg_text_add(t, "\n%*s", column = 3, "");
        jg_text_add(t, " %d-%d", arm->tiles[i].inner, arm->tiles[i].outer);
    }
    jg_text_char(t, '\n');
}

static void ends(struct painter *p) {
    const struct jg_domino_rules *r = jg_domino_rules(p->g);
    const struct jg_domino_table *table = &p->s->table;
    int sum = jg_domino_sum(r, table), adds = table->spinner == JG_DOMINO_NONE ? 0 : r->adds[table->arms], terms = 0;
    jg_text_put(p->t, jg_tr(p->style->lang, "Ends: "));
    for (int i = 0; i < table->arms; i++) jg_text_add(p->t, "%s%d", terms++ ? " + " : "", table->worth[i]);
    for (int i = 0; i < adds; i++) jg_text_add(p->t, "%s%d", terms++ ? " + " : "", table->spinner);
    if (terms != 1) jg_text_add(p->t, terms ? " = %d" : "%d", sum);
    jg_text_char(p->t, '\n');
}

static void draw_table(struct painter *p) {
    struct jg_domino_arm arms[4];
    jg_domino_layout(p->s, arms);
    name_line(p, 2);
    for (int i = cells(&arms[2], DOWN); i-- > 0;) rise(p, &arms[2], i, true);
    middle(p, arms);
    for (int i = 0; i < cells(&arms[3], DOWN); i++) rise(p, &arms[3], i, false);
    name_line(p, 3);
    jg_text_char(p->t, '\n');
    for (int i = 0; i < 4; i++)
        if (left_out(&arms[i], i < 2 ? ACROSS : DOWN)) list_arm(p, &arms[i], i);
    ends(p);
}

/* ---- Players ---------------------------------------------------------------------------------- */

/* The set of arms on which a tile can be played; 16 for an opening. */
static unsigned playable(const struct painter *p, int seat, int tile) {
    jg_move all[JG_MOVES_MAX];
    unsigned arms = 0;
    if (p->s->turn != seat || !p->s->hand[seat]) return 0;
    for (int i = jg_domino_moves(jg_domino_rules(p->g), p->s, all); i-- > 0;)
        if (all[i] != JG_DOMINO_PASS && jg_domino_move_tile(all[i]) == tile)
            arms |= p->s->count ? 1u << jg_domino_move_arm(all[i]) : 16;
    return arms;
}

static void hand(struct painter *p, int seat) {
    struct jg_text *t = p->t;
    int column = INDENT;
    for (uint32_t tiles = p->s->hand[seat]; tiles; tiles &= tiles - 1) {
        int n = jg_domino_lowest(tiles), high = jg_domino_high[n], low = jg_domino_low[n];
        unsigned arms = playable(p, seat, n);
        int wide = 4 + (p->style->unicode ? 2 : 0) + (arms ? 1 + __builtin_popcount(arms & 15) : 0);
        if (column + wide > COLUMNS) jg_text_add(t, "\n%*s", column = INDENT, "");
        column += wide;
        jg_text_char(t, ' ');
        jg_ink(t, p->style, arms ? JG_INK_STRONG : JG_INK_PLAIN);
        if (p->style->unicode) {
            glyph(t, high, low, false);
            jg_text_char(t, ' ');
        }
        jg_text_add(t, "%d-%d", high, low);
        jg_ink(t, p->style, JG_INK_PLAIN);
        if (!arms) continue;
        jg_ink(t, p->style, JG_INK_FAINT);
        jg_text_char(t, arms == 16 ? '*' : '@');
        for (int arm = 0; arm < 4; arm++)
            if (arms >> arm & 1) jg_text_add(t, "%d", arm + 1);
        jg_ink(t, p->style, JG_INK_PLAIN);
    }
}

/* The numbers that passes have excluded from a hand. */
static void lacks(struct painter *p, int seat) {
    unsigned none = p->s->lacks[seat];
    if (!none) return;
    jg_text_put(p->t, jg_tr(p->style->lang, "  has no"));
    for (int number = 0; number < 7; number++)
        if (none >> number & 1) jg_text_add(p->t, " %d", number);
    if (none & JG_DOMINO_NO_DOUBLE) jg_text_put(p->t, jg_tr(p->style->lang, " double"));
}

static void player(struct painter *p, int seat) {
    const struct jg_domino *s = p->s;
    const char *who = jg_seat_name(p->g, seat, p->style->lang);
    bool between = jg_domino_between(s), shown = s->hand[seat] && s->left[seat];
    jg_text_add(p->t, "%c ", s->turn == seat ? '>' : ' ');
    jg_ink(p->t, p->style, jg_team(seat) ? JG_INK_SECOND : JG_INK_FIRST);
    jg_text_add(p->t, "%-6s", who);
    jg_ink(p->t, p->style, JG_INK_PLAIN);
    jg_text_add(p->t, "%3d ", s->left[seat]);
    if (shown) hand(p, seat);
    if (between) jg_text_add(p->t, " = %d", jg_domino_pips(s->hand[seat]));
    if (!between && !(shown && s->turn == seat)) lacks(p, seat);
    jg_text_char(p->t, '\n');
}

/* ---- Captions ------------------------------------------------------------------------------------ */

static void heading(struct painter *p) {
    const struct jg_domino_rules *r = jg_domino_rules(p->g);
    jg_lang lang = p->style->lang;
    struct jg_text *t = p->t;
    if (r->rounds)
        jg_text_add(t, jg_tr(lang, "Round %d of %d: "), p->s->round, r->rounds);
    else
        jg_text_add(t, jg_tr(lang, "Round %d: "), p->s->round);
    for (int team = 0; team < 2; team++) {
        if (team) jg_text_put(t, ", ");
        jg_ink(t, p->style, team ? JG_INK_SECOND : JG_INK_FIRST);
        jg_text_put(t, jg_domino_team_name(team, lang));
        jg_ink(t, p->style, JG_INK_STRONG);
        jg_text_add(t, " %d", p->s->points[team]);
        jg_ink(t, p->style, JG_INK_PLAIN);
    }
    if (!r->rounds) jg_text_add(t, jg_tr(lang, " (to %d)"), r->target);
    jg_text_put(t, "\n\n");
}

/* The opening to be played, as far as the hand is known. */
static const char *opening(const struct painter *p) {
    const struct jg_domino *s = p->s;
    jg_lang lang = p->style->lang;
    uint32_t hand = s->hand[s->turn];
    bool free = jg_domino_rules(p->g)->nodbl == JG_DOMINO_NODBL_FREE;
    if (s->sena) return jg_tr(lang, "%s opens with 6-6\n");
    if (hand & jg_domino_doubles) return jg_tr(lang, "%s opens with a double\n");
    if (!hand && free) return jg_tr(lang, "%s opens with a double, or with any tile without one\n");
    if (!hand) return jg_tr(lang, "%s opens with a double, or passes\n");
    return free ? jg_tr(lang, "%s has no double and opens with any tile\n")
                : jg_tr(lang, "%s has no double and must pass\n");
}

/* The hand of the seat to move is known and no tile fits. */
static bool must_pass(const struct painter *p) {
    jg_move moves[JG_MOVES_MAX];
    const struct jg_domino *s = p->s;
    if (s->turn >= JG_DOMINO_DEAL || !s->hand[s->turn]) return false;
    return jg_domino_moves(jg_domino_rules(p->g), s, moves) == 1 && moves[0] == JG_DOMINO_PASS;
}

/* The state of play: the opening, passes, an announced galo, the next opener. */
static void waiting(struct painter *p) {
    const struct jg_domino *s = p->s;
    jg_lang lang = p->style->lang;
    if (s->turn < JG_DOMINO_DEAL && !s->count)
        jg_text_add(p->t, opening(p), jg_seat_name(p->g, s->turn, lang));
    else if (s->turn < JG_DOMINO_DEAL && s->passes)
        jg_text_add(p->t, jg_tr(lang, "Passes since the last tile: %d\n"), s->passes);
    if (s->count && must_pass(p))
        jg_text_add(p->t, jg_tr(lang, "%s has no tile that fits and must pass\n"), jg_seat_name(p->g, s->turn, lang));
    if (s->announced) jg_text_put(p->t, jg_tr(lang, "Galo announced\n"));
    if (s->turn < JG_DOMINO_DEAL || s->turn == JG_DOMINO_OVER) return;
    bool dealing = s->turn > JG_DOMINO_DEAL;
    if (s->sena)
        jg_text_put(p->t, dealing ? jg_tr(lang, "The player who gets 6-6 opens this round\n")
                                  : jg_tr(lang, "The player who gets 6-6 opens the next round\n"));
    else
        jg_text_add(p->t, dealing ? jg_tr(lang, "%s opens this round\n") : jg_tr(lang, "%s opens the next round\n"),
                    jg_seat_name(p->g, s->opener, lang));
}

/* The result of the round. */
static void counting(struct painter *p) {
    const struct jg_domino *s = p->s;
    jg_lang lang = p->style->lang;
    struct jg_domino_event e;
    jg_domino_round_end(jg_domino_rules(p->g), s, &e);
    const char *who = jg_seat_name(p->g, jg_domino_last_seat(s), lang);
    if (e.locked)
        jg_text_add(p->t, jg_tr(lang, "%s locks the round"), who);
    else
        jg_text_add(p->t, e.out ? jg_tr(lang, "%s goes out on a double: 20") : jg_tr(lang, "%s goes out"), who);
    jg_text_add(p->t, jg_tr(lang, "\nPips left: %d to %d"), e.pips[0], e.pips[1]);
    if (e.garage) {
        jg_text_put(p->t, ": ");
        jg_text_add(p->t, e.locked ? jg_tr(lang, "%d points for %s") : jg_tr(lang, "a garage of %d for %s"), e.garage,
                    jg_domino_team_name(e.team, lang));
    }
    jg_text_char(p->t, '\n');
}

void jg_domino_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    const struct jg_domino *s = state;
    struct painter p = {.g = g, .s = s, .style = style, .t = t, .wide = style->unicode ? 5 : 4};
    if (!s->round && !s->left[0]) {
        jg_text_put(t, jg_tr(style->lang, "No tiles dealt yet\n"));
        return;
    }
    heading(&p);
    if (s->count) draw_table(&p);
    if (jg_domino_between(s)) counting(&p);
    waiting(&p);
    if (!jg_domino_dealt(s)) return;
    jg_text_char(t, '\n');
    for (int seat = 0; seat < 4; seat++) player(&p, seat);
}
