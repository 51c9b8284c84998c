/* Two worlds that one seat cannot tell apart: the hidden part of a position is dealt again by sample(view), and
 * both worlds are played on by moves that look the same to that seat, at the same times, at two tables with
 * clocks. After every move the seat must find them equal: its view, the message that it is sent, the number of
 * messages, every clock, whose clock runs, the time that is stored. For every game with hidden information.
 *
 * Chance is part of what may differ, so the tables are given chance's moves by a script. Everything else is the
 * table's own doing: a move that it makes by itself because a hand holds no other, or an increment that depends
 * on what a hand holds, tells the two worlds apart and fails the test. */
#include "test.h"
#include "web/table.h"

enum {
    PLIES = 48,       /* that two worlds are played on at most */
    STATES = 2048,    /* of a random game from which worlds begin */
    PAIRS = 10000,    /* of clocks to compare per game, */
    MANY = 1000000,   /* and by `./test --long` */
    JSON_EVERY = 8,   /* pairs of which one has its messages compared, which takes longest */
    TOTAL = 600000,   /* milliseconds of the clocks, which never run out here */
    INCREMENT = 3000, /* milliseconds */
    THINK = 1 + 4000, /* milliseconds for a move, at most */
};

enum jg_refusal_code jg_refusal_code_of(enum jg_status status) { return status ? JG_REFUSE_INPUT : JG_REFUSE_FAILED; }

static const char *const WHO[] = {"0", "1", "2", "3"};

/* One world: a position and what is played from it, at a table. */
struct world {
    union jg_state start, now;
    jg_move moves[PLIES];
    struct jg_table table;
};

struct worlds {
    const struct jg_game *game, *at_tables; /* the latter draws by script */
    struct jg_rng rng;
    int seat; /* the one that cannot tell them apart */
    int count;
    struct world of[2];
};

static struct {
    long views, clocks, messages;        /* pairs that were compared */
    long worlds, other;                  /* pairs of worlds, and those with other hands */
    long by_count, by_clock, by_message; /* distinguished pairs of worlds, by cause */
    char first[512];
} found;

/* ---- Chance by script ------------------------------------------------------------------------------- */

static struct {
    const struct jg_game_kind *kind; /* whose chance it is past the end, where nothing is compared */
    const struct world *acting;
    int count;
} script;

static jg_move scripted_draw(const struct jg_game *g, const void *state, struct jg_rng *rng) {
    int n = script.acting->table.record.count;
    return n < script.count ? script.acting->moves[n] : script.kind->draw(g, state, rng);
}

/* ---- Two worlds ---------------------------------------------------------------------------------------- */

static bool same_view(const struct worlds *w, const void *one, const void *other) {
    union jg_state a, b;
    jg_view(w->game, one, w->seat, &a);
    jg_view(w->game, other, w->seat, &b);
    return !memcmp(&a, &b, w->game->state_size);
}

/* Another state that the seat cannot tell from this one. */
static void deal_again(struct worlds *w, const union jg_state *state, union jg_state *out) {
    union jg_state view;
    *out = *state; /* bytes past the state's too */
    jg_view(w->game, state, w->seat, &view);
    jg_sample(w->game, &view, &w->rng, out);
    found.views++;
    if (!same_view(w, state, out)) fail_msg("%s: views of seat %d differ", w->game->kind->name, w->seat);
}

/* A move of the second world that looks like this one of the first; false: there is none. */
static bool twin(struct worlds *w, jg_move move, jg_move *out) {
    const struct jg_game *g = w->game;
    const void *a = &w->of[0].now, *b = &w->of[1].now;
    jg_move seen = jg_observe_move(g, a, move, w->seat), moves[JG_MOVES_MAX];
    if (jg_turn(g, b) == JG_CHANCE) {
        for (int tries = 0; tries < 20; tries++) {
            *out = seen == move ? move : g->kind->draw(g, b, &w->rng);
            if (jg_legal(g, b, *out) && jg_observe_move(g, b, *out, w->seat) == seen) return true;
        }
        return false;
    }
    int n = jg_moves(g, b, moves), from = (int)jg_rng_below(&w->rng, (uint32_t)n);
    for (int i = 0; i < n; i++) {
        *out = moves[(from + i) % n];
        if (jg_observe_move(g, b, *out, w->seat) == seen) return true;
    }
    return false;
}

