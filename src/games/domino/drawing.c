/* Dominoes as a picture: the score, the felt with the four arms and the other hands, and the hand of the viewer, as on
 * the page. Hidden tiles show their backs. */
#include "games/domino/table_layout.h"
#include "games/domino/text.h"

#include "game/drawing.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = 960,
    FELT_X = 10,
    FELT_Y = 66,
    FELT_WIDTH = WIDTH - 2 * FELT_X,
    SEATS = 130, /* height of the other players */
    TABLE = 900, /* width of the table */
    HALF = 52,   /* most pixels of half a tile */
    OWN = 62,    /* of the viewer's tiles */
    PILL = 24    /* size of labels */
};

#define FELT_INK  "#f4fbf7"
#define FELT_SOFT "#d3ecdf"

static const char *const TEAMS[] = {"#1261b0", "#a8480c"};

static const char DEFS[] =
    "<defs><radialGradient id='jg-dom-felt' r='0.7'><stop offset='0' stop-color='#2f7d5b'/>"
    "<stop offset='1' stop-color='#276b4e'/></radialGradient>"
    "<g id='jg-dom-face'><rect x='-0.95' y='-0.43' width='1.92' height='0.93' rx='0.15' fill-opacity='0.28'/>"
    "<rect x='-0.96' y='-0.46' width='1.92' height='0.92' rx='0.14' fill='#fbf6e9' stroke='#b9ad92' "
    "stroke-width='0.04'/>"
    "<path d='M0 -0.34V0.34' stroke='#b9ad92' stroke-width='0.05'/><circle r='0.07' fill='#b48a2c'/></g>"
    "<g id='jg-dom-back'><rect x='-0.96' y='-0.46' width='1.92' height='0.92' rx='0.14' fill='#57402d' stroke='#000' "
    "stroke-opacity='0.35' stroke-width='0.05'/><path d='M-0.6 0L-0.3 -0.22L0 0L0.3 -0.22L0.6 0L0.3 0.22L0 0L-0.3 "
    "0.22Z' "
    "fill='none' stroke='#86674c' stroke-width='0.06'/></g>";

/* ---- Tiles ------------------------------------------------------------------------------- */

/* The pips of a half by its number: cells of a grid of 3 by 3, numbered row by row. Rows of three run lengthwise. */
static void define_pips(struct jg_text *t) {
    static const char *const PIPS[] = {"", "4", "08", "048", "0268", "02468", "012678"};
    for (int n = 0; n < 7; n++) {
        jg_text_add(t, "<g id='jg-dom-%d' fill='#23201b'>", n);
        for (const char *pip = PIPS[n]; *pip; pip++)
            jg_svg_circle(t, ((*pip - '0') % 3 - 1) * 0.26, ((*pip - '0') / 3 - 1) * 0.26, 0.095, "");
        jg_svg_end(t);
    }
    jg_text_put(t, "</defs>");
}

/* A tile; first < 0: its back. */
static void draw_tile(struct jg_text *t, double x, double y, double angle, double half, int first, int second) {
    jg_svg_group(t, x, y, angle, half);
    jg_svg_use(t, first < 0 ? "jg-dom-back" : "jg-dom-face", 0, 0, 1, "");
    for (int i = 0; i < 2 && first >= 0; i++) {
        char id[] = "jg-dom-0";
        id[sizeof id - 2] = (char)('0' + (i ? second : first));
        jg_svg_use(t, id, i ? 0.49 : -0.49, 0, 1, "");
    }
    jg_svg_end(t);
}

/* ---- The table ---------------------------------------------------------------------------- */

/* The scale and place of the table within the felt. */
struct place {
    struct jg_domino_table_layout table;
    double half, x, y, height; /* x, y: of its centre 0, 0 */
};

static void find_place(const struct jg_domino *s, struct place *at) {
    static const double ROOM = 0.4, HIGH = 640, LOW = 240;
    jg_domino_lay_table(s, &at->table);
    double wide = at->table.right - at->table.left + ROOM, high = at->table.bottom - at->table.top + ROOM;
    at->half = fmin(HALF, fmin(TABLE / wide, HIGH / high));
    at->height = fmax(LOW, high * at->half);
    at->x = WIDTH / 2.0 - (at->table.left + at->table.right) / 2 * at->half;
    at->y = FELT_Y + SEATS + at->height / 2 - (at->table.top + at->table.bottom) / 2 * at->half;
}

