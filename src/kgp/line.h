/* Lines of the Kalah Game Protocol, `[id][@ref] command argument...`: bytes put
 * together to lines, lines read, lines written. No sockets here. The protocol is
 * P. Kaludercic's, used in courses at FAU Erlangen-Nürnberg; docs/kgp.md. */
#ifndef KGP_LINE_H
#define KGP_LINE_H

#include "core/buffer.h"

#include <jogada/status.h>
#include <jogada/text.h>

#include <stdint.h>

enum {
    JG_KGP_PORT = 2671,
    JG_KGP_LINE = 16384,   /* bytes of the longest line, with its end */
    JG_KGP_WAITS = 65536,  /* bytes that may wait to be sent: a peer that does not read is let go */
    JG_KGP_ARGUMENTS = 16, /* of one command */
    JG_KGP_TEXT = 128,     /* bytes of a name or another text that is kept */
};

enum jg_kgp_type { JG_KGP_INTEGER, JG_KGP_REAL, JG_KGP_WORD, JG_KGP_STRING, JG_KGP_BOARD };

struct jg_kgp_line {
    bool has_id, has_ref;
    uint64_t id, ref;
    const char *name;
    int count;
    struct {
        enum jg_kgp_type type;
        const char *text; /* a string without its quotes and escapes, a board with its brackets */
    } arguments[JG_KGP_ARGUMENTS];
};

/* Reads a line without its end, which is changed: the parts point into it. A blank line has
 * the name "". More is taken than the grammar allows where nothing is unclear: blanks around, any visible
 * characters in words. Errors count in bytes. */
enum jg_status jg_kgp_read(char *text, size_t length, struct jg_kgp_line *out, struct jg_error *err);

/* The integer that an argument is, from 0; -1: it is none, or larger than most. */
int jg_kgp_number(const struct jg_kgp_line *line, int argument, int most);

/* Whether an argument is there and a word or string; NULL: no. */
const char *jg_kgp_word(const struct jg_kgp_line *line, int argument);

/* A string with quotes and escapes. */
void jg_kgp_quote(struct jg_text *t, const char *string);

/* What a peer calls itself or another, for people: what a terminal would not show is '?', cut at the end. */
void jg_kgp_name(char out[JG_KGP_TEXT], const char *text);

/* One connection, as far as it is lines. Starts with jg_kgp_wire_init. */
struct jg_kgp_wire {
    uint64_t next;        /* id of the next line: the server's are even, the client's odd */
    uint64_t number;      /* lines heard */
    size_t got;           /* bytes of line[] */
    bool skipping;        /* the line is too long already */
    bool closed;          /* nothing is heard any more; what waits may be sent */
    struct jg_buffer out; /* what waits to be sent */
    bool stuck;           /* too much waits, or there was no memory */
    char line[JG_KGP_LINE + 1];
};

void jg_kgp_wire_init(struct jg_kgp_wire *w, bool server);
void jg_kgp_wire_free(struct jg_kgp_wire *w);

/* Takes bytes as they come and calls `each` for every whole line; NULL: one that was too long. Ends
 * early once w->closed. A line ends with LF, or CR and LF. */
void jg_kgp_feed(struct jg_kgp_wire *w, const char *bytes, size_t n, void (*each)(void *arg, char *line, size_t length),
                 void *arg);

/* Writes a line and returns its id; ref NULL: none. The format is of what comes after the ids. */
__attribute__((format(__printf__, 3, 4))) uint64_t jg_kgp_say(struct jg_kgp_wire *w, const uint64_t *ref,
                                                              const char *format, ...);

/* The same without an id of its own, for `kgp` and `goodbye`. */
void jg_kgp_say_bare(struct jg_kgp_wire *w, const char *text);

/* Writes `error "..."`. */
__attribute__((format(__printf__, 3, 4))) void jg_kgp_say_error(struct jg_kgp_wire *w, const uint64_t *ref,
                                                                const char *format, ...);

/* So many bytes of what waited have been sent. */
void jg_kgp_sent(struct jg_kgp_wire *w, size_t n);

#endif
