/* The table of the Magic duel as a picture: the opponent above, the viewer below, creatures in front, and the hand of
 * the viewer at the lower edge, as on the page. Arrows show attacks and blocks and run below the cards. */
#include "core/math.h"
#include "games/magic/card_drawing.h"
#include "games/magic/text.h"

#include "game/drawing.h"

#include <math.h>

enum {
    WIDTH = 1000,
    MARGIN = 20,
    ROOM = WIDTH - 2 * MARGIN,
    STRIP = 92,
    MIDDLE = 34,
    CARD_WIDTH = 100,
    CARD_HEIGHT = 140,
    GAP = 8
};

static const double LARGE = 1.4; /* most scale of a card */

#define MAT_INK  "#fffaf0"
#define MAT_SOFT "#e2eadd"
#define ATTACK   "#ff8a5c"
#define BLOCK    "#8fd0ff"
#define GOLD     "#ffe27a"

static const char DEFS[] =
    "<defs><linearGradient id='jg-mag-mat' x1='0' y1='0' x2='0' y2='1'><stop offset='0' stop-color='#3a5f4b'/>"
    "<stop offset='0.45' stop-color='#47705a'/><stop offset='0.55' stop-color='#47705a'/>"
    "<stop offset='1' stop-color='#3a5f4b'/></linearGradient></defs>";

struct point {
    double x, y;
};

/* Where the creatures of a side stand. */
struct field {
    double top, height, scale;
    int columns;
};

struct table {
    const struct jg_drawing_page *p;
    const struct jg_magic *s;
    int near;
    struct field field[2]; /* by seat */
    double strip[2];       /* tops of the players' strips */
    double hand, bottom;   /* of the hand of the viewer, and of the mat */
};

/* ---- Places ------------------------------------------------------------------------------ */

/* At most nine creatures stand in one row, more in two. */
static struct field field_of(int creatures, double top) {
    enum { ROW = 9, LOW = 60 };
    int columns = creatures <= ROW ? creatures : (creatures + 1) / 2;
    double scale = columns ? fmin(LARGE, (double)ROOM / (columns * (CARD_WIDTH + GAP))) : 1;
    int rows = creatures > ROW ? 2 : creatures > 0;
    return (struct field){.top = top,
                          .height = rows ? rows * (CARD_HEIGHT + 2 * GAP) * scale + 2 * GAP : LOW,
                          .scale = scale,
                          .columns = columns > 0 ? columns : 1};
}

/* The centre of the creature with index i. */
static struct point creature_at(const struct table *d, int seat, int i) {
    const struct field *f = &d->field[seat];
    const struct jg_magic_side *side = &d->s->side[seat];
    int row = i / f->columns, last = (side->creatures - 1) / f->columns;
    int in_row = row < last ? f->columns : side->creatures - last * f->columns;
    double push =
        side->creature[i].flags & JG_MAGIC_ATTACKS || side->creature[i].blocks ? (seat == d->near ? -6 : 6) : 0;
    return (struct point){WIDTH / 2.0 + (i % f->columns - (in_row - 1) / 2.0) * (CARD_WIDTH + GAP) * f->scale,
                          f->top + GAP + (row + 0.5) * (CARD_HEIGHT + 2 * GAP) * f->scale + push};
}

static struct point life_at(const struct table *d, int seat) {
    return (struct point){WIDTH / 2.0, d->strip[seat] + STRIP / 2.0};
}

static bool sees_hand(const struct table *d) {
    return d->s->side[d->near].in_hand && !jg_magic_hand_hidden(d->s, d->near);
}

/* ---- Players ----------------------------------------------------------------------------- */

static void put_count(struct jg_text *t, double x, double y, const char *label, int n, int of) {
    char words[32];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    jg_text_add(&text, of >= 0 ? "%d/%d" : "%d", n, of);
    jg_svg_words(t, x, y + 38, 28, "text-anchor='middle' font-weight='700' fill='" MAT_INK "'", words);
    jg_svg_words(t, x, y + 64, 18, "text-anchor='middle' fill='" MAT_SOFT "'", label);
}

/* A stack of lands, tilted if they are tapped. */
static void draw_lands(const struct table *d, int seat, double x, double y, int n, bool tapped) {
    const struct jg_magic_deck *deck = jg_magic_deck(d->p->g, seat);
    if (n <= 0 || deck->land == JG_MAGIC_NONE) return;
    for (int i = n > 1 ? 1 : 0; i >= 0; i--) {
        jg_svg_group(d->p->t, x + 4 * i, y - 4 * i, tapped ? 13 : 0, 1);
        jg_magic_draw_land(d->p->t, &deck->card[deck->land]);
        jg_svg_end(d->p->t);
    }
    char words[16];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    jg_text_add(&text, "×%d", n);
    jg_svg_words(
        d->p->t, x + 24, y + 28, 24,
        "text-anchor='middle' font-weight='800' fill='#fff' stroke='#1d1613' stroke-width='4' paint-order='stroke' "
        "stroke-linejoin='round'",
        words);
}

