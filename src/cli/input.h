/* Lines from a person (edited, with history) or from a pipe. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

struct input {
    void *edit, *history; /* libedit's, on a terminal */
    char prompt[64];
    char *line; /* the pipe's */
    size_t size;
    bool failed; /* memory ran out for a line */
};

void input_begin(struct input *in);
void input_end(struct input *in);

/* The next line without its end, or NULL at the end of the input or after
 * Ctrl-C. It lasts until the next call. */
const char *input_line(struct input *in, const char *prompt);

/* Whether a typed word is this command, in English or in any other language. */
bool input_is_command(const char *typed, size_t length, const char *english);

#endif
