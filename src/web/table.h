/* One table: a game, its seats, clocks and offers. It knows neither connections nor the store.
 *
 * Times are milliseconds of a monotonic clock, which the caller passes as `now`. Functions that may refuse return false
 * with *refusal filled. */
#ifndef WEB_TABLE_H
#define WEB_TABLE_H

#include "store/store.h"
#include "web/peer.h"

enum {
    JG_TABLE_ID = 17,  /* bytes of an id: 16 letters and the terminator */
    JG_WITNESSES = 32, /* after this many players have seen a hand and left, nobody new may sit down in that game */
};

enum jg_table_seat_kind { JG_SEAT_OPEN, JG_SEAT_PLAYER, JG_SEAT_AGENT };

struct jg_table_seat {
    enum jg_table_seat_kind kind;
    char player[JG_PLAYER_ID]; /* whose seat it is; of an agent: for whom it substitutes, or "" */
    char name[JG_PLAYER_NAME]; /* the player's */
    char agent[JG_SPEC_MAX];   /* the spec of an agent */
    bool here;                 /* the player watches the table */
    int64_t left_at;           /* when a player who is not here left */
};

/* A player who has played in the current game, or seen the hand of a seat, and no longer sits there. */
struct jg_witness {
    char player[JG_PLAYER_ID];
    int seat;
};

/* Offers that the other players have to accept, and their names in JSON. */
#define JG_OFFERS(X)                                                                                                   \
    X(BACK, "back")                                                                                                    \
    X(REMATCH, "rematch")                                                                                              \
    X(SWAP, "swap")                                                                                                    \
    X(DRAW, "draw")

enum jg_offer_kind {
#define X(code, name) JG_OFFER_##code,
    JG_OFFERS(X)
#undef X
        JG_OFFER_COUNT
};

struct jg_offer {
    int by;         /* the seat that offers; -1: there is no offer */
    unsigned asked; /* bits of the seats that have not accepted yet */
    int ply;        /* of a takeback: the ply to return to */
};

/* How a seat lost other than on the board. */
enum jg_forfeit { JG_FORFEIT_NONE, JG_FORFEIT_RESIGNED, JG_FORFEIT_TIME, JG_FORFEIT_FAILED };

struct jg_table {
    char id[JG_TABLE_ID];
    char owner[JG_PLAYER_ID];    /* the player who created it */
    char start[JG_POSITION_MAX]; /* initial position; "": the game's own */
    const struct jg_game *game;
    struct jg_record record;
    struct jg_table_seat seats[JG_SEATS_MAX];
    struct jg_offer offers[JG_OFFER_COUNT];
    int draw_plies[2]; /* at which each team last offered a draw in the current game; -1: never */
    struct jg_witness witnesses[JG_WITNESSES + JG_SEATS_MAX]; /* of the current game */
    int witness_count;
    /* Deals and agents' seeds are derived from both. Neither is ever sent to a client. */
    unsigned char secret[JG_SECRET]; /* the server's */
    uint64_t seed;                   /* of the current game */
    int initial_plies;               /* moves that the table was created with */
    int round;                       /* games finished here before the current one */
    int64_t version;                 /* grows by one with every move and every other change */
    int64_t game_id;                 /* of the finished game in the store; 0: not stored */
    double seconds[2];               /* thinking time of the teams */
    bool listed;                     /* shown in the public list */
    bool friendly;                   /* engine help is allowed although people oppose each other */
    bool dirty;                      /* has unsaved changes; cleared by the caller that saves it */
    int lowest_ply;                  /* least number of moves since the caller last set it to INT_MAX */

    int64_t total, increment; /* of the clocks; total 0: no clocks */
    int64_t left[JG_SEATS_MAX];
    int running;      /* seat whose clock runs: to move, or the first open one if a seat was given up; -1: none */
    int64_t since;    /* when left[running] was last charged */
    bool begun;       /* all players have been present once: clocks no longer wait for absent ones */
    bool paused;      /* the agent's move is known and delayed, so that people can follow */
    bool halted;      /* only agents play, and the owner has stopped them */
    bool asleep;      /* only agents play and nobody watches: no thinking, no clock */
    unsigned stalled; /* bits of enum jg_stall: clocks stand still through no fault of the players */
};

/* Why a request was refused. The caller sets err.lang. */
struct jg_refusal {
    enum jg_refusal_code code;
    struct jg_error err;
};

/* Fills *refusal with a translated message and returns false. */
__attribute__((format(__printf__, 3, 4))) bool jg_refuse(struct jg_refusal *refusal, enum jg_refusal_code code,
                                                         const char *format, ...);

/* ---- table.c ----------------------------------------------------------------------------- */

/* A table with all seats open, at a position ("" or NULL: the game's own) after some moves (NULL: none). Error
 * positions count within the text that is wrong. The game must outlive the table. The caller frees the table in any
 * case. */
