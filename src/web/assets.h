/* The page and its parts, as they are in the binary. */
#ifndef WEB_ASSETS_H
#define WEB_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

struct jg_asset {
    const char *path; /* "/index.html", "/assets/main-1a2b3c4d.js" */
    const char *type;
    const unsigned char *bytes; /* compressed by gzip */
    size_t size;
    const char *etag; /* in its quotes */
    bool immutable;   /* its name changes when it does */
};

/* NULL: there is none. Paths of the page (docs/api.md) are the page. */
const struct jg_asset *jg_asset_find(const char *path);

#endif
