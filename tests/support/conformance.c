#include "conformance.h"

#include "test.h"

#include <jansson.h>
#include <math.h>

enum { PLIES_MAX = 20000, CANARY = 64 };

struct walk {
    const struct jg_game *g;
    struct jg_rng rng;
    union jg_state state;
    jg_move last; /* what led to the state, 0 at the start */
    int marked;   /* boards that showed which move it was */
    int shown;    /* views that were shown so far */
};

#define PROMISE(w, condition)                                                                                          \
    do {                                                                                                               \
        char position_[JG_POSITION_MAX];                                                                               \
        if (!(condition))                                                                                              \
            fail_msg("%s: broken promise: %s in '%s'", (w)->g->kind->name, #condition,                                 \
                     position_text((w)->g, &(w)->state, position_));                                                   \
    } while (0)

static bool same(const struct jg_game *g, const void *a, const void *b) { return !memcmp(a, b, g->state_size); }

/* ---- Rules ------------------------------------------------------------------------------ */

/* apply() is a function of the state's bytes alone, wherever they lie, and
 * writes nothing beyond them. */
static void check_apply(struct walk *w, jg_move move) {
    const struct jg_game *g = w->g;
    struct {
        _Alignas(max_align_t) unsigned char bytes[JG_STATE_MAX + CANARY];
    } a, b;
    memset(&a, 0xa5, sizeof a);
    memset(&b, 0x5a, sizeof b);
    memcpy(a.bytes, &w->state, g->state_size);
    memcpy(b.bytes, &w->state, g->state_size);
    jg_apply(g, a.bytes, move);
    jg_apply(g, b.bytes, move);
    PROMISE(w, same(g, a.bytes, b.bytes));
    for (size_t i = g->state_size; i < g->state_size + CANARY; i++)
        PROMISE(w, a.bytes[i] == 0xa5 && b.bytes[i] == 0x5a);
}

/* A character to spoil a text with: half of the time one that occurs in it. */
static char junk_char(struct walk *w, const char *text) {
    static const char usual[] = "0123456789.,-/ xo?bw";
    if (jg_rng_below(&w->rng, 2)) return text[jg_rng_below(&w->rng, (uint32_t)strlen(text))];
    return usual[jg_rng_below(&w->rng, sizeof usual - 1)];
}

static void check_move_text(struct walk *w, jg_move move) {
    const struct jg_game *g = w->g;
    char word[JG_MOVE_MAX];
    struct jg_error err = {0};
    jg_move back = 0;
    move_word(g, &w->state, move, word);
    PROMISE(w, word[0] != '[');
    PROMISE(w, word[0] && !strpbrk(word, " \t\r\n"));
    PROMISE(w, g->kind->parse_move(g, &w->state, word, &back, &err) == JG_OK);
    PROMISE(w, back == move);
    size_t length = strlen(word);
    if (length + 1 >= sizeof word) return;
    word[length] = junk_char(w, word); /* what follows is refused, or part of another move */
    word[length + 1] = 0;
    if (g->kind->parse_move(g, &w->state, word, &back, &err)) return;
    char again[JG_MOVE_MAX];
    PROMISE(w, !strcmp(word, move_word(g, &w->state, back, again)));
}

static void check_tell(struct walk *w, jg_move move) {
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        char words[256];
        struct jg_text t;
        jg_text_init(&t, words, sizeof words);
        w->g->kind->describe_move(w->g, &w->state, move, lang, &t);
        PROMISE(w, t.used && !t.cut && !strchr(words, '\n'));
    }
}

/* Hints of a game for searches: ranks in range, noisy moves among the
 * moves and in their order, a pass that gives the turn away and nothing else. */
static void check_hints(struct walk *w) {
    const struct jg_game *g = w->g;
    jg_move moves[JG_MOVES_MAX], noisy[JG_MOVES_MAX];
    int32_t ranks[JG_MOVES_MAX];
    union jg_state before = w->state, passed = w->state;
    int n = jg_moves(g, &w->state, moves), at = 0;
    if (g->kind->rank) {
        g->kind->rank(g, &w->state, moves, n, ranks);
        for (int i = 0; i < n; i++) PROMISE(w, ranks[i] >= -255 && ranks[i] <= 255);
    }
    int m = g->kind->noisy ? g->kind->noisy(g, &w->state, noisy) : 0;
    PROMISE(w, m >= 0 && m <= n);
    for (int i = 0; i < m; i++, at++) {
        while (at < n && moves[at] != noisy[i]) at++;
        PROMISE(w, at < n);
    }
    PROMISE(w, !memcmp(&before, &w->state, sizeof before));
    if (!g->kind->pass || !g->kind->pass(g, &passed)) return;
    int turn = jg_turn(g, &passed);
    PROMISE(w, turn >= 0 && jg_team(turn) != jg_team(jg_turn(g, &w->state)));
}

