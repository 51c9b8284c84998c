/* What the searches share. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <jogada/search.h>

/* A principal variation under construction. */
struct jg_line {
    int count;
    jg_move moves[JG_LINE_MAX];
};

/* line = move and then what follows it. */
void jg_line_set(struct jg_line *line, jg_move move, const struct jg_line *rest);

/* Clears the counts and starts the clock. Returns the depth to search to. */
int jg_search_begin(struct jg_search *s);

/* Counts a node; true if the search must end now, which then stays so. */
bool jg_search_enter(struct jg_search *s);

/* Counts a leaf and returns its value for a team; over: the game has ended here. */
int32_t jg_search_leaf(struct jg_search *s, const void *state, int team, bool over);

/* Copies counts, value and line to the report. */
void jg_search_report(const struct jg_search *s, int depth, int32_t value, const struct jg_line *line,
                      struct jg_report *report);

#endif
