/* Studies reproduce the experiments of a paper and compare their tables with ours. A study fills a result, from which
 * text, pages and JSON are made in any language; it prints nothing. */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include "core/phrase.h"

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Results --------------------------------------------------------------------- */

/* How the numbers of a column are printed. */
enum jg_study_unit {
    JG_UNIT_COUNT,   /* whole numbers */
    JG_UNIT_LEAD,    /* margin: whole numbers with a sign */
    JG_UNIT_MEAN,    /* three significant digits */
    JG_UNIT_SECONDS, /* time in s, ms, us or ns */
    JG_UNIT_TIMES,   /* ratio */
    JG_UNIT_SHARE,   /* 0..1, in percent */
    JG_UNIT_CHANCE,  /* probability or p-value, 0..1 */
    JG_UNIT_AGREES,  /* 1: agrees with the paper, 0: differs */
    JG_UNIT_WEIGHT,  /* weight of an evaluator: three decimals */
    JG_UNIT_REWARD,  /* one decimal */
    JG_UNIT_VALUE,   /* expected reward: four decimals */
    JG_UNIT_WORD,    /* index into the words of the column */
};

struct jg_study_column {
    const char *name;  /* for programs */
    const char *group; /* heading above adjacent columns with the same group; key of the catalogue, or NULL */
    const char *title; /* key of the catalogue */
    enum jg_study_unit unit;
    const char *const *words; /* of JG_UNIT_WORD: keys of the catalogue */
};

enum { JG_STUDY_TABLES = 8, JG_STUDY_COLUMNS = 12, JG_STUDY_ROWS = 128, JG_STUDY_VERDICTS = 8 };

enum { JG_STUDY_TEXT = 2048 }; /* bytes of any phrase of a result in any language */

/* A table of a result. A missing number is NAN. */
struct jg_study_table {
    const char *name;  /* for programs */
    const char *title; /* key of the catalogue */
    const char *note;  /* footnote: key of the catalogue, or NULL */
    const struct jg_study_column *columns;
    int column_count, row_count;
    int every; /* people see the first, the last and every N-th row (0: all); plots and JSON have all rows */
    double cells[JG_STUDY_ROWS][JG_STUDY_COLUMNS];
};

struct jg_study_verdict {
    bool holds; /* the paper's claim, or an assumption of the study, holds */
    struct jg_phrase text;
};

struct jg_study_result {
    struct jg_study_table tables[JG_STUDY_TABLES];
    int table_count;
    struct jg_study_verdict verdicts[JG_STUDY_VERDICTS];
    int verdict_count;
    struct jg_phrase extent; /* a sentence on the extent of the work besides games; empty if none */
};

/* Add an empty table; a row of NANs for the caller to fill; a verdict whose text, still empty, the caller writes. */
struct jg_study_table *jg_study_add_table(struct jg_study_result *result, const char *name, const char *title,
                                          const struct jg_study_column *columns, int column_count);
double *jg_study_add_row(struct jg_study_table *table);
struct jg_phrase *jg_study_add_verdict(struct jg_study_result *result, bool holds);

/* Formats a number for people: "63.6 us", "12.5 x", "95.3 %", or "-" if it is missing. Not for JG_UNIT_WORD. */
void jg_study_print(struct jg_text *t, enum jg_study_unit unit, double value, jg_lang lang);

/* The word of a JG_UNIT_WORD cell, which must not be missing. */
static inline const char *jg_study_word(const struct jg_study_column *column, double value) {
    return column->words[(int)value];
}

/* Whether a row is shown to people, see jg_study_table.every. */
static inline bool jg_study_shown(const struct jg_study_table *table, int row) {
    return !table->every || row == 0 || row == table->row_count - 1 || (row + 1) % table->every == 0;
}

/* ---- Studies ---------------------------------------------------------------------- */

struct jg_study_checkpoint;
struct jg_study_games;
struct jg_study_outline;
struct jg_rows;
struct jg_coordinator;

struct jg_study_setting {
    bool quick;
    bool all;    /* include the parts that take very long; only for studies with `all` */
    bool compat; /* also play as the paper's own program does, bugs included; only for studies with `compat` */
    uint64_t seed;
    int games;   /* of each table cell */
    int threads; /* 0: all cores; results do not depend on it */
    const atomic_bool *stop;
    struct jg_study_checkpoint *checkpoint; /* stores finished parts for resuming; may be NULL */
    struct jg_study_games *store;           /* stores the games; may be NULL */
    bool store_all; /* `store` gets all games: also those of generations, which are many, and of finished parts */
    struct jg_study_outline *outline;   /* numbers the games of all parts (study/games.h); NULL: `rows` is, too */
    struct jg_rows *rows;               /* see struct jg_series */
    struct jg_coordinator *coordinator; /* see struct jg_series */

    /* Receives the share done of the work that was not in the checkpoint; called by one thread at a time; may be
     * NULL. */
    void (*progress)(void *arg, double share);
    void *arg;
};

struct jg_study {
    const char *name;
    const char *title;   /* key of the catalogue */
    const char *summary; /* key of the catalogue */
    const char *source;  /* the paper; may be a key of the catalogue */
    int games, quick_games;
    bool compat;  /* supports setting->compat */
    bool all;     /* supports setting->all */
    bool splits;  /* its games neither depend on the results of earlier ones nor measure time: they have an outline */
    bool evolves; /* its games depend on the results of earlier ones: workers may play them, but it has no parts */

    int game_bytes; /* of the store for each game, as measured; 0: no games are stored */
    uint64_t (*most_games)(const struct jg_study_setting
                               *setting); /* that are stored, 0 if the settings are wrong; NULL: those of its outline */

    /* Runs the study. JG_ESTOP when stopped; finished parts are then in setting->checkpoint. */
    enum jg_status (*run)(const struct jg_study_setting *setting, struct jg_study_result *result, struct jg_error *err);
};

/* The i-th study in listing order; NULL after the last. */
const struct jg_study *jg_study_at(size_t i);

/* The name of the game that the study is about: the game whose kind lists it. */
const char *jg_study_game(const struct jg_study *study);

/* The study of that name, or NULL with err filled. */
const struct jg_study *jg_study_find(const char *name, struct jg_error *err);

extern const struct jg_study jg_study_mancala_time, jg_study_mancala_random, jg_study_kalah_values,
    jg_study_loa_genetic;
extern const struct jg_study jg_study_domino_complexity, jg_study_domino_rounds, jg_study_domino_depth,
    jg_study_domino_basic, jg_study_domino_genetic, jg_study_domino_antonio, jg_study_domino_strategies,
    jg_study_domino_nodes;
extern const struct jg_study jg_study_magic_mulligan, jg_study_magic_duels;

#endif
