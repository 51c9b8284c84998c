/* Annotations as bytes of the store: those that can be read are written and read again the same. The checksum is added
 * here, since mutated bytes would never have a correct one. */
#include "games.h"

#include "annotated.h"
#include "core/hash.h"
#include "game/annotation.h"

enum { MOVES = 40 };

/* A short game at random, which depends on the first two bytes alone. */
static void play(struct jg_record *r, unsigned seed) {
    struct jg_rng rng;
    jg_rng_init(&rng, seed, 0);
    fuzz_play(r, &rng, false);
    jg_record_cut(r, MOVES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct jg_record r;
    struct jg_error err = {0};
    size_t length = 0;
    if (size < 2) return 0;
    play(&r, data[0] | (unsigned)data[1] << 8);
    unsigned char *bytes = malloc(size + 2);
    MUST(bytes);
    memcpy(bytes, data + 2, size - 2);
    uint64_t checksum = jg_hash(bytes, size - 2);
    for (size_t i = 0; i < 4; i++) bytes[size - 2 + i] = (unsigned char)(checksum >> 8 * i);
    if (jg_annotation_decode(&r, bytes, size + 2, &err)) {
        MUST(err.code == JG_EINPUT && err.message[0] && !r.annotation_count);
    } else {
        struct jg_record back;
        play(&back, data[0] | (unsigned)data[1] << 8);
        unsigned char *again = jg_annotation_encode(&r, SIZE_MAX, &length);
        MUST(again && !jg_annotation_decode(&back, again, length, &err) && same_annotations(&r, &back));
        free(again);
        jg_record_free(&back);
    }
    free(bytes);
    jg_record_free(&r);
    return 0;
}

/* Every eighth input is a new game with annotations. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    struct jg_record r;
    struct jg_rng rng;
    size_t length = 0;
    if (seed % 8 || max < 2) return LLVMFuzzerMutate(data, size, max);
    jg_rng_init(&rng, seed, 1);
    play(&r, seed & 0xffff);
    annotate_at_random(&r, &rng);
    unsigned char *bytes = jg_annotation_encode(&r, SIZE_MAX, &length);
    MUST(bytes);
    length = length - 4 < max - 2 ? length - 4 : max - 2;
    data[0] = seed & 0xff;
    data[1] = seed >> 8 & 0xff;
    memcpy(data + 2, bytes, length);
    free(bytes);
    jg_record_free(&r);
    return length + 2;
}
