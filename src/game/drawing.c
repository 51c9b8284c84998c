#include "game/drawing.h"

#include <math.h>
#include <string.h>

static const double BOLD = 1.15; /* width of bold letters, of the others' */

/* ---- Frame ------------------------------------------------------------------------------- */

static const char FONTS[] =
    "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, Helvetica Neue, Arial, DejaVu Sans, "
    "sans-serif";

/* "Kalah: player 1 to move" */
static void put_title(const struct jg_drawing_page *p) {
    char words[256];
    struct jg_text t;
    jg_lang lang = p->how->lang;
    int turn = jg_turn(p->g, p->view);
    jg_text_init(&t, words, sizeof words);
    jg_text_add(&t, "%s: ", jg_tr(lang, p->g->kind->title));
    if (turn >= 0)
        jg_text_add_tr(&t, lang, "%s to move", jg_drawing_name(p, turn));
    else
        jg_text_put(&t, turn == JG_OVER ? jg_tr(lang, "the game is over") : jg_tr(lang, "chance is to move"));
    jg_text_put(p->t, "<title>");
    jg_svg_escape(p->t, words);
    jg_text_put(p->t, "</title>");
}

/* The text of the view describes the picture. */
static void put_description(const struct jg_drawing_page *p) {
    char position[JG_POSITION_MAX];
    struct jg_text t;
    jg_text_init(&t, position, sizeof position);
    p->g->kind->print(p->g, p->view, &t);
    jg_text_put(p->t, "<desc>");
    jg_svg_escape(p->t, position);
    jg_text_put(p->t, "</desc>");
}

void jg_drawing_begin(const struct jg_drawing_page *p, double width, double height) {
    /* The natural size in pixels: at most WIDE by HIGH, unless the picture is very large. */
    static const double WIDE = 720, HIGH = 576, LEAST = 0.5;
    double scale = fmax(LEAST, fmin(1, fmin(WIDE / width, HIGH / height)));
    jg_text_add(p->t,
                "<svg xmlns='http://www.w3.org/2000/svg' class='jg-board' viewBox='0 0 %g %g' width='%.0f' "
                "height='%.0f' role='img' "
                "lang='%s' font-family='%s' style='max-width:100%%;height:auto'>",
                width, height, width * scale, height * scale, jg_lang_name(p->how->lang), FONTS);
    put_title(p);
    put_description(p);
    jg_svg_rect(p->t, 0, 0, width, height, 18, "fill='" JG_DRAWING_GROUND "'");
}

void jg_drawing_end(const struct jg_drawing_page *p) { jg_text_put(p->t, "</svg>\n"); }

/* ---- Names ------------------------------------------------------------------------------- */

const char *jg_drawing_name(const struct jg_drawing_page *p, int seat) {
    const char *own = p->how->names ? p->how->names[seat] : NULL;
    return own && *own ? own : jg_seat_name(p->g, seat, p->how->lang);
}

void jg_drawing_nameplate(const struct jg_drawing_page *p, int seat, double x, double y, double size, double width,
                          bool end, const char *note) {
    static const double NOTE = 0.82, GAP = 0.5;
    bool now = jg_turn(p->g, p->view) == seat;
    char name[256];
    struct jg_text t;
    double beside = *note ? jg_svg_width(note, NOTE * size) + GAP * size : 0, sign = now ? 0.85 * size : 0;
    jg_text_init(&t, name, sizeof name);
    jg_svg_fit(jg_drawing_name(p, seat), BOLD * size, width - beside - sign, &t);
    double left = end ? x - sign - jg_svg_width(name, BOLD * size) - beside : x;
    if (now)
        jg_svg_path(p->t, "fill='" JG_DRAWING_ACCENT "'", "M%g %gl%g %gl%g %gz", left, y - 0.68 * size, 0.58 * size,
                    0.33 * size, -0.58 * size, 0.33 * size);
    jg_svg_words(p->t, left + sign, y, size,
                 now ? "font-weight='700' fill='" JG_DRAWING_INK "'" : "font-weight='500' fill='" JG_DRAWING_DIM "'",
                 name);
    if (*note)
        jg_svg_words(p->t, left + sign + jg_svg_width(name, now ? BOLD * size : size) + GAP * size, y, NOTE * size,
                     "fill='" JG_DRAWING_DIM "'", note);
}

/* ---- Labels on moves --------------------------------------------------------------------- */

const struct jg_mark *jg_drawing_mark(const struct jg_drawing *how, jg_move move) {
    for (size_t i = 0; i < how->mark_count; i++)
        if (how->marks[i].move == move) return &how->marks[i];
    return NULL;
}

