/* An independent engine of the simplified Magic duel, slow and written straight from the paper: the
 * oracle of the tests. It shares no code with src/games/magic: cards are names in piles, lands are
 * tapped one by one, effects are coded card by card, and combat goes creature by creature. */
#ifndef BENCH_GAMES_MAGIC_PLAIN_H
#define BENCH_GAMES_MAGIC_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { PLAIN_MAGIC_CREATURES = 24, PLAIN_MAGIC_PILE = 60, PLAIN_MAGIC_MOVES = 128, PLAIN_MAGIC_STACK = 8 };

enum plain_magic_phase {
    PLAIN_MAGIC_TOSS,
    PLAIN_MAGIC_DEAL,
    PLAIN_MAGIC_MULLIGAN,
    PLAIN_MAGIC_LOOK,
    PLAIN_MAGIC_SCRY,
    PLAIN_MAGIC_DRAW,
    PLAIN_MAGIC_MAIN,
    PLAIN_MAGIC_TARGET,
    PLAIN_MAGIC_ATTACK,
    PLAIN_MAGIC_BLOCK,
    PLAIN_MAGIC_BLOCKED,
    PLAIN_MAGIC_ORDER,
    PLAIN_MAGIC_DISCARD,
    PLAIN_MAGIC_END,
    PLAIN_MAGIC_RESPOND,
    PLAIN_MAGIC_RESPOND_TARGET,
    PLAIN_MAGIC_MORE,
};

/* When players have priority. */
enum plain_magic_step {
    PLAIN_MAGIC_COMBAT,
    PLAIN_MAGIC_ATTACKED,
    PLAIN_MAGIC_DEFENDED,
    PLAIN_MAGIC_ENDING,
    PLAIN_MAGIC_CASTING
};

/* Cards without an order. */
struct plain_magic_pile {
    const char *card[PLAIN_MAGIC_PILE];
    int n;
};

struct plain_magic_land {
    const char *name;
    bool tapped;
};

struct plain_magic_creature {
    const char *name;
    int id;
    bool tapped, sick, attacking, destroyed;
    bool blocked; /* an attacker that has been blocked, even if its blockers are gone */
    int blocking; /* id of an attacker, 0: none */
    int damage, counters, boost;
    int order[PLAIN_MAGIC_CREATURES], ordered; /* of an attacker: ids of those that block it, as damage is dealt */
};

struct plain_magic_player {
    int life, kept;
    bool lost;
    struct plain_magic_pile library, hand, graveyard;
    const char *top, *bottom; /* of the library, besides the pile: what scry left there, or NULL */
    struct plain_magic_land land[PLAIN_MAGIC_PILE];
    int lands;
    struct plain_magic_creature creature[PLAIN_MAGIC_CREATURES]; /* in the order in which they entered */
    int creatures;
    bool stop_spell, stop_own, stop_mine[4], stop_theirs[4]; /* where the player is asked, by step */
    int owed;                                                /* cards to draw by effects */
};

/* A spell on the stack: its target is a creature, a player or another spell. */
struct plain_magic_spell {
    const char *name;
    int seat, id;
    int creature, spell, player; /* 0, 0, -1: no such target */
};

struct plain_magic {
    enum plain_magic_phase phase;
    bool second;         /* main phase, or the one in which `card` is cast */
    int active;          /* whose turn it is; before the game: who decides */
    int starter;         /* -1: not tossed yet */
    int turn;            /* 0 before the game */
    int last_id;         /* of creatures */
    bool land_played;    /* this turn */
    const char *looked;  /* SCRY: the card on top */
    const char *casting; /* TARGET: the card, paid and in no pile */
    int named;           /* ATTACK, BLOCK: id of the last creature that was named, 0: none; BLOCKED: who blocks */
    int ordering;        /* ORDER: id of the attacker */
    bool instants;       /* there are windows of priority */
    bool fog;
    enum plain_magic_step step;
    int priority; /* RESPOND, RESPOND_TARGET, MORE: whose decision or card */
    bool passed;  /* the other player just has */
    struct plain_magic_spell stack[PLAIN_MAGIC_STACK];
    int spells;
    bool giant_3_4; /* Skyraker Giant is 3/4 */
    struct plain_magic_player player[2];
};

/* ---- Cards ------------------------------------------------------------------------------ */

struct plain_magic_card {
    const char *name;
    char type; /* 'L'and, 'C'reature, 'S'orcery, 'I'nstant */
    int cost, power, toughness;
    const char *abilities; /* separated by commas */
};

/* A card of the table by its name, or NULL. */
const struct plain_magic_card *plain_magic_card(const char *name);

bool plain_magic_has(const char *name, const char *ability);
int plain_magic_power(const struct plain_magic *p, const struct plain_magic_creature *c);
int plain_magic_toughness(const struct plain_magic *p, const struct plain_magic_creature *c);

/* A number of copies of a card; a list ends with 0. */
struct plain_magic_copies {
    int n;
    const char *name;
};

extern const struct plain_magic_copies PLAIN_MAGIC_RED[], PLAIN_MAGIC_WHITE[], PLAIN_MAGIC_BLUE[], PLAIN_MAGIC_GREEN[];

/* ---- Playing ---------------------------------------------------------------------------- */

enum plain_magic_word {
    PLAIN_MAGIC_STARTS = 1, /* seat */
    PLAIN_MAGIC_DRAWS,      /* card */
    PLAIN_MAGIC_KEEP,
    PLAIN_MAGIC_AGAIN,
    PLAIN_MAGIC_TO_TOP,
    PLAIN_MAGIC_TO_BOTTOM,
    PLAIN_MAGIC_PASS,
    PLAIN_MAGIC_PLAY,       /* card */
    PLAIN_MAGIC_AIM,        /* id */
    PLAIN_MAGIC_AIM_PLAYER, /* seat */
    PLAIN_MAGIC_ATTACK_WITH,
    PLAIN_MAGIC_BLOCK_WITH,
    PLAIN_MAGIC_AT,
    PLAIN_MAGIC_NEXT,
    PLAIN_MAGIC_DONE,
    PLAIN_MAGIC_THROW, /* card */
    PLAIN_MAGIC_AIM_SPELL,
};

struct plain_magic_move {
    enum plain_magic_word word;
    const char *card; /* of these three what the word needs; the others are NULL, 0 and -1 */
    int id, seat;
    int copies; /* of chance: how many of the cards, or of the sides of the coin, are it; otherwise 0 */
};

enum { PLAIN_MAGIC_CHANCE = -1, PLAIN_MAGIC_OVER = -2 };

/* Before the toss. */
void plain_magic_start(struct plain_magic *p, const struct plain_magic_copies *first,
                       const struct plain_magic_copies *second);

/* Where a player with instants is asked: 'u'sually, 'a'lways, 'n'ever. */
void plain_magic_stops(struct plain_magic *p, int seat, char when);

/* A seat, chance or nobody. */
int plain_magic_decides(const struct plain_magic *p);

/* Everything that may be done or happen now, each once. */
int plain_magic_moves(const struct plain_magic *p, struct plain_magic_move out[PLAIN_MAGIC_MOVES]);
void plain_magic_move(struct plain_magic *p, const struct plain_magic_move *move);

/* The number of move sequences of a length, chance moves included. */
uint64_t plain_magic_perft(const struct plain_magic *p, int depth);

#endif
