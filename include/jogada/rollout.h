/* Rollouts: the chance to win after every move of a position, estimated by simulated games, as backgammon programs do.
 * After each move an agent plays the game to its end in all seats, many times. The result is the value of the position
 * for this agent, which need not play best.
 *
 *     struct jg_rollout_setting setting = {
 *         .game = &game, .state = &state, .agent = "random", .trials = 1000, .confidence = 0.99, .seed = 1};
 *     struct jg_rollout *rollout = jg_rollout_open(&setting, NULL, &err);
 *     while (rollout && !jg_rollout_done(rollout) && !jg_rollout_step(rollout, NULL, NULL, &err)) continue;
 *     jg_rollout_result(rollout, &result);
 *     jg_rollout_close(rollout);
 *
 * Trial k uses the same random numbers for every move (common random numbers): the same seeds of the chance moves in their
 * order, of the agents, and of the hidden information, which is sampled from the belief of the seat to move. So the
 * errors of the differences are smaller than those of the values. */
#ifndef JOGADA_ROLLOUT_H
#define JOGADA_ROLLOUT_H

#include <jogada/agent.h>

#pragma GCC visibility push(default)

struct jg_rollout_setting {
    const struct jg_game *game;       /* must stay open */
    const void *state;                /* a position, or the view of the seat to move; copied */
    const char *agent;                /* spec; copied */
    const struct jg_agent_kind *kind; /* of an agent that is not in the registry; must stay open. NULL: by its spec */
    uint64_t trials;                  /* at most this many of each move; at least 2 */
    double confidence;                /* stops when the best move is known with this confidence, below 1; 0: never */
    bool whole_order;                 /* continues until the order of all moves is known, not only the best one */
    uint64_t seed;
    int threads; /* 0: all cores; the result does not depend on it */
    const atomic_bool *stop;
};

/* A move and its results, for the team of the seat to move. */
struct jg_rollout_move {
    jg_move move; /* 0: the position itself, where chance is to move; its values are those of team 0 */
    uint64_t trials, wins, draws, losses;
    double chance, chance_error; /* to win, 0 to 1; a draw counts half */
    double score, score_error;   /* mean score in the game's unit; the error is NAN if all scores were equal */
    double loss, loss_error;     /* chance of the best move minus this one's over common trials, paired */
    bool out;                    /* shown to be worse than another move with the confidence asked for; never the best */
    bool exact;                  /* neither a choice nor chance follows: the values are exact, the errors 0 */
    bool same;                   /* all trials were the same game, so that they say nothing about errors */
};

struct jg_rollout_result {
    int seat; /* to move, or JG_CHANCE */
    uint64_t trials;
    bool settled; /* the best move, or the whole order, is known with the confidence asked for */
    int move_count;
    struct jg_rollout_move moves[JG_MOVES_MAX]; /* the best first */
};

struct jg_rollout;
struct json_t;

/* Opens a rollout, at its beginning or at a state of jg_rollout_json with the same setting. The caller closes it. NULL:
 * the game is over, the agent does not fit (err->position is an offset in its spec), the state is damaged, or memory
 * ran out. */
struct jg_rollout *jg_rollout_open(const struct jg_rollout_setting *setting, const struct json_t *state,
                                   struct jg_error *err);
void jg_rollout_close(struct jg_rollout *r);

/* Plays the next round of trials, or the rest of one that was stopped. progress, which may be NULL, is called by the
 * calling thread after each of its games with the share of the round; it may call jg_rollout_json. JG_ESTOP: stopped;
 * the finished games of the round are stored in the state, but not in the results. JG_EFIT: all trials were the same game, although it has choices:
 * neither game nor agent has chance. */
enum jg_status jg_rollout_step(struct jg_rollout *r, void (*progress)(void *arg, double share), void *arg,
                               struct jg_error *err);

/* Whether the trials are played, or enough of them. */
bool jg_rollout_done(const struct jg_rollout *r);

/* The position as the rollout knows it: the view of the seat to move, or the whole if chance is to move. */
const void *jg_rollout_view(const struct jg_rollout *r);

/* The results so far. */
void jg_rollout_result(const struct jg_rollout *r, struct jg_rollout_result *out);

/* The results so far and the finished games of the current round, as a state to resume from. The caller owns it; NULL
 * without memory. */
struct json_t *jg_rollout_json(const struct jg_rollout *r);

/* The number of games that the state has. */
uint64_t jg_rollout_games(const struct jg_rollout *r);

/* The default agent for rollouts of a game: fast, and with chance of its own if the game has none. */
const char *jg_rollout_agent(const struct jg_game *g);

#pragma GCC visibility pop

#endif
