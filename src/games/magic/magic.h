/* The simplified Magic duel: cards, states, moves, combat damage, and the functions that rules, text forms,
 * agents and studies share. The rules are in docs/games/magic.md. */
#ifndef GAMES_MAGIC_MAGIC_H
#define GAMES_MAGIC_MAGIC_H

#include "games/magic/verbs.h"

#include <jogada/agent.h>
#include <jogada/game.h>

/* ---- Cards ------------------------------------------------------------------------------ */

enum {
    JG_MAGIC_DECK = 60,      /* cards of a deck */
    JG_MAGIC_KINDS = 32,     /* different cards of a deck, at most */
    JG_MAGIC_COPIES = 4,     /* of a card in a deck, at most; basic lands are unlimited */
    JG_MAGIC_HAND = 7,       /* cards of an opening hand, and hand limit at the end of a turn */
    JG_MAGIC_CREATURES = 24, /* creatures of a player, at most; with this many none can be cast */
    JG_MAGIC_LIFE = 20,
    JG_MAGIC_LIFE_MAX = 9999,
    JG_MAGIC_BOTH = 2,      /* as loser: both players, a draw */
    JG_MAGIC_EFFECTS = 3,   /* of a card, at most */
    JG_MAGIC_SUBTYPE = 16,  /* bytes of a subtype, with the terminator */
    JG_MAGIC_NAME = 32,     /* bytes of a card's or a deck's name */
    JG_MAGIC_CODE = 6,      /* bytes of the code of a card */
    JG_MAGIC_NONE = 255,    /* no kind */
    JG_MAGIC_HIDDEN = 254,  /* a kind that the viewer does not know */
    JG_MAGIC_STAT_MAX = 80, /* limit of printed power and toughness, counters, boosts and amounts of effects */
    JG_MAGIC_STACK = 8,     /* spells on the stack, at most; with this many none can be cast */
};

enum jg_magic_type { JG_MAGIC_LAND, JG_MAGIC_CREATURE, JG_MAGIC_SORCERY, JG_MAGIC_INSTANT };

#define JG_MAGIC_ABILITY_LIST(X) X(FLYING) X(REACH) X(VIGILANCE) X(HASTE) X(FIRST_STRIKE) X(DOUBLE_STRIKE) X(LIFELINK)

enum { JG_MAGIC_ABILITIES = 0 JG_MAGIC_ABILITY_LIST(JG_MAGIC_ONE) };

enum {
#define JG_MAGIC_BIT(id) JG_MAGIC_BIT_##id,
    JG_MAGIC_ABILITY_LIST(JG_MAGIC_BIT)
#undef JG_MAGIC_BIT
};

enum jg_magic_ability {
#define JG_MAGIC_FLAG(id) JG_MAGIC_##id = 1 << JG_MAGIC_BIT_##id,
    JG_MAGIC_ABILITY_LIST(JG_MAGIC_FLAG)
#undef JG_MAGIC_FLAG
};

/* Beside the abilities of a combatant, a mark for the turn search: a declared attacker. */
enum { JG_MAGIC_DECLARED = 1 << 7 };

_Static_assert(JG_MAGIC_ABILITIES <= 7, "the abilities and the mark of a combatant fit in a byte");

/* The words for an ability: its name, in card files and JSON, and its rules text. */
struct jg_magic_ability_words {
    const char *name, *rule;
};
extern const struct jg_magic_ability_words jg_magic_abilities[JG_MAGIC_ABILITIES];

struct jg_magic_card {
    char name[JG_MAGIC_NAME];
    char cost[8];                   /* as printed: "2WW"; "" for a land */
    char subtype[JG_MAGIC_SUBTYPE]; /* of a creature, in lower case: "angel"; "": none. The rules ignore it */
    uint8_t type, mana, power, toughness, abilities;
    char colour;    /* W U B R G, for a land its mana; 0: none */
    uint8_t target; /* legal targets, bits of jg_magic_recipient; 0: no target */
    uint8_t effects;
    bool flash; /* a creature that can be cast whenever an instant can */
    struct jg_magic_effect effect[JG_MAGIC_EFFECTS];
};

/* Whether a card can be cast with priority, and not only in its caster's main phases. */
static inline bool jg_magic_is_fast(const struct jg_magic_card *card) {
    return card->type == JG_MAGIC_INSTANT || card->flash;
}

