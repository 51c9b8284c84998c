/* A contest: players against each other in pairs of games, all against all or
 * one against the rest. A match is a contest of two. */
#ifndef ARENA_CONTEST_H
#define ARENA_CONTEST_H

#include "arena/series.h"
#include "core/elo.h"

enum { JG_PLAYERS_MAX = 64, JG_LENGTHS = 1024, JG_SAMPLE = 256 };

/* The result of a game, as far as standings need it. */
struct jg_result {
    uint64_t number;
    int32_t score; /* for team 0 */
    int plies;
    int forfeit; /* the team that failed or moved illegally, or -1 */
    double seconds[2];
    uint64_t moves; /* of one of the first JG_SAMPLE games: a hash of its moves in text, see jg_result_hash */
};

uint64_t jg_result_hash(const char *moves);
struct jg_result jg_result_of(const struct jg_played *played);

/* Where the players stand. */
struct jg_standings {
    int players;
    struct jg_tally *tallies; /* players x players: [a * players + b], a < b, from a's side */
    uint64_t sampled,
        distinct;   /* of the first games: how many were looked at, and how many differ in moves or players */
    uint64_t known; /* games that count and were known before */
    uint64_t games; /* of finished pairs: all that counts */
    uint64_t forfeits[JG_PLAYERS_MAX];
    double seconds[JG_PLAYERS_MAX]; /* thought by each */
    uint64_t lengths[JG_LENGTHS];   /* games by their number of plies; the last also counts all longer ones */
};

struct jg_contest {
    const struct jg_game *game;
    const struct jg_player *players;
    int player_count;
    bool gauntlet;             /* the first against the rest, instead of all against all */
    uint64_t pairs;            /* of games between two players */
    const char *const *starts; /* positions to start from, one after the other; NULL: the game's first */
    size_t start_count;
    uint64_t seed;
    int opening;
    const struct jg_sprt *sprt; /* of the first two players; NULL: none */
    int threads;
    const atomic_bool *stop;

    /* Results that are known from earlier, in the order of the numbers, none of
     * which is beyond the last game: these games are not played. NULL: none. */
    const struct jg_result *known;
    size_t known_count;

    /* Told every game that counts, in the order of the numbers, known ones too, by one thread at a time; may be NULL. */
    void (*counted)(void *arg, const struct jg_fixture *fixture, const struct jg_result *result);

    /* As in struct jg_series. */
    enum jg_status (*finished)(void *arg, const struct jg_played *played, struct jg_error *err);

    /* Told the standings after each pair, now and then, by one thread at a time; may be NULL. */
    void (*progress)(void *arg, const struct jg_standings *standings, double share);
    void *arg;
};

/* Random plies that a game should begin with so that agents without chance do not
 * repeat themselves: none where the game has chance, otherwise 4, or less where games are short. */
int jg_opening_default(const struct jg_game *g);

/* Whether so many random plies from a position leave a game to be played. */
bool jg_opening_fits(const struct jg_game *g, const char *start, int plies);

/* How many games a contest has; who plays game `number`. Does not depend on the
 * number of pairs: a contest of more pairs begins with the same games. */
uint64_t jg_contest_games(const struct jg_contest *c);
void jg_contest_fixture(const struct jg_contest *c, uint64_t number, struct jg_fixture *out);

/* Plays it. Standings are those of all pairs up to where it ended, whatever the
 * status: JG_OK all, or decided by sprt; JG_ESTOP stopped. The caller frees them. */
enum jg_status jg_contest_play(const struct jg_contest *c, struct jg_standings *out, struct jg_error *err);
void jg_standings_free(struct jg_standings *s);

/* The results of a against b, whichever way round they are kept; those of a against all. */
struct jg_tally jg_standings_between(const struct jg_standings *s, int a, int b);
struct jg_tally jg_standings_of(const struct jg_standings *s, int a);

/* A player's place. */
struct jg_standing {
    int player;
    double elo, error;
};

/* The players, the best first. False without memory. */
bool jg_standings_rank(const struct jg_standings *s, struct jg_standing *out);

#endif
