/* Annotations of a record's moves: the agents' evaluations, as compact bytes for the store, as text and
 * as JSON for files. */
#ifndef GAME_ANNOTATION_H
#define GAME_ANNOTATION_H

#include <jogada/record.h>

enum { JG_ANNOTATION_TIME = 1000 }; /* times in microseconds are rounded to a number below this and zeros */
enum { JG_ANNOTATION_TEXT = 128 + JG_ANNOTATION_PV * JG_MOVE_MAX }; /* bytes of an annotation as text */

/* ---- annotation.c --------------------------------------------------------------------------------- */

/* Whether an annotation is empty: no value, depth or nodes. */
bool jg_annotation_is_empty(const struct jg_annotation *a);

/* The evaluator with this name in annotations of a game: "score", "chance", one of the game's own, or
 * "network", one from a file; NULL: none. */
const struct jg_evaluator *jg_annotation_evaluator(const struct jg_game *g, const char *name);

/* A walk along a principal variation, in what the seat that moved could see. */
struct jg_annotation_walk {
    const struct jg_game *game;
    int seat;
    union jg_state at;
    int count; /* of the legal moves; 0: the principal variation ends here */
    jg_move moves[JG_MOVES_MAX];
};

/* Begins at the position after the first n moves of a record, and makes a move, which must be among `moves`. */
void jg_annotation_begin(struct jg_annotation_walk *w, const struct jg_record *r, int n);
void jg_annotation_step(struct jg_annotation_walk *w, jg_move move);

/* ---- annotation_code.c ----------------------------------------------------------------------------- */

/* Encodes all annotations of a record, in at most `most` bytes if shorter principal variations make that possible. The
 * caller frees the bytes; NULL without memory. */
unsigned char *jg_annotation_encode(const struct jg_record *r, size_t most, size_t *size);

/* Replaces the annotations of a record by encoded ones. JG_EINPUT: the bytes are damaged, or belong to another game;
 * then the record has no annotations. */
enum jg_status jg_annotation_decode(struct jg_record *r, const void *bytes, size_t size, struct jg_error *err);

/* ---- annotation_text.c ----------------------------------------------------------------------------- */

/* Prints a move in the notation of a file. */
typedef void jg_annotation_printer(const struct jg_game *g, const void *state, jg_move move, struct jg_text *t);
typedef enum jg_status jg_annotation_parser(const struct jg_game *g, const void *state, const char *text, jg_move *move,
                                            struct jg_error *err);

/* Writes the annotation of the move after the first n: "+0.35/12 0.4s 15320n mix; 3 6 8". */
void jg_annotation_print(const struct jg_record *r, int n, jg_annotation_printer *print, struct jg_text *t);

/* Writes its principal variation alone, with a space before each move; nothing if it has none. */
void jg_annotation_print_pv(const struct jg_record *r, int n, jg_annotation_printer *print, struct jg_text *t);

/* Parses such a text for the move after the first n, which must have been made. The error has no position. */
enum jg_status jg_annotation_parse(struct jg_record *r, int n, const char *text, jg_annotation_parser *parse,
                                   struct jg_error *err);

/* ---- annotation_json.c ----------------------------------------------------------------------------- */

struct json_t;

/* The annotation of the move after the first n as JSON; null: it has none. */
struct json_t *jg_annotation_json(const struct jg_record *r, int n);

/* Sets the member "annotations" of a game to a list with one element per move, if the record has any. */
void jg_annotation_put_json(struct json_t *game, const struct jg_record *r);

/* Annotates a replayed record as the JSON of its game says, if it does. */
enum jg_status jg_annotation_read_json(const struct json_t *game, struct jg_record *r, struct jg_error *err);

#endif
