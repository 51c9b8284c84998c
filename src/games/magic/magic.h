/* The simplified Magic duel: what its rules, texts, agents and studies share.
 * Rules and sources are in docs/games/magic.md. */
#ifndef GAMES_MAGIC_MAGIC_H
#define GAMES_MAGIC_MAGIC_H

#include <jogada/agent.h>
#include <jogada/game.h>

/* ---- Cards ------------------------------------------------------------------------------ */

enum {
    JG_MAGIC_DECK = 60,      /* cards of a deck */
    JG_MAGIC_KINDS = 32,     /* different cards of a deck, at most */
    JG_MAGIC_COPIES = 4,     /* of a card in a deck, at most; of a land as many as one likes */
    JG_MAGIC_HAND = 7,       /* cards dealt, and kept at the end of a turn */
    JG_MAGIC_CREATURES = 24, /* of a player: who has so many casts no more */
    JG_MAGIC_LIFE = 20,
    JG_MAGIC_LIFE_MAX = 9999,
    JG_MAGIC_BOTH = 2,      /* as loser: nobody wins */
    JG_MAGIC_EFFECTS = 3,   /* of a card, at most */
    JG_MAGIC_NAME = 32,     /* bytes of a card's or a deck's name */
    JG_MAGIC_CODE = 6,      /* bytes of the short form of a card's name */
    JG_MAGIC_NONE = 255,    /* instead of a kind: none */
    JG_MAGIC_HIDDEN = 254,  /* instead of a kind: one that the viewer does not know */
    JG_MAGIC_STRENGTH = 80, /* highest printed power and toughness, counters, boost, amount of an effect */
};

enum jg_magic_type { JG_MAGIC_LAND, JG_MAGIC_CREATURE, JG_MAGIC_SORCERY };

enum jg_magic_ability {
    JG_MAGIC_FLYING = 1,
    JG_MAGIC_REACH = 2,
    JG_MAGIC_VIGILANCE = 4,
    JG_MAGIC_HASTE = 8,
    JG_MAGIC_FIRST_STRIKE = 16,
    JG_MAGIC_DOUBLE_STRIKE = 32,
    JG_MAGIC_LIFELINK = 64,
};

/* What a card does when it is cast: to a target, or to each of a group. */
enum jg_magic_verb {
    JG_MAGIC_DAMAGE,
    JG_MAGIC_DESTROY,
    JG_MAGIC_TAP,
    JG_MAGIC_BOOST,      /* +N/+N until the end of the turn */
    JG_MAGIC_COUNTER,    /* +N/+N for good */
    JG_MAGIC_GAIN,       /* life, to the caster or to each player of the group */
    JG_MAGIC_OWNER_GAIN, /* life, to who controls the target */
};

/* Whom an effect may be aimed at, or strikes: bits. */
enum jg_magic_whom {
    JG_MAGIC_OWN = 1,      /* creatures of the caster, the entering one too */
    JG_MAGIC_OPPOSING = 2, /* creatures of the other */
    JG_MAGIC_YOU = 4,
    JG_MAGIC_OPPONENT = 8,
};

struct jg_magic_effect {
    uint8_t verb, amount;
    uint8_t whom; /* bits of jg_magic_whom */
    bool each;    /* strikes all of them; otherwise the card's target */
};

struct jg_magic_card {
    char name[JG_MAGIC_NAME];
    char cost[8]; /* as printed: "2WW"; "" of a land */
    uint8_t type, mana, power, toughness, abilities;
    char colour;    /* W U B R G, of a land what it gives; 0: none */
    uint8_t target; /* bits of jg_magic_whom that its target may be; 0: it needs none */
    uint8_t effects;
    struct jg_magic_effect effect[JG_MAGIC_EFFECTS];
};

/* A deck: its cards by kind, in the order of its file. */
struct jg_magic_deck {
    char name[JG_MAGIC_NAME]; /* of the deck: "Red" */
    uint8_t kinds, land;      /* how many kinds; which of them is the land, or NONE */
    uint8_t count[JG_MAGIC_KINDS];
    struct jg_magic_card card[JG_MAGIC_KINDS];
    char code[JG_MAGIC_KINDS][JG_MAGIC_CODE]; /* its initials, "VH", with a number behind if two would be alike */
};

/* ---- Rules ------------------------------------------------------------------------------ */

enum jg_magic_first { JG_MAGIC_FIRST_RANDOM, JG_MAGIC_FIRST_1, JG_MAGIC_FIRST_2 };

struct jg_magic_rules {
    char decks[64];              /* "red/white" */
    char deck1[128], deck2[128]; /* files, instead of those */
    char cards[128];             /* a file of more cards */
    int giant;                   /* 0: Skyraker Giant is 4/3, 1: 3/4 */
    int first;                   /* who starts */
    bool skip;                   /* the original's slip: the creature behind a dying one is not checked */
    int evade;                   /* another: bits of seats that take no combat damage while they have no creature */
};