static bool can_play_on(const struct jg_domino *s, int arm) {
    return s->count && s->turn < JG_DOMINO_DEAL && arm < jg_domino_arms(&s->table);
}

/* What an end adds to the sum, and the name of its arm in moves. */
static void draw_end(struct jg_text *t, const struct jg_domino *s, const struct place *at, int arm) {
    double x = at->x + at->table.ends[arm][0].x * at->half, y = at->y + at->table.ends[arm][0].y * at->half;
    double name_x = at->x + at->table.ends[arm][1].x * at->half, name_y = at->y + at->table.ends[arm][1].y * at->half;
    bool opened = arm < s->table.arms;
    char text[16];
    struct jg_text words;
    jg_svg_circle(t, x, y, (opened ? 0.4 : 0.16) * at->half, "fill='#276b4e' stroke='" FELT_SOFT "' stroke-width='2'");
    if (opened)
        jg_svg_number(t, x, y + 0.18 * at->half, 0.52 * at->half,
                      "text-anchor='middle' font-weight='700' fill='" FELT_INK "'", s->table.worth[arm]);
    jg_text_init(&words, text, sizeof text);
    jg_text_add(&words, "@%d", arm + 1);
    jg_svg_words(t, name_x, name_y + 0.16 * at->half, 0.44 * at->half, "text-anchor='middle' fill='" FELT_SOFT "'",
                 text);
}

static void draw_table(const struct jg_drawing_page *p, const struct place *at) {
    const struct jg_domino *s = p->view;
    bool marked = jg_domino_is_tile(p->how->last);
    for (int i = 0; i < at->table.count; i++) {
        const struct jg_domino_laid *tile = &at->table.tiles[i];
        double x = at->x + tile->x * at->half, y = at->y + tile->y * at->half;
        draw_tile(p->t, x, y, tile->angle, at->half, tile->first, tile->second);
        if (i + 1 < at->table.count || !marked) continue;
        jg_svg_group(p->t, x, y, tile->angle, at->half);
        jg_svg_rect(p->t, -0.98, -0.48, 1.96, 0.96, 0.16, "fill='none' stroke='#ff9f1c' stroke-width='0.13'");
        jg_svg_end(p->t);
    }
    for (int arm = 0; arm < 4; arm++)
        if (can_play_on(s, arm)) draw_end(p->t, s, at, arm);
}

/* The sum of the ends, and the round before the first tile. */
static void draw_sum(const struct jg_drawing_page *p, double y) {
    const struct jg_domino_rules *r = jg_domino_rules(p->g);
    const struct jg_domino *s = p->view;
    char text[64];
    struct jg_text words;
    if (!s->count) return;
    int sum = jg_domino_sum(r, &s->table);
    bool scores = sum && !(sum % 5);
    jg_text_init(&words, text, sizeof text);
    jg_text_put(&words, jg_tr(p->how->lang, "Ends: "));
    jg_text_add(&words, "%d", sum);
    if (scores) {
        double width = jg_svg_width(text, 26) * 1.15 + 24;
        jg_svg_rect(p->t, WIDTH / 2.0 - width / 2, y - 28, width, 38, 10, "fill='#ffe28a'");
    }
    jg_svg_words(p->t, WIDTH / 2.0, y, 26,
                 scores ? "text-anchor='middle' font-weight='700' fill='#1d1300'"
                        : "text-anchor='middle' fill='" FELT_INK "'",
                 text);
}

/* ---- Players ----------------------------------------------------------------------------- */

/* Whether a seat has passed since the last tile. */
static bool has_passed(const struct jg_domino_rules *r, const struct jg_domino *s, int seat) {
    if (!s->count || s->turn >= JG_DOMINO_DEAL) return false;
    int at = jg_domino_last_seat(s);
    for (int i = 0; i < s->passes; i++)
        if ((at = jg_domino_next(r, at)) == seat) return true;
    return false;
}

