/* Game records: valid files round-trip. */
#include "games.h"

#include "annotated.h"
#include "varied.h"

#include <stdio.h>

static void write_and_read(const struct jg_record *r, const struct jg_tags *tags) {
    struct jg_record back;
    struct jg_tags again;
    struct jg_error err = {0};
    const char *moves;
    char *text = jg_record_write(r, tags);
    MUST(text);
    MUST(!jg_tags_read(&again, text, &moves, &err));
    MUST(!jg_record_replay(&back, r->game, &again, text, moves, &err));
    MUST(back.count == r->count && back.opening == r->opening && back.resigned == r->resigned &&
         again.seed == tags->seed);
    MUST(!strcmp(again.game, tags->game) && !strcmp(again.start, tags->start));
    MUST(!memcmp(jg_record_state(r), jg_record_state(&back), r->game->state_size));
    MUST(same_annotations(r, &back));
    jg_record_free(&back);
    free(text);
}

/* The variations in a text come back from what is written of them. */
static void read_variations(const struct jg_record *r, const struct jg_tags *tags, const char *text,
                            const char *moves) {
    struct jg_variations v, back;
    struct jg_error err = {0};
    if (jg_variations_read(&v, r, text, moves, strlen(moves), &err)) {
        must_explain(&err, text);
        jg_variations_free(&v);
        return;
    }
    struct jg_record again;
    struct jg_tags same;
    const char *at;
    char *written = jg_variations_write(&v, tags);
    MUST(written && !jg_tags_read(&same, written, &at, &err));
    MUST(!jg_record_replay(&again, r->game, &same, written, at, &err));
    MUST(!jg_variations_read(&back, &again, written, at, strlen(at), &err) && same_variations(&v, &back));
    jg_variations_free(&v);
    jg_variations_free(&back);
    jg_record_free(&again);
    free(written);
}

/* The text as a file of several games; those that can be read are written to another
 * file, and come back from it one by one. */
static void read_several(const char *text) {
    const char *at = text, *moves;
    struct jg_tags tags;
    struct jg_error err = {0};
    struct jg_record r = {0};
    const struct jg_game *g;
    char *again = NULL;
    size_t size, count = 0, back = 0;
    FILE *out = open_memstream(&again, &size);
    MUST(out);
    while (jg_record_more(at)) {
        const char *begin = at;
        if (jg_tags_next(&tags, text, &at, &moves, &err)) {
            must_explain(&err, text);
            break;
        }
        MUST(begin < moves && moves <= at && at <= text + strlen(text));
        g = fuzz_game(tags.game, NULL);
        if (!g) continue;
        if (jg_record_replay_part(&r, g, &tags, text, moves, (size_t)(at - moves), &err)) {
            must_explain(&err, text);
        } else {
            char *one = jg_record_write(&r, &tags);
            MUST(one);
            fprintf(out, "%s%s", count++ ? "\n" : "", one);
            free(one);
        }
        jg_record_free(&r);
    }
    fclose(out);
    for (at = again; jg_record_more(at); back++) {
        MUST(!jg_tags_next(&tags, again, &at, &moves, &err) && (g = fuzz_game(tags.game, NULL)));
        MUST(!jg_record_replay_part(&r, g, &tags, again, moves, (size_t)(at - moves), &err));
        jg_record_free(&r);
    }
    MUST(back == count);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    struct jg_tags tags;
    struct jg_record r;
    const struct jg_game *g;
    struct jg_error err = {0};
    const char *moves;
    if (jg_tags_read(&tags, text, &moves, &err)) {
        must_explain(&err, text);
    } else if ((g = fuzz_game(tags.game, &err))) {
        if (jg_record_replay(&r, g, &tags, text, moves, &err)) {
            must_explain(&err, text);
        } else {
            write_and_read(&r, &tags);
            read_variations(&r, &tags, text, moves);
            fuzz_reached(&r);
            jg_record_free(&r);
        }
    }
    read_several(text);
    free(text);
    return 0;
}

static char *write_record(const struct jg_record *r, struct jg_rng *rng) {
    struct jg_tags tags = {.resigned = r->resigned, .seed = jg_rng_next(rng)};
    struct jg_text t;
    jg_text_init(&t, tags.game, sizeof tags.game);
    jg_game_spec(r->game, &t);
    return fuzz_write_varied(r, &tags, rng, jg_variations_write);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate(data, size, max, seed, false, write_record);
}