/* Backs of the cards in hand, and their number. */
static void draw_backs(const struct table *d, int seat, double x, double y) {
    enum { MOST = 7 };
    int n = d->s->side[seat].in_hand;
    for (int i = 0; i < n && i < MOST; i++) {
        jg_svg_group(d->p->t, x + 12 * i, y + 18, 0, 0.36);
        jg_magic_draw_back(d->p->t);
        jg_svg_end(d->p->t);
    }
    put_count(d->p->t, x + 150, y + 8, jg_tr(d->p->how->lang, "Hand"), n, -1);
}

static void draw_life(const struct table *d, int seat) {
    struct point at = life_at(d, seat);
    int life = d->s->side[seat].life;
    jg_svg_group(d->p->t, at.x, at.y, 0, 2.2);
    jg_svg_path(d->p->t, "fill='#fbf3e2' stroke='#1d1613' stroke-width='1.5'", "%s",
                "M0 -18L16 -11V4Q14 13 0 19Q-14 13 -16 4V-11Z");
    jg_svg_end(d->p->t);
    jg_svg_number(d->p->t, at.x, at.y + 11, life > 999 || life < -99 ? 26 : 34,
                  "text-anchor='middle' font-weight='800' fill='#22170f'", life);
}

static void draw_strip(const struct table *d, int seat) {
    const struct jg_magic_side *side = &d->s->side[seat];
    jg_lang lang = d->p->how->lang;
    struct jg_text *t = d->p->t, name;
    bool own = seat == d->near && sees_hand(d);
    char words[256];
    double y = d->strip[seat];
    int dead = 0;
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) dead += side->grave[kind];
    jg_text_init(&name, words, sizeof words);
    jg_svg_fit(jg_drawing_name(d->p, seat), 28 * 1.15, own ? 400 : 205, &name);
    if (d->s->turn && d->s->active == seat) jg_svg_rect(t, MARGIN, y + 24, 6, 44, 3, "fill='#f6c453'");
    jg_svg_words(t, MARGIN + 14, y + 56, 28, "font-weight='700' fill='" MAT_INK "'", words);
    if (!own) draw_backs(d, seat, 250, y);
    draw_life(d, seat);
    draw_lands(d, seat, 562, y + 28, side->untapped, false);
    draw_lands(d, seat, 640, y + 24, side->lands - side->untapped, true);
    put_count(t, 750, y + 8, jg_tr(lang, "Lands"), side->untapped, side->lands);
    put_count(t, 834, y + 8, jg_tr(lang, "Library"), side->in_library, -1);
    put_count(t, 930, y + 8, jg_tr(lang, "Graveyard"), dead, -1);
}

/* ---- Creatures --------------------------------------------------------------------------- */

static bool names_creature(jg_move move) {
    switch (jg_magic_move_type(move)) {
    case JG_MAGIC_TARGET_CREATURE:
    case JG_MAGIC_ATTACK_WITH:
    case JG_MAGIC_BLOCK_WITH:
    case JG_MAGIC_BLOCK_ATTACKER:
    case JG_MAGIC_ORDER_NEXT: return true;
    default: return false;
    }
}

/* Whether the last move concerns this creature. */
static bool is_last(const struct table *d, const struct jg_magic_creature *c) {
    jg_move last = d->p->how->last;
    if (jg_magic_move_type(last) == JG_MAGIC_PLAY) return c->id == d->s->last_id && c->kind == jg_magic_move_arg(last);
    return names_creature(last) && c->id == jg_magic_move_arg(last);
}

static void draw_creature(const struct table *d, int seat, int i) {
    const struct jg_magic_creature *c = &d->s->side[seat].creature[i];
    bool tapped = c->flags & JG_MAGIC_TAPPED;
    struct point at = creature_at(d, seat, i);
    double scale = d->field[seat].scale * (tapped ? 0.9 : 1);
    const char *edge = is_last(d, c) ? GOLD : c->flags & JG_MAGIC_ATTACKS ? ATTACK : c->blocks ? BLOCK : NULL;
    jg_svg_group(d->p->t, at.x, at.y, tapped ? 13 : 0, scale);
    jg_svg_group(d->p->t, -CARD_WIDTH / 2.0, -CARD_HEIGHT / 2.0, 0, 1);
    jg_magic_draw_card(d->p->t, jg_magic_card(d->p->g, seat, c->kind), c, edge, 1, d->p->how->lang);
    jg_svg_end(d->p->t);
    jg_svg_end(d->p->t);
}

