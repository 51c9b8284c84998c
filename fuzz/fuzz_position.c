/* Positions and moves of every game: what is read can be printed, read again
 * and played on from. The first byte chooses the game; a '|' parts the position
 * from a move. */
#include "fuzz.h"

#include "kuhn.h"

static const char *const SPECS[] = {"coins:n=30,take=3",        "tictactoe",      "kalah",
                                    "kalah:houses=10,seeds=12", "kalah:houses=1", "kuhn"};
enum { N = sizeof SPECS / sizeof *SPECS, PLIES = 300 };

static void open_nth(struct jg_game *g, int i) {
    if (!strcmp(SPECS[i], "kuhn"))
        MUST(!jg_game_open_kind(g, &kuhn, "kuhn", NULL));
    else
        MUST(!jg_game_open(g, SPECS[i], NULL));
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
    struct jg_game g;
    union jg_state state, again;
    struct jg_error err = {0};
    char first[JG_POSITION_MAX], second[JG_POSITION_MAX];
    if (!size) return 0;
    open_nth(&g, data[0] % N);
    char *text = fuzz_text(data + 1, size - 1), *word = strchr(text, '|');
    if (word) *word++ = 0;
    if (jg_parse(&g, text, &state, &err)) {
        must_explain(&err, text);
    } else {
        print_to(&g, &state, first);
        MUST(!jg_parse(&g, first, &again, &err));
        print_to(&g, &again, second);
        MUST(!strcmp(first, second));
        play_on(&g, &state, word);
    }
    free(text);
    jg_game_close(&g);
    return 0;
}
