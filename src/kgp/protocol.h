/* The line protocol of the Kalah Game Protocol, `[id][@ref] command argument...`: splits received bytes into lines,
 * parses commands, and formats lines to send. No sockets. The protocol is by P. Kaludercic and used in courses at FAU
 * Erlangen-Nürnberg; see docs/kgp.md. */
#ifndef KGP_PROTOCOL_H
#define KGP_PROTOCOL_H

#include "core/buffer.h"

#include <jogada/status.h>
#include <jogada/text.h>

#include <stdint.h>

enum {
    JG_KGP_PORT = 2671,
    JG_KGP_LINE_MAX = 16384,   /* bytes of a line with its end */
    JG_KGP_OUTPUT_MAX = 65536, /* bytes of unsent output; a peer that does not read is disconnected */
    JG_KGP_ARGUMENTS_MAX = 16, /* arguments of one command */
    JG_KGP_TEXT_MAX = 128,     /* bytes of a stored name or text */
};

enum jg_kgp_type { JG_KGP_INTEGER, JG_KGP_REAL, JG_KGP_WORD, JG_KGP_STRING, JG_KGP_BOARD };

struct jg_kgp_command {
    bool has_id, has_ref;
    uint64_t id, ref;
    const char *name;
    int count;
    struct {
        enum jg_kgp_type type;
        const char *text; /* a string without its quotes and escapes, a board with its brackets */
    } arguments[JG_KGP_ARGUMENTS_MAX];
};

/* Parses a line without its end, in place: the result points into the text, which is modified. A blank line has the
 * name "". Accepts more than the grammar where it is unambiguous: extra blanks, any visible characters in words.
 * Error positions count bytes. */
enum jg_status jg_kgp_parse(char *text, size_t length, struct jg_kgp_command *out, struct jg_error *err);

/* The value of an integer argument from 0 to `most`; -1 if it is missing, of another type or out of range. */
int jg_kgp_int_argument(const struct jg_kgp_command *command, int argument, int most);

/* The text of a word or string argument; NULL if it is missing or of another type. */
const char *jg_kgp_text_argument(const struct jg_kgp_command *command, int argument);

/* Writes a string with quotes and escapes. */
void jg_kgp_quote(struct jg_text *t, const char *string);

/* Copies a name sent by a peer for display: unprintable characters become '?', and long names are truncated. */
void jg_kgp_printable(char out[JG_KGP_TEXT_MAX], const char *text);

/* The line buffers of one connection. Starts with jg_kgp_connection_init. */
struct jg_kgp_connection {
    uint64_t next;        /* id of the next line: the server's are even, the client's odd */
    uint64_t number;      /* lines received */
    size_t got;           /* bytes of line[] */
    bool skipping;        /* the current line is too long */
    bool closed;          /* input is ignored; pending output may still be sent */
    struct jg_buffer out; /* pending output */
    bool stuck;           /* too much pending output, or out of memory */
    char line[JG_KGP_LINE_MAX + 1];
};

void jg_kgp_connection_init(struct jg_kgp_connection *c, bool server);
void jg_kgp_connection_free(struct jg_kgp_connection *c);

/* Takes received bytes and calls `each` for every complete line, with NULL for a line that was too long. Stops once
 * c->closed is set. A line ends with LF, or CR and LF. */
void jg_kgp_receive(struct jg_kgp_connection *c, const char *bytes, size_t n,
                    void (*each)(void *arg, char *line, size_t length), void *arg);

/* Queues a line and returns its id. ref may be NULL. The format describes the text after the ids. */
__attribute__((format(__printf__, 3, 4))) uint64_t jg_kgp_send(struct jg_kgp_connection *c, const uint64_t *ref,
                                                               const char *format, ...);

/* Queues a line without an id, for `kgp` and `goodbye`. */
void jg_kgp_send_bare(struct jg_kgp_connection *c, const char *text);

/* Queues `error "..."`. */
__attribute__((format(__printf__, 3, 4))) void jg_kgp_send_error(struct jg_kgp_connection *c, const uint64_t *ref,
                                                                 const char *format, ...);

/* Removes the first n bytes of the pending output after they were sent. */
void jg_kgp_sent(struct jg_kgp_connection *c, size_t n);

#endif