/* Known results: a position has the best of those of its moves, and asking changes no state. */
static void check_known(struct walk *w) {
    const struct jg_game *g = w->g;
    int team = jg_team(jg_turn(g, &w->state)), n, known = 0;
    int32_t score, child_score, best = INT32_MIN;
    jg_move moves[JG_MOVES_MAX];
    union jg_state before = w->state, child;
    if (!g->kind->probe_endgame || !g->kind->probe_endgame(g, &w->state, &score)) return;
    PROMISE(w, !memcmp(&before, &w->state, sizeof before));
    n = jg_moves(g, &w->state, moves);
    for (int i = 0; i < n; i++) {
        memcpy(&child, &w->state, sizeof child);
        jg_apply(g, &child, moves[i]);
        bool over = jg_turn(g, &child) == JG_OVER;
        if (!over && !g->kind->probe_endgame(g, &child, &child_score)) continue;
        if (over) child_score = jg_score(g, &child, 0);
        if (team) child_score = -child_score;
        if (child_score > best) best = child_score;
        known++;
    }
    if (team) score = -score;
    PROMISE(w, best <= score || !known);
    PROMISE(w, best == score || known < n);
}

static void check_moves(struct walk *w) {
    const struct jg_game *g = w->g;
    jg_move moves[JG_MOVES_MAX + 1], again[JG_MOVES_MAX];
    moves[g->max_moves] = 0xdeadbeef;
    int n = jg_moves(g, &w->state, moves), m = jg_moves(g, &w->state, again);
    PROMISE(w, n >= 1 && n <= g->max_moves);
    PROMISE(w, moves[g->max_moves] == 0xdeadbeef);
    PROMISE(w, n == m && !memcmp(moves, again, (size_t)n * sizeof *moves));
    for (int i = 0; i < n; i++) {
        PROMISE(w, moves[i] != 0);
        PROMISE(w, jg_legal(g, &w->state, moves[i]));
        for (int j = 0; j < i; j++) PROMISE(w, moves[i] != moves[j]);
        check_move_text(w, moves[i]);
        check_tell(w, moves[i]);
        check_apply(w, moves[i]);
    }
    check_hints(w);
    check_known(w);
    jg_move junk = (jg_move)jg_rng_next(&w->rng);
    bool listed = false;
    for (int i = 0; i < n; i++) listed |= moves[i] == junk;
    PROMISE(w, jg_legal(g, &w->state, junk) == listed);
}

static void check_chance(struct walk *w) {
    const struct jg_game *g = w->g;
    uint64_t n = g->kind->outcomes(g, &w->state);
    double sum = 0, probability;
    PROMISE(w, n >= 1);
    for (uint64_t i = 0; i < n && n <= 1000; i++) {
        jg_move move = g->kind->outcome(g, &w->state, i, &probability);
        PROMISE(w, probability > 0 && probability <= 1);
        PROMISE(w, jg_legal(g, &w->state, move));
        check_move_text(w, move);
        check_apply(w, move);
        sum += probability;
    }
    PROMISE(w, n > 1000 || fabs(sum - 1) < 1e-9);
    PROMISE(w, jg_legal(g, &w->state, g->kind->draw(g, &w->state, &w->rng)));
}

static void check_end(struct walk *w) {
    PROMISE(w, jg_score(w->g, &w->state, 0) == -jg_score(w->g, &w->state, 1));
    PROMISE(w, !jg_legal(w->g, &w->state, (jg_move)jg_rng_next(&w->rng)));
}

/* ---- Text ------------------------------------------------------------------------------- */

