/* Our end of a connection as a client: it is given bytes and has bytes to send.
 * Whoever holds it answers the questions, several at once if the server asks so,
 * and is told of games as far as the protocol lets a client know of them. No
 * sockets and no threads here. */
#ifndef KGP_CLIENT_H
#define KGP_CLIENT_H

#include "kgp/board.h"
#include "kgp/line.h"

enum {
    JG_KGP_QUESTIONS = 16, /* that may be open at once */
    JG_KGP_GAMES = 16,     /* that may be under way at once; the one asked about longest ago is given up */
    JG_KGP_MOVES = 1024,   /* bytes of the moves of a game */
};

/* Who we say we are; "" is not said. */
struct jg_kgp_identity {
    const char *name, *author, *description, *token;
};

enum jg_kgp_result { JG_KGP_UNKNOWN, JG_KGP_LOST, JG_KGP_DRAWN, JG_KGP_WON };

/* A game as far as we know of it. */
struct jg_kgp_game {
    uint64_t number;                             /* 1 is the first; 0: no game */
    char id[JG_KGP_TEXT], opponent[JG_KGP_TEXT]; /* as the server calls them; "": it does not */
    struct jg_kgp_board board;                   /* that we were asked about last */
    int house;                                   /* what we answered; 0: nothing */
    int count;                                   /* our moves */
    char moves[JG_KGP_MOVES];                    /* their houses */
    enum jg_kgp_result result;
    bool told;     /* by the server; else it is clear from our last move, or not known */
    int seeds[2];  /* in our store and the other's, at the end or when last seen */
    uint64_t last; /* for whoever was asked about longest ago */
};

struct jg_kgp_calls {
    void *arg;
    void (*ask)(void *arg, int question, const struct jg_kgp_board *board);
    void (*stop)(void *arg, int question); /* an answer is not wanted any more, and must not be given */
    void (*over)(void *arg, const struct jg_kgp_game *game);
    void (*said)(void *arg, const char *text);  /* the server's error */
    void (*wrong)(void *arg, const char *text); /* what was wrong with the server's line, or cannot be played */
};

struct jg_kgp_client {
    struct jg_kgp_wire wire;
    const struct jg_kgp_calls *calls;
    const struct jg_kgp_identity *who;
    bool emptycapture; /* the server's rules */
    uint64_t limit;    /* games after which we leave; 0: none */

    bool begun;                /* the server has said which protocol it speaks */
    bool dismissed;            /* it has said goodbye */
    bool left;                 /* we have */
    int version[3];            /* of its protocol */
    char server[JG_KGP_TEXT];  /* what it calls itself */
    char foreign[JG_KGP_TEXT]; /* it does not speak our protocol: what it said; "": it does */

    char id[JG_KGP_TEXT], opponent[JG_KGP_TEXT]; /* of the states to come */
    char told[JG_KGP_TEXT];                      /* id of the game whose result was told last */
    uint64_t games, ended, states;
    int complaints;
    struct jg_kgp_game game[JG_KGP_GAMES];
    struct {
        bool open, has_id;
        uint64_t id, number; /* its own; of the game */
        int game, house;
    } question[JG_KGP_QUESTIONS];
};

/* What is given must stay. */
void jg_kgp_client_open(struct jg_kgp_client *c, const struct jg_kgp_identity *who, const struct jg_kgp_calls *calls,
                        bool emptycapture, uint64_t limit);
void jg_kgp_client_free(struct jg_kgp_client *c);

void jg_kgp_client_hear(struct jg_kgp_client *c, const char *bytes, size_t n);

/* The best answer so far, a house from 1; may be called again and again. */
void jg_kgp_client_move(struct jg_kgp_client *c, int question, int house);

/* There will be no better one. */
void jg_kgp_client_done(struct jg_kgp_client *c, int question);

/* There will be none at all. */
void jg_kgp_client_refuse(struct jg_kgp_client *c, int question, const char *why);

/* Says goodbye. */
void jg_kgp_client_leave(struct jg_kgp_client *c);

/* The connection has ended: so have all games. */
void jg_kgp_client_end(struct jg_kgp_client *c);

#endif
