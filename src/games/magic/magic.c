/* The simplified Magic duel: phases, legal moves, chance and hidden information. Casting is in
 * cast.c, combat in combat.c and combat_damage.c, evaluation in eval.c, the cards in cards.txt. */
#include "games/games.h"
#include "game/bench.h"
#include "games/magic/cards.h"
#include "games/magic/lookahead.h"
#include "games/magic/paper.h"
#include "games/magic/q_learning.h"
#include "games/magic/text.h"
#include "games/magic/rules.h"

#include <string.h>

/* ---- Phases ----------------------------------------------------------------------------- */

static void begin_turn(struct jg_magic *s, int seat) {
    struct jg_magic_side *own = &s->side[seat];
    s->active = (uint8_t)seat;
    s->turn++;
    s->land = 0;
    own->untapped = own->lands;
    for (int i = 0; i < own->creatures; i++) own->creature[i].flags &= (uint8_t) ~(JG_MAGIC_TAPPED | JG_MAGIC_SICK);
    if (s->turn == 1) {
        s->phase = JG_MAGIC_MAIN_1;
    } else if (own->in_library) {
        s->phase = JG_MAGIC_DRAW;
    } else {
        s->phase = JG_MAGIC_END;
        s->loser = (uint8_t)seat;
    }
}

static void end_turn(struct jg_magic *s) {
    s->fog = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < s->side[seat].creatures; i++)
            s->side[seat].creature[i].damage = s->side[seat].creature[i].boost = 0;
    if (s->side[s->active].in_hand > JG_MAGIC_HAND)
        s->phase = JG_MAGIC_DISCARD;
    else
        begin_turn(s, 1 - s->active);
}

static void begin_deal(struct jg_magic *s, int starter) {
    s->starter = s->active = (uint8_t)starter;
    s->phase = JG_MAGIC_DEAL;
}

/* Players who kept fewer than seven cards scry 1, the starter first. */
static void begin_scry(struct jg_magic *s, int seat) {
    for (; seat != 2; seat = seat == s->starter ? 1 - seat : 2) {
        if (s->side[seat].kept == JG_MAGIC_HAND) continue;
        s->active = (uint8_t)seat;
        s->phase = JG_MAGIC_LOOK;
        return;
    }
    begin_turn(s, s->starter);
}

static void keep(struct jg_magic *s) {
    if (s->active == s->starter) {
        s->active = 1 - s->active;
        s->phase = JG_MAGIC_MULLIGAN;
    } else {
        begin_scry(s, s->starter);
    }
}

static void mulligan(struct jg_magic *s) {
    struct jg_magic_side *own = &s->side[s->active];
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) {
        own->library[kind] = (uint8_t)(own->library[kind] + own->hand[kind]);
        own->hand[kind] = 0;
    }
    own->in_library = (uint8_t)(own->in_library + own->in_hand);
    own->in_hand = 0;
    own->kept--;
    s->phase = JG_MAGIC_DEAL;
    if (!own->kept) keep(s);
}

/* An opening hand is complete. Both are dealt before the players decide. */
static void dealt(struct jg_magic *s) {
    const struct jg_magic_side *other = &s->side[1 - s->active];
    bool first = s->side[s->active].kept == JG_MAGIC_HAND;
    if (first && s->active == s->starter && !other->in_hand) {
        s->active = 1 - s->active;
        return;
    }
    if (first) s->active = s->starter;
    s->phase = JG_MAGIC_MULLIGAN;
}

/* Removes a card from the library: the known top card first, the known bottom card last. */
static void remove_card(struct jg_magic_side *own, int kind) {
    if (own->top == kind)
        own->top = JG_MAGIC_NONE;
    else if (own->library[kind])
        own->library[kind]--;
    else
        own->bottom = JG_MAGIC_NONE;
}

static void draw_card(const struct jg_game *g, struct jg_magic *s, int kind) {
    struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    remove_card(own, kind);
    if (s->phase == JG_MAGIC_LOOK) {
        own->top = (uint8_t)kind;
        s->phase = JG_MAGIC_SCRY;
        return;
    }
    own->in_library--;
    own->in_hand++;
    own->hand[kind]++;
    if (s->phase == JG_MAGIC_DRAW) {
        s->phase = JG_MAGIC_MAIN_1;
    } else if (s->phase == JG_MAGIC_MORE) {
        own->draws--;
        jg_magic_drawn(g, s);
    } else if (own->in_hand == own->kept) {
        dealt(s);
    }
}

