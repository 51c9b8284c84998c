/* One table: a game, who sits at it, clocks, what was asked for. It knows neither
 * connections nor the store. Times are milliseconds of a clock that never goes
 * back; whoever calls says what it shows. */
#ifndef WEB_TABLE_H
#define WEB_TABLE_H

#include "store/store.h"
#include "web/peer.h"

enum {
    JG_TABLE_ID = 17,  /* bytes of an id: 16 letters and the end */
    JG_WITNESSES = 32, /* who gave up seats in one game with secrets: no others may sit down then */
};

enum jg_seat_kind { JG_SEAT_OPEN, JG_SEAT_PLAYER, JG_SEAT_AGENT };

struct jg_seat {
    enum jg_seat_kind kind;
    char player[JG_PLAYER_ID]; /* whose it is; of an agent: for whom it stands in, "" for nobody */
    char name[JG_PLAYER_NAME]; /* theirs */
    char agent[JG_SPEC_MAX];   /* of an agent: its spec */
    bool here;                 /* a player who is looking at the table */
    int64_t gone;              /* a player who is not: since when */
};

/* Somebody who has seen the hand of a seat and sits there no longer. */
struct jg_witness {
    char player[JG_PLAYER_ID];
    int seat;
};

/* What players ask each other for. One list makes the kinds and their names. */
#define JG_OFFERS(X)                                                                                                   \
    X(BACK, "back")                                                                                                    \
    X(REMATCH, "rematch")                                                                                              \
    X(SWAP, "swap")

enum jg_offer_kind {
#define X(code, name) JG_OFFER_##code,
    JG_OFFERS(X)
#undef X
        JG_OFFER_COUNT
};

struct jg_offer {
    int by;         /* the seat that asks; -1: nobody */
    unsigned asked; /* bits of the seats that have not answered */
    int ply;        /* of a take back: to where */
};

struct jg_table {
    char id[JG_TABLE_ID];
    char owner[JG_PLAYER_ID];    /* who made it */
    char start[JG_POSITION_MAX]; /* "": the game's own first position */
    const struct jg_game *game;
    struct jg_record record;
    struct jg_seat seats[JG_SEATS_MAX];
    struct jg_offer offers[JG_OFFER_COUNT];
    struct jg_witness witnesses[JG_WITNESSES + JG_SEATS_MAX]; /* of the game that is played */
    int witness_count;
    /* Chance follows from the server's secret and the seed of the game that is played. Neither is shown to anybody. */
    unsigned char secret[JG_SECRET];
    uint64_t seed;
    int given;         /* moves that it was made with */
    int round;         /* games that were played here before */
    int64_t version;   /* grows by one with every move and every other change */
    int64_t game_id;   /* of the finished game in the store; 0: it is not there */
    double seconds[2]; /* thought by the teams */
    bool listed;
    bool dirty; /* changed since it was kept; whoever keeps it clears this */
    int low;    /* the fewest moves that there were since somebody set it to INT_MAX */

    int64_t total, increment; /* of the clocks; total 0: there are none */
    int64_t left[JG_SEATS_MAX];
    int running;      /* whose clock is, to move or, where a seat was given up, that seat's; -1 */
    int64_t since;    /* left[running] was right then; or when it was last looked at */
    bool begun;       /* clocks run even if somebody is away */
    bool paused;      /* an answer is known already and waits for people to follow */
    bool asleep;      /* agents alone, and nobody looks: they do not think, and no clock runs */
    unsigned stalled; /* bits of jg_stall: no clock runs, through no fault of the players */
};

/* Why something was refused; err.lang is set by whoever asks. */
struct jg_no {
    enum jg_refusal code;
    struct jg_error err;
};

/* Fills *no and returns false. */
__attribute__((format(__printf__, 3, 4))) bool jg_refuse(struct jg_no *no, enum jg_refusal code, const char *format,
                                                         ...);

/* ---- table.c ----------------------------------------------------------------------------- */

