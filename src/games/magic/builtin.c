/* The built-in cards and decks, embedded by tools/embed.py, and the decks of a game by its options. */
#include "games/magic/cards.h"
#include "games/magic/mulligan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *text;
} FILES[] = {
#include "games/magic/magic_data.inc"
};

enum { FILE_COUNT = sizeof FILES / sizeof *FILES };

static const struct {
    const char *name, *title;
} DECKS[] = {
    {"red", "Red"}, {"white", "White"}, {"black", "Black"}, {"blue", "Blue"}, {"green", "Green"},
};

enum { DECK_COUNT = sizeof DECKS / sizeof *DECKS };

/* The text of a built-in file: "cards.txt", "red.deck" ...; NULL: none. */
static const char *text_of(const char *file) {
    for (int i = 0; i < FILE_COUNT; i++)
        if (!strcmp(FILES[i].name, file)) return FILES[i].text;
    return NULL;
}

enum jg_status jg_magic_cards_built_in(struct jg_magic_cards *cards, struct jg_error *err) {
    const char *text = text_of("cards.txt");
    return jg_magic_cards_read(cards, "cards.txt", text, strlen(text), err);
}

/* ---- Built-in decks --------------------------------------------------------------------- */

static enum jg_status unknown_deck(struct jg_magic_span name, struct jg_error *err) {
    char names[128];
    struct jg_text t;
    jg_text_init(&t, names, sizeof names);
    for (int i = 0; i < DECK_COUNT; i++) jg_text_add(&t, "%s%s", i ? ", " : "", DECKS[i].name);
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "unknown deck '%.*s'; expected one of: %s",
                   jg_magic_shown_length(name), name.at, names);
}

/* The built-in deck "red", named "Red", or another of DECKS, or a list of cards; other names are an error that
 * lists these. */
static enum jg_status deck_built_in(struct jg_magic_deck *deck, const struct jg_magic_cards *cards,
                                    struct jg_magic_span name, struct jg_error *err) {
    char file[JG_MAGIC_NAME];
    size_t length = (size_t)(name.end - name.at);
    int i = 0;
    if (length && *name.at >= '0' && *name.at <= '9') return jg_magic_list_unpack(deck, cards, name, err);
    while (i < DECK_COUNT && (strlen(DECKS[i].name) != length || strncmp(DECKS[i].name, name.at, length))) i++;
    if (i == DECK_COUNT) return unknown_deck(name, err);
    snprintf(file, sizeof file, "%s.deck", DECKS[i].name);
    const char *text = text_of(file);
    enum jg_status status = jg_magic_deck_read(deck, cards, file, text, strlen(text), err);
    snprintf(deck->name, sizeof deck->name, "%s", DECKS[i].title);
    if (status && err) err->position = JG_NO_POSITION;
    return status;
}

/* ---- Opening ---------------------------------------------------------------------------- */

/* The built-in cards, then those of the user, which may replace them. */
static enum jg_status read_cards(const struct jg_magic_rules *r, struct jg_magic_cards *cards, struct jg_error *err) {
    static const char GIANT[] = "Skyraker Giant";
    enum jg_status status = jg_magic_cards_built_in(cards, err);
    struct jg_magic_card *giant =
        status ? NULL : jg_magic_cards_find(cards, (struct jg_magic_span){GIANT, GIANT + sizeof GIANT - 1});
    if (giant && r->giant) {
        giant->power = 3;
        giant->toughness = 4;
    }
    return !status && r->cards[0] ? jg_magic_cards_load(cards, r->cards, err) : status;
}

static enum jg_status read_decks(const struct jg_magic_rules *r, const struct jg_magic_cards *cards,
                                 struct jg_magic_tables *tables, struct jg_error *err) {
    const char *slash = strchr(r->decks, '/'), *const files[] = {r->deck1, r->deck2};
    if (!slash || strchr(slash + 1, '/'))
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "decks takes two names separated by '/', such as red/white");
    const struct jg_magic_span names[] = {{r->decks, slash}, {slash + 1, slash + 1 + strlen(slash + 1)}};
    enum jg_status status = JG_OK;
    for (int seat = 0; seat < 2 && !status; seat++)
        status = files[seat][0] ? jg_magic_deck_load(&tables->deck[seat], cards, files[seat], err)
                                : deck_built_in(&tables->deck[seat], cards, names[seat], err);
    return status;
}

