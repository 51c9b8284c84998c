/* Finished parts of long work, kept in a file until all of it is done, so that
 * the next call goes on where this one was stopped. A part is a name and a few
 * numbers; the file's head says what it is part of. */
#ifndef STUDY_CHECKPOINT_H
#define STUDY_CHECKPOINT_H

#include <jogada/status.h>

#include <stdbool.h>

enum { JG_STUDY_CHECKPOINT_PATH_MAX = 4096, JG_STUDY_CHECKPOINT_HEAD_MAX = 256, JG_STUDY_PART_NAME_MAX = 32, JG_STUDY_PART_NUMBERS_MAX = 64, JG_STUDY_PARTS_MAX = 512 };

struct jg_study_checkpoint {
    char path[JG_STUDY_CHECKPOINT_PATH_MAX]; /* "" once it could not be written */
    char head[JG_STUDY_CHECKPOINT_HEAD_MAX]; /* one line */
    int count;
    struct jg_study_checkpoint_part {
        char name[JG_STUDY_PART_NAME_MAX]; /* without spaces */
        double numbers[JG_STUDY_PART_NUMBERS_MAX];
        int n;
    } parts[JG_STUDY_PARTS_MAX];
    struct jg_error failure; /* why it could not be written, if its code is not JG_OK */
};

/* Reads what an earlier call with the same head left at the path. Where that is
 * not to be had, k is empty and ready all the same: there was nothing (JG_OK),
 * it was of other work, or it cannot be read (err says so). */
enum jg_status jg_study_checkpoint_open(struct jg_study_checkpoint *k, const char *path, const char *head, struct jg_error *err);

/* Writes the numbers of a finished part; false if it is not kept with so many. k may be NULL. */
bool jg_study_checkpoint_find(const struct jg_study_checkpoint *k, const char *name, double *numbers, int n);

/* Keeps a finished part; the file is written anew. If that fails the work can go
 * on without: k->failure says why, and it is not tried again. k may be NULL. */
void jg_study_checkpoint_add(struct jg_study_checkpoint *k, const char *name, const double *numbers, int n);

/* All is done: the file goes. */
void jg_study_checkpoint_remove(struct jg_study_checkpoint *k);

#endif