/* A table with all seats open, at a position ("" or NULL: the first) after some moves (NULL: none); errors of
 * either count in its text. The game must stay open. The caller frees it, whatever the result. */
bool jg_table_init(struct jg_table *t, const struct jg_game *g, const char *start, const char *moves, uint64_t seed,
                   struct jg_no *no);
void jg_table_free(struct jg_table *t);

/* Every seat is taken; somebody has moved since it began; the game is over. */
bool jg_table_ready(const struct jg_table *t);
bool jg_table_started(const struct jg_table *t);
bool jg_table_over(const struct jg_table *t);

/* Agents hold all seats. */
bool jg_table_agents_only(const struct jg_table *t);

/* Its first position was chosen by the player who opened it: not the game's own, or with moves made already. */
bool jg_table_is_set(const struct jg_table *t);

/* The seat by which somebody looks: theirs that is to move, or their first, or JG_NOBODY. */
int jg_table_seat_of(const struct jg_table *t, const char *player);

/* Somebody came to look at the table, or nobody of that identity does any more. */
void jg_table_presence(struct jg_table *t, const char *player, bool here, int64_t now);
bool jg_table_rename(struct jg_table *t, const char *player, const char *name);

/* Whether somebody may take a seat. Who has seen a hand, and stood up, may only have that seat again. */
bool jg_table_may_sit(const struct jg_table *t, const char *player, int seat, struct jg_no *no);
bool jg_table_sit(struct jg_table *t, const char *player, const char *name, int seat, int64_t now, struct jg_no *no);

/* Whether a player knows what sitting down here means: where luck or secrets matter, a set position is one that
 * somebody else may have stacked, and only players who say that they know (`set`) take a seat there. */
bool jg_table_accepts(const struct jg_table *t, const char *player, bool set, struct jg_no *no);
bool jg_table_stand(struct jg_table *t, const char *player, int64_t now, struct jg_no *no);

/* Whether a player has been away for so long that an agent may take the seat. */
bool jg_table_replaceable(const struct jg_table *t, int seat, int64_t absent, int64_t now);

/* An agent takes a seat, or (spec NULL) leaves one; whether that may be. The spec is one that can play here. */
bool jg_table_may_place(const struct jg_table *t, const char *player, int seat, bool agent, int64_t absent, int64_t now,
                        struct jg_no *no);
bool jg_table_place(struct jg_table *t, const char *player, int seat, const char *spec, int64_t absent, int64_t now,
                    struct jg_no *no);

/* A player's move; whether one is legal for them now, or else why not. */
bool jg_table_move(struct jg_table *t, const char *player, int64_t ply, const char *word, int64_t now,
                   struct jg_no *no);
bool jg_table_why(const struct jg_table *t, const char *player, const char *word, struct jg_no *no);

/* The move, legal, of an agent that is to move (false: out of memory, nothing is changed); or it has failed, for a reason in English. */
bool jg_table_play(struct jg_table *t, jg_move move, int64_t now);
void jg_table_fail(struct jg_table *t, int seat, const char *reason, int64_t now);
bool jg_table_resign(struct jg_table *t, const char *player, int64_t now, struct jg_no *no);

/* Makes chance's moves, and those of players that jg_table_forced says; sets the clocks. To be called after anything that changed the table. */
void jg_table_advance(struct jg_table *t, int64_t now);

/* Whether the seat to move in a state of the game has one move only, and everybody can see that: nobody chooses it,
 * where turns are many small moves. Without secrets everybody sees everything. */
bool jg_table_forced(const struct jg_table *t, const void *state, jg_move *move);

/* Charges the clock that is running; a flag that falls loses. When it will fall: INT64_MAX if never. */
void jg_table_clock(struct jg_table *t, int64_t now);
int64_t jg_table_falls(const struct jg_table *t);
int64_t jg_table_left(const struct jg_table *t, int seat, int64_t now);

