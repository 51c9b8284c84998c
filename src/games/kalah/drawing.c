/* Kalah as a picture: a wooden board with seeds in its hollows, as on the page. Seeds lie where the page has them: they
 * are placed one after another, each at the best of some random spots, so that one more does not move the others. */
#include "games/kalah/kalah.h"

#include "core/math.h"
#include "game/drawing.h"

#include <math.h>

enum { PITCH = 100, EDGE = 16, RIM = 46, RX = 41, RY = 48, STORE_RX = 38, LEAST = 640 };

static const double SEED = 10.3, PI = 3.14159265358979323846;

static const char DEFS[] =
    "<defs><linearGradient id='jg-kalah-wood' x1='0' y1='0' x2='0.15' y2='1'><stop offset='0' stop-color='#d3a06c'/>"
    "<stop offset='0.5' stop-color='#c18b57'/><stop offset='1' stop-color='#b8834d'/></linearGradient>"
    "<radialGradient id='jg-kalah-pit' cx='0.5' cy='0.62' r='0.62'><stop offset='0' stop-color='#8a5a30'/>"
    "<stop offset='0.7' stop-color='#6d4423'/><stop offset='1' stop-color='#472a12'/></radialGradient>"
    "<linearGradient id='jg-kalah-lip' x1='0' y1='0' x2='0' y2='1'>"
    "<stop offset='0' stop-color='#5a3616' stop-opacity='0.75'/>"
    "<stop offset='1' stop-color='#e2b687' stop-opacity='0.75'/></linearGradient>"
    "<radialGradient id='jg-kalah-gloss' cx='0.36' cy='0.3' r='0.75'>"
    "<stop offset='0' stop-color='#fff' stop-opacity='0.55'/><stop offset='0.45' stop-color='#fff' "
    "stop-opacity='0.06'/>"
    "<stop offset='1' stop-opacity='0.38'/></radialGradient>";

enum { TURNS = 4 }; /* a seed lies in one of four directions */

/* The geometry of the board; `near` is the seat at the lower edge. */
struct board {
    const struct jg_drawing_page *p;
    int houses, near;
    double gap, beside, left, width, top, tall, middle, store_ry;
    double count, number; /* sizes of letters */
};

static struct board board_of(const struct jg_drawing_page *p) {
    int houses = jg_kalah_options(p->g)->houses;
    bool many = houses > 7;
    struct board b = {.p = p, .houses = houses, .near = jg_drawing_near(p->how)};
    b.gap = many ? 116 : 88;
    b.beside = many ? 66 : 54;
    b.width = (houses + 2) * PITCH + 2 * EDGE;
    b.left = (fmax(b.width + 16, LEAST) - b.width) / 2;
    b.top = b.beside;
    b.tall = 2 * (RIM + 2 * RY) + b.gap;
    b.middle = b.top + b.tall / 2;
    b.store_ry = b.tall / 2 - 58;
    b.count = many ? 44 : 36;
    b.number = many ? 32 : 25;
    return b;
}

/* The centre of a house, or of a store if `house` is the number of houses. */
static double column_at(const struct board *b, int seat, int house) {
    return b->left + EDGE + PITCH * (seat == b->near ? house + 1.5 : b->houses + 0.5 - house);
}

/* The row of a seat's houses, moved by `across` away from the middle. */
static double row_at(const struct board *b, int seat, double across) {
    return b->middle + (seat == b->near ? 1 : -1) * (b->gap / 2 + RY + across);
}

/* ---- Wood -------------------------------------------------------------------------------- */

