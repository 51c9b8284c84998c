/* What is kept of runs: as JSON, and as reports. */
#ifndef RUNS_RUNS_H
#define RUNS_RUNS_H

#include "arena/player.h"
#include "store/store.h"
#include "study/study.h"

struct json_t;
struct jg_buffer;

/* ---- json.c: all give something new, NULL without memory ----------------------------------- */

enum { JG_DATE_TEXT = 32 };

/* A time as programs read it: UTC. */
void jg_run_date_iso(int64_t at, char out[JG_DATE_TEXT]);

/* A number, or null where it is none: JSON knows no infinity. */
struct json_t *jg_run_real_json(double x);

/* A number of 64 bits: JSON's end where int64_t does, and beyond it is a string. */
struct json_t *jg_run_seed_json(uint64_t seed);

/* A text; names may be in any code, and where that is not UTF-8 they get question marks. */
struct json_t *jg_run_text_json(const char *text);

/* All that is known of a game, with its moves or without. */
struct json_t *jg_run_game_json(const struct jg_stored_game *game, bool moves);
struct json_t *jg_run_json(const struct jg_stored_run *run);
struct json_t *jg_run_rating_json(const struct jg_stored_rating *rating);

/* ---- game_json.c: the way back -------------------------------------------------------------- */

/* Reads the JSON of a stored game: what a file of the game would say, and its moves in one line. The caller frees the
 * moves in either case. */
enum jg_status jg_run_game_from_json(const struct json_t *game, struct jg_tags *tags, struct jg_buffer *moves,
                                     struct jg_error *err);

/* The game to be stored that a record and its tags are. Texts are the caller's. */
struct jg_stored_game jg_run_game_of_tags(const struct jg_record *r, const struct jg_tags *tags, const char *moves);

/* ---- file_hashes.c --------------------------------------------------------------------------------- */

/* Adds what is in the files that the options of a player name, and in this program itself, as a hash by name:
 * they may change between two calls, and then the games are others. */
void jg_run_file_hashes(struct json_t *files, const struct jg_player *p);

/* ---- report.c -------------------------------------------------------------------------------- */

/* The page of a match, a tournament or a tuning that is kept, as far as it got: a new string. Nothing is
 * played, and no agent opened. NULL with err filled: JG_EINPUT if there is no such run, or none to report on. */
char *jg_run_report(struct jg_store *s, int64_t id, jg_lang lang, struct jg_error *err);

/* ---- study_pages.c ------------------------------------------------------------------------------- */

/* Keeps the page of a study that is done, in the language of its verdicts. */
enum jg_status jg_run_save_study(struct jg_store *s, const struct jg_study *study,
                                 const struct jg_study_setting *setting, const char *page, struct jg_error *err);

/* The run in which a study's newest page is kept: of the whole study, or else of its quick form; 0: there is none. */
enum jg_status jg_run_find_study(struct jg_store *s, const char *name, int64_t *run, struct jg_error *err);

/* That page, in this language if there is one: a new string. NULL with err filled, JG_EINPUT: there is none. */
char *jg_run_study_page(struct jg_store *s, const char *name, jg_lang lang, struct jg_error *err);

#endif
