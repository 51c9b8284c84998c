/* Positions and moves of every game: what is read can be printed, read again
 * and played on from. The input is a spec, a position and perhaps a move, each on
 * a line. */
#include "games.h"

#include "kuhn.h"

enum { PLIES = 300 };

static const struct jg_game *open_any(const char *spec) {
    static struct jg_game own;
    if (strcmp(spec, "kuhn")) return fuzz_game(spec, NULL);
    if (!own.kind) MUST(!jg_game_open_kind(&own, &kuhn, spec, NULL));
    return &own;
}

static char *next_line(char *text) {
    char *end = text ? strchr(text, '\n') : NULL;
    if (!end) return NULL;
    *end = 0;
    return end + 1;
}

static void print_to(const struct jg_game *g, const void *state, char out[JG_POSITION_MAX]) {
    struct jg_text t;
    jg_text_init(&t, out, JG_POSITION_MAX);
    g->kind->print(g, state, &t);
    MUST(!t.cut);
}

static void play_on(const struct jg_game *g, const union jg_state *from, const char *word) {
    union jg_state state;
    struct jg_rng rng;
    struct jg_error err = {0};
    jg_move move;
    jg_rng_init(&rng, 1, 0);
    jg_sample(g, from, &rng, &state);
    if (word && jg_turn(g, &state) != JG_OVER && !g->kind->parse_move(g, &state, word, &move, &err))
        MUST(jg_legal(g, &state, move));
    jg_random_play(g, &state, &rng, PLIES);
    char *picture = malloc(JG_PICTURE_MAX);
    struct jg_text t;
    jg_text_init(&t, picture, JG_PICTURE_MAX);
    g->kind->show(g, &state, &(struct jg_style){.unicode = true, .seat = 0}, &t);
    MUST(!t.cut);
    free(picture);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct jg_game *g;
    union jg_state state, again;
    struct jg_error err = {0};
    char first[JG_POSITION_MAX], second[JG_POSITION_MAX];
    char *spec = fuzz_text(data, size), *position = next_line(spec), *word = next_line(position);
    if (position && (g = open_any(spec))) {
        if (jg_parse(g, position, &state, &err)) {
            must_explain(&err, position);
        } else {
            print_to(g, &state, first);
            MUST(!jg_parse(g, first, &again, &err));
            print_to(g, &again, second);
            MUST(!strcmp(first, second));
            play_on(g, &state, word);
        }
    }
    free(spec);
    return 0;
}
