/* The messages to a seat do not depend on hidden information. After a game, for each seat and at many points of the
 * game, the test makes up another history with the same observations of that seat and other hidden hands: all messages
 * about both are equal, byte for byte. */
#include "games/domino/domino.h"
#include "test.h"
#include "web/table.h"

enum jg_refusal_code jg_refusal_code_of(enum jg_status status) { return status ? JG_REFUSE_INPUT : JG_REFUSE_FAILED; }

static const char *const WHO[] = {"0", "1", "2", "3"};

static void seat_all(struct jg_table *t, const struct jg_game *g) {
    strcpy(t->id, "abcdefghijklmnop");
    for (int seat = 0; seat < g->kind->seats; seat++) {
        t->seats[seat] = (struct jg_table_seat){.kind = JG_SEAT_PLAYER, .here = true};
        strcpy(t->seats[seat].player, WHO[seat]);
    }
}

static void play_at_random(const struct jg_game *g, struct jg_table *t, struct jg_rng *rng) {
    struct jg_refusal no;
    assert_true(jg_table_init(t, g, NULL, NULL, jg_rng_next(rng), &no));
    seat_all(t, g);
    jg_table_advance(t, 0);
    while (!jg_table_over(t)) jg_table_play_agent_move(t, jg_random_move(g, jg_record_state(&t->record), rng), 0);
}

static char *message_for(const struct jg_table *t, int seat, int from, int ply) {
    struct jg_viewer by = {.player = seat < 0 ? "" : WHO[seat], .seat = seat, .thinking = -1, .lang = from & 1};
    json_t *o = jg_table_json(t, &by, from, ply);
    assert_non_null(o);
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    assert_non_null(text);
    return text;
}

/* The game up to some ply, as a table of its own. */
static void begin_of(const struct jg_game *g, const struct jg_record *r, const jg_move *moves, int n,
                     struct jg_table *out) {
    struct jg_refusal no;
    assert_true(jg_table_init(out, g, NULL, NULL, 1, &no));
    seat_all(out, g);
    for (int i = 0; i < n; i++) assert_int_equal(jg_record_push(&out->record, moves[i], NULL), JG_OK);
    out->version = r->count;
}

/* Whether a made-up history is one: legal, the same to the seat, and not over before its end. */
static bool alike(const struct jg_game *g, const struct jg_record *r, const jg_move *moves, int n, int seat) {
    union jg_state state;
    jg_start(g, &state);
    for (int i = 0; i < n; i++) {
        const void *truth = jg_record_state_at(r, i);
        if (jg_turn(g, &state) != jg_turn(g, truth) || !jg_legal(g, &state, moves[i])) return false;
        if (jg_observe_move(g, &state, moves[i], seat) != jg_observe_move(g, truth, r->moves[i], seat)) return false;
        jg_apply(g, &state, moves[i]);
    }
    return jg_turn(g, &state) == jg_turn(g, jg_record_state_at(r, n)) &&
           memcmp(&state, jg_record_state_at(r, n), g->state_size) != 0;
}

/* ---- Histories of dominoes ------------------------------------------------------------------- */

/* Other hands of this round: what the seats have played of them, and the rest dealt again. */
static bool redeal(const struct jg_game *g, const struct jg_record *r, int n, int seat, struct jg_rng *rng,
                   jg_move *moves) {
    union jg_state view, other;
    const struct jg_domino *now = jg_record_state_at(r, n), *dealt = (const void *)&other;
    int after = n; /* the position in which all hands of the round were dealt */
    while (after > 0 && jg_turn(g, jg_record_state_at(r, after - 1)) != JG_CHANCE) after--;
    if (now->turn >= JG_DOMINO_DEAL || after < 3) return false;
    const struct jg_domino *full = jg_record_state_at(r, after);
    jg_view(g, now, seat, &view);
    jg_sample(g, &view, rng, &other);
    for (int i = 0; i < 3; i++) { /* the fourth hand is what is left */
        const struct jg_domino *before = jg_record_state_at(r, after - 3 + i);
        if (jg_turn(g, before) != JG_CHANCE) return false;
        for (int who = 0; who < 4; who++) {
            const struct jg_domino *next = jg_record_state_at(r, after - 2 + i);
            if (next->hand[who] == before->hand[who]) continue;
            uint32_t hand = dealt->hand[who] | (full->hand[who] & ~now->hand[who]);
            char word[JG_MOVE_MAX] = "deal:";
            for (int tile = 0; tile < JG_DOMINO_TILES; tile++)
                if (hand >> tile & 1)
                    snprintf(word + strlen(word), sizeof word - strlen(word), "%s%d%d", word[5] ? "." : "",
                             jg_domino_low[tile], jg_domino_high[tile]);
            /* legal where the truth was dealt up to here; the later hands are checked by alike */
            union jg_state at;
            jg_start(g, &at);
            for (int k = 0; k < after - 3 + i; k++) jg_apply(g, &at, moves[k]);
            if (g->kind->parse_move(g, &at, word, &moves[after - 3 + i], NULL)) return false;
            break;
        }
    }
    return true;
}

/* ---- Histories of anything --------------------------------------------------------------------- */