/* The mulligan policies of both players, on the play and on the draw. */
static enum jg_status solve_mulligans(struct jg_magic_tables *tables, struct jg_error *err) {
    enum jg_status status = JG_OK;
    for (int i = 0; i < 4 && !status; i++) {
        const struct jg_magic_deck *deck = &tables->deck[i & 1];
        struct jg_magic_mulligan m;
        int lands = deck->land == JG_MAGIC_NONE ? 0 : deck->count[deck->land];
        status = jg_magic_mulligan_solve(JG_MAGIC_DECK, lands, i >> 1, &m, err);
        for (int hand = 0; hand <= JG_MAGIC_HAND && !status; hand++)
            for (int in = 0; in <= hand; in++)
                if (m.take[hand][in]) tables->takes_mulligan[i & 1][i >> 1][hand] |= (uint8_t)(1 << in);
    }
    return status;
}

/* ---- Windows of priority ------------------------------------------------------------------ */

static bool has_fast_cards(const struct jg_magic_deck *deck) {
    for (int kind = 0; kind < deck->kinds; kind++)
        if (jg_magic_is_fast(&deck->card[kind])) return true;
    return false;
}

static bool has_draws(const struct jg_magic_deck *deck) {
    for (int kind = 0; kind < deck->kinds; kind++)
        for (int i = 0; i < deck->card[kind].effects; i++)
            if (deck->card[kind].effect[i].verb == JG_MAGIC_DRAW_CARDS) return true;
    return false;
}

static uint16_t stops_of(int option) {
    enum {
        STEPS = 15,
        USUAL = JG_MAGIC_STOP_SPELL | JG_MAGIC_STOP_STEP << JG_MAGIC_STEP_BLOCKERS |
                JG_MAGIC_STOP_THEIR << JG_MAGIC_STEP_ATTACKERS | JG_MAGIC_STOP_THEIR << JG_MAGIC_STEP_BLOCKERS |
                JG_MAGIC_STOP_THEIR << JG_MAGIC_STEP_END,
        ALL = JG_MAGIC_STOP_SPELL | JG_MAGIC_STOP_OWN | JG_MAGIC_STOP_STEP * STEPS | JG_MAGIC_STOP_THEIR * STEPS
    };
    return option == JG_MAGIC_STOPS_USUAL ? USUAL : option == JG_MAGIC_STOPS_ALL ? ALL : 0;
}

/* Games without fast cards have no windows, and remain as they are. */
static void open_windows(struct jg_game *g, struct jg_magic_tables *tables) {
    const struct jg_magic_rules *r = jg_magic_rules(g);
    tables->draws = has_draws(&tables->deck[0]) || has_draws(&tables->deck[1]);
    tables->windows = has_fast_cards(&tables->deck[0]) || has_fast_cards(&tables->deck[1]);
    if (!tables->windows) return;
    tables->stops[0] = stops_of(r->stops1);
    tables->stops[1] = stops_of(r->stops2);
    g->max_moves += JG_MAGIC_STACK;
}

enum jg_status jg_magic_open_decks(struct jg_game *g, struct jg_error *err) {
    const struct jg_magic_rules *r = jg_magic_rules(g);
    struct jg_magic_cards cards = {0};
    struct jg_magic_tables *tables = calloc(1, sizeof *tables);
    if (!tables) return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    enum jg_status status = read_cards(r, &cards, err);
    if (!status) status = read_decks(r, &cards, tables, err);
    if (!status) status = solve_mulligans(tables, err);
    jg_magic_cards_free(&cards);
    if (status) {
        free(tables);
        return status;
    }
    open_windows(g, tables);
    jg_magic_number_inputs(tables);
    g->tables = tables;
    bool alike = !strcmp(tables->deck[0].name, tables->deck[1].name);
    for (int seat = 0; seat < 2; seat++) g->seat_name[seat] = alike ? NULL : tables->deck[seat].name;
    return JG_OK;
}

void jg_magic_close_decks(struct jg_game *g) {
    free(g->tables);
    g->tables = NULL;
}
