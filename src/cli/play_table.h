/* A table at the terminal: a play_session, who looks at it, where it is kept. */
#ifndef CLI_PLAY_TABLE_H
#define CLI_PLAY_TABLE_H

#include "cli/cli.h"
#include "cli/input.h"
#include "cli/play_session.h"

struct table {
    struct cli *c;
    struct play_session *s;
    struct input in;
    char path[SESSION_PATH]; /* where the unfinished game is kept; "" if it is not, or cannot be */
    bool no_store;           /* nothing is kept */
    int delay;
    bool played;   /* something was done since the game was begun or loaded */
    bool shown;    /* the board as it is now */
    int before;    /* moves there were when it was shown whole last, with JG_IN_STEPS; -1: not yet */
    int looks;     /* who of several people with secrets sits before the screen; JG_NOBODY */
    bool solved;   /* what the game is worth has been told: */
    int32_t score; /* to the only person who plays */
    bool quit, failed;
};

bool table_human(const struct play_session *s, int seat);
bool table_any_human(const struct play_session *s);

/* Whether somebody would miss the game: a person has moved in it, or, where none plays, anybody. */
bool table_worth_saving(const struct play_session *s);

/* Writes the game to its file, or removes that if the game is not worth it; removes it. */
void table_save(struct table *t);
void table_remove_save(struct table *t);

/* What the person may know who looks: the only one who plays, or who is to move, or
 * JG_NOBODY, whose seat it returns. */
int table_view(const struct table *t, union jg_state *view);

/* Whether the board is worth showing now: in a game of four not at every move of a
 * computer, and not while hands are dealt. */
bool table_worth_showing(const struct table *t);

/* Where several people have secrets, the screen is cleared and the next is called;
 * false: nobody came. */
bool table_call_player(struct table *t, int seat);

/* If nothing is hidden now, the screen has no secrets either, and stays for the next to read. */
void table_unhide(struct table *t);

/* Whether a person has nothing to choose in a state, where turns are many small moves: that
 * move makes itself. */
bool table_forced(const struct table *t, const void *state, jg_move *move);

/* Says what was done up to now, at most the last n moves, as the viewer saw it. */
void table_print_log(const struct table *t, int n);

/* Says what chance has just done, where turns are many small moves, if it was a single one
 * between two of players. Of a hand only to a person who plays alone. */
void table_print_chance(const struct table *t);

/* Prints the board; a move about to be made, in words; what an agent thought of it, unless that tells people of a
 * hand that they do not see. */
void table_show(struct table *t);
void table_print_move(const struct table *t, int turn, jg_move move);
void table_print_thought(const struct table *t, const struct jg_report *report);

/* Tells the only person who plays what the game is now worth to them for certain, by what a computer found out
 * before it moved; once, until that changes. */
void table_print_solved(struct table *t, int turn, const struct jg_report *report);

/* Makes a legal move and keeps the game, if a person plays in it. */
void table_move(struct table *t, jg_move move);

/* A move of chance; the seed of an agent's decision. Both depend on the game's seed and the ply alone, so that a
 * resumed game continues as it would have, and the second says nothing about the first. */
jg_move table_draw(const struct table *t);
uint64_t table_seed(const struct table *t, int seat, int ply);

/* Asks an agent for the seat to move; false if it fails, which is then said. After
 * Ctrl-C the report is worth nothing. */
bool table_query_agent(struct table *t, struct jg_agent *a, struct jg_report *report);

/* The same for a hint: prints the move, its value and, where the game has secrets, what
 * the other moves are worth; and why, if the agent can tell. */
void table_hint(struct table *t, struct jg_agent *a, struct jg_report *report);

/* Names the moves of people (of everybody, where none plays) that gave away what was certain, as far as the game's own
 * opponent can solve the positions. For games without chance and secrets. */
void table_mistakes(struct table *t);

/* Does what a person typed: a move, or one of the words of play_commands.c. */
void table_execute(struct table *t, char *line);

#endif