/* "has no 5 6", or the pass just made. */
static void put_note(const struct jg_drawing_page *p, int seat, struct jg_text *t) {
    const struct jg_domino *s = p->view;
    unsigned none = s->lacks[seat];
    if (has_passed(jg_domino_rules(p->g), s, seat)) jg_text_add(t, "%s  ", jg_tr(p->how->lang, "passes"));
    if (!none || jg_domino_between(s)) return;
    const char *words = jg_tr(p->how->lang, "  has no");
    jg_text_put(t, words + strspn(words, " "));
    for (int number = 0; number < 7; number++)
        if (none >> number & 1) jg_text_add(t, " %d", number);
    if (none & JG_DOMINO_NO_DOUBLE) jg_text_put(t, jg_tr(p->how->lang, " double"));
}

/* Another player on the felt: name, tiles and what passes have shown. */
static void draw_seat(const struct jg_drawing_page *p, int seat, double middle) {
    enum { ROOM = 290, SIZE = 24, HALF_TILE = 17 };
    const struct jg_domino *s = p->view;
    char name[256], note[64], paint[64];
    struct jg_text t;
    bool hidden = jg_domino_hidden(s, seat);
    double y = FELT_Y + 34, step = 2.0 * HALF_TILE + 2;
    jg_text_init(&t, name, sizeof name);
    jg_svg_fit(jg_drawing_name(p, seat), SIZE * 1.15, ROOM - 40, &t);
    double left = middle - jg_svg_width(name, SIZE * 1.15) / 2;
    if (s->turn == seat)
        jg_svg_rect(p->t, middle - ROOM / 2.0, FELT_Y + 6, ROOM, SEATS - 14, 10,
                    "fill='#fff' fill-opacity='0.12' stroke='" FELT_INK "' stroke-width='2'");
    jg_text_init(&t, paint, sizeof paint);
    jg_text_add(&t, "fill='%s' stroke='" FELT_INK "' stroke-width='2'", TEAMS[jg_team(seat)]);
    jg_svg_circle(p->t, left - 8, y - 8, 8, paint);
    jg_svg_words(p->t, left + 8, y, SIZE, "font-weight='600' fill='" FELT_INK "'", name);
    uint32_t hand = s->hand[seat];
    for (int i = 0; i < s->left[seat] && i < JG_DOMINO_HAND; i++, hand &= hand - 1) {
        int tile = hidden || !hand ? -1 : jg_domino_lowest(hand);
        draw_tile(p->t, middle + (i - (s->left[seat] - 1) / 2.0) * step, y + 36, 90, HALF_TILE,
                  tile < 0 ? -1 : jg_domino_high[tile], tile < 0 ? 0 : jg_domino_low[tile]);
    }
    jg_text_init(&t, note, sizeof note);
    put_note(p, seat, &t);
    jg_svg_words(p->t, middle, FELT_Y + SEATS - 16, 18, "text-anchor='middle' fill='" FELT_SOFT "'", note);
}

static bool is_placed(const struct jg_drawing_page *p, jg_move move) {
    (void)p;
    return jg_domino_is_tile(move);
}

/* The marks of a tile in the viewer's hand, below each other; returns their number. With y < 0 only counts. */
static int draw_marks(const struct jg_drawing_page *p, int tile, double x, double y) {
    const struct jg_domino *s = p->view;
    int n = 0;
    for (size_t i = 0; i < p->how->mark_count; i++) {
        const struct jg_mark *m = &p->how->marks[i];
        char before[8];
        struct jg_text t;
        if (!jg_domino_is_tile(m->move) || jg_domino_move_tile(m->move) != tile) continue;
        jg_text_init(&t, before, sizeof before);
        if (s->count) jg_text_add(&t, "@%d", jg_domino_move_arm(m->move) + 1);
        jg_text_put(&t, jg_domino_move_announces(m->move) ? "! " : s->count ? " " : "");
        if (y >= 0) jg_drawing_pill(p, m, before, x, y + n * 1.5 * PILL, PILL, FELT_WIDTH / 7.0 - 6);
        n++;
    }
    return n;
}

