/* Shared by `match` and `tournament`: options, playing and storing the games. A match is a tournament of two
 * players. */
#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

#include "arena/contest.h"
#include "cli/shard.h"
#include "cli/stored.h"
#include "core/buffer.h"
#include "core/stats.h"
#include "report/report.h"
#include "arena/starts.h"
#include "runs/tournament.h"

enum {
    TOURNAMENT_PATH = 1024,
    TOURNAMENT_CONTROLS = 1024,
    TOURNAMENT_RULE = 128,
    USUAL_GAMES = 100,
    SPRT_GAMES = 1000000
};

struct tournament_options {
    uint64_t games; /* per pairing */
    int opening;    /* random opening plies; -1: depends on the game */
    char starts[TOURNAMENT_PATH];
    uint64_t seed;
    char db[TOURNAMENT_PATH], report[TOURNAMENT_PATH];
    bool no_store, again, annotate;
    char controls[TOURNAMENT_CONTROLS];
    int margin; /* milliseconds */
    char resign[TOURNAMENT_RULE], draw[TOURNAMENT_RULE];
    bool database; /* adjudicate by the endgame database */
    struct shard_options shard;
};

/* The options of both commands. The command replaces 0 games by its default. */
#define TOURNAMENT_OPTIONS(holder, member, games_help)                                                                 \
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
             "random moves at the start of each pair of games (default -1: up to 4, none with chance or --starts)"},   \
        {.name = "starts",                                                                                             \
         .type = JG_OPT_TEXT,                                                                                          \
         JG_FIELD(holder, member.starts),                                                                              \
         .value = "FILE",                                                                                              \
         .help = "file of starting positions, one per line; each pair of games uses the next"},                        \
        {.name = "seed",                                                                                               \
         .type = JG_OPT_COUNT,                                                                                         \
         JG_FIELD(holder, member.seed),                                                                                \
         .standard = "1",                                                                                              \
         .letter = 's',                                                                                                \
         .value = "N",                                                                                                 \
         .help = "random seed, 0 for a new one"},                                                                      \
        DB_OPTION_AT(holder, member.db), NO_STORE_OPTION_AT(holder, member.no_store),                                  \
        {.name = "again",                                                                                              \
         .type = JG_OPT_FLAG,                                                                                          \
         JG_FIELD(holder, member.again),                                                                               \
         .help = "play all games again, even if stored"},                                                              \
        {.name = "annotate",                                                                                           \
         .type = JG_OPT_FLAG,                                                                                          \
         JG_FIELD(holder, member.annotate),                                                                            \
         .excludes = "no-store",                                                                                       \
         .help = "store the agents' evaluations of their moves with the games"},                                       \
        {.name = "tc",                                                                                                 \
         .type = JG_OPT_TEXT,                                                                                          \
         JG_FIELD(holder, member.controls),                                                                            \
         .value = "TC",                                                                                                \
         .help = "time control [MOVES/]TIME[+INCREMENT] in seconds, or one for each agent: 60+0.6,30+0.3"},            \
        {.name = "margin",                                                                                             \
         .type = JG_OPT_INT,                                                                                           \
         JG_FIELD(holder, member.margin),                                                                              \
         .max = 60000,                                                                                                 \
         .standard = "0",                                                                                              \
         .value = "MS",                                                                                                \
         .needs = "tc",                                                                                                \
         .help = "with --tc: milliseconds by which an agent may overstep its time"},                                   \
        {.name = "resign",                                                                                             \
         .type = JG_OPT_TEXT,                                                                                          \
         JG_FIELD(holder, member.resign),                                                                              \
         .value = "RULE",                                                                                              \
         .help = "adjudicate a win when both agents agree on it: movecount=3,score=95%"},                              \
        {.name = "draw",                                                                                               \
         .type = JG_OPT_TEXT,                                                                                          \
         JG_FIELD(holder, member.draw),                                                                                \
         .value = "RULE",                                                                                              \
         .help = "adjudicate a draw when both agents agree on it: movenumber=20,movecount=4,score=2%"},                \
        {.name = "tb",                                                                                                 \
         .type = JG_OPT_FLAG,                                                                                          \
         JG_FIELD(holder, member.database),                                                                            \
         .help = "adjudicate positions in the game's endgame database by their exact score"},                          \
        REPORT_OPTION_AT(holder, member.report), SHARD_OPTIONS(holder, member.shard),                                  \
        INEXACT_OPTION(holder, member.shard)

/* A running match or tournament. */
struct tournament {
    struct cli *c;
    const void *options;                /* all options of the command */
    const struct tournament_options *o; /* the shared options, with the final number of games */
    int argc;
    char **argv;
    const char *kind; /* "match" or "tournament" */
    struct jg_game game;
    char game_spec[JG_SPEC_MAX];
    struct jg_player *players;
    struct jg_contest plan;
    struct jg_starts starts;                         /* of --starts */
    struct jg_time_control controls[JG_PLAYERS_MAX]; /* of --tc */
    struct jg_adjudication adjudication;             /* of --resign, --draw and --tb */
    struct jg_run_tournament stored;                 /* .run.id 0: games are not stored */
    struct jg_run_rows rows;                         /* of --rows */
    struct jg_standings standings;
    uint64_t sides[2][3]; /* of a match, by the first player's team: games won, drawn, lost */
    double *parts;        /* points of the first player in each simulation, or NULL */
    int part_count;
    double begin, seconds;
    struct progress progress; /* of the live table, */
    int lines;                /* and its number of lines */
};

/* Initializes it from GAME AGENT AGENT... Prints errors. Returns the exit status. */
int tournament_open(struct tournament *k, struct cli *c, const char *kind, const void *options,
                    const struct tournament_options *o, int argc, char **argv);

/* Plays the games that are not stored yet, and writes the report. Prints errors. Returns the exit status. */
int tournament_play(struct tournament *k);

/* Plays --part or prints --parts instead. Prints errors. Returns the exit status. */
int tournament_shard(struct tournament *k);
void tournament_close(struct tournament *k);

/* Student's t-test of the points in the simulations of a match. */
struct jg_student tournament_t_test(const struct tournament *k);

/* The time controls of the agents as JSON; NULL without clocks. */
struct json_t *tournament_controls_json(const struct tournament *k);

/* The number of adjudicated games by kind as JSON; NULL without adjudication. */
struct json_t *tournament_adjudicated_json(const struct tournament *k);

/* ---- cross_table.c ---------------------------------------------------------------------------- */

/* Add the cross table and the likelihoods of superiority, the best player first; the current standings, cut to this many
 * columns and lines. */
void tournament_cross_table(struct jg_buffer *b, const struct tournament *k, const struct jg_ranking *ranking);
void tournament_live_table(struct jg_buffer *b, const struct tournament *k, const struct jg_standings *s, int width,
                           int height);

/* Adds the settings in one line. */
void tournament_settings(const struct tournament *k, struct jg_text *t);

/* Writes how many games were adjudicated, and how: "12 of 100: agreed win 8, endgame database 4". */
void tournament_adjudicated(const struct tournament *k, struct jg_text *t);

/* Prints what weakens the result: forfeited games, and games that repeat each other. */
void tournament_print_warnings(const struct tournament *k);

/* Prints to standard error which games come from the store, and on a terminal the time and the run. */
void tournament_print_end(const struct tournament *k);

#endif