/* A deck: its cards by kind, in the order of the deck file. */
struct jg_magic_deck {
    char name[JG_MAGIC_NAME]; /* of the deck: "Red" */
    uint8_t kinds, land;      /* number of kinds; the kind that is the land, or NONE */
    uint8_t count[JG_MAGIC_KINDS];
    struct jg_magic_card card[JG_MAGIC_KINDS];
    char code[JG_MAGIC_KINDS][JG_MAGIC_CODE]; /* initials, "VH"; a number follows if two would be equal */
};

/* ---- Rules ------------------------------------------------------------------------------ */

enum jg_magic_first { JG_MAGIC_FIRST_RANDOM, JG_MAGIC_FIRST_1, JG_MAGIC_FIRST_2 };

struct jg_magic_rules {
    char decks[200];             /* "red/white"; or a list of cards, "24F+4GB+...", in place of a name */
    char deck1[128], deck2[128]; /* deck files that replace those */
    char cards[128];             /* a file of additional cards */
    int giant;                   /* 0: Skyraker Giant is 4/3, 1: 3/4 */
    int first;                   /* starting player */
    bool skip;                   /* bug of the original program: the creature behind a dying one is not checked */
    int evade;                   /* another: bits of the seats that take no combat damage while they have no creature */
    int stops1, stops2;          /* enum jg_magic_stops of the players */
};

/* Where a player is asked for a response. A game has windows of priority if a deck has an instant or a creature with
 * flash. The engine passes for a player in all windows without a stop, whatever the hand holds, so that neither moves
 * nor timing show whether it holds an instant. Stops are public. Bits. */
enum jg_magic_stop {
    JG_MAGIC_STOP_SPELL = 1, /* when the opponent has cast a spell */
    JG_MAGIC_STOP_OWN = 2,   /* when the player has */
    JG_MAGIC_STOP_STEP = 4,  /* shifted by enum jg_magic_step: in the player's own turn */
    JG_MAGIC_STOP_THEIR = 64 /* likewise: in the opponent's turn */
};

enum jg_magic_step {
    JG_MAGIC_STEP_COMBAT,    /* the beginning of combat */
    JG_MAGIC_STEP_ATTACKERS, /* after attackers are declared */
    JG_MAGIC_STEP_BLOCKERS,  /* after blockers are declared and ordered */
    JG_MAGIC_STEP_END,       /* the end of the turn */
    JG_MAGIC_STEP_MAIN_1,    /* a main phase, with a spell on the stack */
    JG_MAGIC_STEP_MAIN_2,
};

/* The values of the options stops1 and stops2. */
enum jg_magic_stops { JG_MAGIC_STOPS_USUAL, JG_MAGIC_STOPS_ALL, JG_MAGIC_STOPS_NONE };

static inline const struct jg_magic_rules *jg_magic_rules(const struct jg_game *g) { return (const void *)&g->options; }

/* The type of g->tables. */
struct jg_magic_tables {
    struct jg_magic_deck deck[2]; /* by seat */
    bool windows;                 /* the game has windows of priority */
    bool draws;                   /* an effect of a card draws cards */
    uint16_t stops[2];            /* by seat, bits of jg_magic_stop; 0 without windows */
    /* The mulligan policy: [seat][starts][cards in hand], bits by number of lands. */
    uint8_t takes_mulligan[2][2][JG_MAGIC_HAND + 1];
    /* Inputs of networks: the first one of a card in play and in hand, [seat][kind], and their numbers. */
    uint16_t board_input[2][JG_MAGIC_KINDS], hand_input[2][JG_MAGIC_KINDS], board_inputs, hand_inputs;
};

static inline const struct jg_magic_deck *jg_magic_deck(const struct jg_game *g, int seat) {
    return &((const struct jg_magic_tables *)g->tables)->deck[seat];
}

/* Whether the game has windows of priority. */
static inline bool jg_magic_windows(const struct jg_game *g) {
    return ((const struct jg_magic_tables *)g->tables)->windows;
}

/* Whether an effect of a card of the decks draws cards. */
static inline bool jg_magic_has_draws(const struct jg_game *g) {
    return ((const struct jg_magic_tables *)g->tables)->draws;
}

/* ---- States ----------------------------------------------------------------------------- */

