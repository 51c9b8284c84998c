/* Shared by all subcommands: options, output, errors, colours, progress. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "core/cache.h"
#include "report/report.h"
#include "runs/runs.h"

#include <jogada/jogada.h>

#include <stdatomic.h>
#include <stdio.h>

struct jg_buffer;

enum { EXIT_WRONG = 2 };                         /* exit status of a wrong call; 0 is success, 1 failure */
enum { COMMAND_OPTIONS = 48 * JG_POSITION_MAX }; /* largest struct of a command's options, in bytes */
enum { RECORDS_MAX = 1 << 30 };                  /* largest file of games, in bytes */

enum progress_mode { PROGRESS_NONE, PROGRESS_BAR, PROGRESS_PLAIN };

/* The common options and what follows from them. */
struct cli {
    struct {
        bool help, json;
        char lang[16];
        int colour; /* auto, always, never */
        int threads;
        int progress; /* auto, bar, plain, none */
    } options;
    jg_lang lang;
    bool colour, unicode;        /* of standard output */
    bool live;                   /* standard output is a terminal whose lines can be rewritten */
    enum progress_mode progress; /* on standard error; unless it is PROGRESS_NONE, notes are printed there, too */
    const char *program;         /* as it was called: a name or a path */
    const struct command *command;
    const struct batch *batch; /* of 'jogada batch', whose script is written instead of playing; NULL: none */
    bool *failed;              /* set if a reported error was not the caller's fault */
    bool *starved;             /* set if memory ran out and output is incomplete */
};

struct command {
    const char *name;
    const char *arguments; /* as in "GAME DEPTH"; not translated */
    const char *summary;   /* key of the catalogue */
    int least, most;       /* least and greatest number of arguments */
    bool names_command;    /* the first two words are followed by another command's options, which run() parses */
    bool until_stopped;    /* Ctrl-C is a regular way to end it: a session or a server */
    bool reports_cache;    /* its results name the files that it saves in the cache folder */
    const struct jg_option *options;
    size_t options_size;

    /* Runs the command; argv has the arguments without options. Returns the exit status. */
    int (*run)(struct cli *c, const void *options, int argc, char **argv);
};

/* One per file cmd_*.c or folder; main.c lists them. */
extern const struct command cmd_play, cmd_games, cmd_agents, cmd_rules, cmd_perft, cmd_bench;
extern const struct command cmd_analyze, cmd_batch, cmd_book, cmd_bot, cmd_cache, cmd_export, cmd_import, cmd_kgp,
    cmd_learn, cmd_log, cmd_match, cmd_openings, cmd_replay, cmd_rollout, cmd_serve, cmd_solve, cmd_study,
    cmd_tournament, cmd_tree, cmd_tune, cmd_worker;

/* ---- main.c ------------------------------------------------------------------ */

/* Finds a command; NULL: none has the name. */
const struct command *command_find(const char *name);

/* Parses options and arguments, and runs a command. Prints errors. Returns the exit status. */
int command_run(struct cli *c, const struct command *command, int argc, char **argv);

/* Set by Ctrl-C. Long computations poll it and return. */
extern atomic_bool interrupted;

/* Set when the process resumes after Ctrl-Z: the prompt must be drawn again. */
extern atomic_bool continued;

/* Options of several subcommands; each needs a member of the same name. */
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

#define SVG_OPTION(holder, words)                                                                                      \
    { .name = "svg", .type = JG_OPT_TEXT, JG_FIELD(holder, svg), .value = "FILE", .help = words }
enum { SVG_PATH = 1024 };

/* ---- args.c ------------------------------------------------------------------ */

/* Parses the options into common and own, and moves the arguments to the front of argv. Returns the number of
 * arguments, or -1 with err filled; err->position is then -1. */
int args_parse(int argc, char **argv, void *common, const struct jg_option *table, void *own, struct jg_error *err);

/* Returns the index of the subcommand: the first word that is neither a common option nor its value; -1 if there is
 * none. */
int args_command(int argc, char **argv);

/* Returns the language of --lang, before other options are parsed; -1 if there is none. */
int args_lang(int argc, char **argv);

/* Prints the help of an option with its default value in parentheses, joined to a parenthesis that the help ends with:
 * "nodes (0: no limit; default 1000)". An empty value prints no default, nor does a help that names one itself. */
void print_option_help(const struct cli *c, const struct jg_option *o, const char *value);

/* Prints the help of a subcommand. */
void args_help(const struct cli *c, const struct command *command);

