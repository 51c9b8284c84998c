/* Parsing, printing and converting boards of the Kalah Game Protocol. */
#include "kgp/board.h"

#include "core/scan.h"
#include "games/kalah/kalah.h"

#include <string.h>

enum { OUR_HOUSES = 10, OUR_SEEDS = 12 }; /* limits of the game kalah */

/* The i-th number of a board's text. */
static int *field(struct jg_kgp_board *b, int i) {
    if (i == 0) return &b->houses;
    if (i < 3) return &b->store[i - 1];
    i -= 3;
    return &b->house[i >= b->houses][i % b->houses];
}

enum jg_status jg_kgp_board_parse(const char *text, struct jg_kgp_board *out, struct jg_error *err) {
    struct jg_scan s = jg_scan_begin(text);
    *out = (struct jg_kgp_board){0};
    if (!jg_scan_char(&s, '<')) return jg_fail(err, JG_EINPUT, 0, "a board begins with <");
    for (int i = 0; i < 3 || i < 2 * out->houses + 3; i++) {
        if (i && !jg_scan_char(&s, ','))
            return jg_fail(err, JG_EINPUT, jg_scan_position(&s), "a board of %d houses needs %d numbers, not %d",
                           out->houses, 2 * out->houses + 3, i);
        if (!jg_scan_number(&s, i ? JG_KGP_SEEDS_MAX : JG_KGP_HOUSES_MAX, field(out, i)) || !out->houses)
            return i ? jg_fail(err, JG_EINPUT, jg_scan_position(&s), "expected a number of seeds, at most %d",
                               JG_KGP_SEEDS_MAX)
                     : jg_fail(err, JG_EINPUT, 1, "expected a number of houses from 1 to %d", JG_KGP_HOUSES_MAX);
    }
    if (!jg_scan_char(&s, '>') || !jg_scan_end(&s))
        return jg_fail(err, JG_EINPUT, jg_scan_position(&s), "a board of %d houses needs exactly %d numbers",
                       out->houses, 2 * out->houses + 3);
    return JG_OK;
}

void jg_kgp_board_print(const struct jg_kgp_board *b, struct jg_text *t) {
    struct jg_kgp_board copy = *b;
    for (int i = 0; i < 2 * b->houses + 3; i++) jg_text_add(t, "%c%d", i ? ',' : '<', *field(&copy, i));
    jg_text_char(t, '>');
}

int jg_kgp_board_seeds(const struct jg_kgp_board *b) {
    int seeds = b->store[0] + b->store[1];
    for (int i = 0; i < b->houses; i++) seeds += b->house[0][i] + b->house[1][i];
    return seeds;
}

void jg_kgp_board_from_state(const struct jg_game *g, const void *state, int seat, struct jg_kgp_board *out) {
    *out = (struct jg_kgp_board){.houses = jg_kalah_options(g)->houses};
    for (int side = 0; side < 2; side++) {
        int whose = side ? !seat : seat;
        out->store[side] = jg_kalah_store(g, state, whose);
        for (int i = 0; i < out->houses; i++) out->house[side][i] = jg_kalah_seeds(g, state, whose, i);
    }
}

enum jg_status jg_kgp_board_spec(const struct jg_kgp_board *b, bool emptycapture, char out[JG_SPEC_MAX],
                                 struct jg_error *err) {
    int seeds = jg_kgp_board_seeds(b), each = (seeds + 2 * b->houses - 1) / (2 * b->houses);
    struct jg_text t;
    if (b->houses > OUR_HOUSES || each > OUR_SEEDS)
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                       "the board has %d houses and %d seeds; jogada plays up to %d houses with %d seeds each",
                       b->houses, seeds, OUR_HOUSES, OUR_SEEDS);
    if (!each) return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "the board has no seeds");
    jg_text_init(&t, out, JG_SPEC_MAX);
    jg_text_add(&t, "kalah:houses=%d,seeds=%d,emptycapture=%d", b->houses, each, emptycapture);
    return JG_OK;
}

enum jg_status jg_kgp_board_to_state(const struct jg_kgp_board *b, const struct jg_game *g, void *state) {
    const struct jg_kalah_options *o = jg_kalah_options(g);
    int places[2 * OUR_HOUSES + 2], more = 2 * o->houses * o->seeds - jg_kgp_board_seeds(b);
    memset(state, 0, g->state_size);
    if (o->houses != b->houses || more < 0) return JG_EINPUT;
    for (int side = 0; side < 2; side++) {
        int *at = places + side * (o->houses + 1);
        memcpy(at, b->house[side], (size_t)o->houses * sizeof *at);
        at[o->houses] = b->store[side] + (more + side) / 2;
    }
    return jg_kalah_set_position(g, state, places, 0);
}

enum jg_status jg_kgp_board_open(const struct jg_kgp_board *b, bool emptycapture, struct jg_game *g, void *state,
                                 struct jg_error *err) {
    char spec[JG_SPEC_MAX];
    enum jg_status status = jg_kgp_board_spec(b, emptycapture, spec, err);
    if (!status) status = jg_game_open(g, spec, err);
    if (status) return status;
    if (!jg_kgp_board_to_state(b, g, state)) return JG_OK;
    jg_game_close(g);
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "not a valid board of Kalah");
}

bool jg_kgp_board_play(const struct jg_kgp_board *b, bool emptycapture, int house, struct jg_kgp_board *after) {
    struct jg_game g;
    union jg_state state;
    bool good = house >= 1 && house <= b->houses && b->house[0][house - 1];
    if (!good || jg_kgp_board_open(b, emptycapture, &g, &state, NULL)) return false;
    int more = 2 * jg_kalah_options(&g)->houses * jg_kalah_options(&g)->seeds - jg_kgp_board_seeds(b);
    good = jg_turn(&g, &state) == 0;
    if (good) {
        jg_apply(&g, &state, (jg_move)house);
        jg_kgp_board_from_state(&g, &state, 0, after);
        for (int side = 0; side < 2; side++) after->store[side] -= (more + side) / 2;
    }
    jg_game_close(&g);
    return good;
}

bool jg_kgp_board_decided(const struct jg_kgp_board *b) {
    int seeds = jg_kgp_board_seeds(b);
    return b->store[0] + b->store[1] == seeds || 2 * b->store[0] > seeds || 2 * b->store[1] > seeds;
}
