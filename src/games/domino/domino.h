/* Four-ended partnership dominoes as played in Amazonas: tiles, rules, states and moves, shared by
 * all files of the game. docs/games/domino.md explains the rules. */
#ifndef GAMES_DOMINO_DOMINO_H
#define GAMES_DOMINO_DOMINO_H

#include <jogada/agent.h>
#include <jogada/game.h>

/* ---- Tiles -------------------------------------------------------------------------- */

enum {
    JG_DOMINO_TILES = 28,
    JG_DOMINO_HAND = 7,
    JG_DOMINO_SENA = 27,         /* the tile 6-6, called carroça de sena */
    JG_DOMINO_ALL = 0x0fffffff,  /* the set of all tiles */
    JG_DOMINO_PASS = 1,          /* the move */
    JG_DOMINO_NONE = 7,          /* in place of a number: none */
    JG_DOMINO_NO_DOUBLE = 1 << 7 /* in jg_domino.lacks: the hand has no double */
};

/* Tiles are numbered 0-0, 0-1 ... 0-6, 1-1 ... 6-6. A set of tiles is a 28-bit mask. */
extern const uint8_t jg_domino_low[JG_DOMINO_TILES], jg_domino_high[JG_DOMINO_TILES];
extern const uint8_t jg_domino_tile[7][7];
extern const uint32_t jg_domino_with[7]; /* the tiles that have a number */
static const uint32_t jg_domino_doubles = 1u << 0 | 1u << 7 | 1u << 13 | 1u << 18 | 1u << 22 | 1u << 25 | 1u << 27;

static inline bool jg_domino_double(int tile) { return jg_domino_low[tile] == jg_domino_high[tile]; }

/* The half that stays open when a tile is joined by its half `number`. */
static inline int jg_domino_other(int tile, int number) { return jg_domino_low[tile] + jg_domino_high[tile] - number; }

static inline int jg_domino_lowest(uint32_t tiles) { return __builtin_ctz(tiles); }

/* Population count, in portable arithmetic: baseline x86-64 has no POPCNT instruction. */
static inline int jg_domino_count(uint32_t tiles) {
    tiles -= tiles >> 1 & 0x55555555;
    tiles = (tiles & 0x33333333) + (tiles >> 2 & 0x33333333);
    return (int)(((tiles + (tiles >> 4)) & 0x0f0f0f0f) * 0x01010101u >> 24);
}

int jg_domino_pips(uint32_t tiles);