static void draw_wood(const struct board *b) {
    struct jg_text *t = b->p->t;
    jg_svg_rect(t, b->left, b->top + 7, b->width, b->tall, 46, "fill='#3c2814' fill-opacity='0.28'");
    jg_svg_rect(t, b->left, b->top, b->width, b->tall, 46, "fill='url(#jg-kalah-wood)'");
    for (int i = 0; i < 13; i++) { /* the grain */
        double y = b->top + 14 + i * (b->tall - 28) / 12, swing = i * 37 % 11 - 5, inset = i % 12 ? 8 : 30;
        double from = b->left + inset, to = b->left + b->width - inset, third = (to - from) / 3;
        jg_svg_path(t, "fill='none' stroke='#6b4220' stroke-width='1.6' opacity='0.16'", "M%g %gC%g %g %g %g %g %g",
                    from, y, from + third, y + swing * 2, to - third, y - swing * 2.2, to, y + swing * 0.6);
    }
    jg_svg_line(t, b->left + EDGE + PITCH + 14, b->middle, b->left + b->width - EDGE - PITCH - 14, b->middle,
                "stroke='#6b4220' stroke-width='2' opacity='0.35'");
    jg_svg_rect(t, b->left + 3, b->top + 3, b->width - 6, b->tall - 6, 43,
                "fill='none' stroke='#fff' stroke-width='2' opacity='0.16'");
}

static void draw_hollow(struct jg_text *t, double x, double y, double rx, double ry) {
    jg_svg_rect(t, x - rx - 2, y - ry - 2, 2 * rx + 4, 2 * ry + 4, fmin(rx, ry) + 2, "fill='url(#jg-kalah-lip)'");
    jg_svg_rect(t, x - rx, y - ry, 2 * rx, 2 * ry, fmin(rx, ry), "fill='url(#jg-kalah-pit)'");
}

/* ---- Seeds ------------------------------------------------------------------------------- */

static void define_seeds(struct jg_text *t) {
    for (int i = 0; i < TURNS; i++) {
        jg_text_add(t, "<g id='jg-kalah-seed-%d'>", i);
        jg_svg_ellipse(t, 1.5, 3, SEED, SEED * 0.9, "fill='#1d0f04' opacity='0.4'");
        jg_svg_group(t, 0, 0, 180.0 * i / TURNS, 1);
        jg_svg_ellipse(t, 0, 0, SEED + 0.8, SEED * 0.84, "");
        jg_svg_end(t);
        jg_svg_circle(t, 0, 0, SEED * 0.86, "fill='url(#jg-kalah-gloss)'");
        jg_svg_end(t);
    }
    jg_text_put(t, "</defs>");
}

/* Numbers from 0 to 1, as the page draws them (mulberry32). */
static double next_number(uint32_t *seed) {
    *seed += 0x6d2b79f5u;
    uint32_t z = (*seed ^ *seed >> 15) * (*seed | 1);
    z ^= z + (z ^ z >> 7) * (z | 61);
    return (z ^ z >> 14) / 4294967296.0;
}

struct spot {
    double x, y;
};

/* The distance of a place from the nearest seed, at most `far`. */
static double nearest(const struct spot *spots, int n, struct spot at, double far) {
    for (int i = 0; i < n; i++) far = fmin(far, jg_math_hypot(spots[i].x - at.x, spots[i].y - at.y));
    return far;
}

/* Draws n seeds in an ellipse around (x, y), apart from each other and near the centre. */
static void draw_seeds(struct jg_text *t, int n, double x, double y, struct spot half, unsigned salt) {
    enum { MOST = 240, TRIES = 14 }; /* all seeds of the largest game */
    static const char *const TINTS[] = {"fill='#e9dcc3'", "fill='#d3b48c'", "fill='#a9b4b3'", "fill='#c98f6b'",
                                        "fill='#f3ead9'"};
    struct spot spots[MOST];
    uint32_t seed = salt * 2654435761u + 97;
    for (int i = 0; i < n && i < MOST; i++) {
        double most = -INFINITY;
        for (int k = 0; k < TRIES; k++) {
            double angle = next_number(&seed) * 2 * PI, far = sqrt(next_number(&seed));
            struct spot at = {jg_math_cos(angle) * far * half.x, jg_math_sin(angle) * far * half.y};
            double good = nearest(spots, i, at, 2.05 * SEED) -
                          0.3 * jg_math_hypot(at.x, at.y * half.x / half.y) * fmin(1, 16.0 / (i + 1));
            if (good <= most) continue;
            most = good;
            spots[i] = at;
        }
        int turn = (int)(next_number(&seed) * TURNS), tint = (int)(next_number(&seed) * 5);
        char id[] = "jg-kalah-seed-0";
        id[sizeof id - 2] = (char)('0' + turn);
        jg_svg_use(t, id, round(10 * (x + spots[i].x)) / 10, round(10 * (y + spots[i].y)) / 10, 1, TINTS[tint]);
    }
}