static void draw_arrow(struct jg_text *t, struct point a, struct point b, const char *colour) {
    char paint[96];
    struct jg_text text;
    double far = fmax(jg_math_hypot(b.x - a.x, b.y - a.y), 1), dx = (b.x - a.x) / far, dy = (b.y - a.y) / far;
    struct point back = {b.x - 22 * dx, b.y - 22 * dy};
    jg_svg_line(t, a.x, a.y, back.x, back.y,
                "stroke='#1d1613' stroke-width='11' stroke-linecap='round' opacity='0.55'");
    jg_text_init(&text, paint, sizeof paint);
    jg_text_add(&text, "stroke='%s' stroke-width='6' stroke-linecap='round'", colour);
    jg_svg_line(t, a.x, a.y, back.x, back.y, paint);
    jg_text_clear(&text);
    jg_text_add(&text, "fill='%s' stroke='#1d1613' stroke-width='1.5'", colour);
    jg_svg_path(t, paint, "M%g %gL%g %gL%g %gz", b.x, b.y, back.x - 13 * dy, back.y + 13 * dx, back.x + 13 * dy,
                back.y - 13 * dx);
}

/* The point on the way from a to b at a distance from b. */
static struct point before(struct point a, struct point b, double far) {
    double all = fmax(jg_math_hypot(b.x - a.x, b.y - a.y), 1);
    return (struct point){b.x - (b.x - a.x) * far / all, b.y - (b.y - a.y) * far / all};
}

static bool is_blocked(const struct jg_magic_side *defender, int id) {
    for (int i = 0; i < defender->creatures; i++)
        if (defender->creature[i].blocks == id) return true;
    return false;
}

static void draw_arrows(const struct table *d) {
    for (int seat = 0; seat < 2; seat++) {
        const struct jg_magic_side *own = &d->s->side[seat], *other = &d->s->side[1 - seat];
        double reach = CARD_HEIGHT * d->field[1 - seat].scale / 2;
        for (int i = 0; i < own->creatures; i++) {
            const struct jg_magic_creature *c = &own->creature[i];
            struct point from = creature_at(d, seat, i), life = life_at(d, 1 - seat);
            int attacker = c->blocks ? jg_magic_find_creature(other, c->blocks) : -1;
            if (c->flags & JG_MAGIC_ATTACKS && !is_blocked(other, c->id))
                draw_arrow(d->p->t, from, before(from, life, 46), ATTACK);
            if (attacker >= 0) {
                struct point to = creature_at(d, 1 - seat, attacker);
                draw_arrow(d->p->t, from, before(from, to, reach - 4), BLOCK);
            }
        }
    }
}

/* ---- The hand ---------------------------------------------------------------------------- */

/* The number of different cards in the hand of the viewer, and their scale. */
static int hand_kinds(const struct table *d, double *scale) {
    int n = 0;
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) n += d->s->side[d->near].hand[kind] > 0;
    *scale = fmax(1, fmin(LARGE, (double)ROOM / ((n > 0 ? n : 1) * (CARD_WIDTH + 2 * GAP))));
    return n;
}

/* Equal cards are one with their number; many overlap. */
static void draw_hand(const struct table *d) {
    double scale, room = ROOM;
    int n = hand_kinds(d, &scale), i = 0;
    double wide = CARD_WIDTH * scale, step = n > 1 ? fmin(wide + 2 * GAP, (room - wide) / (n - 1)) : wide;
    const uint8_t *hand = d->s->side[d->near].hand;
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) {
        if (!hand[kind]) continue;
        double x = WIDTH / 2.0 + (i++ - (n - 1) / 2.0) * step - wide / 2;
        jg_svg_group(d->p->t, x, d->hand, 0, scale);
        jg_magic_draw_card(d->p->t, jg_magic_card(d->p->g, d->near, kind), NULL, NULL, hand[kind], d->p->how->lang);
        jg_svg_end(d->p->t);
        for (int type = 0; type < 2; type++)
            jg_drawing_pill_at(d->p, jg_magic_move(type ? JG_MAGIC_DISCARD_CARD : JG_MAGIC_PLAY, kind),
                               x + fmin(wide, step) / 2, d->hand + 0.62 * CARD_HEIGHT * scale, 28,
                               fmin(wide, step) - 8);
    }
}

