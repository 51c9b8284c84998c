/* SGF: valid games round-trip. */
#include "games.h"

#include "annotated.h"
#include "game/sgf.h"
#include "varied.h"

static void write_and_read(const struct jg_record *r, const struct jg_tags *tags) {
    struct jg_record back = {.resigned = -1};
    struct jg_tags again;
    struct jg_sgf_tree tree;
    struct jg_error err = {0};
    char *text = jg_sgf_write(r, tags), *twice;
    const char *at = text;
    MUST(text && jg_sgf_is(text));
    MUST(!jg_sgf_next(&again, text, &at, &tree, &err) && tree.variations == 0 && tree.rules_at == -1);
    MUST(!jg_record_more(at));
    MUST(!jg_sgf_replay(&back, r->game, &again, text, &tree, &err));
    MUST(back.count == r->count && back.opening == r->opening && back.resigned == r->resigned);
    MUST(!strcmp(back.reason, r->reason) && again.seed == tags->seed && again.date == tags->date);
    MUST(!strcmp(again.start, tags->start));
    for (int seat = 0; seat < 2; seat++) MUST(!strcmp(again.seat[seat], tags->seat[seat]));
    for (int i = 0; i <= r->count; i++)
        MUST(!memcmp(jg_record_state_at(r, i), jg_record_state_at(&back, i), r->game->state_size));
    MUST(same_annotations(r, &back) && !tree.comments);
    twice = jg_sgf_write(&back, &again);
    MUST(twice && !strcmp(text, twice));
    jg_record_free(&back);
    free(text);
    free(twice);
}

/* The variations in a tree come back from what is written of them. */
static void read_variations(const struct jg_record *r, const struct jg_tags *tags, const char *text,
                            const struct jg_sgf_tree *tree) {
    struct jg_variations v, back;
    struct jg_error err = {0};
    if (jg_sgf_variations(&v, r, text, tree, &err)) {
        must_explain(&err, text);
        jg_variations_free(&v);
        return;
    }
    struct jg_record again = {.resigned = -1};
    struct jg_tags same;
    struct jg_sgf_tree read;
    char *written = jg_sgf_write_variations(&v, tags);
    const char *at = written;
    MUST(written && !jg_sgf_next(&same, written, &at, &read, &err));
    MUST(!jg_sgf_replay(&again, r->game, &same, written, &read, &err));
    MUST(!jg_sgf_variations(&back, &again, written, &read, &err) && same_variations(&v, &back));
    jg_variations_free(&v);
    jg_variations_free(&back);
    jg_record_free(&again);
    free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    const char *at = text;
    while (jg_record_more(at)) {
        struct jg_tags tags;
        struct jg_sgf_tree tree;
        struct jg_record r = {.resigned = -1};
        struct jg_error err = {0};
        const char *begin = at;
        if (jg_sgf_next(&tags, text, &at, &tree, &err)) {
            must_explain(&err, text);
            break;
        }
        MUST(begin <= tree.begin && tree.begin < tree.end && tree.end == at && at <= text + strlen(text));
        const struct jg_game *g = fuzz_game(tags.game, &err);
        if (!g) continue;
        if (jg_sgf_replay(&r, g, &tags, text, &tree, &err))
            must_explain(&err, text);
        else {
            write_and_read(&r, &tags);
            read_variations(&r, &tags, text, &tree);
        }
        jg_record_free(&r);
    }
    free(text);
    return 0;
}

static char *write_sgf(const struct jg_record *r, struct jg_rng *rng) {
    struct jg_tags tags = {.resigned = r->resigned, .seed = jg_rng_next(rng)};
    struct jg_text t;
    jg_text_init(&t, tags.game, sizeof tags.game);
    jg_game_spec(r->game, &t);
    return fuzz_write_varied(r, &tags, rng, jg_sgf_write_variations);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate(data, size, max, seed, true, write_sgf);
}
