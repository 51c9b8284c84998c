/* Frames, names, costs, landscapes by colour, power and toughness, signs of abilities. Cards look the same in all
 * themes, as printed cards do; shapes and colours are those of web/src/games/magic/card.ts, symbols.ts and card.css. In
 * place of the page's figures a landscape shows the symbol of its colour. */
#include "games/magic/card_drawing.h"

#include "core/svg.h"

#include <math.h>
#include <string.h>

#define INK  "#22170f"
#define EDGE "#1d1613"

/* ---- Colours ----------------------------------------------------------------------------- */

static const struct look {
    char colour;
    const char *frame, *plate, *sky, *sun, *far, *near, *mana, *ink;
    const char *hills, *ground; /* paths in a box of 100 by 72 */
    const char *sign;           /* the symbol of its mana, on a disc of radius 7 */
} LOOKS[] = {
    {'R', "#c4573a", "#fbe3d4", "#f0a573", "#fbd894", "#b8553d", "#6f2b23", "#d2452a", "#ffe9c2",
     "M0 72V44L16 28L30 44L48 22L64 42L84 29L100 46V72Z", "M0 72V62L18 57L40 61L66 56L100 62V72Z",
     "M0 5.2C-4 5.2 -4.4 1.4 -2 -0.6C-2 0.8 -1 1 -0.6 0.2C0 -1.4 -1 -3.2 0.6 -5.2C1.2 -2.4 4.4 -1.4 3.8 1.8"
     "C3.6 3.8 2 5.2 0 5.2Z"},
    {'W', "#dcc98f", "#fdf7e3", "#ecdfb8", "#fff6d4", "#cbb275", "#937a42", "#fff3c4", "#b4830c",
     "M0 72V50Q28 42 52 48T100 44V72Z", "M0 72V62Q30 54 60 60T100 58V72Z",
     "M0 -5.6L1.5 -2.9L4.4 -4.4L2.9 -1.5L5.6 0L2.9 1.5L4.4 4.4L1.5 2.9L0 5.6L-1.5 2.9L-4.4 4.4L-2.9 1.5L-5.6 0"
     "L-2.9 -1.5L-4.4 -4.4L-1.5 -2.9Z"},
    {'U', "#4e8fc2", "#dfeef8", "#a9d3ec", "#e7f6ff", "#4f93c4", "#235a8c", "#2b79bd", "#e7f6ff",
     "M0 72V46Q12 38 25 46T50 46T75 46T100 46V72Z", "M0 72V61Q10 56 20 61T40 61T60 61T80 61T100 61V72Z",
     "M-5 -0.6Q-3.2 -3.4 -1 -1.2T3 -1.4Q4.2 -2.6 5 -1.6V0.4Q3.2 -0.6 1.6 1T-2 1Q-3.6 -0.2 -5 1.6ZM-4.4 3.6"
     "Q-2.6 1.6 -0.6 3.2T4.4 2.4V4Q2 5.4 0.4 4.8T-4.4 5Z"},
    {'B', "#63516f", "#e6ddec", "#9482a8", "#d8c7e0", "#5a486f", "#33274a", "#46345a", "#e6dcee",
     "M0 72V54Q20 48 44 54T100 50V72Z", "M0 72V63Q26 57 50 62T100 60V72Z",
     "M2.8 -4.8A5.3 5.3 0 1 0 5 2.4A4.4 4.4 0 0 1 2.8 -4.8Z"},
    {'G', "#5d9c5b", "#e4f2da", "#bcd99d", "#f3f5b9", "#5f9d5a", "#2f6138", "#357a3f", "#eaf6c8",
     "M0 58L4 30L13 58L18 26L27 58L33 31L42 58L62 28L71 58L78 24L87 58L92 32L100 58V72H0Z",
     "M0 72V60Q28 54 54 60T100 57V72Z", "M-4.6 4.6C-5.4 -1.6 -1 -5 5 -5C5.4 1.4 1.8 5.2 -3 3.6L1.6 -1.4L-3.9 5Z"},
    {'N', "#98a2ad", "#eef1f4", "#c6ccd3", "#eef1f4", "#8e98a4", "#5b6570", "#d8dbdf", INK,
     "M0 72V52L38 40L70 52L100 44V72Z", "M0 72V62L40 58L100 62V72Z", ""},
};

enum { COLOURS = sizeof LOOKS / sizeof *LOOKS };

