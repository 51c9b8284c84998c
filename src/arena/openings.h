/* Suites of opening positions whose balance is measured: by the exact score, by an agent's evaluation, or by playing.
 * Candidates are positions after random moves, or given ones; equal positions are measured once. In an unbalanced
 * position both agents of a match win with the same side, so a pair of games from there shows no difference.
 *
 * The suite depends on the settings alone, not on the number of threads. Its file is one of starting positions
 * (arena/starts.h) with the measurements in comments, from which an unfinished suite resumes. */
#ifndef ARENA_OPENINGS_H
#define ARENA_OPENINGS_H

#include "arena/adjudication.h"
#include "arena/player.h"
#include "core/seeding.h"

enum jg_openings_method { JG_OPENINGS_EXACT, JG_OPENINGS_SEARCH, JG_OPENINGS_PLAY };

struct jg_openings_setting {
    const struct jg_game *game;     /* must stay open */
    const struct jg_player *player; /* evaluates, or plays against itself; NULL for exact scores */
    enum jg_openings_method method;
    uint64_t games;              /* of a position, to measure it by playing */
    int plies;                   /* random moves before a candidate; chance moves until a player's turn follow */
    const char *const *from;     /* the candidates, instead of random ones; NULL: none */
    size_t from_count;           /* their number */
    bool all;                    /* candidates of any balance */
    struct jg_threshold balance; /* otherwise: maximum distance from an even game */
    uint64_t count;              /* positions to find; 0: as many as there are candidates */
    uint64_t seed;
    int threads;
    const atomic_bool *stop; /* may be NULL */
};

/* A position and its measurements, rounded as in the file. */
struct jg_opening {
    char *position;
    double chance; /* of winning of the first team, a draw being half a win; NAN: the agent gave no evaluation */
    double error;  /* its standard error, if it was measured by playing; otherwise 0 */
    double score;  /* of the first team, in the game's unit: exact, evaluated, or the mean; NAN: unknown */
};

struct jg_openings {
    struct jg_openings_setting setting;
    struct jg_opening *at;
    size_t count, room;
    uint64_t candidates; /* generated so far, including duplicates and finished games */
    struct jg_seeding seeding;
    uint64_t *seen; /* hashes of the candidates: open addressing, 0 is free */
    size_t seen_count, seen_room;
};

/* The name of a method: "exact", "search", "play". */
const char *jg_openings_method_name(enum jg_openings_method method);

/* Whether the exact score of every position is known quickly: from the endgame database, or by solving the initial
 * position within a million nodes. JG_EMEMORY. */
enum jg_status jg_openings_solvable(const struct jg_game *g, bool *out, struct jg_error *err);

/* The method that fits a player: evaluation if it reports one for the initial position, and if the game hides nothing
 * from it, otherwise playing. Fails if the agent does. */
enum jg_status jg_openings_choose(const struct jg_game *g, const struct jg_player *player,
                                  enum jg_openings_method *method, struct jg_error *err);

/* Begins an empty suite; the caller frees it in any case. */
void jg_openings_init(struct jg_openings *o, const struct jg_openings_setting *setting);
void jg_openings_free(struct jg_openings *o);

/* Whether the suite is complete, or no candidates are left. */
bool jg_openings_done(const struct jg_openings *o);

/* Measures the next candidates, in parallel. `progress` may be NULL; it is called with the number of measured candidates of
 * this step by one thread at a time. JG_ESTOP: stopped; the suite has the positions of the
 * steps before. After a failure it can only be written and freed. */
enum jg_status jg_openings_step(struct jg_openings *o, void (*progress)(void *arg, size_t measured), void *arg,
                                struct jg_error *err);

/* The text of the file. The caller frees it; NULL without memory. */
char *jg_openings_write(const struct jg_openings *o);

/* Whether a file, of which at least the first line is given, is one of these. */
bool jg_openings_is_file(const char *begin);

/* Continues the suite of a file that was written with the same settings, except `count`, and with no more positions than
 * that. False: it was not, and the suite stays empty, or memory ran out. */
bool jg_openings_resume(struct jg_openings *o, const char *text);

#endif