/* ---- print.c -------------------------------------------------------------------- */

/* Sets language, colours and progress from options, environment and terminal. Returns false if --lang is unknown. */
bool terminal_setup(struct cli *c);

/* Translates a message to the language of the command. */
const char *tr(const struct cli *c, const char *english);

/* printf, snprintf and jg_text_add with numbers in the notation of the language: 0.5 or 0,5. */
__attribute__((format(printf, 3, 4))) void print_local(const struct cli *c, FILE *f, const char *format, ...);
__attribute__((format(printf, 4, 5))) void format_local(const struct cli *c, char *out, size_t size, const char *format,
                                                        ...);
__attribute__((format(printf, 3, 4))) void add_local(const struct cli *c, struct jg_text *t, const char *format, ...);

/* Returns the columns of a text: its characters, not its bytes. */
int text_width(const char *text);

/* Prints untrusted text, with '?' for control characters and invalid UTF-8, so that it cannot control the terminal.
 * Returns the columns printed. */
int print_safe(FILE *f, const char *text);

/* Prints "jogada: message" to standard error; given text and a position, also the text with a caret below the error.
 * Returns the exit status for the error. */
int print_error(const struct cli *c, const struct jg_error *err, const char *text);

/* Reports that memory ran out. The command may continue, but it will end with the exit status that is returned. */
int print_out_of_memory(const struct cli *c);

/* Prefixes the error's message with path, line and column of its position in the text of a file. */
void locate_in_file(const char *path, const char *text, struct jg_error *err);

/* Opens a game, or prints what is wrong with the spec and returns false. */
bool open_game(const struct cli *c, struct jg_game *g, const char *spec);

/* Replaces a seed of 0 by a random one, or prints why it cannot and returns false. */
bool random_seed(const struct cli *c, uint64_t *seed);

/* Parses a position ("" is the initial one), or prints what is wrong with it and returns false. open_view also accepts
 * a player's view, with hidden information. */
bool open_position(const struct cli *c, const struct jg_game *g, const char *text, void *state);
bool open_view(const struct cli *c, const struct jg_game *g, const char *text, void *state);

/* The chance move at a ply of a game with this seed. */
jg_move draw_by_seed(const struct jg_game *g, const void *state, uint64_t seed, int ply);

/* Makes the chance moves before a player's turn: the first ones of 'play --seed'. Returns whether there were any; a
 * view with hidden parts has none, since it does not determine the outcomes. */
bool deal_by_seed(const struct jg_game *g, uint64_t seed, void *state);

/* Prints a move into buffer and returns it. */
const char *move_text(const struct jg_game *g, const void *state, jg_move move, char buffer[JG_MOVE_MAX]);

/* Writes the name of a team: of its seat or of its two partners. Returns true for partners. */
bool side_name(const struct cli *c, const struct jg_game *g, int team, char out[64]);

/* Prints the label of a line of results; label is a key of the catalogue. */
void print_label(const struct cli *c, const char *label);

/* Prints how a game ended: "player 2 resigns; player 1 wins". */
void print_outcome(const struct cli *c, const struct jg_record *r);

/* Prints the text of a JSON document, with escapes for DEL and C1 control characters, which JSON allows unescaped. */
void print_json_text(FILE *f, const char *text);

/* The style of the command's JSON: flags of jansson. */
enum { JSON_STEP = 2 };
#define JSON_STYLE (JSON_INDENT(JSON_STEP) | JSON_REAL_PRECISION(15))

/* Prints a JSON document and frees it. Returns the exit status. */
int print_json(struct json_t *document);

/* Reports that a document could not be printed. Returns the exit status. */
int print_json_failure(void);

/* Prints a Markdown page: headings are highlighted, code fences removed. */
void print_markdown(const struct cli *c, const char *markdown);

/* Writes a colour escape to standard output, if it has colours. */
void ink(const struct cli *c, enum jg_ink how);

/* ---- output_file.c ------------------------------------------------------------------ */

enum { OUTPUT_BEGIN = JG_REPORT_BEGIN };

/* Checks that a file can be written, before the work for it starts. A file that exists must be empty or `ours`, judging
 * by its first OUTPUT_BEGIN bytes, so that a typo does not destroy another file; else it fails with the message
 * `otherwise`, a format for the path. */
enum jg_status output_ready(const char *path, bool (*ours)(const char *begin), const char *otherwise,
                            struct jg_error *err);

