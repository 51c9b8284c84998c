/* The server side of one connection, as a state machine: it takes received bytes and the time, and queues bytes to
 * send. It plays games one after another, with seats swapped in pairs. The caller runs our agent. No sockets and no
 * threads.
 *
 * As on the course's server: forced moves are made without a request; a client that sends no move in time, or
 * yields without one, gets a random move; a client that sends only illegal moves loses; a game is over once a store
 * holds more than half of the seeds. */
#ifndef KGP_SERVER_H
#define KGP_SERVER_H

#include "kgp/board.h"
#include "kgp/protocol.h"

#include <jogada/record.h>

struct jg_kgp_rules {
    const struct jg_game *game; /* Kalah with at least two houses, so that not every move is forced */
    const char *opponent;       /* the name of our agent, sent to clients */
    int ms;                     /* time for each move of the client */
    uint64_t games;             /* with each client; 0: no limit */
    int silence;   /* seconds without input before a ping; after the same time plus `ms` the client is disconnected */
    uint64_t seed; /* of the random moves for late clients */
};

/* Results of a client. */
struct jg_kgp_counts {
    uint64_t games, wins, draws, losses;
    uint64_t moves;   /* requested */
    uint64_t late;    /* not sent in time */
    uint64_t illegal; /* illegal moves sent */
    uint64_t errors;  /* other invalid lines */
    double seconds;   /* time used for its moves */
};

struct jg_kgp_server {
    struct jg_kgp_connection conn;
    const struct jg_kgp_rules *rules;
    void (*game_over)(void *arg, struct jg_kgp_server *s);                 /* a game has ended */
    void (*message)(void *arg, struct jg_kgp_server *s, const char *text); /* a message for the log; may be NULL */
    void *arg;

    char name[JG_KGP_TEXT_MAX], author[JG_KGP_TEXT_MAX];
    bool playing;       /* the client has chosen a mode */
    bool agent_to_move; /* in the position of the record */
    bool failed;        /* out of memory */

    struct jg_record record;
    int seat;              /* the client's */
    double thought[2];     /* seconds used in this game, by seat */
    uint64_t number;       /* games started */
    uint64_t request;      /* id of the open state; 0: none */
    uint64_t last_request; /* id of the last state */
    int house;             /* its last legal reply; 0: none */
    bool tried;            /* it has sent an illegal move */
    uint64_t wrong;        /* its invalid lines */
    double asked, opened, heard, pinged, now;
    struct jg_kgp_counts counts;
    struct jg_rng rng;
};

/* Opens a session and queues the greeting. `rules` must outlive it; `stream` is unique to the connection. */
void jg_kgp_server_open(struct jg_kgp_server *s, const struct jg_kgp_rules *rules, uint64_t stream, double now);
void jg_kgp_server_free(struct jg_kgp_server *s);

void jg_kgp_server_receive(struct jg_kgp_server *s, const char *bytes, size_t n, double now);

/* Handles timeouts. Returns the time of the next one. */
double jg_kgp_server_tick(struct jg_kgp_server *s, double now);

/* Plays our agent's move after s->agent_to_move was set; 0: the agent failed and loses. `seconds` is its thinking
 * time. */
void jg_kgp_server_reply(struct jg_kgp_server *s, jg_move move, double seconds, double now);

/* Sends `goodbye`, after an error with the reason unless that is NULL. A game in progress does not count. */
void jg_kgp_server_goodbye(struct jg_kgp_server *s, const char *why);

/* The client has disconnected: it loses the game in progress. */
void jg_kgp_server_disconnected(struct jg_kgp_server *s);

#endif
