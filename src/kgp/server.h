/* The practice server's end of one connection: it is given bytes and the time, and has
 * bytes to send. Games are played one after the other, seats swapped in pairs; our agent is
 * asked by whoever holds the session. No sockets and no threads here.
 *
 * As on the course's server: forced moves are made without asking; who sends no
 * move until its time is over, or yields without one, has a random one made for it;
 * who has sent illegal moves alone loses; a game is over once a store holds more than
 * half of the seeds. */
#ifndef KGP_SERVER_H
#define KGP_SERVER_H

#include "kgp/board.h"
#include "kgp/line.h"

#include <jogada/record.h>

struct jg_kgp_rules {
    const struct jg_game *game; /* Kalah, with at least two houses: so somebody is asked */
    const char *opponent;       /* what clients are told of our agent */
    int ms;                     /* for each move of the client */
    uint64_t games;             /* with each client; 0: until it leaves */
    int silence;   /* seconds without a word before a client is pinged; as many and `ms` more: it is let go */
    uint64_t seed; /* of moves made for those who are late */
};

/* How a client did. */
struct jg_kgp_counts {
    uint64_t games, wins, draws, losses;
    uint64_t moves;   /* that it was asked for */
    uint64_t late;    /* of these: none came in time */
    uint64_t illegal; /* moves that were sent and could not be made */
    uint64_t errors;  /* other lines that were wrong */
    double seconds;   /* that it took for its moves */
};

struct jg_kgp_server {
    struct jg_kgp_wire wire;
    const struct jg_kgp_rules *rules;
    void (*over)(void *arg, struct jg_kgp_server *s);                   /* a game has ended: record, seat, counts */
    void (*said)(void *arg, struct jg_kgp_server *s, const char *text); /* for whoever watches; may be NULL */
    void *arg;

    char name[JG_KGP_TEXT], author[JG_KGP_TEXT];
    bool playing; /* it has said what it wants */
    bool asks;    /* our agent is to move in the record's position */
    bool failed;  /* there was no memory */

    struct jg_record record;
    int seat;            /* the client's */
    double thought[2];   /* seconds of this game, by seat */
    uint64_t number;     /* games begun */
    uint64_t question;   /* id of the state that it is asked about; 0: none */
    uint64_t questioned; /* the last of these */
    int house;           /* its last legal answer; 0: none */
    bool tried;          /* it has sent an illegal one */
    uint64_t wrong;      /* its lines that were answered by an error */
    double asked, opened, heard, pinged, now;
    struct jg_kgp_counts counts;
    struct jg_rng rng;
};

/* The rules must stay; `stream` is a number of the connection's own. Says hello. */
void jg_kgp_server_open(struct jg_kgp_server *s, const struct jg_kgp_rules *rules, uint64_t stream, double now);
void jg_kgp_server_free(struct jg_kgp_server *s);

void jg_kgp_server_hear(struct jg_kgp_server *s, const char *bytes, size_t n, double now);

/* Does what is due. Returns when something is next. */
double jg_kgp_server_tick(struct jg_kgp_server *s, double now);

/* Our agent's move, to be called where s->asks; 0: it failed, and loses. `seconds` is what it thought. */
void jg_kgp_server_answer(struct jg_kgp_server *s, jg_move move, double seconds, double now);

/* Says goodbye, with a reason before it if that is not NULL. A game under way counts for nobody. */
void jg_kgp_server_leave(struct jg_kgp_server *s, const char *why);

/* The client has gone: it loses the game under way. */
void jg_kgp_server_lost(struct jg_kgp_server *s);

#endif
