/* Runs on several machines: parts of a run as files of rows, and worker processes. */
#ifndef CLI_SHARD_H
#define CLI_SHARD_H

#include "cli/cli.h"

#include "arena/contest.h"
#include "arena/coordinator.h"
#include "core/buffer.h"
#include "runs/rows.h"

enum { SHARD_PATH = 1024, SHARD_ROWS = 16384, SHARD_WORKERS = 4096, SHARD_PART = 64, SHARD_PARTS_MAX = 100000 };

struct shard_options {
    char part[SHARD_PART], output[SHARD_PATH];
    char rows[SHARD_ROWS];       /* paths, one per line */
    char workers[SHARD_WORKERS]; /* commands, one per line */
    int parts;
    bool inexact;
};

#define WORKER_OPTIONS(holder, member)                                                                                 \
    {                                                                                                                  \
        .name = "workers", .type = JG_OPT_TEXT, JG_FIELD(holder, member.workers), .many = JG_MANY_TIMES,               \
        .value = "COMMAND", .help = "let 'jogada worker', started by COMMAND, play the games; any number of times"     \
    }

/* For commands whose agents are chosen by the caller and may depend on the machine. */
#define INEXACT_OPTION(holder, member)                                                                                 \
    {                                                                                                                  \
        .name = "inexact", .type = JG_OPT_FLAG, JG_FIELD(holder, member.inexact),                                      \
        .help = "allow agents limited by time, and programs, on several machines"                                      \
    }

/* Options that such commands refuse: the reason is a better reply than "unknown option". */
#define REFUSED_OPTIONS(holder, member)                                                                                \
    {.name = "part",                                                                                                   \
     .type = JG_OPT_TEXT,                                                                                              \
     JG_FIELD(holder, member.part),                                                                                    \
     .value = "A..B",                                                                                                  \
     .help = "not here: a generation needs the results of the one before; use --workers"},                             \
        {.name = "parts",                                                                                              \
         .type = JG_OPT_INT,                                                                                           \
         JG_FIELD(holder, member.parts),                                                                               \
         .max = SHARD_PARTS_MAX,                                                                                       \
         .standard = "0",                                                                                              \
         .value = "N",                                                                                                 \
         .help = "not here: a generation needs the results of the one before; use --workers"},                         \
    {                                                                                                                  \
        .name = "rows", .type = JG_OPT_TEXT, JG_FIELD(holder, member.rows), .many = JG_MANY_WORDS, .value = "FILE...", \
        .help = "not here: a generation needs the results of the one before; use --workers"                            \
    }

#define SHARD_OPTIONS(holder, member)                                                                                  \
    {.name = "part",                                                                                                   \
     .type = JG_OPT_TEXT,                                                                                              \
     JG_FIELD(holder, member.part),                                                                                    \
     .needs = "output",                                                                                                \
     .excludes = "rows",                                                                                               \
     .value = "A..B",                                                                                                  \
     .help = "play games A to B only, counted from 0, and write them to --output"},                                    \
        {.name = "output",                                                                                             \
         .type = JG_OPT_TEXT,                                                                                          \
         JG_FIELD(holder, member.output),                                                                              \
         .letter = 'o',                                                                                                \
         .value = "FILE",                                                                                              \
         .help = "file of rows for --part (zstd if it ends in .zst), or the folder for --parts"},                      \
        {.name = "parts",                                                                                              \
         .type = JG_OPT_INT,                                                                                           \
         JG_FIELD(holder, member.parts),                                                                               \
         .max = SHARD_PARTS_MAX,                                                                                       \
         .standard = "0",                                                                                              \
         .excludes = "part",                                                                                           \
         .value = "N",                                                                                                 \
         .help = "print the commands that play the run in N parts (default 0: play)"},                                 \
        {.name = "rows",                                                                                               \
         .type = JG_OPT_TEXT,                                                                                          \
         JG_FIELD(holder, member.rows),                                                                                \
         .excludes = "parts",                                                                                          \
         .many = JG_MANY_WORDS,                                                                                        \
         .value = "FILE...",                                                                                           \
         .help = "take games from files or folders of rows; missing games are played"},                                \
        WORKER_OPTIONS(holder, member)

/* Options that parts of a run do not have. Ends with NULL. */
extern const char *const SHARD_LOCAL[];

/* Whether a call writes a part or prints the parts, instead of a result. */
static inline bool shard_alone(const struct shard_options *o) { return o->part[0] || o->parts; }

/* Checks that games of these players do not depend on the machine, if others play them; `clocks`: they have clocks. Prints
 * an error and returns false. */
bool shard_check(const struct cli *c, const struct shard_options *o, const struct jg_player *players, int n,
                 bool clocks, uint64_t seed);

/* Checks that the players play the same on every machine, unless --inexact is given. */
enum jg_status shard_exact(const struct shard_options *o, const struct jg_player *players, int n, struct jg_error *err);

/* Makes the coordinator of --workers for these players; *out is NULL without them. */
enum jg_status shard_workers(const struct shard_options *o, const struct jg_player *players, int n,
                             struct jg_coordinator **out, struct jg_error *err);

/* Adds a line with the throughput of each worker. */
void shard_put_workers(const struct cli *c, const struct jg_coordinator *coordinator, struct jg_buffer *b);

/* Shows that line with the progress. Without a coordinator it shows none. */
void shard_note_workers(struct progress *p, const struct jg_coordinator *coordinator);

/* Reports on standard error the workers that failed. */
void shard_print_workers(const struct cli *c, const struct jg_coordinator *coordinator);

/* A run that can be split. */
struct shard_run {
    uint64_t games;
    const char *identity; /* jg_run_rows_identity; NULL: memory ran out */

    /* Plays games first .. last into a file of rows. `progress` may be NULL. */
    enum jg_status (*play)(const struct shard_run *run, uint64_t first, uint64_t last, struct jg_run_rows_file *out,
                           void (*progress)(void *bar, double share), void *bar, struct jg_error *err);
    const void *arg;
    const struct jg_coordinator *coordinator; /* of --workers; may be NULL */
};

/* Plays --part of a run, or prints --parts. Prints errors. Returns the exit status. */
int shard_run(const struct cli *c, const struct shard_options *o, const struct shard_run *run, const void *options,
              int argc, char **argv);

/* For commands that go from generation to generation: refuses --part, --parts and --rows with an error and false. */
bool shard_refuse(const struct cli *c, const struct shard_options *o);

/* Reads the files of --rows. Prints errors. Returns the exit status. The caller frees the rows in any case. */
int shard_read(const struct cli *c, const struct shard_options *o, const char *identity, struct jg_run_rows *out);

/* Reports on standard error how many games came from rows, and how many rows were damaged. */
void shard_print_rows(const struct cli *c, const struct jg_run_rows *rows);

#endif
