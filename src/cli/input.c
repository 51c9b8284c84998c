#include "cli/input.h"

#include "cli/cli.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY = 200 };

static const char *prompt(EditLine *e) {
    struct input *in;
    el_get(e, EL_CLIENTDATA, &in);
    return in->prompt;
}

/* Reads one character from the terminal. Unlike libedit's own reader it returns after Ctrl-C. */
static int next_char(EditLine *e, wchar_t *out) {
    mbstate_t state = {0};
    for (;;) {
        struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
        char byte;
        if (atomic_load(&interrupted)) return 0;
        if (atomic_exchange(&continued, false)) { /* the shell used the terminal meanwhile */
            el_set(e, EL_PREP_TERM, 0);
            el_set(e, EL_PREP_TERM, 1);
            el_set(e, EL_REFRESH);
        }
        if (poll(&in, 1, 100) <= 0) continue; /* no input yet, or a signal */
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) return (int)n;
        size_t done = mbrtowc(out, &byte, 1, &state);
        if (done == (size_t)-2) continue;
        if (done == (size_t)-1) { /* invalid in this locale: take the byte as it is */
            *out = (unsigned char)byte;
            return 1;
        }
        return 1;
    }
}

void input_begin(struct input *in) {
    HistEvent event;
    *in = (struct input){0};
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return;
    in->edit = el_init("jogada", stdin, stdout, stderr);
    if (!in->edit) return;
    in->history = history_init();
    if (in->history) {
        history(in->history, &event, H_SETSIZE, HISTORY);
        el_set(in->edit, EL_HIST, history, in->history);
    }
    el_set(in->edit, EL_CLIENTDATA, in);
    el_set(in->edit, EL_PROMPT, prompt);
    el_set(in->edit, EL_EDITOR, "emacs");
    el_set(in->edit, EL_SIGNAL, 0);
    el_set(in->edit, EL_GETCFN, next_char);
    el_source(in->edit, NULL);
}

void input_end(struct input *in) {
    if (in->history) history_end(in->history);
    if (in->edit) el_end(in->edit);
    free(in->line);
    *in = (struct input){0};
}

static const char *cut_end(char *line) {
    line[strcspn(line, "\r\n")] = 0;
    return line;
}

const char *input_line(struct input *in, const char *text) {
    fflush(stdout);
    if (atomic_load(&interrupted)) return NULL;
    if (!in->edit) {
        ssize_t n = getline(&in->line, &in->size, stdin);
        in->failed = n < 0 && !feof(stdin) && !ferror(stdin);
        if (n < 0 || atomic_load(&interrupted)) return NULL;
        for (char *p = in->line; (p = memchr(p, 0, (size_t)(in->line + n - p)));)
            *p = '?'; /* not the end of the line */
        return cut_end(in->line);
    }
    int count;
    HistEvent event;
    snprintf(in->prompt, sizeof in->prompt, "%s", text);
    const char *line = el_gets(in->edit, &count);
    if (!line || count <= 0) return NULL;
    if (in->history && line[0] != '\n') history(in->history, &event, H_ENTER, line);
    free(in->line);
    in->line = strdup(line);
    in->failed = !in->line;
    return in->line ? cut_end(in->line) : NULL;
}

bool input_is_command(const char *typed, size_t length, const char *english) {
    for (jg_lang lang = JG_EN; lang < jg_lang_count(); lang++) {
        const char *word = jg_tr_context(lang, "command", english);
        if (length == strlen(word) && !strncasecmp(typed, word, length)) return true;
    }
    return false;
}