/* The most marks of one tile. */
static int mark_rows(const struct jg_drawing_page *p) {
    int most = 0;
    for (int tile = 0; tile < JG_DOMINO_TILES; tile++) {
        int n = draw_marks(p, tile, 0, -1);
        if (n > most) most = n;
    }
    return most;
}

/* The hand at the lower edge. */
static void draw_own(const struct jg_drawing_page *p, int seat, double top) {
    const struct jg_domino *s = p->view;
    bool hidden = jg_domino_hidden(s, seat), any = s->hand[seat] != 0;
    char note[64];
    struct jg_text t;
    uint32_t hand = s->hand[seat];
    double step = FELT_WIDTH / 7.0;
    jg_text_init(&t, note, sizeof note);
    put_note(p, seat, &t);
    jg_drawing_nameplate(p, seat, FELT_X + 6, top + 32, 28, FELT_WIDTH - 12, false, note);
    for (int i = 0; i < s->left[seat] && i < JG_DOMINO_HAND; i++, hand &= hand - 1) {
        double x = WIDTH / 2.0 + (i - (s->left[seat] - 1) / 2.0) * step;
        int tile = hidden || !any || !hand ? -1 : jg_domino_lowest(hand);
        draw_tile(p->t, x, top + 48 + OWN, 90, OWN, tile < 0 ? -1 : jg_domino_high[tile],
                  tile < 0 ? 0 : jg_domino_low[tile]);
        if (tile >= 0) draw_marks(p, tile, x, top + 48 + 2 * OWN + 20);
    }
}

/* "South and North 40" at the left and the other team at the right, the round between them. */
static void draw_score(const struct jg_drawing_page *p) {
    const struct jg_domino_rules *r = jg_domino_rules(p->g);
    const struct jg_domino *s = p->view;
    char text[256], paint[96];
    struct jg_text t, look;
    for (int team = 0; team < 2; team++) {
        jg_text_init(&t, text, sizeof text);
        jg_text_add(&t, "%s  %d", jg_domino_team_name(team, p->how->lang), s->points[team]);
        jg_text_init(&look, paint, sizeof paint);
        jg_text_add(&look, "font-weight='700' text-anchor='%s' fill='%s'", team ? "end" : "start", TEAMS[team]);
        jg_svg_words(p->t, team ? WIDTH - 18 : 18, 44, 28, paint, text);
    }
    jg_text_init(&t, text, sizeof text);
    if (r->rounds)
        jg_text_add_tr(&t, p->how->lang, "Round %d of %d", s->round, r->rounds);
    else
        jg_text_add_tr(&t, p->how->lang, "Round %d, to %d", s->round, r->target);
    jg_svg_words(p->t, WIDTH / 2.0, 43, 24, "text-anchor='middle' fill='" JG_DRAWING_DIM "'", text);
}

void jg_domino_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t) {
    const struct jg_drawing_page p = {.g = g, .view = view, .how = how, .t = t};
    const struct jg_domino *s = view;
    struct place at;
    int near = jg_drawing_near(how);
    find_place(s, &at);
    double felt = SEATS + at.height + 56, own = FELT_Y + felt + 4, rows = mark_rows(&p);
    double bottom = own + (s->left[near] ? 58 + 2 * OWN + (rows > 0 ? rows * 1.5 * PILL + 6 : 0) : 48);
    struct jg_drawing_list list = {
        .middle = WIDTH / 2.0, .top = bottom, .width = FELT_WIDTH, .size = 28, .placed = is_placed};
    double below = jg_drawing_list(&p, &list, true);
    jg_drawing_begin(&p, WIDTH, bottom + (below > 0 ? below : 0) + 10);
    jg_text_put(t, DEFS);
    define_pips(t);
    draw_score(&p);
    jg_svg_rect(t, FELT_X, FELT_Y, FELT_WIDTH, felt, 14, "fill='url(#jg-dom-felt)' stroke='#57402d' stroke-width='6'");
    for (int i = 1; i < 4; i++) draw_seat(&p, (near + i) & 3, WIDTH / 2.0 + (2 - i) * 310);
    draw_table(&p, &at);
    draw_sum(&p, FELT_Y + felt - 20);
    draw_own(&p, near, own);
    jg_drawing_list(&p, &list, false);
    jg_drawing_end(&p);
}
