/* Weights files: valid files round-trip, and evaluations stay below a win. A line names the game. */
#include "games.h"

#include "game/weights.h"

static void evaluate(const struct jg_eval *e, const struct jg_game *g) {
    struct jg_rng rng;
    union jg_state at;
    jg_rng_init(&rng, 1, 0);
    jg_start(g, &at);
    for (int ply = 0; ply < 40 && jg_turn(g, &at) != JG_OVER; ply++) {
        int32_t value = jg_eval_value(e, g, &at, 0);
        MUST(abs(value) < JG_WIN / 2 && value == -jg_eval_value(e, g, &at, 1));
        jg_apply(g, &at, jg_random_move(g, &at, &rng));
    }
}

static void write_and_read(const struct jg_eval *e, const struct jg_game *g) {
    struct jg_eval back;
    char *text = jg_weights_write(e, g, "# note\n");
    MUST(text && !jg_weights_read(&back, g, text, NULL));
    MUST(back.by == e->by);
    for (int i = 0; i < e->by->feature_count; i++) MUST(back.weights[i] == e->weights[i]);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    struct jg_eval e;
    struct jg_error err = {0};
    const char *name = strstr(text, "tictactoe") ? "tictactoe" : "kalah";
    const struct jg_game *g = fuzz_game(name, NULL);
    MUST(g);
    if (jg_weights_read(&e, g, text, &err)) {
        must_explain(&err, text);
        MUST(err.position >= 0);
    } else {
        write_and_read(&e, g);
        evaluate(&e, g);
    }
    free(text);
    return 0;
}