enum jg_magic_flag {
    JG_MAGIC_TAPPED = 1,
    JG_MAGIC_SICK = 2, /* summoning sick: cannot attack without haste */
    JG_MAGIC_ATTACKS = 4,
    JG_MAGIC_DESTROYED = 8, /* destroyed, about to die; never set between moves */
    JG_MAGIC_BLOCKED = 16,  /* a blocked attacker, even if its blockers are gone; in games with windows */
};

struct jg_magic_creature {
    uint8_t kind, id; /* id: from 1, in the order in which creatures of both players enter, or are cast */
    uint8_t flags, damage;
    uint8_t counters, boost; /* +N/+N permanently, and until end of turn */
    uint8_t blocks;          /* id of the attacker that it blocks; 0: none */
    uint8_t order;           /* place in the damage order of that attacker, from 1; 0: not chosen yet */
};

/* The cards of a player. In an opponent's view, hand, library, top and bottom are blank but the counts
 * remain. */
struct jg_magic_side {
    int16_t life;
    uint8_t in_hand, in_library; /* numbers of cards; known top and bottom cards count as library */
    uint8_t lands, untapped;
    uint8_t creatures;
    uint8_t kept;        /* size of the opening hand: 7 less one per mulligan */
    uint8_t top, bottom; /* kind of the card that scry left there; NONE or HIDDEN */
    uint8_t draws;       /* cards still to be drawn by the effect of a spell */
    uint8_t unused;
    uint8_t hand[JG_MAGIC_KINDS], library[JG_MAGIC_KINDS]; /* counts by kind; library excludes top and bottom */
    uint8_t grave[JG_MAGIC_KINDS];
    struct jg_magic_creature creature[JG_MAGIC_CREATURES]; /* in the order of their ids */
};

/* A spell on the stack. */
struct jg_magic_spell {
    uint8_t kind, seat; /* seat: who cast it */
    uint8_t id;         /* shared with creatures: a creature keeps the id of its spell */
    uint8_t unused;
    uint16_t target; /* a move that chooses a target; 0: none */
};

/* The phases. A library has no order: drawing a card is a chance move. The comments say what is decided,
 * by the active player unless another is named. */
enum jg_magic_phase {
    JG_MAGIC_TOSS,     /* chance: the starting player */
    JG_MAGIC_DEAL,     /* chance: a card for the opening hand of `active`, up to `kept` */
    JG_MAGIC_MULLIGAN, /* keep or mulligan */
    JG_MAGIC_LOOK,     /* chance: the top card, for scry */
    JG_MAGIC_SCRY,
    JG_MAGIC_DRAW, /* chance: the draw step */
    JG_MAGIC_MAIN_1,
    JG_MAGIC_ATTACK,      /* declare attackers: one after another in order, or done */
    JG_MAGIC_BLOCK,       /* the opponent declares blockers: one after another in order, or done */
    JG_MAGIC_BLOCK_WHICH, /* the opponent: which attacker the blocker `chosen` blocks */
    JG_MAGIC_ORDER,       /* the next blocker in the damage order of the attacker `chosen` */
    JG_MAGIC_MAIN_2,
    JG_MAGIC_TARGET_1, /* the target of the card `chosen` (a kind), cast in the first main phase */
    JG_MAGIC_TARGET_2,
    JG_MAGIC_DISCARD,
    JG_MAGIC_END, /* the game is over */

    /* In games with windows, decided by the player with priority: */
    JG_MAGIC_RESPOND, /* cast a spell, or pass */
    JG_MAGIC_AIM,     /* the target of the card `chosen` (a kind), cast with priority */
    JG_MAGIC_MORE,    /* chance: a card that the effect of a spell draws for the player `priority` */

    JG_MAGIC_PHASES
};

struct jg_magic {
    uint8_t phase;
    uint8_t active;  /* the player whose turn it is; before the game, the player to decide */
    uint8_t starter; /* NONE before the toss */
    uint8_t turn;    /* from 1; 0 before the game */
    uint8_t land;    /* 1: a land has been played this turn */
    uint8_t chosen;  /* see the phases; else 0 */
    uint8_t from;    /* ATTACK, BLOCK: index of the first creature still to be decided; else 0 */
    uint8_t loser;   /* END: the seat that has lost, or BOTH; else NONE */
    uint8_t last_id; /* the highest id so far */
    uint8_t fog;     /* 1: combat damage is prevented this turn */
    uint8_t plain;   /* 1: in plans only: no windows, and cards drawn by effects stay unknown */
    uint8_t spells;  /* number of spells on the stack */
    struct jg_magic_side side[2];

