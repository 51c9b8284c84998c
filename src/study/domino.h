/* Shared by the studies of four-ended dominoes: the sets of rules, and pairings of two players. */
#ifndef STUDY_DOMINO_H
#define STUDY_DOMINO_H

#include "core/elo.h"
#include "study/study.h"

#include <jogada/game.h>

extern const char jg_study_domino_source[];

/* ---- Rules -------------------------------------------------------------------------- */

/* The thesis leaves some rules open. Everything is played under the usual rules, and under the preset that comes
 * closest to its figures. */
enum jg_study_rules { JG_STUDY_USUAL_RULES, JG_STUDY_THESIS_RULES, JG_STUDY_RULES_COUNT };

extern const char *const jg_study_rules_games[JG_STUDY_RULES_COUNT];  /* game specs */
extern const char *const jg_study_rules_basic[JG_STUDY_RULES_COUNT];  /* specs of the basic player */
extern const char *const jg_study_rules_titles[JG_STUDY_RULES_COUNT]; /* keys of the catalogue */
extern const char *const jg_study_rules_names[JG_STUDY_RULES_COUNT];  /* for table and part names */

/* ---- Pairings ----------------------------------------------------------------------- */

/* The thesis plays ten simulations of 5000 matches per pairing and tests them by the deviation of the ten. */
enum { JG_STUDY_SIMULATIONS = 10, JG_STUDY_MATCHES = 5000 };

/* Matches of a player against an opponent, in pairs: every deal is played twice with seats swapped. */
struct jg_study_pairing {
    char name[32]; /* of its part in the checkpoint */
    enum jg_study_rules preset;
    char player[JG_SPEC_MAX], opponent[JG_SPEC_MAX];
    double weight; /* estimated work relative to other pairings */

    struct jg_tally tally;             /* results */
    double wins[JG_STUDY_SIMULATIONS]; /* points of each simulation; all 0 with fewer than ten pairs */
};

/* Plays setting->games matches of every pairing, all with the same deals, and stores finished pairings in the
 * checkpoint. JG_EINPUT for an odd number of games. */
enum jg_status jg_study_play_pairings(const struct jg_study_setting *setting, struct jg_study_pairing *cells, int n,
                                      struct jg_error *err);

/* Statistics of a pairing, scaled to 5000 matches; NAN with too few matches. */
struct jg_study_pairing_score {
    double share, low, high, p_value; /* from pairs of matches */
    double deviation;                 /* of the simulations */
    double binomial;                  /* deviation of independent coin tosses */
    double t;                         /* Student's t against half of the points */
    double chi;                       /* chi-square of wins and losses against equal numbers, over all matches */
    double best;                      /* share of the best simulation */
    enum jg_tally_verdict verdict;
};
struct jg_study_pairing_score jg_study_pairing_score(const struct jg_study_pairing *cell);

/* The standard error of the share. */
double jg_study_pairing_error(const struct jg_study_pairing_score *s);

/* Whether two shares with their standard errors agree at the 5 % level. */
bool jg_study_shares_agree(double a, double a_error, double b, double b_error);

/* Completes a verdict that does not hold with the reason: our matches contradict it, or are too few to decide. */
void jg_study_explain_difference(struct jg_phrase *text, bool holds, bool contradicted);

#endif
