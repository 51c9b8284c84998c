/* The bot's side of the protocol of docs/bots.md, with any agent: what
 * `jogada bot` speaks. */
#ifndef AGENTS_BOT_H
#define AGENTS_BOT_H

#include <jogada/agent.h>

struct jg_bot {
    struct jg_agent *agent;  /* the caller's */
    const atomic_bool *stop; /* as in struct jg_query */

    /* What it was told for the next question. */
    bool greeted, placed;
    union jg_state view;
    int seat;
    uint64_t seed;
    uint64_t *keys;
    size_t key_count, key_room;
};

/* Hears one line, without its end, and writes the answer to a cleared text; most
 * lines have none. JG_ESTOP: the table wants nothing more. Any other failure is
 * the table's or the agent's, and nothing more can be said. */
enum jg_status jg_bot_handle(struct jg_bot *b, const char *line, struct jg_text *answer, struct jg_error *err);

/* Leaves zeroes; may be called twice. */
void jg_bot_free(struct jg_bot *b);

#endif
