/* The page and its assets, embedded in the binary. */
#ifndef WEB_ASSETS_H
#define WEB_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

struct jg_asset {
    const char *path; /* "/index.html", "/assets/main-1a2b3c4d.js" */
    const char *type;
    const unsigned char *bytes; /* compressed by gzip */
    size_t size;
    const char *etag; /* quoted */
    bool immutable;   /* its name contains a hash of its content */
};

/* The asset of a path; all paths of the page (docs/api.md) lead to /index.html. NULL: not found. */
const struct jg_asset *jg_asset_find(const char *path);

#endif
