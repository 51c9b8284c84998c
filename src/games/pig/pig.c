/* Pig, the smallest game of risk: roll a die as often as you dare, or hold to save the points of the
 * turn; a 1 loses them. Source: J. Scarne, "Scarne on Dice", 1945; T. Neller and C. Presser, "Optimal
 * play of the dice game Pig", The UMAP Journal 25, 2004; see docs/games/pig.md. */
#include "games/games.h"

#include "core/math.h"
#include "core/scan.h"
#include "game/bench.h"
#include "game/drawing.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum { HOLD = 1, ROLL, FACE, SIDES = 6 }; /* moves; FACE + 1 to FACE + 6 are the outcomes of the die */

struct options {
    int target;
};

struct state {
    uint16_t points[2];
    uint16_t total; /* of the turn */
    uint8_t player; /* to move; 0 in a finished game */
    uint8_t rolling;
};

static const struct options *options_of(const struct jg_game *g) { return (const void *)&g->options; }

/* ---- Rules ------------------------------------------------------------------------ */

static void start(const struct jg_game *g, void *state) { (void)g, (void)state; }

static int turn(const struct jg_game *g, const void *state) {
    const struct state *s = state;
    int target = options_of(g)->target;
    return s->points[0] >= target || s->points[1] >= target ? JG_OVER : s->rolling ? JG_CHANCE : s->player;
}

static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    const struct state *s = state;
    int n = 0;
    (void)g;
    out[n++] = ROLL;
    if (s->total) out[n++] = HOLD;
    return n;
}

static uint64_t outcomes(const struct jg_game *g, const void *state) {
    (void)g, (void)state;
    return SIDES;
}

static jg_move outcome(const struct jg_game *g, const void *state, uint64_t i, double *probability) {
    (void)g, (void)state;
    *probability = 1.0 / SIDES;
    return FACE + 1 + (jg_move)i;
}

static jg_move draw(const struct jg_game *g, const void *state, struct jg_rng *rng) {
    (void)g, (void)state;
    return FACE + 1 + jg_rng_below(rng, SIDES);
}

static void end_turn(struct state *s) {
    s->total = 0;
    s->player ^= 1;
}

/* Reaching the target holds automatically, since rolling on could only lose. */
static void apply(const struct jg_game *g, void *state, jg_move move) {
    struct state *s = state;
    if (move == ROLL) {
        s->rolling = 1;
        return;
    }
    s->rolling = 0;
    if (move > FACE + 1) s->total = (uint16_t)(s->total + move - FACE);
    bool enough = s->points[s->player] + s->total >= options_of(g)->target;
    if (move == HOLD || enough) s->points[s->player] = (uint16_t)(s->points[s->player] + s->total);
    if (move == HOLD || move == FACE + 1 || enough) end_turn(s);
    if (enough) s->player = 0;
}

static int32_t score(const struct jg_game *g, const void *state, int team) {
    const struct state *s = state;
    return s->points[team] >= options_of(g)->target ? 1 : -1;
}

/* ---- Evaluators ------------------------------------------------------------------- */

enum { UNIT = 100 };

static int32_t points(const struct jg_game *g, const void *state, int team, const double *weights) {
    const struct state *s = state;
    int32_t total = s->player == team ? s->total : -(int32_t)s->total;
    (void)g, (void)weights;
    return UNIT * (s->points[team] - s->points[team ^ 1] + total);
}

/* The lead in turns relative to its standard deviation. A turn brings about 8 points (8.14 when
 * holding at 20). The constants were fitted to the exact solution for 100 points; the root mean square
 * error is 4.5 %. */
static int32_t race(const struct jg_game *g, const void *state, int team, const double *weights) {
    static const double PER_TURN = 8, MOVER = 6, UNSAFE = 0.7, SPREAD = 1.5, LEAST = 0.8;
    const struct state *s = state;
    (void)weights;
    if (turn(g, state) == JG_OVER) return score(g, state, team) * JG_CHANCES;
    double left = 2 * options_of(g)->target - s->points[0] - s->points[1] - s->total;
    double lead = s->points[s->player] - s->points[s->player ^ 1] + UNSAFE * s->total + MOVER;
    double chance = jg_math_tanh(lead / PER_TURN / (LEAST + SPREAD * sqrt(left / PER_TURN)));
    int32_t value = (int32_t)lround(chance * (JG_CHANCES - 1));
    return s->player == team ? value : -value;
}

