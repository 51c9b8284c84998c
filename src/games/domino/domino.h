/* Four-ended dominoes of Amazonas: what its rules, texts, agents and studies share.
 * Rules and sources are in docs/games/domino.md. */
#ifndef GAMES_DOMINO_DOMINO_H
#define GAMES_DOMINO_DOMINO_H

#include <jogada/agent.h>
#include <jogada/game.h>

/* ---- Tiles -------------------------------------------------------------------------- */

enum {
    JG_DOMINO_TILES = 28,
    JG_DOMINO_HAND = 7,
    JG_DOMINO_SENA = 27,         /* the tile 6-6 */
    JG_DOMINO_ALL = 0x0fffffff,  /* all tiles, as a set of bits */
    JG_DOMINO_PASS = 1,          /* the move */
    JG_DOMINO_NONE = 7,          /* instead of a number: none */
    JG_DOMINO_NO_DOUBLE = 1 << 7 /* in jg_domino.lacks */
};

/* Tiles are numbered 0-0, 0-1 ... 0-6, 1-1 ... 6-6. */
extern const uint8_t jg_domino_low[JG_DOMINO_TILES], jg_domino_high[JG_DOMINO_TILES];
extern const uint8_t jg_domino_tile[7][7];
extern const uint32_t jg_domino_with[7]; /* the tiles that have a number */
static const uint32_t jg_domino_doubles = 1u << 0 | 1u << 7 | 1u << 13 | 1u << 18 | 1u << 22 | 1u << 25 | 1u << 27;

static inline bool jg_domino_double(int tile) { return jg_domino_low[tile] == jg_domino_high[tile]; }

/* The half that a tile shows when it is joined by a number that it has. */
static inline int jg_domino_other(int tile, int number) { return jg_domino_low[tile] + jg_domino_high[tile] - number; }

static inline int jg_domino_lowest(uint32_t tiles) { return __builtin_ctz(tiles); }

/* How many: by hand, since x86-64 by itself has no instruction for it. */
static inline int jg_domino_count(uint32_t tiles) {
    tiles -= tiles >> 1 & 0x55555555;
    tiles = (tiles & 0x33333333) + (tiles >> 2 & 0x33333333);
    return (int)(((tiles + (tiles >> 4)) & 0x0f0f0f0f) * 0x01010101u >> 24);
}

int jg_domino_pips(uint32_t tiles);

/* In how many ways k of n tiles can be taken. */
static inline uint64_t jg_domino_ways(int n, int k) {
    uint64_t ways = 1;
    if (k > n) return 0;
    if (k > n - k) k = n - k;
    for (int i = 1; i <= k; i++) ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return ways;
}

/* The tiles that have any of a set of numbers (bits 0..6). */
extern const uint32_t jg_domino_fits[128];

/* ---- Rules -------------------------------------------------------------------------- */

enum jg_domino_pass { JG_DOMINO_MANAUS, JG_DOMINO_LITERAL };
enum jg_domino_galo { JG_DOMINO_GALO_AUTO, JG_DOMINO_GALO_ADD, JG_DOMINO_GALO_ANNOUNCE, JG_DOMINO_GALO_NONE };
enum jg_domino_nodbl {
    JG_DOMINO_NODBL_NEXT,
    JG_DOMINO_NODBL_PEN20,
    JG_DOMINO_NODBL_REDEAL,
    JG_DOMINO_NODBL_SENA,
    JG_DOMINO_NODBL_FREE
};
enum jg_domino_lock { JG_DOMINO_LOCK_THEIRS, JG_DOMINO_LOCK_DIFFERENCE, JG_DOMINO_LOCK_ALL, JG_DOMINO_LOCK_NONE };

/* Points that no option changes. */
enum { JG_DOMINO_GALO_POINTS = 50, JG_DOMINO_OUT_ON_DOUBLE = 20 };

static inline int jg_domino_down_to_five(int pips) { return pips - pips % 5; }

/* The options of a game. Those of the preset are in `asked`, 0 for "as the preset
 * says"; what is in force stands below. */
struct jg_domino_rules {
    int rules, target, rounds, order, nodbl, locknext, lock, spin1, passpts;
    bool openscores, dblboth;
    struct {
        int closed, merge, pass, galo;
    } asked;
    int closed, pass, galo, step;
    bool merge;
    uint8_t adds[5]; /* how often the opening double's number counts, by opened arms */
};

static inline const struct jg_domino_rules *jg_domino_rules(const struct jg_game *g) {
    return (const void *)&g->options;
}

