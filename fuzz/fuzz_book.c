/* Opening books: valid books round-trip, and every move found is legal. The second line names the game. */
#include "games.h"

#include "game/book.h"

/* Every position of a few games is looked up. */
static void look_up(const struct jg_book *b, const struct jg_game *g) {
    struct jg_rng rng;
    jg_rng_init(&rng, 1, 0);
    for (int i = 0; i < 4; i++) {
        union jg_state at;
        jg_move move;
        jg_start(g, &at);
        for (int ply = 0; ply < 40 && jg_turn(g, &at) != JG_OVER; ply++) {
            bool found = jg_book_find(b, &at, &move);
            MUST(!found || jg_legal(g, &at, move));
            jg_apply(g, &at, found && i & 1 ? move : jg_random_move(g, &at, &rng));
        }
    }
}

static void write_and_read(const struct jg_book *b, const struct jg_game *g) {
    struct jg_book back;
    char *text = jg_book_write(b, ""), *again;
    MUST(text && !jg_book_read(&back, g, text, NULL));
    MUST(jg_book_moves(&back) == jg_book_moves(b) && jg_book_positions(&back) == jg_book_positions(b));
    again = jg_book_write(&back, "");
    MUST(again && !strcmp(text, again));
    free(text);
    free(again);
    jg_book_free(&back);
}

static const struct jg_game *open_named(const char *text) {
    char spec[JG_SPEC_MAX];
    const char *line = strchr(text, '\n');
    if (!line || strncmp(line + 1, "game ", 5)) return fuzz_game("coins", NULL);
    size_t length = strcspn(line + 6, "\n");
    if (length >= sizeof spec) return NULL;
    memcpy(spec, line + 6, length);
    spec[length] = 0;
    return fuzz_game(spec, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    const struct jg_game *g = open_named(text);
    struct jg_book b;
    struct jg_error err = {0};
    if (g) {
        if (jg_book_read(&b, g, text, &err)) {
            must_explain(&err, text);
        } else {
            write_and_read(&b, g);
            look_up(&b, g);
            jg_book_free(&b);
        }
    }
    free(text);
    return 0;
}
