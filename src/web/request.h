/* Requests: one JSON object each, checked against a table of what each `do`
 * takes. Nothing that a stranger sends gets further than this unchecked. */
#ifndef WEB_REQUEST_H
#define WEB_REQUEST_H

#include <jogada/status.h>

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum { JG_REQUEST_MAX = 65536 }; /* bytes */

/* What can be asked for, by whom it is answered, and which members it takes: those
 * before the bar must be there. One list makes the enum, the names and the checks. */
#define JG_REQUESTS(X)                                                                                                 \
    X(HELLO, "hello", "| name lang")                                                                                   \
    X(CREATE, "create", "game seats | clock position moves listed")                                                    \
    X(TABLES, "tables", "|")                                                                                           \
    X(OPEN, "open", "table |")                                                                                         \
    X(LEAVE, "leave", "table |")                                                                                       \
    X(SIT, "sit", "table seat | set")                                                                                  \
    X(STAND, "stand", "table |")                                                                                       \
    X(SEAT, "seat", "table seat | agent")                                                                              \
    X(MOVE, "move", "table ply move |")                                                                                \
    X(WHY, "why", "table move |")                                                                                      \
    X(BACK, "back", "table ply |")                                                                                     \
    X(RESIGN, "resign", "table |")                                                                                     \
    X(REMATCH, "rematch", "table |")                                                                                   \
    X(SWAP, "swap", "table |")                                                                                         \
    X(ANSWER, "answer", "table offer yes |")                                                                           \
    X(HINT, "hint", "table |")                                                                                         \
    X(STATE, "state", "game | position moves ply")                                                                     \
    X(READ, "read", "text |")                                                                                          \
    X(ANALYZE, "analyze", "game | position moves agent ms")                                                            \
    X(REVIEW, "review", "game moves | position agent ms")                                                              \
    X(TREE, "tree", "game agent | position")                                                                           \
    X(STOP, "stop", "job |")                                                                                           \
    X(MATCH, "match", "game agents games | seed")                                                                      \
    X(TUNE, "tune", "game | agent evaluator method generations seed")                                                  \
    X(WATCH, "watch", "run |")                                                                                         \
    X(UNWATCH, "unwatch", "run |")                                                                                     \
    X(CANCEL, "cancel", "run |")                                                                                       \
    X(LAB, "lab", "|")

enum jg_do {
#define X(code, name, members) JG_DO_##code,
    JG_REQUESTS(X)
#undef X
        JG_DO_COUNT
};

/* Members that are missing, or null, are NULL, -1 (whole numbers) or false. Texts
 * are UTF-8 without control characters but line ends and tabs, and live as long as the request. */
struct jg_request {
    int64_t id;
    enum jg_do what;
    const char *table, *game, *position, *moves, *move, *agent, *name, *lang, *text, *offer, *evaluator, *method;
    int64_t seat, ply, ms, job, run, games, generations, seed;
    bool yes, listed, set;
    const json_t *seats, *agents; /* lists */
    const json_t *clock;          /* an object */
    int64_t total, increment;     /* of the clock, seconds */
    json_t *json;                 /* what the rest points into */
};

/* Reads a request of `length` bytes. On failure out->id is its id if it had one, else -1,
 * and nothing need be freed. err is in no language but English: it speaks to programs. */
enum jg_status jg_request_read(struct jg_request *out, const char *text, size_t length, struct jg_error *err);
void jg_request_free(struct jg_request *r);

const char *jg_do_name(enum jg_do what);

#endif
