#include "runs/rows.h"

#include "core/file.h"
#include "core/json.h"

#include <jogada/jogada.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

static const char BEGIN[] = "{\"jogada\":\"rows\",";
static const char MAGIC[] = "\x28\xb5\x2f\xfd"; /* of a zstd frame (RFC 8878) */
static const char PACKED[] = ".zst";
enum {
    DRAFT_DIGITS = 16,
    MAGIC_SIZE = 4,
    LEVEL = 3,       /* of compression; zstd's own default */
    FRAME = 1 << 16, /* bytes of text in a frame: what one damaged byte may cost */
    CHUNK = 1 << 17, /* bytes of text that are decompressed at once */
};
static const size_t FILE_MAX = (size_t)1 << 32; /* bytes of a file of rows, and of its text */

static enum jg_status no_memory(struct jg_error *err) {
    return jg_fail(err, JG_EMEMORY, JG_NO_POSITION, "out of memory");
}

static bool ends_in(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

/* ---- Identity -------------------------------------------------------------------------------------- */

char *jg_run_rows_identity(const char *kind, const char *parameters) {
    json_t *o = json_pack("{s:s, s:i, s:s, s:s, s:o}", "jogada", "rows", "format", JG_RUN_ROWS_FORMAT, "version",
                          jg_version(), "kind", kind, "run", jg_json_read(parameters, strlen(parameters), 0, NULL));
    return jg_json_text(o, JSON_COMPACT); /* members in this order, so that a file begins with BEGIN */
}

bool jg_run_rows_begin(const char *begin) {
    return !strncmp(begin, BEGIN, sizeof BEGIN - 1) || !strncmp(begin, MAGIC, MAGIC_SIZE);
}

/* Writes a member of an identity, shortened. */
static void put_member(const json_t *o, const char *name, char out[64]) {
    const json_t *value = json_object_get(o, name);
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_ENSURE_ASCII) : NULL;
    snprintf(out, 64, "%.60s", text ? text : "-");
    free(text);
}

/* Names the first member in which two identities differ. */
static enum jg_status another(const char *path, const json_t *theirs, const json_t *ours, struct jg_error *err) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)ours, name, value) {
        char found[64], wanted[64];
        if (json_equal(value, json_object_get(theirs, name)) || json_is_object(value)) continue;
        put_member(theirs, name, found);
        put_member(ours, name, wanted);
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s has rows of another run: its %s is %s, not %s", path, name,
                       found, wanted);
    }
    json_object_foreach((json_t *)ours, name, value) {
        const json_t *other = json_object_get(theirs, name);
        if (json_equal(value, other)) continue;
        if (json_is_object(value) && json_is_object(other)) return another(path, other, value, err);
        return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s has rows of another run: its %s differ", path, name);
    }
    return jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s has rows of another run", path);
}

static enum jg_status check_identity(const char *path, const char *line, size_t length, const char *identity,
                                     struct jg_error *err) {
    jg_json_begin();
    json_t *theirs = jg_json_read(line, length, JSON_REJECT_DUPLICATES, NULL);
    json_t *ours = jg_json_read(identity, strlen(identity), 0, NULL);
    const char *name = json_string_value(json_object_get(theirs, "jogada"));
    enum jg_status status = JG_OK;
    if (!ours || !jg_json_complete())
        status = no_memory(err);
    else if (!name || strcmp(name, "rows"))
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s is not a file of rows; --part writes one", path);
    else if (json_integer_value(json_object_get(theirs, "format")) > JG_RUN_ROWS_FORMAT)
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s was written by a newer version of jogada", path);
    else if (!json_equal(theirs, ours))
        status = another(path, theirs, ours, err);
    json_decref(theirs);
    json_decref(ours);
    return status;
}

/* ---- Reading --------------------------------------------------------------------------------------- */

/* Compressed text while it is read. */
struct unpacking {
    ZSTD_DCtx *context;
    ZSTD_inBuffer in;
    char *text;
    size_t size, room;
    bool damaged;
};

