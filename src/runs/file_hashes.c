/* Hashes of the files that players read, and the names and versions of bots, since results depend on them. */
#include "runs/runs.h"

#include "core/file.h"
#include "core/json.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Without memory the document is incomplete: a run without the hash would be another one. */
static void add_file(json_t *files, const char *name, const char *path) {
    uint64_t hash;
    errno = 0;
    if (jg_file_hash(path, &hash))
        json_object_set_new(files, name, json_sprintf("%016llx", (unsigned long long)hash));
    else if (errno == ENOMEM)
        jg_json_fail();
}

/* Finds a program by its name in PATH, as a shell does. */
static void add_program(json_t *files, const char *name) {
    const char *paths = getenv("PATH");
    char list[4096], path[4096], *rest = list;
    snprintf(list, sizeof list, "%s", paths ? paths : "");
    for (char *folder; (folder = strsep(&rest, ":"));) {
        snprintf(path, sizeof path, "%s/%.*s", folder, JG_SPEC_MAX, name);
        if (!access(path, X_OK)) {
            add_file(files, name, path);
            return;
        }
    }
}

static void add_command(json_t *files, const char *command) {
    char words[JG_SPEC_MAX], *rest = words;
    snprintf(words, sizeof words, "%s", command);
    for (char *c = words; *c; c++)
        if (*c == ';') *c = ',';
    for (char *word; (word = strsep(&rest, " "));) {
        if (word == words && !strchr(word, '/'))
            add_program(files, word);
        else
            add_file(files, word, word);
    }
}

void jg_run_bot_names(json_t *parameters, const struct jg_player *p) {
    if (!parameters || !p->kind->runs_program) return;
    json_t *bots = json_object_get(parameters, "bots");
    if (!bots) json_object_set_new(parameters, "bots", bots = json_object());
    json_object_set_new(bots, p->spec, json_string(p->identity));
}

void jg_run_file_hashes(json_t *files, const struct jg_player *p) {
    union {
        unsigned char bytes[JG_OPTIONS_MAX];
        max_align_t align;
    } options;
    add_file(files, "jogada", "/proc/self/exe");
    if (!p->kind->options || jg_spec_options(p->spec, p->kind->options, &options, NULL)) return;
    for (const struct jg_option *o = p->kind->options; o->type; o++) {
        const char *text = (const char *)&options + o->offset;
        if (o->reads == JG_READS_FILE) add_file(files, text, text);
        if (o->reads == JG_READS_AT && *text == '@') add_file(files, text + 1, text + 1);
        if (o->reads == JG_READS_COMMAND) add_command(files, text);
    }
}
