#include "kuhn.h"

#include <jansson.h>
#include <string.h>

enum { UNDEALT, JACK, QUEEN, KING, UNKNOWN }; /* cards */
enum {
    DEAL = 1,
    BLANK = 7,
    CHECK = 11,
    BET = 12
}; /* moves: DEAL + 3 * seat + card - 1; BLANK + seat: a card face down */

struct state {
    uint8_t card[2];
    uint8_t bets; /* actions so far */
    char bet[4];  /* 'p' or 'b' each */
    int8_t won;   /* by the first player, once it is over */
    bool over;
};

/* ---- Rules -------------------------------------------------------------------------- */

static void start(const struct jg_game *g, void *state) { (void)g, (void)state; }

static int turn(const struct jg_game *g, const void *state) {
    const struct state *s = state;
    (void)g;
    return s->over ? JG_OVER : !s->card[0] || !s->card[1] ? JG_CHANCE : s->bets & 1;
}

static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    (void)g, (void)state;
    out[0] = CHECK; /* or fold */
    out[1] = BET;   /* or call */
    return 2;
}

static int dealing_to(const struct state *s) { return s->card[0] ? 1 : 0; }

static uint64_t outcomes(const struct jg_game *g, const void *state) {
    (void)g;
    return dealing_to(state) ? 2 : 3;
}

static jg_move outcome(const struct jg_game *g, const void *state, uint64_t i, double *probability) {
    const struct state *s = state;
    (void)g;
    int seat = dealing_to(s);
    unsigned card = JACK + (unsigned)i;
    if (seat && card >= s->card[0]) card++;
    *probability = seat ? 1.0 / 2 : 1.0 / 3;
    return (jg_move)(DEAL + 3 * seat) + card - 1;
}

static jg_move draw(const struct jg_game *g, const void *state, struct jg_rng *rng) {
    double probability;
    return outcome(g, state, jg_rng_below64(rng, outcomes(g, state)), &probability);
}

static void finish(struct state *s) {
    int higher = s->card[0] > s->card[1] ? 1 : -1;
    const char *b = s->bet;
    s->over = !strcmp(b, "pp") || !strcmp(b, "bp") || !strcmp(b, "bb") || s->bets == 3;
    if (!s->over) return;
    s->won = (int8_t)(!strcmp(b, "pp") ? higher : !strcmp(b, "bp") ? 1 : !strcmp(b, "pbp") ? -1 : 2 * higher);
}

static void apply(const struct jg_game *g, void *state, jg_move move) {
    struct state *s = state;
    (void)g;
    if (move < BLANK) {
        s->card[(move - DEAL) / 3] = (uint8_t)((move - DEAL) % 3 + JACK);
        return;
    }
    s->bet[s->bets++] = move == BET ? 'b' : 'p';
    finish(s);
}

static int32_t score(const struct jg_game *g, const void *state, int team) {
    const struct state *s = state;
    (void)g;
    return team ? -s->won : s->won;
}

/* ---- Hidden information -------------------------------------------------------------- */

static bool shown(const struct state *s) {
    return s->over && s->bet[s->bets - 1] == (s->bets > 1 && s->bet[s->bets - 2] == 'b' ? 'b' : 'p');
}

static void view(const struct jg_game *g, void *state, int seat) {
    struct state *s = state;
    (void)g;
    for (int i = 0; i < 2; i++)
        if (i != seat && s->card[i] && !shown(s)) s->card[i] = UNKNOWN;
}

static void sample(const struct jg_game *g, void *state, struct jg_rng *rng) {
    struct state *s = state;
    uint8_t deck[3] = {JACK, QUEEN, KING};
    (void)g;
    for (uint32_t i = 3; i > 1; i--) {
        uint32_t j = jg_rng_below(rng, i);
        uint8_t card = deck[i - 1];
        deck[i - 1] = deck[j];
        deck[j] = card;
    }
    int next = 0;
    for (int i = 0; i < 2; i++) {
        if (s->card[i] != UNKNOWN) continue;
        while (deck[next] == s->card[0] || deck[next] == s->card[1]) next++;
        s->card[i] = deck[next++];
    }
}

static jg_move seen(const struct jg_game *g, const void *state, jg_move move, int seat) {
    (void)g, (void)state;
    if (move >= BLANK || (int)(move - DEAL) / 3 == seat) return move;
    return BLANK + (move - DEAL) / 3;
}

/* A player who seldom bluffs: how often a card bets, and how often it calls. */
const double kuhn_bets[2][3] = {{0.1, 0.3, 0.9}, {0.05, 0.4, 0.95}};

static void likelihood(const struct jg_game *g, const void *samples, size_t n, int seat, double *out) {
    const struct state *s = samples;
    (void)g;
    for (; n--; s++, out++) {
        *out = 1;
        for (int i = !seat; i < s->bets; i += 2) {
            double bets = kuhn_bets[i > 0 && s->bet[i - 1] == 'b'][s->card[i & 1] - JACK];
            *out *= s->bet[i] == 'b' ? bets : 1 - bets;
        }
    }
}