static const struct look *look_of(char colour) {
    for (int i = 0; i < COLOURS; i++)
        if (LOOKS[i].colour == colour) return &LOOKS[i];
    return &LOOKS[COLOURS - 1];
}

/* Signs of abilities, around 0, 0 in a box of 14 by 14. */
static const char *const SIGNS[JG_MAGIC_ABILITIES] = {
    [JG_MAGIC_BIT_FLYING] = "M-6 4Q-5 -5 6 -6Q5 -3 3 -2.4Q4 -2 4 -1.6Q3 0.6 0.6 0.8Q1.4 1.2 1.4 1.6Q-1 4 -6 4Z",
    [JG_MAGIC_BIT_REACH] = "M-4.4 -6Q6 0 -4.4 6L-3.4 3.6Q1.6 0 -3.4 -3.6ZM-6 -0.8H3V-2.8L6.6 0L3 2.8V0.8H-6Z",
    [JG_MAGIC_BIT_VIGILANCE] = "M-6.4 0Q0 -7.4 6.4 0Q0 7.4 -6.4 0ZM0 -2.8A2.8 2.8 0 1 0 0 2.8A2.8 2.8 0 1 0 0 -2.8Z",
    [JG_MAGIC_BIT_HASTE] = "M-6 -5.4L0 0L-6 5.4L-3 5.4L3 0L-3 -5.4ZM0 -5.4L6 0L0 5.4L2.4 5.4L7 0L2.4 -5.4Z",
    [JG_MAGIC_BIT_FIRST_STRIKE] = "M6 -6.4L5.4 -3L-1.2 3.6L0.4 5.2L-0.8 6.4L-3 4.2L-5.4 6.6L-6.6 5.4L-4.2 3L-6.4 0.8"
                                  "L-5.2 -0.4L-3.6 1.2L3 -5.6Z",
    [JG_MAGIC_BIT_DOUBLE_STRIKE] =
        "M6.4 -6L5.8 -3L-1.4 4.2L-0.4 5.4L-1.6 6.4L-5.8 2.2L-4.6 1L-3.6 2L3.4 -5.4ZM-6.4 -6L-5.8 -3L-2.8 0L-0.8 -2.2"
        "L-3.4 -5.4ZM1 0.2L4 3L4.8 2L6 3.2L2 6.6L0.8 5.6L1.8 4.6L-1 2.2Z",
    [JG_MAGIC_BIT_LIFELINK] = "M0 6.2Q-7 1.2 -5.8 -3Q-3.6 -6.4 0 -2.6Q3.6 -6.4 5.8 -3Q7 1.2 0 6.2Z",
};

static const char *paint(char out[128], const char *format, const char *value) {
    struct jg_text t;
    jg_text_init(&t, out, 128);
    jg_text_add(&t, format, value);
    return out;
}

/* "jg-mag-scene-R" */
static const char *id_of(char out[32], const char *kind, char colour) {
    struct jg_text t;
    jg_text_init(&t, out, 32);
    jg_text_add(&t, "jg-mag-%s-%c", kind, colour);
    return out;
}

void jg_magic_draw_defs(struct jg_text *t) {
    char of[128];
    jg_text_put(t, "<defs>");
    for (int i = 0; i < COLOURS; i++) {
        const struct look *l = &LOOKS[i];
        jg_text_add(t, "<g id='jg-mag-scene-%c'>", l->colour);
        jg_svg_circle(t, 70, 24, 13, paint(of, "fill='%s'", l->sun));
        jg_svg_path(t, paint(of, "fill='%s'", l->far), "%s", l->hills);
        jg_svg_path(t, paint(of, "fill='%s'", l->near), "%s", l->ground);
        jg_text_add(t, "</g><g id='jg-mag-mana-%c'>", l->colour);
        jg_svg_circle(t, 0, 0, 6.8, paint(of, "fill='%s' stroke='" EDGE "' stroke-width='1.2'", l->mana));
        if (*l->sign) jg_svg_path(t, paint(of, "fill='%s'", l->ink), "%s", l->sign);
        jg_svg_end(t);
    }
    for (int i = 0; i < JG_MAGIC_ABILITIES; i++)
        jg_text_add(t, "<path id='jg-mag-ability-%d' fill='" INK "' fill-rule='evenodd' d='%s'/>", i, SIGNS[i]);
    jg_text_put(t, "</defs>");
}

/* ---- Faces ------------------------------------------------------------------------------- */