static const struct jg_evaluator EVALUATORS[] = {
    {.name = "race",
     .help = "probability of winning, from the lead in turns of 8 points",
     .unit = 1,
     .ends = true,
     .chance = true,
     .value = race},
    {.name = "points",
     .help = "lead in points, counting those of the turn as safe",
     .unit = UNIT,
     .odds = 26.5 * UNIT,
     .ends = true,
     .value = points},
    {0},
};

/* ---- Inputs of networks ----------------------------------------------------------- */

/* Points are divided into bins of the target. One input is active in each group: own points, the opponent's points, the
 * points of the turn, which has one group for the own turn and one for the opponent's, and the player whose die rolls,
 * if it does. */
enum { BINS = 32, INPUTS = 4 * BINS + 2 };

static void inputs(const struct jg_game *g, struct jg_inputs *out) {
    (void)g;
    out->count = INPUTS;
    out->active = 4;
}

static int bin(const struct jg_game *g, int points) {
    int target = options_of(g)->target;
    return points < target ? points * BINS / target : BINS - 1;
}

static void activate(uint64_t *active, int input) { active[input / 64] |= (uint64_t)1 << input % 64; }

static void observe(const struct jg_game *g, const void *view, int team, uint64_t *active) {
    const struct state *s = view;
    int mover = s->player != team;
    activate(active, bin(g, s->points[team]));
    activate(active, BINS + bin(g, s->points[team ^ 1]));
    activate(active, (2 + mover) * BINS + bin(g, s->total));
    if (s->rolling) activate(active, 4 * BINS + mover);
}

/* ---- Environments ----------------------------------------------------------------- */

/* Action 0 rolls, 1 holds. An observation has the points of both players and of the turn, the own first. */
static void spaces(const struct jg_game *g, struct jg_spaces *out) {
    (void)g;
    *out = (struct jg_spaces){.actions = 2, .shape = {8}};
}

static void actions(const struct jg_game *g, const void *state, const jg_move *list, int n, int *out) {
    (void)g, (void)state;
    for (int i = 0; i < n; i++) out[i] = list[i] == HOLD;
}

static void encode(const struct jg_game *g, const void *view, int seat, uint8_t *out) {
    const struct state *s = view;
    (void)g;
    jg_encode_wide(out, s->points[seat]);
    jg_encode_wide(out + 2, s->points[seat ^ 1]);
    jg_encode_wide(out + (s->player == seat ? 4 : 6), s->total);
}

/* ---- Text --------------------------------------------------------------------------- */

static void print(const struct jg_game *g, const void *state, struct jg_text *t) {
    const struct state *s = state;
    (void)g;
    jg_text_add(t, "%d %d %d%s %d", s->points[0], s->points[1], s->total, s->rolling ? "*" : "", s->player + 1);
}

static enum jg_status parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    struct jg_scan scan = jg_scan_begin(text);
    int target = options_of(g)->target, numbers[3], player, place;
    for (int i = 0; i < 3; i++)
        if ((i && !jg_scan_char(&scan, ' ')) || !jg_scan_number(&scan, target + SIDES - 1, &numbers[i]))
            return jg_fail(err, JG_EINPUT, jg_scan_position(&scan),
                           "expected the points of both players and of the "
                           "turn, such as 20 31 7");
    bool rolling = jg_scan_char(&scan, '*');
    place = jg_scan_position(&scan);
    if (!jg_scan_player(&scan, &player))
        return jg_fail(err, JG_EINPUT, jg_scan_position(&scan), "expected a space and the player to move, 1 or 2");
    bool over = numbers[0] >= target || numbers[1] >= target;
    if (numbers[0] >= target && numbers[1] >= target)
        return jg_fail(err, JG_EINPUT, 0, "only one player can have %d points", target);
    if (over && (numbers[2] || rolling || player))
        return jg_fail(err, JG_EINPUT, place, "expected 0 points of the turn and player 1, since the game is over");
    if (!over && numbers[player] + numbers[2] >= target)
        return jg_fail(err, JG_EINPUT, 0, "the points of the turn must not reach the target");
    *(struct state *)state = (struct state){.points = {(uint16_t)numbers[0], (uint16_t)numbers[1]},
                                            .total = (uint16_t)numbers[2],
                                            .player = (uint8_t)player,
                                            .rolling = rolling};
    return JG_OK;
}