    /* In games with windows; else 0. */
    uint8_t step;     /* enum jg_magic_step, while a player has priority; else 0 */
    uint8_t priority; /* the player with priority in RESPOND, AIM and MORE; else 0 */
    uint8_t passes;   /* 1: the other player has just passed; else 0 */
    uint8_t unused;
    struct jg_magic_spell stack[JG_MAGIC_STACK]; /* the last resolves first */
};

_Static_assert(sizeof(struct jg_magic) <= 1024, "a state is under 1 KB");

static inline const struct jg_magic_card *jg_magic_card(const struct jg_game *g, int seat, int kind) {
    return &jg_magic_deck(g, seat)->card[kind];
}
static inline int jg_magic_power(const struct jg_magic_card *card, const struct jg_magic_creature *c) {
    return card->power + c->counters + c->boost;
}
static inline int jg_magic_toughness(const struct jg_magic_card *card, const struct jg_magic_creature *c) {
    return card->toughness + c->counters + c->boost;
}

/* The player whose cards the phase is about: the one with priority, or else the active player. */
static inline int jg_magic_mover(const struct jg_magic *s) { return s->phase > JG_MAGIC_END ? s->priority : s->active; }

/* Whether a card waits for its target. */
static inline bool jg_magic_aims(const struct jg_magic *s) {
    return s->phase == JG_MAGIC_TARGET_1 || s->phase == JG_MAGIC_TARGET_2 || s->phase == JG_MAGIC_AIM;
}

/* The index of a spell on the stack by its id, or -1. */
int jg_magic_find_spell(const struct jg_magic *s, int id);

/* The index of a creature by its id, or -1. */
int jg_magic_find_creature(const struct jg_magic_side *side, int id);

/* The player to move: a seat, JG_CHANCE or JG_OVER. */
int jg_magic_turn(const struct jg_magic *s);

/* ---- Moves ------------------------------------------------------------------------------ */

/* Move types. A move is a type and an argument. */
enum jg_magic_move_type {
    JG_MAGIC_STARTS = 1, /* chance: the seat */
    JG_MAGIC_DRAWS,      /* chance: the kind, or HIDDEN; in DEAL, LOOK and DRAW */
    JG_MAGIC_KEEP,
    JG_MAGIC_TAKE_MULLIGAN,
    JG_MAGIC_TO_TOP,
    JG_MAGIC_TO_BOTTOM,
    JG_MAGIC_PASS,            /* ends the main phase, or passes priority */
    JG_MAGIC_PLAY,            /* the kind: plays a land, or casts a card */
    JG_MAGIC_TARGET_CREATURE, /* the creature with that id; the entering one has the next id */
    JG_MAGIC_TARGET_PLAYER,   /* that seat */
    JG_MAGIC_ATTACK_WITH,
    JG_MAGIC_BLOCK_WITH,
    JG_MAGIC_BLOCK_ATTACKER, /* blocks that attacker */
    JG_MAGIC_ORDER_NEXT,     /* puts that blocker next in the damage order */
    JG_MAGIC_DONE,           /* ends the declaration of attackers or blockers */
    JG_MAGIC_DISCARD_CARD,   /* the kind */
    JG_MAGIC_TARGET_SPELL    /* the spell with that id */
};

static inline jg_move jg_magic_move(int word, int number) { return (jg_move)(word << 8 | number); }
static inline int jg_magic_move_type(jg_move move) { return (int)(move >> 8); }
static inline int jg_magic_move_arg(jg_move move) { return (int)(move & 255); }

/* Whether a card in the mover's hand can be played now, in a main phase or with priority: enough untapped
 * lands, and a legal target if it is a sorcery or an instant that needs one. */
bool jg_magic_can_play(const struct jg_game *g, const struct jg_magic *s, int kind);

/* Writes the moves that choose a target for a card of the mover, and returns their number. In order:
 * own creatures, the entering one, opposing creatures, caster, opponent, spells from the top. A creature
 * without a legal target for its effect enters without the effect. */