bool jg_table_init(struct jg_table *t, const struct jg_game *g, const char *start, const char *moves, uint64_t seed,
                   struct jg_refusal *refusal);
void jg_table_free(struct jg_table *t);

/* No seat is open. */
bool jg_table_ready(const struct jg_table *t);

/* A seat has moved since the table was created. */
bool jg_table_started(const struct jg_table *t);

bool jg_table_over(const struct jg_table *t);

/* Agents hold all seats. */
bool jg_table_agents_only(const struct jg_table *t);

/* Whether a player may set the pace of the agents: the owner of a table where only agents play. */
bool jg_table_may_pace(const struct jg_table *t, const char *player);

/* The owner chose the initial position or initial moves. */
bool jg_table_is_set(const struct jg_table *t);

/* Whether people oppose each other in an unfinished game and this player is one of them, so that the server must not
 * help them; false at friendly tables. Players whom an agent replaces count, and so do players who stood up after
 * the first move while they could still sit down again. */
bool jg_table_is_opposed(const struct jg_table *t, const char *player);

/* The same by the seats alone, for a table whose moves are not loaded. */
bool jg_table_seats_opposed(const struct jg_table *t, const char *player);

/* One player has several hidden hands: people who share a device. All other seats then have agents, and nobody else can
 * sit down before the game is over. */
bool jg_table_shares_hands(const struct jg_table *t);

/* The seat from which a player sees the table: their seat that is to move, else their first, else JG_NOBODY. With several
 * hidden hands their seat that moved last comes before the first: the person at the device may see that hand. */
int jg_table_seat_of(const struct jg_table *t, const char *player);

/* A player began to watch the table, or closed the last connection that did. */
void jg_table_presence(struct jg_table *t, const char *player, bool here, int64_t now);

/* Renames a player on their seats; false: nothing changed. */
bool jg_table_rename(struct jg_table *t, const char *player, const char *name);

/* A player takes a seat. Players who have seen a hand and stood up may only take the same seat again. */
bool jg_table_may_sit(const struct jg_table *t, const char *player, int seat, struct jg_refusal *refusal);
bool jg_table_sit(struct jg_table *t, const char *player, const char *name, int seat, int64_t now,
                  struct jg_refusal *refusal);

/* In games with chance or hidden information the owner may have stacked a set position: players have to accept it
 * (`set`) before they sit down. */
bool jg_table_accepts(const struct jg_table *t, const char *player, bool set, struct jg_refusal *refusal);

/* A player gives up their seats. Several hands are given up only after the game: nobody who takes one of them shall have
 * an opponent who has seen it. */
bool jg_table_may_stand(const struct jg_table *t, const char *player, struct jg_refusal *refusal);
bool jg_table_stand(struct jg_table *t, const char *player, int64_t now, struct jg_refusal *refusal);

/* Whether the player of a seat has been away for `absent` milliseconds, so that an agent may replace them. */
bool jg_table_replaceable(const struct jg_table *t, int seat, int64_t absent, int64_t now);

/* A player gives a seat to an agent, or (spec NULL) removes the agent. The spec has been checked. */
bool jg_table_may_seat_agent(const struct jg_table *t, const char *player, int seat, bool agent, int64_t absent,
                             int64_t now, struct jg_refusal *refusal);
bool jg_table_seat_agent(struct jg_table *t, const char *player, int seat, const char *spec, int64_t absent,
                         int64_t now, struct jg_refusal *refusal);

/* A player's move at ply `ply`; and whether a move would be legal. */
bool jg_table_move(struct jg_table *t, const char *player, int64_t ply, const char *word, int64_t now,
                   struct jg_refusal *refusal);
bool jg_table_check_move(const struct jg_table *t, const char *player, const char *word, struct jg_refusal *refusal);

/* The legal move of the agent that is to move. False: out of memory, nothing has changed. */
bool jg_table_play_agent_move(struct jg_table *t, jg_move move, int64_t now);

/* A seat loses the game. `message` says why an agent failed (JG_FORFEIT_FAILED), otherwise it is ignored. */
void jg_table_forfeit(struct jg_table *t, int seat, enum jg_forfeit how, const char *message, int64_t now);
bool jg_table_resign(struct jg_table *t, const char *player, int64_t now, struct jg_refusal *refusal);

/* All players have agreed on a draw. */
void jg_table_agree(struct jg_table *t, int64_t now);

/* How the game was forfeited; JG_FORFEIT_NONE: it was not. */
enum jg_forfeit jg_table_forfeited(const struct jg_table *t);

/* Makes chance moves and forced moves of players, and sets the clocks. To be called after every change. */
void jg_table_advance(struct jg_table *t, int64_t now);

/* Whether the seat to move has a single move, and this is public knowledge, in a game whose turns are many small moves:
 * the table makes it for the player. */
bool jg_table_forced_move(const struct jg_table *t, const void *state, jg_move *move);