/* Whether a file name ends in .sgf, .svg or .json. */
bool is_sgf_name(const char *path);
bool is_svg_name(const char *path);
bool is_json_name(const char *path);

/* ---- board_file.c ------------------------------------------------------------------- */

/* Checks that --svg can be written to path ("": no picture), before the work starts. Returns EXIT_SUCCESS, or prints an
 * error and returns the exit status. */
int board_ready(const struct cli *c, const char *path);

/* Writes a position as a picture: what how->seat knows of the state. Returns the exit status. */
int board_write(const struct cli *c, const char *path, const struct jg_game *g, const void *state,
                const struct jg_drawing *how);

/* ---- report_file.c ------------------------------------------------------------------ */

/* Checks that --report can be written to path ("" is no report), before the work starts. Returns EXIT_SUCCESS, or
 * prints an error and returns the exit status. */
int report_ready(const struct cli *c, const char *path);

/* Writes a page of report.h and frees it; NULL means that memory ran out. Returns the exit status. */
int report_write(const struct cli *c, const char *path, char *page);

/* Settings of a report. Initialize with {0}; do not copy. */
enum { REPORT_SETTINGS = 16, REPORT_VALUE = 1024 };
struct report_settings {
    struct jg_setting_line lines[REPORT_SETTINGS];
    char values[REPORT_SETTINGS][REPORT_VALUE];
    char command[16 * REPORT_VALUE];
    size_t count;
};

/* Adds a setting; its name is a key of the catalogue. */
__attribute__((format(printf, 3, 4))) void report_setting(struct report_settings *s, const char *name,
                                                          const char *format, ...);

/* Adds a word, quoted for the shell where necessary. */
void shell_word(struct jg_text *t, const char *word);

/* Adds the command line: the arguments, and the options that differ from their defaults, except those named in a list that
 * ends with NULL. */
void command_words(struct jg_text *t, const struct cli *c, const void *options, int argc, char **argv,
                   const char *const *except);

/* Adds the command that reproduces the report: the arguments, and the options that differ from their defaults. */
void report_command(struct report_settings *s, const struct cli *c, const void *options, int argc, char **argv);

/* ---- cache_watch.c ------------------------------------------------------------------ */

/* Describes a file of the cache folder by the game that made it; "" if none did. Returns out. */
enum { CACHE_DESCRIPTION = 128 };
const char *cache_describe(const char *name, jg_lang lang, char out[CACHE_DESCRIPTION]);

struct cache_watch {
    bool active;
    struct jg_cache_file *before;
    size_t count;
};

/* Between these two a command runs. The second one prints a note for each new file of a game in the cache folder, unless
 * the command reports its files itself; it frees the first one's list. */
void cache_watch_begin(struct cache_watch *w, const struct cli *c);
void cache_watch_end(struct cache_watch *w, const struct cli *c);

/* ---- cmd_serve.c --------------------------------------------------------------- */

/* Whether only this machine can reach a server that listens on this address. */
bool is_loopback(const char *bind);

/* ---- progress.c ---------------------------------------------------------------- */

/* Adds lines of text about work in progress to b. */
typedef void progress_note_fn(const struct cli *c, const void *arg, struct jg_buffer *b);

struct progress {
    const struct cli *c;
    enum progress_mode mode;
    const char *title;
    double begin, delay;    /* seconds before anything is shown */
    double shown, pause;    /* when it was drawn last; seconds between two drawings, or plain lines of one tenth */
    int tenths;             /* plain: of the work, at the last line */
    progress_note_fn *note; /* NULL: none */
    const void *note_arg;
    bool noted; /* bar: the line below it is in use */
};

/* Progress on standard error: title, share done, rate (of `amount`, in units; 0: none) and remaining time, as a bar that
 * is redrawn, or as a plain line for every tenth of the work, and at least once a minute. By default, short work shows nothing. */
void progress_begin(struct progress *p, const struct cli *c, const char *title);

/* The same for a table instead of a bar, which progress_due times: it is redrawn less often, since it flickers more. */
void progress_begin_table(struct progress *p, const struct cli *c);

void progress_show(void *p, double share, double amount);
void progress_end(struct progress *p);

/* Shows a line of text below the bar, cut at the width of the terminal, or after each plain line. NULL: none. */
void progress_note(struct progress *p, progress_note_fn *note, const void *arg);

/* Whether progress is to be shown now, for commands that draw it themselves. A share below 0 is unknown. */
bool progress_due(struct progress *p, double share);

#endif
