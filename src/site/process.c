/* Child processes, which a browser does not have: none starts. */
#include "core/process.h"

#include <errno.h>

int jg_process_start(struct jg_process *p, char *const *argv, int log) {
    (void)argv, (void)log;
    *p = (struct jg_process){0};
    return ENOSYS;
}

enum jg_reply jg_process_query(struct jg_process *p, const char *text, int ms, const atomic_bool *stop) {
    (void)p, (void)text, (void)ms, (void)stop;
    return JG_REPLY_CLOSED;
}

ssize_t jg_process_send(struct jg_process *p, const char *text, size_t n) { return (void)p, (void)text, (void)n, -1; }

void jg_process_read_errors(struct jg_process *p) { (void)p; }

bool jg_process_ended(struct jg_process *p, int ms, const atomic_bool *stop, int *exit_status, int *signal) {
    (void)p, (void)ms, (void)stop;
    *exit_status = *signal = 0;
    return true;
}

const char *jg_process_last_error(struct jg_process *p) { return (void)p, ""; }

void jg_process_end(struct jg_process *p, const char *text, int ms) {
    (void)text, (void)ms;
    *p = (struct jg_process){0};
}

void jg_process_hash(char out[17]) { out[0] = 0; }

int jg_process_connect(struct jg_process *p, int socket) {
    (void)socket;
    *p = (struct jg_process){0};
    return ENOSYS;
}
