/* The bot's side of the protocol in docs/bots.md, for any agent: used by `jogada bot`. */
#ifndef AGENTS_BOT_H
#define AGENTS_BOT_H

#include <jogada/agent.h>

struct jg_bot {
    struct jg_agent *agent;  /* the caller's */
    const atomic_bool *stop; /* see struct jg_query */

    /* The next request, as received so far. */
    bool greeted, placed;
    union jg_state view;
    int seat;
    uint64_t seed;
    struct jg_query_clock clock;
    uint64_t *keys;
    size_t key_count, key_room;
};

/* Handles one line, without its newline, and writes the reply to a cleared text; most lines have none. JG_ESTOP: the
 * table has quit. Any other failure ends the conversation. */
enum jg_status jg_bot_handle(struct jg_bot *b, const char *line, struct jg_text *reply, struct jg_error *err);

/* Leaves zeroes; may be called twice. */
void jg_bot_free(struct jg_bot *b);

#endif
