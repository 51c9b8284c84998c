/* Helpers to show an agent's report: sorted moves, principal variation, annotations, search tree. */
#ifndef AGENTS_AGENT_REPORT_H
#define AGENTS_AGENT_REPORT_H

#include <jogada/agent.h>
#include <jogada/record.h>

struct jg_ranked_move {
    jg_move move;
    int32_t value;
    int place; /* in the report */
};

/* The moves of a report, best first, in stable order. Returns their number: 0 if the report has no values. */
int jg_agent_sorted_moves(const struct jg_report *r, struct jg_ranked_move out[JG_MOVES_MAX]);

/* Calls `use` with each move of the pv and the position before it, from the view of a seat. With hidden information it
 * stops where another seat is to move, since the view ends there. */
void jg_agent_walk_pv(const struct jg_game *g, const void *view, int seat, const struct jg_report *r,
                      void (*use)(void *arg, const struct jg_game *g, const void *state, jg_move move), void *arg);

/* Annotates the next move of a record with the report of the agent that chose it. A report without value, depth and nodes
 * leaves no annotation. */
enum jg_status jg_agent_annotate(struct jg_record *r, const struct jg_report *report, struct jg_error *err);

/* The report that an annotation of `move` was made from, as far as it was stored. */
void jg_agent_annotated(const struct jg_annotation *annotation, jg_move move, struct jg_report *out);

/* JG_OK if an agent traces its search tree; otherwise an error that names agents that do. */
enum jg_status jg_agent_check_traces(const struct jg_agent *a, struct jg_error *err);

#endif
