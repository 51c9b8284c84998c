/* Results of `jogada study`: as text and as JSON. */
#ifndef CLI_STUDY_RESULT_H
#define CLI_STUDY_RESULT_H

#include "cli/cli.h"
#include "runs/runs.h"
#include "study/study.h"

struct json_t;

/* Prints the tables and verdicts of a study. */
void study_print_result(const struct cli *c, const struct jg_study *study, const struct jg_study_setting *s,
                        const struct jg_study_result *r);

/* The same as a new JSON object, equal in every language. */
struct json_t *study_document(const struct jg_study *study, const struct jg_study_setting *s,
                              const struct jg_study_result *r, const struct jg_run_known *known);

#endif
