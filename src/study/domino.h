/* What the studies of four-ended dominoes share: cells of matches, and the rules under
 * which each is played. */
#ifndef STUDY_DOMINO_H
#define STUDY_DOMINO_H

#include "core/elo.h"
#include "study/study.h"

#include <jogada/game.h>

extern const char jg_domino_paper[];

/* ---- Rules -------------------------------------------------------------------------- */

/* The dissertation leaves rules open: all is played under the usual ones and under a preset that
 * comes closest to its figures. */
enum jg_domino_preset { JG_DOMINO_USUAL, JG_DOMINO_THESIS, JG_DOMINO_PRESETS };

extern const char *const jg_domino_games[JG_DOMINO_PRESETS];   /* specs of the game */
extern const char *const jg_domino_basics[JG_DOMINO_PRESETS];  /* of the basic player */
extern const char *const jg_domino_presets[JG_DOMINO_PRESETS]; /* for people: keys of the catalogue */
extern const char *const jg_domino_words[JG_DOMINO_PRESETS];   /* for programs */

/* ---- Cells -------------------------------------------------------------------------- */

/* The dissertation has ten simulations of 5000 matches of each cell, judged by the
 * deviation of the ten. */
enum { JG_CELL_SIMULATIONS = 10, JG_CELL_MATCHES = 5000 };

/* Matches of one player against another, in pairs: the same deals with seats swapped. */
struct jg_cell {
    char name[32]; /* by which it is kept */
    enum jg_domino_preset preset;
    char who[JG_SPEC_MAX], whom[JG_SPEC_MAX];
    double weight; /* of the work, by that of other cells */

    struct jg_tally tally;            /* what came out */
    double wins[JG_CELL_SIMULATIONS]; /* points of each simulation; of less than ten pairs all 0 */
};

/* Plays the cells, setting->games matches each; all begin with the same deals. Finished ones
 * are kept, and found. Odd numbers of games are refused. */
enum jg_status jg_cells_play(const struct jg_study_setting *setting, struct jg_cell *cells, int n,
                             struct jg_error *err);

/* What a cell says, set to 5000 matches; NAN where there are too few. */
struct jg_cell_score {
    double share, low, high, p_value; /* by pairs */
    double deviation;                 /* of the simulations */
    double binomial;                  /* what it would be if matches were tosses of a coin */
    double t;                         /* Student's, against half of the points */
    double chi;                       /* chi-square of wins and losses against equal numbers, of all matches */
    double best;                      /* share of the best simulation */
    enum jg_score_verdict verdict;
};
struct jg_cell_score jg_cell_score(const struct jg_cell *cell);

/* The standard error of its share. */
double jg_cell_error(const struct jg_cell_score *s);

/* Two shares and their errors: whether they differ by no more than chance does in 19 cases of 20. */
bool jg_cell_close(double a, double a_error, double b, double b_error);

/* Ends the sentence of a verdict with why it does not hold, if it does not: our matches leave it
 * open, or they contradict it. */
void jg_domino_why(struct jg_text *t, enum jg_lang lang, bool holds, bool contradicted);

#endif
