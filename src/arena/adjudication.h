/* Adjudication: ends games early whose result is clear, to save time. Two rules are those of cutechess and fastchess, but
 * always two-sided: for several moves both agents evaluate the game as won for the same side, or as even. The third is
 * the game's endgame database, which is exact. docs/matches.md explains them. */
#ifndef ARENA_ADJUDICATION_H
#define ARENA_ADJUDICATION_H

#include <jogada/agent.h>
#include <jogada/record.h>

enum jg_adjudication_kind {
    JG_ADJUDICATION_NONE,
    JG_ADJUDICATION_RESIGN,   /* the agents agreed on the winner */
    JG_ADJUDICATION_DRAW,     /* the agents agreed that the game is even */
    JG_ADJUDICATION_DATABASE, /* the endgame database has the position */
    JG_ADJUDICATION_COUNT
};

/* The name of a kind in JSON, and its reason in records, a message. */
const char *jg_adjudication_name(enum jg_adjudication_kind kind);
const char *jg_adjudication_reason(enum jg_adjudication_kind kind);

/* The kind of adjudication that a reason of a record names. */
enum jg_adjudication_kind jg_adjudication_kind_of(const char *reason);

/* A threshold of evaluations: "2.5" in the game's unit, or "95%" as a chance to win. */
struct jg_threshold {
    double size; /* units of the score, or a chance from 0 to 1 */
    bool chance;
};

/* Parses a threshold: a number that is not negative, or a percentage up to 100. */
bool jg_threshold_parse(struct jg_threshold *out, const char *text);
void jg_threshold_print(const struct jg_threshold *threshold, struct jg_text *t);

struct jg_adjudication {
    int resign_moves; /* moves in a row of each side that evaluate the same side as winning; 0: off */
    struct jg_threshold resign;
    int draw_moves;  /* moves in a row of each side that evaluate the game as even; 0: off */
    int draw_number; /* full moves, of two plies, before a game may be drawn */
    struct jg_threshold draw;
    bool database;
};

/* Parses "movecount=3,score=95%" and "movenumber=20,movecount=5,score=5%" into the rules for wins and draws. */
enum jg_status jg_adjudication_parse_resign(struct jg_adjudication *out, const char *text, struct jg_error *err);
enum jg_status jg_adjudication_parse_draw(struct jg_adjudication *out, const char *text, struct jg_error *err);

/* Adds adjudication by the game's endgame database. JG_EFIT: the game has none. */
enum jg_status jg_adjudication_use_database(struct jg_adjudication *out, const struct jg_game *g, struct jg_error *err);

bool jg_adjudication_is_on(const struct jg_adjudication *rules);

/* Writes the rules in one line: "resign movecount=3,score=95%, endgame database". Equal rules have equal texts. */
void jg_adjudication_print(const struct jg_adjudication *rules, struct jg_text *t);

/* The adjudicator of one game. */
struct jg_adjudicator {
    const struct jg_adjudication *rules; /* NULL: the game is played to its end */
    int wins[2]; /* of each team: its last moves in a row that evaluate the same side as winning, negative for team 1 */
    int draws[2]; /* of each team: its last moves in a row that evaluate the game as even */
};

/* Records the evaluation of a decision, before the move is made. */
void jg_adjudicator_observe(struct jg_adjudicator *a, const struct jg_record *r, int seat,
                            const struct jg_report *report);

/* Ends the game, if a rule applies to its current position, and returns whether it did. The game must not be over. */
bool jg_adjudicator_end(const struct jg_adjudicator *a, struct jg_record *r);

#endif
