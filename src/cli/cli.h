/* What the subcommands share: options, errors, colours, progress. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "report/report.h"
#include "runs/runs.h"

#include <jogada/jogada.h>

#include <stdatomic.h>
#include <stdio.h>

enum { EXIT_WRONG = 2 };                        /* called wrongly; 0 success, 1 it failed */
enum { COMMAND_OPTIONS = 8 * JG_POSITION_MAX }; /* bytes of a command's options at most */
enum { RECORDS_MAX = 1 << 30 };                 /* bytes of a file of games */

/* What every subcommand takes. */
struct cli {
    struct {
        bool help, json;
        char lang[16];
        int colour; /* auto, always, never */
        int threads;
    } options;
    jg_lang lang;
    bool colour, unicode; /* of standard output */
    bool live;            /* standard output is a terminal whose lines can be rewritten */
    bool progress;        /* standard error is a terminal that wants to be told */
    const struct command *command;
    bool *failed;  /* main's: an error was reported that is not the caller's; */
    bool *starved; /* memory ran out, and some of the output is missing */
};

struct command {
    const char *name;
    const char *arguments; /* as in "GAME DEPTH"; not translated */
    const char *summary;   /* key of the catalogue */
    int least, most;       /* how many arguments */
    const struct jg_option *options;
    size_t options_size;

    /* argv holds the arguments alone. Returns the exit status. */
    int (*run)(struct cli *c, const void *options, int argc, char **argv);
};

/* One per file cmd_*.c or folder; main.c lists them. */
extern const struct command cmd_play, cmd_games, cmd_agents, cmd_rules, cmd_perft, cmd_bench;
extern const struct command cmd_analyze, cmd_book, cmd_bot, cmd_export, cmd_import, cmd_kgp, cmd_log, cmd_match,
    cmd_replay, cmd_serve, cmd_solve, cmd_study, cmd_tournament, cmd_tree, cmd_tune;

/* Set by Ctrl-C: whoever works long looks at it and returns. */
extern atomic_bool interrupted;

/* Set when the process goes on after Ctrl-Z: the prompt must be drawn again. */
extern atomic_bool continued;

/* Options that several subcommands have, of a member of the same name. */
#define POSITION_OPTION(holder)                                                                                        \
    {                                                                                                                  \
        .name = "position", .type = JG_OPT_TEXT, JG_FIELD(holder, position), .value = "P", .letter = 'p',              \
        .help = "position to start from (default: the game's initial position)"                                        \
    }
#define SEED_OPTION(holder) SEED_OPTION_AT(holder, seed)
#define SEED_OPTION_AT(holder, member)                                                                                 \
    {                                                                                                                  \
        .name = "seed", .type = JG_OPT_COUNT, JG_FIELD(holder, member), .standard = "1", .letter = 's', .value = "N",  \
        .help = "random seed"                                                                                          \
    }
#define REPORT_OPTION(holder) REPORT_OPTION_AT(holder, report)
#define REPORT_OPTION_AT(holder, member)                                                                               \
    {                                                                                                                  \
        .name = "report", .type = JG_OPT_TEXT, JG_FIELD(holder, member), .value = "FILE",                              \
        .help = "write a report with tables and plots; FILE ends in .html"                                             \
    }

/* ---- args.c ------------------------------------------------------------------ */

/* Reads options (into common and own) and moves the arguments to the front of
 * argv. Returns how many there are, or -1 with err filled; err->position is
 * then -1. */
int args_parse(int argc, char **argv, void *common, const struct jg_option *table, void *own, struct jg_error *err);

/* Where the first word is that is neither one of the common options nor its
 * value: the subcommand. -1: there is none. */
int args_command(int argc, char **argv);

/* The language that --lang asks for, before anything else is read; -1: none. */
int args_lang(int argc, char **argv);

/* Writes the help of one subcommand to standard output. */
void args_help(const struct cli *c, const struct command *command);

/* ---- print.c -------------------------------------------------------------------- */

/* Settles language, colours and progress from options, environment and terminal.
 * False: --lang is not one that jogada speaks. */
bool terminal_setup(struct cli *c);

/* Translates. */
const char *tr(const struct cli *c, const char *english);

/* printf, snprintf and jg_text_add with numbers in the notation of the language: 0.5 or 0,5. */
__attribute__((format(printf, 3, 4))) void print_local(const struct cli *c, FILE *f, const char *format, ...);
__attribute__((format(printf, 4, 5))) void format_local(const struct cli *c, char *out, size_t size, const char *format,
                                                        ...);
__attribute__((format(printf, 3, 4))) void add_local(const struct cli *c, struct jg_text *t, const char *format, ...);

/* Columns that a text takes: its characters, not its bytes. */
int text_width(const char *text);

