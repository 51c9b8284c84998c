/* Finished parts of long work, kept in a file until all of it is done, so that
 * the next call goes on where this one was stopped. A part is a name and a few
 * numbers; the file's head says what it is part of. */
#ifndef STUDY_KEEP_H
#define STUDY_KEEP_H

#include <jogada/status.h>

#include <stdbool.h>

enum { JG_KEEP_PATH = 4096, JG_KEEP_HEAD = 256, JG_KEEP_NAME = 32, JG_KEEP_NUMBERS = 64, JG_KEEP_PARTS = 512 };

struct jg_keep {
    char path[JG_KEEP_PATH]; /* "" once it could not be written */
    char head[JG_KEEP_HEAD]; /* one line */
    int count;
    struct jg_keep_part {
        char name[JG_KEEP_NAME]; /* without spaces */
        double numbers[JG_KEEP_NUMBERS];
        int n;
    } parts[JG_KEEP_PARTS];
    struct jg_error failure; /* why it could not be written, if its code is not JG_OK */
};

/* Reads what an earlier call with the same head left at the path. Where that is
 * not to be had, k is empty and ready all the same: there was nothing (JG_OK),
 * it was of other work, or it cannot be read (err says so). */
enum jg_status jg_keep_open(struct jg_keep *k, const char *path, const char *head, struct jg_error *err);

/* Writes the numbers of a finished part; false if it is not kept with so many. k may be NULL. */
bool jg_keep_find(const struct jg_keep *k, const char *name, double *numbers, int n);

/* Keeps a finished part; the file is written anew. If that fails the work can go
 * on without: k->failure says why, and it is not tried again. k may be NULL. */
void jg_keep_add(struct jg_keep *k, const char *name, const double *numbers, int n);

/* All is done: the file goes. */
void jg_keep_end(struct jg_keep *k);

#endif