static bool make_room(struct unpacking *u) {
    if (u->room - u->size >= CHUNK) return true;
    size_t room = 2 * u->room + 2 * CHUNK;
    char *more = realloc(u->text, room);
    if (!more) return false;
    u->text = more;
    u->room = room;
    return true;
}

/* Continues with the next frame after damage; a line that has begun ends here. */
static void skip_damage(struct unpacking *u, size_t frame) {
    const char *from = (const char *)u->in.src + frame + 1, *end = (const char *)u->in.src + u->in.size;
    const char *next = from < end ? memmem(from, (size_t)(end - from), MAGIC, MAGIC_SIZE) : NULL;
    ZSTD_DCtx_reset(u->context, ZSTD_reset_session_only);
    u->in.pos = next ? (size_t)(next - (const char *)u->in.src) : u->in.size;
    u->damaged = true;
    u->text[u->size++] = '\n';
}

/* Decompresses the frames that are intact. False without memory. */
static bool unpack_frames(struct unpacking *u) {
    size_t frame = 0, left = 0;
    for (bool full = false; (full || u->in.pos < u->in.size) && u->size < FILE_MAX;) {
        if (!make_room(u)) return false;
        ZSTD_outBuffer out = {.dst = u->text + u->size, .size = CHUNK - 1};
        left = ZSTD_decompressStream(u->context, &out, &u->in);
        u->size += out.pos;
        if (ZSTD_isError(left)) skip_damage(u, frame);
        if (!left || ZSTD_isError(left)) frame = u->in.pos;
        full = left && !ZSTD_isError(left) && out.pos == out.size;
    }
    u->damaged |= left || u->size >= FILE_MAX; /* more would follow */
    return make_room(u);
}

/* Replaces compressed text. NULL with err filled. */
static char *unpack(char *packed, size_t *size, bool *damaged, struct jg_error *err) {
    struct unpacking u = {.context = ZSTD_createDCtx(), .in = {.src = packed, .size = *size}};
    bool good = u.context && unpack_frames(&u);
    ZSTD_freeDCtx(u.context);
    free(packed);
    *size = u.size;
    *damaged = u.damaged;
    if (good) return u.text;
    free(u.text);
    no_memory(err);
    return NULL;
}

/* Reads a file, without damaged parts. NULL with err filled. */
static char *read_text(const char *path, size_t *size, bool *damaged, struct jg_error *err) {
    char *text = jg_file_read_bytes(path, FILE_MAX, size, err);
    bool packed = text && *size >= MAGIC_SIZE && !memcmp(text, MAGIC, MAGIC_SIZE);
    *damaged = false;
    return packed ? unpack(text, size, damaged, err) : text;
}

static enum jg_status add_text(struct jg_run_rows *out, char *text, struct jg_error *err) {
    char **more = realloc(out->texts, (out->text_count + 1) * sizeof *more);
    if (!more) {
        free(text);
        return no_memory(err);
    }
    out->texts = more;
    out->texts[out->text_count++] = text;
    return JG_OK;
}

static enum jg_status read_file(struct jg_run_rows *out, const char *path, const char *identity, struct jg_error *err) {
    size_t size, length;
    bool first = true, damaged = false;
    char *text = read_text(path, &size, &damaged, err);
    if (!text) return err->code;
    enum jg_status status = add_text(out, text, err);
    if (status) return status;
    out->damaged += damaged;
    for (const char *line = text, *end = text + size; !status && (line < end || first); line += length + 1) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        length = (size_t)((stop ? stop : end) - line);
        if (first) {
            status = check_identity(path, line, length, identity, err);
        } else if (length && (status = jg_rows_add(&out->rows, line, length, err)) == JG_EINPUT) {
            status = JG_OK;
            out->damaged++;
        }
        first = false;
    }
    return status;
}

static int is_rows_file(const struct dirent *entry) {
    return ends_in(entry->d_name, ".ndjson") || ends_in(entry->d_name, ".ndjson.zst");
}