/* Print, parse, print: the same text, and a position that plays the same. */
static void check_position(struct walk *w, const void *state, int seat) {
    const struct jg_game *g = w->g;
    char text[JG_POSITION_MAX], text2[JG_POSITION_MAX];
    union jg_state back;
    struct jg_error err = {0};
    position_text(g, state, text);
    PROMISE(w, text[0] && !strchr(text, '\n'));
    memset(&back, 0xee, sizeof back);
    if (jg_parse(g, text, &back, &err)) fail_msg("%s: cannot read its own '%s': %s", g->kind->name, text, err.message);
    PROMISE(w, !strcmp(text, position_text(g, &back, text2)));
    PROMISE(w, jg_turn(g, &back) == jg_turn(g, state));
    PROMISE(w, jg_key(g, &back) == jg_key(g, state));
    if (jg_turn(g, state) < 0 || (seat != JG_NOBODY && jg_turn(g, state) != seat)) return;
    jg_move a[JG_MOVES_MAX], b[JG_MOVES_MAX];
    int n = jg_moves(g, state, a), m = jg_moves(g, &back, b);
    PROMISE(w, n == m && !memcmp(a, b, (size_t)n * sizeof *a));
}

/* A position with a byte changed or added is refused, with a place inside it, or
 * can be played to the end; a byte at its end is never read over. */
static void check_mutant(struct walk *w) {
    const struct jg_game *g = w->g;
    char text[JG_POSITION_MAX];
    union jg_state state;
    struct jg_error err = {.position = -2};
    position_text(g, &w->state, text);
    size_t length = strlen(text), i = jg_rng_below(&w->rng, (uint32_t)length + 1);
    text[i] = junk_char(w, text);
    if (i == length) text[++length] = 0;
    if (jg_parse(g, text, &state, &err)) {
        PROMISE(w, err.position >= -1 && err.position <= (int)length && err.message[0]);
        return;
    }
    if (i + 1 == length) { /* it is there again, unless the game turns out to be over */
        char again[JG_POSITION_MAX];
        position_text(g, &state, again);
        PROMISE(w, again[strlen(again) - 1] == text[length - 1] || jg_turn(g, &state) == JG_OVER);
    }
    jg_sample(g, &state, &w->rng, &state);
    jg_random_play(g, &state, &w->rng, PLIES_MAX);
    if (g->kind->traits & JG_IS_FINITE) PROMISE(w, jg_turn(g, &state) == JG_OVER);
}

/* The most columns in a line, without what only changes colours. */
static int width_of(const char *picture) {
    int column = 0, most = 0;
    for (const char *p = picture; *p; p++) {
        if (*p == '\033')
            p += strcspn(p, "m");
        else
            column = *p == '\n' ? 0 : column + ((*p & 0xc0) != 0x80);
        if (column > most) most = column;
    }
    return most;
}

static void check_show(struct walk *w, const void *view, int seat) {
    const struct jg_game *g = w->g;
    char *picture = malloc(2 * JG_PICTURE_MAX), *marked = picture + JG_PICTURE_MAX;
    w->shown++;
    for (int style = 0; style < 4; style++) { /* each in one language, in the other when next it is shown */
        struct jg_style how = {
            .lang = (w->shown + style) % jg_lang_count(), .colour = style & 1, .unicode = style & 2, .seat = seat};
        struct jg_text t;
        jg_text_init(&t, picture, JG_PICTURE_MAX);
        g->kind->show(g, view, &how, &t);
        PROMISE(w, t.used && !t.cut && picture[t.used - 1] == '\n');
        PROMISE(w, width_of(picture) <= 80);
        PROMISE(w, how.colour || !strchr(picture, '\033'));
        for (size_t i = 0; !how.unicode && i < t.used; i++)
            PROMISE(w, how.lang != JG_EN || (unsigned char)picture[i] < 128);
        if (!w->last || style) continue;
        jg_text_init(&t, marked, JG_PICTURE_MAX);
        how.last = w->last;
        g->kind->show(g, view, &how, &t);
        PROMISE(w, t.used && !t.cut && marked[t.used - 1] == '\n');
        w->marked += strcmp(picture, marked) != 0;
    }
    free(picture);
}

static char *json_of(struct walk *w, const void *view, int seat) {
    json_t *o = jg_game_json(w->g, view, seat);
    char *text = json_dumps(o, JSON_COMPACT);
    PROMISE(w, json_is_string(json_object_get(o, "game")) && json_is_string(json_object_get(o, "position")));
    PROMISE(w, json_object_get(o, "turn") && json_is_object(json_object_get(o, "board")));
    PROMISE(w, jg_turn(w->g, view) != JG_OVER || json_is_integer(json_object_get(o, "score")));
    json_decref(o);
    return text;
}

/* ---- Hidden information ------------------------------------------------------------------ */