static inline const struct jg_magic_rules *jg_magic_rules(const struct jg_game *g) { return (const void *)&g->options; }

/* On g->tables. */
struct jg_magic_tables {
    struct jg_magic_deck deck[2];           /* by seat */
    uint8_t again[2][2][JG_MAGIC_HAND + 1]; /* mulligan: [seat][starts][cards of the hand], numbers of lands as bits */
};

static inline const struct jg_magic_deck *jg_magic_deck(const struct jg_game *g, int seat) {
    return &((const struct jg_magic_tables *)g->tables)->deck[seat];
}

/* ---- States ----------------------------------------------------------------------------- */

enum jg_magic_flag {
    JG_MAGIC_TAPPED = 1,
    JG_MAGIC_SICK = 2, /* came this turn: does not attack without haste */
    JG_MAGIC_ATTACKS = 4,
    JG_MAGIC_DOOMED = 8, /* destroyed; never seen outside of a move */
};

struct jg_magic_creature {
    uint8_t kind, id; /* id: from 1, in the order in which creatures come, of both players together */
    uint8_t flags, damage;
    uint8_t counters, boost; /* +N/+N for good, and until the end of the turn */
    uint8_t blocks;          /* id of the attacker that it blocks, 0: none */
    uint8_t order;           /* among the blockers of that attacker, from 1; 0: not said yet */
};

/* What a player has. In a view of somebody else hand, library, and kinds of top and
 * bottom are blank although cards are there: the counts stay. */
struct jg_magic_side {
    int16_t life;
    uint8_t in_hand, in_library; /* cards; the known ones on top and at the bottom are of the library */
    uint8_t lands, untapped;
    uint8_t creatures;
    uint8_t kept;        /* cards of the hand that was kept; 7 less than that once per mulligan */
    uint8_t top, bottom; /* kind of the card that scry left there; NONE, or HIDDEN */
    uint8_t unused[2];
    uint8_t hand[JG_MAGIC_KINDS], library[JG_MAGIC_KINDS], grave[JG_MAGIC_KINDS]; /* how many of each kind;
                                                                                 library without top and bottom */
    struct jg_magic_creature creature[JG_MAGIC_CREATURES];                        /* in the order in which they came */
};

/* Libraries have no order: a card is drawn by chance when somebody draws it. */
enum jg_magic_phase {
    JG_MAGIC_TOSS,     /* chance: who starts */
    JG_MAGIC_DEAL,     /* chance: a card to the hand of `active` before the game, to `kept` */
    JG_MAGIC_MULLIGAN, /* `active` keeps or not */
    JG_MAGIC_LOOK,     /* chance: the top card for `active` to scry */
    JG_MAGIC_SCRY,
    JG_MAGIC_DRAW, /* chance: the card of the turn */
    JG_MAGIC_MAIN_1,
    JG_MAGIC_ATTACK,  /* one attacker after another in order, or done */
    JG_MAGIC_BLOCK,   /* the opponent: one blocker after another in order, or done */
    JG_MAGIC_BLOCKED, /* the opponent: whom the blocker `chosen` blocks */
    JG_MAGIC_ORDER,   /* which blocker of the attacker `chosen` is dealt damage next */
    JG_MAGIC_MAIN_2,
    JG_MAGIC_TARGET_1, /* the target of the card `chosen` (a kind), cast in the first main phase */
    JG_MAGIC_TARGET_2,
    JG_MAGIC_DISCARD,
    JG_MAGIC_END, /* the game is over */
};