static enum jg_status read_folder(struct jg_run_rows *out, const char *path, const char *identity,
                                  struct jg_error *err) {
    struct dirent **names = NULL;
    int n = scandir(path, &names, is_rows_file, alphasort);
    enum jg_status status = JG_OK;
    if (n < 0) return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
    if (!n) status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "%s has no files whose names end in .ndjson", path);
    for (int i = 0; i < n; i++) {
        char file[JG_FILE_PATH];
        snprintf(file, sizeof file, "%s/%s", path, names[i]->d_name);
        if (!status) status = read_file(out, file, identity, err);
        free(names[i]);
    }
    free(names);
    return status;
}

enum jg_status jg_run_rows_read(struct jg_run_rows *out, const char *path, const char *identity, struct jg_error *err) {
    struct stat about;
    bool folder = !stat(path, &about) && S_ISDIR(about.st_mode);
    enum jg_status status = (folder ? read_folder : read_file)(out, path, identity, err);
    jg_rows_sort(&out->rows);
    return status;
}

void jg_run_rows_free(struct jg_run_rows *rows) {
    jg_rows_free(&rows->rows);
    for (size_t i = 0; i < rows->text_count; i++) free(rows->texts[i]);
    free(rows->texts);
    *rows = (struct jg_run_rows){0};
}

static enum jg_status check_file(const char *path, const char *identity, struct jg_error *err) {
    size_t size;
    bool damaged;
    char *text = read_text(path, &size, &damaged, err);
    if (!text) return err->code;
    const char *end = memchr(text, '\n', size);
    enum jg_status status = check_identity(path, text, end ? (size_t)(end - text) : size, identity, err);
    free(text);
    return status;
}

enum jg_status jg_run_rows_check(const char *folder, const char *identity, struct jg_error *err) {
    struct dirent **names = NULL;
    int n = scandir(folder, &names, is_rows_file, alphasort);
    enum jg_status status = JG_OK;
    if (n < 0 && errno != ENOENT) return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < n; i++) {
        char file[JG_FILE_PATH];
        snprintf(file, sizeof file, "%s/%s", folder, names[i]->d_name);
        if (!status) status = check_file(file, identity, err);
        free(names[i]);
    }
    free(names);
    return status;
}

/* ---- Writing --------------------------------------------------------------------------------------- */

/* Writes the text so far as a frame of its own, so that damage costs one frame. */
static enum jg_status end_frame(struct jg_run_rows_file *f, struct jg_error *err) {
    size_t room = ZSTD_compressBound(f->frame.used);
    char *out = f->frame.used ? malloc(room) : NULL;
    if (!f->frame.used) return JG_OK;
    size_t n = out ? ZSTD_compress2(f->packer, out, room, f->frame.at, f->frame.used) : 0;
    bool failed = !out || ZSTD_isError(n);
    bool written = !failed && fwrite(out, 1, n, f->draft.out) == n;
    free(out);
    f->frame.used = 0;
    if (failed) return no_memory(err);
    return written ? JG_OK : jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", f->draft.path, strerror(errno));
}

static enum jg_status put_text(struct jg_run_rows_file *f, const char *text, struct jg_error *err) {
    if (!f->packer) {
        if (fputs(text, f->draft.out) >= 0) return JG_OK;
        return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", f->draft.path, strerror(errno));
    }
    jg_buffer_put(&f->frame, text);
    if (f->frame.failed) return no_memory(err);
    return f->frame.used < FRAME ? JG_OK : end_frame(f, err);
}

/* Whether a name is that of a draft of a file: NAME.16 hexadecimal digits.part (core/file.h). */
static bool is_draft(const char *name, const char *of) {
    size_t n = strlen(of);
    if (strncmp(name, of, n) || name[n] != '.' || strspn(name + n + 1, "0123456789abcdef") != DRAFT_DIGITS)
        return false;
    return !strcmp(name + n + 1 + DRAFT_DIGITS, ".part");
}

/* Removes the drafts of a file that killed writers left: those that nobody holds a lock on. */
static void remove_drafts(const char *path) {
    char folder[JG_FILE_PATH], draft[2 * JG_FILE_PATH];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    snprintf(folder, sizeof folder, "%.*s.", (int)(name - path), path);
    DIR *list = opendir(folder);
    for (const struct dirent *entry; list && (entry = readdir(list));) {
        if (!is_draft(entry->d_name, name)) continue;
        snprintf(draft, sizeof draft, "%.*s%s", (int)(name - path), path, entry->d_name);
        int fd = open(draft, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB)) unlink(draft);
        if (fd >= 0) close(fd);
    }
    if (list) closedir(list);
}