/* Another result wherever chance did something that the seat does not see, now and then. */
static bool redraw(const struct jg_game *g, const struct jg_record *r, int n, int seat, struct jg_rng *rng,
                   jg_move *moves) {
    union jg_state state;
    bool changed = false;
    jg_start(g, &state);
    for (int i = 0; i < n; i++) {
        const void *truth = jg_record_state_at(r, i);
        bool hidden = jg_turn(g, truth) == JG_CHANCE && jg_observe_move(g, truth, r->moves[i], seat) != r->moves[i];
        if (hidden && jg_turn(g, &state) == JG_CHANCE && !jg_rng_below(rng, 6)) {
            jg_move other = g->kind->draw(g, &state, rng);
            if (jg_observe_move(g, &state, other, seat) == jg_observe_move(g, truth, r->moves[i], seat)) {
                changed |= other != r->moves[i];
                moves[i] = other;
            }
        }
        if (jg_turn(g, &state) == JG_OVER || !jg_legal(g, &state, moves[i])) return false;
        jg_apply(g, &state, moves[i]);
    }
    return changed;
}

/* ---- The test --------------------------------------------------------------------------------------- */

typedef bool another(const struct jg_game *g, const struct jg_record *r, int n, int seat, struct jg_rng *rng,
                     jg_move *moves);

/* All messages up to ply n: of the table whole, of each of the last moves. */
static void compare(const struct jg_game *g, const struct jg_record *r, const jg_move *moves, int n, int seat) {
    struct jg_table truth, other;
    begin_of(g, r, r->moves, n, &truth);
    begin_of(g, r, moves, n, &other);
    for (int ply = n; ply >= 0 && ply > n - 6; ply--)
        for (int from = ply; from >= 0; from = from > ply - 2 ? from - 1 : from ? 0 : -1) {
            char *a = message_for(&truth, seat, from, ply), *b = message_for(&other, seat, from, ply);
            assert_string_equal(a, b);
            free(a);
            free(b);
        }
    jg_table_free(&truth);
    jg_table_free(&other);
}

/* A viewer who sees the hands receives them: the histories do differ. */
static bool differ(const struct jg_game *g, const struct jg_record *r, const jg_move *moves, int n, int seat) {
    struct jg_table truth, other;
    begin_of(g, r, r->moves, n, &truth);
    begin_of(g, r, moves, n, &other);
    char *a = message_for(&truth, seat, 0, n), *b = message_for(&other, seat, 0, n);
    bool same = !strcmp(a, b);
    free(a);
    free(b);
    jg_table_free(&truth);
    jg_table_free(&other);
    return !same;
}

static void check(const char *spec, another *make, int games, int step, int least) {
    struct jg_game g;
    struct jg_rng rng;
    int compared = 0, differing = 0;
    open_spec(&g, spec);
    jg_rng_init(&rng, test_seed(), 11);
    for (int game = 0; game < games; game++) {
        struct jg_table t;
        play_at_random(&g, &t, &rng);
        const struct jg_record *r = &t.record;
        jg_move *moves = malloc((size_t)r->count * sizeof *moves);
        for (int n = 1 + (int)jg_rng_below(&rng, (uint32_t)step); n < r->count; n += step)
            for (int seat = JG_NOBODY; seat < g.kind->seats; seat++) {
                if (jg_turn(&g, jg_record_state_at(r, n)) == JG_OVER) continue;
                for (int tries = 0; tries < 20; tries++) {
                    memcpy(moves, r->moves, (size_t)r->count * sizeof *moves);
                    if (!make(&g, r, n, seat, &rng, moves) || !alike(&g, r, moves, n, seat)) continue;
                    compare(&g, r, moves, n, seat);
                    compared++;
                    for (int who = 0; who < g.kind->seats; who++)
                        if (who != seat) differing += differ(&g, r, moves, n, who);
                    break;
                }
            }
        free(moves);
        jg_table_free(&t);
    }
    printf("# %s: %d histories, %d views of others that differ\n", spec, compared, differing);
    assert_true(compared >= least && differing >= compared);
    jg_game_close(&g);
}

static void test_domino(void **state) {
    (void)state;
    check("domino:target=50", redeal, test_scaled(4), 3, test_scaled(100));
    check("domino:nodbl=redeal,galo=announce,rounds=2", redeal, test_scaled(3), 3, test_scaled(30));
}

static void test_magic(void **state) {
    (void)state;
    check("magic", redraw, test_scaled(4), 17, test_scaled(40));
}

/* Hands of others are nowhere: not in a message, before the game is over. */
static void test_no_tiles(void **state) {
    (void)state;
    struct jg_game g;
    struct jg_rng rng;
    struct jg_table t;
    open_spec(&g, "domino:rounds=2");
    jg_rng_init(&rng, test_seed(), 12);
    play_at_random(&g, &t, &rng);
    for (int n = 0; n < t.record.count; n++) {
        struct jg_table part;
        begin_of(&g, &t.record, t.record.moves, n, &part);
        for (int seat = JG_NOBODY; seat < 4; seat++) {
            char *text = message_for(&part, seat, n ? n - 1 : 0, n);
            json_t *o = json_loads(text, 0, NULL);
            const json_t *hands = json_object_get(json_object_get(json_object_get(o, "state"), "board"), "hands");
            const struct jg_domino *s = jg_record_state(&part.record);
            for (int who = 0; who < 4 && s->turn < JG_DOMINO_DEAL; who++)
                if (who != seat && s->left[who]) assert_true(json_is_null(json_array_get(hands, (size_t)who)));
            json_decref(o);
            free(text);
        }
        jg_table_free(&part);
    }
    jg_table_free(&t);
    jg_game_close(&g);
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_domino),
        cmocka_unit_test(test_magic),
        cmocka_unit_test(test_no_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