static void print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    (void)g, (void)state;
    if (move > FACE)
        jg_text_add(t, "%u", move - FACE);
    else
        jg_text_put(t, move == ROLL ? "roll" : "hold");
}

static enum jg_status parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err) {
    const struct state *s = state;
    (void)g;
    if (s->rolling) {
        if (text[0] < '1' || text[0] > '0' + SIDES || text[1])
            return jg_fail(err, JG_EINPUT, 0, "expected the number on the die, 1 to 6");
        *move = FACE + (jg_move)(text[0] - '0');
        return JG_OK;
    }
    if (strcmp(text, "roll") && strcmp(text, "hold")) return jg_fail(err, JG_EINPUT, 0, "expected roll or hold");
    *move = text[0] == 'r' ? ROLL : HOLD;
    if (*move == HOLD && !s->total) return jg_fail(err, JG_EINPUT, 0, "you cannot hold before the first roll");
    return JG_OK;
}

enum { BAR = 40 }; /* columns of the target */

static void show_bar(const struct jg_game *g, const struct state *s, int seat, const struct jg_style *style,
                     struct jg_text *t) {
    int target = options_of(g)->target, total = s->player == seat ? s->total : 0;
    int held = s->points[seat] * BAR / target, all = (s->points[seat] + total) * BAR / target;
    jg_text_add(t, " %c ", turn(g, s) != JG_OVER && s->player == seat ? '*' : ' ');
    jg_ink(t, style, seat ? JG_INK_SECOND : JG_INK_FIRST);
    for (int i = 0; i < BAR; i++)
        jg_text_put(t, i < held  ? (style->unicode ? "█" : "#")
                       : i < all ? (style->unicode ? "▒" : "+")
                                 : (style->unicode ? "·" : "."));
    jg_ink(t, style, JG_INK_PLAIN);
    jg_text_add(t, " %3d", s->points[seat]);
    if (total) jg_text_add(t, " + %d", total);
    jg_text_add(t, "  %s\n", jg_seat_name(g, seat, style->lang));
}

static void show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    for (int seat = 0; seat < 2; seat++) show_bar(g, state, seat, style, t);
    if (!style->last) return;
    jg_text_put(t, "   ");
    jg_ink(t, style, JG_INK_MARK);
    if (!style->colour) jg_text_char(t, '[');
    print_move(g, state, style->last, t);
    if (!style->colour) jg_text_char(t, ']');
    jg_ink(t, style, JG_INK_PLAIN);
    jg_text_char(t, '\n');
}

static void describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t) {
    const struct state *s = state;
    (void)g;
    if (move == ROLL)
        jg_text_put(t, jg_tr(lang, "rolls the die"));
    else if (move == HOLD)
        jg_text_add(t, jg_tr(lang, "holds %d points for a total of %d"), s->total, s->points[s->player] + s->total);
    else
        jg_text_add(t,
                    jg_tr(lang, move == FACE + 1 ? "the die shows %u: the points of the turn are lost"
                                                 : "the die "
                                                   "shows %u"),
                    move - FACE);
}

static json_t *json(const struct jg_game *g, const void *state) {
    const struct state *s = state;
    return json_pack("{s:[i,i], s:i, s:b, s:i}", "points", s->points[0], s->points[1], "total", s->total, "rolling",
                     s->rolling, "target", options_of(g)->target);
}