/* Stops all clocks, or lets them run again: while nothing can be saved; while the agent to move waits for a thread. */
enum jg_stall { JG_STALL_STORE = 1, JG_STALL_QUEUE = 2 };
void jg_table_stall(struct jg_table *t, enum jg_stall why, bool stalled, int64_t now);

/* The agent that is to move has answered: its clock stops until its move is made. */
void jg_table_hold(struct jg_table *t, int64_t now);

/* Takes the increments of moves from number `ply` on away again, before they are taken back. */
void jg_table_lose_increments(struct jg_table *t, int ply);

/* The number that an agent is asked with, which tells nothing of chance. */
uint64_t jg_table_seed(const struct jg_table *t);

/* It has changed, by no move. */
void jg_table_touch(struct jg_table *t);

/* ---- offers.c ------------------------------------------------------------------------------ */

int jg_offer_find(const char *name); /* -1: no such */
const char *jg_offer_name(enum jg_offer_kind kind);

/* The number of moves that a take back would leave, or -1 if it may not be. */
int jg_table_back_to(const struct jg_table *t, const char *player);

/* Asks the others, without those who have been away for `absent` milliseconds, and writes the seats to *asked;
 * nobody: it is done at once. */
bool jg_table_ask(struct jg_table *t, enum jg_offer_kind kind, const char *player, int64_t ply, uint64_t fresh_seed,
                  int64_t absent, int64_t now, unsigned *asked, struct jg_no *no);
bool jg_table_answer(struct jg_table *t, enum jg_offer_kind kind, const char *player, bool yes, uint64_t fresh_seed,
                     int64_t now, struct jg_no *no);

/* Whether seats may go round now. */
bool jg_table_swaps(const struct jg_table *t);

/* After the seats have changed or somebody has long been away: whoever is no player any more neither asks nor is
 * asked, and nobody waits for those who do not come. */
void jg_table_review_offers(struct jg_table *t, uint64_t fresh_seed, int64_t absent, int64_t now);
void jg_table_drop_offers(struct jg_table *t);

/* ---- table_json.c -------------------------------------------------------------------------- */

/* Who looks at a table, and what is not the table's own. */
struct jg_looker {
    const char *player;
    enum jg_lang lang;
    int seat;     /* as jg_table_seat_of says */
    int thinking; /* the seat whose agent thinks, or -1 */
    int64_t now;
    int64_t absent; /* milliseconds after which somebody may be replaced */
};

/* The message of docs/api.md with the moves from number `from` to `ply`, as they may be seen; NULL without memory. */
json_t *jg_table_json(const struct jg_table *t, const struct jg_looker *by, int from, int ply);

/* Its seats alone, as in a list of tables. */
json_t *jg_table_seats_json(const struct jg_table *t, const struct jg_looker *by);

/* ---- table_keep.c -------------------------------------------------------------------------- */

/* What is kept of a table. Texts are in an arena of the caller's; false without memory. */
struct jg_table_texts {
    struct jg_kept_table kept;
    char game[JG_SPEC_MAX];
    const char *players[JG_SEATS_MAX];
    char *moves, *seats, *rest;
};
bool jg_table_write(const struct jg_table *t, int64_t now, struct jg_table_texts *out);
void jg_table_texts_free(struct jg_table_texts *texts);

/* The way back. The caller frees the table, whatever the result. */
bool jg_table_read(struct jg_table *t, const struct jg_game *g, const struct jg_kept_table *kept, int64_t now,
                   struct jg_no *no);

/* Only the seats of a stored table, for a list; false: its text is damaged, or memory ran out. */
bool jg_table_read_seats(struct jg_table *t, const char *seats);
int jg_table_read_given(const struct jg_kept_table *kept);

/* A finished game, to be added to a run of the store. Its moves and names are the caller's (seats of the table). */
struct jg_kept_game jg_table_game(const struct jg_table *t, const char *game, const char *moves);

#endif
