/* Requests of the WebSocket protocol: parses one JSON object and checks it against the members that its `do` allows.
 * All input of clients passes through here. */
#ifndef WEB_REQUEST_H
#define WEB_REQUEST_H

#include <jogada/status.h>

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum { JG_REQUEST_MAX = 65536 }; /* bytes */

/* All requests: type, name in JSON, the part of the server that handles it, and its members; those before the bar are
 * required. */
#define JG_REQUESTS(X)                                                                                                 \
    X(HELLO, "hello", SERVER, "| name lang")                                                                           \
    X(CREATE, "create", LOBBY, "game seats | clock position moves listed friendly")                                    \
    X(TABLES, "tables", LOBBY, "|")                                                                                    \
    X(OPEN, "open", LOBBY, "table |")                                                                                  \
    X(LEAVE, "leave", LOBBY, "table |")                                                                                \
    X(SIT, "sit", LOBBY, "table seat | set")                                                                           \
    X(STAND, "stand", LOBBY, "table |")                                                                                \
    X(SEAT, "seat", LOBBY, "table seat | agent")                                                                       \
    X(MOVE, "move", LOBBY, "table ply move |")                                                                         \
    X(WHY, "why", LOBBY, "table move |")                                                                               \
    X(BACK, "back", LOBBY, "table ply |")                                                                              \
    X(RESIGN, "resign", LOBBY, "table |")                                                                              \
    X(REMATCH, "rematch", LOBBY, "table |")                                                                            \
    X(SWAP, "swap", LOBBY, "table |")                                                                                  \
    X(DRAW, "draw", LOBBY, "table |")                                                                                  \
    X(ANSWER, "answer", LOBBY, "table offer yes |")                                                                    \
    X(PACE, "pace", LOBBY, "table ms | step")                                                                          \
    X(HINT, "hint", LOBBY, "table |")                                                                                  \
    X(HELP, "help", LOBBY, "game |")                                                                                   \
    X(STATE, "state", ANALYSIS, "game | position moves ply")                                                           \
    X(READ, "read", ANALYSIS, "text |")                                                                                \
    X(WRITE, "write", ANALYSIS, "game as | position moves text variations")                                            \
    X(PACK, "pack", ANALYSIS, "game option text |")                                                                    \
    X(ANALYZE, "analyze", ANALYSIS, "game | position moves agent ms")                                                  \
    X(REVIEW, "review", ANALYSIS, "game moves | position agent ms")                                                    \
    X(ROLLOUT, "rollout", ANALYSIS, "game | position moves agent trials")                                              \
    X(TREE, "tree", ANALYSIS, "game agent | position")                                                                 \
    X(STOP, "stop", ANALYSIS, "job |")                                                                                 \
    X(MATCH, "match", LAB, "game agents games | seed")                                                                 \
    X(TUNE, "tune", LAB, "game | agent evaluator method generations seed")                                             \
    X(STUDY, "study", LAB, "name | quick")                                                                             \
    X(WATCH, "watch", LAB, "run |")                                                                                    \
    X(UNWATCH, "unwatch", LAB, "run |")                                                                                \
    X(CANCEL, "cancel", LAB, "run |")                                                                                  \
    X(LAB, "lab", LAB, "|")

enum jg_request_type {
#define X(code, name, handler, members) JG_REQUEST_##code,
    JG_REQUESTS(X)
#undef X
        JG_REQUEST_COUNT
};

enum jg_request_handler { JG_HANDLER_SERVER, JG_HANDLER_LOBBY, JG_HANDLER_ANALYSIS, JG_HANDLER_LAB };

/* Members that are missing or null are NULL, -1 (integers) or false. Texts are UTF-8 without control characters except
 * line breaks and tabs; they live as long as the request. */
struct jg_request {
    int64_t id;
    enum jg_request_type type;
    const char *table, *game, *position, *moves, *move, *agent, *name, *lang, *text, *offer, *option, *evaluator,
        *method, *as;
    int64_t seat, ply, ms, trials, job, run, games, generations, seed;
    bool yes, listed, set, friendly, quick, step;
    const json_t *seats, *agents, *variations; /* lists */
    const json_t *clock;                       /* an object */
    int64_t total, increment;                  /* of the clock, seconds */
    json_t *json;                              /* the parsed document, into which the pointers above lead */
};

/* Parses a request of `length` bytes. On failure out->id is its id if it has one, else -1, and nothing need be freed.
 * Messages in err are English only: they are for programmers of clients. */
enum jg_status jg_request_read(struct jg_request *out, const char *text, size_t length, struct jg_error *err);
void jg_request_free(struct jg_request *r);

enum jg_request_handler jg_request_handler(enum jg_request_type type);

#endif
