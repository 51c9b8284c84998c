/* The client side of one connection, as a state machine: it takes received bytes and queues bytes to send. The caller
 * finds the moves for the server's requests, several at a time if the server sends them so, and is notified of games as
 * far as the protocol reveals them. No sockets and no threads. */
#ifndef KGP_CLIENT_H
#define KGP_CLIENT_H

#include "kgp/board.h"
#include "kgp/protocol.h"

enum {
    JG_KGP_REQUESTS_MAX = 16, /* open at the same time */
    JG_KGP_GAMES_MAX = 16,    /* in progress at the same time; the least recently used is dropped */
    JG_KGP_MOVES_MAX = 1024,  /* bytes of a game's move list */
};

/* The client's description of itself; "" is not sent. */
struct jg_kgp_identity {
    const char *name, *author, *description, *token;
};

enum jg_kgp_result { JG_KGP_UNKNOWN, JG_KGP_LOST, JG_KGP_DRAWN, JG_KGP_WON };

/* A game as far as the client knows it. */
struct jg_kgp_game {
    uint64_t number;                                     /* from 1; 0: unused */
    char id[JG_KGP_TEXT_MAX], opponent[JG_KGP_TEXT_MAX]; /* as named by the server, or "" */
    struct jg_kgp_board board;                           /* of the last request */
    int house;                                           /* our last move; 0: none */
    int count;                                           /* number of our moves */
    char moves[JG_KGP_MOVES_MAX];                        /* our moves, as house numbers */
    enum jg_kgp_result result;
    bool announced; /* by the server; else the result follows from our last move or is unknown */
    int seeds[2];   /* in our store and the opponent's, at the end or when last seen */
    uint64_t last;  /* when it was last used, counted in states */
};

/* Callbacks of a client. */
struct jg_kgp_client_events {
    void *arg;
    void (*request)(void *arg, int request, const struct jg_kgp_board *board); /* find a move */
    void (*cancel)(void *arg, int request);                                    /* the move must not be sent any more */
    void (*game_over)(void *arg, const struct jg_kgp_game *game);
    void (*server_error)(void *arg, const char *text); /* an `error` of the server */
    void (*problem)(void *arg, const char *text);      /* an invalid line of the server, or an unplayable board */
};

struct jg_kgp_client {
    struct jg_kgp_connection conn;
    const struct jg_kgp_client_events *events;
    const struct jg_kgp_identity *who;
    bool emptycapture; /* the server's rules */
    uint64_t limit;    /* games to play before goodbye; 0: no limit */

    bool begun;                    /* the server has sent `kgp` */
    bool dismissed;                /* the server has sent `goodbye` */
    bool left;                     /* we have sent `goodbye` */
    int version[3];                /* of the server's protocol */
    char server[JG_KGP_TEXT_MAX];  /* the server's name */
    char foreign[JG_KGP_TEXT_MAX]; /* first line of a server with another protocol; else "" */

    char id[JG_KGP_TEXT_MAX], opponent[JG_KGP_TEXT_MAX]; /* of the following states */
    char announced[JG_KGP_TEXT_MAX];                     /* id of the game whose result was announced last */
    uint64_t games, ended, states;
    int complaints;
    struct jg_kgp_game game[JG_KGP_GAMES_MAX];
    struct {
        bool open, has_id;
        uint64_t id, number; /* of the state; of the game */
        int game, house;
    } request[JG_KGP_REQUESTS_MAX];
};

/* `who` and `events` must outlive the client. */
void jg_kgp_client_open(struct jg_kgp_client *c, const struct jg_kgp_identity *who,
                        const struct jg_kgp_client_events *events, bool emptycapture, uint64_t limit);
void jg_kgp_client_free(struct jg_kgp_client *c);

void jg_kgp_client_receive(struct jg_kgp_client *c, const char *bytes, size_t n);

/* Sends the best move so far, a house from 1; may be called repeatedly. */
void jg_kgp_client_move(struct jg_kgp_client *c, int request, int house);

/* Ends the reply: sends `yield`. */
void jg_kgp_client_yield(struct jg_kgp_client *c, int request);

/* Replies with an error instead of a move. */
void jg_kgp_client_refuse(struct jg_kgp_client *c, int request, const char *why);

/* Sends `goodbye`. */
void jg_kgp_client_goodbye(struct jg_kgp_client *c);

/* Ends all requests and games after the connection has ended. */
void jg_kgp_client_disconnected(struct jg_kgp_client *c);

#endif
