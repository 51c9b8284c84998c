/* Another program, talked to in lines through pipes on its standard input and
 * output. What it says on standard error is not shown: the end of it is kept, to
 * tell why it failed. Nothing here raises SIGPIPE, and any number of threads may
 * have programs of their own. */
#ifndef CORE_PROCESS_H
#define CORE_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    JG_PROCESS_LINE = 4096, /* bytes of the longest line it may say, with its end */
    JG_PROCESS_TAIL = 512,  /* bytes of standard error that are kept */
};

/* Zeroes are no process. */
struct jg_process {
    pid_t pid;
    int in, out, err; /* our ends of its pipes; err is -1 if it has a log */
    size_t got, used; /* bytes of line[] that were read, and of these handed over */
    bool asked;       /* it has been, once */
    bool closed;      /* it has closed its output */
    char line[JG_PROCESS_LINE + 1];
    size_t tail_used;
    char tail[JG_PROCESS_TAIL + 1];
};

/* Starts a program, found through PATH if its name has no '/', in a process group
 * of its own: Ctrl-C at the terminal is not for it. `log` is a file for its
 * standard error, or -1. Returns 0 or an error number; p is then zeroes. */
int jg_process_start(struct jg_process *p, char *const *argv, int log);

enum jg_talk {
    JG_TALK_LINE,    /* it answered: p->line, without its end; a zero byte in it has become \1 */
    JG_TALK_LATE,    /* it did not within the time */
    JG_TALK_STOPPED, /* `stop` was set */
    JG_TALK_UNASKED, /* it spoke between the last question and this one: p->line is the beginning */
    JG_TALK_LONG,    /* its line is too long */
    JG_TALK_CLOSED,  /* it has closed its output, most likely because it ended */
};

/* Says whole lines and waits for one line, so many milliseconds at most; `stop`,
 * which may be NULL, ends the waiting within 10 ms. */
enum jg_talk jg_process_ask(struct jg_process *p, const char *text, int ms, const atomic_bool *stop);

/* Whether it has ended by itself, for which so many milliseconds are waited unless
 * `stop` is set (it may be NULL); its exit status, and the signal that ended it or 0. */
bool jg_process_ended(struct jg_process *p, int ms, const atomic_bool *stop, int *exit_status, int *signal);

/* The last line that it wrote to standard error and that does not begin with
 * space; "" if there is none. */
const char *jg_process_last_words(struct jg_process *p);

/* Says a last text (which may be NULL), closes its input, waits so many
 * milliseconds for its end, and kills it and all of its group if it still runs.
 * Leaves zeroes; may be called twice. */
void jg_process_end(struct jg_process *p, const char *text, int ms);

#endif
