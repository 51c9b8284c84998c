/* Weights files of evaluators: written by `jogada tune`, read by `eval=@FILE`.
 *
 * The file is text: the lines `jogada weights 1`, `game NAME` and `eval NAME`, then a line `FEATURE WEIGHT` for every
 * feature whose weight is not the default. They are valid for all options of the game. Empty lines and lines that start
 * with # are ignored. */
#ifndef GAME_WEIGHTS_H
#define GAME_WEIGHTS_H

#include <jogada/game.h>

enum { JG_WEIGHTS_FILE_MAX = 64 << 10 }; /* bytes */

/* Opens the evaluator that the text names, with its weights. Errors have a position in the text. */
enum jg_status jg_weights_read(struct jg_eval *e, const struct jg_game *g, const char *text, struct jg_error *err);

/* The same from a file. Error messages name file, line and column, and err->position is JG_NOWHERE. */
enum jg_status jg_weights_load(struct jg_eval *e, const struct jg_game *g, const char *path, struct jg_error *err);

/* The text of a weights file, with comment lines `notes` ("" or lines that start with # and end with a newline). Weights
 * round-trip exactly. The caller frees it; NULL without memory. */
char *jg_weights_write(const struct jg_eval *e, const struct jg_game *g, const char *notes);

/* Prints a number with the fewest digits that round-trip. */
void jg_weight_print(struct jg_text *t, double weight);

#endif
