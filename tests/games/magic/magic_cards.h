/* What the tests of card and deck files share: reading a text, comparing cards, and errors with their place. */
#ifndef TESTS_MAGIC_CARDS_H
#define TESTS_MAGIC_CARDS_H

#include "card_line.h"
#include "test.h"

enum {
    CREATURE = JG_MAGIC_OWN | JG_MAGIC_OPPOSING,
    PLAYER = JG_MAGIC_YOU | JG_MAGIC_OPPONENT,
};

#define CREATURE_CARD(n, price, m, c, p, t)                                                                            \
    .name = n, .cost = price, .mana = m, .colour = c, .type = JG_MAGIC_CREATURE, .power = p, .toughness = t
#define INSTANT(n, price, m, c) .name = n, .cost = price, .mana = m, .colour = c, .type = JG_MAGIC_INSTANT

static inline struct jg_magic_span span_of(const char *text) {
    return (struct jg_magic_span){text, text + strlen(text)};
}

static inline struct jg_magic_cards built_in(void) {
    struct jg_magic_cards cards = {0};
    struct jg_error err = {0};
    if (jg_magic_cards_built_in(&cards, &err)) fail_msg("%s", err.message);
    return cards;
}

static inline enum jg_status read_cards(struct jg_magic_cards *cards, const char *text, struct jg_error *err) {
    return jg_magic_cards_read(cards, "my.txt", text, strlen(text), err);
}

static inline void assert_same_card(const struct jg_magic_card *a, const struct jg_magic_card *b) {
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->cost, b->cost);
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->mana, b->mana);
    assert_int_equal(a->power, b->power);
    assert_int_equal(a->toughness, b->toughness);
    assert_int_equal(a->abilities, b->abilities);
    assert_int_equal(a->flash, b->flash);
    assert_int_equal(a->colour, b->colour);
    assert_int_equal(a->target, b->target);
    assert_int_equal(a->effects, b->effects);
    for (int i = 0; i < a->effects; i++) {
        assert_int_equal(a->effect[i].verb, b->effect[i].verb);
        assert_int_equal(a->effect[i].amount, b->effect[i].amount);
        assert_int_equal(a->effect[i].whom, b->effect[i].whom);
        assert_int_equal(a->effect[i].each, b->effect[i].each);
    }
}

struct mistake {
    const char *text; /* with '^' at the error */
    const char *message;
};

/* Removes the mark from a text; its place is that of the expected error. */
static inline int marked(const char *text, char *out, size_t size, char *place, size_t place_size) {
    int at = (int)strcspn(text, "^"), line = 1, column = 1;
    snprintf(out, size, "%.*s%s", at, text, text + at + 1);
    for (int i = 0; i < at; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    snprintf(place, place_size, "my.txt:%d:%d: ", line, column);
    return at;
}

static inline void assert_mistake(const struct mistake *bad, const struct jg_error *err, const char *place, int at) {
    char want[JG_MESSAGE_MAX];
    snprintf(want, sizeof want, "%s%s", place, bad->message);
    assert_string_equal(err->message, want);
    assert_int_equal(err->position, at);
}

#endif
