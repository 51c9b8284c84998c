/* Options of games, agents and commands. A table of struct jg_option describes the fields of a C struct; it serves to
 * parse specs ("kalah:houses=6,seeds=4") and command lines ("--games 100"), to print help, to draw forms on the web
 * page and to tune. */
#ifndef JOGADA_OPTION_H
#define JOGADA_OPTION_H

#include <jogada/status.h>
#include <jogada/text.h>

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

enum jg_option_type {
    JG_OPT_END,    /* ends a table */
    JG_OPT_FLAG,   /* bool: 0 or 1; on the command line, its presence */
    JG_OPT_INT,    /* int in min..max */
    JG_OPT_COUNT,  /* uint64_t in min..max, with k, M, G, T for powers of 1000 */
    JG_OPT_SIZE,   /* size_t bytes in min..max, with k, M, G, T for powers of 1024 */
    JG_OPT_REAL,   /* double in min..max */
    JG_OPT_CHOICE, /* int: index into `choices` */
    JG_OPT_TEXT,   /* char[size], terminated */
};

/* Which files a TEXT option makes a result depend on. */
enum jg_reads {
    JG_READS_NOTHING,
    JG_READS_FILE,    /* the value is a path */
    JG_READS_AT,      /* the value is "@PATH" or a name */
    JG_READS_COMMAND, /* any word of the value may be a path */
};

/* How often an option may be given on the command line; values are joined by line breaks. */
enum jg_many {
    JG_MANY_NOT,   /* once: the last value counts */
    JG_MANY_TIMES, /* several times */
    JG_MANY_WORDS, /* several times, each with all words up to the next option */
};

struct jg_option {
    const char *name;
    enum jg_option_type type;
    size_t offset, size;  /* of the field; see JG_FIELD */
    double min, max;      /* inclusive; COUNT: max 0 means no limit */
    const char *choices;  /* CHOICE: words separated by '|'; TEXT: values that forms offer, or NULL */
    const char *standard; /* the default value as text; NULL: 0 or "" */
    const char *value;    /* name of the value in help: "N", "FILE" */

    /* CHOICE: a message for each of the words, "" for one that says enough, and NULL at the end. May be NULL. */
    const char *const *labels;

    /* TEXT: turns a text of many lines, which a user pastes, into a value. Errors have offsets in the text. NULL: there
     * is no such text. */
    enum jg_status (*pack)(const char *text, struct jg_text *value, struct jg_error *err);

    enum jg_reads reads;
    enum jg_many many; /* TEXT */
    char letter;      /* short form on the command line; 0: none */
    const char *help; /* a message: one phrase */

    /* On the command line: an option without which this one has no effect, as in "sprt" or "method=genetic|cma", and one
     * that it contradicts. Both may be NULL. */
    const char *needs, *excludes;
};

/* Initializes offset and size for a member of a struct. */
#define JG_FIELD(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

enum {
    JG_OPTIONS_MAX = 640, /* bytes of an options struct */
    JG_SPEC_MAX = 256,    /* bytes of a spec */
};

/* Sets all options to their defaults. */
void jg_options_reset(const struct jg_option *table, void *out);

/* Sets one option from text. `position` is the offset of the value in the whole text, for errors. */
enum jg_status jg_options_set(const struct jg_option *option, void *out, const char *value, size_t length, int position,
                              struct jg_error *err);

/* Finds an option by its name, or returns NULL. */
const struct jg_option *jg_options_find(const struct jg_option *table, const char *name, size_t length);

/* The length of the name that begins a spec. */
size_t jg_spec_name(const char *spec);

/* Parses the options of a spec, ":key=value,key=value" behind its name, into out, which is reset first. "=value"
 * may be missing for a flag; a key may occur once. Positions of errors count from the start of the spec. */
enum jg_status jg_spec_options(const char *spec, const struct jg_option *table, void *out, struct jg_error *err);

/* The offset of the value of a key in a valid spec; -1: the key is missing. */
int jg_spec_position(const char *spec, const char *key);

/* Writes the canonical spec: the name and the options that differ from their defaults, in the order of the table. */
void jg_spec_print(struct jg_text *t, const char *name, const struct jg_option *table, const void *values);

/* Writes the value of an option as jg_options_set reads it. */
void jg_option_print(struct jg_text *t, const struct jg_option *option, const void *values);

/* Writes the i-th word of a CHOICE, from 0; false: it has fewer. */
bool jg_option_choice(struct jg_text *t, const struct jg_option *option, int i);

/* The message that explains the i-th word of a CHOICE to players; NULL: the word says enough. */
const char *jg_option_label(const struct jg_option *option, int i);

/* Writes the range of an option or its choices: "1..10", "draw|mover", "0|1". */
void jg_option_range(struct jg_text *t, const struct jg_option *option);

#pragma GCC visibility pop

#endif
