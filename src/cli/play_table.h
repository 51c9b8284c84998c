/* An interactive game in the terminal: display, prompt, saving and hints around a play session. */
#ifndef CLI_PLAY_TABLE_H
#define CLI_PLAY_TABLE_H

#include "cli/cli.h"
#include "cli/input.h"
#include "cli/play_session.h"

struct table {
    struct cli *c;
    struct play_session *s;
    struct input in;
    char path[SESSION_PATH]; /* file of the unfinished game; "" if it is not saved */
    bool no_store;           /* --no-store */
    bool annotate;           /* --annotate */
    int delay;
    bool played;   /* a move was made since the game was started or loaded */
    bool shown;    /* the current board has been shown */
    int before;    /* number of moves when the whole board was last shown, with JG_IN_STEPS; -1: never */
    int looks;     /* the seat in front of the screen, if several people have hidden hands; else JG_NOBODY */
    bool solved;   /* the proven score has been shown: */
    int32_t score; /* for the only person who plays */
    bool quit, failed;
};

bool table_human(const struct play_session *s, int seat);
bool table_any_human(const struct play_session *s);

/* Whether the game is worth saving: a person has moved, or anybody if no person plays. */
bool table_worth_saving(const struct play_session *s);

/* table_save writes the game to its file, or removes the file if the game is not worth saving; table_remove_save
 * removes it. */
void table_save(struct table *t);
void table_remove_save(struct table *t);

/* Fills the view of the person at the screen and returns its seat: the only person, or the one to move, or
 * JG_NOBODY. */
int table_view(const struct table *t, union jg_state *view);

/* Whether to show the board now: with four players not after every move of an agent, and not during a deal. */
bool table_worth_showing(const struct table *t);

/* If several people have hidden hands, clears the screen and calls the next one. Returns false if nobody came. */
bool table_call_player(struct table *t, int seat);

/* Marks the screen as free of secrets if nothing is hidden now, so that it stays for the next player. */
void table_unhide(struct table *t);

/* Whether a person has only one move in a state, in games whose turns are many small moves; it is then made
 * automatically. */
bool table_forced(const struct table *t, const void *state, jg_move *move);

/* Prints at most the last n moves, as the viewer saw them. */
void table_print_log(const struct table *t, int n);

/* Prints a single chance move between two moves of players, in games whose turns are many small moves. Hidden cards are
 * shown only to a person who plays alone. */
void table_print_chance(const struct table *t);

/* Print the board; a move in words; an agent's evaluation of its move, unless that would reveal a hidden hand. */
void table_show(struct table *t);
void table_print_move(const struct table *t, int turn, jg_move move);
void table_print_thought(const struct table *t, const struct jg_report *report);

/* Shows the only person who plays the proven score that an agent found, once until it changes. */
void table_print_solved(struct table *t, int turn, const struct jg_report *report);

/* Makes a legal move and saves the game, if a person plays in it. */
void table_move(struct table *t, jg_move move);

/* A chance move; the seed of an agent's decision. Both depend only on the game's seed and the ply, so that a resumed
 * game continues identically, and the second reveals nothing about the first. */
jg_move table_draw(const struct table *t);
uint64_t table_seed(const struct table *t, int seat, int ply);

/* Queries an agent for the seat to move. Returns false after reporting a failure. After Ctrl-C the report is
 * meaningless. */
bool table_query_agent(struct table *t, struct jg_agent *a, struct jg_report *report);

/* Prints a hint: the move, its value, in games with hidden information the value of every move, and the agent's
 * explanation. */
void table_hint(struct table *t, struct jg_agent *a, struct jg_report *report);

/* Lists the proven mistakes of people (of everybody, if no person plays), in positions that the game's default opponent
 * can solve. For games without chance and hidden information. */
void table_mistakes(struct table *t);

/* Executes an input line: a move, or a command of play_commands.c. */
void table_execute(struct table *t, char *line);

#endif
