/* Status codes and errors: every function that can fail returns a code and,
 * if asked, says in words what was wrong and where. */
#ifndef JOGADA_STATUS_H
#define JOGADA_STATUS_H

#include <jogada/lang.h>

#pragma GCC visibility push(default)

#define JG_STATUS_LIST(X)                                                                                              \
    X(OK, "success")                                                                                                   \
    X(EINPUT, "the text or argument given cannot be used")                                                             \
    X(EFIT, "the agent or search does not fit the game")                                                               \
    X(ESTOP, "stopped before it was done")                                                                             \
    X(EMEMORY, "out of memory")                                                                                        \
    X(EIO, "a file or the terminal could not be read or written")

enum jg_status {
#define X(name, text) JG_##name,
    JG_STATUS_LIST(X)
#undef X
};

enum {
    JG_MESSAGE_MAX = 512,
    JG_NO_POSITION = -1, /* as a position: the caller may add one */
    JG_NOWHERE = -2,     /* as a position: the mistake is in another text, such as a file that a spec names */
};

/* What went wrong. Set `lang` before the call to be told in that language;
 * the other fields are written by whoever fails. */
struct jg_error {
    jg_lang lang;
    enum jg_status code;
    int position; /* byte offset of the mistake in the parsed text, JG_NO_POSITION or JG_NOWHERE */
    char message[JG_MESSAGE_MAX];
};

/* Fills err (which may be NULL) and returns code, so that a parser ends with
 * `return jg_fail(err, JG_EINPUT, at, "expected a house from 1 to %d", n);`.
 * The format is looked up in the catalogue of err->lang. */
__attribute__((format(printf, 4, 5))) enum jg_status jg_fail(struct jg_error *err, enum jg_status code, int position,
                                                             const char *format, ...);

/* "EINPUT" and the like; the meaning in words. Static text. */
const char *jg_status_name(enum jg_status code);
const char *jg_status_text(enum jg_status code);

#pragma GCC visibility pop

#endif
