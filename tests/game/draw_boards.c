/* Draws random positions for test_board_pictures.py: draw_boards SPEC SEED GAMES. Writes pictures with marks on all
 * moves, each with a zero byte behind it, of every fifth position as each seat and a spectator see it; or with GAMES 0
 * the game's example positions. */
#include <jogada/board.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char picture[JG_BOARD_SVG_MAX];

/* A label for the i-th of n moves: some short, some long. */
static void label(char out[16], int i) { snprintf(out, 16, i % 3 ? "%d" : "%d.5 %%", i); }

static int draw(const struct jg_game *g, const void *state, int seat, jg_move last) {
    struct jg_mark marks[JG_MOVES_MAX];
    char labels[JG_MOVES_MAX][16];
    jg_move moves[JG_MOVES_MAX];
    union jg_state view;
    struct jg_text t;
    int n = 0, turn = jg_turn(g, state);
    jg_view(g, state, seat, &view);
    if (turn >= 0 && (turn == seat || !g->kind->view)) n = jg_moves(g, &view, moves);
    for (int i = 0; i < n; i++) {
        label(labels[i], i);
        marks[i] = (struct jg_mark){.move = moves[i], .label = labels[i], .chance = (double)i / n, .best = i == n - 1};
    }
    struct jg_drawing how = {.seat = seat, .last = last, .marks = marks, .mark_count = (size_t)n};
    jg_text_init(&t, picture, sizeof picture);
    if (!jg_board_svg(g, state, &how, &t)) {
        fprintf(stderr, "a picture of %s is cut\n", g->kind->name);
        return 1;
    }
    fwrite(picture, 1, t.used + 1, stdout);
    return 0;
}

static int draw_all(const struct jg_game *g, const void *state, const void *before, jg_move move) {
    int bad = 0;
    for (int seat = JG_NOBODY; seat < g->kind->seats && !bad; seat++)
        bad = draw(g, state, seat, before ? jg_observe_move(g, before, move, seat) : 0);
    return bad;
}

static int draw_game(const struct jg_game *g, struct jg_rng *rng) {
    enum { STEP = 5, PLIES = 3000 };
    union jg_state state, before;
    jg_move move = 0;
    int bad = 0;
    jg_start(g, &state);
    for (int ply = 0; ply < PLIES && !bad; ply++) {
        bool over = jg_turn(g, &state) == JG_OVER;
        if (over || jg_rng_below(rng, STEP) == 0) bad = draw_all(g, &state, move ? &before : NULL, move);
        if (over) break;
        before = state;
        move = jg_random_move(g, &state, rng);
        jg_apply(g, &state, move);
    }
    return bad;
}

static int draw_examples(const struct jg_game *g) {
    union jg_state state;
    struct jg_error err = {0};
    int bad = 0;
    for (const struct jg_game_position *p = g->kind->positions; p && p->position && !bad; p++)
        bad = jg_parse(g, p->position, &state, &err) || draw(g, &state, p->seat, 0);
    return bad;
}

int main(int argc, char **argv) {
    struct jg_game g;
    struct jg_rng rng;
    struct jg_error err = {0};
    int bad = 0;
    if (argc != 4) return 2;
    if (jg_game_open(&g, argv[1], &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 2;
    }
    jg_rng_init(&rng, strtoull(argv[2], NULL, 10), 0);
    int games = atoi(argv[3]);
    if (!games) bad = draw_examples(&g);
    for (int i = 0; i < games && !bad; i++) bad = draw_game(&g, &rng);
    jg_game_close(&g);
    return bad;
}