/* What the pair with fewer pips gets in a locked round. */
int jg_domino_lock_points(const struct jg_domino_rules *r, int fewer, int more);

/* ---- The table ---------------------------------------------------------------------- */

/* What lies open. Arms are opened in order: 0 and 1 are the main arms, 2 and 3 the
 * sides. The next unopened arm of the opening double can be played on as arm `arms`;
 * the others that are not open yet are no different. */
struct jg_domino_table {
    uint8_t end[4];   /* the number at the end of each opened arm */
    uint8_t worth[4]; /* what that end adds to the sum */
    uint8_t arms;     /* opened */
    uint8_t spinner;  /* number of the opening double; JG_DOMINO_NONE: there is none */
    uint8_t open;     /* numbers that can be played on, as bits */
};

/* How many arms can be played on: 0 .. jg_domino_arms - 1. */
static inline int jg_domino_arms(const struct jg_domino_table *t) {
    return t->arms + (t->spinner != JG_DOMINO_NONE && t->arms < 4);
}

/* The number of an arm that can be played on. */
static inline int jg_domino_number(const struct jg_domino_table *t, int arm) {
    return arm < t->arms ? t->end[arm] : t->spinner;
}

/* The sum of the ends, and what a move that leads to it scores. */
static inline int jg_domino_sum(const struct jg_domino_rules *r, const struct jg_domino_table *t) {
    int ends = t->worth[0] + t->worth[1] + t->worth[2] + t->worth[3];
    return t->spinner == JG_DOMINO_NONE ? ends : ends + r->adds[t->arms] * t->spinner;
}
static inline int jg_domino_scores(int sum) { return sum % 5 ? 0 : sum; }

/* Opens an empty table with a tile; one that is not double has two ends and no sides. */
void jg_domino_lead(const struct jg_domino_rules *r, struct jg_domino_table *t, int tile);

/* Joins a tile to an arm that can be played on and whose number it has. */
static inline void jg_domino_join(const struct jg_domino_rules *r, struct jg_domino_table *t, int tile, int arm) {
    int number = jg_domino_number(t, arm), shows = jg_domino_other(tile, number);
    t->end[arm] = (uint8_t)shows;
    t->worth[arm] = (uint8_t)(shows == number && r->dblboth ? 2 * shows : shows);
    t->arms = (uint8_t)(t->arms + (arm == t->arms));
    unsigned open = t->spinner != JG_DOMINO_NONE && t->arms < 4 ? 1u << t->spinner : 0;
    for (int i = 0; i < t->arms; i++) open |= 1u << t->end[i];
    t->open = (uint8_t)open;
}

/* ---- States ------------------------------------------------------------------------- */

enum { JG_DOMINO_DEAL = 4, JG_DOMINO_OVER = 8 }; /* as `turn`; DEAL + seat: a hand is dealt to that seat */

/* A state, or a view: there a hand that nobody shows is 0 although tiles are left.
 * Between rounds the last one still lies open, with all hands. */
struct jg_domino {
    uint32_t hand[4];
    int32_t points[2]; /* of the teams */
    uint8_t left[4];   /* tiles in the hands */
    struct jg_domino_table table;
    uint8_t turn;
    uint8_t round;     /* from 1; 0 before the first deal */
    uint8_t opener;    /* who was to open, 4: who has the 6-6, before the deal */
    uint8_t sena;      /* 1: the opening is the 6-6 */
    uint8_t passes;    /* since the last tile */
    uint8_t announced; /* 1: with the last tile a galo was announced */
    uint8_t count;     /* tiles on the table */

    /* What the table remembers of the round; no rule looks at it. */
    uint8_t lacks[4];             /* numbers that a pass has shown not to be in a hand, and JG_DOMINO_NO_DOUBLE */
    uint8_t log[JG_DOMINO_TILES]; /* tile + 32 * arm + 128 if a galo was announced; the opening has arm 0 */
    uint8_t by[JG_DOMINO_TILES];  /* who laid it */
};

/* Moves: JG_DOMINO_PASS, tiles, deals. */
static inline jg_move jg_domino_move(int tile, int arm, bool announce) {
    return (jg_move)(2 + tile + 32 * arm + 128 * announce);
}
static inline bool jg_domino_is_tile(jg_move m) { return m >= 2 && m < 2 + 256; }
static inline int jg_domino_move_tile(jg_move m) { return (int)(m - 2) & 31; }
static inline int jg_domino_move_arm(jg_move m) { return (int)(m - 2) >> 5 & 3; }
static inline bool jg_domino_move_announces(jg_move m) { return (m - 2) >> 7 & 1; }

