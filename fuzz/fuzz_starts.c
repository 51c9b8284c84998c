/* Files of '--starts': every accepted position can be played from. The first line is the game's spec. */
#include "games.h"

#include "arena/starts.h"

static void use_starts(const struct jg_game *g, const char *text) {
    struct jg_starts s;
    struct jg_error err = {.lang = jg_lang_parse("pt-BR")};
    size_t lines = 1;
    for (const char *p = text; *p; p++) lines += *p == '\n';
    if (jg_starts_read(&s, g, text, &err)) must_explain(&err, text);
    MUST(s.count <= lines);
    for (size_t i = 0; i < s.count; i++) {
        union jg_state state;
        struct jg_rng rng;
        jg_rng_init(&rng, i, 0);
        MUST(!jg_parse_complete(g, s.at[i], &state, &err) && jg_turn(g, &state) != JG_OVER);
        jg_apply(g, &state, jg_random_move(g, &state, &rng));
    }
    jg_starts_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *rest = strchr(text, '\n');
    if (rest) *rest++ = 0;
    const struct jg_game *g = rest ? fuzz_game(text, NULL) : NULL;
    if (g) use_starts(g, rest);
    free(text);
    return 0;
}

static char *write_starts(const struct jg_record *r, struct jg_rng *rng) {
    const struct jg_game *g = r->game;
    size_t size = 4 * JG_POSITION_MAX;
    char *out = malloc(size);
    struct jg_text t;
    MUST(out);
    jg_text_init(&t, out, size);
    jg_game_spec(g, &t);
    for (uint32_t i = jg_rng_below(rng, 3) + 1; i > 0; i--) {
        int ply = (int)jg_rng_below(rng, (uint32_t)r->count + 1);
        jg_text_put(&t, "\n");
        g->kind->print(g, jg_record_state_at(r, ply), &t);
    }
    return out;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate(data, size, max, seed, false, write_starts);
}
