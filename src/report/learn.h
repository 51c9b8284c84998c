/* Reports of trainings. */
#ifndef REPORT_LEARN_H
#define REPORT_LEARN_H

#include "learn/learn.h"
#include "report/report.h"

/* A training: results and losses by generation, calibration, and for board games what the filters of the network look
 * for. final: the network against the first evaluator; network: the current one, or NULL. */
char *jg_html_learn(const struct jg_learn_setting *setting, const struct jg_learn_generation *history, size_t n,
                    const struct jg_tally *final, const struct jg_network *network,
                    const struct jg_setting_line *settings, size_t setting_count, jg_lang lang);

#endif
