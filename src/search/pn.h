/* Proof-number search: can a team force a win? For games of two teams without chance or hidden information; a team may
 * move twice in a row. Neither a draw nor an endless game is a win.
 *
 * PROVEN and DISPROVEN follow from the rules alone, except for collisions of the 64-bit position keys: about one in
 * 90,000 searches with 100 million look-ups in a table of 2 million entries. */
#ifndef SEARCH_PN_H
#define SEARCH_PN_H

#include <jogada/agent.h>

enum { JG_PN_INFINITE = 1000000000 }; /* a proof or disproof number: impossible */

enum jg_pn_verdict { JG_PN_UNKNOWN, JG_PN_PROVEN, JG_PN_DISPROVEN };

struct jg_pn_query {
    const void *state;       /* not over */
    int goal;                /* the team that is to win */
    struct jg_limits limits; /* depth: maximum length of the win in plies; DISPROVEN then means none so short */
    const atomic_bool *stop; /* once set, the search ends within 10 ms; may be NULL */
    const uint64_t *keys;    /* of the game's earlier positions, for repetitions; may be NULL */
    size_t key_count;
    bool shorten; /* after a proof, search for shorter wins within the limits */
};

/* Proof and disproof number of a move: the least number of positions to prove or disprove. 0 and JG_PN_INFINITE: the
 * move is proven to win. */
struct jg_pn_move {
    jg_move move;
    uint32_t proof, disproof;
};

struct jg_pn_result {
    enum jg_pn_verdict verdict;
    int plies;     /* proven: maximum length of the win */
    bool shortest; /* proven: no win is shorter; the pv is then as long */
    bool ends;     /* proven: the pv reaches the end of the game */
    uint64_t nodes;
    int pv_count; /* proven: at least the first move, with the longest known defence */
    jg_move pv[JG_PV_MAX];
    int move_count; /* unknown: all moves, or none if time was too short; disproven: all, or up to one that refutes */
    struct jg_pn_move moves[JG_MOVES_MAX];
};

struct jg_pn;

/* For a game, which must outlive it, with a table of at most `bytes` bytes (at least one entry). It takes no more memory
 * later, except for the keys of long games. The system maps the table as it is used, so that small queries are cheap.
 * NULL with err filled. */
struct jg_pn *jg_pn_new(const struct jg_game *g, size_t bytes, struct jg_error *err);
void jg_pn_free(struct jg_pn *pn); /* may be NULL */

/* Clears the table, in constant time. Otherwise later queries with the same goal and the same repeated positions reuse
 * its results. */
void jg_pn_forget(struct jg_pn *pn);

/* Searches. After jg_pn_forget and without a time limit, equal queries get equal results. Fails only if memory for the
 * keys runs out. */
enum jg_status jg_pn_solve(struct jg_pn *pn, const struct jg_pn_query *query, struct jg_pn_result *result,
                           struct jg_error *err);

#endif
