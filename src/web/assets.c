#include "web/assets.h"

#include <string.h>

static const struct jg_asset ASSETS[] = {
#include "page.inc"
};

/* Whether the page's own router handles a path (docs/api.md). */
static bool is_page(const char *path) {
    static const char *const WHOLE[] = {"/", "/analysis", "/search", "/rules", "/lab", "/log", "/studies"};
    static const char *const BEGIN[] = {"/table/", "/rules/"};
    for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++)
        if (!strcmp(path, WHOLE[i])) return true;
    for (size_t i = 0; i < sizeof BEGIN / sizeof *BEGIN; i++) {
        size_t length = strlen(BEGIN[i]);
        if (!strncmp(path, BEGIN[i], length) && path[length] && !strchr(path + length, '/')) return true;
    }
    return false;
}

const struct jg_asset *jg_asset_find(const char *path) {
    if (is_page(path)) path = "/index.html";
    for (size_t i = 0; i < sizeof ASSETS / sizeof *ASSETS; i++)
        if (!strcmp(ASSETS[i].path, path)) return &ASSETS[i];
    return NULL;
}