static void scry(struct jg_magic *s, bool bottom) {
    struct jg_magic_side *own = &s->side[s->active];
    if (bottom) {
        own->bottom = own->top;
        own->top = JG_MAGIC_NONE;
    }
    if (s->active == s->starter)
        begin_scry(s, 1 - s->active);
    else
        begin_turn(s, s->starter);
}

static void discard(struct jg_magic *s, int kind) {
    struct jg_magic_side *own = &s->side[s->active];
    own->hand[kind]--;
    own->in_hand--;
    own->grave[kind]++;
    end_turn(s);
}

static void pass(const struct jg_game *g, struct jg_magic *s) {
    if (s->phase == JG_MAGIC_RESPOND)
        jg_magic_pass_priority(g, s);
    else
        jg_magic_begin_step(g, s, s->phase == JG_MAGIC_MAIN_1 ? JG_MAGIC_STEP_COMBAT : JG_MAGIC_STEP_END);
}

void jg_magic_end_step(const struct jg_game *g, struct jg_magic *s, int step) {
    switch ((enum jg_magic_step)step) {
    case JG_MAGIC_STEP_COMBAT: jg_magic_begin_combat(g, s); break;
    case JG_MAGIC_STEP_ATTACKERS: jg_magic_begin_blocks(g, s); break;
    case JG_MAGIC_STEP_BLOCKERS: jg_magic_resolve_combat(g, s); break;
    case JG_MAGIC_STEP_END: end_turn(s); break;
    case JG_MAGIC_STEP_MAIN_1: s->phase = JG_MAGIC_MAIN_1; break;
    case JG_MAGIC_STEP_MAIN_2: s->phase = JG_MAGIC_MAIN_2; break;
    }
}

void jg_magic_play(const struct jg_game *g, struct jg_magic *s, jg_move move) {
    int number = jg_magic_move_arg(move);
    switch (jg_magic_move_type(move)) {
    case JG_MAGIC_STARTS: begin_deal(s, number); break;
    case JG_MAGIC_DRAWS: draw_card(g, s, number); break;
    case JG_MAGIC_KEEP: keep(s); break;
    case JG_MAGIC_TAKE_MULLIGAN: mulligan(s); break;
    case JG_MAGIC_TO_TOP: scry(s, false); break;
    case JG_MAGIC_TO_BOTTOM: scry(s, true); break;
    case JG_MAGIC_PASS: pass(g, s); break;
    case JG_MAGIC_PLAY: jg_magic_cast(g, s, number); break;
    case JG_MAGIC_TARGET_CREATURE:
    case JG_MAGIC_TARGET_PLAYER:
    case JG_MAGIC_TARGET_SPELL: jg_magic_choose_target(g, s, move); break;
    case JG_MAGIC_DISCARD_CARD: discard(s, number); break;
    default: jg_magic_apply_combat(g, s, move);
    }
}

/* ---- The interface ---------------------------------------------------------------------- */

static void start(const struct jg_game *g, void *state) {
    struct jg_magic *s = state;
    int first = jg_magic_rules(g)->first;
    s->starter = s->loser = JG_MAGIC_NONE;
    for (int seat = 0; seat < 2; seat++) {
        struct jg_magic_side *side = &s->side[seat];
        side->life = JG_MAGIC_LIFE;
        side->in_library = JG_MAGIC_DECK;
        side->kept = JG_MAGIC_HAND;
        side->top = side->bottom = JG_MAGIC_NONE;
        memcpy(side->library, jg_magic_deck(g, seat)->count, sizeof side->library);
    }
    if (first != JG_MAGIC_FIRST_RANDOM) begin_deal(s, first - JG_MAGIC_FIRST_1);
}

int jg_magic_turn(const struct jg_magic *s) {
    enum { CHANCE = 4, OVER, DEFENDER, PRIORITY };
    static const uint8_t who[] = {
        [JG_MAGIC_TOSS] = CHANCE, [JG_MAGIC_DEAL] = CHANCE,      [JG_MAGIC_LOOK] = CHANCE,
        [JG_MAGIC_DRAW] = CHANCE, [JG_MAGIC_BLOCK] = DEFENDER,   [JG_MAGIC_BLOCK_WHICH] = DEFENDER,
        [JG_MAGIC_END] = OVER,    [JG_MAGIC_RESPOND] = PRIORITY, [JG_MAGIC_AIM] = PRIORITY,
        [JG_MAGIC_MORE] = CHANCE};
    switch (who[s->phase]) {
    case CHANCE: return JG_CHANCE;
    case OVER: return JG_OVER;
    case DEFENDER: return 1 - s->active;
    case PRIORITY: return s->priority;
    default: return s->active;
    }
}

