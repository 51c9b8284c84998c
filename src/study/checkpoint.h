/* Checkpoints: finished parts of a study, stored in a file until the study is done, so that the next call resumes
 * where this one was stopped. A part is a name and a few numbers; the head of the file identifies the study and its
 * settings. */
#ifndef STUDY_CHECKPOINT_H
#define STUDY_CHECKPOINT_H

#include <jogada/status.h>

#include <stdatomic.h>
#include <stdbool.h>

enum {
    JG_STUDY_CHECKPOINT_PATH_MAX = 4096,
    JG_STUDY_CHECKPOINT_HEAD_MAX = 256,
    JG_STUDY_PART_NAME_MAX = 32,
    JG_STUDY_PART_NUMBERS_MAX = 64,
    JG_STUDY_PARTS_MAX = 512
};

struct jg_study_checkpoint {
    char path[JG_STUDY_CHECKPOINT_PATH_MAX]; /* "" after a write has failed */
    char head[JG_STUDY_CHECKPOINT_HEAD_MAX]; /* one line */
    int count;
    struct jg_study_checkpoint_part {
        char name[JG_STUDY_PART_NAME_MAX]; /* without spaces */
        double numbers[JG_STUDY_PART_NUMBERS_MAX];
        int n;
    } parts[JG_STUDY_PARTS_MAX];
    bool complete;           /* no part may be missing: */
    atomic_bool lacking;     /* one is */
    struct jg_error failure; /* why a write failed; code JG_OK: none did */
};

/* Opens a checkpoint and reads the parts that an earlier call with the same head stored at the path. Without a file
 * it is empty (JG_OK). If the file belongs to other work or cannot be read, err has the reason, and the checkpoint is
 * empty but usable. */
enum jg_status jg_study_checkpoint_open(struct jg_study_checkpoint *k, const char *path, const char *head,
                                        struct jg_error *err);

/* Reads the text of a checkpoint of a finished study, which is `complete` and written nowhere; false: it is damaged. */
bool jg_study_checkpoint_parse(struct jg_study_checkpoint *k, const char *text);

/* Writes the parts to another file. */
enum jg_status jg_study_checkpoint_save(const struct jg_study_checkpoint *k, const char *path, struct jg_error *err);

/* Copies the numbers of a stored part; false if there is no such part with n numbers: then a `complete` checkpoint is
 * `lacking`. k may be NULL. */
bool jg_study_checkpoint_find(struct jg_study_checkpoint *k, const char *name, double *numbers, int n);

/* Stores a finished part and rewrites the file. If that fails, k->failure says why and later writes are skipped; the
 * study can continue. k may be NULL. */
void jg_study_checkpoint_add(struct jg_study_checkpoint *k, const char *name, const double *numbers, int n);

/* Removes the file when the study is done. */
void jg_study_checkpoint_remove(struct jg_study_checkpoint *k);

#endif