static const jg_move JG_DOMINO_DEALS = 1u << 31; /* and the tiles of the hand as bits */
static const jg_move JG_DOMINO_BLIND = 3u << 30; /* a hand that one does not see */

/* The hands lie open: a round has ended, and the next is not dealt. */
static inline bool jg_domino_between(const struct jg_domino *s) { return s->turn >= JG_DOMINO_DEAL && s->count > 0; }

/* A hand is not known to whoever has this view. */
static inline bool jg_domino_hidden(const struct jg_domino *s, int seat) { return s->left[seat] && !s->hand[seat]; }

/* The tiles that are neither on the table nor in a hand that is known. */
uint32_t jg_domino_unseen(const struct jg_domino *s);
uint32_t jg_domino_played(const struct jg_domino *s);

static inline int jg_domino_next(const struct jg_domino_rules *r, int seat) { return (seat + r->step) & 3; }

/* Who laid a tile last; count > 0. */
static inline int jg_domino_last(const struct jg_domino *s) { return s->by[s->count - 1]; }

/* What a move scored, and for which team. */
struct jg_domino_event {
    int team;       /* that `out` and `garage` are for: the mover's, or who won a lock */
    int table;      /* P1, the sum of the ends; for the mover's team */
    int pass[2];    /* P2, by team */
    int galo;       /* P3, for the team that played last, in all */
    int false_galo; /* for the opponents of who announced it */
    int out;        /* P4, out on a double */
    int garage;     /* P5, or of a lock */
    bool went_out, locked, opened;
    int pips[2]; /* of the teams, once the round is over */
};

/* jg_apply for tiles and passes, which also tells what was scored; event may be NULL. */
void jg_domino_play(const struct jg_domino_rules *r, struct jg_domino *s, jg_move move, struct jg_domino_event *event);

/* The moves of the seat to move, which must know its hand. */
int jg_domino_moves(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move *out);

/* Begins the round with hands that are dealt: to a cleared table, as the rules say. */
void jg_domino_deal(const struct jg_domino_rules *r, struct jg_domino *s, const uint32_t hands[4]);

/* ---- Deals: what the hidden hands may be (deals.c) -------------------------------------- */

/* All ways to deal the unseen tiles of a view to the hidden hands, as far as passes
 * and the opening tell; all are equally likely a priori. */
struct jg_domino_deals {
    uint32_t known[4]; /* hands that are no question */
    int seats;         /* hands that are */
    int seat[4], size[4];
    uint32_t group[16]; /* the unseen tiles by the set of hidden hands (bits: places in seat[]) that may hold them */
    uint64_t ways[17][8][8]
                 [8]; /* of the groups i.. with room for so many in hidden hands 2, 1 and 0; the last has the rest */
    uint64_t count;   /* of deals */
};

/* false: no deal fits what the view tells. */
bool jg_domino_deals_init(struct jg_domino_deals *d, const struct jg_domino *view);

/* Deal number i of d->count, and one at random. */
void jg_domino_deals_nth(const struct jg_domino_deals *d, uint64_t i, uint32_t hands[4]);
void jg_domino_deals_draw(const struct jg_domino_deals *d, struct jg_rng *rng, uint32_t hands[4]);

/* The chance of each seat to hold each tile, all deals being alike; of a hand that is known 1 or 0. */
void jg_domino_deals_chances(const struct jg_domino_deals *d, double chance[4][JG_DOMINO_TILES]);

/* ---- Texts (text.c) --------------------------------------------------------------------- */

void jg_domino_print(const struct jg_game *g, const void *state, struct jg_text *t);
enum jg_status jg_domino_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
void jg_domino_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
enum jg_status jg_domino_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                    struct jg_error *err);
void jg_domino_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
void jg_domino_tell(const struct jg_game *g, const void *state, jg_move move, enum jg_lang lang, struct jg_text *t);
struct json_t *jg_domino_json(const struct jg_game *g, const void *state);

/* ---- Agents ------------------------------------------------------------------------------ */

extern const struct jg_agent_kind jg_domino_player; /* player.c */

/* How likely the choices of the round were (belief.c), for struct jg_game_kind. */
void jg_domino_likelihood(const struct jg_game *g, const void *samples, size_t n, int seat, double *out);

#endif
