/* Tables as the store has them: what is read is written and read again the same, every seat can be sent it, and what a
 * seat is sent does not depend on what it may not know. The input is a line each for the game, the seed, the start,
 * the moves, the seats and the rest. */
#include "games.h"

#include "core/buffer.h"
#include "web/table.h"

#include <stdio.h>

enum { NOW = 1000000, ABSENT = 60000, LINES = 6 };
static const char *const PLAYERS[] = {"ana", "bia", "caio", "davi"};

static char *sent_to(const struct jg_table *t, int seat, int from) {
    struct jg_viewer by = {
        .player = seat < 0 ? "" : t->seats[seat].player, .seat = seat, .thinking = -1, .now = NOW, .absent = ABSENT};
    json_t *o = jg_table_json(t, &by, from, t->record.count);
    MUST(o);
    char *text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);
    MUST(text);
    json_decref(o);
    return text;
}

/* Deals the hidden part of the last position again: the seat's message stays as it was. */
static void must_hide(struct jg_table *t, int seat) {
    const struct jg_game *g = t->game;
    struct jg_rng rng;
    union jg_state truth, view, other;
    void *last = (void *)(uintptr_t)jg_record_state(&t->record);
    char *before = sent_to(t, seat, t->record.count), *after;
    memset(&truth, 0, sizeof truth);
    memcpy(&truth, last, g->state_size);
    jg_rng_init(&rng, t->seed, (uint64_t)(seat + 1));
    jg_view(g, &truth, seat, &view);
    jg_sample(g, &view, &rng, &other);
    memcpy(last, &other, g->state_size);
    after = sent_to(t, seat, t->record.count);
    MUST(!strcmp(before, after));
    memcpy(last, &truth, g->state_size);
    free(before);
    free(after);
}

static void write_and_read(const struct jg_table *t) {
    struct jg_table back;
    struct jg_table_row first, second;
    struct jg_refusal no = {0};
    MUST(jg_table_save(t, NOW, &first));
    MUST(jg_table_load(&back, t->game, &first.stored, NOW, &no));
    MUST(back.version > t->version && jg_table_save(&back, NOW, &second));
    MUST(!strcmp(first.moves, second.moves) && !strcmp(first.seats, second.seats) && !strcmp(first.rest, second.rest));
    MUST(!strcmp(first.game, second.game) && !strcmp(first.stored.start, second.stored.start));
    MUST(first.stored.over == second.stored.over && first.stored.plies == second.stored.plies);
    jg_table_row_free(&first);
    jg_table_row_free(&second);
    jg_table_free(&back);
}

static void play_on(struct jg_table *t) {
    struct jg_refusal no = {0};
    for (int i = 0; i < 4; i++) {
        jg_table_advance(t, NOW + i * 1000);
        jg_table_update_clock(t, NOW + i * 1000);
        int turn = jg_record_turn(&t->record);
        if (turn < 0) break;
        jg_table_resign(t, t->seats[turn].player, NOW, &no);
    }
    jg_table_review_offers(t, 1, ABSENT, NOW + 2 * ABSENT);
    free(sent_to(t, JG_NOBODY, 0));
}

static void use_table(const struct jg_game *g, char *const line[LINES]) {
    struct jg_table t;
    struct jg_refusal no = {0};
    struct jg_stored_table stored = {.id = "abcdefghijklmnop",
                                     .owner = "ana",
                                     .start = line[2],
                                     .moves = line[3],
                                     .seats = line[4],
                                     .rest = line[5],
                                     .seed = strtoull(line[1], NULL, 10),
                                     .version = 7};
    if (jg_table_load(&t, g, &stored, NOW, &no)) {
        fuzz_reached(&t.record);
        for (int seat = JG_NOBODY; seat < g->kind->seats; seat++) free(sent_to(&t, seat, 0));
        int blind = (int)(t.seed % (unsigned)(g->kind->seats + 1)) - 1; /* one of them: dealing again takes long */
        if (!jg_table_over(&t) && g->kind->traits & JG_HAS_HIDDEN) must_hide(&t, blind < 0 ? JG_NOBODY : blind);
        write_and_read(&t);
        play_on(&t);
    } else
        MUST(no.err.message[0]);
    jg_table_free(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *line[LINES], *rest = text;
    for (int i = 0; i < LINES; i++) {
        line[i] = rest ? strsep(&rest, "\n") : NULL;
        if (!line[i]) line[i] = text + strlen(text);
    }
    const struct jg_game *g = fuzz_game(line[0], NULL);
    if (g) use_table(g, line);
    free(text);
    return 0;
}

/* ---- New inputs ---------------------------------------------------------------------------- */

static char *write_table(const struct jg_record *r, struct jg_rng *rng) {
    struct jg_table t;
    struct jg_table_row texts;
    struct jg_refusal no = {0};
    struct jg_buffer out = {0};
    char *moves = jg_record_moves(r);
    MUST(jg_table_init(&t, r->game, NULL, moves, jg_rng_next(rng), &no));
    for (int seat = 0; seat < r->game->kind->seats; seat++)
        if (jg_rng_below(rng, 4)) jg_table_sit(&t, PLAYERS[seat], "Name", seat, NOW, &no);
    if (jg_rng_below(rng, 2)) t.total = t.left[0] = t.left[1] = t.left[2] = t.left[3] = 60000;
    if (r->resigned >= 0) jg_record_forfeit(&t.record, r->resigned, r->reason);
    MUST(jg_table_save(&t, NOW, &texts));
    jg_buffer_add(&out, "%s\n%llu\n%s\n%s\n%s\n%s", texts.game, (unsigned long long)t.seed, t.start, texts.moves,
                  texts.seats, texts.rest);
    jg_table_row_free(&texts);
    jg_table_free(&t);
    free(moves);
    return out.at;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    return fuzz_mutate(data, size, max, seed, false, write_table);
}