/* The card on top of the library, between the players while one of them scries. */
static void draw_scried(const struct table *d) {
    int seat = d->s->active, top = d->s->side[seat].top;
    if (d->s->phase != JG_MAGIC_SCRY || top >= JG_MAGIC_HIDDEN) return;
    jg_svg_group(d->p->t, WIDTH / 2.0 - 32, d->field[d->near].top - MIDDLE / 2.0 - 45, 0, 0.64);
    jg_magic_draw_card(d->p->t, jg_magic_card(d->p->g, seat, top), NULL, GOLD, 1, d->p->how->lang);
    jg_svg_end(d->p->t);
}

/* ---- Labels on moves ---------------------------------------------------------------------- */

/* Whether a creature with this id is on the table. */
static bool stands(const struct jg_magic *s, int id) {
    return jg_magic_find_creature(&s->side[0], id) >= 0 || jg_magic_find_creature(&s->side[1], id) >= 0;
}

static bool is_placed(const struct jg_drawing_page *p, jg_move move) {
    int type = jg_magic_move_type(move);
    if (names_creature(move)) return stands(p->view, jg_magic_move_arg(move));
    return type == JG_MAGIC_PLAY || type == JG_MAGIC_DISCARD_CARD || type == JG_MAGIC_TARGET_PLAYER;
}

static void draw_marks(const struct table *d) {
    for (size_t i = 0; i < d->p->how->mark_count; i++) {
        const struct jg_mark *m = &d->p->how->marks[i];
        int arg = jg_magic_move_arg(m->move);
        if (jg_magic_move_type(m->move) == JG_MAGIC_TARGET_PLAYER && arg < 2)
            jg_drawing_pill(d->p, m, "", life_at(d, arg).x, life_at(d, arg).y + 34, 24, 130);
        for (int seat = 0; seat < 2 && names_creature(m->move); seat++) {
            int at = jg_magic_find_creature(&d->s->side[seat], arg);
            if (at < 0) continue;
            struct point c = creature_at(d, seat, at);
            jg_drawing_pill(d->p, m, "", c.x, c.y + 10, 26 * fmax(d->field[seat].scale, 0.7),
                            CARD_WIDTH * d->field[seat].scale);
        }
    }
}

/* The line between the players, with the turn and its phase. */
static void draw_phase(const struct table *d) {
    double y = d->field[d->near].top - MIDDLE / 2.0;
    char words[128];
    struct jg_text t;
    jg_text_init(&t, words, sizeof words);
    if (d->s->turn) jg_text_add_tr(&t, d->p->how->lang, "Turn %d: ", d->s->turn);
    jg_text_put(&t, jg_magic_phase_title(d->s->phase, d->p->how->lang));
    double from = MARGIN + 24 + jg_svg_width(words, 22);
    jg_svg_line(d->p->t, from, y, WIDTH - MARGIN, y, "stroke='#2b4a39' stroke-width='2' opacity='0.6'");
    jg_svg_words(d->p->t, MARGIN + 4, y + 8, 22, "fill='" MAT_SOFT "'", words);
}

/* ---- The picture -------------------------------------------------------------------------- */

static void arrange(struct table *d) {
    int far = 1 - d->near;
    double scale;
    d->strip[far] = 10;
    d->field[far] = field_of(d->s->side[far].creatures, d->strip[far] + STRIP);
    d->field[d->near] = field_of(d->s->side[d->near].creatures, d->field[far].top + d->field[far].height + MIDDLE);
    d->strip[d->near] = d->field[d->near].top + d->field[d->near].height;
    d->hand = d->strip[d->near] + STRIP;
    hand_kinds(d, &scale);
    d->bottom = d->hand + (sees_hand(d) ? CARD_HEIGHT * scale + 2 * GAP : 0) + 10;
}

void jg_magic_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t) {
    const struct jg_drawing_page p = {.g = g, .view = view, .how = how, .t = t};
    struct table d = {.p = &p, .s = view, .near = jg_drawing_near(how)};
    arrange(&d);
    struct jg_drawing_list list = {
        .middle = WIDTH / 2.0, .top = d.bottom + 4, .width = ROOM, .size = 28, .placed = is_placed};
    double below = jg_drawing_list(&p, &list, true);
    jg_drawing_begin(&p, WIDTH, d.bottom + (below > 0 ? below + 10 : 0));
    jg_text_put(t, DEFS);
    jg_magic_draw_defs(t);
    jg_svg_rect(t, 8, 8, WIDTH - 16, d.bottom - 16, 12, "fill='url(#jg-mag-mat)' stroke='#2b4a39' stroke-width='3'");
    draw_strip(&d, 0);
    draw_strip(&d, 1);
    draw_arrows(&d);
    draw_phase(&d);
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < d.s->side[seat].creatures; i++) draw_creature(&d, seat, i);
    draw_scried(&d);
    if (sees_hand(&d)) draw_hand(&d);
    draw_marks(&d);
    jg_drawing_list(&p, &list, false);
    jg_drawing_end(&p);
}
