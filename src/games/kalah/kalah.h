/* Kalah: declarations shared by the files of this folder. */
#ifndef GAMES_KALAH_H
#define GAMES_KALAH_H

#include "games/games.h"

#include <jogada/agent.h>

struct jg_kalah_options {
    int houses, seeds;
    bool emptycapture;
};

static inline const struct jg_kalah_options *jg_kalah_options(const struct jg_game *g) {
    return (const void *)&g->options;
}

/* Seeds in a house (0 is the first that its owner sows from) and in a store. */
int jg_kalah_seeds(const struct jg_game *g, const void *state, int seat, int house);
int jg_kalah_store(const struct jg_game *g, const void *state, int seat);
int jg_kalah_turn(const struct jg_game *g, const void *state);

/* The number of seeds that `seat` would capture by sowing from a house, including the last seed sown; 0 without a
 * capture. It need not be the seat's turn. The house must not be empty. */
int jg_kalah_captured(const struct jg_game *g, const void *state, int seat, int house);

/* Fills a zeroed state from a list of pits: houses and store of the first player, then of the second. If a side has no
 * seeds in its houses, the game is over and the remaining seeds go to their owner's store. JG_EINPUT if the seeds do
 * not add up. */
enum jg_status jg_kalah_set_position(const struct jg_game *g, void *state, const int *pits, int turn);

extern const struct jg_evaluator jg_kalah_evaluators[];
extern const struct jg_network_file jg_kalah_network;
extern const struct jg_agent_kind jg_kalah_perfect;

/* Inputs of networks, see inputs.c. */
void jg_kalah_inputs(const struct jg_game *g, struct jg_inputs *out);
void jg_kalah_observe(const struct jg_game *g, const void *view, int team, uint64_t *active);

/* Actions and observations, see spaces.c. */
void jg_kalah_spaces(const struct jg_game *g, struct jg_spaces *out);
void jg_kalah_actions(const struct jg_game *g, const void *state, const jg_move *moves, int n, int *out);
void jg_kalah_encode(const struct jg_game *g, const void *view, int seat, uint8_t *out);

void jg_kalah_print(const struct jg_game *g, const void *state, struct jg_text *t);
enum jg_status jg_kalah_parse(const struct jg_game *g, const char *text, void *state, struct jg_error *err);
void jg_kalah_print_move(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
enum jg_status jg_kalah_parse_move(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                   struct jg_error *err);
void jg_kalah_show(const struct jg_game *g, const void *state, const struct jg_style *style, struct jg_text *t);
void jg_kalah_describe_move(const struct jg_game *g, const void *state, jg_move move, jg_lang lang, struct jg_text *t);
struct json_t *jg_kalah_json(const struct jg_game *g, const void *state);
void jg_kalah_svg(const struct jg_game *g, const void *view, const struct jg_drawing *how, struct jg_text *t);

#endif
