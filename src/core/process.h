/* A child process that replies to queries, line by line, over its standard input and output. The tail of its standard
 * error is stored, to explain a failure. Writes never raise SIGPIPE. Threads may have processes of their own. */
#ifndef CORE_PROCESS_H
#define CORE_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    JG_PROCESS_STREAM = -1,
    JG_PROCESS_LINE = 4096, /* maximum bytes of a line, including the line break */
    JG_PROCESS_TAIL = 512,  /* stored bytes of standard error */
};

/* {0} is no process. */
struct jg_process {
    pid_t pid; /* JG_PROCESS_STREAM: none, the other side of a socket */
    int in, out, err; /* our ends of its pipes; err is -1 if standard error goes to a log file */
    size_t got, used; /* bytes in line[]; bytes of it already returned */
    bool asked;       /* a query was made */
    bool closed;      /* the process has closed its output */
    char line[JG_PROCESS_LINE + 1];
    size_t tail_used;
    char tail[JG_PROCESS_TAIL + 1];
};

/* Starts a program, looked up in PATH if its name has no '/', in its own process group, so that Ctrl-C at the
 * terminal does not reach it. `log` is a file descriptor for its standard error, or -1. Returns 0, or errno and p
 * is {0}. */
int jg_process_start(struct jg_process *p, char *const *argv, int log);

/* Takes a connected socket for the standard input and output of a process that runs elsewhere. Returns 0, or errno: the
 * socket is then closed and p is {0}. */
int jg_process_connect(struct jg_process *p, int socket);

enum jg_reply {
    JG_REPLY_LINE,        /* p->line is the reply, without the line break; zero bytes are replaced by \1 */
    JG_REPLY_TIMEOUT,     /* no reply in time */
    JG_REPLY_STOPPED,     /* `stop` was set */
    JG_REPLY_UNSOLICITED, /* output arrived before this query: p->line is its beginning */
    JG_REPLY_TOO_LONG,    /* the line exceeds JG_PROCESS_LINE */
    JG_REPLY_CLOSED,      /* the process has closed its output, most likely because it ended */
};

/* Sends whole lines and waits at most `ms` milliseconds for one line. `stop` (may be NULL) ends the wait within 10
 * ms. */
enum jg_reply jg_process_query(struct jg_process *p, const char *text, int ms, const atomic_bool *stop);

/* For protocols with other lines than these: writes as much as fits into its input without waiting, and returns the bytes
 * written, or -1 if it has closed its input; reads its standard error, so that it never waits for that. */
ssize_t jg_process_send(struct jg_process *p, const char *text, size_t n);
void jg_process_read_errors(struct jg_process *p);

/* Waits at most `ms` milliseconds, or until `stop` (may be NULL) is set, for the process to end. If it has ended,
 * returns true, its exit status and the signal that ended it (0: none). */
bool jg_process_ended(struct jg_process *p, int ms, const atomic_bool *stop, int *exit_status, int *signal);

/* The last line of standard error that does not begin with a space, most likely the error message; "" if none. */
const char *jg_process_last_error(struct jg_process *p);

/* Sends a last text (may be NULL), closes its input, waits at most `ms` milliseconds for its end and kills its
 * process group. Resets p to {0}; does nothing if p is {0}. */
void jg_process_end(struct jg_process *p, const char *text, int ms);

/* The hash of the file of this program, or of the module that contains the library, as 16 hexadecimal digits; "": it
 * cannot be read. Results of another program are not its own. */
void jg_process_hash(char out[17]);

#endif