static int turn(const struct jg_game *g, const void *state) {
    (void)g;
    return jg_magic_turn(state);
}

static int hand_moves(const struct jg_game *g, const struct jg_magic *s, jg_move *out) {
    const struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    int kinds = jg_magic_deck(g, jg_magic_mover(s))->kinds, n = 0;
    bool discards = s->phase == JG_MAGIC_DISCARD;
    for (int kind = 0; kind < kinds; kind++)
        if (own->hand[kind] && (discards || jg_magic_can_play(g, s, kind)))
            out[n++] = jg_magic_move(discards ? JG_MAGIC_DISCARD_CARD : JG_MAGIC_PLAY, kind);
    if (!discards) out[n++] = jg_magic_move(JG_MAGIC_PASS, 0);
    return n;
}

static int moves(const struct jg_game *g, const void *state, jg_move *out) {
    const struct jg_magic *s = state;
    switch (s->phase) {
    case JG_MAGIC_MULLIGAN:
        out[0] = jg_magic_move(JG_MAGIC_KEEP, 0);
        out[1] = jg_magic_move(JG_MAGIC_TAKE_MULLIGAN, 0);
        return 2;
    case JG_MAGIC_SCRY:
        out[0] = jg_magic_move(JG_MAGIC_TO_TOP, 0);
        out[1] = jg_magic_move(JG_MAGIC_TO_BOTTOM, 0);
        return 2;
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2:
    case JG_MAGIC_RESPOND:
    case JG_MAGIC_DISCARD: return hand_moves(g, s, out);
    case JG_MAGIC_TARGET_1:
    case JG_MAGIC_TARGET_2:
    case JG_MAGIC_AIM: return jg_magic_targets(g, s, s->chosen, out);
    default: return jg_magic_combat_moves(g, s, out);
    }
}

/* The moves depend on public information, except those that play or discard cards of a non-empty hand. A player with
 * priority is asked even with an empty hand. */
static bool public_moves(const struct jg_game *g, const void *state) {
    const struct jg_magic *s = state;
    (void)g;
    switch (s->phase) {
    case JG_MAGIC_MAIN_1:
    case JG_MAGIC_MAIN_2:
    case JG_MAGIC_DISCARD: return !s->side[s->active].in_hand;
    case JG_MAGIC_RESPOND: return false;
    default: return true;
    }
}

static void apply(const struct jg_game *g, void *state, jg_move move) { jg_magic_play(g, state, move); }

static int32_t score(const struct jg_game *g, const void *state, int team) {
    const struct jg_magic *s = state;
    (void)g;
    return s->loser == JG_MAGIC_BOTH ? 0 : s->loser == team ? -1 : 1;
}

/* ---- Chance ----------------------------------------------------------------------------- */

/* The kind of the next card if it is known, or NONE. */
static int known_draw(const struct jg_magic_side *own) {
    if (own->top != JG_MAGIC_NONE) return own->top;
    return own->in_library == 1 && own->bottom != JG_MAGIC_NONE ? own->bottom : JG_MAGIC_NONE;
}

/* The number of library cards without the known ones. */
static int unknown_cards(const struct jg_magic_side *own) {
    return own->in_library - (own->top != JG_MAGIC_NONE) - (own->bottom != JG_MAGIC_NONE);
}

static uint64_t outcomes(const struct jg_game *g, const void *state) {
    const struct jg_magic *s = state;
    const struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    uint64_t n = 0;
    (void)g;
    if (s->phase == JG_MAGIC_TOSS) return 2;
    if (known_draw(own) != JG_MAGIC_NONE) return 1;
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) n += own->library[kind] > 0;
    return n;
}

static jg_move outcome(const struct jg_game *g, const void *state, uint64_t i, double *probability) {
    const struct jg_magic *s = state;
    const struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    int kind = known_draw(own);
    (void)g;
    if (s->phase == JG_MAGIC_TOSS) {
        *probability = 0.5;
        return jg_magic_move(JG_MAGIC_STARTS, (int)i);
    }
    *probability = 1;
    if (kind != JG_MAGIC_NONE) return jg_magic_move(JG_MAGIC_DRAWS, kind);
    for (kind = 0;; kind++)
        if (own->library[kind] && i-- == 0) break;
    *probability = (double)own->library[kind] / unknown_cards(own);
    return jg_magic_move(JG_MAGIC_DRAWS, kind);
}

