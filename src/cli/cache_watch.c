/* Announces the files that a command saves in the cache folder, such as endgame databases that agents build. Two lists of
 * the folder are compared, from before and after, since the library never prints; a file that another process saves in
 * between is announced, too. */
#include "cli/cli.h"

#include "core/memory.h"
#include "search/solve.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *cache_describe(const char *name, jg_lang lang, char out[CACHE_DESCRIPTION]) {
    const struct jg_game_kind *k;
    struct jg_text t;
    jg_text_init(&t, out, CACHE_DESCRIPTION);
    for (size_t i = 0; (k = jg_game_kind_at(i)); i++)
        if (k->solver && k->solver->describe_file && k->solver->describe_file(name, lang, &t)) break;
    return out;
}

void cache_watch_begin(struct cache_watch *w, const struct cli *c) {
    *w = (struct cache_watch){0};
    w->active = c->progress && !c->command->reports_cache && !jg_cache_list(&w->before, &w->count, NULL);
}

static bool was_there(const struct cache_watch *w, const char *name) {
    for (size_t i = 0; i < w->count; i++)
        if (!strcmp(w->before[i].name, name)) return true;
    return false;
}

static void announce(const struct cli *c, const struct jg_cache_file *file) {
    char what[CACHE_DESCRIPTION], folder[PATH_MAX], size[32];
    struct jg_text t;
    jg_text_init(&t, size, sizeof size);
    jg_memory_print(&t, file->size, c->lang);
    if (!cache_describe(file->name, c->lang, what)[0] || jg_cache_folder(folder, sizeof folder, NULL)) return;
    fprintf(stderr,
            tr(c, "saved %s, %s, in %s; 'jogada cache' lists the files there, 'jogada cache clear' removes them\n"),
            file->name, size, folder);
}

void cache_watch_end(struct cache_watch *w, const struct cli *c) {
    struct jg_cache_file *after;
    size_t count;
    if (w->active && !jg_cache_list(&after, &count, NULL)) {
        for (size_t i = 0; i < count; i++)
            if (!was_there(w, after[i].name)) announce(c, &after[i]);
        free(after);
    }
    free(w->before);
}