/* Adds n bytes of a text, at most. */
static void put_part(struct jg_text *t, const char *text, size_t n) { jg_text_add(t, "%.*s", (int)n, text); }

/* Draws a name on one line or on two, broken where the longer one is shortest. Returns the number of lines. */
static int draw_name(struct jg_text *t, const char *name, const char *plate) {
    static const double SIZE = 13.6, ROOM = 86, BOLD = 1.22;
    char lines[2][JG_MAGIC_NAME] = {"", ""}, of[128];
    struct jg_text part;
    size_t length = strlen(name), best = 0;
    for (size_t i = 1; i < length && jg_svg_width(name, BOLD * SIZE) > ROOM; i++)
        if (name[i] == ' ' &&
            (!best || fmax((double)i, (double)(length - i)) < fmax((double)best, (double)(length - best))))
            best = i;
    jg_text_init(&part, lines[0], sizeof lines[0]);
    put_part(&part, name, best ? best : length);
    jg_text_init(&part, lines[1], sizeof lines[1]);
    if (best) put_part(&part, name + best + 1, length);
    jg_svg_rect(t, 5, 5, 90, best ? 32 : 18, 3.5, paint(of, "fill='%s'", plate));
    for (int i = 0; i < (best ? 2 : 1); i++) {
        double size = SIZE * fmin(1, ROOM / jg_svg_width(lines[i], BOLD * SIZE));
        jg_svg_words(t, 7.5, 18.4 + 13.6 * i, size, "font-weight='700' fill='" INK "'", lines[i]);
    }
    return best ? 2 : 1;
}

/* The discs of a cost, "2WW". */
static void draw_cost(struct jg_text *t, const char *cost, double y) {
    char id[32], number[4];
    for (int i = 0; *cost; i++) {
        double x = 14 + 15.5 * i;
        size_t digits = strspn(cost, "0123456789");
        jg_svg_use(t, id_of(id, "mana", digits ? 'N' : look_of(*cost)->colour), x, y, 1.09, "");
        if (digits) {
            struct jg_text n;
            jg_text_init(&n, number, sizeof number);
            put_part(&n, cost, digits);
            jg_svg_words(t, x, y + 4, 11.5, "text-anchor='middle' font-weight='800' fill='" INK "'", number);
        }
        cost += digits ? digits : 1;
    }
}

static void draw_chip(struct jg_text *t, double x, double y, const char *fill, const char *words) {
    char of[128];
    jg_svg_rect(t, x - 13, y - 9, 26, 18, 9, paint(of, "fill='%s' stroke='" EDGE "' stroke-width='1.6'", fill));
    jg_svg_words(t, x, y + 4.7, 13, "text-anchor='middle' font-weight='800' fill='" INK "'", words);
}

static void draw_number(struct jg_text *t, double x, double y, const char *fill, const char *format, int n) {
    char words[16];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    jg_text_add(&text, *format == '+' ? "+%d" : *format == 'x' ? "×%d" : "%d", n);
    draw_chip(t, x, y, fill, words);
}

/* Power and toughness as they are now: grown in green, hurt in red. */
static void draw_strength(struct jg_text *t, const struct jg_magic_card *card, const struct jg_magic_creature *c,
                          const char *plate) {
    int power = c ? jg_magic_power(card, c) : card->power;
    int left = c ? jg_magic_toughness(card, c) - c->damage : card->toughness;
    const char *grown = power > card->power ? "#116b35" : INK;
    char words[32], of[128];
    struct jg_text text;
    jg_text_init(&text, words, sizeof words);
    jg_text_add(&text, "%d/%d", power, left);
    double wide = fmax(36, 12 + 10 * (double)text.used);
    jg_svg_rect(t, 96 - wide, 113, wide, 23, 5, paint(of, "fill='%s' stroke='" EDGE "' stroke-width='2'", plate));
    jg_text_add(t,
                "<text x='%g' y='130.4' font-size='17.5' font-weight='800' text-anchor='middle' fill='%s'>%d/"
                "<tspan fill='%s'>%d</tspan></text>",
                96 - wide / 2, grown, power, c && c->damage ? "#b3160f" : grown, left);
}