/* Binomial coefficient: the number of ways to take k of n tiles. */
static inline uint64_t jg_domino_binomial(int n, int k) {
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

/* Points that are the same under all options. */
enum { JG_DOMINO_GALO_POINTS = 50, JG_DOMINO_OUT_ON_DOUBLE = 20 };

static inline int jg_domino_down_to_five(int pips) { return pips - pips % 5; }

/* The options of a game. `asked` holds the options with a value per preset: 0 means the preset's
 * value. The values in force follow it. */
struct jg_domino_rules {
    int rules, target, rounds, order, nodbl, locknext, lock, spin1, passpts;
    bool openscores, dblboth;
    struct {
        int closed, merge, pass, galo;
    } asked;
    int closed, pass, galo, step;
    bool merge;
    uint8_t adds[5]; /* how often the opening double's number counts, by number of opened arms */
};

static inline const struct jg_domino_rules *jg_domino_rules(const struct jg_game *g) {
    return (const void *)&g->options;
}

/* Points of the team with fewer pips in a locked round. */
int jg_domino_lock_points(const struct jg_domino_rules *r, int fewer, int more);

/* ---- The table ---------------------------------------------------------------------- */

/* The layout, reduced to its ends. Arms open in order: 0 and 1 are the main arms, 2 and 3 the side
 * arms. Arm number `arms` is the next unopened one, on which a tile can be played too; further
 * unopened arms would be equivalent to it. */
struct jg_domino_table {
    uint8_t end[4];   /* the number at the end of each opened arm */
    uint8_t worth[4]; /* the pips that this end adds to the sum */
    uint8_t arms;     /* number of opened arms */
    uint8_t spinner;  /* number of the opening double, or JG_DOMINO_NONE */
    uint8_t open;     /* set of playable numbers */
};

/* The number of playable arms; they are 0 .. jg_domino_arms() - 1. */
static inline int jg_domino_arms(const struct jg_domino_table *t) {
    return t->arms + (t->spinner != JG_DOMINO_NONE && t->arms < 4);
}

/* The number to match on a playable arm. */
static inline int jg_domino_number(const struct jg_domino_table *t, int arm) {
    return arm < t->arms ? t->end[arm] : t->spinner;
}

/* The sum of the ends, and the points for reaching it: the sum if it is a multiple of 5. */
static inline int jg_domino_sum(const struct jg_domino_rules *r, const struct jg_domino_table *t) {
    int ends = t->worth[0] + t->worth[1] + t->worth[2] + t->worth[3];
    return t->spinner == JG_DOMINO_NONE ? ends : ends + r->adds[t->arms] * t->spinner;
}
static inline int jg_domino_sum_points(int sum) { return sum % 5 ? 0 : sum; }

/* Opens an empty table. A tile that is not a double makes two arms and no side arms. */
void jg_domino_open_table(const struct jg_domino_rules *r, struct jg_domino_table *t, int tile);

/* Joins a tile to a playable arm. The tile must have the arm's number. */
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

/* Values of `turn` beside the seats; JG_DOMINO_DEAL + seat deals a hand to that seat. */
enum { JG_DOMINO_DEAL = 4, JG_DOMINO_OVER = 8 };

/* A state or a view. In a view a hidden hand is 0 while `left` counts its tiles. Between rounds the
 * last round stays on the table with all hands shown. */
struct jg_domino {
    uint32_t hand[4];
    int32_t points[2]; /* of the teams */
    uint8_t left[4];   /* number of tiles in each hand */
    struct jg_domino_table table;
    uint8_t turn;
    uint8_t round;     /* from 1; 0 before the first deal */
    uint8_t opener;    /* seat that opens the round; 4 before a deal: the holder of the 6-6 */
    uint8_t sena;      /* 1: the round opens with the 6-6 */
    uint8_t passes;    /* consecutive passes since the last tile */
    uint8_t announced; /* 1: the last tile announced a galo */
    uint8_t count;     /* tiles on the table */

    /* History of the round. The rules do not depend on it. */
    uint8_t lacks[4];             /* numbers that passes exclude from a hand, and JG_DOMINO_NO_DOUBLE */
    uint8_t log[JG_DOMINO_TILES]; /* tile + 32 * arm + 128 if a galo was announced; the opening has arm 0 */
    uint8_t by[JG_DOMINO_TILES];  /* seat that played it */
};

/* Moves: JG_DOMINO_PASS, tiles, deals. */
static inline jg_move jg_domino_move(int tile, int arm, bool announce) {
    return (jg_move)(2 + tile + 32 * arm + 128 * announce);
}
static inline bool jg_domino_is_tile(jg_move m) { return m >= 2 && m < 2 + 256; }
static inline int jg_domino_move_tile(jg_move m) { return (int)(m - 2) & 31; }
static inline int jg_domino_move_arm(jg_move m) { return (int)(m - 2) >> 5 & 3; }
static inline bool jg_domino_move_announces(jg_move m) { return (m - 2) >> 7 & 1; }

static const jg_move JG_DOMINO_DEAL_MOVE = 1u << 31;   /* the low 28 bits are the hand */
static const jg_move JG_DOMINO_HIDDEN_DEAL = 3u << 30; /* a deal as the other seats see it */

/* A round has ended, its hands are shown, and the next is not dealt yet. */
static inline bool jg_domino_between(const struct jg_domino *s) { return s->turn >= JG_DOMINO_DEAL && s->count > 0; }

/* A hand is hidden in this view. */
static inline bool jg_domino_hidden(const struct jg_domino *s, int seat) { return s->left[seat] && !s->hand[seat]; }

/* The tiles on the table, and those that are neither there nor in a known hand. */
uint32_t jg_domino_played(const struct jg_domino *s);
uint32_t jg_domino_unseen(const struct jg_domino *s);

static inline int jg_domino_next(const struct jg_domino_rules *r, int seat) { return (seat + r->step) & 3; }

/* The seat that played the last tile; count > 0. */
static inline int jg_domino_last_seat(const struct jg_domino *s) { return s->by[s->count - 1]; }

/* The points of a move, by rule. P1 to P5 are the thesis's names. */
struct jg_domino_event {
    int team;       /* gets `out` and `garage`: the mover's team, or the winner of a locked round */
    int table;      /* P1, the sum of the ends; for the mover's team */
    int pass[2];    /* P2, by team; negative when a galo replaces it */
    int galo;       /* P3, for the team that played last */
    int false_galo; /* penalty, for the opponents of the team that announced it */
    int out;        /* P4, going out on a double */
    int garage;     /* P5, the opponents' pips; or the points of a locked round */
    bool went_out, locked, opened;
    int pips[2]; /* left in the teams' hands, once the round is over */
};

/* Plays a tile or a pass, as jg_apply does, and reports its points. event may be NULL. */
void jg_domino_play(const struct jg_domino_rules *r, struct jg_domino *s, jg_move move, struct jg_domino_event *event);

/* Lists the legal moves of the seat to move, whose hand must be known; returns their number. */
int jg_domino_moves(const struct jg_domino_rules *r, const struct jg_domino *s, jg_move *out);

/* ---- Deals consistent with a view (deals.c) --------------------------------------------- */

/* All deals of the unseen tiles to the hidden hands that are consistent with the passes and the
 * opening. A priori they are equally likely. */
struct jg_domino_deals {
    uint32_t known[4]; /* hands that are not hidden */
    int seats;         /* number of hidden hands */
    int seat[4], size[4];
    uint32_t group[16]; /* the unseen tiles, by the set of hidden hands (indices of seat[]) that may hold them */
    /* ways[i][c][b][a]: ways to deal groups i and up with room for a, b and c tiles in hidden hands
     * 0, 1 and 2; the last hand takes the rest. */
    uint64_t ways[17][8][8][8];
    uint64_t count; /* number of deals */
};

/* Counts the deals of a view; false if none is consistent with it. */
bool jg_domino_deals_init(struct jg_domino_deals *d, const struct jg_domino *view);

/* Deal number i of d->count, and a uniformly random one. */
void jg_domino_deals_nth(const struct jg_domino_deals *d, uint64_t i, uint32_t hands[4]);
void jg_domino_deals_draw(const struct jg_domino_deals *d, struct jg_rng *rng, uint32_t hands[4]);

/* ---- Text (text.c, move_text.c, picture.c, json.c, drawing.c) --------------------------------------- */

void jg_domino_print(const struct jg_game *g, const void *state, struct jg_text *t);
enum jg_status jg_domino_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
void jg_domino_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
enum jg_status jg_domino_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                    struct jg_error *err);
void jg_domino_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
void jg_domino_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t);
struct json_t *jg_domino_json(const struct jg_game *g, const void *state);
void jg_domino_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t);

/* ---- Actions and observations (spaces.c) --------------------------------------------------- */

void jg_domino_spaces(const struct jg_game *g, struct jg_spaces *out);
void jg_domino_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out);
void jg_domino_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out);

extern const struct jg_game_position jg_domino_positions[]; /* positions.c */

/* ---- Agents ------------------------------------------------------------------------------ */

extern const struct jg_agent_kind jg_domino_player; /* player.c */
extern const struct jg_game_policy jg_domino_policy_kind; /* policy.c */

/* The likelihood of the round's choices given each sample (belief.c), for struct jg_game_kind. */
void jg_domino_likelihood(const struct jg_game *g, const void *samples, size_t n, int seat, double *out);

#endif
