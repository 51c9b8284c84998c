/* Files of games: what is read is written and read again the same. */
#include "fuzz.h"

static void write_and_read(const struct jg_record *r, const struct jg_tags *tags) {
    struct jg_record back;
    struct jg_tags again;
    struct jg_error err = {0};
    const char *moves;
    char *text = jg_record_write(r, tags);
    MUST(text);
    MUST(!jg_tags_read(&again, text, &moves, &err));
    MUST(!jg_record_replay(&back, r->game, &again, text, moves, &err));
    MUST(back.count == r->count && back.resigned == r->resigned && again.seed == tags->seed);
    MUST(!strcmp(again.game, tags->game) && !strcmp(again.start, tags->start));
    MUST(!memcmp(jg_record_state(r), jg_record_state(&back), r->game->state_size));
    jg_record_free(&back);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    struct jg_tags tags;
    struct jg_record r;
    struct jg_game g;
    struct jg_error err = {0};
    const char *moves;
    if (jg_tags_read(&tags, text, &moves, &err)) {
        must_explain(&err, text);
    } else if (!jg_game_open(&g, tags.game, &err)) {
        if (jg_record_replay(&r, &g, &tags, text, moves, &err)) {
            must_explain(&err, text);
        } else {
            write_and_read(&r, &tags);
            jg_record_free(&r);
        }
        jg_game_close(&g);
    }
    free(text);
    return 0;
}