/* The label in front of which `before` stands, of at most JG_MARK_LABEL_MAX characters. */
static const char *label_of(const struct jg_mark *m, const char *before, char out[256]) {
    struct jg_text t;
    int left = JG_MARK_LABEL_MAX;
    jg_text_init(&t, out, 256);
    jg_text_put(&t, before);
    for (const char *c = m->label ? m->label : ""; *c && (left > 0 || (*c & 0xc0) == 0x80); c++) {
        left -= (*c & 0xc0) != 0x80;
        jg_text_char(&t, *c);
    }
    return out;
}

static double pill_width(const struct jg_mark *m, const char *before, double size) {
    char label[256];
    return 0.7 * size + BOLD * jg_svg_width(label_of(m, before, label), size);
}

/* From lost to won, as the page colours its verdicts. */
static const char *colour_of(double chance) {
    static const char *const GRADES[] = {"#b3362a", "#a9561c", "#6b6638", "#3a7346", "#146b49"};
    if (!(chance >= 0)) return "#5f564c";
    return GRADES[chance >= 1 ? 4 : (int)(chance * 5)];
}

void jg_drawing_pill(const struct jg_drawing_page *p, const struct jg_mark *m, const char *before, double x, double y,
                     double size, double most) {
    char paint[128], label[256];
    struct jg_text t;
    double width = pill_width(m, before, size);
    if (width > most) size *= most / width, width = most;
    jg_text_init(&t, paint, sizeof paint);
    jg_text_add(&t, "fill='%s' stroke='%s' stroke-width='%g'", colour_of(m->chance), m->best ? "#ffd257" : "#fff",
                m->best ? 0.16 * size : 0.08 * size);
    jg_svg_rect(p->t, x - width / 2, y - 0.7 * size, width, 1.4 * size, 0.7 * size, paint);
    jg_svg_words(p->t, x, y + 0.35 * size, size, "text-anchor='middle' font-weight='700' fill='#fff'",
                 label_of(m, before, label));
}

void jg_drawing_pill_at(const struct jg_drawing_page *p, jg_move move, double x, double y, double size, double width) {
    const struct jg_mark *m = jg_drawing_mark(p->how, move);
    if (m) jg_drawing_pill(p, m, "", x, y, size, width);
}

/* ---- Moves without a place --------------------------------------------------------------- */

static const char *word_of(const struct jg_drawing_page *p, jg_move move, char out[JG_MOVE_MAX]) {
    struct jg_text t;
    jg_text_init(&t, out, JG_MOVE_MAX);
    p->g->kind->print_move(p->g, p->view, move, &t);
    return out;
}

/* A move and its pill, with the left edge at x; `draw` is false to measure it. Returns the width. */
static double list_item(const struct jg_drawing_page *p, const struct jg_mark *m, double x, double y, double size,
                        bool draw) {
    char word[JG_MOVE_MAX];
    word_of(p, m->move, word);
    double text = BOLD * jg_svg_width(word, size), pill = pill_width(m, "", 0.9 * size);
    if (draw) {
        jg_svg_words(p->t, x, y + 0.35 * size, size, "font-weight='600' fill='" JG_DRAWING_INK "'", word);
        jg_drawing_pill(p, m, "", x + text + 0.4 * size + pill / 2, y, 0.9 * size, pill);
    }
    return text + 0.4 * size + pill;
}

/* The number of items from i on that fit in a row, and their width; at least one. */
static size_t list_row(const struct jg_drawing_page *p, const struct jg_drawing_list *list,
                       const struct jg_mark *const *items, size_t n, double *width) {
    size_t i = 0;
    *width = 0;
    for (; i < n; i++) {
        double more = list_item(p, items[i], 0, 0, list->size, false) + (i ? list->size : 0);
        if (i && *width + more > list->width) break;
        *width += more;
    }
    return i;
}

double jg_drawing_list(const struct jg_drawing_page *p, const struct jg_drawing_list *list, bool measure) {
    const struct jg_mark *items[JG_MOVES_MAX];
    size_t n = 0;
    double width, row = 1.9 * list->size, y = list->top + row / 2;
    for (size_t i = 0; i < p->how->mark_count; i++)
        if (!list->placed || !list->placed(p, p->how->marks[i].move)) items[n++] = &p->how->marks[i];
    for (size_t i = 0, k; i < n; i += k, y += row) {
        k = list_row(p, list, items + i, n - i, &width);
        double x = list->middle - width / 2;
        for (size_t j = 0; j < k && !measure; j++) x += list_item(p, items[i + j], x, y, list->size, true) + list->size;
    }
    return y - row / 2 - list->top;
}