/* Two states that differ only in what a seat cannot see give the same view, and
 * so the same of everything that is made from views. */
static void check_view(struct walk *w, int seat) {
    const struct jg_game *g = w->g;
    union jg_state view, twice, other, view2;
    jg_move a[JG_MOVES_MAX], b[JG_MOVES_MAX];
    int turn = jg_turn(g, &w->state);
    jg_view(g, &w->state, seat, &view);
    jg_view(g, &view, seat, &twice);
    PROMISE(w, same(g, &view, &twice));
    PROMISE(w, jg_turn(g, &view) == turn);
    if (!(g->kind->traits & JG_HAS_HIDDEN)) PROMISE(w, same(g, &view, &w->state));
    jg_sample(g, &view, &w->rng, &other);
    jg_view(g, &other, seat, &view2);
    PROMISE(w, same(g, &view, &view2));
    PROMISE(w, jg_turn(g, &other) == turn);
    if (turn == JG_OVER) PROMISE(w, jg_score(g, &view, 0) == jg_score(g, &w->state, 0));
    if (turn == seat && seat >= 0) {
        int n = jg_moves(g, &w->state, a), m = jg_moves(g, &view, b);
        PROMISE(w, n == m && !memcmp(a, b, (size_t)n * sizeof *a));
    }
    if (turn >= 0 && g->kind->public_moves) { /* in every world that the seat thinks possible they are the same */
        bool open = g->kind->public_moves(g, &w->state);
        PROMISE(w, open == g->kind->public_moves(g, &other));
        int n = jg_moves(g, &w->state, a), m = jg_moves(g, &other, b);
        PROMISE(w, !open || (n == m && !memcmp(a, b, (size_t)n * sizeof *a)));
    }
    if (!same(g, &view, &w->state)) check_position(w, &view, seat); /* the state's own has been looked at */
    char *one = json_of(w, &view, seat), *two = json_of(w, &view2, seat);
    PROMISE(w, one && two && !strcmp(one, two));
    free(one);
    free(two);
    check_show(w, &view, seat);
}

/* A mover sees its own move; no seat observes more than its view after the move contains. */
static void check_seen(struct walk *w, jg_move move) {
    const struct jg_game *g = w->g;
    int turn = jg_turn(g, &w->state);
    if (turn >= 0) PROMISE(w, jg_observe_move(g, &w->state, move, turn) == move);
    for (int seat = JG_NOBODY; seat < g->kind->seats; seat++) {
        char word[JG_MOVE_MAX];
        jg_move seen = jg_observe_move(g, &w->state, move, seat);
        move_word(g, &w->state, seen, word);
        PROMISE(w, seen == move || strchr(word, '?'));
    }
}

/* ---- Evaluators --------------------------------------------------------------------------- */

/* A tuner may choose any weights: values stay below what a decided game is worth. */
static void check_weights(struct walk *w, struct jg_eval e) {
    for (int i = 0; i < e.by->feature_count; i++) e.weights[i] = JG_WEIGHT_MAX * (2 * jg_rng_unit(&w->rng) - 1);
    int32_t value = jg_eval_value(&e, w->g, &w->state, 0);
    PROMISE(w, value == -jg_eval_value(&e, w->g, &w->state, 1));
    PROMISE(w, abs(value) < JG_WIN / 2);
}

static void check_evaluator(struct walk *w, const struct jg_eval *e) {
    const struct jg_game *g = w->g;
    const struct jg_evaluator *by = e->by;
    PROMISE(w, by->unit >= 1 && by->feature_count <= JG_FEATURES_MAX && !by->measure == !by->feature_count);
    if (jg_turn(g, &w->state) == JG_OVER) {
        int32_t end = jg_eval_end(e, g, &w->state, 0), score = jg_score(g, &w->state, 0);
        PROMISE(w, (end > 0) == (score > 0) && (end < 0) == (score < 0));
        if (!by->ends) return;
    }
    int32_t value = jg_eval_value(e, g, &w->state, 0);
    PROMISE(w, value == -jg_eval_value(e, g, &w->state, 1));
    PROMISE(w, abs(value) < JG_WIN / 2);
    if (!by->measure) return;
    double f[JG_FEATURES_MAX], sum = 0;
    by->measure(g, &w->state, 0, f);
    for (int i = 0; i < by->feature_count; i++) sum += f[i] * e->weights[i];
    PROMISE(w, fabs(sum - value) <= 0.5 + 1e-9);
    check_weights(w, *e);
}