/* ---- Text: cards and bets, "KQ pb", "K? .", "-- ." ------------------------------------ */

static const char CARDS[] = "-JQK?";

static void print(const struct jg_game *g, const void *state, struct jg_text *t) {
    const struct state *s = state;
    (void)g;
    jg_text_add(t, "%c%c %s", CARDS[s->card[0]], CARDS[s->card[1]], s->bets ? s->bet : ".");
    if (s->over) jg_text_add(t, " %+d", s->won);
}

static enum jg_status parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err) {
    struct state *s = state;
    (void)g;
    for (int i = 0; i < 2; i++) {
        const char *card = text[i] ? strchr(CARDS, text[i]) : NULL;
        if (!card) return jg_fail(err, JG_EINPUT, i, "expected a card");
        s->card[i] = (uint8_t)(card - CARDS);
    }
    if (s->card[0] == s->card[1] && s->card[0] >= JACK && s->card[0] <= KING)
        return jg_fail(err, JG_EINPUT, 1, "this card is out already");
    if (s->card[1] && !s->card[0]) return jg_fail(err, JG_EINPUT, 1, "the first player's card is dealt first");
    if (text[2] != ' ') return jg_fail(err, JG_EINPUT, 2, "expected a space");
    int at = 3;
    if (text[at] == '.')
        at++;
    else
        for (; text[at] == 'p' || text[at] == 'b'; at++) {
            if (turn(g, s) < 0) return jg_fail(err, JG_EINPUT, at, "nobody is to bet");
            apply(g, s, text[at] == 'b' ? BET : CHECK);
        }
    if (at == 3) return jg_fail(err, JG_EINPUT, at, "expected bets");
    if (!s->over) return text[at] ? jg_fail(err, JG_EINPUT, at, "expected the end") : JG_OK;
    /* Cards that were never shown leave the winnings to the text. */
    int size = s->bets == 3 || !strcmp(s->bet, "bb") ? 2 : 1;
    if (!strcmp(s->bet, "pbp")) size = 1;
    if (text[at] != ' ' || (text[at + 1] != '+' && text[at + 1] != '-') || text[at + 2] != '0' + size || text[at + 3])
        return jg_fail(err, JG_EINPUT, at, "expected the winnings");
    int8_t won = (int8_t)(text[at + 1] == '+' ? size : -size);
    bool known = s->card[0] != UNKNOWN && s->card[1] != UNKNOWN;
    if ((known || !shown(s)) && won != s->won) return jg_fail(err, JG_EINPUT, at + 1, "expected the winnings");
    if (shown(s) && !known) return jg_fail(err, JG_EINPUT, 0, "the cards were shown");
    return JG_OK;
}

static void print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t) {
    (void)g, (void)state;
    if (move < BLANK)
        jg_text_add(t, "deal%u:%c", (move - DEAL) / 3 + 1, CARDS[(move - DEAL) % 3 + JACK]);
    else if (move < CHECK)
        jg_text_add(t, "deal%u:?", move - BLANK + 1);
    else
        jg_text_put(t, move == BET ? "bet" : "pass");
}

static enum jg_status parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                 struct jg_error *err) {
    for (jg_move m = 1; m <= BET; m++) {
        char word[JG_MOVE_MAX];
        struct jg_text t;
        jg_text_init(&t, word, sizeof word);
        print_move(g, state, m, &t);
        if (strcmp(word, text) || !jg_legal(g, state, m)) continue;
        *move = m;
        return JG_OK;
    }
    return jg_fail(err, JG_EINPUT, 0, "expected pass or bet");
}

static void show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t) {
    (void)style;
    print(g, state, t);
    jg_text_char(t, '\n');
}

static void tell(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t) {
    (void)lang;
    print_move(g, state, move, t);
}

static json_t *json(const struct jg_game *g, const void *state) {
    const struct state *s = state;
    (void)g;
    return json_pack("{s:i, s:i, s:s}", "first", s->card[0], "second", s->card[1], "bets", s->bet);
}

/* A higher card is better; meant for states, where both are known. */
static int32_t value(const struct jg_game *g, const void *state, int team, const double *weights) {
    const struct state *s = state;
    (void)g, (void)weights;
    return s->card[team] - s->card[team ^ 1];
}

static const struct jg_evaluator EVALUATORS[] = {{.name = "card", .help = "the higher card", .unit = 1, .value = value},
                                                 {0}};

const struct jg_game_kind kuhn = {
    .name = "kuhn",
    .title = "Kuhn poker",
    .summary = "three cards, one hidden",
    .opponent = "random",
    .traits = JG_HAS_CHANCE | JG_HAS_HIDDEN | JG_IS_FINITE,
    .seats = 2,
    .state_size = sizeof(struct state),
    .max_moves = 2,
    .evaluators = EVALUATORS,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .outcomes = outcomes,
    .outcome = outcome,
    .draw = draw,
    .view = view,
    .sample = sample,
    .observe_move = seen,
    .likelihood = likelihood,
    .print = print,
    .parse = parse,
    .print_move = print_move,
    .parse_move = parse_move,
    .show = show,
    .describe_move = tell,
    .json = json,
};
