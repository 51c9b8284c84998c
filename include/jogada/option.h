/* Options are tables. One table serves the spec of a game or an agent
 * (`kalah:houses=6,seeds=4`), a subcommand's flags (`--games 100`), its help,
 * a form on a page and a tuner. Values land in a struct that the caller owns. */
#ifndef JOGADA_OPTION_H
#define JOGADA_OPTION_H

#include <jogada/status.h>
#include <jogada/text.h>

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

enum jg_option_type {
    JG_OPT_END,    /* closes a table */
    JG_OPT_FLAG,   /* bool: 0 or 1; on the command line its mere presence */
    JG_OPT_INT,    /* int in min..max */
    JG_OPT_COUNT,  /* uint64_t in min..max; k, M, G and T stand for thousands */
    JG_OPT_SIZE,   /* size_t of bytes in min..max; k, M, G and T stand for powers of 1024 */
    JG_OPT_REAL,   /* double in min..max */
    JG_OPT_CHOICE, /* int: index of the word in `choices` */
    JG_OPT_TEXT,   /* char[size], terminated */
};

/* Files that the value of a TEXT option names: what depends on the option depends
 * on what is in them. */
enum jg_reads {
    JG_READS_NOTHING,
    JG_READS_FILE,    /* the value is a path */
    JG_READS_AT,      /* it is one after '@', otherwise a name */
    JG_READS_COMMAND, /* any of its words may be */
};

struct jg_option {
    const char *name;
    enum jg_option_type type;
    size_t offset, size;  /* of the field; see JG_FIELD */
    double min, max;      /* both included; for COUNT max 0 means no limit */
    const char *choices;  /* CHOICE: words parted by '|' */
    const char *standard; /* the default, in text; NULL is 0 or "" */
    const char *value;    /* what to call the value in help: "N", "FILE" */
    enum jg_reads reads;
    char letter;      /* short form on the command line, or 0 */
    const char *help; /* one line, a key of the catalogue */
};

#define JG_FIELD(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

enum { JG_OPTIONS_MAX = 512, JG_SPEC_MAX = 256 }; /* bytes of any options struct; of a spec's text */

/* Writes every default to out. */
void jg_options_reset(const struct jg_option *table, void *out);

/* Sets one option from text; `position` is where the value stands in the
 * whole text, for the error. */
enum jg_status jg_options_set(const struct jg_option *option, void *out, const char *value, size_t length, int position,
                              struct jg_error *err);

/* The option of that name, or NULL. */
const struct jg_option *jg_options_find(const struct jg_option *table, const char *name, size_t length);

/* Length of the name at the start of a spec: up to ':' or the end. */
size_t jg_spec_name(const char *spec);

/* Reads what follows the name of a spec, `:key=value,key=value` or nothing,
 * into out, which is first reset. Positions count from the start of spec.
 * `=value` may be missing for a flag. A key twice is refused. */
enum jg_status jg_spec_options(const char *spec, const struct jg_option *table, void *out, struct jg_error *err);

/* Where the value of a key stands in a spec that was read; -1: not given. */
int jg_spec_place(const char *spec, const char *key);

/* Writes `name:key=value,...` with those options that differ from their
 * defaults, in the table's order: equal settings give equal text. */
void jg_spec_print(struct jg_text *t, const char *name, const struct jg_option *table, const void *values);

/* The value of an option in text, as jg_options_set reads it. */
void jg_option_print(struct jg_text *t, const struct jg_option *option, const void *values);

/* The range or the words an option takes: "1..10", "draw|mover", "0|1". */
void jg_option_range(struct jg_text *t, const struct jg_option *option);

#pragma GCC visibility pop

#endif
