/* jogada cache: lists and removes the files in the cache folder. */
#include "cli/cli.h"

#include "core/memory.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cache {
    const struct cli *c;
    char folder[PATH_MAX];
    struct jg_cache_file *files;
    size_t count;
};

static const char *size_text(const struct cli *c, uint64_t bytes, char out[32]) {
    struct jg_text t;
    jg_text_init(&t, out, 32);
    jg_memory_print(&t, bytes, c->lang);
    return out;
}

static uint64_t total(const struct cache *k) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < k->count; i++) bytes += k->files[i].size;
    return bytes;
}

static json_t *file_json(const struct jg_cache_file *file) {
    char what[CACHE_DESCRIPTION], when[32] = "";
    time_t at = (time_t)file->modified;
    struct tm utc;
    if (gmtime_r(&at, &utc)) strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    cache_describe(file->name, JG_EN, what);
    return json_pack("{s:s, s:I, s:s, s:s?}", "name", file->name, "bytes", (json_int_t)file->size, "modified", when,
                     "what", what[0] ? what : NULL);
}

static json_t *files_json(const struct cache *k) {
    json_t *list = json_array();
    for (size_t i = 0; i < k->count; i++) json_array_append_new(list, file_json(&k->files[i]));
    return list;
}

static int list(const struct cache *k) {
    const struct cli *c = k->c;
    char size[32];
    int width = 0;
    if (c->options.json)
        return print_json(
            json_pack("{s:s, s:o, s:I}", "folder", k->folder, "files", files_json(k), "bytes", (json_int_t)total(k)));
    for (size_t i = 0; i < k->count; i++)
        if (text_width(k->files[i].name) > width) width = text_width(k->files[i].name);
    for (size_t i = 0; i < k->count; i++) {
        const struct jg_cache_file *file = &k->files[i];
        char what[CACHE_DESCRIPTION], when[32] = "";
        time_t at = (time_t)file->modified;
        struct tm local;
        if (localtime_r(&at, &local)) strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
        int columns = print_safe(stdout, file->name);
        cache_describe(file->name, c->lang, what);
        printf("%*s  %8s  %s  %s\n", width - columns, "", size_text(c, file->size, size), when,
               what[0] ? what : tr(c, "unknown"));
    }
    printf("%s: ", k->folder);
    printf(tr(c, k->count == 1 ? "%zu file, %s\n" : "%zu files, %s\n"), k->count, size_text(c, total(k), size));
    return EXIT_SUCCESS;
}

/* Removes the files of this name, or all that a game has made; the others leave the list. */
static enum jg_status remove_files(struct cache *k, const char *name, struct jg_error *err) {
    enum jg_status status = JG_OK;
    size_t removed = 0;
    for (size_t i = 0; i < k->count && !status; i++) {
        char what[CACHE_DESCRIPTION];
        bool chosen = name ? !strcmp(k->files[i].name, name) : cache_describe(k->files[i].name, JG_EN, what)[0];
        if (chosen && !(status = jg_cache_remove(k->files[i].name, err))) k->files[removed++] = k->files[i];
    }
    k->count = removed;
    if (name && !removed && !status)
        status = jg_fail(err, JG_EINPUT, JG_NO_POSITION, "no file '%s' in %s; 'jogada cache' lists the files", name,
                         k->folder);
    return status;
}

static int clear(struct cache *k, const char *name) {
    const struct cli *c = k->c;
    struct jg_error err = {.lang = c->lang};
    char size[32];
    if (remove_files(k, name, &err)) return print_error(c, &err, NULL);
    if (c->options.json)
        return print_json(
            json_pack("{s:s, s:o, s:I}", "folder", k->folder, "removed", files_json(k), "bytes", (json_int_t)total(k)));
    printf("%s: ", k->folder);
    printf(tr(c, k->count == 1 ? "removed %zu file, freed %s\n" : "removed %zu files, freed %s\n"), k->count,
           size_text(c, total(k), size));
    return EXIT_SUCCESS;
}

static int run(struct cli *c, const void *options, int argc, char **argv) {
    struct cache k = {.c = c};
    struct jg_error err = {.lang = c->lang};
    (void)options;
    if (argc && strcmp(argv[0], "clear") != 0)
        jg_fail(&err, JG_EINPUT, JG_NO_POSITION, "unknown request '%s'; 'jogada cache' takes %s", argv[0],
                c->command->arguments);
    else if (!jg_cache_folder(k.folder, sizeof k.folder, &err))
        jg_cache_list(&k.files, &k.count, &err);
    if (err.code) return print_error(c, &err, NULL);
    int status = argc ? clear(&k, argc > 1 ? argv[1] : NULL) : list(&k);
    free(k.files);
    return status;
}

const struct command cmd_cache = {
    .name = "cache",
    .arguments = "[clear [NAME]]",
    .summary = "list or remove the endgame databases in the cache folder",
    .least = 0,
    .most = 2,
    .run = run,
};
