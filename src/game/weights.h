/* Weights of an evaluator in a file, as `eval=@FILE` takes them and a tuning
 * writes them.
 *
 * The file is text: the lines `jogada weights 1`, `game NAME` and `eval NAME`, and
 * then a line `FEATURE WEIGHT` for every feature whose weight is not the usual
 * one. They hold for the game whatever its options are. Empty lines and those
 * that begin with # say nothing. */
#ifndef GAME_WEIGHTS_H
#define GAME_WEIGHTS_H

#include <jogada/game.h>

enum { JG_WEIGHTS_FILE_MAX = 64 << 10 }; /* bytes */

/* Opens the evaluator that the text names, with the text's weights. What cannot
 * be used is refused with its place in the text. */
enum jg_status jg_weights_read(struct jg_eval *e, const struct jg_game *g, const char *text, struct jg_error *err);

/* The same from a file; the message then names file, line and column, and err->position is -2. */
enum jg_status jg_weights_load(struct jg_eval *e, const struct jg_game *g, const char *path, struct jg_error *err);

/* Whether a text begins like such a file. */
bool jg_weights_is(const char *text);

/* The text of a file as a new string that the caller frees, with lines of notes
 * (each ending in a newline and beginning with #; may be ""). Read again, the
 * weights are the same to the last bit. NULL without memory. */
char *jg_weights_write(const struct jg_eval *e, const struct jg_game *g, const char *notes);

/* Writes a number with as few digits as give back the same number. */
void jg_weight_print(struct jg_text *t, double weight);

#endif