/* What a creature carries: its id, counters, place in the damage order, the spiral of summoning sickness. */
static void draw_state(struct jg_text *t, const struct jg_magic_card *card, const struct jg_magic_creature *c) {
    bool sick = c->flags & JG_MAGIC_SICK && !(card->abilities & JG_MAGIC_HASTE) && !(c->flags & JG_MAGIC_TAPPED);
    draw_number(t, 82, 102, "#e9e2d3", "", c->id);
    if (c->counters) draw_number(t, 20, 102, "#bfe6c4", "+", c->counters);
    if (c->boost) draw_number(t, c->counters ? 48 : 20, 102, "#ffe08a", "+", c->boost);
    if (c->order) draw_number(t, 50, 76, "#cfe4ff", "", c->order);
    if (!sick) return;
    jg_svg_circle(t, 18, 54, 9.5, "fill='#14101e' fill-opacity='0.62'");
    jg_svg_group(t, 18, 54, 0, 1);
    jg_svg_path(t, "fill='none' stroke='#e6e0f2' stroke-width='1.8' stroke-linecap='round'", "%s",
                "M0 0a2 2 0 0 1 4 0a4 4 0 0 1 -8 0a6 6 0 0 1 10 -3.4");
    jg_svg_end(t);
}

/* Landscape and symbol of a colour between a height and 111. */
static void draw_scene(struct jg_text *t, const struct look *l, double top) {
    char id[32], of[128];
    jg_svg_rect(t, 5, top, 90, 111 - top, 0, paint(of, "fill='%s'", l->sky));
    jg_svg_use(t, id_of(id, "scene", l->colour), 5, 46.2, 0.9, "");
    jg_svg_use(t, id_of(id, "mana", l->colour), 50, (top + 111) / 2 + 4, 2.6, "opacity='0.92'");
}

static const char *type_of(const struct jg_magic_card *card, jg_lang lang) {
    return card->type == JG_MAGIC_LAND ? jg_tr(lang, "Land") : jg_tr(lang, "Sorcery");
}

void jg_magic_draw_card(struct jg_text *t, const struct jg_magic_card *card, const struct jg_magic_creature *c,
                        const char *edge, int copies, jg_lang lang) {
    const struct look *l = look_of(card->colour);
    char of[128];
    jg_svg_rect(t, 0, 0, 100, 140, 8,
                edge ? paint(of, "fill='" EDGE "' stroke='%s' stroke-width='6'", edge) : "fill='" EDGE "'");
    jg_svg_rect(t, 2.5, 2.5, 95, 135, 6, paint(of, "fill='%s'", l->frame));
    double top = draw_name(t, card->name, l->plate) > 1 ? 38.5 : 24.5;
    draw_scene(t, l, top);
    if (!c) draw_cost(t, card->cost, top + 10);
    if (card->type != JG_MAGIC_CREATURE)
        jg_svg_words(
            t, 8, 129, 12.5,
            paint(of, "font-weight='600' fill='" INK "' stroke='%s' stroke-width='3' paint-order='stroke'", l->plate),
            type_of(card, lang));
    for (int i = 0, n = 0; i < JG_MAGIC_ABILITIES && n < 3; i++) {
        char id[32];
        if (!(card->abilities >> i & 1)) continue;
        jg_svg_circle(t, 14 + 17 * n, 124.5, 8, paint(of, "fill='%s'", l->plate));
        jg_svg_use(t, id_of(id, "ability", (char)('0' + i)), 14 + 17 * n++, 124.5, 1, "");
    }
    if (card->type == JG_MAGIC_CREATURE) draw_strength(t, card, c, l->plate);
    if (c) draw_state(t, card, c);
    if (copies > 1) draw_number(t, 82, top + 12, "#fffaf0", "x", copies);
}

void jg_magic_draw_land(struct jg_text *t, const struct jg_magic_card *card) {
    const struct look *l = look_of(card->colour);
    char id[32], of[128];
    jg_svg_rect(t, 0, 0, 52, 38, 4, paint(of, "fill='%s' stroke='" EDGE "' stroke-width='2'", l->sky));
    jg_svg_use(t, id_of(id, "scene", l->colour), 1, 1.2, 0.5, "");
}

void jg_magic_draw_back(struct jg_text *t) {
    jg_svg_rect(t, 0, 0, 100, 140, 8, "fill='" EDGE "'");
    jg_svg_rect(t, 6, 6, 88, 128, 5, "fill='#6d4423'");
    jg_svg_path(t, "fill='none' stroke='#e0b97c' stroke-width='4'", "%s",
                "M50 22L82 70L50 118L18 70ZM50 42L68 70L50 98L32 70Z");
}