/* ---- Houses and stores --------------------------------------------------------------------- */

/* A number with its middle at (x, y). */
static void put_number(struct jg_text *t, double x, double y, double size, const char *paint, int n) {
    jg_svg_number(t, x, y + 0.36 * size, size, paint, n);
}

static void draw_house(const struct board *b, int seat, int house) {
    struct jg_text *t = b->p->t;
    int n = jg_kalah_seeds(b->p->g, b->p->view, seat, house);
    jg_move move = (jg_move)(seat * b->houses + house + 1);
    double x = column_at(b, seat, house), y = row_at(b, seat, 0), outer = row_at(b, seat, RY + RIM / 2.0 - 2);
    draw_hollow(t, x, y, RX, RY);
    draw_seeds(t, n, x, y, (struct spot){RX - 12, RY - 13}, (unsigned)(seat * (b->houses + 1) + house + 1));
    put_number(t, x, row_at(b, seat, -RY - b->gap / 4), b->count,
               "text-anchor='middle' font-weight='700' fill='#2b1806'", n);
    if (b->p->how->last == move)
        jg_svg_rect(t, x - RX - 1, y - RY - 1, 2 * RX + 2, 2 * RY + 2, RX + 1,
                    "fill='none' stroke='#ffc340' stroke-width='4' stroke-dasharray='2 8' stroke-linecap='round'");
    if (jg_drawing_mark(b->p->how, move))
        jg_drawing_pill_at(b->p, move, x, outer, b->number, PITCH - 4);
    else
        put_number(t, x, outer, b->number, "text-anchor='middle' fill='#33200c'", (int)move);
}

static void draw_store(const struct board *b, int seat) {
    double x = column_at(b, seat, b->houses);
    int n = jg_kalah_store(b->p->g, b->p->view, seat);
    draw_hollow(b->p->t, x, b->middle, STORE_RX, b->store_ry);
    draw_seeds(b->p->t, n, x, b->middle, (struct spot){STORE_RX - 13, b->store_ry - 34},
               (unsigned)(seat * (b->houses + 1) + b->houses + 1));
    put_number(b->p->t, x, b->middle + b->store_ry + 28, b->count,
               "text-anchor='middle' font-weight='700' fill='#2b1806'", n);
}

void jg_kalah_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t) {
    const struct jg_drawing_page p = {.g = g, .view = view, .how = how, .t = t};
    struct board b = board_of(&p);
    double width = b.width + 2 * b.left, height = b.tall + 2 * b.beside, size = b.houses > 7 ? 42 : 32;
    jg_drawing_begin(&p, width, height);
    jg_text_put(t, DEFS);
    define_seeds(t);
    draw_wood(&b);
    for (int seat = 0; seat < 2; seat++) {
        draw_store(&b, seat);
        for (int house = 0; house < b.houses; house++) draw_house(&b, seat, house);
    }
    jg_drawing_nameplate(&p, b.near ^ 1, 24, b.top - 17, size, width - 48, false, "");
    jg_drawing_nameplate(&p, b.near, width - 24, height - 18, size, width - 48, true, "");
    jg_drawing_end(&p);
}
