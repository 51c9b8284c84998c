/* Helpers for all unit tests. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <jogada/jogada.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The language, besides English, whose texts tests compare. */
#define PORTUGUESE jg_lang_parse("pt-BR")

/* The seed of all random tests: JOGADA_TEST_SEED or 1. Printed by test_begin. */
static inline uint64_t test_seed(void) {
    const char *text = getenv("JOGADA_TEST_SEED");
    return text ? strtoull(text, NULL, 10) : 1;
}

static inline void test_begin(void) { printf("# JOGADA_TEST_SEED=%llu\n", (unsigned long long)test_seed()); }

static inline double test_percent(const char *name) {
    const char *text = getenv(name);
    return text ? strtod(text, NULL) : 100;
}

/* How many times more work than usual: JOGADA_TEST_SCALE or 1, in percent. The
 * thread sanitizer has nothing to find in what one thread does alone: there the
 * build gives such work only a share, JOGADA_TEST_SHARE in percent. */
static inline int test_scaled_threads(int usual) {
    int n = (int)(usual * test_percent("JOGADA_TEST_SCALE") / 100);
    return n > 0 ? n : 1;
}

static inline int test_scaled(int usual) {
    int n = (int)(usual * test_percent("JOGADA_TEST_SCALE") * test_percent("JOGADA_TEST_SHARE") / 10000);
    return n > 0 ? n : 1;
}

static inline void open_spec(struct jg_game *g, const char *spec) {
    struct jg_error err = {0};
    if (jg_game_open(g, spec, &err)) fail_msg("%s: %s", spec, err.message);
}

/* Specs of agents that a game refuses, each with the expected error. */
struct refused {
    const char *spec, *message;
};

static inline void assert_refused(const struct jg_game *g, const struct refused *bad, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct jg_agent a;
        struct jg_error err = {0};
        if (jg_agent_open(&a, g, bad[i].spec, &err) != JG_EINPUT) fail_msg("%s: %s", bad[i].spec, err.message);
        assert_string_equal(err.message, bad[i].message);
        assert_null(a.kind);
    }
}

/* Two answers are the same but for the time they took. */
static inline void assert_same_report(const struct jg_report *a, const struct jg_report *b) {
    struct jg_report x = *a, y = *b;
    x.seconds = y.seconds = 0;
    assert_memory_equal(&x, &y, offsetof(struct jg_report, pv));
    assert_memory_equal(a->pv, b->pv, (size_t)a->pv_count * sizeof *a->pv);
    assert_memory_equal(a->moves, b->moves, (size_t)a->move_count * sizeof *a->moves);
}

static inline void read_position(const struct jg_game *g, const char *text, void *state) {
    struct jg_error err = {0};
    if (jg_parse(g, text, state, &err)) fail_msg("%s: %s", text ? text : "the start", err.message);
}

static inline const char *position_text(const struct jg_game *g, const void *state, char out[JG_POSITION_MAX]) {
    struct jg_text t;
    jg_text_init(&t, out, JG_POSITION_MAX);
    g->kind->print(g, state, &t);
    assert_false(t.cut);
    return out;
}

static inline const char *move_word(const struct jg_game *g, const void *state, jg_move move, char out[JG_MOVE_MAX]) {
    struct jg_text t;
    jg_text_init(&t, out, JG_MOVE_MAX);
    g->kind->print_move(g, state, move, &t);
    assert_false(t.cut);
    return out;
}

#endif