/* Plays both on, until they come apart for that seat, or one is over. By the rules they may come apart: no move
 * fits both, or one shows hands, such as the last of a round. */
static void play_on(struct worlds *w) {
    const struct jg_game *g = w->game;
    union jg_state other;
    for (int i = 0; i < 2; i++) w->of[i].now = w->of[i].start;
    for (w->count = 0; w->count < PLIES; w->count++) {
        jg_move *a = &w->of[0].moves[w->count], *b = &w->of[1].moves[w->count];
        int tries = 0;
        do {
            if (tries++ == 20) return;
            *a = jg_random_move(g, &w->of[0].now, &w->rng);
        } while (!twin(w, *a, b));
        jg_apply(g, &w->of[0].now, *a);
        jg_apply(g, &w->of[1].now, *b);
        for (int i = 0; i < 2; i++)
            if (jg_turn(g, &w->of[i].now) == JG_OVER) return;
        if (!same_view(w, &w->of[0].now, &w->of[1].now)) return;
        deal_again(w, &w->of[1].now, &other);
    }
}

/* ---- At tables --------------------------------------------------------------------------------------------- */

static void sit_down(const struct worlds *w, struct world *one) {
    struct jg_refusal no = {0};
    char text[JG_POSITION_MAX];
    struct jg_table *t = &one->table;
    position_text(w->game, &one->start, text);
    if (!jg_table_init(t, w->at_tables, text, NULL, 1, &no)) fail_msg("%s: %s", text, no.err.message);
    assert_memory_equal(jg_record_state(&t->record), &one->start, w->game->state_size);
    strcpy(t->id, "abcdefghijklmnop");
    t->total = TOTAL;
    t->increment = INCREMENT;
    for (int seat = 0; seat < w->game->kind->seats; seat++) {
        t->left[seat] = TOTAL;
        t->seats[seat] = (struct jg_table_seat){.kind = JG_SEAT_PLAYER, .here = true};
        strcpy(t->seats[seat].player, WHO[seat]);
    }
    script.acting = one;
    jg_table_advance(t, 0);
}

/* Move n by the player whose turn it is, unless the table has made it already. */
static void make_move(const struct jg_game *g, struct world *one, int n, int64_t now) {
    struct jg_refusal no = {0};
    char word[JG_MOVE_MAX];
    struct jg_table *t = &one->table;
    script.acting = one;
    jg_table_update_clock(t, now);
    if (t->record.count > n) return;
    assert_int_equal(t->record.count, n);
    const void *state = jg_record_state(&t->record);
    move_word(g, state, one->moves[n], word);
    if (!jg_table_move(t, WHO[jg_turn(g, state)], n, word, now, &no)) fail_msg("%s: %s", word, no.err.message);
}

static char *message(const struct jg_table *t, int seat, int from, int64_t now) {
    struct jg_viewer by = {.player = seat < 0 ? "" : WHO[seat], .seat = seat, .thinking = -1, .now = now};
    json_t *o = jg_table_json(t, &by, from, t->record.count);
    assert_non_null(o);
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    assert_non_null(text);
    return text;
}

static bool same_message(const struct worlds *w, int from, int64_t now) {
    char *a = message(&w->of[0].table, w->seat, from, now), *b = message(&w->of[1].table, w->seat, from, now);
    bool same = !strcmp(a, b);
    found.messages++;
    free(a);
    free(b);
    return same;
}

static bool same_clocks(const struct jg_table *a, const struct jg_table *b) {
    return !memcmp(a->left, b->left, sizeof a->left) && a->running == b->running && a->since == b->since &&
           !memcmp(a->seconds, b->seconds, sizeof a->seconds) && a->paused == b->paused && a->begun == b->begun;
}

static void differs(const struct worlds *w, long *by, const char *what, int n) {
    ++*by;
    if (found.first[0]) return;
    char a[JG_POSITION_MAX], b[JG_POSITION_MAX];
    snprintf(found.first, sizeof found.first, "%s of move %d, seen by seat %d, from\n#   %.200s\n#   %.200s", what, n,
             w->seat, position_text(w->game, &w->of[0].start, a), position_text(w->game, &w->of[1].start, b));
}

