/* Stored runs: as JSON and as reports. */
#ifndef RUNS_RUNS_H
#define RUNS_RUNS_H

#include "arena/player.h"
#include "core/time_control.h"
#include "report/report.h"
#include "store/store.h"

struct json_t;
struct jg_buffer;

enum { JG_DATE_TEXT = 32 }; /* bytes of a date as text */

/* ---- json.c: new JSON values, NULL if memory ran out --------------------------------------- */

/* A number as JSON; null if it is not finite. */
struct json_t *jg_run_real_json(double x);

/* A seed as JSON: an integer, or a string if it exceeds int64_t. */
struct json_t *jg_run_seed_json(uint64_t seed);

/* A Unix time in UTC (ISO 8601); as JSON. */
void jg_run_date(int64_t at, char out[JG_DATE_TEXT]);
struct json_t *jg_run_date_json(int64_t at);

/* A text as a JSON string, with question marks for invalid UTF-8. */
struct json_t *jg_run_text_json(const char *text);

/* Time controls as a list of texts. */
struct json_t *jg_run_controls_json(const struct jg_time_control *controls, int n);

/* A stored game as JSON, with or without its moves; a run; a rating. */
struct json_t *jg_run_game_json(const struct jg_stored_game *game, bool moves);
struct json_t *jg_run_json(const struct jg_stored_run *run);
struct json_t *jg_run_rating_json(const struct jg_stored_rating *rating);

/* ---- game_json.c: parsing ------------------------------------------------------------------- */

/* Parses the JSON of a stored game into the tags of its record and its moves on one line. The caller frees the moves in
 * any case. */
enum jg_status jg_run_game_from_json(const struct json_t *game, struct jg_tags *tags, struct jg_buffer *moves,
                                     struct jg_error *err);

/* Makes a stored game from the tags of its record, to be completed by the record. It refers to the caller's texts. */
struct jg_stored_game jg_run_game_of_tags(const struct jg_game *g, const struct jg_tags *tags);

/* ---- file_hashes.c --------------------------------------------------------------------------------- */

/* Adds hashes, by name, of the files that a player's options name and of this program: if one of them changes, the
 * games change too. */
void jg_run_file_hashes(struct json_t *files, const struct jg_player *p);

/* Adds the name and version of a player that is a bot to `bots` of a run's parameters, for the same reason. */
void jg_run_bot_names(struct json_t *parameters, const struct jg_player *p);

/* ---- reuse.c ------------------------------------------------------------------------------------ */

/* Properties of a run's players that specs and files do not determine, so that results may not repeat. Starts as {0}. */
struct jg_run_trust {
    bool timed;       /* a limit of time or a clock */
    bool programs;    /* bots, */
    bool unversioned; /* one of which does not introduce itself with a name and a version */
};

void jg_run_trust_player(struct jg_run_trust *t, const struct jg_player *p);

/* Whether the results of a stored run with equal parameters may be used. `complete`: nothing is left to play. A finished
 * run of bots is never used, since they may have changed; an unfinished one only if all have a version. A complete run
 * of players limited by time is played again; a longer one continues it. */
bool jg_run_is_usable(const struct jg_run_trust *t, bool ended, bool complete);

/* Results that were stored before this call. */
struct jg_run_known {
    const char *unit; /* "games", "generations" or "parts" */
    uint64_t count;   /* 0: none */
    int64_t run;      /* 0: they are in no run */
    int64_t date;     /* when the newest was stored, Unix time */
};

/* The same as JSON, for the member "stored" of a result: docs/store.md; null if there are none. */
struct json_t *jg_run_known_json(const struct jg_run_known *known);

/* Stores a checkpoint of a run, with the time. Takes the state, a new JSON object or NULL without memory. */
enum jg_status jg_run_save(struct jg_store *s, int64_t run, int64_t number, struct json_t *state, struct jg_error *err);

/* When a checkpoint of a run was stored. */
int64_t jg_run_saved(const struct jg_stored_run *run, const struct json_t *state);

/* Stored results that are not used, since jg_run_is_usable refuses them. */
struct jg_run_unused {
    int64_t date;     /* when the newest was stored; 0: there are none */
    bool unversioned; /* the reason is a bot without a version */
};

/* ---- report.c -------------------------------------------------------------------------------- */

/* Makes the report of a stored match, tournament or tuning, complete or not, without playing or opening agents. Returns
 * a new string; NULL with err filled on failure, JG_EINPUT if there is no such run or its kind has no report. */
char *jg_run_report(struct jg_store *s, int64_t id, jg_lang lang, struct jg_error *err);

/* ---- study_games.c ------------------------------------------------------------------------------- */

#define JG_RUN_PART_KIND "part" /* kind of the runs that hold the games of a part of a study */

/* The most games that a study stores with these settings, and about how many bytes of a store they take. */
struct jg_run_study_size {
    uint64_t games, bytes;
};
enum jg_status jg_run_study_size(const struct jg_study *study, const struct jg_study_setting *setting,
                                 struct jg_run_study_size *out, struct jg_error *err);

/* Whether a run holds a part of this study; `part` NULL: any part. */
bool jg_run_is_part(const struct jg_stored_run *run, const char *study, const char *part);

/* Stores the games of a study from now on: set setting->store to the result, and close it after the study. The store
 * belongs to it until then. NULL with err filled. */
struct jg_study_games *jg_run_study_games_open(struct jg_store *s, const struct jg_study *study,
                                               const struct jg_study_setting *setting, struct jg_error *err);
void jg_run_study_games_close(struct jg_study_games *games);

/* ---- study_pages.c ------------------------------------------------------------------------------- */

/* Stores the pages of a finished study in all languages, with the same additional settings as its report. */
enum jg_status jg_run_save_study(struct jg_store *s, const struct jg_study *study,
                                 const struct jg_study_setting *setting, const struct jg_study_result *result,
                                 const struct jg_setting_line *settings, size_t n, struct jg_error *err);

/* Finds the run with the newest page of a study, of the full version or else of the quick one; 0: none. */
enum jg_status jg_run_find_study(struct jg_store *s, const char *name, int64_t *run, struct jg_error *err);

/* Returns that page as a new string, in this language if it is stored in it, or else the page of the results that come
 * with the program; NULL with err filled on failure, JG_EINPUT if there is none. */
char *jg_run_study_page(struct jg_store *s, const char *name, jg_lang lang, struct jg_error *err);

#endif
