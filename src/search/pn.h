/* Proof-number search: does a team win by force from here? For games of two teams
 * without chance and hidden information, where a team may also move twice in a
 * row. A draw is not a win, and neither is a game that never ends.
 *
 * What it says is proven: YES and NO rest on rules alone, and on the 64 bits by
 * which positions are told apart. Two different positions share those by accident:
 * with 100 million look-ups in a table of 2 million entries once in some 90,000
 * searches. */
#ifndef SEARCH_PN_H
#define SEARCH_PN_H

#include <jogada/agent.h>

enum { JG_PN_INFINITE = 1000000000 }; /* as a number: it cannot be done */

enum jg_pn_verdict { JG_PN_UNKNOWN, JG_PN_PROVEN, JG_PN_DISPROVEN };

struct jg_pn_query {
    const void *state;       /* not over */
    int goal;                /* the team that is to win */
    struct jg_limits limits; /* depth: the win must come within so many plies, and NO means that none does */
    const atomic_bool *stop; /* UNKNOWN within 10 ms once it is set; may be NULL */
    const uint64_t *keys;    /* of the game's earlier positions, for repetitions; may be NULL */
    size_t key_count;
    bool shorten; /* after YES look for shorter wins, as far as the limits allow */
};

/* How hard a move seems: positions that must still be won to prove the win after
 * it, and still be saved to disprove it. 0 and JG_PN_INFINITE: it is proven. */
struct jg_pn_move {
    jg_move move;
    uint32_t proof, disproof;
};

struct jg_pn_result {
    enum jg_pn_verdict verdict;
    int plies;     /* YES: the win comes within so many, whatever the other side does */
    bool shortest; /* YES: no win comes within fewer; the line is then as long */
    bool ends;     /* YES: the line goes to the end */
    uint64_t nodes;
    int pv_count; /* YES: the line, at least its first move, with the longest defence that is known */
    jg_move pv[JG_PV_MAX];
    int move_count; /* UNKNOWN: all moves, or none if there was no time; NO: all, or those up to one that saves the game */
    struct jg_pn_move moves[JG_MOVES_MAX];
};

struct jg_pn;

/* For a game, which must stay open, with a table of at most so many bytes (at least
 * one entry): all memory that it ever takes, but for the keys of long games. Handed
 * out by the system as it is used, so that opening and small questions cost little.
 * NULL with err filled. */
struct jg_pn *jg_pn_new(const struct jg_game *g, size_t bytes, struct jg_error *err);
void jg_pn_free(struct jg_pn *pn); /* may be NULL */

/* Forgets all that it found for earlier questions, at once. Otherwise what was
 * found is used again, where goal and repeated positions are the same. */
void jg_pn_forget(struct jg_pn *pn);

/* Answers. After jg_pn_forget and without limit of time the same question has the
 * same answer. Fails only for want of memory for the keys. */
enum jg_status jg_pn_solve(struct jg_pn *pn, const struct jg_pn_query *query, struct jg_pn_result *result,
                           struct jg_error *err);

#endif
