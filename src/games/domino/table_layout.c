/* An arm follows a path of cells, each half a tile: outwards, around a corner at the edge of the table, back, and out
 * again, in rows that are three cells apart. Each arm bends to its right within its own quarter of the table, so that
 * the four arms form a pinwheel and never meet. A tile takes two cells; a double lies across one, except in a corner,
 * where it would block the path. */
#include "games/domino/table_layout.h"

#include "games/domino/text.h"

#include <math.h>

enum { ROW = 3, CELLS = 2 * JG_DOMINO_TILES + 4 }; /* distance of rows: doubles in neighbouring rows do not touch */

struct cell {
    double x, y;
    int angle;
    bool corner;
};

/* By arm (left, right, up, down): the directions outwards and sideways, and the first and last cells of its rows. */
static const struct {
    double out[2], side[2], from, back, to;
} ARMS[4] = {
    {{-1, 0}, {0, -1}, 1, 3, 7},
    {{1, 0}, {0, 1}, 1, 3, 7},
    {{0, -1}, {1, 0}, 1.5, 2.5, 5.5},
    {{0, 1}, {-1, 0}, 1.5, 2.5, 5.5},
};

static int angle_of(double x, double y) { return x > 0.5 ? 0 : y > 0.5 ? 90 : x < -0.5 ? 180 : 270; }

/* Writes the first CELLS cells of the path of an arm. With `wide` the opening tile is not a double and lies lengthwise.
 * */
static void path(int arm, bool wide, struct cell *out) {
    double u[CELLS + 16], v[CELLS + 16], row = 0;
    int n = 0;
    for (double at = wide ? 1.5 : ARMS[arm].from; at <= ARMS[arm].to; at++) u[n] = at, v[n++] = 0;
    while (n <= CELLS) {
        double here = u[n - 1], step = here > ARMS[arm].back ? -1 : 1;
        for (int i = 0; i < ROW; i++) u[n] = here, v[n++] = ++row;
        for (double at = here + step; at >= ARMS[arm].back && at <= ARMS[arm].to; at += step) u[n] = at, v[n++] = row;
    }
    for (int i = 0; i < CELLS; i++) {
        double du = i ? u[i] - u[i - 1] : 1, dv = i ? v[i] - v[i - 1] : 0;
        const double *o = ARMS[arm].out, *s = ARMS[arm].side;
        out[i] = (struct cell){.x = o[0] * u[i] + s[0] * v[i],
                               .y = o[1] * u[i] + s[1] * v[i],
                               .angle = angle_of(o[0] * du + s[0] * dv, o[1] * du + s[1] * dv),
                               .corner = fabs(u[i + 1] - u[i] - du) > 0.5};
    }
}

static void enclose(struct jg_domino_table_layout *out, double x, double y, double half_x, double half_y) {
    out->left = fmin(out->left, x - half_x);
    out->top = fmin(out->top, y - half_y);
    out->right = fmax(out->right, x + half_x);
    out->bottom = fmax(out->bottom, y + half_y);
}

static void lay_tile(struct jg_domino_table_layout *out, int place, struct jg_domino_laid tile) {
    bool flat = tile.angle % 180 == 0;
    out->tiles[place] = tile;
    enclose(out, tile.x, tile.y, flat ? 1 : 0.5, flat ? 0.5 : 1);
}

static void lay_arm(const struct jg_domino *s, const struct jg_domino_arm *arm, int number, bool wide,
                    struct jg_domino_table_layout *out) {
    struct cell cells[CELLS];
    int at = 0;
    path(number, wide, cells);
    for (int i = 0; i < arm->count; i++) {
        struct cell a = cells[at], b = cells[at + 1];
        bool across = arm->tiles[i].inner == arm->tiles[i].outer && !a.corner;
        struct jg_domino_laid tile = {
            .x = a.x, .y = a.y, .angle = a.angle + 90, .first = arm->tiles[i].inner, .second = arm->tiles[i].outer};
        if (!across) {
            tile.x = (a.x + b.x) / 2;
            tile.y = (a.y + b.y) / 2;
            tile.angle = angle_of(b.x - a.x, b.y - a.y);
        }
        lay_tile(out, arm->tiles[i].place, tile);
        at += across ? 1 : 2;
    }
    for (int i = 0; i < 2; i++) {
        out->ends[number][i].x = cells[at + i].x;
        out->ends[number][i].y = cells[at + i].y;
        if (s->count && number < jg_domino_arms(&s->table)) enclose(out, cells[at + i].x, cells[at + i].y, 0.5, 0.5);
    }
}

void jg_domino_lay_table(const struct jg_domino *s, struct jg_domino_table_layout *out) {
    struct jg_domino_arm arms[4] = {{.count = 0}};
    int opening = s->log[0] & 31, low = jg_domino_low[opening], high = jg_domino_high[opening];
    bool wide = s->count && low != high;
    *out = (struct jg_domino_table_layout){.count = s->count, .left = -1, .top = -1, .right = 1, .bottom = 1};
    if (s->count) {
        jg_domino_layout(s, arms);
        lay_tile(out, 0, (struct jg_domino_laid){.first = low, .second = high, .angle = wide ? 0 : 90});
    }
    for (int i = 0; i < 4; i++) lay_arm(s, &arms[i], i, wide, out);
}
