/* Status codes and errors. A function that can fail returns an enum jg_status, JG_OK (0) for success, and
 * describes the failure in a struct jg_error if the caller passes one. */
#ifndef JOGADA_STATUS_H
#define JOGADA_STATUS_H

#include <jogada/lang.h>

#pragma GCC visibility push(default)

#define JG_STATUS_LIST(X)                                                                                              \
    X(OK, "success")                                                                                                   \
    X(EINPUT, "invalid text or argument")                                                                              \
    X(EFIT, "the agent or search does not fit the game")                                                               \
    X(ESTOP, "stopped before it was finished")                                                                         \
    X(EMEMORY, "out of memory")                                                                                        \
    X(EIO, "a file or the terminal cannot be read or written")

enum jg_status {
#define X(name, text) JG_##name,
    JG_STATUS_LIST(X)
#undef X
};

enum {
    JG_MESSAGE_MAX = 512, /* bytes of an error message */

    /* Positions of an error that is at no byte of the parsed text. */
    JG_NO_POSITION = -1, /* none is known; a caller may set one */
    JG_NOWHERE = -2,     /* the error is in another text, such as a file that a spec names; callers leave it so */
};

/* Describes a failure. The caller sets `lang`, the language of the message; the function that fails sets the rest. */
struct jg_error {
    jg_lang lang;
    enum jg_status code;
    int position; /* byte offset of the error in the parsed text, JG_NO_POSITION or JG_NOWHERE */
    char message[JG_MESSAGE_MAX];
};

/* Fills err (may be NULL) and returns code, so that a parser can end with
 *
 *     return jg_fail(err, JG_EINPUT, at, "expected a house from 1 to %d", n);
 *
 * The format is translated into err->lang, and real numbers get the decimal separator of that language. */
__attribute__((format(printf, 4, 5))) enum jg_status jg_fail(struct jg_error *err, enum jg_status code, int position,
                                                             const char *format, ...);

/* The name of a code, such as "EINPUT", and its meaning in English. Both are static. */
const char *jg_status_name(enum jg_status code);
const char *jg_status_text(enum jg_status code);

#pragma GCC visibility pop

#endif
