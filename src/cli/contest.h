/* What `match` and `tournament` share: their options, the games, the store. */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include "arena/contest.h"
#include "cli/kept.h"
#include "core/buffer.h"
#include "core/stats.h"
#include "report/report.h"
#include "arena/starts.h"
#include "runs/contest.h"

enum { CONTEST_PATH = 1024, USUAL_GAMES = 100, SPRT_GAMES = 1000000 };

struct contest_options {
    uint64_t games; /* between two players */
    int opening;    /* plies; -1: as the game needs */
    char starts[CONTEST_PATH];
    uint64_t seed;
    char db[CONTEST_PATH], report[CONTEST_PATH];
    bool no_store, again;
};

/* The options of these two commands; 0 games are for the command to settle. */
#define CONTEST_OPTIONS(holder, member, games_help)                                                                    \
    {.name = "games",                                                                                                  \
     .type = JG_OPT_COUNT,                                                                                             \
     JG_FIELD(holder, member.games),                                                                                   \
     .max = 1e9,                                                                                                       \
     .standard = "0",                                                                                                  \
     .letter = 'n',                                                                                                    \
     .value = "N",                                                                                                     \
     .help = games_help},                                                                                              \
        {.name = "opening-plies",                                                                                      \
         .type = JG_OPT_INT,                                                                                           \
         JG_FIELD(holder, member.opening),                                                                             \
         .min = -1,                                                                                                    \
         .max = 1000,                                                                                                  \
         .standard = "-1",                                                                                             \
         .value = "N",                                                                                                 \
         .help =                                                                                                       \
             "moves at random that begin a pair of games; -1: up to 4, none in games with chance or from --starts"},   \
        {.name = "starts",                                                                                             \
         .type = JG_OPT_TEXT,                                                                                          \
         JG_FIELD(holder, member.starts),                                                                              \
         .value = "FILE",                                                                                              \
         .help = "positions to start from, one a line; each pair of games takes the next"},                            \
        {.name = "seed",                                                                                               \
         .type = JG_OPT_COUNT,                                                                                         \
         JG_FIELD(holder, member.seed),                                                                                \
         .standard = "1",                                                                                              \
         .letter = 's',                                                                                                \
         .value = "N",                                                                                                 \
         .help = "random seed; 0: a new one"},                                                                         \
        DB_OPTION_AT(holder, member.db), NO_STORE_OPTION_AT(holder, member.no_store),                                  \
        {.name = "again",                                                                                              \
         .type = JG_OPT_FLAG,                                                                                          \
         JG_FIELD(holder, member.again),                                                                               \
         .help = "play all games anew, whatever the store has of them"},                                               \
        REPORT_OPTION_AT(holder, member.report)

/* A contest on its way. */
struct contest {
    struct cli *c;
    const void *options;             /* all of the command's, and */
    const struct contest_options *o; /* those that are shared, with the number of games settled */
    int argc;
    char **argv;
    const char *kind; /* "match" or "tournament" */
    struct jg_game game;
    char game_spec[JG_SPEC_MAX];
    struct jg_player *players;
    struct jg_contest plan;
    struct jg_starts starts;     /* of --starts */
    struct jg_kept_contest kept; /* .run.id 0: nothing is */
    struct jg_standings standings;
    uint64_t sides[2][3]; /* of a match, by the team of the first player: games won, drawn, lost */
    double *parts;        /* points of the first player in equal parts of the match, if asked for */
    int part_count;
    double begin, seconds;
    double shown; /* when the table on the terminal was drawn, */
    int lines;    /* and how many lines it has */
};

/* Makes it ready from GAME AGENT AGENT...; what is wrong is said. Returns the exit status. */
int contest_open(struct contest *k, struct cli *c, const char *kind, const void *options,
                 const struct contest_options *o, int argc, char **argv);

/* Plays what the store does not have yet, and writes the report. Returns the exit status; unless it is EXIT_SUCCESS
 * nothing is left to say. */
int contest_play(struct contest *k);
void contest_close(struct contest *k);

/* Student's test of the points in the parts of a match. */
struct jg_student contest_student(const struct contest *k);

/* ---- contest_show.c ---------------------------------------------------------------------------- */

/* The cross table, the best first; how it stands, in so many lines and columns, as far as it can be said in them. */
void contest_table(struct jg_buffer *b, const struct contest *k, const struct jg_standings *s);
void contest_live(struct jg_buffer *b, const struct contest *k, const struct jg_standings *s, int width, int height);

/* Settings in one line, for people. */
void contest_settings(const struct contest *k, struct jg_text *t);

/* Prints what makes the result less than it seems: who failed how often, that games are copies of each other. */
void contest_say_doubts(const struct contest *k);

/* Says on standard error how long it took, how much came from the store, and where it is kept. */
void contest_say_end(const struct contest *k);

#endif
