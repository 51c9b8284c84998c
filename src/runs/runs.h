/* Stored runs: as JSON and as reports. */
#ifndef RUNS_RUNS_H
#define RUNS_RUNS_H

#include "arena/player.h"
#include "store/store.h"
#include "study/study.h"

struct json_t;
struct jg_buffer;

enum { JG_DATE_TEXT = 32 }; /* bytes of a date as text */

/* ---- json.c: new JSON values, NULL if memory ran out --------------------------------------- */

/* A number as JSON; null if it is not finite. */
struct json_t *jg_run_real_json(double x);

/* A seed as JSON: an integer, or a string if it exceeds int64_t. */
struct json_t *jg_run_seed_json(uint64_t seed);

/* A text as a JSON string, with question marks for invalid UTF-8. */
struct json_t *jg_run_text_json(const char *text);

/* A stored game as JSON, with or without its moves; a run; a rating. */
struct json_t *jg_run_game_json(const struct jg_stored_game *game, bool moves);
struct json_t *jg_run_json(const struct jg_stored_run *run);
struct json_t *jg_run_rating_json(const struct jg_stored_rating *rating);

/* ---- game_json.c: parsing ------------------------------------------------------------------- */

/* Parses the JSON of a stored game into the tags of its record and its moves on one line. The caller frees the moves in
 * any case. */
enum jg_status jg_run_game_from_json(const struct json_t *game, struct jg_tags *tags, struct jg_buffer *moves,
                                     struct jg_error *err);

/* Makes the stored game of a record and its tags. It refers to the caller's texts. */
struct jg_stored_game jg_run_game_of_tags(const struct jg_record *r, const struct jg_tags *tags, const char *moves);

/* ---- file_hashes.c --------------------------------------------------------------------------------- */

/* Adds hashes, by name, of the files that a player's options name and of this program: if one of them changes, the
 * games change too. */
void jg_run_file_hashes(struct json_t *files, const struct jg_player *p);

/* ---- report.c -------------------------------------------------------------------------------- */

/* Makes the report of a stored match, tournament or tuning, complete or not, without playing or opening agents. Returns
 * a new string; NULL with err filled on failure, JG_EINPUT if there is no such run or its kind has no report. */
char *jg_run_report(struct jg_store *s, int64_t id, jg_lang lang, struct jg_error *err);

/* ---- study_pages.c ------------------------------------------------------------------------------- */

/* Stores the page of a finished study, in the language of its verdicts. */
enum jg_status jg_run_save_study(struct jg_store *s, const struct jg_study *study,
                                 const struct jg_study_setting *setting, const char *page, struct jg_error *err);

/* Finds the run with the newest page of a study, of the full version or else of the quick one; 0: none. */
enum jg_status jg_run_find_study(struct jg_store *s, const char *name, int64_t *run, struct jg_error *err);

/* Returns that page as a new string, in this language if it exists in it; NULL with err filled on failure, JG_EINPUT if
 * there is none. */
char *jg_run_study_page(struct jg_store *s, const char *name, jg_lang lang, struct jg_error *err);

#endif
