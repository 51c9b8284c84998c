/* Time controls: how long a player may think, in the notation of cutechess and fastchess, and the clock that counts it
 * down. */
#ifndef CORE_TIME_CONTROL_H
#define CORE_TIME_CONTROL_H

#include <jogada/status.h>
#include <jogada/text.h>

#include <stdbool.h>
#include <stddef.h>

enum {
    JG_TIME_MOVES_MAX = 1000,    /* of a period */
    JG_TIME_SECONDS_MAX = 86400, /* of a period, and of an increment */
    JG_TIME_TEXT = 48,           /* bytes of a time control as text */
};

struct jg_time_control {
    int moves;        /* of a period, which then begins again with its time added; 0: one period for the whole game */
    double seconds;   /* of a period; 0: no clock */
    double increment; /* seconds that every move adds */
};

/* Parses a list of time controls, separated by commas, for n players: one for all of them, or one for each. A time
 * control is [MOVES/]TIME[+INCREMENT] with seconds or minutes:seconds, such as 60+0.6 or 40/5:00, or `inf` for no
 * clock. On failure the error quotes the text. */
enum jg_status jg_time_controls_parse(const char *text, struct jg_time_control *out, size_t n, struct jg_error *err);

/* Writes a time control so that it can be parsed: 40/300+2. */
void jg_time_control_print(const struct jg_time_control *control, struct jg_text *t);

/* The clock of one player in one game. */
struct jg_time_clock {
    double left; /* seconds; below 0 only within the margin */
    int played;  /* moves so far */
};

void jg_time_clock_start(struct jg_time_clock *clock, const struct jg_time_control *control);

/* Charges the time of a move, and adds the increment and the time of a new period. False: more than the time left and
 * the margin, which is not used up but counts as debt; the player loses, and the clock shows the time left. */
bool jg_time_clock_charge(struct jg_time_clock *clock, const struct jg_time_control *control, double seconds,
                          double margin);

/* The moves until the next period begins; 0: none does. */
int jg_time_clock_moves(const struct jg_time_clock *clock, const struct jg_time_control *control);

#endif