static int pick(const uint8_t *counts, int total, struct jg_rng *rng) {
    int n = (int)jg_rng_below(rng, (uint32_t)total), kind = 0;
    while (n >= counts[kind]) n -= counts[kind++];
    return kind;
}

static jg_move draw(const struct jg_game *g, const void *state, struct jg_rng *rng) {
    const struct jg_magic *s = state;
    const struct jg_magic_side *own = &s->side[jg_magic_mover(s)];
    int kind = known_draw(own);
    (void)g;
    if (s->phase == JG_MAGIC_TOSS) return jg_magic_move(JG_MAGIC_STARTS, (int)jg_rng_below(rng, 2));
    if (kind == JG_MAGIC_NONE) kind = pick(own->library, unknown_cards(own), rng);
    return jg_magic_move(JG_MAGIC_DRAWS, kind);
}

/* ---- Hidden information ----------------------------------------------------------------- */

static void view(const struct jg_game *g, void *state, int seat) {
    struct jg_magic *s = state;
    (void)g;
    for (int who = 0; who < 2; who++) {
        struct jg_magic_side *side = &s->side[who];
        if (who == seat) continue;
        memset(side->hand, 0, sizeof side->hand);
        memset(side->library, 0, sizeof side->library);
        if (side->top != JG_MAGIC_NONE) side->top = JG_MAGIC_HIDDEN;
        if (side->bottom != JG_MAGIC_NONE) side->bottom = JG_MAGIC_HIDDEN;
    }
}

/* Counts the cards of a deck that are not in a public zone; returns how many are in hand and
 * library. */
static int unseen_cards(const struct jg_game *g, const struct jg_magic *s, int seat, uint8_t *counts) {
    const struct jg_magic_deck *deck = jg_magic_deck(g, seat);
    const struct jg_magic_side *side = &s->side[seat];
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) counts[kind] = (uint8_t)(deck->count[kind] - side->grave[kind]);
    for (int i = 0; i < side->creatures; i++) counts[side->creature[i].kind]--;
    if (deck->land != JG_MAGIC_NONE) counts[deck->land] = (uint8_t)(counts[deck->land] - side->lands);
    if (jg_magic_aims(s) && jg_magic_mover(s) == seat) counts[s->chosen]--;
    for (int i = 0; i < s->spells; i++)
        if (s->stack[i].seat == seat) counts[s->stack[i].kind]--;
    return side->in_hand + side->in_library;
}

static int deal(uint8_t *counts, int *left, struct jg_rng *rng) {
    int kind = pick(counts, (*left)--, rng);
    counts[kind]--;
    return kind;
}

static bool hidden(const struct jg_magic_side *side) {
    int cards = 0;
    for (int kind = 0; kind < JG_MAGIC_KINDS; kind++) cards += side->hand[kind] + side->library[kind];
    return cards != side->in_hand + unknown_cards(side) || side->top == JG_MAGIC_HIDDEN ||
           side->bottom == JG_MAGIC_HIDDEN;
}

static void sample(const struct jg_game *g, void *state, struct jg_rng *rng) {
    struct jg_magic *s = state;
    for (int seat = 0; seat < 2; seat++) {
        struct jg_magic_side *side = &s->side[seat];
        if (!hidden(side)) continue;
        int left = unseen_cards(g, s, seat, side->library);
        if (side->top == JG_MAGIC_HIDDEN) side->top = (uint8_t)deal(side->library, &left, rng);
        if (side->bottom == JG_MAGIC_HIDDEN) side->bottom = (uint8_t)deal(side->library, &left, rng);
        for (int i = 0; i < side->in_hand; i++) side->hand[deal(side->library, &left, rng)]++;
    }
}

static jg_move seen(const struct jg_game *g, const void *state, jg_move move, int seat) {
    const struct jg_magic *s = state;
    (void)g;
    if (jg_magic_move_type(move) != JG_MAGIC_DRAWS || jg_magic_mover(s) == seat) return move;
    return jg_magic_move(JG_MAGIC_DRAWS, JG_MAGIC_HIDDEN);
}

/* ---- Options ---------------------------------------------------------------------------- */

#define RULES(member) JG_FIELD(struct jg_magic_rules, member)

static const char *const STOPS[] = {"after the opponent's spells, in combat, at the end of turns", "everywhere",
                                    "nowhere", NULL};

