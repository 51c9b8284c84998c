#include "core/process.h"

#include "core/clock.h"
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    LOOK_MS = 5,      /* interval of checking the stop flag */
    PIPE_READS = 128, /* enough reads to empty a full pipe, even if it is being refilled */
};

/* ---- Starting ------------------------------------------------------------------------ */

/* Moves a descriptor away from 0, 1 and 2, which dup2 overwrites in the child. -1 on failure. */
static int away_from_standard(int fd) {
    if (fd < 0 || fd > STDERR_FILENO) return fd;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(fd);
    return high;
}

/* Opens a pipe that other children do not inherit; its end `ours` is non-blocking. */
static int open_pipe(int ends[2], int ours) {
    if (pipe2(ends, O_CLOEXEC)) {
        ends[0] = ends[1] = -1;
        return errno;
    }
    for (int i = 0; i < 2; i++)
        if ((ends[i] = away_from_standard(ends[i])) < 0) return errno;
    return fcntl(ends[ours], F_SETFL, O_NONBLOCK) ? errno : 0;
}

static void close_end(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* Gives the child the default signal mask and dispositions. Pipes and process group are set before it runs, so
 * nothing races. */
static int spawn(pid_t *pid, char *const *argv, int in, int out, int err) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&files)) return ENOMEM;
    if (posix_spawnattr_init(&how)) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &all);
    int error = posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
    if (!error) error = posix_spawnp(pid, argv[0], &files, &how, argv, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

int jg_process_start(struct jg_process *p, char *const *argv, int log) {
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    *p = (struct jg_process){0};
    int error = open_pipe(in, 1);
    if (!error) error = open_pipe(out, 0);
    if (!error && log < 0) error = open_pipe(err, 0);
    if (!error) error = spawn(&p->pid, argv, in[0], out[1], log < 0 ? err[1] : log);
    close_end(&in[0]);
    close_end(&out[1]);
    close_end(&err[1]);
    if (!error) {
        p->in = in[1];
        p->out = out[0];
        p->err = err[0];
        return 0;
    }
    close_end(&in[1]);
    close_end(&out[0]);
    close_end(&err[0]);
    *p = (struct jg_process){0};
    return error;
}

int jg_process_connect(struct jg_process *p, int socket) {
    *p = (struct jg_process){.pid = JG_PROCESS_STREAM, .in = socket, .out = socket, .err = -1};
    if (!fcntl(socket, F_SETFL, O_NONBLOCK)) return 0;
    int error = errno;
    close(socket);
    *p = (struct jg_process){0};
    return error;
}

/* ---- Queries ------------------------------------------------------------------------- */

/* write() without SIGPIPE: consumes the signal that comes with EPIPE. */
static ssize_t write_quietly(int fd, const char *text, size_t n) {
    sigset_t broken, before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t wrote = write(fd, text, n);
    int error = errno;
    if (wrote < 0 && error == EPIPE) sigtimedwait(&broken, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return wrote;
}

/* Writes as much as fits into the pipe. If the process has closed its input, the rest is dropped: if it has ended,
 * its output closes too. */
static void send_text(struct jg_process *p, const char **text, size_t *left) {
    ssize_t n = write_quietly(p->in, *text, *left);
    if (n < 0 && errno != EAGAIN && errno != EINTR) *left = 0;
    if (n <= 0) return;
    *text += n;
    *left -= (size_t)n;
}

static void receive(struct jg_process *p) {
    if (p->closed || p->got == JG_PROCESS_LINE) return;
    ssize_t n = read(p->out, p->line + p->got, JG_PROCESS_LINE - p->got);
    if (n > 0) p->got += (size_t)n;
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) p->closed = true;
}

/* Reads the available standard error and stores its tail. */
static void read_stderr(struct jg_process *p) {
    char some[JG_PROCESS_TAIL];
    for (int i = 0; p->err >= 0 && i < PIPE_READS; i++) {
        ssize_t n = read(p->err, some, sizeof some);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (n <= 0) {
            close_end(&p->err);
            return;
        }
        size_t more = (size_t)n, keep = JG_PROCESS_TAIL - more;
        if (keep > p->tail_used) keep = p->tail_used;
        memmove(p->tail, p->tail + p->tail_used - keep, keep);
        memcpy(p->tail + keep, some, more);
        p->tail_used = keep + more;
    }
}

/* Terminates the first line of the buffer, if it is complete. */
static bool take_line(struct jg_process *p) {
    char *end = memchr(p->line, '\n', p->got);
    if (!end) return false;
    for (char *zero = p->line; zero < end; zero++)
        if (!*zero) *zero = '\1';
    *end = 0;
    p->used = (size_t)(end - p->line) + 1;
    return true;
}

static bool stopped(const atomic_bool *stop) { return stop && atomic_load_explicit(stop, memory_order_relaxed); }

/* Waits until something can be read or written, or until the stop flag must be checked again. */
static void wait_for_more(struct jg_process *p, bool writing, double seconds, bool watchful) {
    struct pollfd on[3] = {{.fd = p->closed ? -1 : p->out, .events = POLLIN},
                           {.fd = p->err, .events = POLLIN},
                           {.fd = writing ? p->in : -1, .events = POLLOUT}};
    double ms = seconds * 1000 + 1;
    if (watchful && ms > LOOK_MS) ms = LOOK_MS;
    poll(on, 3, ms < 1e9 ? (int)ms : 1000000000);
}

enum jg_reply jg_process_query(struct jg_process *p, const char *text, int ms, const atomic_bool *stop) {
    double limit = jg_clock() + ms / 1000.0;
    size_t left = strlen(text);
    memmove(p->line, p->line + p->used, p->got -= p->used);
    p->used = 0;
    receive(p);
    bool first = !p->asked; /* output before the first query may still be a reply to it */
    p->asked = true;
    if (p->got && !first) {
        if (!take_line(p)) p->line[p->got] = 0;
        return JG_REPLY_UNSOLICITED;
    }
    for (;;) {
        if (stopped(stop)) return JG_REPLY_STOPPED;
        if (left) send_text(p, &text, &left);
        read_stderr(p);
        receive(p);
        if (take_line(p)) return JG_REPLY_LINE;
        if (p->got == JG_PROCESS_LINE) return JG_REPLY_TOO_LONG;
        if (p->closed) return JG_REPLY_CLOSED;
        double rest = limit - jg_clock();
        if (rest <= 0) return JG_REPLY_TIMEOUT;
        wait_for_more(p, left, rest, stop);
    }
}

ssize_t jg_process_send(struct jg_process *p, const char *text, size_t n) {
    ssize_t wrote = write_quietly(p->in, text, n);
    return wrote < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : wrote;
}

void jg_process_read_errors(struct jg_process *p) { read_stderr(p); }

/* ---- Ending -------------------------------------------------------------------------- */

/* Leaves the zombie (WNOWAIT), so that its process group id is not reused before the group is killed. */
bool jg_process_ended(struct jg_process *p, int ms, const atomic_bool *stop, int *exit_status, int *signal) {
    double limit = jg_clock() + ms / 1000.0;
    for (;;) {
        siginfo_t about = {0};
        if (waitid(P_PID, (id_t)p->pid, &about, WEXITED | WNOHANG | WNOWAIT) && errno != EINTR) return false;
        if (about.si_pid == p->pid) {
            *exit_status = about.si_code == CLD_EXITED ? about.si_status : 0;
            *signal = about.si_code == CLD_EXITED ? 0 : about.si_status;
            return true;
        }
        if (jg_clock() >= limit || stopped(stop)) return false;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

const char *jg_process_last_error(struct jg_process *p) {
    const char *last = "";
    char *line = p->tail, *end;
    read_stderr(p);
    p->tail[p->tail_used] = 0;
    for (size_t i = 0; i < p->tail_used; i++)
        if (!p->tail[i]) p->tail[i] = '\1';
    for (; *line; line = end) {
        end = line + strcspn(line, "\r\n");
        if (end > line && *line != ' ' && *line != '\t') last = line;
        if (*end) *end++ = 0;
    }
    p->tail_used = 0;
    return last;
}

/* Kills a process and its group, unless it has ended. */
static void end_group(struct jg_process *p) {
    siginfo_t about;
    if (!waitid(P_PID, (id_t)p->pid, &about,
                WEXITED | WNOHANG | WNOWAIT)) { /* otherwise the pid may belong to another process by now */
        kill(-p->pid, SIGKILL);
        kill(p->pid, SIGKILL); /* it may have left its group */
    }
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) continue;
}

void jg_process_end(struct jg_process *p, const char *text, int ms) {
    int status, signal;
    if (!p->pid) return;
    if (text) write_quietly(p->in, text, strlen(text));
    if (p->pid == JG_PROCESS_STREAM) {
        shutdown(p->out, SHUT_RDWR); /* it may have other copies */
    } else {
        close_end(&p->in);
        if (ms) jg_process_ended(p, ms, NULL, &status, &signal);
        end_group(p);
    }
    close_end(&p->out);
    close_end(&p->err);
    *p = (struct jg_process){0};
}

/* ---- This program ------------------------------------------------------------------------ */

/* Finds the loaded file that contains this function: a module of Python is not the program that has loaded it. */
static int find_program(struct dl_phdr_info *about, size_t size, void *path) {
    (void)size;
    for (int i = 0; i < about->dlpi_phnum; i++) {
        uintptr_t begin = (uintptr_t)(about->dlpi_addr + about->dlpi_phdr[i].p_vaddr);
        if ((uintptr_t)find_program - begin < about->dlpi_phdr[i].p_memsz && about->dlpi_phdr[i].p_type == PT_LOAD &&
            about->dlpi_name[0])
            snprintf(path, JG_FILE_PATH, "%s", about->dlpi_name);
    }
    return 0;
}

void jg_process_hash(char out[17]) {
    static atomic_uint_fast64_t known; /* it does not change while the program runs; 0: not known yet */
    char path[JG_FILE_PATH] = "/proc/self/exe";
    uint64_t hash = atomic_load(&known);
    out[0] = 0;
    if (!hash) dl_iterate_phdr(find_program, path);
    if (!hash && !jg_file_hash(path, &hash)) return;
    atomic_store(&known, hash);
    snprintf(out, 17, "%016llx", (unsigned long long)hash);
}