int jg_magic_targets(const struct jg_game *g, const struct jg_magic *s, int kind, jg_move *out);

/* Makes a legal move, for the rules and for searches; does not check it. */
void jg_magic_play(const struct jg_game *g, struct jg_magic *s, jg_move move);

/* Whether a creature may attack; whether it may block an attacker. */
bool jg_magic_can_attack(const struct jg_magic_card *card, const struct jg_magic_creature *c);
bool jg_magic_can_block(const struct jg_magic_card *blocker, const struct jg_magic_creature *c,
                        const struct jg_magic_card *attacker);

/* ---- Combat ----------------------------------------------------------------------------- */

/* A creature in combat. */
struct jg_magic_combatant {
    uint8_t power, toughness, damage, abilities;
};

/* The result of one attacker and its blockers, in damage order. */
struct jg_magic_damage_result {
    bool attacker_dies;
    uint32_t blockers_die;   /* bits by blocker */
    uint8_t attacker_damage; /* marked on it afterwards */
    uint8_t blocker_damage[JG_MAGIC_CREATURES];
    int16_t to_player[2]; /* damage to the defender: [first-strike step, regular step] */
    int16_t gains[2][2];  /* life gained by lifelink: [step][0: attacking player, 1: defender] */
};

/* Computes the combat damage of one attacker, which does not depend on the others. */
void jg_magic_combat_damage(const struct jg_magic_combatant *attacker, const struct jg_magic_combatant *blockers, int n,
                            struct jg_magic_damage_result *out);

static inline struct jg_magic_combatant jg_magic_combatant(const struct jg_magic_card *card,
                                                           const struct jg_magic_creature *c) {
    return (struct jg_magic_combatant){.power = (uint8_t)jg_magic_power(card, c),
                                       .toughness = (uint8_t)jg_magic_toughness(card, c),
                                       .damage = c->damage,
                                       .abilities = card->abilities};
}

/* ---- Evaluation: eval.c ----------------------------------------------------------------- */

extern const struct jg_evaluator jg_magic_evaluators[];

/* ---- Data: builtin.c, card_text.c ---------------------------------------------------------- */

/* Implements jg_game_kind.open: opens both decks from the options, names the seats after them and
 * solves the mulligan policies. Errors in files name file, line and column. */
enum jg_status jg_magic_open_decks(struct jg_game *g, struct jg_error *err);
void jg_magic_close_decks(struct jg_game *g); /* jg_game_kind.close */

/* "Siege Mastodon, 4W, creature 3/5": the first line of a card. */
void jg_magic_card_header(const struct jg_magic_card *card, jg_lang lang, struct jg_text *t);

/* The rules text of a card, on one line; empty for a creature without abilities and effects. */
void jg_magic_card_text(const struct jg_magic_card *card, jg_lang lang, struct jg_text *t);

/* ---- Text: position.c, move_text.c, board.c, json.c, drawing.c ------------------------------------------- */

void jg_magic_print(const struct jg_game *g, const void *state, struct jg_text *t);
enum jg_status jg_magic_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
void jg_magic_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
enum jg_status jg_magic_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                   struct jg_error *err);
void jg_magic_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t);
void jg_magic_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
struct json_t *jg_magic_json(const struct jg_game *g, const void *state);
void jg_magic_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t);

extern const struct jg_game_position jg_magic_positions[]; /* positions.c */

/* ---- Actions and observations: spaces.c ---------------------------------------------------- */

void jg_magic_spaces(const struct jg_game *g, struct jg_spaces *out);
void jg_magic_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out);
void jg_magic_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out);

/* ---- Inputs of networks: inputs.c ------------------------------------------------------------ */

void jg_magic_inputs(const struct jg_game *g, struct jg_inputs *out);
void jg_magic_observe(const struct jg_game *g, const void *view, int team, uint64_t *active);

/* jg_magic_observe of a state, with or without the cards in the seat's hand. */
void jg_magic_observe_state(const struct jg_game *g, const struct jg_magic *s, int seat, bool hand, uint64_t *active);

/* The network that comes with the program: for the red and the white deck. */
extern const struct jg_network_file jg_magic_network; /* network.c */

/* Numbers the inputs for the decks. */
void jg_magic_number_inputs(struct jg_magic_tables *t);

#endif