/* ---- Picture: the die and the tracks to the target, as on the page -------------------- */

enum { WIDTH = 640, HEIGHT = 386, TRACK = 30, TRACK_X = 20, TRACK_WIDTH = WIDTH - 2 * TRACK_X };

static const char DIE_DEFS[] =
    "<defs><linearGradient id='jg-pig-face' x1='0.1' y1='0' x2='0.6' y2='1'><stop offset='0' stop-color='#fff'/>"
    "<stop offset='1' stop-color='#e9dfce'/></linearGradient></defs>";

/* The die at 0, 0. Pips are cells of a grid of 3 by 3, numbered row by row. */
static void draw_die(struct jg_text *t, int number, bool rolling) {
    static const char *const PIPS[] = {"", "4", "08", "048", "0268", "02468", "036258"};
    jg_svg_ellipse(t, 4, 60, 54, 13, "fill-opacity='0.2'");
    jg_svg_group(t, 0, 0, rolling ? 14 : -5, 1);
    jg_svg_rect(t, -54, -54, 108, 108, 22, "fill='url(#jg-pig-face)' stroke='#7a6b57' stroke-opacity='0.45'");
    jg_svg_rect(t, -49, -49, 98, 98, 18, "fill='none' stroke='#fff' stroke-width='3' opacity='0.6'");
    if (!number)
        jg_svg_words(t, 0, 22, 62, "text-anchor='middle' font-weight='700' fill='#33261b' opacity='0.35'", "?");
    for (const char *pip = PIPS[number]; *pip; pip++)
        jg_svg_circle(t, ((*pip - '0') % 3 - 1) * 28, ((*pip - '0') / 3 - 1) * 28, 10.5,
                      number == 1 ? "fill='#b3261a'" : "fill='#33261b'");
    jg_svg_end(t);
}

/* The points of a player: "23 + 8 / 100". */
static void draw_points(const struct jg_drawing_page *p, int seat, int total, double y) {
    const struct state *s = p->view;
    jg_text_add(p->t, "<text x='%d' y='%g' font-size='30' font-weight='700' " JG_DRAWING_END ">%d",
                TRACK_X + TRACK_WIDTH - 4, y, s->points[seat]);
    if (total) jg_text_add(p->t, "<tspan fill='" JG_DRAWING_GAIN "'> + %d</tspan>", total);
    jg_text_add(p->t, "<tspan font-weight='400' font-size='24' fill='" JG_DRAWING_DIM "'> / %d</tspan></text>",
                options_of(p->g)->target);
}

static void draw_track(const struct jg_drawing_page *p, int seat, double y, double name_y) {
    const struct state *s = p->view;
    int target = options_of(p->g)->target, total = s->player == seat ? s->total : 0;
    const char *fill = seat ? "fill='#c2622a'" : "fill='#2f77ad'", *pale = seat ? "fill='#e3b394'" : "fill='#97bbd6'";
    double unit = TRACK_WIDTH / (double)target;
    int held = s->points[seat] < target ? s->points[seat] : target, all = held + total < target ? held + total : target;
    jg_svg_rect(p->t, TRACK_X, y, TRACK_WIDTH, TRACK, 15, "fill='#e3d8c6'");
    if (total) jg_svg_rect(p->t, TRACK_X, y, fmax(all * unit, TRACK), TRACK, 15, pale);
    if (held) jg_svg_rect(p->t, TRACK_X, y, fmax(held * unit, TRACK), TRACK, 15, fill);
    for (int i = 1; i < 10; i++)
        jg_svg_line(p->t, TRACK_X + TRACK_WIDTH * i / 10.0, y + (i == 5 ? 4 : 10), TRACK_X + TRACK_WIDTH * i / 10.0,
                    y + TRACK - (i == 5 ? 4 : 10), "stroke='" JG_DRAWING_INK "' stroke-width='1.5' opacity='0.28'");
    jg_drawing_nameplate(p, seat, TRACK_X + 4, name_y, 28, TRACK_WIDTH - 260, false, "");
    draw_points(p, seat, total, name_y);
}