/* Charges the running clock; the seat whose time is up forfeits. */
void jg_table_update_clock(struct jg_table *t, int64_t now);

/* When the running clock reaches zero; INT64_MAX: none runs. */
int64_t jg_table_flag_time(const struct jg_table *t);
int64_t jg_table_time_left(const struct jg_table *t, int seat, int64_t now);

/* Stops the clocks, or lets them run again: while the store cannot be written, or while the agent to move waits in the
 * scheduler's queue. */
enum jg_stall { JG_STALL_STORE = 1, JG_STALL_QUEUE = 2 };
void jg_table_stall_clock(struct jg_table *t, enum jg_stall why, bool stalled, int64_t now);

/* Stops the clock of the agent to move until its move, which is known, is played. */
void jg_table_pause_clock(struct jg_table *t, int64_t now);

/* Subtracts the increments that moves from ply `ply` on have earned, before they are taken back. */
void jg_table_revoke_increments(struct jg_table *t, int ply);

/* The random seed for the agent that is to move; it reveals nothing about the deals. */
uint64_t jg_table_seed(const struct jg_table *t);

/* Records a change: new version, dirty. */
void jg_table_touch(struct jg_table *t);

/* ---- offers.c ------------------------------------------------------------------------------ */

int jg_offer_find(const char *name); /* an enum jg_offer_kind; -1: unknown */
const char *jg_offer_name(enum jg_offer_kind kind);

/* The ply to which a takeback of this player would return; -1: none is possible. */
int jg_table_takeback_ply(const struct jg_table *t, const char *player);

/* A player makes an offer. *asked gets the bits of the seats that have to accept; players who have been away for
 * `absent` milliseconds are not asked, except about a draw. If nobody has to, the offer takes effect at once. */
bool jg_table_offer(struct jg_table *t, enum jg_offer_kind kind, const char *player, int64_t ply, uint64_t fresh_seed,
                    int64_t absent, int64_t now, unsigned *asked, struct jg_refusal *refusal);
bool jg_table_answer_offer(struct jg_table *t, enum jg_offer_kind kind, const char *player, bool yes,
                           uint64_t fresh_seed, int64_t now, struct jg_refusal *refusal);

/* Whether seats may be swapped now; whether a player may offer a draw: in a running game whose rules have draws, without
 * agents, which do not negotiate. */
bool jg_table_can_swap(const struct jg_table *t);
bool jg_table_can_draw(const struct jg_table *t);

/* The number of moves that the opponents of a seat have to make before its team may offer a draw again; 0: it may. */
int jg_table_draw_wait(const struct jg_table *t, int seat);

/* After seats have changed or a player has been away: withdraws offers of players who left, and no longer waits for
 * absent ones. */
void jg_table_review_offers(struct jg_table *t, uint64_t fresh_seed, int64_t absent, int64_t now);
void jg_table_drop_offers(struct jg_table *t);

/* ---- table_json.c -------------------------------------------------------------------------- */

/* For whom a table is rendered, and what the table itself does not know. */
struct jg_viewer {
    const char *player;
    jg_lang lang;
    int seat;     /* by jg_table_seat_of */
    int thinking; /* the seat whose agent is thinking, or -1 */
    int64_t now;
    int64_t absent; /* milliseconds after which an agent may replace a player */
};

/* The `table` message of docs/api.md with moves `from` to `ply`, as this viewer may see them; NULL: out of memory. */
json_t *jg_table_json(const struct jg_table *t, const struct jg_viewer *by, int from, int ply);

/* The seats alone, as in the list of tables. */
json_t *jg_table_seats_json(const struct jg_table *t, const struct jg_viewer *by);

/* ---- table_store.c ------------------------------------------------------------------------- */

/* A table as the store has it, with the texts that `stored` points to. */
struct jg_table_row {
    struct jg_stored_table stored;
    char game[JG_SPEC_MAX];
    const char *players[JG_SEATS_MAX];
    const char *witnesses[JG_WITNESSES + JG_SEATS_MAX];
    char *moves, *seats, *rest;
};

/* Serializes a table; false: out of memory. The caller frees the row in any case. */
bool jg_table_save(const struct jg_table *t, int64_t now, struct jg_table_row *out);
void jg_table_row_free(struct jg_table_row *row);

/* Restores a table. The caller frees it in any case. */
bool jg_table_load(struct jg_table *t, const struct jg_game *g, const struct jg_stored_table *stored, int64_t now,
                   struct jg_refusal *refusal);

/* Restores only what a list of tables shows and jg_table_seats_opposed needs, without the moves: id, seats, witnesses, start,
 * initial_plies, friendly. False: damaged, or out of memory. */
bool jg_table_load_listing(struct jg_table *t, const struct jg_stored_table *stored);

/* A finished game for a run of the store, to be completed by the record. Names stay the table's. */
struct jg_stored_game jg_table_game(const struct jg_table *t, const char *game);

#endif
