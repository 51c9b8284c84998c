/* Checks of output files before the long computations that produce them. */
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum jg_status output_ready(const char *path, bool (*ours)(const char *begin), const char *otherwise,
                            struct jg_error *err) {
    char begin[OUTPUT_BEGIN + 1] = "", folder[PATH_MAX];
    struct stat about;
    struct jg_text t;
    const char *slash = strrchr(path, '/');
    jg_text_init(&t, folder, sizeof folder);
    jg_text_add(&t, "%.*s.", slash ? (int)(slash - path) + 1 : 0, path); /* "a/." exists only if a is a folder */
    if (access(folder, W_OK)) return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
    if (stat(path, &about)) return JG_OK;
    FILE *f = S_ISREG(about.st_mode) ? fopen(path, "r") : NULL;
    if (!f && S_ISREG(about.st_mode)) return jg_fail(err, JG_EIO, JG_NO_POSITION, "%s: %s", path, strerror(errno));
    size_t n = f ? fread(begin, 1, sizeof begin - 1, f) : 1;
    if (f) fclose(f);
    return !n || ours(begin) ? JG_OK : jg_fail(err, JG_EINPUT, JG_NO_POSITION, otherwise, path);
}

static bool ends_in(const char *path, const char *ending) {
    size_t n = strlen(path), m = strlen(ending);
    return n > m && !strcasecmp(path + n - m, ending);
}

bool is_sgf_name(const char *path) { return ends_in(path, ".sgf"); }
bool is_svg_name(const char *path) { return ends_in(path, ".svg"); }
bool is_json_name(const char *path) { return ends_in(path, ".json"); }