struct jg_magic {
    uint8_t phase;
    uint8_t active;  /* whose turn it is; before the game: who decides */
    uint8_t starter; /* NONE before the toss */
    uint8_t turn;    /* from 1; 0 before the game */
    uint8_t land;    /* 1: a land was played this turn */
    uint8_t chosen;  /* see the phases; otherwise 0 */
    uint8_t from;    /* ATTACK, BLOCK: index of the first creature that may still be named; otherwise 0 */
    uint8_t loser;   /* END: the seat that has lost, or BOTH; otherwise NONE */
    uint8_t last_id; /* the highest id given */
    uint8_t unused[3];
    struct jg_magic_side side[2];
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

/* The index of a creature by its id, or -1. */
int jg_magic_find(const struct jg_magic_side *side, int id);

/* Who decides in a phase: a seat, JG_CHANCE or JG_OVER. */
int jg_magic_turn(const struct jg_magic *s);

/* ---- Moves ------------------------------------------------------------------------------ */

/* A move is a word of these and a number. */
enum jg_magic_word {
    JG_MAGIC_STARTS = 1, /* chance: the seat */
    JG_MAGIC_DRAWS,      /* chance: the kind, or HIDDEN; in DEAL, LOOK and DRAW */
    JG_MAGIC_KEEP,
    JG_MAGIC_AGAIN, /* mulligan */
    JG_MAGIC_TO_TOP,
    JG_MAGIC_TO_BOTTOM,
    JG_MAGIC_PASS,       /* the main phase is over */
    JG_MAGIC_PLAY,       /* the kind: a land, or a card to cast */
    JG_MAGIC_AIM,        /* at the creature of that id; the entering one has the next id */
    JG_MAGIC_AIM_PLAYER, /* at that seat */
    JG_MAGIC_ATTACK_WITH,
    JG_MAGIC_BLOCK_WITH,
    JG_MAGIC_AT,   /* that attacker is blocked */
    JG_MAGIC_NEXT, /* that blocker is dealt damage next */
    JG_MAGIC_DONE, /* no more attackers, blockers */
    JG_MAGIC_THROW /* the kind is discarded */
};

static inline jg_move jg_magic_move(int word, int number) { return (jg_move)(word << 8 | number); }
static inline int jg_magic_word(jg_move move) { return (int)(move >> 8); }
static inline int jg_magic_number(jg_move move) { return (int)(move & 255); }

/* Whether a card of the active player's hand can be played now, in a main phase:
 * enough lands untapped, a legal target if it is a sorcery that needs one. */
bool jg_magic_can_play(const struct jg_game *g, const struct jg_magic *s, int kind);

/* Writes the moves by which a card of the active player that needs a target may be
 * aimed, in order: own creatures, the entering one, opposing ones, caster, opponent.
 * A creature for whose effect there is none comes without it. */
int jg_magic_targets(const struct jg_game *g, const struct jg_magic *s, int kind, jg_move *out);

/* Makes a move without a check of the phase: used by the rules and by searches. */
void jg_magic_play(const struct jg_game *g, struct jg_magic *s, jg_move move);

/* Who may attack and block whom. */
bool jg_magic_attacks(const struct jg_magic_card *card, const struct jg_magic_creature *c);
bool jg_magic_blocks(const struct jg_magic_card *blocker, const struct jg_magic_creature *c,
                     const struct jg_magic_card *attacker);

/* ---- Combat ----------------------------------------------------------------------------- */

/* A creature in combat. */
struct jg_magic_fighter {
    uint8_t power, toughness, damage, abilities;
};

/* What comes of an attacker and those who block it, in the attacker's order of damage. */
struct jg_magic_clash {
    bool attacker_dies;
    uint32_t blockers_die;   /* bits of blockers */
    uint8_t attacker_damage; /* then marked on it */
    uint8_t blocker_damage[JG_MAGIC_CREATURES];
    int16_t to_player[2]; /* damage to the defender in the first-strike step and in the regular one */
    int16_t gains[2][2];  /* life by lifelink: [step][0 attacker's controller, 1 defender's] */
};

/* Each attacker fights for itself: nothing here depends on the others. */
void jg_magic_fight(const struct jg_magic_fighter *attacker, const struct jg_magic_fighter *blockers, int n,
                    struct jg_magic_clash *out);

static inline struct jg_magic_fighter jg_magic_fighter(const struct jg_magic_card *card,
                                                       const struct jg_magic_creature *c) {
    return (struct jg_magic_fighter){.power = (uint8_t)jg_magic_power(card, c),
                                     .toughness = (uint8_t)jg_magic_toughness(card, c),
                                     .damage = c->damage,
                                     .abilities = card->abilities};
}

/* ---- Data: data.c, card_text.c ---------------------------------------------------------- */

/* Opens both decks of a game from its options, and names the seats by them:
 * jg_game_kind.open. A mistake in a file is told with file, line and column. */
enum jg_status jg_magic_open_decks(struct jg_game *g, struct jg_error *err);
void jg_magic_close_decks(struct jg_game *g); /* jg_game_kind.close */

/* "Siege Mastodon, 4W, creature 3/5": what stands at the top of a card. */
void jg_magic_card_head(const struct jg_magic_card *card, enum jg_lang lang, struct jg_text *t);

/* What a card does, in sentences on one line; nothing of a creature that does nothing. */
void jg_magic_card_text(const struct jg_magic_card *card, enum jg_lang lang, struct jg_text *t);

/* ---- Text: text.c, moves.c, picture.c, page.c ------------------------------------------- */

void jg_magic_print(const struct jg_game *g, const void *state, struct jg_text *t);
enum jg_status jg_magic_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
void jg_magic_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
enum jg_status jg_magic_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                   struct jg_error *err);
void jg_magic_tell(const struct jg_game *g, const void *state, jg_move move, enum jg_lang lang, struct jg_text *t);
void jg_magic_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
struct json_t *jg_magic_json(const struct jg_game *g, const void *state);

#endif
