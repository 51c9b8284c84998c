/* Studies: a paper's tables, and ours beside them. A study fills a result, from
 * which text and JSON are made; it prints nothing. */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include <jogada/status.h>
#include <jogada/text.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Results --------------------------------------------------------------------- */

/* What the numbers of a column are. */
enum jg_study_unit {
    JG_UNIT_COUNT,   /* whole numbers */
    JG_UNIT_LEAD,    /* whole numbers with their sign */
    JG_UNIT_MEAN,    /* averages of these */
    JG_UNIT_SECONDS, /* of time */
    JG_UNIT_TIMES,   /* so many times as much */
    JG_UNIT_SHARE,   /* 0..1, shown in percent */
    JG_UNIT_CHANCE,  /* 0..1, shown as it is */
    JG_UNIT_AGREES,  /* 1 or 0: it agrees with the paper or it does not */
    JG_UNIT_WEIGHT,  /* of an evaluator */
    JG_UNIT_REWARD,  /* one decimal */
    JG_UNIT_VALUE,   /* expected reward: four decimals */
    JG_UNIT_WORD,    /* the number of a word of the column's list */
};

struct jg_study_column {
    const char *name;  /* for programs */
    const char *group; /* stands above the columns that share it; key of the catalogue, or NULL */
    const char *title; /* key of the catalogue */
    enum jg_study_unit unit;
    const char *const *words; /* of JG_UNIT_WORD: keys of the catalogue */
};

enum { JG_STUDY_TABLES = 8, JG_STUDY_COLUMNS = 12, JG_STUDY_ROWS = 128, JG_STUDY_VERDICTS = 8, JG_STUDY_TEXT = 320 };

/* A missing number is NAN. */
struct jg_study_table {
    const char *name;  /* for programs */
    const char *title; /* key of the catalogue */
    const char *note;  /* said below it; key of the catalogue, or NULL */
    const struct jg_study_column *columns;
    int column_count, row_count;
    int every; /* people are shown every so-many-th row, the first and the last; 0: all. Plots and programs have all */
    double cells[JG_STUDY_ROWS][JG_STUDY_COLUMNS];
};

struct jg_study_verdict {
    bool holds; /* what the paper says, or what the study takes for granted */
    char text[JG_STUDY_TEXT];
};

struct jg_study_result {
    struct jg_study_table tables[JG_STUDY_TABLES];
    int table_count;
    struct jg_study_verdict verdicts[JG_STUDY_VERDICTS];
    int verdict_count;
    char extent[JG_STUDY_TEXT]; /* what was done besides the games, in words; "": nothing */
};

/* Adds an empty table; a row that the caller fills; a verdict whose text the caller writes. */
struct jg_study_table *jg_study_add_table(struct jg_study_result *result, const char *name, const char *title,
                                          const struct jg_study_column *columns, int column_count);
double *jg_study_add_row(struct jg_study_table *table);
struct jg_text jg_study_add_verdict(struct jg_study_result *result, bool holds);

/* A number as people read it: "63.6 us", "12.5 x", "95.3 %", "-" if it is missing. Not for words. */
void jg_study_print(struct jg_text *t, enum jg_study_unit unit, double value, jg_lang lang);

/* The word of a cell of JG_UNIT_WORD that is not missing. */
static inline const char *jg_study_word(const struct jg_study_column *column, double value) {
    return column->words[(int)value];
}

/* Whether people are shown a row. */
static inline bool jg_study_shown(const struct jg_study_table *table, int row) {
    return !table->every || row == 0 || row == table->row_count - 1 || (row + 1) % table->every == 0;
}

/* ---- Studies ---------------------------------------------------------------------- */

struct jg_study_checkpoint;

struct jg_study_setting {
    bool quick;
    bool all;    /* also what takes very long; only where the study has such */
    bool compat; /* also as the paper's own program plays, slips and all; only where the study knows how */
    uint64_t seed;
    int games;         /* of each cell */
    int threads;       /* 0: all cores; no result depends on it */
    jg_lang lang; /* of the verdicts */
    const atomic_bool *stop;
    struct jg_study_checkpoint *checkpoint; /* where finished cells are kept, and found; may be NULL */

    /* Told the share that is done of what was not kept, by one thread at a time; may be NULL. */
    void (*progress)(void *arg, double share);
    void *arg;
};

struct jg_study {
    const char *name;
    const char *title;   /* key of the catalogue */
    const char *summary; /* key of the catalogue */
    const char *source;  /* the paper; perhaps a key of the catalogue */
    int games, quick_games;
    bool compat; /* knows setting->compat */
    bool all;    /* knows setting->all */

    /* JG_ESTOP: it was stopped; what is finished is in setting->checkpoint. */
    enum jg_status (*run)(const struct jg_study_setting *setting, struct jg_study_result *result, struct jg_error *err);
};

/* The studies in the order in which they are listed; NULL after the last. */
const struct jg_study *jg_study_at(size_t i);

/* The study of that name, or NULL with err filled. */
const struct jg_study *jg_study_find(const char *name, struct jg_error *err);

extern const struct jg_study jg_study_mancala_time, jg_study_mancala_random, jg_study_kalah_values,
    jg_study_loa_genetic;
extern const struct jg_study jg_study_domino_complexity, jg_study_domino_rounds, jg_study_domino_depth,
    jg_study_domino_basic, jg_study_domino_genetic, jg_study_domino_antonio, jg_study_domino_strategies,
    jg_study_domino_nodes;
extern const struct jg_study jg_study_magic_mulligan, jg_study_magic_duels;

#endif
