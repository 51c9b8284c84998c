#include "games.h"

#include "annotated.h"
#include "varied.h"

#include <stdio.h>
#include <unistd.h>

enum { OPEN = 64, KINDS_MAX = 32, PLIES = 600 };

/* ---- Open games --------------------------------------------------------------------------- */

static struct {
    char spec[JG_SPEC_MAX];
    struct jg_game game;
} held[OPEN];

const struct jg_game *fuzz_game(const char *spec, struct jg_error *err) {
    static size_t next;
    struct jg_game g;
    for (size_t i = 0; i < OPEN; i++)
        if (held[i].game.kind && !strcmp(held[i].spec, spec)) return &held[i].game;
    if (jg_game_open(&g, spec, err)) return NULL;
    size_t at = next++ % OPEN;
    if (held[at].game.kind) jg_game_close(&held[at].game);
    MUST(strlen(spec) < sizeof held[at].spec);
    strcpy(held[at].spec, spec);
    held[at].game = g;
    return &held[at].game;
}

/* ---- Random games ------------------------------------------------------------------------- */

static const struct jg_game *any_game(struct jg_rng *rng, bool sgf) {
    static const char *const MORE[] = {"kalah:houses=2,seeds=2", "domino:rounds=1", "loa:both=mover"};
    const char *specs[KINDS_MAX];
    uint32_t n = 0;
    for (size_t i = 0; jg_game_kind_at(i) && n < KINDS_MAX; i++)
        if (!sgf || jg_game_kind_at(i)->sgf) specs[n++] = jg_game_kind_at(i)->name;
    for (size_t i = 0; i < sizeof MORE / sizeof *MORE && !sgf; i++) specs[n++] = MORE[i];
    const struct jg_game *g = fuzz_game(specs[jg_rng_below(rng, n)], NULL);
    MUST(g);
    return g;
}

void fuzz_play(struct jg_record *r, struct jg_rng *rng, bool sgf) {
    uint32_t most = jg_rng_below(rng, 64) ? jg_rng_below(rng, 16) : PLIES; /* long games take long to read */
    *r = (struct jg_record){.resigned = -1};
    MUST(!jg_record_init(r, any_game(rng, sgf), NULL, NULL));
    for (uint32_t ply = 0; ply < most && jg_record_turn(r) != JG_OVER; ply++)
        MUST(!jg_record_push(r, jg_random_move(r->game, jg_record_state(r), rng), NULL));
    if (!jg_rng_below(rng, 8) && jg_record_turn(r) >= 0) jg_record_forfeit(r, jg_record_turn(r), "why");
}

char *fuzz_write_varied(const struct jg_record *r, const struct jg_tags *tags, struct jg_rng *rng,
                        char *(*write)(const struct jg_variations *v, const struct jg_tags *tags)) {
    struct jg_variations v;
    MUST(!jg_variations_init(&v, r, NULL));
    for (uint32_t n = jg_rng_below(rng, 6); n-- > 0;) vary_once(&v, rng);
    char *text = write(&v, tags);
    jg_variations_free(&v);
    return text;
}

size_t fuzz_mutate(uint8_t *data, size_t size, size_t max, unsigned seed, bool sgf, fuzz_writer *write) {
    struct jg_record r;
    struct jg_rng rng;
    if (seed % 8) return LLVMFuzzerMutate(data, size, max);
    jg_rng_init(&rng, seed, 0);
    fuzz_play(&r, &rng, sgf);
    if (jg_rng_below(&rng, 2)) annotate_at_random(&r, &rng);
    char *text = write(&r, &rng);
    MUST(text);
    size_t length = strlen(text);
    if (length > max) length = max;
    memcpy(data, text, length);
    free(text);
    jg_record_free(&r);
    return length;
}

/* ---- What was reached --------------------------------------------------------------------- */

static struct reach {
    uint64_t games, finished;
    int plies; /* of the longest */
} reach[KINDS_MAX];

static void print_reach(void) {
    const char *wanted = getenv("JOGADA_FUZZ_REACH");
    bool good = true;
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        const struct reach *k = &reach[i];
        fprintf(stderr, "reached: %-10s %8llu games, %8llu finished, up to %d moves\n", jg_game_kind_at(i)->name,
                (unsigned long long)k->games, (unsigned long long)k->finished, k->plies);
        good &= k->finished || (wanted && k->plies >= atoi(wanted));
    }
    if (wanted && !good) {
        fprintf(stderr, "not every game was reached with %s moves\n", wanted);
        fflush(NULL);
        _exit(1);
    }
}

void fuzz_reached(const struct jg_record *r) {
    static bool first = true;
    if (first) atexit(print_reach);
    first = false;
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        if (jg_game_kind_at(i) != r->game->kind) continue;
        reach[i].games++;
        reach[i].finished += jg_record_turn(r) == JG_OVER && r->resigned < 0;
        if (r->count > reach[i].plies) reach[i].plies = r->count;
    }
}