/* Whether the two tables are still the same to the seat after move n, or the script is over. */
static bool compare(const struct worlds *w, int n, int from, int64_t now) {
    const struct jg_table *a = &w->of[0].table, *b = &w->of[1].table;
    if (a->record.count > w->count || b->record.count > w->count) return false;
    found.clocks++;
    if (a->record.count != b->record.count || a->version != b->version)
        differs(w, &found.by_count, "the number of messages", n);
    else if (!same_clocks(a, b))
        differs(w, &found.by_clock, "the clock", n);
    else if (!(found.clocks % JSON_EVERY) && !same_message(w, from, now))
        differs(w, &found.by_message, "the message", n);
    else
        return true;
    return false;
}

static void play_tables(struct worlds *w) {
    int64_t now = 0;
    script.count = w->count;
    for (int i = 0; i < 2; i++) sit_down(w, &w->of[i]);
    int from = w->of[0].table.record.count;
    for (int n = from; n < w->count && compare(w, n, from, now); n++) {
        now += 1 + jg_rng_below(&w->rng, THINK);
        from = w->of[0].table.record.count;
        for (int i = 0; i < 2; i++) make_move(w->game, &w->of[i], n, now);
    }
    for (int i = 0; i < 2; i++) jg_table_free(&w->of[i].table);
}

/* ---- The test --------------------------------------------------------------------------------------------- */

/* Positions of a random game in which somebody is to move. */
static int random_game(struct worlds *w, union jg_state states[STATES]) {
    union jg_state state;
    int n = 0;
    for (jg_start(w->game, &state); n < STATES && jg_turn(w->game, &state) != JG_OVER;) {
        if (jg_turn(w->game, &state) >= 0) states[n++] = state;
        jg_apply(w->game, &state, jg_random_move(w->game, &state, &w->rng));
    }
    return n;
}

static void check(struct worlds *w, long pairs) {
    union jg_state *states = malloc(STATES * sizeof *states);
    assert_non_null(states);
    while (found.clocks < pairs) {
        int n = random_game(w, states);
        for (int k = 0; k < n / 8 + 1 && found.clocks < pairs; k++) {
            w->seat = (int)jg_rng_below(&w->rng, (uint32_t)w->game->kind->seats + 1) - 1;
            assert_true(w->seat >= 0 || w->seat == JG_NOBODY);
            w->of[0].start = states[jg_rng_below(&w->rng, (uint32_t)n)];
            deal_again(w, &w->of[0].start, &w->of[1].start);
            found.worlds++;
            found.other += memcmp(&w->of[0].start, &w->of[1].start, w->game->state_size) != 0;
            play_on(w);
            play_tables(w);
        }
    }
    free(states);
}

/* Any game with hidden information, whatever its name. */
static long check_game(const struct jg_game_kind *kind, uint64_t stream) {
    static struct worlds w;
    struct jg_game g, at_tables;
    struct jg_game_kind by_script = *kind;
    open_spec(&g, kind->name);
    at_tables = g;
    by_script.draw = scripted_draw;
    at_tables.kind = &by_script;
    w = (struct worlds){.game = &g, .at_tables = &at_tables};
    script.kind = kind;
    jg_rng_init(&w.rng, test_seed(), stream);
    memset(&found, 0, sizeof found);
    check(&w, test_percent("JOGADA_TEST_SCALE") > 200 ? MANY : test_scaled(PAIRS));
    printf("# %s: %ld pairs of views, %ld of clocks, %ld of messages, at %ld pairs of tables, %ld with other hands\n",
           kind->name, found.views, found.clocks, found.messages, found.worlds, found.other);
    printf("# %s: distinguished by the number of messages %ld, by clocks %ld, by messages %ld\n", kind->name,
           found.by_count, found.by_clock, found.by_message);
    if (found.first[0]) printf("# the first: %s\n", found.first);
    assert_true(found.other > found.worlds / 2);
    jg_game_close(&g);
    return found.by_count + found.by_clock + found.by_message;
}

static void test_worlds(void **state) {
    (void)state;
    long games = 0, apart = 0;
    for (size_t i = 0; jg_game_kind_at(i); i++) {
        if (!(jg_game_kind_at(i)->traits & JG_HAS_HIDDEN)) continue;
        games++;
        apart += check_game(jg_game_kind_at(i), 21 + i);
    }
    assert_true(games > 0);
    assert_int_equal(apart, 0);
}

int main(void) {
    test_begin();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_worlds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
