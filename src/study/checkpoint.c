/* Checkpoint files: a line with the version, the head, then one line per part. */
#include "study/checkpoint.h"

#include "core/file.h"

#include <jogada/text.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char FIRST[] = "jogada kept 1\n";
enum { FILE_MAX = 1 << 20 };

/* ---- Reading ------------------------------------------------------------------------ */

/* Reads "name number number ..." up to the end of the line, and advances *at past it. */
static bool read_part(struct jg_study_checkpoint_part *part, const char **at) {
    size_t length = strcspn(*at, " \n");
    const char *end = *at + strcspn(*at, "\n");
    if (!*end || !length || length >= JG_STUDY_PART_NAME_MAX) return false; /* a truncated last line is ignored */
    *part = (struct jg_study_checkpoint_part){0};
    memcpy(part->name, *at, length);
    for (const char *p = *at + length; p < end;) {
        char *after;
        if (*p != ' ' || part->n == JG_STUDY_PART_NUMBERS_MAX) return false;
        double x = strtod(p + 1, &after);
        if (after == p + 1 || after > end || !isfinite(x)) return false;
        part->numbers[part->n++] = x;
        p = after;
    }
    *at = end + 1;
    return true;
}

static bool read_parts(struct jg_study_checkpoint *k, const char *text) {
    while (*text)
        if (k->count == JG_STUDY_PARTS_MAX || !read_part(&k->parts[k->count++], &text)) return false;
    return true;
}

enum jg_status jg_study_checkpoint_open(struct jg_study_checkpoint *k, const char *path, const char *head,
                                        struct jg_error *err) {
    struct jg_text t;
    *k = (struct jg_study_checkpoint){.failure.lang = err ? err->lang : JG_EN};
    jg_text_init(&t, k->head, sizeof k->head);
    jg_text_put(&t, head);
    jg_text_init(&t, k->path, sizeof k->path);
    jg_text_put(&t, path);
    if (access(path, F_OK) && errno == ENOENT) return JG_OK;
    char *text = jg_file_read(path, FILE_MAX, err);
    enum jg_status status = JG_OK;
    if (!text) return err ? err->code : JG_EIO;
    size_t first = sizeof FIRST - 1, length = strlen(k->head);
    if (strncmp(text, FIRST, first))
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s is not a checkpoint of a study; ignoring it", path);
    else if (strncmp(text + first, k->head, length) || text[first + length] != '\n')
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION,
                         "%s was saved by another version or with other settings; ignoring it", path);
    else if (!read_parts(k, text + first + length + 1))
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s is damaged; ignoring it", path);
    if (status) k->count = 0;
    free(text);
    return status;
}

bool jg_study_checkpoint_parse(struct jg_study_checkpoint *k, const char *text) {
    const char *head = text + sizeof FIRST - 1,
               *end = strncmp(text, FIRST, sizeof FIRST - 1) ? NULL : strchr(head, '\n');
    *k = (struct jg_study_checkpoint){.complete = true};
    return end && read_parts(k, end + 1);
}

/* ---- Parts -------------------------------------------------------------------------- */

static const struct jg_study_checkpoint_part *part_of(const struct jg_study_checkpoint *k, const char *name) {
    for (int i = 0; k && i < k->count; i++)
        if (!strcmp(k->parts[i].name, name)) return &k->parts[i];
    return NULL;
}

bool jg_study_checkpoint_find(struct jg_study_checkpoint *k, const char *name, double *numbers, int n) {
    const struct jg_study_checkpoint_part *part = part_of(k, name);
    if (k && k->complete && (!part || part->n != n)) atomic_store(&k->lacking, true);
    if (!part || part->n != n) return false;
    memcpy(numbers, part->numbers, (size_t)n * sizeof *numbers);
    return true;
}

static char *write_parts(const struct jg_study_checkpoint *k) {
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f) return NULL;
    fprintf(f, "%s%s\n", FIRST, k->head);
    for (int i = 0; i < k->count; i++) {
        fputs(k->parts[i].name, f);
        for (int j = 0; j < k->parts[i].n; j++) fprintf(f, " %.17g", k->parts[i].numbers[j]); /* exactly */
        fputc('\n', f);
    }
    bool bad = ferror(f);
    if (fclose(f) || bad) {
        free(text);
        return NULL;
    }
    return text;
}

enum jg_status jg_study_checkpoint_save(const struct jg_study_checkpoint *k, const char *path, struct jg_error *err) {
    char *text = write_parts(k);
    enum jg_status status =
        text ? jg_file_write(path, text, err) : jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    free(text);
    return status;
}

void jg_study_checkpoint_add(struct jg_study_checkpoint *k, const char *name, const double *numbers, int n) {
    if (!k || !k->path[0] || k->count == JG_STUDY_PARTS_MAX || part_of(k, name)) return;
    struct jg_study_checkpoint_part *part = &k->parts[k->count++];
    struct jg_text t;
    *part = (struct jg_study_checkpoint_part){.n = n};
    jg_text_init(&t, part->name, sizeof part->name);
    jg_text_put(&t, name);
    memcpy(part->numbers, numbers, (size_t)n * sizeof *numbers);
    char *text = write_parts(k);
    if (!text)
        jg_fail(&k->failure, JG_EMEMORY, JG_NO_POSITION, "out of memory");
    else
        jg_file_write_private(k->path, text, &k->failure);
    if (k->failure.code) k->path[0] = 0;
    free(text);
}

void jg_study_checkpoint_remove(struct jg_study_checkpoint *k) {
    if (k->path[0]) unlink(k->path);
}
