/* What the studies of four-ended dominoes share: cells of matches, and the rules under
 * which each is played. */
#ifndef STUDY_DOMINO_H
#define STUDY_DOMINO_H

#include "core/elo.h"
#include "study/study.h"

#include <jogada/game.h>

extern const char jg_study_domino_source[];

/* ---- Rules -------------------------------------------------------------------------- */

/* The dissertation leaves rules open: all is played under the usual ones and under a preset that
 * comes closest to its figures. */
enum jg_study_rules { JG_STUDY_USUAL_RULES, JG_STUDY_THESIS_RULES, JG_STUDY_RULES_COUNT };

extern const char *const jg_study_rules_games[JG_STUDY_RULES_COUNT];   /* specs of the game */
extern const char *const jg_study_rules_basic[JG_STUDY_RULES_COUNT];  /* of the basic player */
extern const char *const jg_study_rules_titles[JG_STUDY_RULES_COUNT]; /* for people: keys of the catalogue */
extern const char *const jg_study_rules_names[JG_STUDY_RULES_COUNT];   /* for programs */

/* ---- Cells -------------------------------------------------------------------------- */

/* The dissertation has ten simulations of 5000 matches of each cell, judged by the
 * deviation of the ten. */
enum { JG_STUDY_SIMULATIONS = 10, JG_STUDY_MATCHES = 5000 };

/* Matches of one player against another, in pairs: the same deals with seats swapped. */
struct jg_study_pairing {
    char name[32]; /* by which it is kept */
    enum jg_study_rules preset;
    char who[JG_SPEC_MAX], whom[JG_SPEC_MAX];
    double weight; /* of the work, by that of other cells */

    struct jg_tally tally;            /* what came out */
    double wins[JG_STUDY_SIMULATIONS]; /* points of each simulation; of less than ten pairs all 0 */
};

/* Plays the cells, setting->games matches each; all begin with the same deals. Finished ones
 * are kept, and found. Odd numbers of games are refused. */
enum jg_status jg_study_play_pairings(const struct jg_study_setting *setting, struct jg_study_pairing *cells, int n,
                             struct jg_error *err);

/* What a cell says, set to 5000 matches; NAN where there are too few. */
struct jg_study_pairing_score {
    double share, low, high, p_value; /* by pairs */
    double deviation;                 /* of the simulations */
    double binomial;                  /* what it would be if matches were tosses of a coin */
    double t;                         /* Student's, against half of the points */
    double chi;                       /* chi-square of wins and losses against equal numbers, of all matches */
    double best;                      /* share of the best simulation */
    enum jg_score_verdict verdict;
};
struct jg_study_pairing_score jg_study_pairing_score(const struct jg_study_pairing *cell);

/* The standard error of its share. */
double jg_study_pairing_error(const struct jg_study_pairing_score *s);

/* Two shares and their errors: whether they differ by no more than chance does in 19 cases of 20. */
bool jg_study_shares_agree(double a, double a_error, double b, double b_error);

/* Ends the sentence of a verdict with why it does not hold, if it does not: our matches leave it
 * open, or they contradict it. */
void jg_study_explain_difference(struct jg_text *t, jg_lang lang, bool holds, bool contradicted);

#endif