static const struct jg_option OPTIONS[] = {
    {.name = "decks",
     .type = JG_OPT_TEXT,
     RULES(decks),
     .standard = "red/white",
     .choices = "red|white|black|blue|green",
     .pack = jg_magic_list_pack,
     .value = "ONE/OTHER",
     .help = "decks of the first and second player: red, white, black, blue, green, or a list such as 24F+4GB+..."},
    {.name = "deck1",
     .type = JG_OPT_TEXT,
     RULES(deck1),
     .reads = JG_READS_FILE,
     .value = "FILE",
     .help = "deck file of the first player, with lines such as '24 Mountain'"},
    {.name = "deck2",
     .type = JG_OPT_TEXT,
     RULES(deck2),
     .reads = JG_READS_FILE,
     .value = "FILE",
     .help = "deck file of the second player"},
    {.name = "cards",
     .type = JG_OPT_TEXT,
     RULES(cards),
     .reads = JG_READS_FILE,
     .value = "FILE",
     .help = "file of additional cards"},
    {.name = "giant",
     .type = JG_OPT_CHOICE,
     RULES(giant),
     .choices = "4/3|3/4",
     .standard = "4/3",
     .labels = (const char *const[]){"4/3, as in the paper's deck list", "3/4, as in the paper's figure", NULL},
     .help = "power and toughness of Skyraker Giant"},
    {.name = "first",
     .type = JG_OPT_CHOICE,
     RULES(first),
     .choices = "random|1|2",
     .standard = "random",
     .labels = (const char *const[]){"drawn at random", "the first player", "the second player", NULL},
     .help = "starting player"},
    {.name = "skip",
     .type = JG_OPT_FLAG,
     RULES(skip),
     .standard = "0",
     .help = "reproduces a bug of the original program: the creature after a dying one is not checked"},
    {.name = "evade",
     .type = JG_OPT_CHOICE,
     RULES(evade),
     .choices = "0|1|2|3",
     .standard = "0",
     .labels = (const char *const[]){"nobody", "the first player", "the second player", "both players", NULL},
     .help = "reproduces another bug: players who take no combat damage while they have no creature"},
    {.name = "stops1",
     .type = JG_OPT_CHOICE,
     RULES(stops1),
     .choices = "usual|all|none",
     .standard = "usual",
     .labels = STOPS,
     .help = "where the first player may respond with instants"},
    {.name = "stops2",
     .type = JG_OPT_CHOICE,
     RULES(stops2),
     .choices = "usual|all|none",
     .standard = "usual",
     .labels = STOPS,
     .help = "where the second player may respond with instants"},
    {0},
};

static const struct jg_agent_kind *const AGENTS[] = {&jg_magic_player, &jg_magic_random_agent, &jg_magic_search_agent,
                                                     &jg_magic_q_agent, NULL};

static const char *const STUDIES[] = {"magic-mulligan", "magic-duels", NULL};

static const struct jg_game_bench BENCH[] = {{.spec = "magic"}, {0}}; /* bench/games/magic measures the rest */

const struct jg_game_kind jg_magic = {
    .name = "magic",
    .title = "Magic duel",
    .summary = "simplified Magic with lands, creatures, sorceries and instants; hidden hands, two decks",
    .opponent = "magic",
    .rollout = "magic.search",
    .learner = "magic:turns=0,explore=0.1",
    .options = OPTIONS,
    .options_size = sizeof(struct jg_magic_rules),
    .traits = JG_HAS_CHANCE | JG_HAS_HIDDEN | JG_IS_FINITE | JG_IN_STEPS,
    .seats = 2,
    .state_size = sizeof(struct jg_magic),
    .max_moves = 2 * JG_MAGIC_CREATURES + 4,
    .evaluators = jg_magic_evaluators,
    .open = jg_magic_open_decks,
    .close = jg_magic_close_decks,
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
    .public_moves = public_moves,
    .print = jg_magic_print,
    .parse = jg_magic_parse,
    .print_move = jg_magic_print_move,
    .parse_move = jg_magic_parse_move,
    .show = jg_magic_show,
    .describe_move = jg_magic_describe_move,
    .about = jg_magic_about,
    .json = jg_magic_json,
    .svg = jg_magic_svg,
    .spaces = jg_magic_spaces,
    .actions = jg_magic_actions,
    .encode = jg_magic_encode,
    .inputs = jg_magic_inputs,
    .observe = jg_magic_observe,
    .agents = AGENTS,
    .levels = {[JG_LEVEL_BEGINNER] = "magic.random",
               [JG_LEVEL_MEDIUM] = "magic.search",
               [JG_LEVEL_HARD] = "magic:rollouts=300"},
    .positions = jg_magic_positions,
    .studies = STUDIES,
    .bench = BENCH,
};