/* Prints a text of somebody else's, with '?' for control characters and for what is
 * not UTF-8: a terminal shows it and does nothing else. Returns the columns it took. */
int print_safe(FILE *f, const char *text);

/* Prints "jogada: message"; with text and a position also the text and a mark
 * below the mistake. Returns the exit status that fits the error. */
int print_error(const struct cli *c, const struct jg_error *err, const char *text);

/* Prints that memory ran out. The command goes on as well as it can, and ends with the exit status that is returned. */
int print_out_of_memory(const struct cli *c);

/* Puts path, line and column of the error's place in a file's text before its
 * message, in words people look for. */
void locate_in_file(const char *path, const char *text, struct jg_error *err);

/* Opens a game, or says what is wrong with the spec. */
bool open_game(const struct cli *c, struct jg_game *g, const char *spec);

/* Draws a new seed in place of 0, or says why it cannot. */
bool random_seed(const struct cli *c, uint64_t *seed);

/* Reads a position to play from ("" is the first), or says what is wrong with it; or
 * one that may be what a player sees of it, with something hidden. */
bool open_position(const struct cli *c, const struct jg_game *g, const char *text, void *state);
bool open_view(const struct cli *c, const struct jg_game *g, const char *text, void *state);

/* The text of a move, in a buffer of the caller's. */
const char *move_text(const struct jg_game *g, const void *state, jg_move move, char buffer[JG_MOVE_MAX]);

/* The name of a team's seat, or of its pair of partners; true: it is a pair. */
bool side_name(const struct cli *c, const struct jg_game *g, int team, char out[64]);

/* Prints what comes next on a line: a key of the catalogue. */
void print_label(const struct cli *c, const char *label);

/* Prints how a game ended: "player 2 resigns; player 1 wins". */
void print_outcome(const struct cli *c, const struct jg_record *r);

/* Prints the text of a JSON document; control characters that JSON lets be as they
 * are become escapes. */
void print_json_text(FILE *f, const char *text);

/* Prints a JSON document and frees it. Returns the exit status. */
int print_json(struct json_t *document);

/* Prints a page of Markdown: headings stand out, fences of code go. */
void print_markdown(const struct cli *c, const char *markdown);

/* Writes an escape for standard output if it has colours. */
void ink(const struct cli *c, enum jg_ink how);

/* ---- output_file.c ------------------------------------------------------------------ */

enum { OUTPUT_BEGIN = JG_REPORT_BEGIN };

/* Whether a file can be written there, before work is done for it. A slip of the
 * pen must not cost a file that is something else: one that is there must be
 * empty or `ours`, by up to OUTPUT_BEGIN bytes from its beginning; `otherwise`,
 * a format of jg_fail with the path, is what is said. */
enum jg_status output_ready(const char *path, bool (*ours)(const char *begin), const char *otherwise,
                            struct jg_error *err);

/* Whether a file's name ends in .sgf, in .json. */
bool is_sgf_name(const char *path);
bool is_json_name(const char *path);

/* ---- report_file.c ------------------------------------------------------------------ */

/* Whether --report can be written to path ("" is no report), before the work.
 * Returns EXIT_SUCCESS, or says what is wrong and returns the exit status. */
int report_ready(const struct cli *c, const char *path);

/* Writes a page of report.h, which it frees; NULL: there was no memory for it. Returns the exit status. */
int report_write(const struct cli *c, const char *path, char *page);

/* Settings that a report is to tell. Starts as {0}; must not be copied. */
enum { REPORT_SETTINGS = 16, REPORT_VALUE = 1024 };
struct report_settings {
    struct jg_setting_line lines[REPORT_SETTINGS];
    char values[REPORT_SETTINGS][REPORT_VALUE];
    char command[16 * REPORT_VALUE];
    size_t count;
};

/* Adds one; its name is a key of the catalogue. */
__attribute__((format(printf, 3, 4))) void report_setting(struct report_settings *s, const char *name,
                                                          const char *format, ...);

/* A word as a shell reads it: in quotes where it must be. */
void shell_word(struct jg_text *t, const char *word);

/* Adds the command that repeats it: its arguments, and those options that are not as by default. */
void report_command(struct report_settings *s, const struct cli *c, const void *options, int argc, char **argv);

/* ---- cmd_serve.c --------------------------------------------------------------- */

/* Whether only this machine can reach what listens there. */
bool is_loopback(const char *bind);

/* ---- progress.c ---------------------------------------------------------------- */

struct progress {
    const struct cli *c;
    bool on;
    const char *title;
    double begin, shown;
};

/* A bar on standard error, if that is a terminal: title, share done, rate (of
 * what `amount` counts; 0: none) and time left. */
void progress_begin(struct progress *p, const struct cli *c, const char *title);
void progress_show(void *p, double share, double amount);
void progress_end(struct progress *p);

#endif
