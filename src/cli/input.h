/* Input lines from a terminal (with libedit's editing and history) or from a pipe. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

struct input {
    void *edit, *history; /* of libedit, on a terminal */
    char prompt[64];
    char *line; /* buffer for lines of a pipe */
    size_t size;
    bool failed; /* memory ran out for a line */
};

void input_begin(struct input *in);
void input_end(struct input *in);

/* Returns the next line without its newline, valid until the next call; NULL at the end of the input or after
 * Ctrl-C. */
const char *input_line(struct input *in, const char *prompt);

/* Whether a typed word is this command, in English or in any other language. */
bool input_is_command(const char *typed, size_t length, const char *english);

#endif
