/* Specs of games and agents round-trip: an opened game or agent prints a spec that opens an equal one. */
#include "games.h"

static void open_game(const char *text) {
    struct jg_game g, again;
    struct jg_error err = {0};
    char spec[JG_SPEC_MAX], spec2[JG_SPEC_MAX];
    struct jg_text t;
    if (jg_game_open(&g, text, &err)) {
        must_explain(&err, text);
        return;
    }
    jg_text_init(&t, spec, sizeof spec);
    jg_game_spec(&g, &t);
    MUST(!t.cut && !jg_game_open(&again, spec, &err));
    jg_text_init(&t, spec2, sizeof spec2);
    jg_game_spec(&again, &t);
    MUST(!strcmp(spec, spec2));
    jg_game_close(&again);
    jg_game_close(&g);
}

static void open_agent(const char *text) {
    const struct jg_game *g = fuzz_game("kalah", NULL);
    struct jg_agent a;
    struct jg_error err = {.lang = jg_lang_parse("pt-BR")};
    if (!strncmp(text, "program", 7)) return; /* it would be started */
    MUST(g);
    if (jg_agent_open(&a, g, text, &err)) {
        must_explain(&err, text);
    } else {
        char spec[2 * JG_SPEC_MAX];
        struct jg_text t;
        jg_text_init(&t, spec, sizeof spec);
        jg_agent_spec(&a, &t);
        MUST(!t.cut);
        jg_agent_close(&a);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    open_game(text);
    open_agent(text);
    jg_lang_parse(text);
    free(text);
    return 0;
}