static void check_evaluators(struct walk *w) {
    for (const struct jg_evaluator *by = w->g->kind->evaluators; by->name; by++) {
        struct jg_eval e;
        struct jg_inputs in;
        jg_inputs(w->g, &in);
        if (by->network && strcmp(by->network->layout, in.layout)) { /* it is for other options */
            PROMISE(w, jg_eval_open(&e, w->g, by->name, NULL) == JG_EINPUT);
            continue;
        }
        PROMISE(w, jg_eval_open(&e, w->g, by->name, NULL) == JG_OK);
        PROMISE(w, e.by == by && !e.network == !by->network);
        check_evaluator(w, &e);
        jg_eval_close(&e);
    }
}

/* ---- Environments ---------------------------------------------------------------------------- */

/* Every legal move has an action of its own, which leads back to it; other numbers lead to no move. */
static void check_actions(struct walk *w) {
    const struct jg_game *g = w->g;
    struct jg_spaces spaces;
    jg_move moves[JG_MOVES_MAX];
    int actions[JG_MOVES_MAX + 1], single;
    bool taken[JG_ACTIONS_MAX] = {0};
    jg_spaces(g, &spaces);
    if (!spaces.actions || jg_turn(g, &w->state) < 0) return;
    int n = jg_moves(g, &w->state, moves);
    actions[n] = -7;
    jg_actions(g, &w->state, moves, n, actions);
    PROMISE(w, actions[n] == -7);
    for (int i = 0; i < n; i++) {
        PROMISE(w, actions[i] >= 0 && actions[i] < spaces.actions && !taken[actions[i]]);
        taken[actions[i]] = true;
        jg_actions(g, &w->state, &moves[i], 1, &single);
        PROMISE(w, single == actions[i] && jg_action_move(g, &w->state, single) == moves[i]);
    }
    int other = (int)jg_rng_below(&w->rng, (uint32_t)spaces.actions);
    PROMISE(w, taken[other] || jg_action_move(g, &w->state, other) == 0);
}

/* Two states that differ only in what a seat cannot see have the same observation and, for the seat to move, the same
 * actions. */
static void check_observation(struct walk *w, int seat) {
    const struct jg_game *g = w->g;
    static uint8_t all[2][JG_OBSERVATION_MAX + CANARY];
    struct jg_spaces spaces;
    union jg_state view, other, view2;
    jg_spaces(g, &spaces);
    if (!spaces.actions) return;
    PROMISE(w, spaces.actions > 0 && spaces.actions <= JG_ACTIONS_MAX);
    PROMISE(w, spaces.size > 0 && spaces.size <= JG_OBSERVATION_MAX);
    size_t size = (size_t)spaces.size;
    jg_view(g, &w->state, seat, &view);
    jg_sample(g, &view, &w->rng, &other);
    jg_view(g, &other, seat, &view2);
    memset(all[0], 0xa5, sizeof all[0]);
    memset(all[1], 0x5a, sizeof all[1]);
    jg_encode(g, &view, seat, all[0]);
    jg_encode(g, &view2, seat, all[1]);
    PROMISE(w, !memcmp(all[0], all[1], size) && all[0][size] == 0xa5 && all[1][size] == 0x5a);
    if (jg_turn(g, &w->state) != seat) return;
    jg_move moves[JG_MOVES_MAX];
    int a[JG_MOVES_MAX], b[JG_MOVES_MAX], n = jg_moves(g, &view, moves);
    jg_actions(g, &w->state, moves, n, a);
    jg_actions(g, &view, moves, n, b);
    PROMISE(w, !memcmp(a, b, (size_t)n * sizeof *a));
}

/* ---- Inputs of networks --------------------------------------------------------------------- */

/* Inputs are in range, no more are active than declared, and they are a function of what both sides' players see. */
static void check_inputs(struct walk *w) {
    const struct jg_game *g = w->g;
    struct jg_inputs in;
    jg_inputs(g, &in);
    if (!in.count) return;
    int words = jg_input_words(in.count);
    for (int team = 0; team < 2; team++) {
        uint64_t active[JG_INPUT_WORDS_MAX + 1], again[JG_INPUT_WORDS_MAX];
        union jg_state view;
        int count = 0;
        active[words] = 0x5a5a;
        jg_view(g, &w->state, team, &view);
        jg_observe(g, &view, team, active);
        jg_observe(g, &view, team, again);
        PROMISE(w, !memcmp(active, again, (size_t)words * sizeof *active) && active[words] == 0x5a5a);
        PROMISE(w, in.count % 64 == 0 || !(active[words - 1] >> in.count % 64));
        for (int i = 0; i < words; i++) count += __builtin_popcountll(active[i]);
        PROMISE(w, count <= in.active);
    }
}

