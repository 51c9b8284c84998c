/* The policy network of dominoes: the probability of each choice, given the public history of the round, the hand and
 * the score. A move has binary inputs; their network (game/network.h) gives a logit, and the probabilities of the legal
 * moves are the softmax of their logits. `jogada learn domino` trains it on the choices of agent `domino`.
 *
 * Inputs that follow from public information are computed once for all hands that a seat may have held (belief.h). */
#ifndef GAMES_DOMINO_POLICY_H
#define GAMES_DOMINO_POLICY_H

#include "game/network.h"
#include "games/domino/model.h"

enum { JG_DOMINO_INPUT_WORDS = 3 };

/* What everybody knows when a seat is to move. */
struct jg_domino_public {
    const struct jg_domino_context *context;
    uint8_t left[4];      /* tiles in the hands, by place: the mover, the next seat, the partner, the seat before */
    uint8_t lacks_before; /* numbers that passes exclude from the hand of the seat before */
    uint8_t leaver[4];    /* the place that left the end of each arm */
    uint8_t opened[4][7]; /* how often each place left a number open */
    int to_go[2];         /* points that the mover's team and the other one lack */
};

/* The move of a tile to an arm, with the public part of its inputs. */
struct jg_domino_candidate {
    uint8_t tile, old, new; /* numbers that it covers and leaves open; old is JG_DOMINO_NONE at the opening */
    uint8_t played[2];      /* tiles on the table with the new and the old number */
    uint8_t open;           /* set of numbers open afterwards */
    int16_t points;         /* of the ends */
    uint64_t active[JG_DOMINO_INPUT_WORDS];
};

/* Collects what is known about a decision from a state or view, of which it uses public parts only; `context` is that
 * of the decision, and must outlive *out. */
void jg_domino_public(struct jg_domino_public *out, const struct jg_domino_context *context, const struct jg_domino *at,
                      const int32_t points[2]);

/* Describes a choice (tile + 32 * arm). */
void jg_domino_candidate(const struct jg_domino_public *p, int choice, struct jg_domino_candidate *out);

/* The probabilities of n candidates, all legal moves of a hand. */
void jg_domino_policy(const struct jg_network *network, uint32_t hand,
                      const struct jg_domino_candidate *const *candidates, int n, float *probabilities);

/* Opens a policy: "" for the network that comes with the program, "linear" for none (*out is NULL), @FILE. The caller
 * frees *out. */
enum jg_status jg_domino_policy_open(struct jg_network **out, const struct jg_game *g, const char *name,
                                     struct jg_error *err);

#endif