/* Begins a draft and locks it, so that others do not take it for one that is left. They may do that before it is locked:
 * then it is gone, and another one begins. */
static enum jg_status begin_draft(struct jg_file_draft *d, const char *path, struct jg_error *err) {
    struct stat about;
    enum jg_status status;
    remove_drafts(path);
    while (!(status = jg_file_begin(d, path, err))) {
        int fd = fileno(d->out);
        flock(fd, LOCK_EX);
        if (fstat(fd, &about) || about.st_nlink) return JG_OK;
        jg_file_end(d, JG_ESTOP, NULL);
    }
    return status;
}

enum jg_status jg_run_rows_begin_file(struct jg_run_rows_file *f, const char *path, const char *identity,
                                      struct jg_error *err) {
    *f = (struct jg_run_rows_file){0};
    enum jg_status status = begin_draft(&f->draft, path, err);
    if (status) return status;
    f->open = true;
    if (ends_in(path, PACKED)) {
        f->packer = ZSTD_createCCtx();
        if (!f->packer) return no_memory(err);
        ZSTD_CCtx_setParameter(f->packer, ZSTD_c_compressionLevel, LEVEL);
        ZSTD_CCtx_setParameter(f->packer, ZSTD_c_checksumFlag, 1);
    }
    status = put_text(f, identity, err);
    if (!status) status = put_text(f, "\n", err);
    return !status && f->packer ? end_frame(f, err) : status;
}

enum jg_status jg_run_rows_end_file(struct jg_run_rows_file *f, enum jg_status status, struct jg_error *err) {
    if (!f->open) return status;
    if (!status && f->packer) status = end_frame(f, err);
    ZSTD_freeCCtx(f->packer);
    jg_buffer_free(&f->frame);
    f->open = false;
    return jg_file_end(&f->draft, status, err);
}

struct writing {
    struct jg_run_rows_file *file;
    struct jg_series series; /* as the caller gave it */
};

static bool fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    const struct jg_series *s = &((struct writing *)arg)->series;
    return s->fixture(s->arg, number, out);
}

static enum jg_status take(void *arg, const struct jg_played *played, struct jg_error *err) {
    const struct writing *w = arg;
    struct jg_played row = *played;
    row.number += w->series.row_shift;
    char *line = jg_row_write(&row);
    if (!line) return no_memory(err);
    enum jg_status status = put_text(w->file, line, err);
    free(line);
    return status;
}

static void progress(void *arg, double share) {
    const struct jg_series *s = &((struct writing *)arg)->series;
    s->progress(s->arg, share);
}

enum jg_status jg_run_rows_play(struct jg_run_rows_file *f, const struct jg_series *series, struct jg_error *err) {
    struct writing w = {.file = f, .series = *series};
    struct jg_series s = *series;
    s.fixture = s.fixture ? fixture : NULL;
    s.progress = s.progress ? progress : NULL;
    s.take = take;
    s.finished = NULL;
    s.arg = &w;
    return jg_series_play(&s, err);
}

/* ---- Parts of contests ------------------------------------------------------------------------------- */

static bool contest_fixture(void *arg, uint64_t number, struct jg_fixture *out) {
    jg_contest_fixture(((const struct jg_run_part *)arg)->plan, number, out);
    return true;
}

static void contest_progress(void *arg, double share) {
    const struct jg_run_part *part = arg;
    part->progress(part->arg, share);
}

enum jg_status jg_run_part_play(const struct jg_run_part *part, struct jg_run_rows_file *f, struct jg_error *err) {
    struct jg_series series = jg_contest_series(part->plan);
    series.first = part->first;
    series.count = part->last - part->first + 1;
    series.fixture = contest_fixture;
    series.progress = part->progress ? contest_progress : NULL;
    series.arg = (void *)part;
    return jg_run_rows_play(f, &series, err);
}