/* The symmetries are permutations and a group: each after each is one of them. */
static void check_symmetries(struct walk *w) {
    const struct jg_game *g = w->g;
    static uint16_t all[JG_SYMMETRIES_MAX][JG_INPUTS_MAX];
    struct jg_inputs in;
    jg_inputs(g, &in);
    if (!in.count) return;
    PROMISE(w, in.count <= JG_INPUTS_MAX && in.active >= 1 && in.active <= JG_ACTIVE_MAX);
    PROMISE(w, in.symmetries >= 1 && in.symmetries <= JG_SYMMETRIES_MAX && (in.symmetries == 1) == !g->kind->symmetry);
    PROMISE(w, !in.width == !in.height && (!in.width || in.count % (in.width * in.height) == 0));
    for (int i = 0; i < in.symmetries; i++) {
        bool met[JG_INPUTS_MAX] = {0};
        jg_input_symmetry(g, i, all[i]);
        for (int k = 0; k < in.count; k++) {
            PROMISE(w, all[i][k] < in.count && !met[all[i][k]]);
            met[all[i][k]] = true;
        }
    }
    for (int a = 0; a < in.symmetries; a++)
        for (int b = 0; b < in.symmetries; b++) {
            uint16_t both[JG_INPUTS_MAX];
            int equal = 0;
            for (int k = 0; k < in.count; k++) both[k] = all[a][all[b][k]];
            for (int i = 0; i < in.symmetries; i++) equal += !memcmp(both, all[i], (size_t)in.count * sizeof *both);
            PROMISE(w, equal >= 1);
        }
}

/* ---- The walk ----------------------------------------------------------------------------- */

static void check_here(struct walk *w) {
    int turn = jg_turn(w->g, &w->state);
    PROMISE(w, turn == JG_OVER || turn == JG_CHANCE || (turn >= 0 && turn < w->g->kind->seats));
    PROMISE(w, turn != JG_CHANCE || w->g->kind->traits & JG_HAS_CHANCE);
    if (turn == JG_OVER)
        check_end(w);
    else if (turn == JG_CHANCE)
        check_chance(w);
    else
        check_moves(w);
    check_position(w, &w->state, JG_NOBODY);
    check_mutant(w);
    for (int seat = JG_NOBODY; seat < w->g->kind->seats; seat++) check_view(w, seat);
    check_evaluators(w);
    check_inputs(w);
    check_actions(w);
    for (int seat = 0; seat < w->g->kind->seats; seat++) check_observation(w, seat);
}

/* The moves alone bring the game back, byte by byte. */
static void check_replay(struct walk *w, const jg_move *moves, int n) {
    union jg_state state;
    memset(&state, 0xee, sizeof state);
    jg_start(w->g, &state);
    for (int i = 0; i < n; i++) jg_apply(w->g, &state, moves[i]);
    PROMISE(w, same(w->g, &state, &w->state));
}

void conform(const struct jg_game *g, int games, uint64_t seed) {
    struct walk w = {.g = g};
    bool open = !(g->kind->traits & JG_HAS_HIDDEN);
    jg_move *moves = malloc(PLIES_MAX * sizeof *moves);
    assert_non_null(moves);
    check_symmetries(&w);
    for (int game = 0; game < games; game++) {
        int n = 0;
        jg_rng_init(&w.rng, seed, (uint64_t)game);
        jg_start(g, &w.state);
        for (; n < PLIES_MAX; n++) {
            check_here(&w);
            if (jg_turn(g, &w.state) == JG_OVER) break;
            moves[n] = jg_random_move(g, &w.state, &w.rng);
            check_seen(&w, moves[n]);
            jg_apply(g, &w.state, moves[n]);
            w.last = open ? moves[n] : 0;
        }
        w.last = 0;
        if (g->kind->traits & JG_IS_FINITE) PROMISE(&w, jg_turn(g, &w.state) == JG_OVER);
        check_replay(&w, moves, n);
    }
    if (open) PROMISE(&w, w.marked > 0);
    free(moves);
}
