/* Contests: matches, round-robin tournaments and gauntlets, played in pairs of games with swapped seats. A match is a
 * contest of two players. */
#ifndef ARENA_CONTEST_H
#define ARENA_CONTEST_H

#include "arena/series.h"
#include "core/elo.h"

enum { JG_PLAYERS_MAX = 64, JG_LENGTHS = 1024, JG_SAMPLE = 256 };

/* The result of a game, for standings. */
struct jg_result {
    uint64_t number;
    int32_t score; /* for team 0 */
    int plies;
    int forfeit; /* the team that failed, moved illegally or ran out of time, or -1 */
    bool late;   /* it ran out of time */
    enum jg_adjudication_kind adjudicated;
    double seconds[2];
    uint64_t moves; /* jg_result_hash of its moves, for the first JG_SAMPLE games */
};

uint64_t jg_result_hash(const char *moves);

struct jg_standings {
    int players;
    struct jg_tally *tallies;   /* players x players: [a * players + b], a < b, from a's side */
    uint64_t sampled, distinct; /* games compared, of the first JG_SAMPLE, and those with different moves or players */
    uint64_t known;             /* counted games whose results were known before */
    uint64_t games;             /* counted games: those of finished pairs */
    uint64_t forfeits[JG_PLAYERS_MAX];           /* games that each player lost by failing, ... */
    uint64_t time_forfeits[JG_PLAYERS_MAX];      /* ... and by running out of time */
    uint64_t adjudicated[JG_ADJUDICATION_COUNT]; /* games that were adjudicated, by kind */
    double seconds[JG_PLAYERS_MAX];              /* thinking time of each player */
    uint64_t lengths[JG_LENGTHS];                /* games by number of plies; the last counts all longer games */
};

struct jg_contest {
    const struct jg_game *game;
    const struct jg_player *players;
    int player_count;
    bool gauntlet;             /* the first against each other player, instead of a round robin */
    uint64_t pairs;            /* of games between any two players */
    const char *const *starts; /* starting positions, used in turn; NULL: the initial position */
    size_t start_count;
    uint64_t seed;
    int opening;
    bool annotate;                              /* see struct jg_arena_game */
    const struct jg_sprt *sprt;                 /* sequential test between the first two players; NULL: none */
    const struct jg_time_control *controls;     /* of the players, whose results then depend on time; NULL: no clocks */
    double margin;                              /* see struct jg_arena_game */
    const struct jg_adjudication *adjudication; /* see struct jg_arena_game */
    const struct jg_anchor *anchor;             /* of the ratings shown; NULL: none */
    int threads;
    struct jg_rows *rows;               /* see struct jg_series */
    uint64_t row_shift;                 /* see struct jg_series */
    struct jg_coordinator *coordinator; /* see struct jg_series */
    const atomic_bool *stop;

    /* Known results, by ascending number, within the contest's games: these games are not played. NULL: none. */
    const struct jg_result *known;
    size_t known_count;

    /* Called for every counted game, known ones too, by ascending number, by one thread at a time; may be NULL. */
    void (*counted)(void *arg, const struct jg_fixture *fixture, const struct jg_result *result);

    /* See struct jg_series. */
    enum jg_status (*finished)(void *arg, const struct jg_played *played, struct jg_error *err);

    /* Called with the standings after some of the pairs, by one thread at a time; may be NULL. */
    void (*progress)(void *arg, const struct jg_standings *standings, double share);
    void *arg;
};

/* The most threads of any player, and the games that can be played at once so that each thinking agent has a core for
 * every thread: more would distort clocks. At least 1. */
int jg_contest_agent_threads(const struct jg_contest *c, int cores);
int jg_contest_clocked_games(const struct jg_contest *c, int cores);

/* The default number of random opening plies, which keep deterministic agents from repeating games: 0 in games with
 * chance, otherwise 4, or fewer in short games. */
int jg_opening_default(const struct jg_game *g);

/* Whether `plies` random plies from a position leave a game to play. */
bool jg_opening_fits(const struct jg_game *g, const char *start, int plies);

/* The number of games of a contest, and the fixture of game `number`, which does not depend on the number of pairs: a
 * longer contest starts with the same games. */
uint64_t jg_contest_games(const struct jg_contest *c);
void jg_contest_fixture(const struct jg_contest *c, uint64_t number, struct jg_fixture *out);

/* The series of all games of a contest, without callbacks: games are played as they are in the contest. */
struct jg_series jg_contest_series(const struct jg_contest *c);

/* Plays a contest. The standings cover all pairs played, whatever the status: JG_OK (all, or decided by sprt) or
 * JG_ESTOP (stopped). The caller frees them. */
enum jg_status jg_contest_play(const struct jg_contest *c, struct jg_standings *out, struct jg_error *err);
void jg_standings_free(struct jg_standings *s);

/* The games that were adjudicated, in all ways. */
uint64_t jg_standings_adjudicated(const struct jg_standings *s);

/* The results of a against b, from a's side; those of a against all others. */
struct jg_tally jg_standings_between(const struct jg_standings *s, int a, int b);
struct jg_tally jg_standings_of(const struct jg_standings *s, int a);

struct jg_ranking {
    int players;
    struct jg_ratings ratings;
    int order[JG_PLAYERS_MAX]; /* the players by descending rating */
};

/* Ranks the players by their ratings; `anchor` may be NULL. False without memory. */
bool jg_standings_rank(const struct jg_standings *s, const struct jg_anchor *anchor, struct jg_ranking *out);
void jg_ranking_free(struct jg_ranking *r); /* may be called twice */

/* The difference of the player at a rank to the next, with the half width of its 95 % confidence interval. False for
 * the last one. */
bool jg_ranking_next(const struct jg_ranking *r, int rank, double *difference, double *error);

/* The likelihood of superiority of the player at a rank over that at another one. */
double jg_ranking_superior(const struct jg_ranking *r, int rank, int other);

#endif