static void svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t) {
    const struct jg_drawing_page p = {.g = g, .view = view, .how = how, .t = t};
    const struct state *s = view;
    struct jg_drawing_list list = {.middle = WIDTH / 2.0, .top = HEIGHT, .width = TRACK_WIDTH, .size = 30};
    int near = jg_drawing_near(how), rolled = how->last > FACE && how->last <= FACE + SIDES ? (int)how->last - FACE : 0;
    double below = jg_drawing_list(&p, &list, true);
    jg_drawing_begin(&p, WIDTH, HEIGHT + (below > 0 ? below + 10 : 0));
    jg_text_put(t, DIE_DEFS);
    draw_track(&p, near ^ 1, 52, 38);
    jg_svg_group(t, WIDTH / 2.0, 192, 0, 1);
    draw_die(t, s->rolling ? 0 : rolled, s->rolling);
    jg_svg_end(t);
    if (turn(g, view) != JG_OVER) {
        jg_svg_words(t, 220, 186, 26, "text-anchor='end' fill='" JG_DRAWING_DIM "'", jg_tr(how->lang, "This turn"));
        jg_svg_number(t, 220, 234, 48, "font-weight='700' " JG_DRAWING_END, s->total);
    }
    if (rolled == 1) jg_svg_words(t, 414, 200, 26, "fill='" JG_DRAWING_DANGER "'", jg_tr(how->lang, "Turn lost"));
    draw_track(&p, near, 302, 366);
    jg_drawing_list(&p, &list, false);
    jg_drawing_end(&p);
}

static const struct jg_option OPTIONS[] = {
    {.name = "target",
     .type = JG_OPT_INT,
     JG_FIELD(struct options, target),
     .min = 2,
     .max = 1000,
     .standard = "100",
     .value = "N",
     .help = "points to win"},
    {0},
};

static const struct jg_game_position POSITIONS[] = {
    {.position = "20 11 8 1",
     .last = "4",
     .caption = "Player 1 has 20 points and 8 in this turn. Holding scores 28. Rolling adds 2 to 6 points with "
                "probability 5/6, and loses the turn's points with 1/6."},
    {.position = "20 11 0 2",
     .last = "1",
     .caption = "A 1: player 1 loses the points of the turn, and it is player 2's turn."},
    {.position = "100 60 0 1", .last = "6", .caption = "94 and 6 make 100: player 1 wins at once."},
    {0},
};

static const struct jg_game_bench BENCH[] = {
    {.spec = "pig",
     .perft = 9,
     .searches = {"expectiminimax:depth=5,prune=none,tt=0", "expectiminimax:depth=7",
                  "expectiminimax:depth=0,nodes=20000"},
     .stops = {"expectiminimax:depth=100,tt=0", "expectiminimax:depth=0"}},
    {0},
};

const struct jg_game_kind jg_pig = {
    .name = "pig",
    .title = "Pig",
    .summary = "roll a die as often as you dare; a 1 loses the points of the turn",
    .opponent = "expectiminimax:depth=6",
    .rollout = "expectiminimax:depth=2,tt=64k",
    .options = OPTIONS,
    .options_size = sizeof(struct options),
    .traits = JG_HAS_CHANCE,
    .seats = 2,
    .state_size = sizeof(struct state),
    .max_moves = 2,
    .evaluators = EVALUATORS,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .outcomes = outcomes,
    .outcome = outcome,
    .draw = draw,
    .print = print,
    .parse = parse,
    .print_move = print_move,
    .parse_move = parse_move,
    .show = show,
    .describe_move = describe_move,
    .json = json,
    .svg = svg,
    .inputs = inputs,
    .observe = observe,
    .spaces = spaces,
    .actions = actions,
    .encode = encode,
    .levels = {[JG_LEVEL_BEGINNER] = "random", [JG_LEVEL_MEDIUM] = "expectiminimax:depth=2,eval=points"},
    .positions = POSITIONS,
    .bench = BENCH,
};
